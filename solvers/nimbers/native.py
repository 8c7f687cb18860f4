"""The process that computes nimbers at native speed: `python -m solvers.nimbers.native DATA_DIR CODE HEAPS`.

Computes the nimbers of an octal game with the compiled loops of `loops.py` until they are proved periodic or HEAPS are
known, and publishes them as a table if they are too many to compute on demand. Reports progress as lines of JSON, and
ends with its parent.
"""

from __future__ import annotations

import sys
import time
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from puzzles.octal import Octal, nimbers
from solvers.machine import free_memory
from solvers.native.compiled_modules import load
from solvers.native.kernel_cache import kernel_directory
from solvers.native.specialize import module_of_loops
from solvers.native.worker_process import end_with_parent, report, reporting_errors
from solvers.nimbers import loops
from solvers.nimbers.lookup import known_periods, live_heaps, needed
from solvers.nimbers.period import find_period
from solvers.nimbers.sparse_space import find_mask
from solvers.nimbers.tables import publish_nimbers

FIRST = 4096  # heaps computed by the definition
RECHOSEN = 1 << 22  # heaps after which the mask is no longer rechosen
STEP = 1 << 24  # heaps between progress reports
SIZES = ((16, 1), (32, 1), (64, 1), (64, 2), (64, 8))
"""Sizes of masks, as (bits a word, words a heap): their product is the number of common values that fit."""
LARGEST = 2 * SIZES[-1][0] * SIZES[-1][1]
MOST_WITNESSES, CANDIDATES, SAMPLES = 200, 512, 256


@cache
def compiled(bits: int, words: int, directory: Path) -> ModuleType:
    """The loops for masks of this size: compiled once in a process, or taken from the kernel directory."""
    narrow = bits * words <= 128
    constants = {
        "BITS": bits,
        "WORDS": words,
        "LIMIT": bits * words,
        "BLOCK": 128 if bits == 16 else 64,
        "FLAG": 128 if narrow else 1 << 14,
        "INVALID": 255 if narrow else (1 << 15) - 1,
        "FULL": (1 << bits) - 1,
    }
    given = [f"{name} = {value}" for name, value in constants.items()]
    given += [f"WORD = np.uint{bits}", f"CODE = np.uint{8 if narrow else 16}"]
    return load(module_of_loops("nimbers", loops, given=given), directory)


