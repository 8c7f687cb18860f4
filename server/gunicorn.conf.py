"""gunicorn's settings. Run: gunicorn -c gunicorn.conf.py wsgi:app

The application is not preloaded: databases are opened and threads started only after the fork. The first worker to
find the builder's lock free starts the one background builder, which ends with the master. Some workers only search:
see server/middleware/search_workers.py. What the service does when gunicorn calls is in server/operations/hooks.py.
"""

import os
import sys
from pathlib import Path

ROOT = next(folder for folder in Path(__file__).absolute().parents if (folder / "perfect_play").is_dir())
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # with --chdir, gunicorn adds it later

from perfect_play.server.operations.hooks import (  # noqa: E402, F401
    child_exit,
    on_exit,
    on_reload,
    on_starting,
    post_fork,
    post_worker_init,
    pre_fork,
    searching,
    serving,
    when_ready,
    whole_number,
)

host = (os.environ.get("UWAPI_HOST") or os.environ.get("GMP_HOST") or "127.0.0.1").strip("[]")
bind = f"{f'[{host}]' if ':' in host else host}:{whole_number('UWAPI_PORT', 8000, 65535, 'GMP_PORT')}"
worker_class = "perfect_play.server.operations.polling_worker.PollingWorker"
workers = serving() + searching()
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
