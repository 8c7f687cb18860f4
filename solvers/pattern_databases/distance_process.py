"""The process that builds tables of distances, with the arguments DATA_DIR ID VARIANT.

Reports progress as lines of JSON, and ends with its parent.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from numba.core.errors import NumbaError

from perfect_play.puzzles import registry
from perfect_play.solvers.native.worker_process import end_with_parent, report, reporting_errors
from perfect_play.solvers.pattern_databases.cube_numbering import CubeNumbering
from perfect_play.solvers.pattern_databases.distances import build
from perfect_play.solvers.pattern_databases.pattern_file import Pattern
from perfect_play.solvers.pattern_databases.pattern_process import Needs, build_and_publish

PLACES = 8_624_101_830
"""All cubes that are found: those up to 7 turns away without tetrads, and up to 11 with them."""


def needs() -> Needs:
    """The cubes to find, and the memory and disk that the tables take."""
    small, large = CubeNumbering(tetrads=False), CubeNumbering(tetrads=True)
    return Needs(PLACES, large.bytes + 2 * large.blocks, 2 * small.bytes + large.bytes)


def make() -> Iterator[tuple[Pattern, memoryview]]:
    """The tables, one after the other; reports how many cubes have been found."""
    return build(lambda count: report(positions=count))


def main() -> int:
    """Run the process; return the exit code: 0 if the tables are published, else 1, with an `error` reported."""
    data_dir, puzzle_id, variant_id = sys.argv[1:]
    end_with_parent()
    rules = registry.load(puzzle_id, variant_id)
    return reporting_errors(partial(build_and_publish, Path(data_dir), rules, needs(), make), (NumbaError,))


if __name__ == "__main__":
    sys.exit(main())
