"""Chooses what answers for a variant: a table, or a solver that needs none."""

import importlib
import inspect
import pkgutil
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.mixins import shares_table
from perfect_play.solvers import untabled
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.untabled.answerer import Answerer
from perfect_play.solvers.untabled.exploration import Explorer
from perfect_play.solvers.untabled.native_solver import NativeSolver
from perfect_play.solvers.untabled.result_memory import ResultMemory


@cache
def kinds() -> tuple[type[Answerer], ...]:
    """The solvers that need no table, each for one kind of rules: every class in this folder that names its `kind`."""
    names = [info.name for info in pkgutil.iter_modules(untabled.__path__, f"{untabled.__name__}.")]
    modules = [
        importlib.import_module(name) for name in names if name not in (__name__, f"{untabled.__name__}.compile")
    ]
    classes = [cls for module in modules for _, cls in inspect.getmembers(module, inspect.isclass)]
    return tuple(dict.fromkeys(cls for cls in classes if issubclass(cls, Answerer) and "kind" in vars(cls)))


def has_table(rules: Rules) -> bool:
    """Whether this variant is solved into a table of its own, because nothing answers instead."""
    return table_of(rules) is rules


@lru_cache(maxsize=1024)
def answerer_kind(rules: Rules) -> type[Answerer] | None:
    """The solver that can answer for this variant without a table; None if only a table can."""
    return next((kind for kind in kinds() if kind.answers(rules)), None)


@lru_cache(maxsize=1024)
def table_of(rules: Rules) -> Rules | None:
    """The rules whose table holds the positions of this variant, often its own; None if it needs no table."""
    if shares_table(rules):
        return registry.table_holder(rules)
    return None if any(kind.replaces_table(rules) for kind in kinds()) else rules


def make_answerers(
    data_dir: Path, explorer: Explorer, limiter: Limiter, memory: ResultMemory
) -> dict[type[Answerer], Answerer]:
    """One solver of each kind, by kind, over a data directory. memory: where searches keep their results."""
    answerers: dict[type[Answerer], Answerer] = {}
    for kind in kinds():
        if issubclass(kind, NativeSolver):
            answerer: Any = kind(data_dir)
            answerer.memory = memory
        else:
            answerer = kind()
        answerer.limiter, answerer.explorer = limiter, explorer
        answerers[kind] = answerer
    return answerers
