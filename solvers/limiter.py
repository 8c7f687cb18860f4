"""Limits concurrent searches, so that positions with a table are answered whatever else is asked.

Whatever may hold a processor for long runs inside `Crowd.place`: searches, long walks through tables, large batches.
A serving process of gunicorn admits nothing there: it raises `SearchElsewhere`, and the request is handed to one of the
search workers, which run at low priority (`server/middleware/search_workers.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from solvers.budget import seconds_left
from solvers.errors import NoAnswer

AT_ONCE = 3
"""Concurrent searches of one process."""

PATIENCE = 0.3
"""Seconds that a request waits for a place, as most searches are short."""


class SearchTooLong(NoAnswer):
    """The search did not end in time, for now: the machine has other work."""

    retry_after = 30


class TooManySearches(SearchTooLong):
    """The search was not begun, as too many go on."""

    retry_after = 5


class SearchElsewhere(Exception):
    """The request has to be answered by a search worker."""


class Crowd:
    """Limits concurrent searches. Threads may share it.

    most: how many at a time; None: unlimited. elsewhere: set in processes that must not search. A thread inside
    `place` may enter it again.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.elsewhere = False
        self._room = None if most is None else threading.BoundedSemaphore(most)
        self._here = threading.local()

    @contextmanager
    def place(self) -> Iterator[None]:
        """Enter the crowd. Raises TooManySearches, and SearchElsewhere where no search may run."""
        if self.elsewhere:
            raise SearchElsewhere
        if self._room is None or getattr(self._here, "inside", False):
            yield
            return
        if not self._room.acquire(timeout=seconds_left(PATIENCE)):
            raise TooManySearches(
                f"{self.most} searches are running, the most that one process runs at a time; this one was not begun. "
                "Ask again in a few seconds."
            )
        self._here.inside = True
        try:
            yield
        finally:
            self._here.inside = False
            self._room.release()

    def place_for(self, count: int, few: int) -> AbstractContextManager[None]:
        """A place if there is more to do than a few; else none is needed. Raises as `place`."""
        return self.place() if count > few else nullcontext()
