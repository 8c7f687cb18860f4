"""Limits concurrent searches, so that positions with a table are answered under any load.

Searches run inside `with limiter:`. In a gunicorn serving process, entering it raises `SearchElsewhere`, and the
request is handed to one of the search workers, which run at low priority (`server/middleware/search_workers.py`).
What is mostly light, such as looking up a line in a table, runs inside `with limiter.if_long():` and counts as a search
only once it has taken long; threads that wait, such as for the compiler, are inside `with limiter.waiting():`.
"""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from perfect_play.solvers.budget import wait, when_long
from perfect_play.solvers.errors import NoAnswer

AT_ONCE = 3
"""Concurrent searches of one process."""

WAITING = 6
"""Threads of one process that wait at a time, for example for the compiler."""

WAIT_SECONDS = 0.3
"""How long a request waits for its turn to search; most searches are short."""

LIGHT = 0.05
"""Seconds of processor time after which work counts as a search."""

SMALL = 2000
"""Positions of variants in which a search in plain Python is mostly light."""


class SearchTooLong(NoAnswer):
    """The search did not end in time; the machine may have more time for it later."""

    passing = True
    retry_after = 30


class TooManySearches(SearchTooLong):
    """The search was not begun, because too many others are running."""

    retry_after = 5


class SearchElsewhere(Exception):
    """The request has to be answered by a search worker."""


class Limiter:
    """Limits concurrent searches, as a context manager. Threads may share it, and a thread may enter it again.

    limit: how many at a time; None: unlimited. elsewhere: set in processes that must not search. Entering raises
    TooManySearches, and SearchElsewhere where no search may run.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.elsewhere = False
        self._slots = None if limit is None else threading.BoundedSemaphore(limit)
        self._seats = None if limit is None else threading.BoundedSemaphore(WAITING)
        self._local = threading.local()

    def __enter__(self) -> None:
        self._refuse()
        depth = getattr(self._local, "depth", 0)
        slots = self._slots
        if slots and not depth and not wait(lambda seconds: slots.acquire(timeout=seconds), WAIT_SECONDS):
            raise TooManySearches(
                f"{self.limit} searches are running, the most that one process runs at a time; this one was not begun. "
                "Ask again in a few seconds."
            )
        self._local.depth = depth + 1

    def _refuse(self) -> None:
        """Raise the error of a thread or process that must not search."""
        refused: SearchTooLong | None = getattr(self._local, "refused", None)
        if refused is not None:
            raise refused
        if self.elsewhere:
            raise SearchElsewhere

    def __exit__(self, *error: object) -> None:
        self._local.depth -= 1
        if self._slots and not self._local.depth:
            self._slots.release()

    @contextmanager
    def refusing(self, error: SearchTooLong) -> Iterator[None]:
        """In this block, which can do without searches, entering raises this error in this thread."""
        self._local.refused = error
        try:
            yield
        finally:
            self._local.refused = None

    def if_long(self) -> AbstractContextManager[None]:
        """Enter the limiter for the rest of a block at the first checkpoint of the budget after LIGHT seconds."""
        return _IfLong(self)

    def of_size(self, positions: int | None) -> AbstractContextManager[None]:
        """The limiter for a search among this many positions; 0 or None: nobody knows how many."""
        return self.if_long() if positions is not None and 0 < positions <= SMALL else self

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """In this block, this thread waits for work that another one does for a search. Raises as entering does."""
        self._refuse()
        if self._seats and not self._seats.acquire(blocking=False):
            raise TooManySearches(
                f"{WAITING} requests are waiting for searches to be compiled; this one was not begun. "
                "Ask again in a few seconds."
            )
        try:
            yield
        finally:
            if self._seats:
                self._seats.release()

    def lets_wait(self) -> bool:
        """Whether this thread may wait for a table: it holds no place, and has not been told to do without searches."""
        return not getattr(self._local, "depth", 0) and getattr(self._local, "refused", None) is None


class _IfLong(when_long):
    """A block that enters a limiter once it has taken long."""

    def __init__(self, limiter: Limiter) -> None:
        super().__init__(LIGHT, self._enter_limiter)
        self._limiter, self._entered = limiter, False

    def _enter_limiter(self) -> None:
        self._limiter.__enter__()
        self._entered = True

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        if self._entered:
            self._limiter.__exit__(*error)
