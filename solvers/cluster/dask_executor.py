"""The executor that runs tasks on the workers of a Dask cluster, an existing one or one started for a solve.

The only module that imports Dask. Tasks and results are short texts: large data goes through files. A shard goes to the
same worker level after level, which caches it; if that worker is lost, Dask gives the task to another, which reads the
files. Source: the documentation of Dask.distributed on futures, resilience, and `workers` with `allow_other_workers`.
"""

import asyncio
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
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import dask
from distributed import CancelledError, Client, Future, KilledWorker, LocalCluster

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cluster.cluster_launch import Cluster, ExecutorLost
from perfect_play.solvers.cluster.job import ShardJob
from perfect_play.solvers.cluster.scheme import Call
from perfect_play.solvers.machine import free_memory
from perfect_play.solvers.native.memory import in_bytes
from perfect_play.solvers.settings import ROOT

CONNECT_SECONDS = 10.0
PATIENCE = 60.0  # seconds without any worker, or without the scheduler, before giving up
POLL = 1.0
PACKAGE = ROOT / "perfect_play"
PACKAGES = ("numba", "numpy", "zstandard", "distributed")
SETTINGS = {
    "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS:.0f}s",
    "distributed.comm.retry.count": 2,
    "distributed.scheduler.work-stealing": False,  # a shard is best left to the worker that caches it
    "distributed.worker.daemon": False,
}

QUIET = "ignore::UserWarning:multiprocessing.resource_tracker"
"""Silences Python's resource tracker, which warns when it cleans up after a killed process."""


