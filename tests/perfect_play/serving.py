"""A service in a thread of the tests, over a real socket."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from werkzeug.serving import make_server

from perfect_play.server import create_app


@contextmanager
def serving(data_dir: Path) -> Iterator[str]:
    """The address of a service on a data directory."""
    server = make_server("127.0.0.1", 0, create_app({"data_dir": data_dir, "build": False}), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
