"""Finds plug-ins outside the repository: in folders and files named by a setting, and in installed packages.

`UWAPI_PLUGINS=/path[:/path]` names folders, or single files. Every `<name>.py` in one is imported as a module of this
package, just as the repository's are modules of `perfect_play.puzzles.one_player` and `two_player`, so that the digest
of the rules and the native engines treat them alike; so is a file of the GamesCrafters (`puzzles/gamescrafters`). Every
`<name>.txt` is a PuzzleScript (`puzzles/puzzlescript`). Pictures are files in `pictures/` beside the plug-in, named
like it; a module shared by several has a name that begins with `_`. An installed package lists its plug-ins in the
entry point group `perfect_play.plugins`: classes, or modules with classes.

Nothing is downloaded: only code that the operator has put there runs. `registry.py` checks that it is sound.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfect_play.puzzles import gamescrafters
from perfect_play.puzzles.sources import keep, keep_folder, package_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SETTING = "UWAPI_PLUGINS"
GROUP = "perfect_play.plugins"


class BadFolder(ValueError):
    """A folder of the setting cannot be used; the message names it."""


@dataclass(frozen=True)
class Offer:
    """A possible plug-in. name: for messages. find: imports it, and raises whatever that raises."""

    name: str
    find: Callable[[], Any]


def folders(text: str | None = None) -> list[Path]:
    """The folders, and files, in `text`, by default those of the setting. Raises BadFolder."""
    found = []
    for name in filter(None, (os.environ.get(SETTING, "") if text is None else text).split(os.pathsep)):
        found.append(_folder(name))
    return list(dict.fromkeys(found))


def _folder(name: str) -> Path:
    path = Path(name)
    if not path.is_absolute():
        raise BadFolder(f"{SETTING}: {name!r} is not an absolute path. Write it in full, such as {Path.cwd() / name}.")
    if not path.is_dir() and not (path.is_file() and path.suffix in LOADERS):
        raise BadFolder(f"{SETTING}: there is no folder {name}. Make it, or leave it out of the setting.")
    return path


def offers() -> Iterator[Offer]:
    """The offers of the folders and the installed packages, in order."""
    modules: dict[str, Path] = {}
    for name in filter(None, os.environ.get(SETTING, "").split(os.pathsep)):
        try:
            files = files_in(_folder(name))
        except (BadFolder, OSError) as error:
            yield Offer(name, _raiser(error))
            continue
        for path in files:
            first = modules.setdefault(_script_id(path) if path.suffix == ".txt" else path.stem, path)
            if first != path:
                twin = BadFolder(f"{first} has the same name and came first. Rename one of the two.")
                yield Offer(str(path), _raiser(twin))
            elif path.suffix == ".py" and not path.stem.isidentifier():
                unfit = BadFolder("its name is not a Python module name. Use letters, _ and, not in front, digits.")
                yield Offer(str(path), _raiser(unfit))
            else:
                yield Offer(str(path), partial(LOADERS[path.suffix], path))
    from importlib.metadata import entry_points  # slow to import, and reading the settings does not need it

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield Offer(_name_of(point), partial(_loaded, point))


@contextmanager
def added_to_setting(path: Path) -> Iterator[None]:
    """Name a file in the setting, for this process and those that it starts; not beyond this block if it raises."""
    names = list(filter(None, os.environ.get(SETTING, "").split(os.pathsep)))
    is_new = str(path) not in names and str(path.parent) not in names
    if is_new:
        os.environ[SETTING] = os.pathsep.join([*names, str(path)])
    try:
        yield
    except BaseException:
        if is_new:
            os.environ[SETTING] = os.pathsep.join(names)
        raise


def files_in(folder: Path) -> list[Path]:
    """The plug-in files of a folder: not those that begin with `_` or `test_`, nor pytest's `conftest.py`."""
    if folder.is_file():
        return [folder]
    files = sorted(path for path in folder.iterdir() if path.suffix in LOADERS and path.is_file())
    return [path for path in files if not path.name.startswith(("_", "test_")) and path.name != "conftest.py"]


def module_at(path: Path) -> Any:
    """Imports the file as a module of this package. Raises whatever importing it raises."""
    module = gamescrafters.load(f"{__name__}.{path.stem}", path)
    if module is not None:
        return module
    folder = str(path.parent)
    if folder not in __path__:
        __path__.append(folder)
        keep_folder(path.parent)
        importlib.invalidate_caches()
    return importlib.import_module(f"{__name__}.{path.stem}")


def script_at(path: Path) -> Any:
    """The class of a PuzzleScript. Raises ScriptError, OSError."""
    from perfect_play.puzzles.puzzlescript.script_puzzle import script_class  # most services have none
    from perfect_play.puzzles.puzzlescript.script_text import MAX_CHARACTERS, ScriptError

    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(MAX_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise ScriptError(0, "it is not a text in UTF-8: save it as such in an editor.") from None
    return script_class(text, _script_id(path), path)


def _script_id(path: Path) -> str:
    """The id that a file of any name gives its script."""
    return re.sub("[^a-z0-9_]+", "-", path.stem.lower()).strip("-_") or "script"


LOADERS: dict[str, Callable[[Path], Any]] = {".py": module_at, ".txt": script_at}
"""By suffix, what makes a file a plug-in: a class, or a module with one."""


def _loaded(point: EntryPoint) -> Any:
    keep(package_of(point.module))
    return point.load()


def _name_of(point: EntryPoint) -> str:
    package = f" of {point.dist.name}" if point.dist is not None else ""
    return f"entry point {point.name!r}{package} ({point.value})"


def _raiser(error: Exception) -> Callable[[], Any]:
    def find() -> Any:
        raise error

    return find
