"""gunicorn's master with workers of two roles: a reload ends the old ones only when the new ones are ready.

gunicorn itself ends old workers as soon as it has forked new ones, seconds before those can answer, and it ends the
oldest when there are too many, whatever they do. Why: docs/adr/0050-old-workers-stay-until-new-ones-are-ready.md.
"""

import signal
import time
from typing import Any

from gunicorn.arbiter import Arbiter

STARTING_SECONDS = 60.0
"""How long old workers wait for new ones at most."""


class Master(Arbiter):
    """A master that has been started as gunicorn's own becomes one of these by `adopt`."""

    searching: int
    generation: int
    interrupted: bool
    _started: float

    @classmethod
    def adopt(cls, server: Arbiter, searching: int) -> None:
        """Make a master one of these, before it forks its first worker. searching: its number of search workers."""
        server.__class__ = cls
        server.interrupted = False
        server.generation = 0
        server.begin_generation(searching)

    def begin_generation(self, searching: int) -> None:
        """Have all present workers replaced by those that are forked from now on."""
        self.searching = searching
        self.generation += 1
        self._started = time.monotonic()

    def prepare(self, worker: Any) -> None:
        """Decide what a worker that is about to be forked will do: it searches while too few others do."""
        worker.generation, worker.leaving = self.generation, False
        worker.searches = sum(peer.searches for peer in self._current()) < self.searching
        worker.is_relieved = any(peer.ready and peer.searches == worker.searches for peer in self.WORKERS.values())

    def _current(self) -> list[Any]:
        """The workers of this generation that are to stay, oldest first."""
        workers = sorted(self.WORKERS.values(), key=lambda worker: worker.age)
        return [worker for worker in workers if worker.generation == self.generation and not worker.leaving]

    def manage_workers(self) -> None:
        """Fork the workers that are missing, and end those that are no longer needed."""
        for _ in range(self.num_workers - len(self._current())):
            self.spawn_worker()
        self._end_old_workers()

    def reap_workers(self) -> None:
        """Forget workers that have ended; gunicorn calls this ten times a second during a reload."""
        super().reap_workers()
        self._end_old_workers()

    def _end_old_workers(self) -> None:
        """End those of earlier generations once their successors are ready, and serving ones beyond their number.

        Of these, the ones that are still loading go first, then the oldest.
        """
        current = self._current()
        serving = sorted((worker for worker in current if not worker.searches), key=lambda worker: worker.ready)
        leaving = serving[: max(0, len(current) - self.num_workers)]
        ready = len(current) >= self.num_workers and all(worker.ready for worker in current)
        if ready or time.monotonic() > self._started + STARTING_SECONDS:
            leaving += [worker for worker in self.WORKERS.values() if worker.generation != self.generation]
        for worker in leaving:
            if not worker.leaving:
                worker.leaving = True
                self.kill_worker(worker.pid, signal.SIGTERM)

    def handle_ttou(self) -> None:
        """Have one serving worker less, unless it is the last."""
        if self.num_workers > self.searching + 1:
            super().handle_ttou()

    def handle_int(self) -> None:
        """Stop at once; the exit status will be the one that shells expect."""
        self.interrupted = True
        super().handle_int()
