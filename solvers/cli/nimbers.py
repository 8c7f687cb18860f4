"""`python -m solvers nimbers`: computes the nimbers of a taking-and-breaking game, and proves them periodic."""

import argparse
import sys
from pathlib import Path
from typing import Any

from perfect_play.puzzles.octal_codes import Octal
from perfect_play.solvers.cli.chosen import add_parser, count
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.native.worker_process import run_worker
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.theory.lookup import known_periods, live_heaps, needed, open_table, publish_nimbers
from perfect_play.solvers.theory.period import Period, find_period
from perfect_play.solvers.theory.sparse_space import sparse_nimbers

HEAPS = 1_000_000  # unless the period is known, or --heaps says otherwise
MOST_HEAPS = 1_000_000_000
PLAIN_HEAPS = 200_000  # without a compiler: more would take too long


def add_command(commands: Any) -> None:
    help_ = "compute the nimbers of a taking-and-breaking game by its code, and prove their period"
    added = add_parser(commands, "nimbers", run, help_)
    added.add_argument("code", nargs="?", help="such as 0.77, which is Kayles (default: list the proved periods)")
    added.add_argument("--heaps", type=count, help=f"the most heaps to compute, at most {MOST_HEAPS:,} ({HEAPS:,})")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises BadCode."""
    if arguments.code is None:
        for code, code_period in known_periods().items():
            print(f"{code}: {_in_words(code_period)}")
        return 0
    octal = Octal.parse(arguments.code)
    known_period = known_periods().get(octal.code)
    limit = arguments.heaps or (needed(octal, known_period) if known_period else HEAPS)
    if limit > MOST_HEAPS:
        print(f"--heaps {limit}: expected 1 to {MOST_HEAPS:,}.", file=sys.stderr)
        return 2
    if octal.parts == 3:
        print(f"{octal.code} breaks heaps in three: only {live_heaps(octal)} are computed, when asked for.")
        return 1
    period: Period | None
    if octal.parts == 2 and compiler_installed():
        report = run_worker(
            "perfect_play.solvers.theory.nimber_process", str(manager.data_dir.resolve()), octal.code, str(limit)
        )
        if "error" in report or not report.get("done"):
            print(report.get("error", "The computation ended early."), file=sys.stderr)
            return 1
        period = Period(**report["period"]) if report["period"] else None
        heaps, speed = report["heaps"], f" in {report['seconds']:.2f} s ({report['rate']:,}/s)"
    else:
        heaps, period = _solve_in_python(manager.data_dir, octal, min(limit, PLAIN_HEAPS))
        speed = ""
    print(f"{octal.code}: {heaps:,} heaps{speed}, {_in_words(period) if period else 'no period is proved by these'}.")
    try:
        table, leftover = open_table(manager.data_dir, octal), ""
    except BadFile as error:
        table, leftover = None, f" {error.sentence} It can be deleted."
    nothing = f"Nothing needs to be kept: they are computed when asked for.{leftover}"
    print(f"Kept: {table.heaps:,} nimbers." if table else nothing)
    return 0


def _in_words(period: Period) -> str:
    return (
        f"pre-period {period.pre_period:,}, period {period.period:,}, {period.exceptions:,} exceptions, "
        f"largest nimber {period.largest}, proved by {period.checked:,} heaps"
    )


def _solve_in_python(data_dir: Path, octal: Octal, limit: int) -> tuple[int, Period | None]:
    """The same in plain Python, if there is no compiler or the heaps do not break."""
    count = min(limit, 4096)
    while True:
        values = memoryview(sparse_nimbers(octal, count))
        period = find_period(values, octal)
        if period or count >= limit:
            break
        count = min(limit, 4 * count)
    end = period.end if period else count
    if end > live_heaps(octal):
        publish_nimbers(data_dir, octal, values[:end], period)
    return count, period
