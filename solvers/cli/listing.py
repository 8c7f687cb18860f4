"""`python -m solvers list`: puzzles and variants, what answers for them, and their state."""

import argparse
import sys
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.solvers.cli.chosen import add_parser, chosen_classes, chosen_variants, report_left_out
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.untabled.choice import has_table


def add_command(commands: Any) -> None:
    add_parser(commands, "list", run, "list puzzles and variants, what answers for them, and their state", "all")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    rows = [("id", "variant", "name", "answered by", "positions up to symmetry", "state")]
    for cls in chosen_classes(arguments):
        for rules in chosen_variants(argparse.Namespace(id=cls.id, variant=arguments.variant)):
            expected = f"{rules.variant.positions:,}" if has_table(rules) and rules.variant.positions else ""
            state = str(manager.status(rules).state)
            if state == "unavailable" and not manager.at_start(rules):
                state = "on demand" if manager.on_demand(rules) else "by `solve`"
            rows.append((cls.id, rules.variant.id, rules.variant.name, manager.solver_name(rules), expected, state))
        if cls.custom is not None and arguments.variant is None:
            example = registry.load(cls.id, cls.custom.example)
            answered = manager.solver_name(example)
            rows.append((cls.id, cls.custom.example, "and any other start", answered, "", "available"))
    print_rows(rows)
    if arguments.id is None:
        report_left_out(sys.stdout)
    return 0
