"""Workers of a Dask cluster, one that is there or one that is started for a solve. The only module that imports Dask.

Tasks and results are short texts: what is large is in files. A shard goes to the same worker level after level, which
remembers it; where that is gone Dask gives the task to another, which reads the files. Source: the documentation of
Dask.distributed on futures, resilience, and `workers` with `allow_other_workers`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import platform
import queue
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import dask
from distributed import Client, Future, KilledWorker, LocalCluster

from puzzles.base import Rules
from solvers.cluster.executor import Call, CrewLost
from solvers.cluster.job import Job
from solvers.cluster.launch import Where
from solvers.native.memory import free_memory, in_bytes
from solvers.settings import ROOT

CONNECT_SECONDS = 10.0
PATIENCE = 60.0  # seconds without any worker, or without the scheduler, after which it is given up
POLL = 1.0
PACKAGES = ("numba", "numpy", "zstandard", "distributed")
SETTINGS = {
    "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS:.0f}s",
    "distributed.comm.retry.count": 2,
    "distributed.scheduler.work-stealing": False,  # a shard is best left to who remembers it
    "distributed.worker.daemon": False,
}

QUIET = "ignore::UserWarning:multiprocessing.resource_tracker"
"""What is left by a kill is cleared away by Python's tracker, which need not say so."""


