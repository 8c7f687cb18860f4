"""The variants that the builder has still to solve, in order: those that people ask about, then those of the start-up.

Requests come in fair shares, and smaller ones first: each client's account is charged the seconds that its variants
take, and the next variant is the one whose seconds, on top of its client's account, are fewest (the virtual finishing
times of A. Demers, S. Keshav and S. Shenker, "Analysis and simulation of a fair queueing algorithm", SIGCOMM 1989). So
neither a large variant nor a crawler with hundreds of small ones keeps another client waiting. Among equals, the one
asked for last is solved first, as somebody is waiting for it now.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from pathlib import Path

from perfect_play.puzzles.base import BadCustomVariant, Rules, UnknownPuzzle, UnknownVariant
from perfect_play.solvers.building.builder_process import Progress
from perfect_play.solvers.building.estimate import estimate, is_quick
from perfect_play.solvers.building.presolve import first_of_all
from perfect_play.solvers.building.requests import pending_requests, take_requests
from perfect_play.solvers.native.launch import compiler_installed, goes_native
from perfect_play.solvers.tables.digest import is_stale

BUSY_QUEUE = 20  # variants that make a second process worth starting even if none is solved natively
LOOK = 0.1  # seconds between looks for new requests
SHORTEST = 0.25  # seconds: whatever takes less counts as equal


@dataclass
class Job:
    """A variant to be solved. seconds: roughly how long that takes. clients: who asked for it; number: when, in order.

    at_start: whether it is solved though nobody asks.
    """

    rules: Rules
    at_start: bool
    seconds: float = 0.0
    clients: set[str] = field(default_factory=set)
    number: int = 0


class Queue:
    """The queue, shared by two lanes and published in `progress.queue`.

    directory: where requests are made. admit: returns the variant with this full id if it is to be solved on request,
    else None; raises UnknownPuzzle, UnknownVariant and BadCustomVariant. replaced: whether the files of some rules have
    changed since this process imported them; then nothing more is taken. started: the names of all variants taken.
    """

    def __init__(self, directory: Path, progress: Progress, admit: Callable[[str], Rules | None]) -> None:
        self._directory, self._progress, self._admit = directory, progress, admit
        self._jobs: dict[str, Job] = {}
        self._accounts: defaultdict[str, float] = defaultdict(float)
        self._many = False
        self._native: set[str] = set()
        self._first = {name: number for number, name in enumerate(first_of_all())}
        self._unknown: set[str] = set()
        self._working: set[str] = set()
        self._requests = 0
        self._lock = threading.Lock()
        self.started: set[str] = set()
        self.replaced = False

    def add(self, waiting: Sequence[Rules]) -> None:
        """Add the start-up variants to be solved."""
        with self._lock:
            self._many = len(waiting) >= BUSY_QUEUE and compiler_installed()
            for rules in waiting:
                self._jobs.setdefault(rules.full_id, Job(rules, at_start=True)).at_start = True
                if goes_native(rules):
                    self._native.add(rules.full_id)
            self._publish()

    def ignore(self, names: Sequence[str]) -> None:
        """Ignore requests for these names if they are no variants: they do not mean that the rules have changed."""
        self._unknown.update(names)

    def next(self, side: bool = False, linger: float = 0.0) -> Rules | None:
        """Take the next variant; None once nothing is left for this lane, and nothing has been for `linger` seconds.

        While the other lane is at work, more may be asked for, so this one waits. side: take no variant that is solved
        only on request, unless that is quick.
        """
        end = time.monotonic() + linger
        while True:
            with self._lock:
                rules = self._take(side)
                if rules is not None or self.replaced:
                    return rules
                if self._working:
                    end = time.monotonic() + linger
                elif time.monotonic() >= end:
                    return None
            time.sleep(LOOK)

    def take(self, side: bool = False) -> Rules | None:
        """Take the next variant for a lane; None if there is none now."""
        with self._lock:
            return self._take(side)

    def finish(self, rules: Rules) -> None:
        """Say that a lane has done with a variant."""
        with self._lock:
            self._working.discard(rules.full_id)
            self.replaced = self.replaced or is_stale(rules)

    def _take(self, side: bool) -> Rules | None:
        self._hear()
        name = self._choose(side)
        self.replaced = self.replaced or (name is not None and is_stale(self._jobs[name].rules))
        if name is None or self.replaced:
            return None
        job = self._jobs.pop(name)
        for client in job.clients:
            self._accounts[client] += _charge(job) / len(job.clients)
        self.started.add(name)
        self._working.add(name)
        self._publish()
        return job.rules

    def _hear(self) -> None:
        """Take the variants asked for into the queue."""
        requests = take_requests(self._directory)
        for full_id, client in requests:
            self._requests += 1
            job = self._jobs.get(full_id) or self._new_job(full_id)
            if job is not None:
                job.clients.add(client)
                job.number = self._requests
        if requests:
            self._publish()

    def _new_job(self, full_id: str) -> Job | None:
        if full_id in self._working or full_id in self._progress.failed:
            return None
        try:
            rules = self._admit(full_id)
        except (UnknownPuzzle, UnknownVariant, BadCustomVariant):
            self.replaced = self.replaced or full_id not in self._unknown  # a process with newer rules asks
            return None
        if rules is None:
            return None
        if goes_native(rules):
            self._native.add(full_id)
        job = self._jobs[full_id] = Job(rules, at_start=False)
        return job

    def _choose(self, side: bool) -> str | None:
        """The name of the next variant for a lane."""
        requested = (name for name in self._order() if self._jobs[name].clients)
        fit = (name for name in requested if not side or self._jobs[name].at_start or is_quick(self._jobs[name].rules))
        requested_name = next(fit, None)
        if requested_name is not None:
            return requested_name
        names = [name for name in self._order() if self._jobs[name].at_start]
        if side and not self._many:
            names = [name for name in names if name in self._native]
        preferred = (name for name in names if name in self._first or (name in self._native) == side)
        return next(preferred, names[0] if names else None)

    def _order(self) -> list[str]:
        """The names of all variants, those asked for first."""

        def place(name: str) -> tuple[bool, float, int]:
            job = self._jobs[name]
            if not job.clients:
                return True, 0.0, 0
            account = min(self._accounts[client] for client in job.clients)
            return False, account + _charge(job), -job.number

        return sorted(self._jobs, key=place)

    def _publish(self) -> None:
        self._progress.queue = self._order()
        self._progress.requested = [name for name in self._progress.queue if self._jobs[name].clients]
        self._progress.write(at_once=True)

    def unsolved_requests(self) -> list[str]:
        """The names that are still asked for."""
        pending = [request.full_id for request in pending_requests(self._directory)]
        return list(dict.fromkeys([*self._progress.requested, *pending]))


def _charge(job: Job) -> float:
    """The seconds that a variant takes, rounded up to a power of two, so that similar ones are equal."""
    if not job.seconds:
        cost = estimate(job.rules)
        job.seconds = cost.seconds_next if cost else SHORTEST
    return float(2.0 ** ceil(log2(max(job.seconds, SHORTEST))))
