"""Opens a file with the rules of a puzzle or game: by its suffix, it becomes one of those that can be opened by id."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike, fspath
from pathlib import Path

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RulesError


def _open_plugin(path: Path) -> str:
    """The id of the plug-in in a Python file, which may also be a game or puzzle of the GamesCrafters."""
    try:
        return registry.add_file(path).id
    except registry.BrokenPlugin as error:
        raise RulesError(str(error)) from error


OPENERS: dict[str, Callable[[Path], str]] = {".py": _open_plugin}
"""By suffix, what makes a file one of the puzzles and games, and returns its id. Raises RulesError."""


def id_of(name: str | PathLike[str]) -> str:
    """The id of what is named: that of the file's rules if it is a path, else the name itself. Raises RulesError."""
    path = Path(name)
    opener = OPENERS.get(path.suffix)
    if opener is None and isinstance(name, str):
        return name
    if opener is None:
        raise RulesError(f"{path}: expected a file whose name ends with {' or '.join(OPENERS)}.")
    if not path.is_file():
        raise RulesError(f"There is no file {fspath(path)!r}. Give its path, from {Path.cwd()} on or in full.")
    return opener(path)
