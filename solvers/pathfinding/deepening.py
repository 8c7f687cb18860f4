"""Iterative deepening: depth-first search to increasing limits, with or without a heuristic; all shortest solutions."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from perfect_play.puzzles.base import Move, Position, Puzzle
from perfect_play.puzzles.mixins import Searchable, heuristic_of
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Line, SearchResult, Space

INFINITE = 1 << 60
REMEMBERED = 1_000_000
"""The number of classes for which one search remembers a proved lower bound."""


def ida_star(
    rules: Puzzle, position: Position, budget: Budget = UNLIMITED, remembered: int = REMEMBERED
) -> SearchResult:
    """A shortest solution, or a proof that there is none, by the puzzle's `heuristic`. Raises UnfinishedSearch.

    Depth first along all lines on which the moves made plus the heuristic's lower bound do not exceed a limit; the next
    limit is the least sum that did (R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search",
    Artificial Intelligence 27, 1985). Exact if the heuristic is admissible.

    remembered: the number of classes for which the lower bounds proved by the search below them are remembered
    (A. Reinefeld and T. A. Marsland, "Enhanced iterative-deepening search", IEEE PAMI 16, 1994). With 0, memory is that
    of one line, and time grows with the number of lines, not of classes; then no position whose moves can lead in a
    circle is ever proved unsolvable.
    """
    space = Space(rules, budget, "IDA*")
    return _Deepening(space, heuristic_of(rules), remembered).search(position)


def iterative_deepening(
    rules: Puzzle, position: Position, budget: Budget = UNLIMITED, remembered: int = REMEMBERED
) -> SearchResult:
    """As `ida_star` without a heuristic: all lines of one move, of two moves, and so on. Raises UnfinishedSearch."""
    space = Space(rules, budget, "iterative deepening")
    return _Deepening(space, _zero, remembered).search(position)


class AllShortest(NamedTuple):
    """All shortest solutions: one of them, and an iterator over all of them, in the order of `moves`.

    `lines` searches as it is consumed, within the rest of the same budget, and raises UnfinishedSearch.
    """

    first: SearchResult
    lines: Iterator[Line]


def all_shortest(rules: Puzzle, position: Position, budget: Budget = UNLIMITED, informed: bool = True) -> AllShortest:
    """All shortest solutions, or a proof that there are none. Raises UnfinishedSearch.

    Iterative deepening finds the length, with the heuristic unless `informed` is False; then all lines of that length
    are searched depth first, except those that reach a class from which the remaining moves are known not to suffice.
    Two solutions differ in their moves, even if their positions are images of each other. Time: each class at most as
    many times as the solution has moves, and for each solution its length times the moves of a position. Memory grows
    with the classes visited.
    """
    heuristic = heuristic_of(rules) if informed else _zero
    space = Space(rules, budget, "IDA*" if informed and isinstance(rules, Searchable) else "iterative deepening")
    first = _Deepening(space, heuristic, REMEMBERED).search(position)
    return _every(space, heuristic, position, first)


def lines_as_short(rules: Puzzle, position: Position, budget: Budget, first: SearchResult) -> AllShortest:
    """All solutions as short as one that a search has shown to be shortest, within the rest of its budget."""
    space = Space(rules, budget, first.method)
    space.expanded, space.generated = first.expanded, first.generated
    return _every(space, heuristic_of(rules), position, first)


def _every(space: Space, heuristic: Callable[[Position], int], position: Position, first: SearchResult) -> AllShortest:
    return AllShortest(first, iter(()) if first.line is None else _lines(space, heuristic, position, len(first.line)))


def _zero(position: Position) -> int:
    return 0


class _Deepening:
    """One iterative-deepening search, and the lower bounds it has proved."""

    def __init__(self, space: Space, heuristic: Callable[[Position], int], remembered: int) -> None:
        self.space = space
        self.heuristic = heuristic
        self.capacity = remembered
        self.needs: dict[Position, int] = {}
        """A lower bound on the moves each class needs. For classes on the current line it already assumes that the
        search below them fails, which cuts off cycles; that holds unless a solution is found, which ends the search."""
        self.opened: set[Position] = set()
        self.forgot = False
        self.needed = 0

    def search(self, position: Position) -> SearchResult:
        space, root = self.space, self.space.key(position)
        if space.solved(root):
            return space.solution(())
        limit = max(1, self._bound(root))
        while True:
            space.bound = limit
            line = self._dive(root, limit)
            if line is not None:
                return space.solution(space.line(position, line))
            if self.needed >= INFINITE:
                return space.unsolvable("Every line from this position was followed to its end; none is a solution.")
            if not self.forgot and len(self.opened) == len(self.needs):
                return space.exhausted(len(self.needs))
            limit = self.needed

    def _bound(self, key: Position) -> int:
        """The best known lower bound on the moves a class needs."""
        bound = self.needs.get(key)
        if bound is None:
            bound = self.heuristic(key)
            self._note(key, bound)
        return bound

    def _note(self, key: Position, bound: int) -> None:
        """Remember a lower bound for a class, if there is room."""
        if key in self.needs or len(self.needs) < self.capacity:
            self.needs[key] = max(bound, self.needs.get(key, 0))
        else:
            self.forgot = True

    def _open(self, key: Position, moves_left: int) -> Iterator[Position]:
        """The children of a class, which is expanded with this many moves left."""
        self._note(key, moves_left + 1)
        if key in self.needs:
            self.opened.add(key)
        return iter(self.space.children(key))

    def _dive(self, root: Position, limit: int) -> list[Position] | None:
        """The classes on a solution of at most `limit` moves; if there is none, `needed` is the next limit.

        The stacks hold, for each class on the current line, its children yet to be searched, and the least bound found
        below those already searched, plus one.
        """
        line = [root]
        stack = [self._open(root, limit)]
        bounds = [INFINITE]
        while stack:
            moves_made = len(line)
            for child in stack[-1]:
                bound = self._bound(child)
                if moves_made + bound > limit:
                    bounds[-1] = min(bounds[-1], bound + 1)
                    continue
                line.append(child)
                if self.space.solved(child):
                    return line[1:]
                stack.append(self._open(child, limit - moves_made))
                bounds.append(INFINITE)
                break
            else:
                stack.pop()
                needed = bounds.pop()
                self._note(line.pop(), needed)
                if bounds:
                    bounds[-1] = min(bounds[-1], needed + 1)
                else:
                    self.needed = needed
        return None


def _lines(space: Space, heuristic: Callable[[Position], int], position: Position, length: int) -> Iterator[Line]:
    """All solutions of a position with exactly `length` moves, none being shorter."""
    if length == 0:
        yield ()
        return
    fails: dict[Position, int] = {}  # for each class, a number of moves that is not enough
    space.bound = length
    line: list[Move] = []
    stack = [(space.key(position), iter(space.steps(position)))]
    solves = [False]
    while stack:
        moves_left = length - len(line) - 1  # after the next move
        for move, child in stack[-1][1]:
            key = space.key(child)
            if heuristic(key) > moves_left or fails.get(key, -1) >= moves_left or not space.promising(key):
                continue
            if space.solved(key):
                solves[-1] = True
                yield (*line, move)
            elif moves_left:
                line.append(move)
                stack.append((key, iter(space.steps(child))))
                solves.append(False)
                break
        else:
            key, _ = stack.pop()
            solved = solves.pop()
            if not solved:
                fails[key] = max(moves_left + 1, fails.get(key, 0))
            elif solves:
                solves[-1] = True
            if line:
                line.pop()
