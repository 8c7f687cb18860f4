"""How long a thread may search: a limit on all searches for one answer, whatever each may take by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_END: ContextVar[float | None] = ContextVar("end", default=None)


def limit_to(seconds: float | None) -> None:
    """Searches of this thread end within so many seconds from now, until this is called again. None: without limit."""
    _END.set(None if seconds is None else time.monotonic() + seconds)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Searches in this block end within so many seconds. An outer limit holds for an inner one as well."""
    token = _END.set(time.monotonic() + seconds_left(seconds))
    try:
        yield
    finally:
        _END.reset(token)


def seconds_left(own: float) -> float:
    """How long something may take that would take `own` seconds at most; 0 where the time is over."""
    end = _END.get()
    return own if end is None else max(0.0, min(own, end - time.monotonic()))
