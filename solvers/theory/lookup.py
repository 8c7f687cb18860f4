"""Looks up the nimber of any heap of any taking-and-breaking game: computed on demand, by a period, or from a table.

The first few nimbers are computed on demand, by the definition; how many depends on the code alone. If they prove a
period, or if `data/nimbers/periods.json` has a proved period that begins that early, a heap of any size is answered at
once. Otherwise nimbers come from a table that `python -m solvers nimbers <code>` makes. Serving neither writes nor
compiles.
"""

import json
import re
import threading
from array import array
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from math import isqrt
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from perfect_play.puzzles import SHIPPED
from perfect_play.puzzles.base import BadText, short
from perfect_play.puzzles.octal_codes import Octal, nimbers
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.tables.sealed_file import BLOCK, BadFile, SealedFile, write_sealed
from perfect_play.solvers.theory.period import Period, find_period, heaps_needed, read_periods

FORMAT = 2


class NimberTable(SealedFile):
    """An open table: it has the nimbers of heaps 0 to heaps - 1, `width` bytes each."""

    def __init__(self, data_dir: Path, octal: Octal) -> None:
        """Open the table of a game. Raises BadFile, and FileNotFoundError if there is none."""
        super().__init__(path_of(data_dir, octal), _required_description(octal))
        with self.understanding():
            self.width: int = self.description["width"]
            self.heaps = self.parts["nimbers"].length // self.width
            period = self.description["period"]
            self.period = period and Period(**period)

    def nimber(self, heap: int) -> int:
        """The nimber of a heap that the table has. Raises BadFile."""
        part = self.parts["nimbers"]
        block, place = divmod(heap * self.width, BLOCK)
        return int.from_bytes(self.read_block(part.block + block)[place : place + self.width], "little")


def path_of(data_dir: Path, octal: Octal) -> Path:
    """The path of a game's table, whether it exists or not."""
    return data_dir / "nimbers" / f"{octal.code}.nimbers"


def publish_nimbers(data_dir: Path, octal: Octal, values: memoryview, period: Period | None) -> None:
    """Publish a table of the nimbers of heaps 0, 1, ..., as bytes or 16-bit words. Raises OSError.

    Without a period, it does not replace a sound table that has one, or more heaps.
    """
    with suppress(BadFile):
        table = open_table(data_dir, octal)
        if table is not None and period is None and (table.period or table.heaps > len(values)):
            return
    facts = {"width": values.itemsize, "period": period and period.as_json()}
    write_sealed(path_of(data_dir, octal), {**_required_description(octal), **facts}, [("nimbers", values)])


def open_table(data_dir: Path, octal: Octal) -> NimberTable | None:
    """The table of a game; None if there is none. Raises BadFile."""
    try:
        return NimberTable(data_dir, octal)
    except FileNotFoundError:
        return None


def _required_description(octal: Octal) -> dict[str, Any]:
    return {"kind": "nimbers", "format": FORMAT, "code": octal.code}


PERIODS = SHIPPED / "nimbers" / "periods.json"
MAX_HEAP = 10**18
LIVE_COST = 112_000_000  # heaps squared times the digits that break a heap; takes about a second
LIVE_HEAPS = 10_000
FEW_HEAPS = 1000  # tried first
LIVE_OF_THREE = 300  # heaps, if a heap can be broken in three
CACHED_GAMES = 32


class BadHeap(BadText):
    """The text is not the size of a heap."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{short(text)} is not a heap. Give its size, a whole number from 0 to {MAX_HEAP}.")


class NimberUnknown(NoAnswer):
    """The nimber is not known here; the message says what is known and what can be done."""


class NimbersMissing(NoAnswer):
    """A table of nimbers is missing or damaged; the message says how to make it."""

    passing = True


@dataclass(frozen=True)
class Answer:
    """The nimber of one heap; `period` is None if none is proved."""

    code: str
    heap: int
    nimber: int
    period: Period | None


@cache
def known_periods() -> dict[str, Period]:
    """The proved periods that ship with the service, by code."""
    return read_periods(json.loads(PERIODS.read_text(encoding="utf-8")))


def read_heap(text: str) -> int:
    """The size of a heap. Raises BadHeap."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,18}", text, re.ASCII) or int(text) > MAX_HEAP:
        raise BadHeap(text)
    return int(text)


def live_heaps(octal: Octal) -> int:
    """The number of heaps whose nimbers are computed on demand."""
    if octal.parts == 3:
        return LIVE_OF_THREE
    return min(LIVE_HEAPS, isqrt(LIVE_COST // max(1, len(octal.having(4)))))


def needed(octal: Octal, period: Period) -> int:
    """The number of heaps whose nimbers prove this period."""
    return heaps_needed(octal, period.pre_period, period.period)


class Nimbers:
    """Looks up nimbers. Threads may share it."""

    def __init__(self, data_dir: Path, limiter: Limiter | None = None) -> None:
        """limiter: of long computations; None: there is no limit."""
        self.data_dir = data_dir
        self.limiter = limiter or Limiter()
        self._live: LRUCache[Octal, tuple[array[int], Period | None]] = LRUCache(CACHED_GAMES)
        self._lock = threading.Lock()

    def look_up(self, code: str, heap: str) -> Answer:
        """The nimber of a heap, both given as text. Raises BadCode, BadHeap, NimberUnknown, NimbersMissing."""
        octal, size = Octal.parse(code), read_heap(heap)
        period = known_periods().get(octal.code)
        if period is None or period.reduced(size) < live_heaps(octal):
            values, computed_period = self._computed(octal, period)
            period = period or computed_period or self._stored_period(octal)
            place = period.reduced(size) if period else size
            if place < len(values):
                return Answer(octal.code, size, values[place], period)
        return self._stored(octal, size, period)

    def _computed(self, octal: Octal, period: Period | None) -> "tuple[array[int], Period | None]":
        """The nimbers computed on demand, up to the end of a period, and that period."""
        with self._lock:
            if octal in self._live:
                return self._live[octal]
        limit = live_heaps(octal)
        for count in (limit,) if period else (min(FEW_HEAPS, limit), limit):
            heaps = min(count, period.end) if period else count
            with self.limiter if heaps > FEW_HEAPS else nullcontext():
                values = nimbers(octal, heaps)
                period = period or find_period(memoryview(values), octal)
            if period is not None:
                break
        with self._lock:
            self._live[octal] = values, period
        return values, period

    def _stored_period(self, octal: Octal) -> Period | None:
        """The period in the game's table; None if there is no such table, or a damaged one."""
        try:
            table = open_table(self.data_dir, octal)
        except BadFile:
            return None
        return table.period if table else None

    def _stored(self, octal: Octal, size: int, period: Period | None) -> Answer:
        command = f"python -m solvers nimbers {octal.code}"
        try:
            table = open_table(self.data_dir, octal)
            period = period or (table.period if table else None)
            place = period.reduced(size) if period else size
            if table is not None and place < table.heaps:
                return Answer(octal.code, size, table.nimber(place), period)
        except BadFile as error:
            raise NimbersMissing(error.sentence, command, "To make it again") from error
        if period is not None:
            raise NimbersMissing(
                f"{octal.code} has a proved period of {period.period:,} from heap {period.pre_period:,} on, but its "
                "nimbers are not here.",
                command,
                "To compute them",
            )
        bound = max(live_heaps(octal), table.heaps if table else 0)
        raise NimberUnknown(
            f"No period of {octal.code} is proved, and its nimbers are known here for heaps below {bound:,} only.",
            f"{command} --heaps N" if octal.parts == 2 else None,
            "To compute more",
        )
