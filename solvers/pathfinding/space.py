"""What the searches share: a puzzle as classes of positions, what may be spent, and what was found."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, inf
from typing import NoReturn

from puzzles.base import Move, Order, Position, Puzzle, RulesError, Value
from puzzles.mixins import Searchable, class_parents_of, move_cost_of, orders_of
from solvers.budget import seconds_left
from solvers.errors import NoAnswer

Line = tuple[Move, ...]


class CannotSearchBackward(RulesError):
    """The puzzle has no moves taken back, or too many solved positions to begin with; the message says which."""


class Unfinished(NoAnswer):
    """The budget was spent before there was an answer.

    bound: that fewer moves than this, or moves that cost less, do not solve the position is proved. expanded,
    generated: as in `Found`.
    """

    def __init__(self, bound: float, expanded: int, generated: int, spent: str, by_cost: bool = False) -> None:
        less = f"moves that cost less than {floor(bound * 1e6) / 1e6}" if by_cost else f"fewer than {bound} moves"
        super().__init__(
            f"The search ended without an answer, as it may not take {spent}; "
            f"it is proved that {less} do not solve this position."
        )
        self.bound = bound
        self.expanded = expanded
        self.generated = generated


@dataclass(frozen=True)
class Budget:
    """What one search may spend: positions it generates, and seconds. None: without limit.

    The first is never exceeded, the second by no more than it takes to look at one position.
    """

    nodes: int | None = None
    seconds: float | None = None


UNLIMITED = Budget()


@dataclass(frozen=True)
class Found:
    """What a search found.

    line: moves, as few as possible, that solve the position; None where it cannot be solved. expanded: how
    many positions had their children made, of both sides together where there are two; generated: how many were
    made, those it began with and repeated ones included. how: the name of the search. why: where the position cannot be
    solved, a sentence that says how that is known. cost: of the line, where the search was for the least.
    """

    line: Line | None
    expanded: int
    generated: int
    how: str
    why: str = ""
    cost: float | None = None


class Space:
    """A puzzle as one search goes through it, and what that has spent.

    Of each class of positions equal by symmetry the canonical one is looked at. `bound` is kept by the search: what
    is proved so far, of moves or `by_cost`.
    """

    def __init__(self, rules: Puzzle, budget: Budget, how: str, by_cost: bool = False) -> None:
        self.rules = rules
        self.how = how
        self.by_cost = by_cost
        self.bound: float = 0
        self.expanded = 0
        self.generated = 1
        self.left_out = False
        """Whether something was met that is seen never to be solved."""
        self._hopeless = (
            rules.hopeless
            if isinstance(rules, Searchable) and type(rules).hopeless is not Searchable.hopeless
            else None
        )
        self._cost = move_cost_of(rules)
        self._parents = class_parents_of(rules)
        self._budget = budget
        self._seconds = seconds_left(inf if budget.seconds is None else budget.seconds)
        self._end = time.monotonic() + self._seconds

    def key(self, position: Position) -> Position:
        """What stands for the class of a position."""
        return self.rules.canonical(position) if self.rules.symmetric else position

    def solved(self, key: Position) -> bool:
        """Whether this is a solution."""
        return self.rules.primitive(key) is Value.WIN

    def children(self, key: Position) -> list[Position]:
        """The classes one move away, each once, but for those that the rules see never to be solved.

        None where the rules say that play is over. Raises Unfinished.
        """
        self._expand()
        if self.rules.primitive(key) is not None:
            return []
        return self._promising(self._made(self.rules.children(key)))

    def parents(self, key: Position) -> list[Position]:
        """The classes from which one move leads here. Raises Unfinished."""
        self._expand()
        made = self._made(self._parents(key))
        return [parent for parent in made if self.rules.primitive(parent) is None]

    def steps(self, position: Position) -> list[tuple[Move, Position]]:
        """The moves of a position itself, and where they lead. Raises Unfinished."""
        self._expand()
        if self.rules.primitive(position) is not None:
            return []
        made = [(move, self.rules.do_move(position, move)) for move in self.rules.moves(position)]
        self.generate(len(made))
        return made

    def spend(self, children: int) -> None:
        """Count a position that is expanded, and so many that are made of it. Raises Unfinished instead."""
        self._expand()
        self.generate(children)

    def priced(self, key: Position) -> list[tuple[Position, float]]:
        """The classes one move away, and what that move costs. Raises Unfinished."""
        return [(self.key(child), self._cost(key, move)) for move, child in self.steps(key)]

    def _expand(self) -> None:
        self.expanded += 1
        if time.monotonic() > self._end:
            self._stop(f"more than {self._seconds:.3g} seconds")

    def _made(self, positions: Iterable[Position]) -> list[Position]:
        made = list(positions)
        self.generate(len(made))
        return list(dict.fromkeys(map(self.key, made)))

    def _promising(self, keys: list[Position]) -> list[Position]:
        hopeless = self._hopeless
        if hopeless is None:
            return keys
        kept = [key for key in keys if hopeless(key) is None]
        self.left_out |= len(kept) < len(keys)
        return kept

    def promising(self, key: Position) -> bool:
        """Whether the rules do not see that it is never solved."""
        return bool(self._promising([key]))

    def generate(self, more: int) -> None:
        """Count positions that are made. Raises Unfinished instead if they are too many."""
        most = self._budget.nodes
        if most is not None and self.generated + more > most:
            self._stop(f"more than {most:,} positions")
        self.generated += more

    def _stop(self, spent: str) -> NoReturn:
        raise Unfinished(self.bound, self.expanded, self.generated, spent, self.by_cost)

    def found(self, line: Line, cost: float | None = None) -> Found:
        """The answer that this line solves the position."""
        return Found(line, self.expanded, self.generated, self.how, cost=cost)

    def unsolvable(self, why: str) -> Found:
        """The answer that the position cannot be solved."""
        return Found(None, self.expanded, self.generated, self.how, why)

    def exhausted(self, classes: int) -> Found:
        """The answer that nothing the position leads to is solved."""
        alike = ", those alike by symmetry counted once" if self.rules.symmetric else ""
        left = " but for what can be seen never to be solved" if self.left_out else ""
        return self.unsolvable(
            f"All that this position leads to was gone through{left}, {classes:,} positions{alike}; none is solved."
        )

    def line(self, position: Position, keys: Iterable[Position]) -> Line:
        """The moves that lead from a position through these classes, one after the other; by cost, the cheapest."""
        moves = []
        for key in keys:
            made = ((move, self.rules.do_move(position, move)) for move in self.rules.moves(position))
            fit = (step for step in made if self.key(step[1]) == key)
            if self.by_cost:
                here = position
                move, position = min(fit, key=lambda step: self._cost(here, step[0]))
            else:
                move, position = next(fit)
            moves.append(move)
        return tuple(moves)


def first_order(rules: Puzzle) -> Order:
    """The first of the puzzle's `orders`; where it has none, all positions are as good."""
    return next(iter(orders_of(rules).values()), lambda position: 0)


def chain_back(before: dict[Position, Position | None], key: Position) -> list[Position]:
    """The classes that led here from the first, which is left out."""
    keys = []
    while (parent := before[key]) is not None:
        keys.append(key)
        key = parent
    return keys[::-1]