@contextlib.contextmanager
def hired(where: Where, data_dir: Path) -> Iterator[DaskCrew]:
    """The workers, while they are needed. Raises CrewLost."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)  # what it would log is raised, in a sentence
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(SETTINGS))
        address: Any = where.address
        if where.workers is not None:
            os.environ.setdefault("PYTHONWARNINGS", QUIET)
            scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="workers-", ignore_cleanup_errors=True))
            address = stack.enter_context(
                LocalCluster(
                    n_workers=where.workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    memory_limit=0,
                    local_directory=scratch,
                    silence_logs=logging.CRITICAL + 1,
                )
            )
        try:
            client = stack.enter_context(Client(address, timeout=CONNECT_SECONDS))
        except (OSError, ValueError, TimeoutError) as error:
            raise CrewLost(
                f"the Dask scheduler at {where.address} cannot be reached ({error}). "
                "Is it running, and is this its address: `dask scheduler` prints it"
            ) from error
        crew = DaskCrew(client, where)
        crew.examine(data_dir)
        yield crew


class DaskCrew:
    """The workers that a client knows. Each does one task at a time that is ours."""

    def __init__(self, client: Client, where: Where) -> None:
        self.client, self.where = client, where
        self._whose: dict[int, str] = {}  # the worker of each shard
        until = time.monotonic() + PATIENCE
        while not self._addresses():
            if time.monotonic() > until:
                raise CrewLost(
                    f"the scheduler at {where.address} has no workers. Start some: `dask worker {where.address}`"
                )
            time.sleep(POLL / 4)
        self.told: dict[str, dict[str, Any]] = {}

    @property
    def workers(self) -> int:
        """How many there are now."""
        return max(1, len(self._addresses()))

    def _addresses(self) -> list[str]:
        return sorted(self.client.scheduler_info(n_workers=-1).get("workers", {}))

    def examine(self, data_dir: Path) -> None:
        """See that all workers have the same code and packages, and the same storage. Raises CrewLost."""
        token = uuid.uuid4().hex
        path = data_dir / "cache" / f"{token}.token"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(token)
        try:
            self.told = self.client.run(examined, str(path))
        except ModuleNotFoundError as error:
            raise CrewLost(
                f"the workers cannot import this project ({error}). Start them where it is, or with its directory in "
                "PYTHONPATH; see docs/cluster.md"
            ) from error
        finally:
            path.unlink(missing_ok=True)
        mine = versions()
        for address, told in self.told.items():
            for name, known in told["versions"].items():
                if known != mine[name]:
                    raise CrewLost(
                        f"the worker {address} has {name} {known}, this process {mine[name]}: they must be the same"
                    )
            if told["token"] != token:
                raise CrewLost(
                    f"the worker {address} ({told['host']}) does not see {data_dir}. All workers and this process need "
                    "the same directory at the same path, on shared storage"
                )
            if not told["writes"]:
                raise CrewLost(f"the worker {address} ({told['host']}) cannot write to {data_dir}")

    def make_sure(self, rules: Rules, memory: int) -> None:
        """See that so much memory is free for each worker on every machine. Raises MemoryError."""
        hosts: dict[str, list[int]] = {}
        for told in self.told.values():
            hosts.setdefault(told["host"], []).append(told["memory"])
        for host, free in hosts.items():
            if memory * len(free) > min(free):
                raise MemoryError(
                    f"{rules.full_id} needs {in_bytes(memory)} of memory for each worker, "
                    f"{in_bytes(memory * len(free))} on {host}, and {in_bytes(min(free))} are free there. "
                    "Use more machines, fewer workers on each, or more --shards"
                )

    def each(self, task: Callable[..., Any], job: Job, calls: Iterable[Call]) -> Iterator[tuple[int, Any]]:
        """The number and result of each call, as they are done. Raises what tasks raise, and CrewLost."""
        addresses = self._addresses()
        calls = list(calls)
        self._share_out([number for number, _ in calls], addresses)
        done: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        numbers: dict[Any, int] = {}
        futures: list[Future[Any]] = []
        for number, arguments in calls:
            future = self.client.submit(
                performed,
                task,
                job,
                json.dumps(arguments),
                key=f"{task.__name__}-{number}-{uuid.uuid4().hex}",
                pure=False,
                workers=[self._whose[number]] if addresses else None,
                allow_other_workers=bool(addresses),
            )
            numbers[future.key] = number
            futures.append(future)
        try:
            for future in futures:
                future.add_done_callback(done.put)
            for _ in futures:
                future = self._next(done)
                yield numbers[future.key], json.loads(self._result(future))
        finally:
            for future in futures:
                future.release()

    def _share_out(self, numbers: list[int], addresses: list[str]) -> None:
        """Leave each shard with its worker, as long as that is there and has no more of them than others."""
        mine: dict[str, list[int]] = {address: [] for address in addresses}
        homeless: list[int] = []
        for number in numbers:
            mine.get(self._whose.get(number, ""), homeless).append(number)
        most = -(-len(numbers) // max(1, len(addresses)))
        for theirs in mine.values():
            while len(theirs) > most:
                homeless.append(theirs.pop())
        for number in homeless:
            if addresses:
                address = min(addresses, key=lambda address: len(mine[address]))
                mine[address].append(number)
                self._whose[number] = address

    def _next(self, done: queue.SimpleQueue[Future[Any]]) -> Future[Any]:
        """The next future that is done. Raises CrewLost when that is not to be hoped for."""
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(queue.Empty):
                return done.get(timeout=POLL)
            if self.client.status not in ("running", "connecting"):
                raise CrewLost(_lost("the scheduler"))
            if self.client.status == "running" and self._addresses():
                until = time.monotonic() + PATIENCE
            elif time.monotonic() > until:
                raise CrewLost(_lost("the scheduler, or all of its workers,"))

    def _result(self, future: Future[Any]) -> str:
        try:
            told: str = future.result(timeout=PATIENCE)
        except KilledWorker as error:
            raise CrewLost(
                f"a task ended {error.allowed_failures + 1} workers, the last one {error.last_worker.address}: "
                "is memory short there? Levels that are complete are kept; to go on, run the same command again"
            ) from error
        except (OSError, TimeoutError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # of the task itself: a full disk
            raise CrewLost(_lost("the scheduler")) from error
        except BaseException as error:
            if type(error).__name__ in ("CancelledError", "FutureCancelledError", "FuturesCancelledError"):
                raise CrewLost(_lost("the scheduler")) from error
            raise
        return told


def _lost(who: str) -> str:
    return f"{who} is gone. Levels that are complete are kept; to go on, run the same command again"


# --- done by the workers ----------------------------------------------------------------------------


def performed(task: Callable[..., Any], job: Job, arguments: str) -> str:
    """What a task comes to; arguments and answer in JSON."""
    return json.dumps(task(job, *json.loads(arguments)))


def examined(path: str) -> dict[str, Any]:
    """What a worker is: its machine, its versions, what it sees of a file, whether it can write beside it."""
    token = Path(path)
    beside = token.with_name(f"{token.name}.{os.getpid()}")
    try:
        seen = token.read_text()
        beside.write_text("")
        beside.unlink()
        writes = True
    except OSError:
        seen, writes = token.read_text() if token.exists() else "", False
    return {"host": platform.node(), "versions": versions(), "token": seen, "writes": writes, "memory": free_memory()}


@cache
def versions() -> dict[str, str]:
    """What must be the same everywhere."""
    found = {"Python": platform.python_version(), "the code of this project": _digest()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    return found


def _digest() -> str:
    """A digest of the engines' code."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted((ROOT / "solvers").rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
