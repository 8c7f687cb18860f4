"""gunicorn's settings. Run: gunicorn -c gunicorn.conf.py wsgi:app

The application is not preloaded: databases are opened and threads started only after the fork.
The first worker that finds the builder's lock free starts the one background builder; it ends
with the master.
"""

import os

bind = f"{os.environ.get('UWAPI_HOST', '127.0.0.1')}:{os.environ.get('UWAPI_PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("UWAPI_WORKERS") or os.cpu_count() or 1)
threads = 4
preload_app = False
limit_request_line = 8190
graceful_timeout = 10
timeout = 60
keepalive = 5
control_socket_disable = True


def post_worker_init(worker):
    app = worker.wsgi
    if app.extensions["settings"].build:
        app.extensions["manager"].start(owner=worker.ppid)
