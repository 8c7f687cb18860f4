"""`python -m solvers path`: finds the fewest moves that solve a position of a puzzle, by its table or by search."""

import argparse
import random
from typing import Any

from perfect_play.puzzles.base import Position, Puzzle, Value
from perfect_play.solvers.cli.chosen import (
    BadArguments,
    add_parser,
    add_position,
    chosen_position,
    chosen_rules,
    count,
    seconds,
)
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.choose import SEARCHES, by_order
from perfect_play.solvers.pathfinding.space import Budget
from perfect_play.solvers.reports.best_lines import (
    BestLines,
    LineLimits,
    best_lines,
    cheapest_line,
    searched_lines,
    steps,
)

NODES = 2_000_000  # unless --nodes says otherwise
SECONDS = 60.0
MOST_SHOWN = 100  # most lines of --all


def add_command(commands: Any) -> None:
    help_ = "tell the fewest moves that solve a position of a puzzle, by its table or by search"
    added = add_parser(commands, "path", run, help_)
    add_position(added, "a puzzle")
    group = added.add_mutually_exclusive_group()
    group.add_argument("--by", choices=SEARCHES, help="search, even where there is a table, and by which search")
    group.add_argument("--order", help="A* with another of the puzzle's orders, by name")
    added.add_argument("--all", action="store_true", help=f"all solutions of as many moves, {MOST_SHOWN} at most")
    group.add_argument(
        "--cost", action="store_true", help="a line of the least cost instead, where moves differ in cost"
    )
    added.add_argument("--remoteness", type=int, metavar="N", help="instead of a position, one at random N moves away")
    added.add_argument("--seed", help="a text: the same one brings the same position")
    added.add_argument("--nodes", type=count, help=f"positions a search may generate ({NODES:,} where it keeps them)")
    added.add_argument("--seconds", type=seconds, default=SECONDS, help=f"how long it may take ({SECONDS:g})")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, UnfinishedSearch, NotReady, and NothingToDraw if no position can be drawn."""
    rules = chosen_rules(arguments)
    if not isinstance(rules, Puzzle):
        raise BadArguments(f"{rules.id} is a game for two players; paths are searched in puzzles. To ask of it: probe")
    position = _position(manager, rules, arguments)
    keeps = arguments.by or arguments.order is not None or arguments.cost or manager.lines(rules).remembers
    nodes = arguments.nodes or (NODES if keeps else None)
    limits = LineLimits(Budget(nodes, arguments.seconds))
    if arguments.cost and arguments.all:
        raise BadArguments("--cost and --all: expected one of the two, as only one line of least cost is found.")
    lines = MOST_SHOWN if arguments.all else None
    print(f"{rules.full_id}  {rules.format(position)}")
    if arguments.cost:
        answer = cheapest_line(manager, rules, position, limits)
    elif arguments.by:
        answer = searched_lines(rules, position, limits, SEARCHES[arguments.by], lines)
    elif arguments.order is not None:
        order = arguments.order
        answer = searched_lines(
            rules, position, limits, lambda rules, source, budget: by_order(rules, source, order, budget), lines
        )
    else:
        answer = best_lines(manager, rules, position, limits, lines)
    _show(rules, position, answer)
    return 0


def _position(manager: PuzzleManager, rules: Puzzle, arguments: argparse.Namespace) -> Position:
    """The requested position. Raises MalformedPosition, IllegalPosition, NotReady, NothingToDraw."""
    if arguments.remoteness is None:
        return chosen_position(rules, arguments)
    if arguments.position is not None:
        raise BadArguments("A position and --remoteness: expected one of the two, not both.")
    moves = arguments.remoteness
    return manager.random_position(rules, random.Random(arguments.seed), range(moves, moves + 1))


def _show(rules: Puzzle, position: Position, answer: BestLines) -> None:
    """Print what was found."""
    search = answer.search_result
    if answer.value is Value.LOSE:
        print(answer.message)
    else:
        line = (search and search.line) or answer.lines[0]
        moves = len(line) if search or answer.remoteness is None else answer.remoteness
        cost = "" if search is None or search.cost is None else f", cost {search.cost:.6g}"
        print(f"{moves} move{'' if moves == 1 else 's'}{cost}")
        for line in answer.lines:
            names = [rules.format_move(before, move) for before, move, _ in steps(rules, position, line)]
            print("   ", ", ".join(names) or "none: it is solved")
        if not answer.complete:
            print(answer.message)
    counts = f": {search.expanded:,} positions expanded, {search.generated:,} generated" if search else ""
    print(f"by {answer.method}{counts}")
