"""Draws random positions from a table uniformly, from all of them or from those of some remotenesses."""

import random
from bisect import bisect_right
from collections.abc import Container
from itertools import accumulate

from perfect_play.puzzles.base import Position, Puzzle, Rules
from perfect_play.solvers.budget import Deadline, checkpoint
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.unpacking import LAYOUTS

WALKS = 2_000  # back from a solution, to find one of the wanted length
TRIES = 400  # draws among all entries, before the wanted ones are counted
MOST_BLOCKS = 4096  # that are read to count the wanted entries
RARE_SECONDS = 1.5  # the longest search for rare entries in tables with more blocks
LEAST_BLOCKS = 64  # searched for rare entries, however long it takes
DIFFICULTIES = ("easy", "medium", "hard")
STABILIZERS = 24  # draws that show how many images of a position share an entry


class NothingToDraw(NoAnswer):
    """No position fits the request, or none can be found in time; the message says which."""


def remotenesses_of(difficulty: str, greatest: int) -> range:
    """The remotenesses of one of the DIFFICULTIES: the first, second or last third of 1 to the greatest."""
    third = DIFFICULTIES.index(difficulty)
    return range(greatest * third // 3 + 1, greatest * (third + 1) // 3 + 1)


def draw(store: Store, rules: Rules, rng: random.Random, remotenesses: Container[int] | None = None) -> Position:
    """A position of one of these remotenesses, or of any above 0, uniformly among all of them.

    An entry stands for all its images, and is drawn in proportion to their number. Expected time: a few probes of a
    block each; for results rarer than about one entry in a hundred, one pass over all blocks. Raises NothingToDraw, and
    TableMissing or TableCorrupt.
    """
    meta = store.meta(rules)
    counted = {int(remoteness): n for rows in meta.histogram.values() for remoteness, n in rows.items() if remoteness}
    targets = {distance for distance in counted if (distance > 0 if remotenesses is None else distance in remotenesses)}
    if not targets:
        raise NothingToDraw(
            f"{rules.full_id} has no position of such a remoteness; they go from {min(counted)} to {max(counted)}."
        )
    fits = _EntrySampler(store, rules, rng, targets)
    largest = max(len(_orbit(rules, fits.entry())) for _ in range(STABILIZERS if rules.symmetric else 1))
    while True:
        position = fits.entry()
        orbit = _orbit(rules, position)
        if rng.random() * largest < len(orbit):
            return rng.choice(sorted(orbit, key=rules.format))


def _orbit(rules: Rules, position: Position) -> set[Position]:
    """The images of a position that share its entry."""
    if not rules.symmetric:
        return {position}
    images = set(rules.images(position))
    if not rules.size:
        return images
    rank = rules.rank(position)
    return {image for image in images if rules.rank(image) == rank}


class _EntrySampler:
    """The entries of a table that have certain remotenesses."""

    def __init__(self, store: Store, rules: Rules, rng: random.Random, targets: set[int]) -> None:
        self.store, self.rules, self.rng, self.targets = store, rules, rng, targets
        self.meta = store.meta(rules)
        self._coded = LAYOUTS[self.meta.layout].coded
        self._sums: list[int] = []  # of the wanted entries in each block and all before it
        self._places_by_block: dict[int, list[int]] = {}  # of the wanted entries in blocks read before; they are few
        self._rare_until: Deadline | None = None  # of the search for rare entries; None before it begins
        self._rare_positions: list[Position] = []  # found without counting

    def entry(self) -> Position:
        """The position of one of the entries, uniformly."""
        if not self._sums and not self._rare_until:
            for _ in range(TRIES):
                checkpoint()
                position = self.store.position_of(self.rules, self.rng.randrange(self.meta.entries))
                if self._fits(self.store.get(self.rules, position)):
                    return position
            if self._coded and self.meta.blocks <= MOST_BLOCKS:
                self._count()
            else:
                self._rare_until = Deadline(RARE_SECONDS)
        if self._rare_until:
            return self._rare(self._rare_until)
        number = self.rng.randrange(self._sums[-1])
        block = bisect_right(self._sums, number)
        before = self._sums[block - 1] if block else 0
        places = self._places(block)
        return self.store.position_of(self.rules, block * self.meta.block_entries + places[number - before])

    def _fits(self, result: Result | None) -> bool:
        return result is not None and result.remoteness in self.targets

    def _places(self, block: int) -> list[int]:
        if block not in self._places_by_block:
            checkpoint()
            self._places_by_block[block] = self._read_places(block)
        return self._places_by_block[block]

    def _read_places(self, block: int) -> list[int]:
        decode = self.meta.codec.decode
        codes = self.store.block_codes(self.rules, block)
        fitting = {code for code in set(codes) if self._fits(decode(code))}
        return [place for place, code in enumerate(codes) if code in fitting] if fitting else []

    def _rare(self, deadline: Deadline) -> Position:
        """An entry of a table too large to be counted: from whole blocks, or else by a walk back from a solution.

        Not uniform: entries in blocks with few of them are likelier, and so are those near a solution.
        """
        if self._rare_positions and deadline.passed:
            return self.rng.choice(self._rare_positions)
        position = self._in_some_block(deadline)
        if position is None:
            position = self._back_from_a_solution(deadline)
        if position is None:
            raise NothingToDraw(f"{self.rules.full_id} has too few positions of such a remoteness among too many.")
        self._rare_positions.append(position)
        return position

    def _in_some_block(self, deadline: Deadline) -> Position | None:
        if not self._coded:
            return None  # its codes do not give the remoteness
        count = 0
        while count < LEAST_BLOCKS or deadline.seconds_left > RARE_SECONDS / 2:
            count += 1
            block = self.rng.randrange(self.meta.blocks)
            places = self._places(block)
            if places:
                return self.store.position_of(self.rules, block * self.meta.block_entries + self.rng.choice(places))
        return None

    def _back_from_a_solution(self, deadline: Deadline) -> Position | None:
        if not (isinstance(self.rules, Puzzle) and self.rules.backward):
            return None
        while True:
            line = back_from(self.rules, self.rng, self.rng.choice(sorted(self.targets)))
            if line and self._fits(self.store.get(self.rules, line[-1])):
                return line[-1]
            if deadline.passed:
                return None

    def _count(self) -> None:
        self._sums = list(accumulate(len(self._places(block)) for block in range(self.meta.blocks)))


# --- without a table ----------------------------------------------------------------------------


def back_from(rules: Puzzle, rng: random.Random, moves: int) -> list[Position]:
    """A random walk back from a solution: positions, each with a move to the one before, the first to a solution.

    There are at most `moves` of them; the last may also have a shorter solution. Raises NothingToDraw.
    """
    solutions = rules.solutions() if rules.backward else None
    if not solutions:
        raise NothingToDraw(f"{rules.full_id}: positions are drawn back from its solutions, which are not known.")
    position = rng.choice(sorted(solutions, key=rules.format))
    walk: list[Position] = []
    for _ in range(moves):
        before = [parent for parent in rules.parents(position) if rules.primitive(parent) is None]
        if not before:
            break
        position = rng.choice(before)
        walk.append(position)
    return walk


def walked_back(rules: Puzzle, rng: random.Random, moves: int) -> Position:
    """A position solvable in `moves` moves, 1 or more, found by undoing that many at random from a solution.

    Deterministic for the same state of `rng`, but not uniform. Raises NothingToDraw.
    """
    longest = 0
    for _ in range(WALKS):
        checkpoint()
        walk = back_from(rules, rng, moves)
        if len(walk) == moves:
            return walk[-1]
        longest = max(longest, len(walk))
    raise NothingToDraw(
        f"Of {rules.full_id} no position {moves} moves from a solution was met by taking moves back at random; "
        f"the farthest was {longest}."
    )
