"""The file of a variant's pattern databases: written whole, read by memory mapping.

`<id>.<variant>.patterns`, beside the tables. A block is verified when it is first read, so a damaged one is never used,
and opening takes no time. The data stays in the system's page cache, shared by all processes. The bytes, numbers little
endian:

- 0 to 7: `patterns`; 8 to 11: the length of the head; 12 to 27: its checksum, computed as for a part `head` of a table
  (`docs/tables.md`), with `None` for the digest;
- the head: the length of the JSON in 4 bytes; the JSON; 16 bytes for every block, its checksum, computed as for a part
  `0`, `1`, ... The JSON has `format` (1), `puzzle`, `variant`, `rules`, `block`, `first`, `seconds` and `built`, and in
  `patterns` for each pattern its `tiles`, its `bytes`, and `slides`: how many placements need 0, 1, 2, ... slides;
- from `first` on: blocks of `block` bytes, those of the first pattern, then those of the next, the last of each filled
  with zeros.

Two placements of a pattern share a byte, the first in the lower four bits; each is half of the slides needed beyond the
tiles' distances from home; 15 stands for all greater values. Placement number n has the tiles on combination n div k!
of cells, ordered by the sum of 2^cell, in permutation n mod k! of the lexicographically ordered permutations on these
cells, with the k tiles counted from 0.

Those of Rubik's Cube are three tables of distances, whose `tiles` are empty: two without and one with the places of a
tetrad's corners. Cubes take two bits each, the first of four in the lowest bits of a byte: 0 if the distance is at most
2, 5 or 9, in this order of the tables; 1 or 2 if it is one or two more; else 3. `cube_numbering.py` says which cube has
which place.
"""

from __future__ import annotations

import json
import mmap
import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.machine import cores
from perfect_play.solvers.tables.connections import Identity, identity_of
from perfect_play.solvers.tables.digest import require_current, rules_digest
from perfect_play.solvers.tables.publish import sweep, whole
from perfect_play.solvers.tables.reader import CHECKSUM_BYTES, TableCorrupt, TableMissing, checksum_of

FORMAT = 1
MAGIC = b"patterns"
BLOCK = 1 << 16
AT_ONCE = 256  # blocks that a thread copies at a time
PAGE = 4096  # the first block begins at a multiple of this
MOST_CELLS = 25  # of a board
MOST_HEAD = 1 << 22  # bytes; a file that claims a longer head is damaged
HEAD_BYTES = MOST_HEAD // 16
"""The least bytes for the head of a new file, which is written last."""

Slides = tuple[int, ...]
"""The number of places of a pattern that need 0, 1, 2, ... slides of its tiles."""


class Pattern(NamedTuple):
    """One pattern: its tiles, none for cubes, and the histogram of the slides or turns that its places need."""

    tiles: tuple[int, ...]
    slides: Slides


def path_of(directory: Path, rules: Rules) -> Path:
    """The path of a variant's file among the tables in `directory`, whether it exists or not."""
    return directory / f"{rules.id}.{rules.variant.id}.patterns"


def build_command(rules: Rules) -> str | None:
    """The command that builds the databases of a variant; None if it is a board too large for them."""
    if isinstance(rules, SlidingPuzzle) and len(rules.tiles(rules.start())) > MOST_CELLS:
        return None
    return f"python -m solvers patterns {rules.id} {rules.variant.id}"


def publish_patterns(
    path: Path,
    rules: Rules,
    patterns: Iterable[tuple[Pattern, memoryview]],
    seconds: Callable[[], float],
    size: int = 0,
) -> None:
    """Write the databases of a variant, atomically. Raises OSError, StaleRules; then nothing has changed.

    patterns: each with its packed data. seconds: called at the end for the seconds the build took. size: the bytes of
    all data, if they are more than a thousand million.
    """
    first = HEAD_BYTES + size // BLOCK * CHECKSUM_BYTES // PAGE * PAGE
    require_current(rules)
    sweep(path.parent)
    digest = rules_digest(rules)
    with whole(path) as temporary, temporary.open("wb") as file:
        parts: list[dict[str, Any]] = []
        sums: list[bytes] = []
        file.seek(first)
        for pattern, raw in patterns:
            for start in range(0, len(raw), BLOCK):
                block = bytes(raw[start : start + BLOCK]).ljust(BLOCK, b"\0")
                sums.append(checksum_of(rules, str(len(sums)), digest, block))
                file.write(block)
            parts.append({"tiles": pattern.tiles, "slides": pattern.slides, "bytes": len(raw)})
        meta = {
            "format": FORMAT,
            "puzzle": rules.id,
            "variant": rules.variant.id,
            "rules": digest,
            "block": BLOCK,
            "first": first,
            "patterns": parts,
            "seconds": round(seconds(), 3),
            "built": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        }
        encoded = json.dumps(meta).encode()
        head = len(encoded).to_bytes(4, "little") + encoded + b"".join(sums)
        file.seek(0)
        file.write(MAGIC + len(head).to_bytes(4, "little") + checksum_of(rules, "head", None, head) + head)
        if file.tell() > first:
            raise OSError(f"{path.name} has a head of {file.tell():,} bytes, more than {first:,}")
        file.flush()
    # What was written is verified when it is read.


