"""Looks up the puzzle, game or position that a request names in its path or query."""

import contextlib
from collections.abc import Sequence
from typing import Any

from flask import current_app, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, MalformedPosition, Position, Rules, UnknownPuzzle, short
from perfect_play.puzzles.notation.position_texts import read_position, trimmed
from perfect_play.server.config import Config
from perfect_play.solvers.manager import PuzzleManager


class BadQuery(Exception):
    """A query parameter or request body is invalid; the message says what is expected."""


def manager() -> PuzzleManager:
    """The `PuzzleManager` of this application."""
    instance: PuzzleManager = current_app.extensions["manager"]
    return instance


def find_game(name: str) -> type[Rules]:
    """The game with this id or alias. Raises UnknownPuzzle."""
    return _find(name, registry.all_games(), "game")


def find_puzzle(name: str) -> type[Rules]:
    """The puzzle with this id or alias. Raises UnknownPuzzle."""
    return _find(name, registry.all_puzzles(), "puzzle")


def _find(name: str, classes: Sequence[type[Rules]], kind: str) -> type[Rules]:
    names = [alias for cls in classes for alias in (cls.id, *cls.aliases)]
    if name in names or (kind == "puzzle" and name.startswith("script-")):
        return registry.find(name)
    error = UnknownPuzzle(name, names, kind)
    with contextlib.suppress(UnknownPuzzle):
        opposite = registry.find(name)
        path = "games" if issubclass(opposite, Game) else "puzzles"
        error.args = (f"No {kind} is called {short(name)}; there is /{path}/{name}/.",)
    raise error


def checked_length(text: str) -> str:
    """A position text, trimmed. Raises MalformedPosition if it exceeds the length limit."""
    settings: Config = current_app.extensions["settings"]
    if len(text) > settings.max_position:
        raise MalformedPosition(f"{short(text)}: a position has at most {settings.max_position} characters.")
    return trimmed(text)


def parse_position(rules: Rules, text: str) -> Position:
    """The position that a text in any notation names. Raises MalformedPosition or IllegalPosition."""
    return read_position(rules, checked_length(text))


def position_or_start(rules: Rules) -> Position:
    """The position in `?p=`, or the start if there is none. Raises MalformedPosition or IllegalPosition."""
    text = request.args.get("p")
    return rules.start() if text is None else parse_position(rules, text)


def flag(name: str, otherwise: bool = False) -> bool:
    """A query parameter that is true or false; `otherwise` if it is absent. Raises BadQuery."""
    text = request.args.get(name)
    if text not in (None, "true", "false"):
        raise BadQuery(f"{name}={short(text)}: expected true or false.")
    return otherwise if text is None else text == "true"


def is_number(text: str) -> bool:
    """Whether a text is a non-negative integer of at most nine ASCII digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def whole_number(name: str, otherwise: int, most: int) -> int:
    """A query parameter that is a number from 1 to `most`; `otherwise` if it is absent. Raises BadQuery."""
    text = request.args.get(name, str(otherwise))
    if not (is_number(text) and 1 <= int(text) <= most):
        raise BadQuery(f"{name}={short(text)}: expected a whole number from 1 to {most:,}.")
    return int(text)


def json_body(most_bytes: int) -> Any:
    """The request's body as JSON. Raises BadQuery, and werkzeug's errors for media types and sizes."""
    request.max_content_length = most_bytes
    try:
        return request.get_json()
    except RequestEntityTooLarge as error:
        raise RequestEntityTooLarge(f"The body is too long: expected at most {most_bytes:,} bytes.") from error
    except UnsupportedMediaType as error:
        raise UnsupportedMediaType("Expected JSON, with the header Content-Type: application/json.") from error
    except (BadRequest, RecursionError) as error:  # RecursionError: brackets nested thousands deep
        raise BadQuery("The body is not valid JSON.") from error
