"""The search space of a puzzle, by classes of positions; the budget of a search, and its result."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, inf
from typing import Any, NoReturn

from perfect_play.puzzles.base import Move, Order, Position, Puzzle, RulesError, Value
from perfect_play.puzzles.mixins import Searchable, orders_of
from perfect_play.solvers.budget import Deadline, Meter, seconds_left
from perfect_play.solvers.errors import NoAnswer

Line = tuple[Move, ...]

CLOCK = 16  # positions expanded between looks at the clock


class CannotSearchBackward(RulesError):
    """The puzzle's moves cannot be reversed, or it has too many solutions to start from; the message says which."""


class UnfinishedSearch(NoAnswer):
    """The budget was spent before there was an answer.

    bound: it is proved that fewer moves than this, or moves that cost less, do not solve the position. expanded,
    generated: as in `SearchResult`.
    """

    def __init__(self, bound: float, expanded: int, generated: int, spent: str, by_cost: bool = False) -> None:
        lines = (
            f"moves that cost less than {floor(bound * 1e6) / 1e6}"
            if by_cost
            else f"fewer than {bound} move{'' if bound == 1 else 's'}"
        )
        super().__init__(
            f"The search ended without an answer, as it may not take {spent}; "
            f"it is proved that {lines} do not solve this position."
        )
        self.bound = bound
        self.expanded = expanded
        self.generated = generated

    @property
    def facts(self) -> dict[str, Any]:
        """What was proved, and how much was searched."""
        return {"lowerBound": self.bound, "expanded": self.expanded, "generated": self.generated}


class SearchNotBegun(UnfinishedSearch):
    """The time for the answer was up before this search began."""

    passing = True
    retry_after = 5


@dataclass(frozen=True)
class Budget:
    """What one search may spend: positions generated, and seconds. None: unlimited.

    `nodes` is never exceeded, `seconds` of processor time by no more than the time for CLOCK positions.
    """

    nodes: int | None = None
    seconds: float | None = None


UNLIMITED = Budget()


@dataclass(frozen=True)
class SearchResult:
    """The result of a search.

    line: the moves of a shortest solution; None if the position cannot be solved. expanded: positions whose children
    were generated, on both sides together if there are two. generated: positions generated, those the search began with
    and repeated ones included. method: the name of the search. reason: how it is known that the position cannot be
    solved, as a sentence. cost: of the line, if the search was for the least cost.
    """

    line: Line | None
    expanded: int
    generated: int
    method: str
    reason: str = ""
    cost: float | None = None


