"""Finds every plug-in: each module in `puzzles/one_player` or `puzzles/two_player`, and those outside the repository.

There is no list to edit. A module whose name starts with `_` is left out. A broken file of the repository is an error
of the project and stops everything; one from outside is left out, and `left_out` says why.
"""

import importlib
import importlib.util
import inspect
import logging
import pkgutil
import platform
import sys
import traceback
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from perfect_play.puzzles import one_player, outside, two_player
from perfect_play.puzzles.base import RESERVED, Game, Puzzle, Rules, RulesError, UnknownPuzzle, short
from perfect_play.puzzles.gamescrafters.adapting import Adapter
from perfect_play.puzzles.laws.basic_laws import metadata
from perfect_play.puzzles.laws.dependencies import unstable_option
from perfect_play.puzzles.laws.sample import LawBroken, Sample
from perfect_play.puzzles.mixins import shares_table, table_id
from perfect_play.puzzles.sources import is_newer_syntax
from perfect_play.puzzles.view import Board
from perfect_play.puzzles.watch import DoesNotReturn, interruptions, step, watched

ROOT = Path(__file__).absolute().parents[1]
OMIT = "Correct it, or put '_' in front of the file's name to leave it out."
REMEDY = "Correct it, or take it away."
LOGGER = logging.getLogger(__name__)
LONGEST = 100  # characters of the name of a file


class BrokenPlugin(Exception):
    """A plug-in cannot be used; the message names the file, says why, and what to do."""


class UnusedPlugIn(NamedTuple):
    """A plug-in from outside that is not used. name: its file or entry point. reason: the reason and a remedy."""

    name: str
    reason: str


class PlugIns(NamedTuple):
    """Plug-ins by id, plug-ins by id or alias, and those from outside that are not used."""

    ids: dict[str, type[Rules]]
    names: dict[str, type[Rules]]
    left_out: list[UnusedPlugIn]


def rules_in(module: object) -> Iterator[type[Rules]]:
    """The concrete plug-in classes that `module` itself defines."""
    return (cls for cls in _classes_in(module) if not inspect.isabstract(cls) and "id" in vars(cls))


def _classes_in(module: object) -> Iterator[type[Rules]]:
    for _, cls in inspect.getmembers(module, inspect.isclass):
        if cls.__module__ == getattr(module, "__name__", None) and issubclass(cls, Rules):
            yield cls


_IN_THE_LOG: set[UnusedPlugIn] = set()
"""Those of which the log says so already."""


@cache
def _by_name() -> PlugIns:
    classes: list[type[Rules]] = []
    for package in (one_player, two_player):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            if info.ispkg or info.name.rpartition(".")[2].startswith("_"):
                continue
            classes += _plugins_in(_imported(info.name))
    classes += map(outside.script_at, sorted(scripts().glob("*.txt")))
    _index(classes)
    left_out: list[UnusedPlugIn] = []
    for offer in outside.offers():
        try:
            offered = _plugins_offered(offer)
            for cls in offered:
                ending = "gamesman" if issubclass(cls, Adapter) else "script" if cls.file.endswith(".txt") else ""
                if ending and any(cls.id in (other.id, *other.aliases) for other in classes):
                    cls.id = f"{cls.id}-{ending}"  # its author knew nothing of ours
            _index([*classes, *offered])
        except BrokenPlugin as error:
            left_out.append(UnusedPlugIn(offer.name, str(error).removeprefix(offer.name).lstrip(": ")))
            if left_out[-1] not in _IN_THE_LOG:
                _IN_THE_LOG.add(left_out[-1])
                LOGGER.warning("Left out %s: %s", *left_out[-1])
        else:
            classes += offered
    return PlugIns(*_index(classes), left_out)


def scripts() -> Path:
    """The folder of the project's own PuzzleScripts."""
    return Path(one_player.__path__[0]) / "scripts"


def _imported(name: str) -> ModuleType:
    """A module of the project. Raises BrokenPlugin."""
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise BrokenPlugin(_cannot_import(name, error)) from error


def _plugins_in(module: ModuleType) -> list[type[Rules]]:
    """The plug-ins of a module. Raises BrokenPlugin if there are none."""
    classes = list(rules_in(module))
    if not classes:
        lacking = [
            f" {cls.__name__} lacks {', '.join(sorted(cls.__abstractmethods__) or ['a name'])}."
            for cls in _classes_in(module)
        ]
        raise BrokenPlugin(
            f"{_file_of(module)} defines no puzzle or game with a name.{''.join(lacking)} "
            "Write a class with all that puzzles/_template.py has, or put '_' in front of the file's name."
        )
    return classes


def _cannot_import(name: str, error: BaseException) -> str:
    """A sentence on the file and the line that cannot be imported, why, and what to do."""
    spec = importlib.util.find_spec(name)
    file = spec.origin if spec is not None and spec.origin else name
    line = _line_of(file, error)
    at = f", line {line}," if line else ""
    return f"{_relative(file)}{at} cannot be imported: {type(error).__name__}: {error}. {OMIT}"


