"""`python -m solvers best-move`: the best move of a position by search, without a table."""

from __future__ import annotations

import argparse
from typing import Any

from puzzles import registry
from puzzles.base import Game
from solvers.manager import PuzzleManager
from solvers.search import MOST_AHEAD, NoEvaluation, deepening, evaluation_of

LIMIT = 4  # moves ahead, unless --limit says otherwise
NODES = 10_000_000
SECONDS = 60.0


def add_command(commands: Any) -> None:
    """Add the command to those of `python -m solvers`."""
    help_ = "search the best move of a position by the game's evaluation, looking so many moves ahead"
    added = commands.add_parser("best-move", help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
    added.add_argument("id", help="a game, by id or alias")
    added.add_argument("variant", nargs="?", help="one variant of it (default: the first)")
    added.add_argument("position", nargs="?", help="its text (default: the start)")
    added.add_argument(
        "--limit", type=int, default=LIMIT, help=f"how many moves to look ahead, 1 to {MOST_AHEAD} ({LIMIT})"
    )
    added.set_defaults(run=run)


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """The command. Raises RulesError."""
    cls = registry.find(arguments.id)
    if arguments.variant is None and not cls.variants:
        raise NoEvaluation(f"{cls.id} is played from the start you name, and has no evaluation to search with.")
    rules = registry.load(cls.id, arguments.variant or cls.variants[0].id)
    evaluation_of(rules)
    assert isinstance(rules, Game)
    position = rules.start() if arguments.position is None else rules.parse(arguments.position)
    found = deepening(rules, position, arguments.limit, NODES, SECONDS)
    print(f"{rules.full_id}  {rules.format(position)}")
    if found.move is None:
        print(f"The game is over, value {found.value}.")
        return 0
    ahead = f"{found.limit} move{'s' if found.limit > 1 else ''} ahead"
    short_of = "" if found.limit == arguments.limit else f" instead of {arguments.limit}, for want of time"
    to_the_end = ", to the end of the game" if found.whole else ""
    print(f"best move {rules.format_move(position, found.move)}, value {found.value}")
    print(f"{found.leaves:,} leaves, {found.nodes:,} positions, {ahead}{short_of}{to_the_end}")
    return 0
