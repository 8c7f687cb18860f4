"""`python -m solvers value`: the value of a position of a partizan game, and its thermograph."""

import argparse
from typing import Any

from perfect_play.solvers.budget import SECONDS, within
from perfect_play.solvers.cli.chosen import (
    add_parser,
    add_position,
    chosen_position,
    chosen_rules,
    output,
    seconds,
    write_output,
)
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.theory.partizan_values import OUTCOMES, value_report
from perfect_play.solvers.theory.thermographs import draw_thermograph

TOO_LONG = "too long to be written"


def add_command(commands: Any) -> None:
    added = add_parser(commands, "value", run, "tell the value of a position as a partizan game")
    add_position(added, "a game")
    added.add_argument("--thermograph", type=output, metavar="FILE", help="draw its thermograph as SVG into this file")
    added.add_argument("--seconds", type=seconds, default=SECONDS, help=f"the most time it may take ({SECONDS:.0f})")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NoValue, TooManySteps, SearchTooLong."""
    rules = chosen_rules(arguments)
    position = chosen_position(rules, arguments)
    with within(arguments.seconds):
        report = value_report(rules, position)
    graph = report.thermograph
    print(f"{rules.full_id}  {rules.format(position)}")
    print(f"value           {report.name or report.form or TOO_LONG}")
    print(f"canonical form  {report.form or TOO_LONG}")
    print(f"outcome         {report.outcome}: {OUTCOMES[report.outcome]}")
    print(f"mean            {graph.mean}")
    print(f"temperature     {graph.temperature}")
    if arguments.thermograph is None:
        return 0
    svg = draw_thermograph(graph, f"Thermograph of {rules.name} {rules.format(position)}")
    write_output(arguments.thermograph, svg)
    return 0
