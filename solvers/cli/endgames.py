"""`python -m solvers endgames`: builds the endgames of a sowing game that is answered by search, or checks them."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.sowing import SowingGame
from perfect_play.solvers.cli.chosen import CONTINUED, BadArguments, add_parser, failing_as, require_compiler
from perfect_play.solvers.machine import cores
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.memory import in_bytes, require_free
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.untabled.native_solver import compiling

if TYPE_CHECKING:
    from perfect_play.solvers.proving.endgame_file import SowingLoops

STONES, LARGEST = 20, 27
TELL_SECONDS = 5.0


def add_command(commands: Any) -> None:
    help_ = "build the endgames of a sowing game that is answered by search; interrupted, it goes on from there"
    added = add_parser(commands, "endgames", run, help_, stopped=CONTINUED)
    added.add_argument("id", help="a sowing game, by id or alias")
    added.add_argument("variant", help="a variant that has no table, such as 6x4; all of as many pits share them")
    added.add_argument(
        "--stones", type=int, choices=range(1, LARGEST + 1), default=STONES, metavar="STONES",
        help=f"the most stones in the pits, 1 to {LARGEST} ({STONES}): with 6 pits, 20 take 226 MB and 24 take 1.3 GB",
    )  # fmt: skip
    added.add_argument("--check", action="store_true", help="compare every checksum, and build nothing")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, TableMissing, BadFile."""
    rules = registry.load(arguments.id, arguments.variant)
    if not isinstance(rules, SowingGame) or rules.size is not None:
        raise BadArguments(
            f"{rules.full_id} is not answered by a search with endgames; they are for: kalah/6x3, kalah/6x4"
        )
    require_compiler("Endgames")
    from perfect_play.solvers.proving.endgame_file import SowingLoops, path_of, read_endgames

    with compiling(rules):
        sowing = SowingLoops(rules, manager.data_dir)
    path = path_of(manager.store.directory, rules)
    stones = -1
    gains: Any = ()
    try:
        stones, gains = read_endgames(path, sowing)
    except (TableMissing, BadFile) as error:
        if arguments.check:
            raise
        print(error) if path.exists() else None
    if arguments.check or stones >= arguments.stones:
        summary = f"{len(gains):,} boards of up to {stones} stones, {in_bytes(len(gains))}"
        print(f"{path.name}: {summary}{', sound' if arguments.check else ''}")
        return 0
    return _build(sowing, path, gains, arguments.stones)


def _build(sowing: SowingLoops, path: Path, gains: Any, stones: int) -> int:
    from perfect_play.solvers.proving.endgame_file import boards_up_to, build

    expected = boards_up_to(sowing.pits, stones)
    begun = told_at = time.monotonic()

    def tell(boards: int, current: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at > TELL_SECONDS:
            told_at = time.monotonic()
            print(f"{path.name}: {100 * boards // expected} %, boards of {current} stones", flush=True)

    path.parent.mkdir(parents=True, exist_ok=True)
    with failing_as(f"{path.name} was not built"):
        require_free(sowing.rules, expected, expected, path.parent)
        print(f"{path.name}: {expected:,} boards, needs about {in_bytes(expected)} of memory and of disk", flush=True)
        build(sowing, path, gains, stones, cores(), tell)
    print(f"{path.name}: {expected:,} boards of up to {stones} stones, in {time.monotonic() - begun:.0f} s")
    return 0
