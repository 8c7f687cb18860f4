"""What searches have proved of positions: in one process, and in a table of fixed size that those of a service share.

What one answer says of a child stays true in the next, whichever process gives it. A new result takes the place of an
older one there; an entry that another process is just writing fails its checksum, and counts as none.
"""

import hashlib
import mmap
import os
import struct
import threading
import zlib
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from cachetools import LRUCache

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.puzzles.mixins import table_id
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.tables.digest import rules_digest

ENTRIES = 1 << 18
NO_NUMBER = -(1 << 31)  # stands for None
VALUES = tuple(Value)

_KEY = 16  # bytes
_FACTS = struct.Struct("<iii")
_SUM = struct.Struct("<I")
_ENTRY = _KEY + _FACTS.size + _SUM.size


Fact = TypeVar("Fact")


class RecentFacts(Generic[Fact]):
    """A fact for each of the classes of positions that were asked about last. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._facts = LRUCache[tuple[str, str, Position], Fact](most)
        self._lock = threading.Lock()

    def recall(self, rules: Rules, position: Position) -> Fact | None:
        """The fact that is remembered of a position."""
        with self._lock:
            return self._facts.get((rules.id, table_id(rules), rules.canonical(position)))

    def remember(self, rules: Rules, position: Position, fact: Fact) -> Fact:
        """Remember a fact about a position; returns it."""
        with self._lock:
            self._facts[rules.id, table_id(rules), rules.canonical(position)] = fact
        return fact


class ResultWithMargin(NamedTuple):
    """A result, and the margin by which the player to move wins, if there are margins and it is known."""

    result: Result
    margin: int | None


class ResultMemory:
    """Results of positions by their class of symmetry. Threads may share it."""

    def __init__(self) -> None:
        self._table = mmap.mmap(-1, ENTRIES * _ENTRY)

    def share(self, path: Path) -> None:
        """From now on, share the results with all processes that have named this file, which is made if needed.

        Raises OSError if there is no room for it.
        """
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if hasattr(os, "posix_fallocate"):  # a full disk would end the process when it writes
                os.posix_fallocate(descriptor, 0, ENTRIES * _ENTRY)
            os.truncate(descriptor, ENTRIES * _ENTRY)
            self._table = mmap.mmap(descriptor, ENTRIES * _ENTRY)
        finally:
            os.close(descriptor)

    def get(self, rules: Rules, position: Position) -> ResultWithMargin | None:
        """What is remembered of a position."""
        key, place = _place(rules, position)
        entry = self._table[place : place + _ENTRY]
        facts, (checksum,) = entry[_KEY : -_SUM.size], _SUM.unpack(entry[-_SUM.size :])
        if entry[:_KEY] != key or checksum != zlib.crc32(key + facts):
            return None
        value, *numbers = _FACTS.unpack(facts)
        remoteness, margin = (None if number == NO_NUMBER else number for number in numbers)
        return ResultWithMargin(result(VALUES[value], remoteness), margin)

    def put(self, rules: Rules, position: Position, result: Result, margin: int | None = None) -> None:
        """Remember the result of a position."""
        key, place = _place(rules, position)
        numbers = (NO_NUMBER if number is None else number for number in (result.remoteness, margin))
        facts = _FACTS.pack(VALUES.index(result.value), *numbers)
        self._table[place : place + _ENTRY] = key + facts + _SUM.pack(zlib.crc32(key + facts))


def _place(rules: Rules, position: Position) -> tuple[bytes, int]:
    """The key of a position, and where its entry is."""
    text = f"{rules_digest(rules)} {rules.format(rules.canonical(position))}"
    key = hashlib.blake2b(text.encode(), digest_size=_KEY).digest()
    return key, int.from_bytes(key[:4], "little") % ENTRIES * _ENTRY
