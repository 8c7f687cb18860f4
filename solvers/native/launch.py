"""Starts a native solve in a process of its own and relays its progress. Does not import the compiler."""

import importlib.util
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from perfect_play.puzzles.base import Kernel, Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.solvers.bound import UNDECLARED, Bound, TooLarge
from perfect_play.solvers.native.compile_client import CompileServer
from perfect_play.solvers.retrograde import Limits, Progress, Solution, solve, solve_from
from perfect_play.solvers.tables.audit import FalseDeclaration, audit, require_lawful, results_of
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import Meta, layout_of

Solver = Callable[[Rules, Progress, Bound], Solution]


Engine = Literal["dense", "modulo3", "blocks", "backward", "forward", "tiers"]
MIN_POSITIONS = 40_000  # the reference solver finishes fewer before a kernel is compiled
MIN_BOARD_POSITIONS = 4_000  # the same for board games, whose rules it runs more slowly
MIN_LISTED_POSITIONS = 200_000  # the same for kernels that make lists, which compile slowly, from rules that run fast
SCRIPT_POSITIONS = 2_000  # the same for levels of PuzzleScripts, whose one kernel compiles for half a minute
EDGES = 8  # within a tier, from each position, roughly
EDGE_BYTES = 4
PLACE_BYTES = 64  # of memory for each position in the forward engine, with some eight moves
TIERS_IN_MEMORY = 1 << 24  # up to this many ranks, the tier engine keeps nothing on disk
LEVELS = 1024  # remotenesses that the engine `blocks` can count
COMPILER_BYTES = 200 << 20  # memory the process takes regardless of the variant


class NativeSolveFailed(Exception):
    """A native solve ended without a table; the message says why."""


class NativeSolveKilled(NativeSolveFailed):
    """The process of a native solve was killed from outside."""


@cache
def compiler_installed() -> bool:
    """Whether Numba is installed, determined without importing it."""
    return importlib.util.find_spec("numba") is not None


@dataclass(frozen=True)
class Plan:
    """How to solve a variant natively: the engine, its kernel if it needs one, and bytes of memory and disk."""

    engine: Engine
    kernel: Kernel | None
    memory: int
    disk: int


