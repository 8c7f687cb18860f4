"""How the API calls moves: in words for people, and in the notations by which clients may name them."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.base import Move, Position, Rules
from puzzles.picture import picture_of
from server.notation import autogui


def words_of(rules: Rules, position: Position, move: Move) -> str:
    """A move for people to read, unique in its position."""
    return picture_of(rules).words(position, move)


def other_names(rules: Rules, position: Position, move: Move) -> Iterator[str]:
    """How the API writes a move besides the name that the rules give it."""
    picture = picture_of(rules)
    yield picture.words(position, move)
    yield autogui.write_move(rules, position, move)
    yield autogui.write_drawn(picture, position, move)
    yield picture.name(position, move)
