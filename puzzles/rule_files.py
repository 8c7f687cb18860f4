"""Opens a file with the rules of a puzzle or game: it becomes one of those that can be opened by id."""

from os import PathLike, fspath
from pathlib import Path

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RulesError
from perfect_play.puzzles.outside import LOADERS


def id_of(name: str | PathLike[str]) -> str:
    """The id of what is named: that of the file's rules if it is a path, else the name itself. Raises RulesError."""
    path = Path(name)
    if path.suffix not in LOADERS:
        if isinstance(name, str):
            return name
        raise RulesError(f"{path}: expected a file whose name ends with {' or '.join(LOADERS)}.")
    if not path.is_file():
        raise RulesError(f"There is no file {fspath(path)!r}. Give its path, from {Path.cwd()} on or in full.")
    try:
        return registry.add_file(path).id
    except registry.BrokenPlugin as error:
        raise RulesError(str(error)) from error
