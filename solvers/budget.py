"""The time budget of an answer: processor time for all the searches a thread makes for it, and a limit of the clock.

Seconds are of processor time of this thread, so that an answer is as good on a busy machine, where it only comes later.
By the clock an answer may take SLOWEST times as long, waiting for locks and for the compiler included.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf

SECONDS = 2.0
"""Seconds of search for one answer, unless the caller says otherwise; a service request never gets more."""

SLOWEST = 5.0
"""How many times its seconds of processor time an answer may take by the clock."""

LOOK = 0.1
"""Seconds between checks, while a thread waits, that somebody still waits for its answer."""

FRESH = 0.001
"""Seconds for which a reading of the processor time is good enough."""

_PROCESSOR: ContextVar[float] = ContextVar("processor", default=inf)
_CLOCK: ContextVar[float] = ContextVar("clock", default=inf)
_HURRY: ContextVar[float] = ContextVar("hurry", default=inf)
_PATIENCE: ContextVar[float] = ContextVar("patience", default=inf)
_GONE: ContextVar[Callable[[], bool] | None] = ContextVar("gone", default=None)
_LONG: ContextVar[tuple[float, Callable[[], object]] | None] = ContextVar("long", default=None)


class _Reading(threading.local):
    """What the clocks showed when this thread last read that of its processor time."""

    processor = 0.0
    clock = -inf


_READING = _Reading()


def recent_time() -> float:
    """The processor time of this thread, at most a millisecond ago: reading it is slow, as it calls the system."""
    clock = time.monotonic()
    if not 0 <= clock - _READING.clock <= FRESH:
        _READING.processor, _READING.clock = time.thread_time(), clock
    return _READING.processor


def limit_to(
    seconds: float | None, gone: Callable[[], bool] | None = None, reserve: float = 0.0, patience: float = inf
) -> None:
    """Limit all searches of this thread to this many seconds from now, until the next call. None: no limit.

    gone: returns whether nobody is waiting for the answer any more; if so, time is up at once. reserve: seconds by the
    clock that are needed afterward. patience: as the function of this name returns it.
    """
    _PROCESSOR.set(inf if seconds is None else time.thread_time() + seconds)
    _CLOCK.set(inf if seconds is None else time.monotonic() + SLOWEST * seconds - reserve)
    _HURRY.set(inf)
    _GONE.set(gone)
    _PATIENCE.set(patience)


def patience() -> float:
    """For how many seconds by the clock whoever asks wants to wait for the compiler before being told of it."""
    return _PATIENCE.get()


def hurry(seconds: float) -> None:
    """Let the time of this thread's answer be up after this many seconds by the clock, until the next `limit_to`."""
    _HURRY.set(time.monotonic() + seconds)


@contextmanager
def unhurried() -> Iterator[None]:
    """The time that this block takes, such as waiting for the compiler, does not count for `hurry`."""
    begun, end = time.monotonic(), _HURRY.get()
    _HURRY.set(inf)
    try:
        yield
    finally:
        _HURRY.set(end + time.monotonic() - begun)


class within:
    """Limit the searches in this block to this many seconds of processor time. An outer limit still applies."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._token = _PROCESSOR.set(min(_PROCESSOR.get(), recent_time() + self._seconds))

    def __exit__(self, *error: object) -> None:
        _PROCESSOR.reset(self._token)


def seconds_left(limit: float = inf) -> float:
    """The seconds of processor time left, at most `limit`; 0 when time is up."""
    checkpoint()
    if clock_left() == 0.0:
        return 0.0
    end = _PROCESSOR.get()
    return limit if end == inf else max(0.0, min(limit, end - time.thread_time()))


def clock_left() -> float:
    """The seconds left by the clock; 0 when time is up, or nobody waits for the answer."""
    gone = _GONE.get()
    return 0.0 if gone is not None and gone() else max(0.0, min(_CLOCK.get(), _HURRY.get()) - time.monotonic())


def in_time() -> bool:
    """Whether this thread's answer has time left, and somebody waits for it."""
    return seconds_left() > 0.0


class SearchStopped(Exception):
    """A search may not go on."""


class Meter:
    """What one search may spend; here, as much as it can while `go_on()` is true."""

    def __init__(self, go_on: Callable[[], bool]) -> None:
        self._go_on = go_on

    def nodes_left(self, limit: int) -> int:
        """How many positions may be generated next, at most this many. Raises SearchStopped."""
        if not self._go_on():
            raise SearchStopped
        return limit

    def spend(self, generated: int, expanded: int) -> None:
        """Count positions as generated and expanded. Raises an error if that is more than the search may spend."""


class Deadline:
    """When one piece of work has taken its time, or the answer it belongs to has. None: only the latter."""

    def __init__(self, seconds: float | None) -> None:
        self._processor = inf if seconds is None else time.thread_time() + seconds
        self._clock = inf if seconds is None else time.monotonic() + SLOWEST * seconds

    @property
    def seconds_left(self) -> float:
        """As the function of this name."""
        return 0.0 if time.monotonic() > self._clock else seconds_left(max(0.0, self._processor - time.thread_time()))

    @property
    def passed(self) -> bool:
        """Whether time is up."""
        return self.seconds_left == 0.0


def wait(acquire: Callable[[float], bool], limit: float = inf) -> bool:
    """Call `acquire(seconds)`, which waits that long at most, until it returns true; False if time is up before.

    limit: seconds by the clock.
    """
    end = time.monotonic() + limit
    while not acquire(max(0.0, min(LOOK, end - time.monotonic(), clock_left()))):
        if time.monotonic() >= end or clock_left() == 0.0:
            return False
    return True


# --- light work that may turn out to be long ------------------------------------------------------


class when_long:
    """Call `act` at the first `checkpoint` after this many seconds of processor time in this block.

    If it raises, so does the checkpoint, and the next one calls it again.
    """

    def __init__(self, seconds: float, act: Callable[[], object]) -> None:
        self._seconds, self._act = seconds, act

    def __enter__(self) -> None:
        self._token = _LONG.set((recent_time() + self._seconds, self._act))

    def __exit__(self, *error: object) -> None:
        _LONG.reset(self._token)


def checkpoint() -> None:
    """Mark a place where work that has turned out to be long may be handed on; `seconds_left` is one, too."""
    long = _LONG.get()
    if long is not None and recent_time() > long[0]:
        long[1]()
        _LONG.set(None)
