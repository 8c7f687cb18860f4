"""The process that computes nimbers at native speed, with the arguments DATA_DIR CODE HEAPS.

Computes the nimbers of an octal game with the compiled loops of `nimber_loops.py` until they are proved periodic or
HEAPS are known, and publishes them as a table if they are too many to compute on demand. Reports progress as lines of
JSON, and ends with its parent.
"""

import sys
import time
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.octal_codes import Octal, nimbers
from perfect_play.solvers.arrays import Uints
from perfect_play.solvers.machine import free_memory
from perfect_play.solvers.native.compiler import Copies, keep_code
from perfect_play.solvers.native.worker_process import end_with_parent, report, reporting_errors
from perfect_play.solvers.theory import nimber_loops
from perfect_play.solvers.theory.lookup import known_periods, live_heaps, needed, publish_nimbers
from perfect_play.solvers.theory.period import find_period
from perfect_play.solvers.theory.sparse_space import find_mask

FIRST = 4096  # heaps computed by the definition
RECHOSEN = 1 << 22  # heaps after which the mask is no longer rechosen
STEP = 1 << 24  # heaps between progress reports
SIZES = ((16, 1), (32, 1), (64, 1), (64, 2), (64, 8))
"""Sizes of masks, as (bits a part, parts a heap): their product is the number of common values that fit."""
LARGEST = 2 * SIZES[-1][0] * SIZES[-1][1]
MAX_WITNESSES, CANDIDATES, SAMPLES = 200, 512, 256


@cache
def compiled(bits: int, parts: int) -> Any:
    """The loops for masks of this size, compiled or loaded."""
    narrow = bits * parts <= 128
    constants = {
        "BITS": bits,
        "MASK_PARTS": parts,
        "LIMIT": bits * parts,
        "BLOCK": 128 if bits == 16 else 64,
        "FLAG": 128 if narrow else 1 << 14,
        "INVALID": 255 if narrow else (1 << 15) - 1,
        "FULL": (1 << bits) - 1,
    }
    types = {"MASK_TYPE": getattr(np, f"uint{bits}"), "CODE": np.uint8 if narrow else np.uint16}
    return Copies({**constants, **types}).loops(nimber_loops)