class Space(Meter):
    """The search space of a puzzle as seen by one search, and what that search has spent.

    Each class of positions equal by symmetry is represented by its canonical position. The search keeps in `bound` the
    lower bound proved so far, in moves, or in costs if `by_cost`.
    """

    def __init__(self, rules: Puzzle, budget: Budget, method: str, by_cost: bool = False) -> None:
        self.rules = rules
        self.method = method
        self.by_cost = by_cost
        self.bound: float = 0
        self.expanded = 0
        self.generated = 1
        self.left_out = False
        """Whether a position was left out because the rules recognize it as unsolvable."""
        self._hopeless = (
            rules.hopeless
            if isinstance(rules, Searchable) and type(rules).hopeless is not Searchable.hopeless
            else None
        )
        self._parents = rules.parents_of_class
        self._budget = budget
        self._seconds = seconds_left(inf if budget.seconds is None else budget.seconds)
        self._deadline = Deadline(budget.seconds)
        self._next_look = 0

    @property
    def unhurried(self) -> bool:
        """Whether the search has no time limit."""
        return self._seconds == inf

    def key(self, position: Position) -> Position:
        """The canonical position that represents the class of a position."""
        return self.rules.canonical(position) if self.rules.symmetric else position

    def solved(self, key: Position) -> bool:
        """Whether this is a solution."""
        return self.rules.primitive(key) is Value.WIN

    def children(self, key: Position) -> list[Position]:
        """The classes one move away, each once, without those that the rules recognize as unsolvable.

        Empty if play is over. Raises UnfinishedSearch.
        """
        self._expand()
        if self.rules.primitive(key) is not None:
            return []
        return self._promising(self._classes(self.rules.children(key)))

    def parents(self, key: Position) -> list[Position]:
        """The classes from which one move leads here. Raises UnfinishedSearch."""
        self._expand()
        classes = self._classes(self._parents(key))
        return [parent for parent in classes if self.rules.primitive(parent) is None]

    def steps(self, position: Position) -> list[tuple[Move, Position]]:
        """The moves of the position itself, and the positions they lead to. Raises UnfinishedSearch."""
        self._expand()
        if self.rules.primitive(position) is not None:
            return []
        steps = [(move, self.rules.do_move(position, move)) for move in self.rules.moves(position)]
        self.generate(len(steps))
        return steps

    def spend(self, generated: int, expanded: int) -> None:
        """Count positions as generated and expanded. Raises UnfinishedSearch if the budget is spent."""
        self._expand(expanded)
        self.generate(generated)

    def nodes_left(self, limit: int) -> int:
        """How many positions may be generated next, at most this many."""
        return limit if self._budget.nodes is None else min(limit, self._budget.nodes - self.generated)

    def priced(self, key: Position) -> list[tuple[Position, float]]:
        """The classes one move away, each with the cost of the move. Raises UnfinishedSearch."""
        return [(self.key(child), self.rules.cost(key, move)) for move, child in self.steps(key)]

    def _expand(self, positions: int = 1) -> None:
        self.expanded += positions
        if self.expanded < self._next_look:
            return
        self._next_look = self.expanded + CLOCK
        if self._deadline.passed:
            self._stop(f"more than {self._seconds:.3g} seconds")

    def _classes(self, positions: Iterable[Position]) -> list[Position]:
        generated = list(positions)
        self.generate(len(generated))
        return list(dict.fromkeys(map(self.key, generated)))

    def _promising(self, keys: list[Position]) -> list[Position]:
        hopeless = self._hopeless
        if hopeless is None:
            return keys
        promising = [key for key in keys if hopeless(key) is None]
        self.left_out |= len(promising) < len(keys)
        return promising

    def promising(self, key: Position) -> bool:
        """Whether the rules do not recognize this class as unsolvable."""
        return bool(self._promising([key]))

    def generate(self, count: int) -> None:
        """Count more positions as generated. Raises UnfinishedSearch if they exceed the budget."""
        limit = self._budget.nodes
        if limit is not None and self.generated + count > limit:
            self._stop(f"more than {limit:,} positions")
        self.generated += count

    def _stop(self, spent: str) -> NoReturn:
        kind = SearchNotBegun if self._seconds == 0.0 else UnfinishedSearch
        raise kind(self.bound, self.expanded, self.generated, spent, self.by_cost)

    def solution(self, line: Line, cost: float | None = None) -> SearchResult:
        """The result that this line solves the position."""
        return SearchResult(line, self.expanded, self.generated, self.method, cost=cost)

    def unsolvable(self, reason: str) -> SearchResult:
        """The result that the position cannot be solved, for this reason."""
        return SearchResult(None, self.expanded, self.generated, self.method, reason)

    def exhausted(self, classes: int) -> SearchResult:
        """The result that nothing the position leads to is solved."""
        alike = ", those alike by symmetry counted once" if self.rules.symmetric else ""
        omitted = " but for what can be seen never to be solved" if self.left_out else ""
        return self.unsolvable(
            f"All that this position leads to was gone through{omitted}, {classes:,} positions{alike}; none is solved."
        )

    def line(self, position: Position, keys: Iterable[Position]) -> Line:
        """The moves that lead from a position through these classes in turn; the cheapest ones if `by_cost`."""
        moves = []
        for key in keys:
            steps = ((move, self.rules.do_move(position, move)) for move in self.rules.moves(position))
            fit = (step for step in steps if self.key(step[1]) == key)
            if self.by_cost:
                source = position
                move, position = min(fit, key=lambda step: self.rules.cost(source, step[0]))
            else:
                move, position = next(fit)
            moves.append(move)
        return tuple(moves)


def first_order(rules: Puzzle) -> Order:
    """The first of the puzzle's `orders`; if it has none, one in which all positions are equal."""
    return next(iter(orders_of(rules).values()), lambda position: 0)


def chain_back(before: dict[Position, Position | None], key: Position) -> list[Position]:
    """The classes on the way from the first, which is left out, to `key`; `before` maps each to its predecessor."""
    keys = []
    while (parent := before[key]) is not None:
        keys.append(key)
        key = parent
    return keys[::-1]
