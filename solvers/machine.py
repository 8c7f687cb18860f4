"""What this process may use of its machine: cores and memory.

A container, or a service of systemd, sees all cores and all memory of the machine; its own limits are in the files of
its control group and of the groups above (Linux, cgroup v2: `Documentation/admin-guide/cgroup-v2.rst` of the kernel).
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
OWN_GROUP = Path("/proc/self/cgroup")


def cores() -> int:
    """How many cores this process may use, at least 1: those it is bound to, at most those its groups have time for."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    for group in _groups():
        with suppress(OSError, ValueError):  # "max" is no number: no limit
            microseconds, period = map(int, (group / "cpu.max").read_text().split())
            bound = min(bound, -(-microseconds // period))
    return max(1, bound)


def free_memory() -> int:
    """Available memory in bytes, including caches that the kernel would give back."""
    free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, KeyError):
        free = _amounts(Path("/proc/meminfo"))["MemAvailable:"] * 1024
    for group in _groups():
        with suppress(OSError, ValueError, KeyError):
            limit, used = (int((group / name).read_text()) for name in ("memory.max", "memory.current"))
            free = min(free, limit - used + _amounts(group / "memory.stat")["inactive_file"])
    return max(0, free)


def _groups() -> Iterator[Path]:
    """The folder of this process's control group, and those of the groups above; none without cgroup v2."""
    with suppress(OSError):
        for line in OWN_GROUP.read_text().splitlines():
            number, _, name = line.split(":", 2)
            if number == "0" and ".." not in name:
                own_group = GROUPS / name.lstrip("/")
                yield from (own_group, *(folder for folder in own_group.parents if folder.is_relative_to(GROUPS)))


def _amounts(path: Path) -> dict[str, int]:
    """The lines of a file such as /proc/meminfo: a name, a number, and perhaps a unit."""
    return {fields[0]: int(fields[1]) for fields in map(str.split, path.read_text().splitlines()) if len(fields) > 1}
