"""Requests for missing tables: a serving process asks the builder, which solves those variants next.

The builder creates the file `.wishes` when it begins and removes it when it ends. A serving process only ever appends
the name of a listed variant to an existing file, each name once, so the file cannot outgrow the catalogue.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

FILE = ".wishes"
MAX_BYTES = 64 << 10


@contextlib.contextmanager
def heard_in(directory: Path) -> Iterator[None]:
    """Accept requests until the end of the block."""
    path = directory / FILE
    with contextlib.suppress(OSError):  # without it, variants are solved in the usual order
        path.unlink(missing_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def wish(directory: Path, full_id: str) -> None:
    """Ask the builder to solve a listed variant next. Does nothing if no builder listens."""
    with contextlib.suppress(OSError):
        descriptor = os.open(directory / FILE, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
        with open(descriptor, "r+b", buffering=0) as file:
            line = f"{full_id}\n".encode()
            said = file.read(MAX_BYTES)
            if line not in said.splitlines(keepends=True) and len(said) + len(line) <= MAX_BYTES:
                file.write(line)


def wishes(directory: Path) -> list[str]:
    """The names requested, in order."""
    try:
        with (directory / FILE).open("rb") as file:
            return list(dict.fromkeys(filter(None, file.read(MAX_BYTES).decode(errors="replace").split("\n"))))
    except OSError:
        return []


def in_order(queue: Iterable[str], wished: Sequence[str]) -> list[str]:
    """The names in a queue, with requested ones first, in the order of requests."""
    left = set(queue := list(queue))
    return list(dict.fromkeys([*(name for name in wished if name in left), *queue]))