def plan_of(rules: Rules) -> Plan | None:
    """How a variant would be solved natively; None if it has no kernel that fits an engine."""
    if isinstance(rules, BoardGame) and rules.dense:
        largest = max(tier.end - tier.first for tier in rules.arrangements.tiers)
        ranks = rules.arrangements.size
        if ranks > TIERS_IN_MEMORY:
            led_to = 2 * max(stretch.size for stretch in rules.arrangements.stretches)  # by one material, roughly
            others, disk = 2 * min(led_to, ranks - largest), ranks // 3
        else:
            others, disk = 3 * ranks, 2 * ranks + ranks // 2
        return Plan("tiers", None, COMPILER_BYTES + others + tier_bytes(rules) * largest, disk)
    kernel = rules.kernel()
    size = rules.size
    if kernel is None or size is None:
        return None
    positions = rules.variant.positions or min(size, UNDECLARED)
    backward = isinstance(rules, Puzzle) and rules.backward
    reversible = isinstance(rules, Puzzle) and rules.reversible and kernel.parents is None
    if backward and (kernel.parents is not None or reversible):
        if not rules.dense:
            return Plan("backward", kernel, COMPILER_BYTES + 40 * positions, 10 * positions)
        if layout_of(rules) == "modulo3" and kernel.blocks is not None:
            length = kernel.blocks.length
            in_memory = size // length * (2 * len(kernel.blocks.doors) + 12 * LEVELS)
            return Plan("blocks", kernel, COMPILER_BYTES + in_memory + 16 * length, 2 * in_memory + size // 4)
        if layout_of(rules) == "modulo3":
            return Plan("modulo3", kernel, COMPILER_BYTES + size // 4, size)
        return Plan("dense", kernel, COMPILER_BYTES + size, 2 * size)
    if kernel.primitive is None:
        return None
    places = size if rules.dense else positions
    return Plan("forward", kernel, COMPILER_BYTES + PLACE_BYTES * places, 10 * positions)


def rank_bytes(rules: BoardGame) -> int:
    """Bytes of memory that the tier engine needs for each rank of a tier, besides codes and edges."""
    return 2 if rules.list_unmoves is not None else 10


def tier_bytes(rules: BoardGame) -> int:
    """About how many it needs for each rank of a tier, including codes and edges."""
    return 2 + rank_bytes(rules) + (EDGE_BYTES * EDGES if rules.list_unmoves is None else 0)


def goes_native(rules: Rules) -> bool:
    """Whether this variant is solved natively: it is large, has a fitting kernel, and Numba is installed."""
    return rules.variant.positions > _native_threshold(rules) and native_from(rules) is not None


def native_from(rules: Rules) -> int | None:
    """With more positions than this, a variant is solved natively; None if it has no fitting kernel, or no Numba."""
    plan = plan_of(rules) if compiler_installed() else None
    if plan is None:
        return None
    return MIN_LISTED_POSITIONS if plan.kernel and plan.kernel.makes_lists else _native_threshold(rules)


def _native_threshold(rules: Rules) -> int:
    return MIN_BOARD_POSITIONS if isinstance(rules, BoardGame) else MIN_POSITIONS


def solver_of(data_dir: Path, rules: Rules) -> Solver:
    """What solves a variant that no engine solves: the reference solver, and for levels of PuzzleScripts a search."""
    return partial(_solve_script, data_dir) if isinstance(rules, ScriptPuzzle) and compiler_installed() else solve


def _solve_script(data_dir: Path, rules: Rules, tell: Progress, bound: Bound) -> Solution:
    """Solve a level: by the reference solver if that is done before the compiler could begin."""
    with suppress(TooLarge):
        return solve_from(rules, rules.start(), Limits(SCRIPT_POSITIONS))
    from perfect_play.solvers.native.level_search import solve_script  # imports the compiler
    from perfect_play.solvers.native.search import compiling_for

    assert isinstance(rules, ScriptPuzzle)
    with compiling_for(data_dir):
        return solve_script(rules, tell)


def build_by_reference(store: Store, rules: Rules, progress: Progress, bound: Bound, solver: Solver = solve) -> Meta:
    """Build the table of a variant. solver: what solves it, by default the reference solver.

    Raises FalseDeclaration, NoMargins, as `bound` does, and as `Store.write`.
    """
    require_lawful(rules)
    begun = time.perf_counter()
    solution = solver(rules, progress, bound)
    seconds = time.perf_counter() - begun
    audit(rules, results_of(rules, solution))
    return store.write(rules, solution, seconds)


def solve_native(
    data_dir: Path,
    rules: Rules,
    on_positions: Callable[[int], None],
    on_stage: Callable[[str], None] = lambda stage: None,
    server: CompileServer | None = None,
    reference: bool = False,
) -> None:
    """Solve a variant natively and publish its table. Raises NativeSolveFailed, FalseDeclaration.

    on_positions: called with the number of positions solved so far. on_stage: called with the current stage of the
    work, in words. server: the compile server to use; by default one is started for this solve. reference: use the
    reference solver instead, also in a fork of the server.
    """

    def run(on_report: OnReport) -> dict[str, Any]:
        arguments = [str(data_dir.resolve()), rules.id, rules.variant.id, *(["reference"] if reference else [])]
        with nullcontext(server) if server else CompileServer() as running:
            return running.solve(*arguments, on_report=on_report)

    relay_progress(run, on_positions, on_stage)


OnReport = Callable[[dict[str, Any]], None]
"""Called with each report of a worker process, as it arrives."""


def relay_progress(
    run: Callable[[OnReport], dict[str, Any]], on_positions: Callable[[int], None], on_stage: Callable[[str], None]
) -> None:
    """Run a process that solves, and relay its reports. Raises NativeSolveFailed, FalseDeclaration.

    run: runs the process, passes on each report and returns all of them merged, with the exit `code`.
    """

    def on_report(report: dict[str, Any]) -> None:
        if "positions" in report:
            on_positions(report["positions"])
        if "stage" in report:
            on_stage(report["stage"])

    start = time.monotonic()
    reported = run(on_report)
    if reported.get("done"):
        return
    if "false_declaration" in reported:
        raise FalseDeclaration(reported["false_declaration"], reported["error"])
    if "error" in reported:
        raise NativeSolveFailed(reported["error"])
    if "stale" in reported:
        raise NativeSolveFailed("the files of its rules keep changing")
    level = f"; levels up to {reported['level']} are saved" if "level" in reported else ""
    if reported["code"] >= 0:
        raise NativeSolveFailed(f"its process ended with exit code {reported['code']}{level}")
    raise NativeSolveKilled(
        f"its process was killed after {time.monotonic() - start:.0f} s by signal {-reported['code']}, "
        f"as happens when memory runs out (the solver itself has no time limit){level}"
    )
