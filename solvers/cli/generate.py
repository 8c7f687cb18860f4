"""`python -m solvers generate`: makes new levels of a puzzle, solved, graded, and with nothing superfluous."""

from __future__ import annotations

import argparse
import random
import re
from itertools import islice
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.on_demand import NoNewLevels, OnDemandPuzzle
from perfect_play.solvers.cli.chosen import add_parser, count
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.untabled.new_levels import new_levels

COUNT, PIECES, SECONDS = 5, 10, 60.0
MOVES = range(5, 1000)


def add_command(commands: Any) -> None:
    """Add the command to those of `python -m solvers`."""
    added = add_parser(commands, "generate", run, "make new levels of a puzzle, with nothing superfluous on the board")
    added.add_argument("id", help="a puzzle with levels, by id or alias: rushhour")
    added.add_argument("--pieces", type=count, default=PIECES, help=f"at first on the board ({PIECES})")
    added.add_argument("--moves", type=_moves, default=MOVES, metavar="A..B", help="least and most moves (5..999)")
    added.add_argument("--unique", action="store_true", help="only levels with one shortest solution")
    added.add_argument("--count", type=count, default=COUNT, help=f"how many levels ({COUNT})")
    added.add_argument("--seed", help="a text: the same one brings the same levels")
    added.add_argument("--seconds", type=float, default=SECONDS, help=f"how long it may take ({SECONDS:g})")


def _moves(text: str) -> range:
    ends = re.fullmatch(r"([0-9]{1,3})\.\.([0-9]{1,3})", text, re.ASCII)
    if ends is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected the least and the most moves, as 20..30")
    return range(int(ends[1]), int(ends[2]) + 1)


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command; 1 if no level is found in time. Raises RulesError."""
    cls = registry.find(arguments.id)
    rules = registry.load(cls.id, cls.opening())
    if not isinstance(rules, OnDemandPuzzle):
        raise NoNewLevels(f"{rules.id} makes no new levels. Those that do: rushhour.")
    options = arguments.pieces, arguments.moves, arguments.unique, random.Random(arguments.seed), arguments.seconds
    levels = list(islice(new_levels(rules, *options), arguments.count))
    rows = [
        (rules.format(level.start), *map(str, level[1:4]), f"{level.branching:.1f}")
        for level in sorted(levels, key=lambda level: (level.moves, level.positions))
    ]
    print_rows([("start", "moves", "shortest", "positions", "choices"), *rows])
    return 0 if levels else 1
