"""Chooses the search that fits a puzzle best, and lists all searches by name."""

from collections.abc import Callable
from contextlib import suppress

from perfect_play.puzzles.base import Position, Puzzle, RulesError, short
from perfect_play.puzzles.mixins import Searchable, heuristic_of, orders_of
from perfect_play.solvers.pathfinding.best_first import a_star, bidirectional, breadth_first
from perfect_play.solvers.pathfinding.deepening import AllShortest, all_shortest, ida_star, iterative_deepening
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, CannotSearchBackward, SearchResult

SEARCHES: dict[str, Callable[[Puzzle, Position, Budget], SearchResult]] = {
    "breadth-first": breadth_first,
    "deepening": iterative_deepening,
    "a-star": a_star,
    "ida-star": ida_star,
    "bidirectional": bidirectional,
}
"""Every search, by its name on the command line."""


def never_solved(rules: Puzzle, position: Position) -> SearchResult | None:
    """The answer for a position that the rules recognize as unsolvable without a search; else None."""
    reason = rules.hopeless(position) if isinstance(rules, Searchable) else None
    if reason is None and rules.size is not None and rules.rank(position) is None:
        reason = "That can be seen without a search, by what no move changes."
    return None if reason is None else SearchResult(None, 0, 1, "the rules", reason)


def shortest(rules: Puzzle, position: Position, budget: Budget = UNLIMITED) -> SearchResult:
    """A shortest solution, or a proof that there is none, by the search that fits. Raises UnfinishedSearch.

    A* if the heuristic says something about the position, else bidirectional search if possible, else breadth-first.
    """
    if (hopeless := never_solved(rules, position)) is not None:
        return hopeless
    if heuristic_of(rules)(position) > 0:
        return a_star(rules, position, budget)
    with suppress(CannotSearchBackward):
        return bidirectional(rules, position, budget)
    return breadth_first(rules, position, budget)


class UnknownOrder(RulesError):
    """The puzzle has no order of this name."""


def by_order(rules: Puzzle, position: Position, name: str, budget: Budget = UNLIMITED) -> SearchResult:
    """As `shortest`, by A* with one of the puzzle's `orders`, by name. Raises UnknownOrder, UnfinishedSearch.

    Among equals, the position comes first for which the sum of all orders and the number of moves is least.
    """
    orders = orders_of(rules)
    if name not in orders:
        raise UnknownOrder(f"{rules.full_id} has no order {short(name)}. Its orders: {', '.join(orders) or 'none'}.")

    def preference(position: Position) -> tuple[int, int]:
        moves = sum(1 for _ in rules.moves(position))
        return orders[name](position), sum(order(position) for order in orders.values()) + moves

    return never_solved(rules, position) or a_star(rules, position, budget, preference)


def every_shortest(rules: Puzzle, position: Position, budget: Budget = UNLIMITED) -> AllShortest:
    """All shortest solutions, or a proof that there are none. Raises UnfinishedSearch."""
    hopeless = never_solved(rules, position)
    return all_shortest(rules, position, budget) if hopeless is None else AllShortest(hopeless, iter(()))
