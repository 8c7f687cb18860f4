"""Searches run in workers of their own, so that nobody who asks for a position waits for somebody's search.

gunicorn's master keeps, beside the workers that serve, a few *search workers*: the same application at low priority,
listening on a Unix socket in a directory that only the service's user can enter (`gunicorn.conf.py`). When answering a
request turns out to take a search, the serving worker hands the whole request over and passes the answer on. A worker
waits for a few such answers at a time, so most of its threads stay free.

Without gunicorn, as in tests, there are no search workers, and searches run where they are asked for.
"""

from __future__ import annotations

import http.client
import socket
from pathlib import Path

from flask import Flask, Response, current_app, request

from server import errors
from server.middleware import logs
from solvers.budget import SECONDS, limit_to
from solvers.limiter import AT_ONCE, Limiter, SearchElsewhere, SearchTooLong
from solvers.manager import PuzzleManager

TIMEOUT = 20.0
"""Seconds to wait for a search worker, which has other requests to answer too."""

PASSED_ON = ("Host", "Accept", "Content-Type")
"""Headers of a request that a search worker needs. The others, such as If-None-Match, are the serving worker's."""

KEPT = ("Content-Type", "Retry-After", "Cache-Control", "Content-Security-Policy", "Cross-Origin-Resource-Policy")
"""Headers of its answer that are passed on; the serving worker adds the rest."""


class SearchInterrupted(SearchTooLong):
    """The search worker went away in the middle of a search."""

    retry_after = 2


class _UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=TIMEOUT)
        self.path = path

    def connect(self) -> None:
        """Connect to the socket at `path`."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


def register(app: Flask) -> None:
    """Limit what a request may search; have search workers answer it, once `hand_over` has said where they are."""
    app.before_request(lambda: limit_to(SECONDS))
    app.teardown_request(lambda error: limit_to(None))
    app.register_error_handler(SearchElsewhere, lambda error: _handed_over())


def hand_over(app: Flask, path: Path) -> None:
    """Have all searches of this process run by the search workers that listen at `path`."""
    manager: PuzzleManager = app.extensions["manager"]
    manager.limiter.elsewhere = True
    app.extensions["search workers"] = path, Limiter(AT_ONCE)


def _handed_over() -> Response:
    """The answer of a search worker to the present request."""
    path, limiter = current_app.extensions["search workers"]
    try:
        with limiter:
            return _ask(path)
    except SearchTooLong as error:
        return errors.domain_error(error)


def _ask(path: Path) -> Response:
    """Raises SearchInterrupted."""
    headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
    headers[logs.HEADER] = logs.request_id()
    connection = _UnixConnection(path)
    try:
        connection.request(request.method, request.environ["RAW_URI"], request.get_data(), headers)
        told = connection.getresponse()
        answer = Response(told.read(), told.status)
    except (OSError, http.client.HTTPException) as error:
        raise SearchInterrupted("The search was interrupted. Ask again in a few seconds.") from error
    finally:
        connection.close()
    for name in KEPT:
        if value := told.getheader(name):
            answer.headers[name] = value
    return answer
