"""`python -m solvers book`: computes the opening book of a game that is answered by search, or checks it."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles import registry
from puzzles.base import Position, RulesError
from puzzles.mixins import Provable
from solvers.cli.chosen import add_parser, count
from solvers.manager import PuzzleManager
from solvers.native.launch import compiler_installed

if TYPE_CHECKING:
    from solvers.proving.book import Book
    from solvers.proving.native import Prover

MOVES = 8
SAVE_SECONDS = 60.0
CHECKED = 100
MEMORY = 64
"""MiB of the transposition table, which has entries of eight bytes. A larger one, outside the caches, takes longer."""


class NotSearched(RulesError):
    """A book was requested for a game that is not answered by search; the message says which are."""


def add_command(commands: Any) -> None:
    """Add the command to those of `python -m solvers`."""
    help_ = "compute the opening book of a game that is answered by search; interrupted, it goes on from there"
    added = add_parser(commands, "book", run, help_)
    added.add_argument("id", help="a game that is answered by search, by id or alias")
    added.add_argument("variant", help="one variant of it, such as 6x7")
    added.add_argument(
        "--moves", type=count, default=MOVES, help=f"how many moves the positions are apart from the start ({MOVES})"
    )
    added.add_argument("--seconds", type=count, metavar="SECONDS", help="stop after so long; what is done is kept")
    added.add_argument(
        "--memory", type=count, metavar="MIB", default=MEMORY, help=f"MiB for the transposition table ({MEMORY})"
    )
    added.add_argument(
        "--check", action="store_true", help=f"search {CHECKED} random positions of it again, and compute nothing else"
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, BookCorrupt."""
    rules = registry.load(arguments.id, arguments.variant)
    if not isinstance(rules, Provable):
        ids = ", ".join(cls.id for cls in registry.all_games() if issubclass(cls, Provable))
        raise NotSearched(f"{rules.full_id} is not answered by search; books are for: {ids}")
    if not compiler_installed():
        print("Books are computed natively, and Numba is not installed: pip install numba", file=sys.stderr)
        return 1
    from solvers.native.memory import free_memory
    from solvers.proving.book import own_path, path_of, read_book
    from solvers.proving.native import Prover

    path = path_of(rules, manager.data_dir)
    book = read_book(path, rules) if path.exists() else None
    if (free := free_memory() >> 20) < arguments.memory:
        print(f"--memory {arguments.memory}: only {free:,} MiB are free; give at most that", file=sys.stderr)
        return 1
    prover = Prover(rules, manager.data_dir, 1 << (arguments.memory << 17).bit_length() - 1)
    if arguments.check:
        return _check(rules, prover, path, book)
    return _compute(rules, prover, own_path(rules, manager.data_dir), book, arguments.moves, arguments.seconds)


def _compute(rules: Provable, prover: Prover, path: Path, book: Book | None, moves: int, seconds: int | None) -> int:
    """Compute what is missing, saving it now and then."""
    from solvers.proving.book import opening_positions, write_book

    def search(position: Position) -> int | None:
        low, high = prover.bounds(position, lambda: time.monotonic() < stop)
        return low if low == high else None

    moves = max(moves, book.moves if book else 0)
    positions = opening_positions(rules, moves)
    scores = {int(key): int(score) for key, score in book.rows} if book else {}
    left = [(key, position) for key, position in positions.items() if key not in scores]
    print(
        f"{rules.full_id}: {len(positions):,} positions after at most {moves} moves, {len(left):,} to be searched",
        flush=True,
    )
    begun = saved = time.monotonic()
    stop = begun + seconds if seconds else inf
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        try:
            for done, (key, score) in enumerate(pool.map(lambda item: (item[0], search(item[1])), left), start=1):
                if score is None:
                    break
                scores[key] = score
                if time.monotonic() > saved + SAVE_SECONDS:
                    saved = time.monotonic()
                    write_book(path, rules, moves, False, scores)
                    minutes = (saved - begun) / done * (len(left) - done) / 60
                    print(f"{len(scores):,} of {len(positions):,}, about {minutes:.0f} min left", flush=True)
        finally:
            stop = 0.0
            pool.shutdown(cancel_futures=True)
            write_book(path, rules, moves, scores.keys() >= positions.keys(), scores)
    print(f"{rules.full_id}: {len(scores):,} of {len(positions):,} positions, {path.stat().st_size:,} bytes")
    return 0


def _check(rules: Provable, prover: Prover, path: Path, book: Book | None) -> int:
    """Search some positions of a book again."""
    from solvers.proving.book import opening_positions

    if book is None:
        print(f"{path}: there is no book of {rules.full_id}.", file=sys.stderr)
        return 1
    scores = {int(key): int(score) for key, score in book.rows}
    positions = [item for item in opening_positions(rules, book.moves).items() if item[0] in scores]
    sample = random.Random(0).sample(positions, min(CHECKED, len(positions)))
    for key, position in sample:
        low, high = prover.bounds(position, lambda: True)
        if not low == high == scores[key]:
            print(f"{path}: {rules.format(position)!r} has the score {low}, not {scores[key]}.", file=sys.stderr)
            return 1
    what = "all" if book.complete else "not all"
    told = f"{len(scores):,} positions, {what} there are after at most {book.moves} moves"
    print(f"{rules.full_id}: {told}; {len(sample)} searched again, sound")
    return 0
