"""gunicorn's settings. Run: gunicorn -c gunicorn.conf.py wsgi:app

The application is not preloaded: databases are opened and threads started only after the fork. The first worker to
find the builder's lock free starts the one background builder, which ends with the master. Some workers only search:
see server/middleware/search_workers.py.
"""

import contextlib
import fcntl
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = next(folder for folder in Path(__file__).absolute().parents if (folder / "perfect_play").is_dir())
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # with --chdir, gunicorn adds it later

from perfect_play.server.operations.master import Master  # noqa: E402
from perfect_play.solvers.machine import cores  # noqa: E402

COUNTS = "PROMETHEUS_MULTIPROC_DIR"
SEARCH_NICENESS = 10
COUNT_BYTES = {"counter": 1 << 18, "histogram": 1 << 19}  # per worker: more than all routes together need
LONGEST_FOLDER = 72  # bytes: the address of a socket below it may have some 100


def whole_number(name, default, limit, also=""):
    """An environment variable as a number from 1 to `limit`; exits with a sentence if it is anything else.

    also: another variable, read where `name` is not set.
    """
    name = name if os.environ.get(name) or not os.environ.get(also) else also
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= limit):
        stop(f"{name}={text!r}: expected a whole number from 1 to {limit}.")
    return int(text)


def stop(sentence):
    """End the master before it has begun."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


host = (os.environ.get("UWAPI_HOST") or os.environ.get("GMP_HOST") or "127.0.0.1").strip("[]")
bind = f"{f'[{host}]' if ':' in host else host}:{whole_number('UWAPI_PORT', 8000, 65535, 'GMP_PORT')}"
worker_class = "perfect_play.server.operations.polling_worker.PollingWorker"
serving = whole_number("UWAPI_WORKERS", min(cores(), 256), 256)
searching = (serving + 1) // 2  # search workers: see server/middleware/search_workers.py
workers = serving + searching
threads = 16
worker_connections = 500  # per worker, which may usually open 1,024 files
preload_app = False
limit_request_line = 8190
limit_request_fields = 100
limit_request_field_size = 8190
graceful_timeout = 10
timeout = 60
keepalive = 5
control_socket_disable = True
# No header of a client is trusted, unless the operator names the addresses of a proxy.
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "")
forwarder_headers = ""


def on_starting(server):
    """Check the settings, and create the directory that the workers share.

    Invalid settings end the master here, with a sentence for each, rather than one worker after another. A separate
    process checks them, so that the master imports nothing that a reload should import again. The directory holds the
    socket of the search workers, and the files in which workers count requests, so that each can report for all.
    """
    os.environ.pop("PYTHONSAFEPATH", None)  # processes find the packages in the folder where they are started
    check = "import sys; from perfect_play.server.config import fit_to_serve; sys.exit(0 if fit_to_serve() else 2)"
    try:
        if subprocess.run([sys.executable, "-c", check], cwd=ROOT).returncode == 2:  # noqa: S603
            raise SystemExit(2)
        remove_stale_directories()
        server.shared_dir = tempfile.mkdtemp(prefix="perfect-play-", dir=temporary_folder())
        server.shared_dir_lock = lock_directory(Path(server.shared_dir))
        os.environ.setdefault(COUNTS, server.shared_dir)
        server.search_address = Path(server.shared_dir, "searches")
        server.search_socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.search_socket.bind(str(server.search_address))
        server.search_socket.listen(64)
    except OSError as error:
        stop(
            f"There is no place for the service's temporary files: {error}. Set TMPDIR, now "
            f"{os.environ.get('TMPDIR', '')!r}, to a folder with some room that this user can write to, of at most "
            f"{LONGEST_FOLDER} characters."
        )


def when_ready(server):
    """Take over the master, and let Ctrl-C stop the service, which `python -m server` blocked until now."""
    if server.num_workers <= searching:
        stop(f"gunicorn's -w {server.num_workers}: the first {searching} of them would only search. Set UWAPI_WORKERS.")
    Master.adopt(server, searching)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def temporary_folder():
    """The folder of temporary files, or `/tmp` where the address of a socket in it would be too long."""
    folder = tempfile.gettempdir()
    return folder if len(os.fsencode(folder)) <= LONGEST_FOLDER else "/tmp"  # noqa: S108


def remove_stale_directories():
    """Remove the shared directories of services that were killed, which are those no longer locked."""
    for old in Path(temporary_folder()).glob("perfect-play-*"):
        with contextlib.suppress(OSError):
            lock = lock_directory(old) if (old / "lock").exists() else None
            if lock is not None:
                shutil.rmtree(old, ignore_errors=True)
                os.close(lock)


def lock_directory(folder):
    """Lock a directory for as long as this process or a fork of it lives.

    Returns the file descriptor that holds the lock, or None if another process has it.
    """
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def on_exit(server):
    if hasattr(server, "shared_dir"):
        shutil.rmtree(server.shared_dir, ignore_errors=True)
    if getattr(server, "interrupted", False):
        raise SystemExit(130)


def counts_of(pid):
    """The files in which a worker counts, by metric type, as prometheus_client names them."""
    return {kind: Path(os.environ[COUNTS], f"{kind}_{pid}.db") for kind in COUNT_BYTES}


def on_reload(server):
    server.begin_generation(searching)


def pre_fork(server, worker):
    server.prepare(worker)
    worker.search_address = server.search_address


def post_fork(server, worker):
    if worker.searches:
        become_search_worker(server, worker)
    else:
        allocate_counts(worker)


def become_search_worker(server, worker):
    """Listen to serving workers only, at low priority, and leave counting and logging of requests to them.

    Half of the cores are left alone: even a low-priority process may delay one that wakes on its core by the kernel's
    tick of 4 ms, several times as long as a lookup takes.
    """
    worker.sockets = [server.search_socket]
    os.nice(SEARCH_NICENESS)
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[len(cores) // 2 :])
    os.environ.update(UWAPI_BUILD="0", UWAPI_LOG_REQUESTS="0", FORWARDED_ALLOW_IPS="*")
    del os.environ[COUNTS]


def allocate_counts(worker):
    """Allocate this worker's count files in full: they are memory-mapped, so a full disk would kill it later."""
    for kind, path in counts_of(os.getpid()).items():
        new_path = path if path.exists() else path.with_suffix(".new")
        try:
            with new_path.open("ab") as file:
                if hasattr(os, "posix_fallocate"):
                    os.posix_fallocate(file.fileno(), 0, COUNT_BYTES[kind])
            os.replace(new_path, path)
        except OSError as error:
            new_path.unlink(missing_ok=True)
            worker.log.warning("No room in %s (%s): this worker's counts are not shared.", path.parent, error.strerror)
            del os.environ[COUNTS]
            return


def child_exit(server, worker):
    """Keep the worker's counts but free the unused part of its files. (No metric is a gauge of live workers.)"""
    for path in counts_of(worker.pid).values():
        with contextlib.suppress(OSError):
            with path.open("rb") as file:
                used = int.from_bytes(file.read(4), "little")
            if used:
                os.truncate(path, used)


def post_worker_init(worker):
    app = worker.wsgi
    worker.answer_headers = app.extensions["headers"]
    results = worker.search_address.with_name(f"results-{worker.generation}")
    with contextlib.suppress(OSError):  # without room for them, each worker remembers its own
        app.extensions["manager"].memory.share(results)  # between all workers since the last reload
    if not worker.searches:
        from perfect_play.server.middleware import search_workers  # not at the top, so that a reload imports it again

        search_workers.forward_to(app, worker.search_address)
    if app.extensions["settings"].build:
        app.extensions["manager"].builder.start(owner=worker.ppid)
    if worker.is_relieved:
        from perfect_play.server.application import warm_up

        warm_up(app)
    gc.freeze()  # what is loaded by now stays, so the collector need not go through it again and again
