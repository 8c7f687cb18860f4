"""`python -m solvers best-move`: finds the best move of a position."""

import argparse
from typing import Any

from perfect_play.solvers.cli.chosen import add_parser, add_position, chosen_position, chosen_rules
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import MOST_AHEAD, AlphaBetaResult, BadLimit
from perfect_play.solvers.reports.best_move_report import Best, best_move, move_by_evaluation

LIMIT = 4  # moves ahead, unless --limit says otherwise
NODES = 10_000_000
SECONDS = 60.0
MAX_EXPLORED, EXPLORING = 500_000, 20.0  # positions and seconds of an exact search without a table


def add_command(commands: Any) -> None:
    help_ = "the best move of a position: by its table, an exact search, or else the game's evaluation"
    added = add_parser(commands, "best-move", run, help_)
    add_position(added)
    added.add_argument("--by", choices=["evaluation"], help="search by evaluation, even where more is known")
    added.add_argument(
        "--limit", type=int, default=LIMIT, help=f"moves to look ahead by evaluation, 1 to {MOST_AHEAD} ({LIMIT})"
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, and NoAnswer if nothing answers."""
    if not 1 <= arguments.limit <= MOST_AHEAD:
        raise BadLimit(f"--limit {arguments.limit}: expected a whole number from 1 to {MOST_AHEAD}.")
    rules = chosen_rules(arguments)
    position = chosen_position(rules, arguments)
    manager.explorer.nodes, manager.explorer.seconds = MAX_EXPLORED, EXPLORING
    find = move_by_evaluation if arguments.by else best_move
    best = find(manager, rules, position, arguments.limit, NODES, SECONDS)
    print(f"{rules.full_id}  {rules.format(position)}")
    print(_worth(best) if best.move is None else f"best move {rules.format_move(position, best.move)}, {_worth(best)}")
    if best.search_result is not None:
        print(_search_depth(best.search_result, arguments.limit))
    return 0


def _worth(best: Best) -> str:
    """The value of the position, and what answered."""
    if best.value is None:
        assert best.search_result is not None
        return f"not exact: evaluation {best.search_result.value}"
    moves = "" if best.remoteness is None else f" in {best.remoteness} move{'' if best.remoteness == 1 else 's'}"
    return f"{best.value}{moves} (answered by: {best.method})"


def _search_depth(search: AlphaBetaResult, limit: int) -> str:
    """How far the search by evaluation looked ahead."""
    depth = f"{search.limit} move{'s' if search.limit > 1 else ''} ahead"
    short_of = "" if search.limit == limit else f" instead of {limit}, for want of time"
    to_the_end = ", to the end of the game" if search.complete else ""
    return f"{search.leaves:,} leaves, {search.nodes:,} positions, {depth}{short_of}{to_the_end}"
