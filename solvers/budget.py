"""The time budget of an answer: one deadline for all the searches a thread makes for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

SECONDS = 2.0
"""Seconds of search for one answer, unless the caller says otherwise; a request of the service never gets more."""

SETTING_UP = 0.8
"""Seconds of an answer's own that loading compiled code may take; to compile it takes longer, but once on a machine."""

_END: ContextVar[float] = ContextVar("end", default=inf)
_GONE: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)


def limit_to(seconds: float | None, gone: Callable[[], bool] | None = None) -> None:
    """End all searches of this thread so many seconds from now, until the next call. None: no limit.

    gone: whether nobody waits for the answer any more; the time is then up at once.
    """
    _END.set(inf if seconds is None else time.monotonic() + seconds)
    _GONE.set(gone)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """End the searches of this block within so many seconds. An outer limit still holds inside."""
    token = _END.set(time.monotonic() + seconds_left(seconds))
    try:
        yield
    finally:
        _END.reset(token)


@contextmanager
def setting_up() -> Iterator[None]:
    """In this block, which does what is done once and serves later answers too, stop the clock after SETTING_UP."""
    begun = time.monotonic()
    try:
        yield
    finally:
        _END.set(_END.get() + max(0.0, time.monotonic() - begun - SETTING_UP))


def seconds_left(own: float = inf) -> float:
    """Seconds left for something that would take `own` seconds at most; 0 when the time is up."""
    gone = _GONE.get()
    return 0.0 if gone is not None and gone() else max(0.0, min(own, _END.get() - time.monotonic()))
