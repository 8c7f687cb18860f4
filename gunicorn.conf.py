"""gunicorn's settings. Run: gunicorn -c gunicorn.conf.py wsgi:app

The application is not preloaded: databases are opened and threads started only after the fork.
The first worker that finds the builder's lock free starts the one background builder; it ends
with the master.
"""

import os
import shutil
import tempfile

COUNTS = "PROMETHEUS_MULTIPROC_DIR"


def whole_number(name, default, most, also=""):
    """A setting from 1 to `most`; a sentence instead of a traceback for anything else. also: where it is not set."""
    name = name if os.environ.get(name) or not os.environ.get(also) else also
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= most):
        raise SystemExit(f"{name}={text!r}: expected a whole number from 1 to {most}.")
    return int(text)


host = os.environ.get("UWAPI_HOST") or os.environ.get("GMP_HOST") or "127.0.0.1"
bind = f"{host}:{whole_number('UWAPI_PORT', 8000, 65535, 'GMP_PORT')}"
worker_class = "gthread"
workers = whole_number("UWAPI_WORKERS", os.cpu_count() or 1, 256)
threads = 4
preload_app = False
limit_request_line = 8190
graceful_timeout = 10
timeout = 60
keepalive = 5
control_socket_disable = True


def on_starting(server):
    """Workers count requests in files of a directory, so that any of them can tell of all."""
    if not os.environ.get(COUNTS):
        os.environ[COUNTS] = server.counts = tempfile.mkdtemp(prefix="perfect-play-")


def on_exit(server):
    if getattr(server, "counts", None):
        shutil.rmtree(server.counts, ignore_errors=True)


def child_exit(server, worker):
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)


def post_worker_init(worker):
    app = worker.wsgi
    if app.extensions["settings"].build:
        app.extensions["manager"].start(owner=worker.ppid)
