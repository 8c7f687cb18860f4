"""Chooses what answers for a variant: a table, or a solver that needs none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.mixins import shares_table
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.untabled.base import Answerer, NativeSolver
from perfect_play.solvers.untabled.closed_form import ClosedForms
from perfect_play.solvers.untabled.components import OnDemand
from perfect_play.solvers.untabled.cubes import SearchedCubes
from perfect_play.solvers.untabled.exploration import Explorer
from perfect_play.solvers.untabled.explored import ExploredGames
from perfect_play.solvers.untabled.kalah_search import KalahSearch
from perfect_play.solvers.untabled.linear import LinearAlgebra
from perfect_play.solvers.untabled.memory import ResultMemory
from perfect_play.solvers.untabled.position_search import PositionSearch
from perfect_play.solvers.untabled.proving_search import ProvingSearch
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from perfect_play.solvers.untabled.sliding_tiles import SearchedTiles

ANSWERERS: tuple[type[Answerer], ...] = (
    ClosedForms,
    LinearAlgebra,
    OnDemand,
    SearchedTiles,
    SearchedCubes,
    PositionSearch,
    ProvingSearch,
    KalahSearch,
    ExploredGames,
    SearchedBoards,
)
"""The solvers that need no table, each for one kind of rules."""


def has_table(rules: Rules) -> bool:
    """Whether this variant is solved into a table of its own, because nothing answers instead."""
    return table_of(rules) is rules


@lru_cache(maxsize=1024)
def answerer_kind(rules: Rules) -> type[Answerer] | None:
    """The solver that can answer for this variant without a table; None if only a table can."""
    return next((kind for kind in ANSWERERS if kind.answers(rules)), None)


@lru_cache(maxsize=1024)
def table_of(rules: Rules) -> Rules | None:
    """The rules whose table holds the positions of this variant, often its own; None if it needs no table."""
    if shares_table(rules):
        return registry.table_holder(rules)
    return None if any(kind.replaces_table(rules) for kind in ANSWERERS) else rules


def make_answerers(
    data_dir: Path, explorer: Explorer, limiter: Limiter, memory: ResultMemory
) -> dict[type[Answerer], Answerer]:
    """One solver of each kind, by kind, over a data directory. memory: where searches keep their results."""
    tiles, cubes, proving, kalah = (
        kind(data_dir) for kind in (SearchedTiles, SearchedCubes, ProvingSearch, KalahSearch)
    )
    games: tuple[Answerer, ...] = (proving, kalah, ExploredGames(explorer), SearchedBoards(data_dir, explorer))
    answerers: tuple[Answerer, ...] = (
        ClosedForms(),
        LinearAlgebra(),
        OnDemand(),
        tiles,
        cubes,
        PositionSearch(),
        *games,
    )
    for answerer in answerers:
        answerer.limiter = limiter
        if isinstance(answerer, NativeSolver):
            answerer.memory = memory
    return {type(answerer): answerer for answerer in answerers}
