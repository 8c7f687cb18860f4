"""Iterative deepening: depth first, to one limit after the other, and all solutions of the fewest moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from puzzles.base import Move, Position, Puzzle
from puzzles.mixins import Searchable, heuristic_of
from solvers.pathfinding.space import UNLIMITED, Budget, Found, Line, Space

INFINITE = 1 << 60
REMEMBERED = 1_000_000
"""Classes of which one search remembers what is proved of them."""


def ida_star(rules: Puzzle, position: Position, budget: Budget = UNLIMITED, remembered: int = REMEMBERED) -> Found:
    """As few moves as possible, or the proof that none do, with the puzzle's `heuristic`. Raises Unfinished.

    Depth first along all lines on which moves made and moves that are needed at least are not more than a limit
    together; the next limit is the least sum that was more (R. E. Korf, "Depth-first iterative-deepening: an
    optimal admissible tree search", Artificial Intelligence 27, 1985). Exact if the heuristic is admissible. What a
    search below a class proves, that it needs more moves, is remembered for up to so many classes (A. Reinefeld
    and T. A. Marsland, "Enhanced iterative-deepening search", IEEE PAMI 16, 1994). With `remembered` 0 memory is that
    of one line, and time grows with the number of lines, not of classes; then no position that leads in a
    circle is ever proved not to be solvable.
    """
    space = Space(rules, budget, "IDA*")
    return _Deepening(space, heuristic_of(rules), remembered).search(position)


def iterative_deepening(
    rules: Puzzle, position: Position, budget: Budget = UNLIMITED, remembered: int = REMEMBERED
) -> Found:
    """As `ida_star`, without a heuristic: all lines of one move, of two moves, and so on. Raises Unfinished."""
    space = Space(rules, budget, "iterative deepening")
    return _Deepening(space, _nothing, remembered).search(position)


class AllFound(NamedTuple):
    """All solutions of the fewest moves: one of them, and an iterator over all, in the order of `moves`.

    `lines` searches while it is gone through, within what is left of the same budget, and raises Unfinished.
    """

    first: Found
    lines: Iterator[Line]


def all_shortest(rules: Puzzle, position: Position, budget: Budget = UNLIMITED, informed: bool = True) -> AllFound:
    """All solutions of the fewest moves, or the proof that there are none. Raises Unfinished.

    Iterative deepening finds the fewest, with the heuristic unless `informed` is False; then all lines of
    as many moves are gone through depth first, but for those that begin with a class from which so few moves
    are known not to be enough. Two solutions differ in their moves, even where their positions are images of each
    other. Time: for each class at most as many times as the solution has moves, and for each solution
    its length times the moves of a position. Memory grows with the classes met.
    """
    heuristic = heuristic_of(rules) if informed else _nothing
    space = Space(rules, budget, "IDA*" if informed and isinstance(rules, Searchable) else "iterative deepening")
    first = _Deepening(space, heuristic, REMEMBERED).search(position)
    lines: Iterator[Line] = iter(()) if first.line is None else _lines(space, heuristic, position, len(first.line))
    return AllFound(first, lines)


def _nothing(position: Position) -> int:
    """No heuristic."""
    return 0


class _Deepening:
    """One search of iterative deepening, and what it has proved of classes."""

    def __init__(self, space: Space, heuristic: Callable[[Position], int], remembered: int) -> None:
        self.space = space
        self.heuristic = heuristic
        self.most = remembered
        self.needs: dict[Position, int] = {}
        """Moves that each class needs at least. Of those on the line in hand it is already noted that the search
        below them fails: so lines that lead in a circle are left. It is true unless a solution is found,
        and then the search is over."""
        self.opened: set[Position] = set()
        self.forgot = False
        self.needed = 0

    def search(self, position: Position) -> Found:
        """The answer for a position."""
        space, root = self.space, self.space.key(position)
        if space.solved(root):
            return space.found(())
        limit = max(1, self._least(root))
        while True:
            space.bound = limit
            line = self._dive(root, limit)
            if line is not None:
                return space.found(space.line(position, line))
            if self.needed >= INFINITE:
                return space.unsolvable("Every line from this position was followed to its end; none is a solution.")
            if not self.forgot and len(self.opened) == len(self.needs):
                return space.exhausted(len(self.needs))
            limit = self.needed

    def _least(self, key: Position) -> int:
        """The moves that a class needs at least, as far as is known."""
        known = self.needs.get(key)
        if known is None:
            known = self.heuristic(key)
            self._note(key, known)
        return known

    def _note(self, key: Position, least: int) -> None:
        """Remember what is proved of a class, if there is room."""
        if key in self.needs or len(self.needs) < self.most:
            self.needs[key] = max(least, self.needs.get(key, 0))
        else:
            self.forgot = True

    def _open(self, key: Position, left: int) -> Iterator[Position]:
        """The children of a class that is gone into with so many moves left."""
        self._note(key, left + 1)
        if key in self.needs:
            self.opened.add(key)
        return iter(self.space.children(key))

    def _dive(self, root: Position, limit: int) -> list[Position] | None:
        """The classes of a solution of at most `limit` moves; where there is none, `needed` is what to try next.

        The stack has, for each class on the line in hand, its children that are waiting and the moves that those gone
        through need at least, this one more.
        """
        line = [root]
        stack = [self._open(root, limit)]
        least = [INFINITE]
        while stack:
            made = len(line)
            for child in stack[-1]:
                known = self._least(child)
                if made + known > limit:
                    least[-1] = min(least[-1], known + 1)
                    continue
                line.append(child)
                if self.space.solved(child):
                    return line[1:]
                stack.append(self._open(child, limit - made))
                least.append(INFINITE)
                break
            else:
                stack.pop()
                needed = least.pop()
                self._note(line.pop(), needed)
                if least:
                    least[-1] = min(least[-1], needed + 1)
                else:
                    self.needed = needed
        return None


def _lines(space: Space, heuristic: Callable[[Position], int], position: Position, length: int) -> Iterator[Line]:
    """All solutions of a position of exactly so many moves, the fewest there are."""
    if length == 0:
        yield ()
        return
    fails: dict[Position, int] = {}  # of classes: so many moves are not enough
    space.bound = length
    line: list[Move] = []
    stack = [(space.key(position), iter(space.steps(position)))]
    solves = [False]
    while stack:
        left = length - len(line) - 1  # after the next move
        for move, child in stack[-1][1]:
            key = space.key(child)
            if heuristic(key) > left or fails.get(key, -1) >= left or not space.promising(key):
                continue
            if space.solved(key):
                solves[-1] = True
                yield (*line, move)
            elif left:
                line.append(move)
                stack.append((key, iter(space.steps(child))))
                solves.append(False)
                break
        else:
            key, _ = stack.pop()
            solved = solves.pop()
            if not solved:
                fails[key] = max(left + 1, fails.get(key, 0))
            elif solves:
                solves[-1] = True
            if line:
                line.pop()