class NimberEngine:
    """Computes the nimbers of one octal game that breaks heaps in two; `solved` of them so far."""

    def __init__(self, octal: Octal) -> None:
        self.octal = octal
        self.split = np.array(octal.having(4), dtype=np.int64)
        self.plain = np.array(octal.having(2), dtype=np.int64)
        self.may_alternate = len({removed & 1 for removed in octal.having(4)}) == 1
        self.values: Uints = np.array(nimbers(octal, FIRST), dtype=np.uint16)
        self.solved = FIRST
        self.size = 0
        self.seconds = 0.0
        self.status = np.zeros(3, dtype=np.int64)

    def until(self, count: int) -> None:
        """Compute the nimbers of all heaps below `count`. Raises MemoryError, OverflowError."""
        if 3 * count + (500 << 20) > free_memory():
            raise MemoryError(f"{count:,} heaps of {self.octal.code} do not fit in memory.")
        stop = self.solved
        while self.solved < count:
            if self.solved >= stop or self.status[2]:
                self._choose(count)
                stop = 4 * self.solved if 4 * self.solved < RECHOSEN else count
                self.module.fill(self.solved, self.solved, self._arrays())  # compiles
            last = min(count, stop, self.solved + STEP)
            start = time.perf_counter()
            self.solved = self.module.fill(self.solved, last, self._arrays())
            self.seconds += time.perf_counter() - start
            if self.status[2] == nimber_loops.WIDER:
                self.size += 1
                if self.size == len(SIZES):
                    raise OverflowError(f"{self.octal.code} has nimbers above {LARGEST}.")
            report(heaps=self.solved, seconds=round(self.seconds, 3))

    def _arrays(self) -> nimber_loops.NimberArrays:
        fields = nimber_loops.NimberArrays._fields
        return nimber_loops.NimberArrays(*(getattr(self, name) for name in fields))

    def _choose(self, count: int) -> None:
        """Choose mask, rare heaps and witnesses from the nimbers solved so far, and allocate arrays for `count`."""
        solved = self.solved
        largest = int(self.values[:solved].max())
        while SIZES[self.size][0] * SIZES[self.size][1] <= largest // 2:
            self.size += 1
        self.module = module = compiled(*SIZES[self.size])
        self._find_mask(solved, largest)
        wide = np.uint8 if module.LIMIT <= 128 else np.uint16
        before = self.values[:solved]
        self.values = np.empty(count, dtype=wide)
        self.values[:solved] = before
        numbers = np.arange(2 * module.LIMIT)
        compact = (numbers >> (self.place_of_bit + 1) << self.place_of_bit) | (numbers & ((1 << self.place_of_bit) - 1))
        even = np.bitwise_count(numbers & self.mask) % 2 == 0
        self.codes = np.full(nimber_loops.MARGIN + count + module.BLOCK, module.INVALID, dtype=module.CODE)
        for first in (0, 1):  # heaps of one parity, then of the other
            flagged = even ^ bool(self.alternating & (first - self.split[0]) & 1)
            table = np.where(flagged, compact | module.FLAG, compact).astype(module.CODE)
            self.codes[nimber_loops.MARGIN + first : nimber_loops.MARGIN + solved : 2] = table[
                self.values[first:solved:2]
            ]
        self.codes[nimber_loops.MARGIN] = module.INVALID
        of_heaps = self.codes[nimber_loops.MARGIN : nimber_loops.MARGIN + solved]
        rare = 1 + np.nonzero(of_heaps[1:] >= module.FLAG)[0]
        capacity = max(4096, 2 * len(rare))
        self.rare = np.zeros(capacity, dtype=np.int64)
        self.rare[: len(rare)] = rare
        self.rare_code = np.zeros(capacity, dtype=module.CODE)
        self.rare_code[: len(rare)] = of_heaps[rare] & (module.FLAG - 1)
        self.at = np.zeros(max(capacity, MAX_WITNESSES), dtype=np.uint64)
        self.status[:] = len(rare), 0, 0
        self.helpers = np.zeros((64, 2), dtype=np.int64)
        self.masks = np.zeros((module.MASK_PARTS, 2 * module.BLOCK), dtype=module.MASK_TYPE)
        self.rare_masks = self.masks.copy()
        self._find_witnesses(of_heaps)
        self.following = np.zeros((module.LIMIT, module.MASK_PARTS, module.BLOCK), dtype=module.MASK_TYPE)
        codes = np.arange(module.LIMIT)
        for heap, code in zip(rare, self.rare_code, strict=False):
            for later in heap + self.split[heap + self.split < module.BLOCK]:
                child_codes = codes ^ int(code)
                bits = np.left_shift(np.uint64(1), (child_codes % module.BITS).astype(np.uint64)).astype(
                    module.MASK_TYPE
                )
                self.following[codes, child_codes // module.BITS, later] |= bits

    def _find_mask(self, solved: int, largest: int) -> None:
        places = 1 << max(1, largest.bit_length())
        histogram = np.bincount(self.values[:solved], minlength=places)
        self.mask, fewest = find_mask(histogram.tolist())
        self.alternating = 0
        if self.may_alternate:
            by_parity = [np.bincount(self.values[first:solved:2], minlength=places) for first in (0, 1)]
            parity = int(self.split[0]) & 1  # the sign of heaps with the parity of the tokens taken stays
            turned = (by_parity[parity] - by_parity[1 - parity]).tolist()
            mask, difference = find_mask(turned)
            rare = difference + (solved - sum(turned)) // 2
            if rare < fewest:
                self.mask, self.alternating = mask, 1
        self.place_of_bit = (self.mask & -self.mask).bit_length() - 1

    def _find_witnesses(self, codes: Uints) -> None:
        """Find small heaps such that the moves leaving one of them show most rare values: greedily, on samples."""
        solved, limit = self.solved, self.module.LIMIT
        heaps = np.random.default_rng(1).integers(solved // 2, solved, SAMPLES)
        heaps = heaps[codes[heaps] < limit]
        small = np.arange(1, CANDIDATES)
        small = small[codes[small] < limit]
        removed, remaining = np.repeat(self.split, len(small)), np.tile(small, len(self.split))
        child_codes = (codes[heaps - removed[:, None] - remaining[:, None]] ^ codes[remaining][:, None]).astype(
            np.int64
        )
        end = int(codes[heaps].max(initial=0)) + 1
        targets = np.arange(end) < codes[heaps][:, None]
        places = np.where(
            child_codes < end, np.arange(len(heaps)) * end + np.minimum(child_codes, end - 1), targets.size
        )
        open_ = np.append(targets.reshape(-1), False)
        selected: list[int] = []
        while len(selected) < MAX_WITNESSES and len(places):
            gains = open_[places].sum(axis=1)
            best = int(gains.argmax())
            if not gains[best]:
                break
            selected.append(best)
            open_[places[best]] = False
        self.witness, self.witness_removed = remaining[selected], removed[selected]
        self.witness_code = codes[self.witness]


def run(data_dir: Path, octal: Octal, max_heaps: int) -> None:
    """Compute `max_heaps` nimbers at most, prove a period, publish a table.

    Raises OSError, MemoryError, OverflowError.
    """
    keep_code(data_dir)
    engine = NimberEngine(octal)
    listed_period = known_periods().get(octal.code)
    count = min(max_heaps, needed(octal, listed_period)) if listed_period else min(max_heaps, 1 << 15)
    while True:
        engine.until(count)
        period = find_period(engine.values[: engine.solved].data, octal)
        if period or count >= max_heaps:
            break
        count = min(max_heaps, 2 * count)
    published = period.end if period else engine.solved
    table = published > live_heaps(octal)
    if table:
        publish_nimbers(data_dir, octal, engine.values[:published].data, period)
    rate = (engine.solved - FIRST) / max(engine.seconds, 1e-9)
    rare = int(engine.status[0])
    period_json = period and period.as_json()
    seconds = round(engine.seconds, 3)
    report(
        done=True, heaps=engine.solved, seconds=seconds, rate=round(rate), rare=rare, period=period_json, table=table
    )


def main() -> int:
    """Run the process; return the exit code: 0 on success, else 1, with an `error` reported."""
    data_dir, code, max_heaps = sys.argv[1:]
    end_with_parent()
    return reporting_errors(partial(run, Path(data_dir), Octal.parse(code), int(max_heaps)), (OverflowError,))


if __name__ == "__main__":
    sys.exit(main())
