"""The interface of executors, which run tasks, and the executor that runs them all in this process.

A task is a function of a job and plain values that returns JSON; large data goes through files. Results are fetched as
soon as they are ready, so a lost worker costs only its current tasks, which Dask gives to others. Source: the
documentation of Dask.distributed on futures, resilience and worker restrictions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.native.memory import require_free

Call = tuple[int, tuple[Any, ...]]
"""The number of a task's shard, or part, and the task's arguments after the job."""

NextCalls = Callable[[], Iterable[Call]]
"""Returns calls that have become possible."""


class ExecutorLost(Exception):
    """The workers or their scheduler are gone or unsuitable; the message says which, and what to do."""


class Executor(Protocol):
    """Runs tasks."""

    @property
    def workers(self) -> int:
        """The number of tasks that run at once."""
        ...

    def require_free(self, rules: Rules, memory: int) -> None:
        """Raise MemoryError unless every worker has this many free bytes of memory."""
        ...

    def run(
        self, task: Callable[..., Any], job: Any, calls: Iterable[Call], next_calls: NextCalls | None = None
    ) -> Iterable[tuple[int, Any]]:
        """The number and result of each call, in order of completion. Raises what tasks raise, and ExecutorLost.

        next_calls: gives further calls; called whenever a result has been used. With it, a call goes to whichever
        worker is free; without it, to the one that had the last call with its number.
        """
        ...


class LocalExecutor:
    """Runs one task after the other in this process."""

    workers = 1

    def require_free(self, rules: Rules, memory: int) -> None:
        """As `Executor.require_free`."""
        require_free(rules, memory)

    def run(
        self, task: Callable[..., Any], job: Any, calls: Iterable[Call], next_calls: NextCalls | None = None
    ) -> Iterable[tuple[int, Any]]:
        """As `Executor.run`."""
        waiting = deque(calls)
        while waiting:
            number, arguments = waiting.popleft()
            yield number, task(job, *arguments)
            waiting += next_calls() if next_calls else ()
