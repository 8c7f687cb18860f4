"""`python -m solvers build`: checks and completes the start-up tables; the service runs it in the background."""

import argparse
import os
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from perfect_play.solvers.builder import RulesReplaced, build_missing
from perfect_play.solvers.building.reporter import reporter
from perfect_play.solvers.cli.chosen import TABLES_KEPT, add_parser, failing_as
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import LOCK_FD


def add_command(commands: Any) -> None:
    help_ = "check and complete the start-up tables, as the service does in the background"
    added = add_parser(commands, "build", run, help_, stopped=TABLES_KEPT)
    added.add_argument("--while-pid", type=int, help="end when this process is gone")
    for option, about in (("--suspect", "check this one's checksums"), ("--request", "solve this one first")):
        added.add_argument(option, action="append", default=[], metavar="ID/VARIANT", help=about)
    added.add_argument("--fresh", action="store_true", help="try again what failed before")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    suspects = frozenset(arguments.suspect)
    try:
        with failing_as(f"{manager.store.directory} cannot be written"), reporter() as report:
            failed = build_missing(manager, report, arguments.while_pid, suspects, arguments.fresh, arguments.request)
    except RulesReplaced as replaced:
        _start_anew(replaced.requests)
    if failed is None:
        print("Another process is building these tables.")
    return 1 if failed else 0


def _start_anew(requests: Iterable[str]) -> NoReturn:
    """Become a new process, which imports the rules as they are now, with these requests."""
    print("Files of the rules have changed: starting anew.", flush=True)
    os.environ.pop(LOCK_FD, None)
    command = [sys.executable, "-m", "perfect_play.solvers", *sys.argv[1:], *(f"--request={name}" for name in requests)]
    os.execv(sys.executable, command)  # noqa: S606 (no text from outside: names of variants, not for a shell)
