"""Compiles the search of one variant in a process of its own, with the arguments DATA_DIR ID VARIANT.

The compiler keeps one process busy for seconds and lets no other thread of it run meanwhile. What it makes is kept in
the directory of compiled kernels, from which the process that asked loads it.
"""

import sys
from contextlib import suppress
from pathlib import Path

from perfect_play.puzzles import registry
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.native.worker_process import end_with_parent
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.untabled.choice import answerer_kind, make_answerers
from perfect_play.solvers.untabled.exploration import Explorer
from perfect_play.solvers.untabled.native_solver import NativeSolver
from perfect_play.solvers.untabled.result_memory import ResultMemory


def main(data_dir: str, puzzle_id: str, variant_id: str) -> None:
    """Compile the search of a variant, unless something else answers for it."""
    end_with_parent()
    rules = registry.load(puzzle_id, variant_id)
    limiter = Limiter()
    explorer = Explorer(Store(Path(data_dir, "tables"), 0), limiter)
    solvers = make_answerers(Path(data_dir), explorer, limiter, ResultMemory())
    kind = answerer_kind(rules)
    solver = None if kind is None else solvers[kind]
    if isinstance(solver, NativeSolver):
        with suppress(OSError, ImportError):  # the process that asked runs into it itself
            solver.make(rules)


if __name__ == "__main__":
    main(*sys.argv[1:])
