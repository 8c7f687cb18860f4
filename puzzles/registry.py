"""Finds every plug-in: a module in `puzzles/one_player` or `puzzles/two_player` is one.

There is no list to edit. A module whose name starts with `_` is left out.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import puzzles.one_player
import puzzles.two_player
from puzzles.base import RESERVED, Game, Puzzle, Rules, UnknownPuzzle


class BrokenPlugin(Exception):
    """A file in the plug-in folders cannot be used; the message names it and says why."""


def rules_in(module: object) -> Iterator[type[Rules]]:
    """The concrete plug-in classes that `module` itself defines."""
    for _, cls in inspect.getmembers(module, inspect.isclass):
        own = cls.__module__ == getattr(module, "__name__", None)
        if own and issubclass(cls, Rules) and not inspect.isabstract(cls) and "id" in vars(cls):
            yield cls


@cache
def _by_name() -> tuple[dict[str, type[Rules]], dict[str, type[Rules]]]:
    """(plug-ins by id, plug-ins by id or alias)."""
    found: list[type[Rules]] = []
    for package in (puzzles.one_player, puzzles.two_player):
        for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            if info.name.rpartition(".")[2].startswith("_"):
                continue
            try:
                module = importlib.import_module(info.name)
            except Exception as error:
                raise BrokenPlugin(f"{info.name} cannot be imported: {type(error).__name__}: {error}") from error
            classes = list(rules_in(module))
            if not classes:
                raise BrokenPlugin(f"{info.name} defines no puzzle or game with an id.")
            found += classes
    return _index(found)


def _index(found: Iterable[type[Rules]]) -> tuple[dict[str, type[Rules]], dict[str, type[Rules]]]:
    ids: dict[str, type[Rules]] = {}
    names: dict[str, type[Rules]] = {}
    for cls in sorted(found, key=lambda cls: cls.name):
        ids[cls.id] = cls
        for name in (cls.id, *cls.aliases):
            if name in RESERVED:
                raise BrokenPlugin(f"{cls.__module__}: {name!r} is a reserved word of the service's URLs.")
            if name in names:
                raise BrokenPlugin(f"{cls.__module__}: {name!r} is already taken by {names[name].__module__}.")
            names[name] = cls
    return ids, names


def all_rules() -> list[type[Rules]]:
    """Every plug-in, by name."""
    return list(_by_name()[0].values())


def all_puzzles() -> list[type[Puzzle]]:
    """Every one-player plug-in, by name."""
    return [cls for cls in all_rules() if issubclass(cls, Puzzle)]


def all_games() -> list[type[Game]]:
    """Every two-player plug-in, by name."""
    return [cls for cls in all_rules() if issubclass(cls, Game)]


def find(name: str) -> type[Rules]:
    """The plug-in of this id or alias. Raises UnknownPuzzle with suggestions."""
    names = _by_name()[1]
    if name not in names:
        raise UnknownPuzzle(name, names)
    return names[name]


@lru_cache(maxsize=512)
def load(name: str, variant_id: str) -> Rules:
    """The rules of one variant, listed or custom; the same object for the same names.

    Raises UnknownPuzzle, UnknownVariant or BadCustomVariant.
    """
    cls = find(name)
    variant = cls.find_variant(variant_id)
    if variant.id != variant_id or name != cls.id:
        return load(cls.id, variant.id)
    return cls(variant)


def listed() -> list[Rules]:
    """The rules of every listed variant of every plug-in."""
    return [load(cls.id, variant.id) for cls in all_rules() for variant in cls.variants]
