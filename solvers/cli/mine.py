"""`python -m solvers mine`: finds positions that make good exercises, and prints them as a sheet."""

import argparse
import random
from itertools import islice
from typing import Any

from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.cli.chosen import add_parser, add_variant, chosen_rules, count, output, seconds, write_output
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.mining import KINDS, mine
from perfect_play.solvers.reports.sheet import sheet_html, solution_of, task_of

COUNT, LENGTH, SECONDS = 10, 3, 60.0


def add_command(commands: Any) -> None:
    help_ = "find positions that make good exercises: only moves, unique solutions, the hardest, traps, zugzwangs"
    added = add_parser(commands, "mine", run, help_)
    add_variant(added)
    group = added.add_mutually_exclusive_group()
    for kind in KINDS:
        group.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, default=KINDS[0])
    added.add_argument("--length", type=count, default=LENGTH, help=f"only moves in a row, or least moves ({LENGTH})")
    added.add_argument("--count", type=count, default=COUNT, help=f"how many positions ({COUNT})")
    added.add_argument("--seed", help="a text: the same one brings the same positions")
    added.add_argument("--seconds", type=seconds, default=SECONDS, help=f"how long it may take ({SECONDS:g})")
    added.add_argument("--sheet", type=output, metavar="FILE", help="write them as HTML to print, the solutions last")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command; 1 if none is found. Raises RulesError, NotReady, NothingToDraw."""
    rules = chosen_rules(arguments)
    rng = random.Random(arguments.seed)
    deadline = Deadline(arguments.seconds)
    every = mine(manager, rules, arguments.kind, arguments.length, rng, deadline)
    mined = list(islice(every, arguments.count))
    for number, item in enumerate(mined, start=1):
        print(f"{number}. {rules.format(item.position)}  {task_of(rules, item)}")
        print(f"   {solution_of(rules, item)}")
    late = " Time is up." if deadline.passed else ""
    print(f"{len(mined)} of {arguments.count} found.{late}")
    if arguments.sheet and mined:
        write_output(arguments.sheet, sheet_html(rules, mined))
    return 0 if mined else 1
