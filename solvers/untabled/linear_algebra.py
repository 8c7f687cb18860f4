"""Answers for puzzles of switches, by linear algebra modulo 2.

Let A have a column for each move: the bits it flips. A set of moves x, a bit for each move,
solves a position p if A x = p, and the remoteness is the least number of ones in such an x.
Gaussian elimination, once per variant, gives one solution of any position, or shows that there
is none: then it is lost. All other solutions differ from it by a vector of the null space, and as this
space is small (two to the power of at most 16 for Lights Out up to 25 x 25), the least is found
by trying all of them, each a single XOR away from the one before (Gray code).

The same enumeration covers every child. Move i leads to a position whose solutions are the same with bit i
flipped: it is one nearer if some shortest solution has bit i, equally far if none of these has it but a
solution with one move more does, and one farther otherwise.

For n moves and nullity k: n^2 XORs of n bits for the elimination, and n XORs and 2^k bit counts
for a position with all its moves. Lights Out as linear algebra is Anderson and Feil's, "Turning
Lights Out with Linear Algebra", Mathematics Magazine 71 (1998).
"""

import random
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from math import comb
from operator import xor
from typing import NamedTuple

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.linear import LinearPuzzle
from perfect_play.solvers.result import LOST, Result, result
from perfect_play.solvers.untabled.answerer import Answerer

MAX_NULLITY = 20  # a million solutions per position: a tenth of a second
MAX_SYSTEMS = 32  # variants whose eliminated equations are remembered; at most some 700 KB each
MAX_NEAREST = 512  # positions remembered; at most some 500 bytes each


class NearestSolution(NamedTuple):
    """The shortest solutions of a position.

    remoteness: the number of their moves. shortest: the moves that occur in any of them. longer: the
    moves that occur in any solution with one move more. Both as bits.
    """

    remoteness: int
    shortest: int
    longer: int

    def child(self, move: int) -> Result:
        """The result of the position after a move."""
        nearer, level = self.shortest >> move & 1, self.longer >> move & 1
        return result(Value.WIN, self.remoteness + (-1 if nearer else 0 if level else 1))


class System:
    """The equations of one variant, eliminated."""

    def __init__(self, toggles: Sequence[int]) -> None:
        self._reduced: dict[int, tuple[int, int]] = {}
        """By highest bit: a position with that highest bit, and moves that solve it."""
        self.null_space: list[int] = []
        """Sets of moves that change nothing; all others are sums of these."""
        for move, toggle in enumerate(toggles):
            residue, moves = self._reduce(toggle)
            if residue:
                self._reduced[residue.bit_length()] = (residue, moves ^ 1 << move)
            else:
                self.null_space.append(moves ^ 1 << move)
        if len(self.null_space) > MAX_NULLITY:
            raise ValueError(f"the null space has {len(self.null_space)} dimensions, more than {MAX_NULLITY}")
        self._steps: list[int] = []
        """The XORs that lead from each solution to the next, through all of them."""
        for vector in self.null_space:
            self._steps += [vector, *self._steps]

    def _reduce(self, position: int) -> tuple[int, int]:
        """(the part of a position that cannot be switched off, the moves that switch off the rest)."""
        moves = 0
        while position:
            reduced = self._reduced.get(position.bit_length())
            if reduced is None:
                break
            position ^= reduced[0]
            moves ^= reduced[1]
        return position, moves

    def nearest(self, position: int) -> NearestSolution | None:
        """The shortest solutions of a position; None if it cannot be solved."""
        residue, first = self._reduce(position)
        if residue:
            return None
        fewest, shortest, longer = first.bit_count(), 0, 0
        for moves in self._equivalents(first):
            count = moves.bit_count()
            if count < fewest:
                longer = shortest if count == fewest - 1 else 0
                fewest, shortest = count, moves
            elif count == fewest:
                shortest |= moves
            elif count == fewest + 1:
                longer |= moves
        return NearestSolution(fewest, shortest, longer)

    def _equivalents(self, first: int) -> Iterable[int]:
        """All sets of moves with the same effect as `first`."""
        return accumulate(self._steps, xor, initial=first)

    def as_short(self, moves: int) -> int:
        """The number of equally small sets of moves with the same effect; 0 if there is a smaller one."""
        size = moves.bit_count()
        sizes = [equivalent.bit_count() for equivalent in self._equivalents(moves)]
        return 0 if min(sizes) < size else sizes.count(size)


class LinearAlgebra(Answerer):
    """Exact results of puzzles of switches."""

    kind = LinearPuzzle
    name = "linear algebra"

    def __init__(self) -> None:
        super().__init__()
        self._system = lru_cache(MAX_SYSTEMS)(lambda rules: System(rules.toggles))
        self._nearest = lru_cache(MAX_NEAREST)(lambda rules, position: self._system(rules).nearest(position))

    def draw(self, rules: LinearPuzzle, rng: random.Random) -> int:
        """The effect of a random set of moves on the solved position: uniform over all solvable positions."""
        moves = rng.getrandbits(len(rules.toggles))
        return reduce(xor, (toggle for i, toggle in enumerate(rules.toggles) if moves >> i & 1), 0)

    def draw_rare(self, rules: LinearPuzzle, rng: random.Random, remotenesses: Container[int]) -> int | None:
        """The position made by a random set of this many moves, if they are its fewest; uniform over those positions.

        The set is drawn among all of these sizes and accepted with probability one over the number of
        shortest solutions, as that many sets lead to the same position.
        """
        count = len(rules.toggles)
        sizes = [size for size in range(1, count + 1) if size in remotenesses]
        if not sizes:
            return None
        size = rng.choices(sizes, [comb(count, size) for size in sizes])[0]
        moves = rng.sample(range(count), size)
        equal_sets = self._system(rules).as_short(sum(1 << move for move in moves))
        if not equal_sets or rng.randrange(equal_sets):
            return None
        return reduce(xor, (rules.toggles[move] for move in moves))

    def probe(self, rules: LinearPuzzle, position: int) -> Result:
        """The result of a position."""
        nearest = self._nearest(rules, position)
        return LOST if nearest is None else result(Value.WIN, nearest.remoteness)

    def probe_children(self, rules: LinearPuzzle, position: int, children: Sequence[int]) -> list[Result]:
        """The result of the position after each move, derived from this position's solutions."""
        nearest = self._nearest(rules, position)
        if nearest is None:
            return [LOST] * len(children)
        return [nearest.child(move) for move in range(len(children))]
