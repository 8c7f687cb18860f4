"""The dense engine: breadth-first from the solutions over an array with one code for every rank.

Runs as a process of its own: `python -m solvers.native.dense DATA_DIR ID VARIANT [--with-parent]`. It
tells how it goes in lines of JSON and publishes the table itself; with its parent it also ends.

The array is a file in `work/`, with a small note beside it that says which level is complete. After
a kill the next run drops what the broken level wrote and goes on from there. Wide levels scan the
array with all cores; narrow ones go by a list, so a puzzle with many levels costs no more than one
with few. Time O(moves + size x wide levels); memory one or two bytes a rank.
"""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import re
import shutil
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from puzzles import checks, registry
from puzzles.base import Kernel, Puzzle, Rules
from solvers.digest import rules_digest
from solvers.layout import pack_codes
from solvers.native.source import KernelError, Module, module_of
from solvers.processes import take_lock
from solvers.result import LOST, Codec, Result
from solvers.store import Store
from solvers.verify import derive

WITH_PARENT = "--with-parent"
CHUNK = 1 << 20  # ranks a thread takes at a time
NOTHING = np.zeros(0, np.int64)
NARROW = 1 << 18  # a level of fewer positions goes by a list
CHECKPOINT_SECONDS = 5.0
SPOT_CHECKS = 2000


def say(**fields: Any) -> None:
    """One line of JSON to whoever started this process."""
    print(json.dumps(fields), flush=True)