class PatternFile:
    """An open file. Threads and forked processes may share it.

    data: the mapped file. checked: for every block, whether its checksum has been verified. starts: for each pattern,
    its first block. To read byte i of pattern p, call `check` unless `checked[starts[p] + i // BLOCK]` is set; then it
    is `data[first + starts[p] * BLOCK + i]`.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        """Open the file of a variant. Raises TableMissing, TableCorrupt."""
        self.rules = rules
        try:
            with path.open("rb") as file:
                stat = os.fstat(file.fileno())
                self.identity: Identity = identity_of(stat)
                self._read_head(file.read(MOST_HEAD), stat.st_size)
                self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise TableMissing(
                f"There are no pattern databases of {rules.full_id}.", build_command(rules), "To build them"
            ) from None
        except OSError as error:
            raise self.corrupt(str(error.strerror)) from error
        self.checked = bytearray(len(self._sums))

    def _read_head(self, raw: bytes, size: int) -> None:
        at = len(MAGIC) + 4
        length = int.from_bytes(raw[at - 4 : at], "little")
        checksum, head = raw[at : at + CHECKSUM_BYTES], raw[at + CHECKSUM_BYTES : at + CHECKSUM_BYTES + length]
        if raw[: len(MAGIC)] != MAGIC or checksum != checksum_of(self.rules, "head", None, head):
            raise self.corrupt("its head is not as it was written")
        try:
            self._take(head, size)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise self.corrupt("its head makes no sense") from error

    def _take(self, head: bytes, size: int) -> None:
        end = 4 + int.from_bytes(head[:4], "little")
        meta = json.loads(head[4:end])
        if meta.get("format") != FORMAT:
            raise TableMissing(
                f"The pattern databases of {self.rules.full_id} have format {meta.get('format')!r}, not {FORMAT}.",
                build_command(self.rules),
                "To build them again",
            )
        if meta["rules"] != rules_digest(self.rules):
            raise TableMissing(
                f"The pattern databases of {self.rules.full_id} were made by other rules than today's.",
                build_command(self.rules),
                "To build them again",
            )
        self.meta: dict[str, Any] = meta
        self.patterns = [Pattern(tuple(part["tiles"]), tuple(part["slides"])) for part in meta["patterns"]]
        self.first: int = meta["first"]
        self.starts = [0]
        for part in meta["patterns"]:
            self.starts.append(self.starts[-1] + -(-part["bytes"] // BLOCK))
        self._sums = [head[i : i + CHECKSUM_BYTES] for i in range(end, len(head), CHECKSUM_BYTES)]
        if self.first + len(self._sums) * BLOCK != size or self.starts[-1] != len(self._sums):
            raise self.corrupt(f"it is {size:,} bytes long")

    def excess(self, pattern: int, place: int) -> int:
        """Half of the slides that a place of a pattern needs beyond its tiles' distances. Raises TableCorrupt."""
        block = self.starts[pattern] + (place >> 1) // BLOCK
        if not self.checked[block]:
            self.check(block)
        return self.data[self.first + self.starts[pattern] * BLOCK + (place >> 1)] >> 4 * (place & 1) & 15

    def check(self, block: int) -> None:
        """Verify the checksum of a block. Raises TableCorrupt."""
        begin = self.first + block * BLOCK
        raw = memoryview(self.data)[begin : begin + BLOCK]
        if checksum_of(self.rules, str(block), self.meta["rules"], raw) != self._sums[block]:
            raise self.corrupt(f"the checksum of block {block} is wrong")
        self.checked[block] = 1

    def check_all(self) -> None:
        """Verify every checksum, on all cores. Raises TableCorrupt."""
        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(self.check, range(len(self._sums))))

    def size(self, pattern: int) -> int:
        """The bytes of a pattern's data."""
        return int(self.meta["patterns"][pattern]["bytes"])

    def copy(self, pattern: int, target: Any) -> None:
        """Verify the data of a pattern and copy it, on all cores. target: uint8 (size,). Raises TableCorrupt."""
        import numpy as np  # commands that only look whether there is a file do without it

        start, source = self.starts[pattern], np.frombuffer(self.data, np.uint8)[self.first :]

        def part(block: int) -> None:
            end = min(block + AT_ONCE, self.starts[pattern + 1])
            for number in range(block, end):
                self.check(number)
            copied = target[(block - start) * BLOCK : (end - start) * BLOCK]
            copied[:] = source[block * BLOCK :][: len(copied)]

        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(part, range(start, self.starts[pattern + 1], AT_ONCE)))

    def corrupt(self, reason: str) -> TableCorrupt:
        """The error that says why the file is not used."""
        return TableCorrupt(
            f"The pattern databases of {self.rules.full_id} are damaged ({reason}) and not used.",
            build_command(self.rules),
            "To build them again",
        )
