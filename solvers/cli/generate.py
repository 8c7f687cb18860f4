"""`python -m solvers generate`: makes new levels of a puzzle, solved, graded, and with nothing superfluous."""

import argparse
import random
import re
import sys
from itertools import islice
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import short
from perfect_play.puzzles.levels import LevelMaker, LevelSizes
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle
from perfect_play.puzzles.puzzlescript.varied_levels import level_maker
from perfect_play.solvers.cli.chosen import BadArguments, add_parser, chosen_class, count, seconds
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.untabled.new_levels import new_levels

COUNT, SECONDS = 5, 60.0
MOVES = range(5, 1000)
SIZED = "lightsout, pegsolitaire and sokoban"
"""The puzzles that have boards of several sizes."""


def add_command(commands: Any) -> None:
    added = add_parser(commands, "generate", run, "make new levels of a puzzle, with nothing superfluous on the board")
    added.add_argument("id", help="a puzzle with levels, by id or alias: rushhour")
    added.add_argument("level", nargs="?", help="of a PuzzleScript: the level that is varied (1)")
    added.add_argument(
        "--place", metavar="NAMES", help="in it, besides players and what the conditions name: crate,door"
    )
    added.add_argument("--size", type=_size, metavar="RxC", help=f"rows and columns of the board, for {SIZED}")
    added.add_argument("--pieces", type=count, help="at first on the board")
    added.add_argument("--moves", type=_moves, default=MOVES, metavar="A..B", help="least and most moves (5..999)")
    added.add_argument("--unique", action="store_true", help="only levels with one shortest solution")
    added.add_argument("--count", type=count, default=COUNT, help=f"how many levels ({COUNT})")
    added.add_argument("--seed", help="a text: the same one brings the same levels")
    added.add_argument("--seconds", type=seconds, default=SECONDS, help=f"how long it may take ({SECONDS:g})")


def _moves(text: str) -> range:
    ends = re.fullmatch(r"([0-9]{1,3})\.\.([0-9]{1,3})", text, re.ASCII)
    if ends is None or not 1 <= int(ends[1]) <= int(ends[2]):
        raise argparse.ArgumentTypeError(f"{text!r}: expected the least moves, 1 or more, and the most, as 20..30")
    return range(int(ends[1]), int(ends[2]) + 1)


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", text, re.ASCII)
    if sides is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected rows and columns, as 7x8")
    return int(sides[1]), int(sides[2])


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command; 1 if no level is found in time. Raises UnknownPuzzle, BadArguments."""
    cls = chosen_class(arguments)
    if issubclass(cls, ScriptPuzzle):
        cls = level_maker(cls, arguments.level or "1", (arguments.place or "").replace(",", " ").split())
    elif arguments.level or arguments.place:
        given = short(arguments.level or arguments.place)
        raise BadArguments(f"{given}: {cls.id} is no PuzzleScript, of which a level is named, to be varied.")
    if not issubclass(cls, LevelMaker):
        makers = ", ".join(sorted(other.id for other in registry.all_rules() if issubclass(other, LevelMaker)))
        raise BadArguments(f"{cls.id} makes no new levels. Those that do: {makers}.")
    sizes = cls.level_sizes
    pieces = sizes.usual if arguments.pieces is None else arguments.pieces
    if pieces not in sizes.pieces:
        limits = " to ".join(dict.fromkeys((str(sizes.pieces[0]), str(sizes.pieces[-1]))))
        raise BadArguments(f"--pieces {pieces}: {cls.id} takes {limits} {sizes.kind} at first.")
    options = _checked_size(cls.id, sizes, arguments.size), pieces, arguments.moves, arguments.unique
    levels = list(islice(new_levels(cls, *options, random.Random(arguments.seed), arguments.seconds), arguments.count))
    levels.sort(key=lambda level: (level.moves, level.positions, level.text))
    drawn = issubclass(cls, ScriptPuzzle)
    rows = [
        (
            *map(str, level[1:5]),
            f"{level.choices:.1f}",
            str(level.detours),
            str(number) if drawn else f"{cls.id}/{level.text}",
        )
        for number, level in enumerate(levels, 1)
    ]
    print_rows([("moves", "shortest", "positions", "dead ends", "choices", "detours", "level"), *rows])
    for number, level in enumerate(levels if drawn else (), 1):
        print(f"\nmessage Level {number}\n\n{level.text}")
    if len(levels) < arguments.count:
        print(f"{len(levels)} of {arguments.count} found in {arguments.seconds:g} seconds.", file=sys.stderr)
    return 0 if levels else 1


def _checked_size(name: str, sizes: LevelSizes, size: tuple[int, int] | None) -> tuple[int, int]:
    if size is None or size == sizes.size:
        return sizes.size
    if not sizes.sides:
        usual = "{}x{}".format(*sizes.size) if any(sizes.size) else "as large as the level"
        raise BadArguments(f"--size {size[0]}x{size[1]}: boards of {name} are {usual}. It can be chosen for {SIZED}.")
    if not all(side in sizes.sides for side in size):
        raise BadArguments(
            f"--size {size[0]}x{size[1]}: expected {sizes.sides[0]} to {sizes.sides[-1]} rows and columns."
        )
    return size
