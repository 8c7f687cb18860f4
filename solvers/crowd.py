"""How many searches one process has at a time: whoever comes when there are as many is told to ask again.

Answers from tables take no search. A service has few threads, and were all of them searching, or waiting to search,
nobody else would be answered, be it by a table.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 3  # of the four threads of a worker
PATIENCE = 0.3  # seconds that one more waits, as most searches are short


class SearchTooLong(Exception):
    """The search did not end in time, for now: the machine has other work."""

    retry_after = 30
    """Seconds after which asking again makes sense."""


class TooManySearches(SearchTooLong):
    """The search was not begun, as too many go on."""

    retry_after = 5


class Crowd:
    """Those who search at a time. Threads may share it. most: how many; None for as many as like."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self._room = None if most is None else threading.BoundedSemaphore(most)

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place among them. Raises TooManySearches."""
        if self._room is None:
            yield
            return
        if not self._room.acquire(timeout=PATIENCE):
            raise TooManySearches(
                f"{self.most} searches go on at the same time, as many as one process makes; this one was not begun. "
                "Ask again in a few seconds."
            )
        try:
            yield
        finally:
            self._room.release()
