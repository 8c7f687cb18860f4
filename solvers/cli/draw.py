"""`python -m solvers picture`: draws a position as SVG, with its moves in the colors of their values."""

import argparse
from typing import Any

from perfect_play.solvers.cli.chosen import (
    add_parser,
    add_position,
    chosen_position,
    chosen_rules,
    output,
    write_output,
)
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.reports.position_drawing import draw_svg


def add_command(commands: Any) -> None:
    added = add_parser(commands, "picture", run, "draw a position as SVG")
    add_position(added)
    added.add_argument("--moves", action="store_true", help="draw its moves too, in the colors of their values")
    added.add_argument("--output", type=output, metavar="FILE", help="write it to this file (default: to the screen)")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NotReady and NotCovered."""
    rules = chosen_rules(arguments)
    position = chosen_position(rules, arguments)
    report = position_report(manager, rules, position) if arguments.moves else None
    write_output(arguments.output, draw_svg(rules, position, report))
    return 0
