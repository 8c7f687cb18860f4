"""Who does the tasks: workers of a Dask cluster, or this process alone.

A task is a function of a job and plain values, and returns what JSON can hold; what is large goes through files. Every
result is fetched as soon as it is there. So a worker that is lost costs the tasks it had in hand: Dask gives them to
others. Source: the documentation of Dask.distributed on futures, resilience and worker restrictions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from puzzles.base import Rules
from solvers.native.memory import make_sure

Call = tuple[int, tuple[Any, ...]]
"""The shard, or part, that a task is about, and the arguments after the job."""


class CrewLost(Exception):
    """The workers, or their scheduler, are gone or do not fit; the message says which, and what to do."""


class Crew(Protocol):
    """Does tasks."""

    @property
    def workers(self) -> int:
        """How many tasks are done at once."""
        ...

    def make_sure(self, rules: Rules, memory: int) -> None:
        """Raise MemoryError when not every worker has so many bytes."""
        ...

    def each(self, task: Callable[..., Any], job: Any, calls: Iterable[Call]) -> Iterable[tuple[int, Any]]:
        """The number and result of each call, as they are done. Raises what tasks raise, and CrewLost."""
        ...


class Alone:
    """One process does one after the other."""

    workers = 1

    def make_sure(self, rules: Rules, memory: int) -> None:
        """As Crew's."""
        make_sure(rules, memory)

    def each(self, task: Callable[..., Any], job: Any, calls: Iterable[Call]) -> Iterable[tuple[int, Any]]:
        """As Crew's."""
        for number, arguments in calls:
            yield number, task(job, *arguments)