class Engine:
    """Computes the nimbers of one octal game that breaks heaps in two; `known` of them so far."""

    def __init__(self, octal: Octal, cache: Path) -> None:
        self.octal = octal
        self.cache = cache
        self.split = np.array(octal.having(4), dtype=np.int64)
        self.plain = np.array(octal.having(2), dtype=np.int64)
        self.may_alternate = len({taken & 1 for taken in octal.having(4)}) == 1
        self.values: Any = np.array(nimbers(octal, FIRST), dtype=np.uint16)
        self.known = FIRST
        self.size = 0
        self.seconds = 0.0
        self.status = np.zeros(3, dtype=np.int64)

    def until(self, count: int) -> None:
        """Compute the nimbers of all heaps below `count`. Raises MemoryError, OverflowError."""
        if 3 * count + (500 << 20) > free_memory():
            raise MemoryError(f"{count:,} heaps of {self.octal.code} do not fit in memory.")
        stop = self.known
        while self.known < count:
            if self.known >= stop or self.status[2]:
                self._choose(count)
                stop = 4 * self.known if 4 * self.known < RECHOSEN else count
                self.module.fill(*self._arguments(), self.known, self.known)  # compiles
            last = min(count, stop, self.known + STEP)
            start = time.perf_counter()
            self.known = self.module.fill(*self._arguments(), self.known, last)
            self.seconds += time.perf_counter() - start
            if self.status[2] == loops.WIDER:
                self.size += 1
                if self.size == len(SIZES):
                    raise OverflowError(f"{self.octal.code} has nimbers above {LARGEST}.")
            report(heaps=self.known, seconds=round(self.seconds, 3))

    def _arguments(self) -> tuple[Any, ...]:
        return (
            *(self.values, self.codes, self.rare, self.rare_code, self.status, self.split, self.plain),
            *(self.mask, self.bit, self.alternating, self.witness, self.witness_taken, self.witness_code),
            *(self.following, self.helpers, self.masks, self.seen, self.at),
        )

    def _choose(self, count: int) -> None:
        """Choose mask, rare heaps and witnesses from the nimbers known so far, and allocate arrays for `count`."""
        known = self.known
        largest = int(self.values[:known].max())
        while SIZES[self.size][0] * SIZES[self.size][1] <= largest // 2:
            self.size += 1
        self.module = module = compiled(*SIZES[self.size], self.cache)
        self._find_mask(known, largest)
        wide = np.uint8 if module.LIMIT <= 128 else np.uint16
        before = self.values[:known]
        self.values = np.empty(count, dtype=wide)
        self.values[:known] = before
        numbers = np.arange(2 * module.LIMIT)
        compact = (numbers >> (self.bit + 1) << self.bit) | (numbers & ((1 << self.bit) - 1))
        even = np.bitwise_count(numbers & self.mask) % 2 == 0
        self.codes = np.full(loops.MARGIN + count + module.BLOCK, module.INVALID, dtype=module.CODE)
        for first in (0, 1):  # heaps of one parity, then of the other
            flagged = even ^ bool(self.alternating & (first - self.split[0]) & 1)
            table = np.where(flagged, compact | module.FLAG, compact).astype(module.CODE)
            self.codes[loops.MARGIN + first : loops.MARGIN + known : 2] = table[self.values[first:known:2]]
        self.codes[loops.MARGIN] = module.INVALID
        of_heaps = self.codes[loops.MARGIN : loops.MARGIN + known]
        rare = 1 + np.nonzero(of_heaps[1:] >= module.FLAG)[0]
        room = max(4096, 2 * len(rare))
        self.rare = np.zeros(room, dtype=np.int64)
        self.rare[: len(rare)] = rare
        self.rare_code = np.zeros(room, dtype=module.CODE)
        self.rare_code[: len(rare)] = of_heaps[rare] & (module.FLAG - 1)
        self.at = np.zeros(max(room, MOST_WITNESSES), dtype=np.uint64)
        self.status[:] = len(rare), 0, 0
        self.helpers = np.zeros((64, 2), dtype=np.int64)
        self.masks = np.zeros((module.WORDS, 2 * module.BLOCK), dtype=module.WORD)
        self.seen = self.masks.copy()
        self._find_witnesses(of_heaps)
        self.following = np.zeros((module.LIMIT, module.WORDS, module.BLOCK), dtype=module.WORD)
        codes = np.arange(module.LIMIT)
        for heap, code in zip(rare, self.rare_code, strict=False):
            for later in heap + self.split[heap + self.split < module.BLOCK]:
                made = codes ^ int(code)
                bits = np.left_shift(np.uint64(1), (made % module.BITS).astype(np.uint64)).astype(module.WORD)
                self.following[codes, made // module.BITS, later] |= bits

    def _find_mask(self, known: int, largest: int) -> None:
        places = 1 << max(1, largest.bit_length())
        everything = np.bincount(self.values[:known], minlength=places)
        self.mask, fewest = find_mask(everything.tolist())
        self.alternating = 0
        if self.may_alternate:
            by_parity = [np.bincount(self.values[first:known:2], minlength=places) for first in (0, 1)]
            same = int(self.split[0]) & 1  # the sign of heaps with the parity of the tokens taken stays
            turned = (by_parity[same] - by_parity[1 - same]).tolist()
            mask, difference = find_mask(turned)
            rare = difference + (known - sum(turned)) // 2
            if rare < fewest:
                self.mask, self.alternating = mask, 1
        self.bit = (self.mask & -self.mask).bit_length() - 1

    def _find_witnesses(self, codes: Any) -> None:
        """Find small heaps such that the moves leaving one of them show most rare values: greedily, on samples."""
        known, limit = self.known, self.module.LIMIT
        heaps = np.random.default_rng(1).integers(known // 2, known, SAMPLES)
        heaps = heaps[codes[heaps] < limit]
        small = np.arange(1, CANDIDATES)
        small = small[codes[small] < limit]
        taken, one = np.repeat(self.split, len(small)), np.tile(small, len(self.split))
        made = (codes[heaps - taken[:, None] - one[:, None]] ^ codes[one][:, None]).astype(np.int64)
        most = int(codes[heaps].max(initial=0)) + 1
        wanted = np.arange(most) < codes[heaps][:, None]
        places = np.where(made < most, np.arange(len(heaps)) * most + np.minimum(made, most - 1), wanted.size)
        open_ = np.append(wanted.reshape(-1), False)
        chosen: list[int] = []
        while len(chosen) < MOST_WITNESSES and len(places):
            gains = open_[places].sum(axis=1)
            best = int(gains.argmax())
            if not gains[best]:
                break
            chosen.append(best)
            open_[places[best]] = False
        self.witness, self.witness_taken = one[chosen], taken[chosen]
        self.witness_code = codes[self.witness]


def run(data_dir: Path, octal: Octal, most: int) -> None:
    """Compute up to `most` nimbers, prove a period, publish a table. Raises OSError, MemoryError, OverflowError."""
    engine = Engine(octal, kernel_directory(data_dir))
    known = known_periods().get(octal.code)
    count = min(most, needed(octal, known)) if known else min(most, 1 << 15)
    while True:
        engine.until(count)
        period = find_period(memoryview(engine.values[: engine.known]), octal)
        if period or count >= most:
            break
        count = min(most, 2 * count)
    published = period.end if period else engine.known
    table = published > live_heaps(octal)
    if table:
        publish_nimbers(data_dir, octal, memoryview(engine.values[:published]), period)
    rate = (engine.known - FIRST) / max(engine.seconds, 1e-9)
    rare = int(engine.status[0])
    period_json = period and period.as_json()
    report(done=True, heaps=engine.known, rate=round(rate), rare=rare, period=period_json, table=table)


def main() -> int:
    """Run the process; return the exit code: 0 on success, else 1, with an `error` reported."""
    data_dir, code, most = sys.argv[1:]
    end_with_parent()
    return reporting_errors(partial(run, Path(data_dir), Octal.parse(code), int(most)), (OverflowError,))


if __name__ == "__main__":
    sys.exit(main())
