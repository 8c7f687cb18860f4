"""The time budget of an answer: one deadline for all the searches a thread makes for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

SECONDS = 2.0
"""Seconds of search for one answer, unless the caller says otherwise; a service request never gets more."""

SETTING_UP = 0.8
"""The most seconds that one-time setup, such as loading compiled code, may take from an answer's budget."""

_END: ContextVar[float] = ContextVar("end", default=inf)
_GONE: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)


def limit_to(seconds: float | None, gone: Callable[[], bool] | None = None) -> None:
    """Limit all searches of this thread to this many seconds from now, until the next call. None: no limit.

    gone: returns whether nobody is waiting for the answer any more; if so, time is up at once.
    """
    _END.set(inf if seconds is None else time.monotonic() + seconds)
    _GONE.set(gone)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit the searches in this block to this many seconds. An outer limit still applies."""
    token = _END.set(time.monotonic() + seconds_left(seconds))
    try:
        yield
    finally:
        _END.reset(token)


@contextmanager
def setting_up() -> Iterator[None]:
    """Stop the clock after SETTING_UP seconds of this block, whose one-time work serves later answers too."""
    begun = time.monotonic()
    try:
        yield
    finally:
        _END.set(_END.get() + max(0.0, time.monotonic() - begun - SETTING_UP))


def seconds_left(own: float = inf) -> float:
    """The seconds left, at most `own`; 0 when time is up."""
    gone = _GONE.get()
    return 0.0 if gone is not None and gone() else max(0.0, min(own, _END.get() - time.monotonic()))
