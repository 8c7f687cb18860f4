"""Opening books: the scores of positions after the first moves, which the proving search looks up.

A book is a sealed file (`tables/sealed_file.py`). Its description has `variant`; `moves`, the most moves made;
the number of `positions`; and whether it is `complete`. Its part `positions` is compressed with zlib: their keys in
ascending order, 8 bytes each, then their scores, a byte each, all little endian. It holds each class of positions once,
and none in which the next move can end the game.

Books lie in `data/books/`, where those of the repository are, or below the data directory.
"""

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from perfect_play.puzzles import SHIPPED
from perfect_play.puzzles.base import Game, Position
from perfect_play.puzzles.values import SearchKernel
from perfect_play.solvers.tables.sealed_file import SealedFile, write_sealed

FORMAT = 2
MAX_BYTES = 20_000_000  # of a book, compressed
KEY, SCORE = "q", "b"  # typecodes
BYTES = 9  # of a position, before compression


@dataclass(frozen=True)
class Book:
    """The scores of positions after at most `moves` moves.

    complete: whether of all of them. keys: ascending. scores: in the order of the keys.
    """

    moves: int
    complete: bool
    keys: "array[int]"
    scores: "array[int]"

    @classmethod
    def of(cls, moves: int, complete: bool, scores: Mapping[int, int]) -> "Book":
        """A book with these scores. scores: by key."""
        keys = array(KEY, sorted(scores))
        return cls(moves, complete, keys, array(SCORE, map(scores.__getitem__, keys)))

    def score(self, key: int) -> int | None:
        """The score of the position with this key, if the book has it."""
        place = bisect_left(self.keys, key)
        return self.scores[place] if place < len(self.keys) and self.keys[place] == key else None

    def by_key(self) -> dict[int, int]:
        """All scores, by key."""
        return dict(zip(self.keys, self.scores, strict=True))


def path_of(rules: Game, data_dir: Path) -> Path:
    """Where a variant's book is, or would be: below the data directory, unless only the project's own exists."""
    path = own_path(rules, data_dir)
    ours = SHIPPED / "books" / path.name
    return path if path.exists() or not ours.exists() else ours


def own_path(rules: Game, data_dir: Path) -> Path:
    """Where a variant's book is written: below the data directory."""
    return data_dir / "books" / f"{rules.id}.{rules.variant.id}.book"


def read_book(path: Path, rules: Game) -> Book:
    """A variant's book. Raises BadFile, and FileNotFoundError if there is none."""
    file = SealedFile(path, _required_description(rules), f"python -m solvers book {rules.id} {rules.variant.id}")
    with file.understanding():
        moves, complete, count = (file.description[name] for name in ("moves", "complete", "positions"))
        if type(moves) is not int or type(complete) is not bool or file.parts["positions"].length > MAX_BYTES:
            raise ValueError
        try:
            data = zlib.decompressobj().decompress(file.read("positions"), BYTES * count + 1)
        except zlib.error as error:
            raise ValueError from error
        if len(data) != BYTES * count:
            raise ValueError
    return Book(moves, complete, array(KEY, data[: 8 * count]), array(SCORE, data[8 * count :]))


def write_book(path: Path, rules: Game, book: Book) -> None:
    """Write a book, whole or not at all. Raises OSError."""
    packed = zlib.compress(book.keys.tobytes() + book.scores.tobytes(), 9)
    facts = {"moves": book.moves, "complete": book.complete, "positions": len(book.keys)}
    write_sealed(path, {**_required_description(rules), **facts}, [("positions", packed)])


def opening_positions(rules: Game, moves: int) -> dict[int, Position]:
    """A position of each class that can occur after at most `moves` moves, by key, those after most moves first.

    Positions in which the next move can end the game are left out, and so are those reached only through these.
    """
    level = {key_of(rules, rules.start()): rules.start()}
    levels = [level]
    for _ in range(moves):
        children = (child for position in level.values() for child in rules.children(position))
        level = {key_of(rules, child): child for child in children if not ends_within_a_move(rules, child)}
        levels.append(level)
    return {key: position for level in reversed(levels) for key, position in level.items()}


def ends_within_a_move(rules: Game, position: Position) -> bool:
    """Whether the game is over, or the next move can end it."""
    ended = rules.primitive(position) is not None
    return ended or any(rules.primitive(child) is not None for child in rules.children(position))


def search_kernel_of(rules: Game) -> SearchKernel:
    """The search kernel of a game that has one."""
    kernel = rules.search_kernel()
    assert kernel is not None, f"{rules.full_id} has no search kernel"
    return kernel


def key_of(rules: Game, position: Position) -> int:
    """The key of a position in a book. Mirror images share it while few moves have been made."""
    kernel = search_kernel_of(rules)
    first, second, _ = kernel.words(position)
    return kernel.key(first, second, *kernel.constants)


def _required_description(rules: Game) -> dict[str, Any]:
    return {"kind": "book", "format": FORMAT, "variant": rules.full_id}