def _line_of(file: str, error: BaseException) -> int | None:
    """The line of a file that an error comes from, if it does."""
    if isinstance(error, SyntaxError):
        return error.lineno
    lines = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == file]
    return lines[-1] if lines else None


def _relative(file: str | None) -> str:
    """A file's path for people: relative if it is within the project."""
    path = Path(file or "?")
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def _file_of(module: ModuleType | None) -> str:
    return _relative(getattr(module, "__file__", None)) if module is not None else "?"


def _index(classes: Iterable[type[Rules]]) -> tuple[dict[str, type[Rules]], dict[str, type[Rules]]]:
    """(by id, sorted by name; by id or alias). Raises BrokenPlugin for the later of two that share one."""
    ids: dict[str, type[Rules]] = {}
    names: dict[str, type[Rules]] = {}
    for cls in classes:
        ids[cls.id] = cls
        for name in (cls.id, *cls.aliases):
            if name in RESERVED:
                raise BrokenPlugin(
                    f"{path_of(cls)}: {name!r} is a reserved word of the service's URLs. Give it another id or alias."
                )
            if name in names:
                raise BrokenPlugin(
                    f"{path_of(cls)}: {name!r} is already taken by {path_of(names[name])}. Give it another."
                )
            names[name] = cls
    return dict(sorted(ids.items(), key=lambda item: item[1].name)), names


def path_of(cls: type[Rules]) -> str:
    """The file of a plug-in."""
    return _relative(cls.file) if cls.file else _file_of(sys.modules.get(cls.__module__))


# --- outside ----------------------------------------------------------------------------------


def load_file(path: Path) -> type[Rules]:
    """The one plug-in in a file of a folder outside the repository, for its tests. Raises BrokenPlugin."""
    path = path.resolve()
    classes = _plugins_offered(outside.Offer(str(path), lambda: outside.module_at(path)))
    if len(classes) != 1:
        raise BrokenPlugin(f"{path} defines {len(classes)} plug-ins; expected one.")
    return classes[0]


def _plugins_offered(offer: outside.Offer) -> list[type[Rules]]:
    """The plug-ins that something offers, each tried once. Raises BrokenPlugin, whatever goes wrong in its code."""
    try:
        with interruptions() as interrupted:
            offered: Any = offer.find()
    except DoesNotReturn as error:
        raise BrokenPlugin(f"{error} {REMEDY}") from error
    except BaseException as error:
        if interrupted:
            raise
        if isinstance(error, outside.BadFolder | RulesError):
            raise BrokenPlugin(str(error)) from error
        line = _line_of(offer.name, error)
        at = f"line {line}: " if line else ""
        if is_newer_syntax(error):
            raise BrokenPlugin(f"{at}it needs Python 3.12 or newer; this is {platform.python_version()}.") from error
        raise BrokenPlugin(f"{at}it cannot be imported: {type(error).__name__}: {error}. {REMEDY}") from error
    if isinstance(offered, ModuleType):
        classes = _plugins_in(offered)
    elif inspect.isclass(offered) and issubclass(offered, Rules) and not inspect.isabstract(offered):
        classes = [offered]
    else:
        raise BrokenPlugin(f"it is {offered!r}; expected a class derived from Puzzle or Game, or a module with such.")
    for cls in classes:
        try:
            with interruptions() as interrupted, watched(f"trying {cls.__name__}", cls):
                _try(cls)
        except DoesNotReturn as error:
            raise BrokenPlugin(f"{error} {REMEDY}") from error
        except LawBroken as error:
            raise BrokenPlugin(f"{cls.__name__}: {error}. {REMEDY}") from error
        except BaseException as error:
            if interrupted:
                raise
            sentence = f"{type(error).__name__}: {error}".rstrip(".")
            raise BrokenPlugin(f"{cls.__name__} does not work: {sentence}. {REMEDY}") from error
    return classes


def _try(cls: type[Rules]) -> None:
    """Create every variant and look at its start, as the service does with each before any request."""
    if not issubclass(cls, Puzzle | Game):
        raise LawBroken("it derives from neither Puzzle nor Game")
    inspect.getsource(sys.modules[cls.__module__])  # tables are tied to it
    for attribute in ("id", "name"):
        if not isinstance(getattr(cls, attribute, None), str):
            raise LawBroken(f"{attribute} is missing")
    variant_ids = [variant.id for variant in cls.variants] + ([cls.custom.example] if cls.custom is not None else [])
    if not variant_ids:
        raise LawBroken("there is no variant")
    for variant_id in variant_ids:
        step()
        rules = cls(cls.find_variant(variant_id))
        if unstable := unstable_option(rules.variant.options):
            raise LawBroken(f"{variant_id}: {unstable}")
        metadata(rules, Sample((rules.start(),)))
        text = rules.format(rules.start())
        if rules.format(rules.parse(text)) != text:
            raise LawBroken(f"its start {text!r} is not read as it is written")
        rules.primitive(rules.start())
        list(rules.moves(rules.start()))
        if not isinstance(rules.board(rules.start()), Board):
            raise LawBroken("its board is no Board of puzzles/view.py")
        if rules.turn(rules.start()) not in (1, 2):
            raise LawBroken("the player to move is neither 1 nor 2")


