"""Proves scores of positions with the compiled search, a slice at a time, so that it can be stopped.

For a window of neighboring scores, the search tells on which side of it the score is; bisection finds the score or,
when time is up, the range it was narrowed to; the next time, the search goes on from there. The bisection begins with
quick wins and losses, as these take the least (P. Pons, "Solving Connect 4: how to build a perfect AI", part 8, 2015).
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from cachetools import LRUCache

from perfect_play.puzzles.base import Game, Position
from perfect_play.puzzles.values import CHILD
from perfect_play.solvers.arrays import Int64s
from perfect_play.solvers.budget import in_time
from perfect_play.solvers.native.compiler import Arguments, Copies, keep_code
from perfect_play.solvers.native.loops import entries as kernel_entries
from perfect_play.solvers.native.search import ENDED, SearchLoop
from perfect_play.solvers.proving import score_loops
from perfect_play.solvers.proving.opening_book import Book, key_of, search_kernel_of

ENTRIES = 1 << 18
"""Entries of a transposition table, of eight bytes each. The search is slower with one too large for a core's cache."""

SLICE = 100_000
"""Positions between looks at the clock, some 5 ms."""

STOPPED = 1000
"""The most stopped searches that are kept to be continued, some 10 kB each."""


class Prover:
    """Searches positions of one variant. Threads may share it.

    rules: the variant. data_dir: where compiled kernels are kept. entries: the size of the transposition table, a
    power of 2, at least `score_loops.MIN_ENTRIES`. fault: why its book is not used. Raises ValueError for other sizes.
    """

    def __init__(
        self, rules: Game, data_dir: Path, entries: int = ENTRIES, book: Book | None = None, fault: str = ""
    ) -> None:
        if entries < score_loops.MIN_ENTRIES or entries.bit_count() != 1:
            raise ValueError(f"{entries:,} entries: expected a power of 2, at least {score_loops.MIN_ENTRIES:,}")
        self.rules = rules
        self.kernel = kernel = search_kernel_of(rules)
        self.table = np.zeros(entries, np.int64)
        self.book = book or Book.of(0, False, {})
        keys = score_loops.mixed(np.array(self.book.keys, np.int64))
        self._book = np.column_stack((keys, np.array(self.book.scores, np.int64)))[np.argsort(keys)]
        self.fault = fault
        self._lock = threading.Lock()
        self._stopped = LRUCache[int, Iterator[tuple[int, int]]](STOPPED)
        self._replies = LRUCache[int, int](STOPPED)
        """The mixed key of a position after a best move, by the key of the position before it."""
        constants = Arguments(kernel.constants)
        inlined = {
            f"kernel_{name}": Copies({"rule": function, "CONSTANTS": constants}).of(kernel_entries.search_number)
            for name, function in (("expand", kernel.expand), ("weigh", kernel.weigh))
        }  # calls by address would take a third longer
        keep_code(data_dir)
        self.loop = SearchLoop(Copies(inlined).loop(score_loops.prove), SLICE, *self._arrays(1))

    def bounds(
        self, position: Position, go_on: Callable[[], bool] = in_time, known_score: int | None = None
    ) -> tuple[int, int]:
        """The least and the greatest score that a position can have, by what is proved while `go_on()` is true.

        known_score: the score, if it is known and only a best move is to be found; not the least there can be. The
        player to move must not be able to win at once. A search that was stopped is continued the next time.
        """
        key = key_of(self.rules, position)
        with self._lock:
            search = self._stopped.pop(key, None) or self._search(position, key, known_score)
        low, high = next(search)
        while low < high and go_on():
            low, high = next(search)
        if low < high:
            with self._lock:
                self._stopped[key] = search
        return low, high

    def reply(self, position: Position) -> Position | None:
        """A position that a best move leads to; None if the latest search of this position has not met one."""
        with self._lock:
            number = self._replies.get(key_of(self.rules, position))
        children = self.rules.children(position) if number is not None else ()
        return next((child for child in children if score_loops.mixed(key_of(self.rules, child)) == number), None)

    def _search(self, position: Position, key: int, known_score: int | None) -> Iterator[tuple[int, int]]:
        """Yield the bounds of the score before each slice of the search, and at its end, when both are the score."""
        first, second, depth = self.kernel.words(position)
        depth_left = self.kernel.last - depth
        moves = self.kernel.survey(first, second, *self.kernel.constants)
        scores = [*range(1 - depth_left, 0, 2), 0, *range(2 - depth_left % 2, depth_left - 1, 2)]
        tie = scores.index(0)
        low, high, booked = 0, len(scores) - 1, self.book.moves - depth
        if known_score is not None:
            high = scores.index(known_score)
            low, booked = high - 1, -1  # the book has the score, but no move
        control, frames, kids, *_ = arrays = self._arrays(depth_left + 1)
        top = frames[0]
        while low < high:
            middle = (low + high) // 2
            if middle <= tie:
                middle = min(middle, (low + tie + 1) // 2)
            if middle >= tie:
                middle = max(middle, (high + tie) // 2)
            top[:] = first, second, scores[middle], scores[middle + 1], -1, 0, score_loops.mixed(key), 0, moves
            control[:], control[score_loops.BOOKED] = 0, booked
            yield scores[low], scores[high]
            while self.loop.step(SLICE, *arrays) != ENDED:
                yield scores[low], scores[high]
            if top[score_loops.KEY] > scores[middle]:
                low, reply = middle + 1, int(top[score_loops.NEXT])
                with self._lock:
                    self._replies.pop(key, None)
                    if reply > 0:
                        self._replies[key] = int(kids[0, CHILD * (reply - 1) + 4])
            else:
                high = middle
        yield scores[low], scores[high]

    def _arrays(self, rows: int) -> tuple[Int64s, ...]:
        """What a search with this many rows works in: `control`, `frames`, `kids`, and what all searches share."""
        frames = np.zeros((rows, score_loops.COLUMNS), np.int64)
        kids = np.zeros((rows, 2 + CHILD * self.kernel.most), np.int64)
        return np.zeros(score_loops.COUNTS, np.int64), frames, kids, self.table, self._book
