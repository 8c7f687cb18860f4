"""Limits concurrent searches, so that positions with a table are answered under any load.

Anything that may keep a processor busy runs inside `with limiter:`: searches, long walks through tables, large batches.
In a gunicorn serving process, entering it raises `SearchElsewhere`, and the request is handed to one of the search
workers, which run at low priority (`server/middleware/search_workers.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from solvers.budget import seconds_left
from solvers.errors import NoAnswer

AT_ONCE = 3
"""Concurrent searches of one process."""

WAIT_SECONDS = 0.3
"""How long a request waits for its turn to search; most searches are short."""


class SearchTooLong(NoAnswer):
    """The search did not end in time; the machine may have more time for it later."""

    retry_after = 30


class TooManySearches(SearchTooLong):
    """The search was not begun, because too many others are running."""

    retry_after = 5


class SearchElsewhere(Exception):
    """The request has to be answered by a search worker."""


class Limiter:
    """Limits concurrent searches, as a context manager. Threads may share it, and a thread may enter it again.

    most: how many at a time; None: unlimited. elsewhere: set in processes that must not search. Entering raises
    TooManySearches, and SearchElsewhere where no search may run.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.elsewhere = False
        self._slots = None if most is None else threading.BoundedSemaphore(most)
        self._local = threading.local()

    def __enter__(self) -> None:
        refused: SearchTooLong | None = getattr(self._local, "refused", None)
        if refused is not None:
            raise refused
        if self.elsewhere:
            raise SearchElsewhere
        depth = getattr(self._local, "depth", 0)
        if self._slots and not depth and not self._slots.acquire(timeout=seconds_left(WAIT_SECONDS)):
            raise TooManySearches(
                f"{self.most} searches are running, the most that one process runs at a time; this one was not begun. "
                "Ask again in a few seconds."
            )
        self._local.depth = depth + 1

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

    def lets_wait(self) -> bool:
        """Whether this thread may wait for a table: it holds no place, and has not been told to do without searches."""
        return not getattr(self._local, "depth", 0) and getattr(self._local, "refused", None) is None

    def when(self, heavy: bool) -> AbstractContextManager[None]:
        """The limiter itself for heavy work; for light work a context that limits nothing."""
        return self if heavy else nullcontext()
