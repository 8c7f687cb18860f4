"""Names of moves in the API: words for people, and the notations that clients may use."""

from __future__ import annotations

from collections.abc import Iterator

from perfect_play.puzzles.base import Move, Position, Rules
from perfect_play.puzzles.picture import picture_of
from perfect_play.server.notation import autogui


def words_of(rules: Rules, position: Position, move: Move) -> str:
    """A move for people to read, unique in its position."""
    return picture_of(rules).description(position, move)


def other_names(rules: Rules, position: Position, move: Move) -> Iterator[str]:
    """The API's names of a move other than the one that the rules give it."""
    picture = picture_of(rules)
    yield picture.description(position, move)
    yield autogui.write_move(rules, position, move)
    yield autogui.write_drawn(picture, position, move)
    yield picture.name(position, move)
