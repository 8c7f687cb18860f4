"""`python -m solvers book`: computes the opening book of a game that is answered by search, or checks it."""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Position
from perfect_play.solvers.cli.chosen import CONTINUED, BadArguments, add_parser, count, failing_as, require_compiler
from perfect_play.solvers.machine import cores, free_memory
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.sealed_file import BadFile

if TYPE_CHECKING:
    from perfect_play.solvers.proving.opening_book import Book
    from perfect_play.solvers.proving.prover import Prover

MOVES = 8
SAVE_SECONDS = 60.0
CHECKED = 100
MEMORY = 2
"""MiB of each thread's transposition table. The search is slower with a table too large for a core's cache."""


def add_command(commands: Any) -> None:
    help_ = "compute the opening book of a game that is answered by search; interrupted, it goes on from there"
    added = add_parser(commands, "book", run, help_, stopped=CONTINUED)
    added.add_argument("id", help="a game that is answered by search, by id or alias")
    added.add_argument("variant", help="one variant of it, such as 6x7")
    added.add_argument(
        "--moves", type=count, default=MOVES, help=f"how many moves the positions are apart from the start ({MOVES})"
    )
    added.add_argument("--seconds", type=count, metavar="SECONDS", help="stop after so long; what is done is kept")
    added.add_argument(
        "--memory",
        type=count,
        metavar="MIB",
        default=MEMORY,
        help=f"MiB for each thread's transposition table ({MEMORY})",
    )
    added.add_argument(
        "--check", action="store_true", help=f"search {CHECKED} random positions of it again, and compute nothing else"
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, BadFile."""
    rules = registry.load(arguments.id, arguments.variant)
    if not isinstance(rules, Game) or rules.search_kernel() is None:
        ids = ", ".join(cls.id for cls in registry.all_games() if cls.search_kernel is not Game.search_kernel)
        raise BadArguments(f"{rules.full_id} is not answered by search; books are for: {ids}")
    require_compiler("Books")
    from perfect_play.solvers.proving.opening_book import own_path, path_of, read_book
    from perfect_play.solvers.proving.prover import Prover

    def new_prover(book: Book | None = None) -> Prover:
        return Prover(rules, manager.data_dir, 1 << (arguments.memory << 17).bit_length() - 1, book)

    path = path_of(rules, manager.data_dir)
    book = None
    try:
        book = read_book(path, rules) if path.exists() else None
    except BadFile as error:
        if arguments.check:
            raise
        print(error)
    if (limit := (free_memory() >> 20) // cores()) < arguments.memory:
        print(f"--memory {arguments.memory}: only {limit:,} MiB for each thread are free", file=sys.stderr)
        return 1
    if arguments.check:
        return _check(rules, new_prover(), path, book)
    moves = max(arguments.moves, book.moves if book else 0)
    computed = _Computation(rules, own_path(rules, manager.data_dir), moves, arguments.seconds)
    with failing_as(f"{rules.full_id}: the book was not written"):
        computed.run(new_prover, book)
    size = path_of(rules, manager.data_dir).stat().st_size
    print(f"{rules.full_id}: {len(computed.scores):,} of {len(computed.positions):,} positions, {size:,} bytes")
    return 0


class _Computation:
    """An opening book being computed. Its scores are saved every minute."""

    def __init__(self, rules: Game, path: Path, moves: int, seconds: int | None) -> None:
        from perfect_play.solvers.proving.opening_book import opening_positions

        self.rules, self.path, self.moves = rules, path, moves
        self.positions = opening_positions(rules, moves)
        self.scores: dict[int, int] = {}
        self.saved = time.monotonic()
        self.stop = self.saved + seconds if seconds else inf

    def run(self, new_prover: Callable[[Book], Prover], book: Book | None) -> None:
        """Compute the missing scores: those of the deepest positions first, since the others follow from them."""
        from perfect_play.solvers.proving.opening_book import Book, search_kernel_of

        self.scores = book.by_key() if book else {}
        missing = {key: position for key, position in self.positions.items() if key not in self.scores}
        summary = f"{len(self.positions):,} positions after at most {self.moves} moves, {len(missing):,} to be searched"
        print(f"{self.rules.full_id}: {summary}", flush=True)
        packed_words = search_kernel_of(self.rules).words
        deepest = {key: position for key, position in missing.items() if packed_words(position)[2] == self.moves}
        shallower = {key: position for key, position in missing.items() if key not in deepest}
        for part in filter(None, (deepest, shallower)):
            scored = Book.of(self.moves, False, self.scores)
            if not self._search(part, [new_prover(scored) for _ in range(cores())]):
                break

    def _search(self, missing: dict[int, Position], provers: list[Prover]) -> bool:
        """Search these positions, with one prover per thread. Returns whether there was time for all."""
        thread_data, begun = threading.local(), time.monotonic()

        def take_prover() -> None:
            thread_data.prover = provers.pop()

        def search(position: Position) -> int | None:
            low, high = thread_data.prover.bounds(position, lambda: time.monotonic() < self.stop)
            return low if low == high else None

        with ThreadPoolExecutor(len(provers), initializer=take_prover) as pool:
            try:
                for count, (key, score) in enumerate(
                    zip(missing, pool.map(search, missing.values()), strict=True), start=1
                ):
                    if score is None:
                        return False
                    self.scores[key] = score
                    if time.monotonic() > self.saved + SAVE_SECONDS:
                        self._save()
                        minutes = (self.saved - begun) / count * (len(missing) - count) / 60
                        progress = f"{len(self.scores):,} of {len(self.positions):,}"
                        print(f"{progress}, about {minutes:.0f} min left", flush=True)
            except KeyboardInterrupt:
                self.stop = 0.0
                raise
            finally:
                pool.shutdown(cancel_futures=True)
                self._save()
        return True

    def _save(self) -> None:
        from perfect_play.solvers.proving.opening_book import Book, write_book

        self.saved = time.monotonic()
        complete = self.scores.keys() >= self.positions.keys()
        write_book(self.path, self.rules, Book.of(self.moves, complete, self.scores))


def _check(rules: Game, prover: Prover, path: Path, book: Book | None) -> int:
    """Search some positions of a book again."""
    from perfect_play.solvers.proving.opening_book import opening_positions

    if book is None:
        print(f"{path}: there is no book of {rules.full_id}.", file=sys.stderr)
        return 1
    scores = book.by_key()
    positions = [item for item in opening_positions(rules, book.moves).items() if item[0] in scores]
    sample = random.Random(0).sample(positions, min(CHECKED, len(positions)))
    for key, position in sample:
        low, high = prover.bounds(position, lambda: True)
        if not low == high == scores[key]:
            print(f"{path}: {rules.format(position)!r} has the score {low}, not {scores[key]}.", file=sys.stderr)
            return 1
    extent = "all" if book.complete else "not all"
    summary = f"{len(scores):,} positions, {extent} there are after at most {book.moves} moves"
    print(f"{rules.full_id}: {summary}; {len(sample)} searched again, sound")
    return 0
