"""Searches that run until a test has seen what it needs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.untabled.answerer import Answerer

AnyAnswerer = TypeVar("AnyAnswerer", bound=Answerer)


def with_seconds(answerer: AnyAnswerer, seconds: float) -> AnyAnswerer:
    """The same with this much time for an answer."""
    answerer.seconds = seconds
    return answerer


@contextmanager
def searches(limiter: Limiter, count: int) -> Iterator[None]:
    """Keep `count` searches running, each in its own thread."""
    begun, over = threading.Barrier(count + 1), threading.Event()

    def search() -> None:
        with limiter:
            begun.wait()
            over.wait()

    threads = [threading.Thread(target=search) for _ in range(count)]
    for thread in threads:
        thread.start()
    begun.wait()
    yield
    over.set()
    for thread in threads:
        thread.join()
