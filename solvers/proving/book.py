"""Opening books: the scores of positions after the first moves, which the proving search looks up.

A file is a line of JSON (the variant, the most moves made, the number of positions, whether it is complete, and a
checksum) and the compressed positions: their keys in ascending order, 8 bytes each, then their scores, a byte each,
all little endian. It holds each class of positions once, and none in which the next move can end the game.

Books lie in `data/books/`, where those of the repository are, or below the data directory.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from puzzles import SHIPPED
from puzzles.base import Position
from puzzles.mixins import Provable
from solvers.errors import NoAnswer
from solvers.tables.publish import whole

FORMAT = 1
MOST_BYTES = 20_000_000
MOST_HEAD = 1000
BYTES = 9  # of a position, before compression

Rows = np.ndarray[tuple[int, int], np.dtype[np.int64]]


class BookCorrupt(NoAnswer):
    """A book is damaged, or not one of this variant; the message says what is wrong."""


@dataclass(frozen=True)
class Book:
    """The scores of positions after at most `moves` moves.

    complete: whether of all of them. rows: (key, score), by key.
    """

    moves: int
    complete: bool
    rows: Rows


def path_of(rules: Provable, data_dir: Path) -> Path:
    """Where a variant's book is, or would be: below the data directory, unless only the project's own exists."""
    own = own_path(rules, data_dir)
    ours = SHIPPED / "books" / own.name
    return own if own.exists() or not ours.exists() else ours


def own_path(rules: Provable, data_dir: Path) -> Path:
    """Where a variant's book is written: below the data directory."""
    return data_dir / "books" / f"{rules.id}.{rules.variant.id}.book"


def read_book(path: Path, rules: Provable) -> Book:
    """A variant's book. Raises BookCorrupt, and FileNotFoundError if there is none."""
    if path.stat().st_size > MOST_BYTES:
        raise _corrupt(path, f"it has more than {MOST_BYTES:,} bytes")
    text, _, body = path.read_bytes().partition(b"\n")
    try:
        head = json.loads(text[:MOST_HEAD])
        moves, complete, count = head["moves"], head["complete"], head["positions"]
        sound = head == _head(rules, moves, complete, count, body)
        if not sound or type(moves) is not int or type(complete) is not bool or type(count) is not int:
            raise ValueError("its head or its checksum is wrong")
        decompressor = zlib.decompressobj()
        data = decompressor.decompress(body, BYTES * MOST_BYTES)
        if len(data) != BYTES * count or not decompressor.eof:
            raise ValueError("it does not hold as many positions as it says")
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise _corrupt(path, str(error)) from error
    keys, scores = np.frombuffer(data, "<i8", count), np.frombuffer(data, "i1", count, 8 * count)
    return Book(moves, complete, np.column_stack((keys, scores.astype(np.int64))))


def write_book(path: Path, rules: Provable, moves: int, complete: bool, scores: Mapping[int, int]) -> None:
    """Write a book, whole or not at all. scores: by key. Raises OSError."""
    keys = sorted(scores)
    values = np.array([scores[key] for key in keys], "i1")
    body = zlib.compress(np.array(keys, "<i8").tobytes() + values.tobytes(), 9)
    with whole(path) as temporary:
        temporary.write_bytes(json.dumps(_head(rules, moves, complete, len(keys), body)).encode() + b"\n" + body)


def opening_positions(rules: Provable, moves: int) -> dict[int, Position]:
    """A position of each class that can occur after at most `moves` moves, by key, those after most moves first.

    Positions in which the next move can end the game are left out, and so are those reached only through these.
    """
    level = {_key(rules, rules.start()): rules.start()}
    levels = [level]
    for _ in range(moves):
        children = (child for position in level.values() for child in rules.children(position))
        level = {_key(rules, child): child for child in children if not ends_within_a_move(rules, child)}
        levels.append(level)
    return {key: position for level in reversed(levels) for key, position in level.items()}


def ends_within_a_move(rules: Provable, position: Position) -> bool:
    """Whether the game is over, or the next move can end it."""
    ended = rules.primitive(position) is not None
    return ended or any(rules.primitive(child) is not None for child in rules.children(position))


def _key(rules: Provable, position: Position) -> int:
    kernel = rules.search_kernel()
    first, second, _ = kernel.words(position)
    return kernel.key(first, second, *kernel.constants)


def _head(rules: Provable, moves: int, complete: bool, count: int, body: bytes) -> dict[str, object]:
    """The first line of a book."""
    head = {"format": FORMAT, "variant": rules.full_id, "moves": moves, "complete": complete, "positions": count}
    hasher = hashlib.blake2b(body, digest_size=16)
    hasher.update(json.dumps(head).encode())
    return {**head, "checksum": hasher.hexdigest()}


def _corrupt(path: Path, why: str) -> BookCorrupt:
    return BookCorrupt(f"The book {path.name} is damaged ({why}); it is not used.")
