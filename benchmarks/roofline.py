"""The memory limits of the machine: sequential reads and random updates by all cores.

A solver that reads a table of n bytes once per level, and changes a byte at a random place for each move, cannot be
faster than this.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks.figures import Figure, seconds_of
from benchmarks.workshop import Workshop
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.launch import compiler_installed

SIZES = {"10 MB": 10 << 20, "240 MB": 240 << 20, "1 GB": 1 << 30}
CHANGES = 20_000_000


def measure_roofline(workshop: Workshop) -> Iterator[Figure]:
    """Gigabytes per second of sequential reads, and millions of random updates per second."""
    if not compiler_installed():
        return
    import numpy as np
    from numba import njit

    @njit(nogil=True)
    def total(codes: Any) -> int:
        found = 0
        for code in codes:
            found += code == 7
        return found

    @njit(nogil=True)
    def change(codes: Any, seed: int, count: int) -> None:
        place = np.uint64(seed)
        for _ in range(count):
            place = place * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            codes[(place >> np.uint64(33)) % np.uint64(len(codes))] = 1

    threads = cores()
    with ThreadPoolExecutor(threads) as pool:
        for name, size in SIZES.items():
            if workshop.quick and size > 100 << 20:
                continue
            reading, changing = _measured(pool, total, change, np.zeros(size, np.uint8), threads)
            yield Figure.of("roofline", f"reading {name} in order", [size / s / 1e9 for s in reading], "GB/s")
            rates = [CHANGES / s / 1e6 for s in changing]
            yield Figure.of("roofline", f"changing bytes of {name} at random places", rates, "million/s")


def _measured(pool: ThreadPoolExecutor, total: Any, change: Any, codes: Any, threads: int) -> tuple[list[float], ...]:
    """Seconds of each of several runs: of reading everything, and of making all random updates."""
    import numpy as np

    parts, every, each = np.array_split(codes, threads), [codes] * threads, [CHANGES // threads] * threads

    def read() -> None:
        list(pool.map(total, parts))

    def write(counts: list[int]) -> None:
        list(pool.map(change, every, range(threads), counts))

    read()  # compiles
    write([10] * threads)
    return [seconds_of(read) for _ in range(5)], [seconds_of(lambda: write(each)) for _ in range(3)]
