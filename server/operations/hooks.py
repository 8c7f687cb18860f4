"""What the service does when gunicorn calls: the settings name these functions.

The master loads this module, so it changes with a restart only; what a reload imports again is imported in functions.

gunicorn itself ends old workers as soon as it has forked new ones, seconds before those can answer, and it ends the
oldest when there are too many, whatever they do. Why not: docs/adr/0050-old-workers-stay-until-new-ones-are-ready.md.
"""

import contextlib
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from gunicorn.arbiter import Arbiter

from perfect_play.server.operations import shared_files
from perfect_play.solvers import machine
from perfect_play.solvers.settings import ROOT

STARTING_SECONDS = 60.0
"""How long old workers wait for new ones at most."""


class Master(Arbiter):
    """A master with workers of two roles: a reload ends the old ones only when the new ones are ready.

    One that has been started as gunicorn's own becomes one of these by `adopt`.
    """

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


SEARCH_NICENESS = 10


def whole_number(name: str, default: int, limit: int, also: str = "") -> int:
    """An environment variable as a number from 1 to `limit`; exits with a sentence if it is anything else.

    also: another variable, read where `name` is not set.
    """
    name = name if os.environ.get(name) or not os.environ.get(also) else also
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= limit):
        stop(f"{name}={text!r}: expected a whole number from 1 to {limit}.")
    return int(text)


def serving() -> int:
    """The number of serving workers."""
    return whole_number("UWAPI_WORKERS", min(machine.cores(), 256), 256)


def searching() -> int:
    """The number of search workers: see server/middleware/search_workers.py."""
    return (serving() + 1) // 2


def stop(sentence: str) -> NoReturn:
    """End the master before it has begun."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


# --- the master -----------------------------------------------------------------------------------


def on_starting(server: Any) -> None:
    """Check the settings, and create the directory that the workers share.

    Invalid settings end the master here, with a sentence for each, rather than one worker after another. A separate
    process checks them, so that the master imports nothing that a reload should import again.
    """
    os.environ.pop("PYTHONSAFEPATH", None)  # processes find the packages in the folder where they are started
    check = "import sys; from perfect_play.server.config import fit_to_serve; sys.exit(0 if fit_to_serve() else 2)"
    try:
        if subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False).returncode == 2:  # noqa: S603
            raise SystemExit(2)
        server.shared_dir, server.shared_dir_lock = shared_files.create_directory()
        server.search_address = server.shared_dir / "searches"
        server.search_socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.search_socket.bind(str(server.search_address))
        server.search_socket.listen(64)
    except OSError as error:
        stop(
            f"There is no place for the service's temporary files: {error}. Set TMPDIR, now "
            f"{os.environ.get('TMPDIR', '')!r}, to a folder with some room that this user can write to, of at most "
            f"{shared_files.LONGEST_FOLDER} characters."
        )


def when_ready(server: Any) -> None:
    """Take over the master, and let Ctrl-C stop the service, which `python -m server` blocked until now."""
    if server.num_workers <= searching():
        few = f"the first {searching()} of them would only search. Set UWAPI_WORKERS."
        stop(f"gunicorn's -w {server.num_workers}: {few}")
    Master.adopt(server, searching())
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def on_reload(server: Any) -> None:
    """Have new workers take the place of the present ones."""
    server.begin_generation(searching())


def pre_fork(server: Any, worker: Any) -> None:
    """Decide what the worker will do."""
    server.prepare(worker)
    worker.search_address = server.search_address


def child_exit(server: Any, worker: Any) -> None:
    """Keep what the worker has counted."""
    shared_files.trim_counts(worker.pid)


def on_exit(server: Any) -> None:
    """Remove the shared directory; after Ctrl-C, with the status that shells expect."""
    if hasattr(server, "shared_dir"):
        shutil.rmtree(server.shared_dir, ignore_errors=True)
    if getattr(server, "interrupted", False):
        raise SystemExit(130)


# --- workers --------------------------------------------------------------------------------------


def post_fork(server: Any, worker: Any) -> None:
    """Make the worker what it will be."""
    gc.disable()  # hardly anything that is loaded becomes garbage
    if worker.searches:
        become_search_worker(server, worker)
    else:
        shared_files.allocate_counts(worker)


def become_search_worker(server: Any, worker: Any) -> None:
    """Listen to serving workers only."""
    worker.sockets = [server.search_socket]
    search_at_low_priority()


def search_at_low_priority() -> None:
    """Make this process one that only searches, and that leaves counting and logging of requests to serving workers.

    Half of the cores are left alone: even a low-priority process may delay one that wakes on its core by the kernel's
    tick of 4 ms, several times as long as a lookup takes.
    """
    os.nice(SEARCH_NICENESS)
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[len(cores) // 2 :])
    os.environ.update(UWAPI_BUILD="0", UWAPI_LOG_REQUESTS="0", FORWARDED_ALLOW_IPS="*")
    del os.environ[shared_files.COUNTS]


def post_worker_init(worker: Any) -> None:
    """Share results with other workers, see to the builder, and load what first answers would wait for."""
    app = worker.wsgi
    worker.answer_headers = app.extensions["headers"]
    join_workers(app, worker.search_address, worker.generation, worker.searches, worker.ppid)
    if worker.is_relieved:
        app.extensions["warm_up"]()
    gc.freeze()  # what is loaded by now stays, so the collector need not go through it again and again
    gc.enable()


def join_workers(app: Any, search_address: Path, generation: int, searches: bool, owner: int) -> None:
    """Share results with all workers since the last reload, forward searches, and see to the builder.

    searches: whether this is a search worker. owner: the process with which the builder ends.
    """
    manager = app.extensions["manager"]
    with contextlib.suppress(OSError):  # without room for them, each worker remembers its own
        manager.memory.share(search_address.with_name(f"results-{generation}"))
    if not searches:
        from perfect_play.server.middleware import search_workers  # not at the top, so that a reload imports it again

        search_workers.forward_to(app, search_address)
    if app.extensions["settings"].build:
        manager.builder.start(owner=owner)
