"""gunicorn's settings. Run: gunicorn -c gunicorn.conf.py wsgi:app

The application is not preloaded: databases are opened and threads started only after the fork.
The first worker that finds the builder's lock free starts the one background builder; it ends
with the master. Some workers only search: see server/middleware/search_workers.py.
"""

import contextlib
import fcntl
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import gunicorn.util

COUNTS = "PROMETHEUS_MULTIPROC_DIR"
SEARCH_NICENESS = 10
ROOM = {"counter": 1 << 18, "histogram": 1 << 19}  # bytes of a worker's counts: more than all routes together need


def whole_number(name, default, most, also=""):
    """A setting from 1 to `most`; a sentence instead of a traceback for anything else. also: where it is not set."""
    name = name if os.environ.get(name) or not os.environ.get(also) else also
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= most):
        print(f"{name}={text!r}: expected a whole number from 1 to {most}.", file=sys.stderr)
        raise SystemExit(2)
    return int(text)


host = os.environ.get("UWAPI_HOST") or os.environ.get("GMP_HOST") or "127.0.0.1"
bind = f"{host}:{whole_number('UWAPI_PORT', 8000, 65535, 'GMP_PORT')}"
worker_class = "gthread"
serving = whole_number("UWAPI_WORKERS", os.cpu_count() or 1, 256)
searching = (serving + 1) // 2  # search workers: see server/middleware/search_workers.py
workers = serving + searching
threads = 16
preload_app = False
limit_request_line = 8190
limit_request_fields = 100
limit_request_field_size = 8190
graceful_timeout = 10
timeout = 60
keepalive = 5
control_socket_disable = True


def on_starting(server):
    """Settings that make no sense end it here with a sentence for each, instead of worker after worker.

    They are looked at in a process of its own, so that the master loads nothing that a reload should load anew.
    A temporary directory holds the socket of the search workers, and the files in which workers count requests, so that
    any of them can tell of all.
    """
    check = "import sys; from server.config import fit_to_serve; sys.exit(0 if fit_to_serve() else 2)"
    here = os.path.dirname(os.path.abspath(__file__))
    if subprocess.run([sys.executable, "-c", check], cwd=here).returncode == 2:  # noqa: S603
        raise SystemExit(2)
    remove_those_of_the_dead()
    server.room = tempfile.mkdtemp(prefix="perfect-play-")
    server.room_lock = locked(Path(server.room))
    os.environ.setdefault(COUNTS, server.room)
    server.search_address = Path(server.room, "searches")
    server.search_socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.search_socket.bind(str(server.search_address))
    server.search_socket.listen(64)


def when_ready(server):
    """From now on Ctrl-C stops it, with the exit status that a shell expects; `python -m server` held it back."""
    stop = server.handle_int

    def handle_int():
        server.interrupted = True
        stop()

    server.handle_int = handle_int
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def remove_those_of_the_dead():
    """Remove the directories of services that were killed: those that nobody has locked any more."""
    for old in Path(tempfile.gettempdir()).glob("perfect-play-*"):
        with contextlib.suppress(OSError):
            lock = locked(old) if (old / "lock").exists() else None
            if lock is not None:
                shutil.rmtree(old, ignore_errors=True)
                os.close(lock)


def locked(folder):
    """A descriptor that holds the lock of a directory, as long as this process or one it forked lives; else None."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def on_exit(server):
    if hasattr(server, "room"):
        shutil.rmtree(server.room, ignore_errors=True)
    if getattr(server, "interrupted", False):
        raise SystemExit(130)


def counts_of(pid):
    """The files a worker counts in, by kind, as prometheus_client names them."""
    return {kind: Path(os.environ[COUNTS], f"{kind}_{pid}.db") for kind in ROOM}


def on_reload(server):
    server.reloads = getattr(server, "reloads", 0) + 1


def pre_fork(server, worker):
    """Say what the worker is for: to search, as long as too few of those started since the last reload do."""
    worker.reload = getattr(server, "reloads", 0)
    worker.search_address = server.search_address
    alike = [other for other in server.WORKERS.values() if other.reload == worker.reload]
    worker.searches = sum(other.searches for other in alike) < searching


def post_fork(server, worker):
    if worker.searches:
        become_search_worker(server, worker)
    else:
        take_room_for_counts(worker)


def become_search_worker(server, worker):
    """Listen to serving workers only, at low priority; neither count nor log what they count and log."""
    worker.sockets = [server.search_socket]
    os.nice(SEARCH_NICENESS)
    os.environ.update(UWAPI_BUILD="0", UWAPI_LOG_REQUESTS="0")
    del os.environ[COUNTS]


def take_room_for_counts(worker):
    """Take the room for this worker's counts at once: its files are mapped, and a full disk would kill it later."""
    for kind, path in counts_of(os.getpid()).items():
        made = path if path.exists() else path.with_suffix(".new")
        try:
            with made.open("ab") as file:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(file.fileno(), 0, ROOM[kind])
            os.replace(made, path)
        except OSError as error:
            made.unlink(missing_ok=True)
            worker.log.warning("No room in %s (%s): this worker counts for itself.", path.parent, error.strerror)
            del os.environ[COUNTS]
            return


def child_exit(server, worker):
    """What the worker has counted stays, the room it had is given back. (There are no gauges of living workers.)"""
    for path in counts_of(worker.pid).values():
        with contextlib.suppress(OSError):
            with path.open("rb") as file:
                used = int.from_bytes(file.read(4), "little")
            if used:
                os.truncate(path, used)


def post_worker_init(worker):
    app = worker.wsgi
    gunicorn.util.write_error = functools.partial(write_error, app.extensions["headers"])
    if not worker.searches:
        from server.middleware import search_workers  # only now: a reload loads it anew

        search_workers.hand_over(app, worker.search_address)
    if app.extensions["settings"].build:
        app.extensions["manager"].start(owner=worker.ppid)


# --- what gunicorn itself refuses, before there is a request that Flask could see ---------------------

REFUSED = {
    400: "This is no HTTP request that can be read.",
    414: f"The address is too long: at most {limit_request_line} bytes with method and version.",
    431: f"Too many or too long headers: at most {limit_request_fields} of {limit_request_field_size} bytes.",
}


def write_error(on_all, client, status, reason, message):
    """As gunicorn's own, but as JSON with the headers of all answers, and without the bytes that were sent."""
    sentence = REFUSED.get(status, "The request cannot be answered.")
    body = json.dumps({"title": reason, "status": status, "detail": sentence}).encode()
    headers = {
        "Connection": "close",
        "Content-Type": "application/problem+json",
        "Content-Length": len(body),
        **on_all,
    }
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers.items())]
    gunicorn.util.write_nonblock(client, "\r\n".join([*lines, "", ""]).encode("latin-1") + body)
