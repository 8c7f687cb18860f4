"""What a request asks for: puzzles, games and positions by the names in its URL."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from flask import current_app, request

from puzzles import registry
from puzzles.base import Game, MalformedPosition, Position, Rules, UnknownPuzzle, short
from server.config import Config
from server.notation import autogui
from server.notation.legacy_texts import read_text
from solvers.manager import PuzzleManager


class BadQuery(Exception):
    """Something behind the `?` of an address cannot be; the message says what may be there."""


def manager() -> PuzzleManager:
    """The one manager of this application."""
    found: PuzzleManager = current_app.extensions["manager"]
    return found


def find_game(name: str) -> type[Rules]:
    """The game of this id or alias. Raises UnknownPuzzle."""
    return _find(name, registry.all_games(), "game")


def find_puzzle(name: str) -> type[Rules]:
    """The puzzle of this id or alias. Raises UnknownPuzzle."""
    return _find(name, registry.all_puzzles(), "puzzle")


def _find(name: str, classes: Sequence[type[Rules]], kind: str) -> type[Rules]:
    known = [known for cls in classes for known in (cls.id, *cls.aliases)]
    if name in known:
        return registry.find(name)
    error = UnknownPuzzle(name, known, kind)
    with contextlib.suppress(UnknownPuzzle):
        other = registry.find(name)
        room = "games" if issubclass(other, Game) else "puzzles"
        error.args = (f"No {kind} is called {short(name)}; there is /{room}/{name}/.",)
    raise error


def bounded(text: str) -> str:
    """A position's text as it was given. Raises MalformedPosition for one that is too long to be looked at."""
    settings: Config = current_app.extensions["settings"]
    if len(text) > settings.max_position:
        raise MalformedPosition(f"{short(text)}: a position has at most {settings.max_position} characters.")
    return text


def position_asked(rules: Rules, text: str) -> Position:
    """The position a text of either generation names. Raises MalformedPosition or IllegalPosition."""
    if bounded(text).startswith(autogui.PREFIX):
        return autogui.read_position(rules, text)
    return read_text(rules, text)


def position_or_start(rules: Rules) -> Position:
    """What `?p=` names, the start where there is none. Raises as `position_asked`."""
    text = request.args.get("p")
    return rules.start() if text is None else position_asked(rules, text)


def is_number(text: str) -> bool:
    """Whether a text is a whole number from 0 on, in ASCII digits, that no one would take for a mistake."""
    return text.isascii() and text.isdecimal() and len(text) <= 9
