"""`python -m solvers patterns`: builds the pattern databases of sliding tiles or of Rubik's Cube, or checks them."""

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.puzzles.twisty.cubes import CubePuzzle
from perfect_play.solvers.cli.chosen import BadArguments, add_parser, require_compiler
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.memory import in_bytes
from perfect_play.solvers.native.worker_process import run_worker
from perfect_play.solvers.pattern_databases.pattern_file import LARGEST, MOST_CELLS, PatternFile, build_command, path_of
from perfect_play.solvers.tables.reader import TableError

TELL_SECONDS = 5.0
BUILDER = "perfect_play.solvers.pattern_databases.pattern_process"


def add_command(commands: Any) -> None:
    help_ = "build the pattern databases of sliding tiles or of Rubik's Cube, for searches"
    added = add_parser(commands, "patterns", run, help_)
    added.add_argument("id", help="a puzzle of sliding tiles or a cube, by id or alias")
    added.add_argument("variant", help="a variant that has no table, such as 4, or 3x3x3 of the cube")
    largest = f"the most tiles of a pattern, 2 to {LARGEST} (by the board's size); fewer take less memory and tell less"
    added.add_argument("--largest", type=int, choices=range(2, LARGEST + 1), metavar="TILES", help=largest)
    added.add_argument("--force", action="store_true", help="build them again, though they are there")
    added.add_argument("--check", action="store_true", help="compare every checksum, and build nothing")


def _is_cube(rules: Rules) -> bool:
    return isinstance(rules, CubePuzzle) and rules.on_request


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError."""
    rules = registry.load(arguments.id, arguments.variant)
    if not isinstance(rules, SlidingPuzzle) and not _is_cube(rules):
        raise BadArguments(f"{rules.full_id} has no pattern databases; they are for: npuzzle, rubikscube3")
    if build_command(rules) is None:
        raise BadArguments(
            f"{rules.full_id} is too large: pattern databases are for boards of at most {MOST_CELLS} cells"
        )
    if _is_cube(rules) and arguments.largest:
        raise BadArguments(f"{rules.full_id} has no tiles: leave out --largest {arguments.largest}")
    path = path_of(manager.store.directory, rules)
    try:
        file: PatternFile | None = PatternFile(path, rules)
    except TableError as error:
        if arguments.check:
            raise
        print(error) if path.exists() else None
        file = None
    if file is not None and (arguments.check or not arguments.force):
        if arguments.check:
            file.check_all()
        print(
            f"{rules.full_id}: {_in_words(file)}" + (", sound" if arguments.check else ". To build them again: --force")
        )
        return 0
    require_compiler("Pattern databases")
    return _build(manager, rules, arguments.largest)


def _build(manager: PuzzleManager, rules: Rules, largest: int | None) -> int:
    expected, told_at = 0, time.monotonic()

    def on_report(news: dict[str, Any]) -> None:
        nonlocal expected, told_at
        expected = news.get("expected", expected)
        if "memory" in news:
            needs = f"{in_bytes(news['memory'])} of memory, {in_bytes(news['disk'])} of disk"
            print(f"{rules.full_id}: {expected:,} places of patterns, needs about {needs}", flush=True)
        if "positions" in news and time.monotonic() - told_at > TELL_SECONDS:
            told_at = time.monotonic()
            print(f"{rules.full_id}: {100 * news['positions'] // expected} %", flush=True)

    options = [str(largest)] if largest else []
    data_dir = str(manager.data_dir.resolve())
    report = run_worker(BUILDER, data_dir, rules.id, rules.variant.id, *options, on_report=on_report)
    if not report.get("done"):
        reason = report.get("error") or f"their process ended with code {report['code']}"
        print(
            f"The pattern databases of {rules.full_id} were not built: {reason}. Nothing was changed.", file=sys.stderr
        )
        return 1
    file = PatternFile(path_of(manager.store.directory, rules), rules)
    print(f"{rules.full_id}: {_in_words(file)}, in {report['seconds']:.0f} s")
    return 0


def _in_words(file: PatternFile) -> str:
    """What a file contains."""
    if _is_cube(file.rules):
        turns = " and ".join(str(len(pattern.slides) - 1) for pattern in file.patterns)
        return f"tables of distances up to {turns} turns; {in_bytes(len(file.data))}"
    parts = [
        f"tiles {_tile_names(pattern.tiles)} take up to {len(pattern.slides) - 1} slides" for pattern in file.patterns
    ]
    return f"{', '.join(parts)}; {in_bytes(len(file.data))}"


def _tile_names(tiles: Sequence[int]) -> str:
    """Some tiles, such as `1 to 8` or `3, 6, 7`."""
    first, last = tiles[0], tiles[-1]
    return f"{first} to {last}" if len(tiles) == last - first + 1 else ", ".join(map(str, tiles))
