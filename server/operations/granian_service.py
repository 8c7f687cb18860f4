"""Serves by granian instead of gunicorn: python -m server --granian. Why, and what differs: docs/deploy.md.

Two granians run: this process is the master of the serving workers, and starts one for the search workers, which listen
on a Unix socket. If this process is gone, however it ended, so are all others a second later.
"""

from __future__ import annotations

import gc
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from werkzeug import Response
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from perfect_play.server.config import fit_to_serve
from perfect_play.server.operations import hooks, shared_files
from perfect_play.server.operations.connection import MAX_BODY
from perfect_play.solvers.settings import ROOT

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MODULE = "perfect_play.server.operations.granian_service"
ADDRESS, PARENT = "PERFECT_PLAY_SEARCHES", "PERFECT_PLAY_PARENT"
"""Variables in which processes tell those that they start the path of the search workers' socket, and their own id."""

THREADS, CONNECTIONS = 16, 500  # per worker, as in gunicorn.conf.py
HEAD_BYTES = 1 << 16
GRACE = 10
"""Seconds to finish requests when stopping."""


def main(arguments: list[str]) -> None:
    """Serve until a signal ends this process; with an argument, be the master of search workers on that socket."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if arguments:
        hooks.search_at_low_priority()
        stop_without_parent()
        os.environ[PARENT] = str(os.getpid())
        _server("search", hooks.searching(), uds=Path(arguments[0])).serve()
        return
    os.environ.pop("PYTHONSAFEPATH", None)
    if not fit_to_serve():
        raise SystemExit(2)
    folder, _lock = shared_files.create_directory()
    try:
        os.environ |= {ADDRESS: str(folder / "searches"), PARENT: str(os.getpid())}
        host, port = os.environ["UWAPI_HOST"].strip("[]"), int(os.environ["UWAPI_PORT"])
        with search_workers(os.environ[ADDRESS]):
            _server("serve", hooks.serving(), address=host, port=port).serve()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _server(factory: str, workers: int, **address: Any) -> Any:
    return Granian(
        f"{MODULE}:{factory}",
        interface=Interfaces.WSGI,
        factory=True,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(max_buffer_size=HEAD_BYTES),
        workers=workers,
        blocking_threads=THREADS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE,
        log_level=LogLevels.error,
        **address,
    )


@contextmanager
def search_workers(address: str) -> Iterator[None]:
    """The master of the search workers, restarted if it ends, for the time of a `with` block."""
    stopping = threading.Event()
    running: list[subprocess.Popen[bytes]] = []

    def run() -> None:
        while not stopping.is_set():
            Path(address).unlink(missing_ok=True)
            running[:] = [subprocess.Popen([sys.executable, "-m", MODULE, address], cwd=ROOT)]  # noqa: S603
            running[0].wait()
            stopping.wait(1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        for process in running:
            process.terminate()
        thread.join(GRACE + 1)


# --- workers --------------------------------------------------------------------------------------


def serve() -> WSGIApplication:
    """The application in a serving worker."""
    shared_files.allocate_counts(SimpleNamespace(log=logging.getLogger(__name__)))
    return _application(searches=False)


def search() -> WSGIApplication:
    """The application in a search worker."""
    return _application(searches=True)


def _application(searches: bool) -> WSGIApplication:
    from perfect_play.server import create_app  # not at the top: what a master has imported, SIGHUP does not reload

    stop_without_parent()
    app = create_app()
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    hooks.join_workers(app, Path(os.environ[ADDRESS]), 0, searches, int(os.environ[PARENT]))
    gc.freeze()
    prefix = "" if searches else os.environ.get("SCRIPT_NAME", "").rstrip("/")
    elsewhere = Response("The service is below another path.\n", 404)
    return DispatcherMiddleware(elsewhere, {prefix: app}) if prefix else app


def stop_without_parent() -> None:
    """End this process soon after the one that started it: without this, granian's would live on."""
    parent = int(os.environ[PARENT])

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1:])
