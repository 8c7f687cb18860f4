"""`python -m solvers path`: the fewest moves that solve a position of a puzzle, by search, without a table."""

from __future__ import annotations

import argparse
import random
from itertools import islice
from typing import Any

from puzzles import registry
from puzzles.base import Position, Puzzle, RulesError
from solvers.manager import PuzzleManager
from solvers.paths.choose import SEARCHES, by_order
from solvers.paths.space import Budget, Line

NODES = 2_000_000  # unless --nodes says otherwise
SECONDS = 60.0
MOST_SHOWN = 100  # lines of --all


class NotAPuzzle(RulesError):
    """A game for two players was to be searched as a puzzle; the message says what to do instead."""


class TwoPositions(RulesError):
    """A position was given, and asked for at random."""


def add_command(commands: Any) -> None:
    """Add the command to those of `python -m solvers`."""
    help_ = "search the fewest moves that solve a position of a puzzle, without a table"
    added = commands.add_parser("path", help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    added.add_argument("id", help="a puzzle, by id or alias")
    added.add_argument("variant", nargs="?", help="one variant of it (default: the first)")
    added.add_argument("position", nargs="?", help="its text (default: the start)")
    how = added.add_mutually_exclusive_group()
    how.add_argument("--by", choices=SEARCHES, help="which search (default: the one that fits the puzzle)")
    how.add_argument("--order", help="A* with another of the puzzle's orders, by name")
    how.add_argument("--all", action="store_true", help=f"all solutions of as many moves, {MOST_SHOWN} at most")
    added.add_argument("--remoteness", type=int, metavar="N", help="instead of a position, one at random N moves away")
    added.add_argument("--seed", help="a text: the same one brings the same position")
    added.add_argument("--nodes", type=int, default=NODES, help=f"positions it may generate ({NODES:,})")
    added.add_argument("--seconds", type=float, default=SECONDS, help=f"how long it may take ({SECONDS:g})")
    added.set_defaults(run=run)


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """The command. Raises RulesError and Unfinished, and NotReady or NothingToDraw where none can be drawn."""
    cls = registry.find(arguments.id)
    if not issubclass(cls, Puzzle):
        raise NotAPuzzle(f"{cls.id} is a game for two players; paths are searched in puzzles. To ask of it: probe")
    rules = registry.load(cls.id, arguments.variant or cls.variants[0].id)
    assert isinstance(rules, Puzzle)
    position = _position(manager, rules, arguments)
    budget = Budget(arguments.nodes, arguments.seconds)
    print(f"{rules.full_id}  {rules.format(position)}")
    lines = None
    if arguments.all:
        found, lines = manager.searches.every_shortest(rules, position, budget)
    elif arguments.order is not None:
        found = by_order(rules, position, arguments.order, budget)
    else:
        found = SEARCHES.get(arguments.by, manager.searches.shortest)(rules, position, budget)
    if found.line is None:
        print(f"It cannot be solved. {found.why}")
    else:
        print(f"{len(found.line)} move{'' if len(found.line) == 1 else 's'}")
        for line in [found.line] if lines is None else islice(lines, MOST_SHOWN):
            print("   ", _names(rules, position, line))
        if lines is not None and next(lines, None) is not None:
            print(f"and more: the first {MOST_SHOWN} are shown")
    print(f"by {found.how}: {found.expanded:,} positions expanded, {found.generated:,} generated")
    return 0


def _position(manager: PuzzleManager, rules: Puzzle, arguments: argparse.Namespace) -> Position:
    """The position that is asked for. Raises MalformedPosition, IllegalPosition, NotReady, NothingToDraw."""
    if arguments.remoteness is None:
        return rules.start() if arguments.position is None else rules.parse(arguments.position)
    if arguments.position is not None:
        raise TwoPositions("A position and --remoteness: expected one of the two, not both.")
    moves = arguments.remoteness
    return manager.random_position(rules, random.Random(arguments.seed), range(moves, moves + 1))


def _names(rules: Puzzle, position: Position, line: Line) -> str:
    """The names of the moves of a line."""
    names = []
    for move in line:
        names.append(rules.format_move(position, move))
        position = rules.do_move(position, move)
    return ", ".join(names) or "none: it is solved"
