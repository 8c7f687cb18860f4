"""Positions expanded by searches of the English peg board, compared with a published study.

A. Oukaour and F. Yang searched five boards and 110 random ones, for one peg in the center, by iterative deepening and
by A* with six heuristics; `THEIRS` are the expanded nodes they report, `None` where memory ran out. This is a
comparison, not a target: the order of moves matters more than anything else, the random boards differ, and the
searches here expand positions up to symmetry and prune those that are visibly unsolvable.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterable, Iterator

from benchmarks.figures import Figure
from benchmarks.workshop import Workshop
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Order, Position, Puzzle
from perfect_play.puzzles.one_player import _pegsolitaire_english as english_pegs
from perfect_play.solvers.pathfinding.best_first import a_star
from perfect_play.solvers.pathfinding.deepening import ida_star, iterative_deepening
from perfect_play.solvers.pathfinding.space import Budget, SearchResult, Unfinished
from perfect_play.solvers.tables.sampling import walked_back

RANDOM, SEED = 110, "110 boards"
FEWEST, MOST = 6, 27  # pegs of the random boards: five boards of each number
NODES, QUICK_NODES = 100_000, 5_000  # that a search generates before it is given up
NAMED = (*english_pegs.BOARDS, "english")
MEAN, MEDIAN = "mean", "median"
COLUMNS = (*NAMED, MEAN, MEDIAN)

THEIRS: dict[str, tuple[int | None, ...]] = {
    "iterative deepening": (50, None, 1_979_736, 6_417),
    "one": (16, 4_713_300, 4_275, 74),
    "two": (13, 103_402, 2_470, 98),
    "base": (13, 26_807, 4_948, 92),
    "manhattan": (19, 1_801_655, 2_848, 95),
    "alternative-1": (13, 170, 4_433, 128),
    "alternative-2": (19, 530_402, 4_133, 114),
}
OF = ("cross", "english", MEAN, MEDIAN)
"""The boards for which the study reports figures."""

Search = Callable[[Puzzle, Position, Budget], SearchResult]


def searches() -> dict[str, Search]:
    """Iterative deepening, depth-first search to the only possible depth, and A* and greedy search by heuristic."""
    found: dict[str, Search] = {"iterative deepening": iterative_deepening, "depth first": ida_star}
    for name in (name for name in THEIRS if name in english_pegs.ORDERS):
        found[name] = _ordered(_with_moves_made(english_pegs.ORDERS[name]))
        found[f"{name}, alone"] = _ordered(english_pegs.ORDERS[name])
    return found


def _ordered(order: Order) -> Search:
    return lambda rules, position, budget: a_star(rules, position, budget, order)


def _with_moves_made(heuristic: Order) -> Order:
    """The moves made plus the heuristic, with weight 1 as in the study; every move removes a peg."""
    return lambda position: heuristic(position) - int(position.bit_count())


def boards() -> list[Position]:
    """The random boards."""
    rules = registry.load("pegsolitaire", "english")
    assert isinstance(rules, Puzzle)
    rng = random.Random(SEED)
    return [walked_back(rules, rng, FEWEST - 1 + i % (MOST - FEWEST + 1)) for i in range(RANDOM)]


def measure_pegs(workshop: Workshop) -> Iterator[Figure]:
    """The positions that every search expands, on the named boards and on random ones."""
    budget = Budget(QUICK_NODES if workshop.quick else NODES)
    rules = registry.load("pegsolitaire", "english")
    assert isinstance(rules, Puzzle)
    starts = {name: registry.load("pegsolitaire", name).start() for name in NAMED}
    some = boards()[:: 10 if workshop.quick else 1]
    for name, search in searches().items():
        for board, position in starts.items():
            count, ended = _expanded(search, rules, position, budget)
            yield _figure(name, board, count, 0 if ended else 1)
        counts = [_expanded(search, rules, position, budget) for position in some]
        given_up = sum(not ended for _, ended in counts)
        expanded = [count for count, _ in counts]
        yield _figure(name, MEAN, statistics.mean(expanded), given_up, len(some))
        yield _figure(name, MEDIAN, statistics.median(expanded), given_up, len(some))


def _expanded(search: Search, rules: Puzzle, position: Position, budget: Budget) -> tuple[int, bool]:
    """The number of positions expanded, and whether a solution was found within the budget."""
    try:
        found = search(rules, position, budget)
    except Unfinished as stopped:
        return stopped.expanded, False
    assert found.line is not None
    assert len(found.line) == position.bit_count() - 1
    return found.expanded, True


def _figure(search: str, board: str, expanded: float, given_up: int, runs: int = 1) -> Figure:
    told = []
    if given_up:
        told.append("given up" if runs == 1 else f"{given_up} of {runs} given up")
    if (theirs := _theirs(search, board)) is not None:
        told.append(f"theirs {theirs}")
    return Figure("pegs", f"{board}, {search}", expanded, "expanded", runs, note=", ".join(told))


def _theirs(search: str, board: str) -> str | None:
    if search not in THEIRS or board not in OF:
        return None
    count = THEIRS[search][OF.index(board)]
    return "out of memory" if count is None else f"{count:,}"


def print_pegs(figures: Iterable[Figure]) -> None:
    """A table of searches by boards, the study's figures in parentheses; `>` marks searches that were given up.

    Prints nothing if nothing was measured.
    """
    by_name = {figure.what: figure for figure in figures if figure.group == "pegs"}
    if not by_name:
        return
    lines = [("search", *COLUMNS)]
    for search in searches():
        cells = []
        for board in COLUMNS:
            figure = by_name[f"{board}, {search}"]
            theirs = _theirs(search, board)
            sign = ">" if "given up" in figure.note and (board != MEDIAN or _half(figure)) else ""
            cells.append(f"{sign}{figure.value:,.0f}" + ("" if theirs is None else f" ({theirs})"))
        lines.append((search, *cells))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    runs = by_name[f"{MEAN}, {next(iter(searches()))}"].runs
    print(
        f"\nExpanded positions; mean and median are of {runs} random boards of {FEWEST} to {MOST} pegs, seed {SEED!r}; "
        "in brackets those of Oukaour and Yang, > given up"
    )
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _half(figure: Figure) -> bool:
    """Whether the median itself was given up."""
    return 2 * int(figure.note.split()[0]) >= figure.runs
