"""`python -m solvers probe`: the value of a position and of its moves."""

import argparse
from typing import Any

from perfect_play.puzzles.base import Puzzle, Rules, Value
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.solvers.budget import SECONDS
from perfect_play.solvers.cli.chosen import add_parser, add_position, chosen_position, chosen_rules, seconds
from perfect_play.solvers.cli.play_text import worth_of
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.line_counts import MOST, count_lines
from perfect_play.solvers.reports.position import Facts, position_report
from perfect_play.solvers.untabled.closed_form_answers import MAX_POSITIONS


def add_command(commands: Any) -> None:
    added = add_parser(commands, "probe", run, "tell the value of a position and of its moves")
    add_position(added)
    added.add_argument("--count", action="store_true", help="count the shortest solutions, or the best lines of a game")
    added.add_argument(
        "--seconds", type=seconds, help=f"of a processor that a search may take where there is no table ({SECONDS:g})"
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    rules = chosen_rules(arguments)
    position = chosen_position(rules, arguments)
    if arguments.seconds is not None:
        manager.search_for(arguments.seconds)
    print(f"{rules.full_id}  {rules.format(position)}")
    board = rules.board(position)
    for row in range(board.rows):
        print("   ", " ".join(board.cells[row * board.cols : (row + 1) * board.cols]))
    report = position_report(manager, rules, position)
    nimber = "" if report.facts.nimber is None else f", nimber {report.facts.nimber}"
    lines = _line_count(manager, rules, report.facts) if arguments.count else ""
    print(f"{_in_words(rules, report.facts)}{nimber}{lines}")
    if not report.facts.ended:
        rows = [(move.name, rules.format(move.child.position), worth_of(rules, move)) for move in report.moves]
        print_rows([("move", "leads to", "worth"), *rows])
    return 0


def _line_count(manager: PuzzleManager, rules: Rules, facts: Facts) -> str:
    number = None if facts.ended else count_lines(manager, rules, facts.position)
    if not number:
        return ""
    kind = "shortest solution" if isinstance(rules, Puzzle) else "best line"
    return f", {'at least ' if number == MOST else ''}{number:,} {kind}{'' if number == 1 else 's'}"


def _in_words(rules: Rules, facts: Facts) -> str:
    if facts.remoteness is not None:
        points = f", by {abs(facts.margin)}" if facts.margin else ""
        return f"{facts.value} in {facts.remoteness}{points}"
    if isinstance(rules, ClosedFormGame):
        return f"{facts.value}, remoteness not known, as it takes over {MAX_POSITIONS:,} positions"
    return "lose, it cannot be solved" if facts.value is Value.LOSE else str(facts.value)