def add_file(path: Path) -> type[Rules]:
    """The one plug-in of a file outside the repository, from now on one of all; not if it raises BrokenPlugin."""
    path = path.resolve()
    with outside.added_to_setting(path):
        return _plugin_added(path)


def _plugin_added(path: Path) -> type[Rules]:
    for asked in (_by_name, _by_players):
        asked.cache_clear()
    for unused in left_out():
        if unused.name == str(path):
            raise BrokenPlugin(f"{path}: {unused.reason}")
    classes = [cls for cls in all_rules() if path_of(cls) == _relative(str(path))]
    if len(classes) != 1:
        raise BrokenPlugin(f"{path} defines {len(classes)} plug-ins; expected one.")
    return classes[0]


def left_out() -> list[UnusedPlugIn]:
    """The plug-ins from outside that are not used, and why."""
    return list(_by_name().left_out)


# --- asking -----------------------------------------------------------------------------------


def all_rules() -> list[type[Rules]]:
    """Every plug-in, by name."""
    return list(_by_name().ids.values())


def all_puzzles() -> list[type[Puzzle]]:
    """Every one-player plug-in, by name."""
    return list(_by_players()[0])


def all_games() -> list[type[Game]]:
    """Every two-player plug-in, by name."""
    return list(_by_players()[1])


@cache
def _by_players() -> tuple[list[type[Puzzle]], list[type[Game]]]:
    classes = all_rules()
    return [cls for cls in classes if issubclass(cls, Puzzle)], [cls for cls in classes if issubclass(cls, Game)]


def find(name: str) -> type[Rules]:
    """The plug-in of this id or alias. Raises UnknownPuzzle with suggestions."""
    if name.startswith("script-") and (visitors := _script_of_a_visitor(name)) is not None:
        return visitors
    if (cls := _in_file_of_its_name(name)) is not None:
        return cls
    names = _by_name().names
    if name not in names:
        error = UnknownPuzzle(name, names)
        for cls in all_rules():
            if name.casefold() in map(str.casefold, cls.also_called):
                error.args = (f"No puzzle or game has the id {short(name)}. Did you mean {cls.id!r} ({cls.name})?",)
        raise error
    return names[name]


def is_fleeting(rules: Rules) -> bool:
    """Whether a visitor has brought the rules, so that nothing large is kept of them."""
    return getattr(rules, "fleeting", False) is True


def _script_of_a_visitor(name: str) -> type[Rules] | None:
    """The PuzzleScript with this digest; None if this is no digest. Raises UnknownPuzzle if it is not stored."""
    from perfect_play.puzzles.puzzlescript import uploaded  # most processes need none

    return uploaded.script_named(name) if uploaded.is_name(name) else None


def exists(name: str) -> bool:
    """Whether a plug-in has this id or alias."""
    return bool(name) and (_in_file_of_its_name(name) is not None or name in _by_name().names)


def _in_file_of_its_name(name: str) -> type[Rules] | None:
    """The project's plug-in of this id in a file of this name, while not all have been imported, which takes longer."""
    if _by_name.cache_info().currsize or not name.isidentifier() or name.startswith("_") or len(name) > LONGEST:
        return None
    for package in (one_player, two_player):
        if (Path(package.__path__[0]) / f"{name}.py").is_file():
            module = _imported(f"{package.__name__}.{name}")
            return next((cls for cls in rules_in(module) if cls.id == name), None)
    script = scripts() / f"{name}.txt"
    return outside.script_at(script) if script.is_file() else None


def load(name: str, variant_id: str) -> Rules:
    """The rules of one variant, listed or custom; the same object for the same names.

    Raises UnknownPuzzle, UnknownVariant or BadCustomVariant.
    """
    if name.startswith("script-"):
        find(name)  # so that it counts as used
    return _loaded(name, variant_id)


@lru_cache(maxsize=2048)
def _loaded(name: str, variant_id: str) -> Rules:
    cls = find(name)
    variant = cls.find_variant(variant_id.replace("\ufeff", ""))
    if variant.id != variant_id or name != cls.id:
        return load(cls.id, variant.id)
    return cls(variant)


def table_holder(rules: Rules) -> Rules:
    """The variant whose table holds the positions of these rules, usually itself."""
    return load(rules.id, table_id(rules)) if shares_table(rules) else rules


def listed() -> list[Rules]:
    """The rules of every listed variant of every plug-in."""
    return [load(cls.id, variant.id) for cls in all_rules() for variant in cls.variants]
