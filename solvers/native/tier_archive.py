"""The finished tiers of a large board game: compressed on disk as blocks of its table, and in memory while in use.

Tiers are added from the last to the first. Their blocks go to a file that becomes the table, unless its codes turn out
to fit in eight bits. As blocks do not begin where tiers do, the codes before the first whole block, the *head*, stay in
memory until the tier before is added. To solve a tier, codes are read back, one material at a time, when a move leads
there; those not in use are dropped, the least recently used first, when all together are more than SPARE bytes.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import numpy as np

from perfect_play.puzzles.boards.arrangements import Arrangements
from perfect_play.solvers.arrays import Int64s, Uint16s
from perfect_play.solvers.native.engine import Task
from perfect_play.solvers.native.loops.steps import ON_DISK
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.result import Codec
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import saying_full
from perfect_play.solvers.tables.reader import CHECKSUM_BYTES, checksum_of
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.tables.table_layout import BLOCK_BYTES, code_blocks
from perfect_play.solvers.tables.unpacking import unpack_numbers

NAME = "tiers"
WIDE = Codec("game", 16)
STEP = BLOCK_BYTES * 8 // WIDE.bits  # codes in a block
SPARE = 1 << 30
RECENT = 1024  # blocks of single codes that stay in memory
AT_ONCE = 64  # blocks that a thread reads at a time
CHECKPOINT_SECONDS = 5.0


class TierArchive:
    """The codes of the ranks from `first` on, like an array of all.

    tiers: how many tiers they are. counts: [2, 65,536], for each code, how many of the ranks have it, and how many
    positions.
    """

    def __init__(self, task: Task, numbering: Arrangements) -> None:
        """Resume from the task's checkpoint, if it has one. Raises BadFile, OSError."""
        self._rules, self._checkpoint, self._size = task.rules, task.checkpoint, numbering.size
        self._digest, self._stretches = rules_digest(task.rules), numbering.stretches
        self.path = task.checkpoint.directory / "table"
        saved = task.checkpoint.read_state(NAME)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(self.path, check_same_thread=False)
        self._reading, self._loading, self._pool = threading.Lock(), threading.Lock(), ThreadPoolExecutor(task.threads)
        self._recent, self._saved = lru_cache(RECENT)(self._block), time.monotonic()
        self._loaded: dict[int, Uint16s] = {}
        self.tiers, self.first, self._head = 0, self._size, np.zeros(0, np.uint16)
        self.counts: Int64s = np.zeros((2, 1 << 16), np.int64)
        with self._using():
            self._connection.execute("CREATE TABLE IF NOT EXISTS parts (key TEXT PRIMARY KEY, value BLOB)")
            self._connection.execute("PRAGMA synchronous = OFF")
        if saved is not None:
            self.tiers, self.first = saved[0]["tiers"], saved[0]["first"]
            self.counts, self._head = saved[1]["counts"].reshape(2, -1), saved[1]["head"]
            for number in range(-(-(self.first + len(self._head)) // STEP), -(-self._size // STEP)):
                self._part(number)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: Any) -> Any:
        """The code of a rank, or the codes of a slice of them. Raises BadFile."""
        if not isinstance(place, slice):
            return self._recent(place // STEP)[place % STEP]
        start, end, _ = place.indices(self._size)
        codes: Uint16s = np.empty(end - start, np.uint16)
        head = self._head[start - self.first : end - self.first]
        codes[: len(head)] = head
        blocks = range((start + len(head)) // STEP, -(-end // STEP) if start + len(head) < end else 0)

        def copy(begin: int) -> None:
            for number in blocks[begin : begin + AT_ONCE]:
                low, high = max(start, number * STEP), min(end, (number + 1) * STEP)
                codes[low - start : high - start] = self._block(number)[low - number * STEP : high - number * STEP]

        list(self._pool.map(copy, range(0, len(blocks), AT_ONCE)))
        return codes

    @contextmanager
    def _using(self) -> Iterator[None]:
        try:
            with saying_full():
                yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message may quote damaged bytes
            raise BadFile(self.path, str(error)) from error

    def _part(self, number: int) -> bytes:
        """A block as it is in the table. Raises BadFile."""
        name = str(number)
        with self._reading, self._using():
            row = self._connection.execute("SELECT value FROM parts WHERE key = ?", (name,)).fetchone()
        part = row[0][CHECKSUM_BYTES:] if row is not None and isinstance(row[0], bytes) else b""
        if row is None or checksum_of(self._rules, name, self._digest, part) + part != row[0]:
            raise BadFile(self.path, f"its block {name} is not as it was written")
        return part

    def _block(self, number: int) -> Uint16s:
        return np.frombuffer(unpack_numbers(self._part(number), "H").codes, np.uint16)

    # --- adding tiers -------------------------------------------------------------------------

    def new_codes(self, places: int) -> Uint16s:
        """An array for the codes of the next tier, which has this many ranks, and behind them the head."""
        codes = np.empty(places + len(self._head), np.uint16)
        codes[places:] = self._head
        return codes

    def add(self, codes: Uint16s, counts: Int64s) -> None:
        """Keep the next tier. codes: from `new_codes`. counts: of the tier. Raises BadFile, OSError."""
        self.first -= len(codes) - len(self._head)
        begin = min(-self.first % STEP, len(codes))
        blocks = code_blocks(codes[begin:], WIDE, self._size)
        with self._using(), self._connection:
            for number, part in enumerate(blocks, -(-self.first // STEP)):
                sealed = checksum_of(self._rules, str(number), self._digest, part) + part
                self._connection.execute("REPLACE INTO parts VALUES (?, ?)", (str(number), sealed))
        self._head = codes[:begin].copy()
        self.tiers, self.counts = self.tiers + 1, self.counts + counts
        if time.monotonic() - self._saved > CHECKPOINT_SECONDS:
            arrays = {"counts": self.counts, "head": self._head}
            self._checkpoint.write_state(NAME, arrays, tiers=self.tiers, first=self.first)
            self._saved = time.monotonic()

    # --- codes in memory ----------------------------------------------------------------------

    def unload(self, later: Int64s) -> None:
        """Mark all codes in `later` as not in use, and drop some if they take more than SPARE bytes."""
        later[list(self._loaded)] = ON_DISK
        self._make_room(0, later)

    def load(self, material: int, later: Int64s) -> None:
        """Read the codes of a material unless they are in memory, and write to `later` where they are.

        Raises BadFile, MemoryError.
        """
        with self._loading:
            if later[material] != ON_DISK:
                return
            stretch, codes = self._stretches[material], self._loaded.pop(material, None)
            if codes is None:
                self._make_room(2 * stretch.size, later)
                require_free(self._rules, 2 * stretch.size)
                codes = self[stretch.first : stretch.first + stretch.size]
            self._loaded[material] = codes
            later[material] = codes.ctypes.data - codes.itemsize * stretch.first

    def _make_room(self, needed: int, later: Int64s) -> None:
        unused = [material for material in self._loaded if later[material] == ON_DISK]
        while unused and needed + sum(codes.nbytes for codes in self._loaded.values()) > SPARE:
            del self._loaded[unused.pop(0)]