@contextlib.contextmanager
def connected(cluster: Cluster, data_dir: Path) -> Iterator["DaskExecutor"]:
    """An executor on these workers, until the end of the block. Raises ExecutorLost."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)  # errors are raised instead, as a sentence
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(SETTINGS))
        address: Any = cluster.address
        if cluster.workers is not None:
            os.environ.setdefault("PYTHONWARNINGS", QUIET)
            scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="workers-", ignore_cleanup_errors=True))
            address = stack.enter_context(
                LocalCluster(
                    n_workers=cluster.workers,
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
            raise ExecutorLost(
                f"the Dask scheduler at {cluster.address} cannot be reached ({error}). "
                "Check that it is running and that this is its address, which `dask scheduler` prints"
            ) from error
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ExecutorLost(
                f"the scheduler at {cluster.address} has no workers. Start some: `dask worker {cluster.address}`"
            ) from None
        yield DaskExecutor(client, data_dir)


class DaskExecutor:
    """Runs tasks on the workers of a Dask scheduler, one at a time on each. Raises ExecutorLost if they do not fit."""

    def __init__(self, client: Client, data_dir: Path) -> None:
        self.client = client
        self._inspected = self._inspect(data_dir)

    @property
    def workers(self) -> int:
        """The current number of workers, at least 1."""
        return max(1, len(self._addresses()))

    def _addresses(self) -> list[str]:
        return sorted(self.client.scheduler_info(n_workers=-1).get("workers", {}))

    def _inspect(self, data_dir: Path) -> dict[str, dict[str, Any]]:
        """What all workers are like; they must have this process's code, packages and storage. Raises ExecutorLost."""
        token = uuid.uuid4().hex
        path = data_dir / "cache" / f"{token}.token"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(token)
        try:
            inspected: dict[str, dict[str, Any]] = self.client.run(inspect_worker, str(path))
        except ModuleNotFoundError as error:
            raise ExecutorLost(
                f"the workers cannot import this project ({error}). Start them in its directory, or with it in "
                "PYTHONPATH; see docs/cluster.md"
            ) from error
        finally:
            path.unlink(missing_ok=True)
        for address, worker in inspected.items():
            for name, mine in versions().items():
                if worker["versions"].get(name) != mine:
                    raise ExecutorLost(
                        f"the worker {address} has {name} {worker['versions'].get(name)}, this process {mine}: "
                        "they must be the same"
                    )
            if worker["token"] != token:
                raise ExecutorLost(
                    f"the worker {address} ({worker['host']}) does not see {data_dir}. All workers and this process "
                    "need the same directory at the same path, on shared storage"
                )
            if not worker["writes"]:
                raise ExecutorLost(f"the worker {address} ({worker['host']}) cannot write to {data_dir}")
        return inspected

    def require_free(self, rules: Rules, memory: int) -> None:
        """Check that every machine has this many free bytes for each of its workers. Raises MemoryError."""
        hosts: dict[str, list[int]] = {}
        for worker in self._inspected.values():
            hosts.setdefault(worker["host"], []).append(worker["memory"])
        for host, free in hosts.items():
            if memory * len(free) > min(free):
                raise MemoryError(
                    f"{rules.full_id} needs {in_bytes(memory)} of memory for each worker, "
                    f"{in_bytes(memory * len(free))} on {host}, but only {in_bytes(min(free))} are free there. "
                    "Use more machines, fewer workers on each, or more --shards"
                )

    def run(
        self, job: ShardJob, task: Callable[..., Any], step: str, ready: Callable[[], list[Call]], anywhere: bool
    ) -> Iterator[tuple[int, Any]]:
        """The number and note of each call, in order of completion. Raises what tasks raise, and ExecutorLost.

        ready: returns calls that have become possible; called at first, and whenever a note has been used. anywhere:
        whether a call goes to whichever worker is idle, rather than, while they are the same, to that of its number.
        """
        waiting, addresses = deque(ready()), self._addresses()
        finished: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        running: dict[Any, tuple[int, Future[Any]]] = {}
        try:
            while waiting or running:
                while waiting and (not anywhere or len(running) < self.workers):
                    number, arguments = waiting.popleft()
                    worker = None if anywhere or not addresses else addresses[number % len(addresses)]
                    text = json.dumps((step, number, *arguments))
                    key = f"{task.__name__}-{number}-{uuid.uuid4().hex}"
                    options = {"key": key, "pure": False, "workers": worker, "allow_other_workers": worker is not None}
                    future = self.client.submit(run_task, job, task, text, **options)
                    running[key] = number, future
                    future.add_done_callback(finished.put)
                future = self._next(finished)
                note = json.loads(self._result(future))
                number, _ = running.pop(future.key)
                future.release()
                yield number, note
                waiting += ready()
        finally:
            for _, future in running.values():
                future.release()

    def _next(self, finished: queue.SimpleQueue[Future[Any]]) -> Future[Any]:
        """The next future to complete. Raises ExecutorLost if the scheduler or all workers are gone for too long."""
        until = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(queue.Empty):
                return finished.get(timeout=POLL)
            if self.client.status not in ("running", "connecting"):
                raise ExecutorLost(_lost("the scheduler"))
            if self.client.status == "running" and self._addresses():
                until = time.monotonic() + PATIENCE
            elif time.monotonic() > until:
                raise ExecutorLost(_lost("the scheduler, or all of its workers,"))

    def _result(self, future: Future[Any]) -> str:
        try:
            text: str = future.result(timeout=PATIENCE)
        except KilledWorker as error:
            raise ExecutorLost(
                f"a task killed {error.allowed_failures + 1} workers, the last one {error.last_worker.address}; "
                "memory may be short there. What is complete is saved; run the same command again to resume"
            ) from error
        except (OSError, TimeoutError, CancelledError, asyncio.CancelledError) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise  # raised by the task itself, such as a full disk
            raise ExecutorLost(_lost("the scheduler")) from error
        return text


def _lost(name: str) -> str:
    return f"{name} is gone. What is complete is saved; run the same command again to resume"


# --- run by the workers ---------------------------------------------------------------------------


def run_task(job: ShardJob, task: Callable[..., Any], arguments: str) -> str:
    """The note of a task as JSON, given the other arguments of `ShardJob.perform` as JSON."""
    return json.dumps(job.perform(task, *json.loads(arguments)))


def inspect_worker(path: str) -> dict[str, Any]:
    """A worker's machine, versions and free memory, the contents of a file as it sees it, and if it can write there."""
    token, contents, writes = Path(path), "", False
    probe = token.with_name(f"{token.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        contents = token.read_text()
        probe.write_text("")
        probe.unlink()
        writes = True
    memory = free_memory()
    return {"host": platform.node(), "versions": versions(), "token": contents, "writes": writes, "memory": memory}


@cache
def versions() -> dict[str, str]:
    """The versions that must be the same on every worker, by name."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(path for package in ("puzzles", "solvers") for path in (PACKAGE / package).rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    result = {"Python": platform.python_version(), "the code of this project": digest.hexdigest()}
    for name in PACKAGES:
        result[name] = "none"
        with contextlib.suppress(PackageNotFoundError):
            result[name] = version(name)
    return result