def compiled(rules: Rules, kernel: Kernel, cache: Path) -> ModuleType:
    """The kernel's module, compiled or taken from the cache. Raises KernelError."""
    made = module_of(rules, kernel)
    path = cache / f"{made.name}.py"
    cache.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != made.text:
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_text(made.text)
        os.replace(temporary, path)
    spec = importlib.util.spec_from_file_location(made.name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[made.name] = module
    try:
        spec.loader.exec_module(module)
        out, work, codes = np.zeros(kernel.most, np.int64), np.zeros(64, np.int64), np.zeros(1, np.uint8)
        module.solve_scan(codes, 0, 0, 0, codes[0], out, work, NOTHING)  # nothing to do but to be compiled
        module.solve_list(codes, out, 0, 0, codes[0], out, work, out)
        module.collect(codes[:0], 0, out)
        module.kernel_children(0, out, work)
    except NumbaError as error:
        raise KernelError(_refused(rules, made, error)) from error
    return module


def _refused(rules: Rules, made: Module, error: NumbaError) -> str:
    said = str(error)
    lines = [int(line) for line in re.findall(rf"{made.name}\.py\D+(\d+)", said)]
    where = next((place for line in lines if (place := made.origin(line)) is not None), "its kernel")
    telling = (line.strip() for line in said.splitlines())
    reason = next((line for line in telling if line and "nopython" not in line), type(error).__name__)
    return (
        f"{rules.full_id}: its kernel cannot be compiled.\n"
        f"  {where}: {reason[:200]}\n"
        "  Use integers, loops, conditions and functions like the kernel itself; see docs/native-speed.md."
    )


@dataclass
class Work:
    """The array on disk and the note beside it."""

    directory: Path
    codes: Any
    level: int  # complete
    known: int

    @classmethod
    def open(cls, rules: Rules, directory: Path) -> Work:
        """The work of an earlier run if it is of today's rules, else new work."""
        assert rules.size is not None
        note = directory / "note.json"
        digest = rules_digest(rules)
        try:
            told = json.loads(note.read_text())
            dtype = np.dtype(told["dtype"])
            if told["rules"] == digest and (directory / "codes").stat().st_size == rules.size * dtype.itemsize:
                codes = np.memmap(directory / "codes", dtype, "r+")
                absent, level = np.iinfo(dtype).max, told["level"]
                for start in range(0, len(codes), CHUNK):
                    part = codes[start : start + CHUNK]
                    part[(part > level) & (part != absent)] = absent
                return cls(directory, codes, level, told["known"])
        except (OSError, ValueError, KeyError, TypeError):
            pass
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        codes = np.memmap(directory / "codes", np.uint8, "w+", shape=(rules.size,))
        codes[:] = 255
        return cls(directory, codes, -1, 0)

    def note(self, rules: Rules) -> None:
        """Say that every level so far is complete."""
        text = json.dumps(
            {"rules": rules_digest(rules), "dtype": str(self.codes.dtype), "level": self.level, "known": self.known}
        )
        temporary = self.directory / "note.tmp"
        temporary.write_text(text)
        os.replace(temporary, self.directory / "note.json")

    def widen(self) -> None:
        """Two bytes a code from now on: a remoteness beyond 253 does not fit in one."""
        wide = np.memmap(self.directory / "wide", np.uint16, "w+", shape=self.codes.shape)
        for start in range(0, len(self.codes), CHUNK):
            part = self.codes[start : start + CHUNK].astype(np.uint16)
            part[part == 255] = 65535
            wide[start : start + CHUNK] = part
        (self.directory / "note.json").unlink(missing_ok=True)
        os.replace(self.directory / "wide", self.directory / "codes")
        self.codes = wide


def solve(rules: Puzzle, kernel: Kernel, module: ModuleType, work: Work, threads: int) -> None:
    """Fill the array, level by level."""
    if work.level < 0:
        for solution in rules.solutions() or ():
            number = rules.rank(solution)
            work.known += int(work.codes[number] != 0)
            work.codes[number] = 0
        work.level = 0
    outs = [np.zeros(kernel.most, np.int64) for _ in range(threads)]
    rooms = [np.zeros(64, np.int64) for _ in range(threads)]
    size = len(work.codes)
    listed = np.zeros(0, np.int64)
    found = int((work.codes[:] == work.level).sum()) if size < 1 << 24 else NARROW
    noted = told = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        while True:
            level = work.level + 1
            if level == 254 and work.codes.dtype == np.uint8:
                work.widen()
            absent = work.codes.dtype.type(np.iinfo(work.codes.dtype).max)
            codes = work.codes
            if found < NARROW and size > CHUNK // 4:
                if not len(listed):
                    listed = np.zeros(found, np.int64)
                    found = module.collect(codes, level - 1, listed)
                following = np.zeros(max(1, found * kernel.most), np.int64)
                found = module.solve_list(codes, listed, found, level, absent, outs[0], rooms[0], following)
                _in_range(rules, found)
                listed = following[:found].copy()
            else:
                listed = listed[:0]

                def scan(thread: int, level: int = level, absent: Any = absent, codes: Any = codes) -> int:
                    total = 0
                    for first in range(thread * CHUNK, size, threads * CHUNK):
                        last = min(first + CHUNK, size)
                        part = module.solve_scan(
                            codes, first, last, level, absent, outs[thread], rooms[thread], NOTHING
                        )
                        _in_range(rules, part)
                        total += part
                    return total

                found = sum(pool.map(scan, range(threads)))
            if not found:
                break
            work.level, work.known = level, work.known + found
            now = time.monotonic()
            if now - told > 0.2:
                told = now
                say(positions=work.known, level=level)
            if now - noted > CHECKPOINT_SECONDS:
                work.note(rules)
                noted = time.monotonic()


def _in_range(rules: Rules, found: int) -> None:
    if found < 0:
        raise KernelError(
            f"{rules.full_id}: its kernel writes a number out of range, or more than `most`,\n"
            f"  at rank {-1 - found}, the position {rules.format(rules.unrank(-1 - found))!r}.\n"
            "  Run the law `kernel` at that position, or raise `most`."
        )


def spot_check(rules: Rules, codec: Codec, codes: Any) -> None:
    """Derive some results from their children by the rules alone. Raises KernelError."""
    rng = np.random.default_rng(1)
    solved = np.flatnonzero(codes[: 1 << 22] != codec.no_entry)
    numbers = [*rng.integers(0, len(codes), SPOT_CHECKS // 2), *rng.choice(solved, SPOT_CHECKS // 2)]

    def stored(position: Any) -> Result | None:
        rank = rules.rank(position)
        return None if rank is None else codec.decode(int(codes[rank]))

    for number in map(int, numbers):
        position = rules.unrank(number)
        claimed = codec.decode(int(codes[number])) or LOST
        expected = derive(rules, position, stored, LOST)
        if expected != claimed:
            raise KernelError(
                f"{rules.full_id}: the kernel's result disagrees with the rules; nothing is published.\n"
                f"  {rules.format(position)!r} (rank {number}) came out as {claimed}, its children say {expected}.\n"
                "  Compare the kernel with `moves` and `do_move` there."
            )


def run(data_dir: Path, puzzle_id: str, variant_id: str) -> None:
    """Solve one variant and publish its table."""
    rules = registry.load(puzzle_id, variant_id)
    kernel = rules.kernel()
    assert isinstance(rules, Puzzle)
    assert kernel is not None
    assert rules.size is not None
    begun = time.perf_counter()
    broken = checks.kernel_faults(rules)
    if broken:
        raise KernelError(f"{rules.full_id}: its kernel disagrees with its rules; nothing is solved.\n  {broken}")
    module = compiled(rules, kernel, data_dir / "cache" / "kernels")
    say(compiled=round(time.perf_counter() - begun, 2))
    store = Store(data_dir / "tables")
    _make_sure_it_fits(rules, data_dir)
    name = f"{rules.id}.{rules.variant.id}"
    if take_lock(data_dir / "cache" / f"{name}.lock") is None:  # held until this process ends
        raise BlockingIOError(errno.EAGAIN, f"{rules.full_id} is being solved by another process already")
    work = Work.open(rules, data_dir / "work" / name)
    begun = time.perf_counter()
    solve(rules, kernel, module, work, max(1, os.cpu_count() or 1))
    seconds = time.perf_counter() - begun
    counts = np.zeros(int(np.iinfo(work.codes.dtype).max) + 1, np.int64)
    for start in range(0, len(work.codes), 1 << 24):
        counts += np.bincount(work.codes[start : start + (1 << 24)], minlength=len(counts))
    codec = Codec("puzzle", work.codes.dtype.itemsize * 8)
    found = {codec.decode(code): int(n) for code, n in enumerate(counts) if n}
    histogram = Counter({result: n for result, n in found.items() if result is not None})
    spot_check(rules, codec, work.codes)
    meta = store.write_packed(rules, codec, "closure", pack_codes(work.codes, codec, histogram), seconds)
    shutil.rmtree(work.directory)
    say(done=True, positions=meta.positions, seconds=seconds)


def _make_sure_it_fits(rules: Rules, data_dir: Path) -> None:
    """Refuse, before anything is taken, what memory or disk have no room for. Raises MemoryError, OSError."""
    assert rules.size is not None
    memory = rules.size + NARROW * 64
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") + _cached_bytes()
    say(memory=memory, disk=rules.size)
    if memory > free:
        raise MemoryError(
            f"{rules.full_id} needs {memory / 1e6:,.0f} MB of memory to be solved, and {free / 1e6:,.0f} MB are free."
        )
    room = shutil.disk_usage(data_dir).free
    if 2 * rules.size > room:
        raise OSError(
            errno.ENOSPC,
            f"{rules.full_id} needs {2 * rules.size / 1e6:,.0f} MB of disk while it is solved, "
            f"and {room / 1e6:,.0f} MB are free",
        )


def _cached_bytes() -> int:
    """Memory that only caches files, and is given back when it is needed (Linux; elsewhere 0)."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("Cached:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0


def main() -> int:
    """The process: 0 when the table is published, 1 with an `error` line otherwise."""
    data_dir, puzzle_id, variant_id, *options = sys.argv[1:]
    if options == [WITH_PARENT]:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        run(Path(data_dir), puzzle_id, variant_id)
    except (KernelError, OSError, MemoryError) as error:
        say(error=str(error) or type(error).__name__)
        return 1
    return 0


def _end_with_parent() -> None:
    """Whoever started this process holds its standard input open as long as it lives."""
    while os.read(0, 4096):
        pass
    os._exit(3)  # the work is kept, and a table is published whole or not at all


if __name__ == "__main__":
    sys.exit(main())
