"""Forwards requests that need a search to separate search workers, so that lookups never wait for a search.

Besides the serving workers, gunicorn's master keeps a few *search workers*: the same application at low priority,
listening on a Unix socket in a directory that only the service's user can enter (`operations/shared_files.py`). When a
request turns out to need a search, the serving worker forwards the whole request and relays the answer; what turns out
to be light, such as a line that a table gives, it answers itself. A worker waits for only a few such answers at a time,
so most of its threads stay free. When the client closes its connection, so does the serving worker, and the search
ends. If no answer comes, the current protocol still lists the moves, so that its clients can play on; other routes
report the error.

Without gunicorn, as in tests, there are no search workers, and searches run in the process that received the request.
"""

from __future__ import annotations

import http.client
import re
import select
import socket
import sys
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from flask import Flask, Response, current_app, request

from perfect_play.server import error_answers
from perfect_play.server.middleware import logs
from perfect_play.solvers.budget import LOOK, SECONDS, SLOWEST, clock_left, limit_to, unhurried
from perfect_play.solvers.building.requests import client, client_tag, set_client
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter, SearchElsewhere, SearchTooLong
from perfect_play.solvers.manager import PuzzleManager

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

FORWARDED = 6
"""The most requests of one serving worker that are with the search workers at a time."""

GRACE = 1.0
"""Seconds by the clock in which a search worker has to write its answer when the time to find it is up."""

REQUEST_HEADERS = ("Host", "Accept", "Content-Type", "Prefer")
"""Request headers that a search worker needs. The serving worker handles the others, such as If-None-Match."""

CLIENT_HEADER = "X-Client-Tag"
"""The header with the tag of the client for whom a search worker answers."""

CLIENT_KEY = "HTTP_X_CLIENT_TAG"
"""Where WSGI has that header."""

WAIT = re.compile(r"\bwait=(\d{1,3})\b")
"""In `Prefer` (RFC 7240): the seconds for which a client wants to wait for the compiler."""

RESPONSE_HEADERS = (
    "Content-Type",
    "Content-Disposition",
    "Retry-After",
    "Cache-Control",
    "Content-Security-Policy",
    "Cross-Origin-Resource-Policy",
)
"""Response headers that are relayed; the serving worker adds the others."""


SWITCH = 0.001
"""Seconds after which a thread of a serving worker lets another one run, so that nothing light waits for long work."""

GLANCE = 0.2
"""Seconds for what can be said without a search worker's answer."""


class SearchInterrupted(SearchTooLong):
    """The search worker did not finish its answer: it died, or took too long."""

    retry_after = 2


class _UnixConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=SLOWEST * SECONDS)
        self.path = path

    def connect(self) -> None:
        """Connect to the socket at `path`."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


def register(app: Flask) -> None:
    """Forward searches to search workers once `forward_to` has been called."""
    app.register_error_handler(SearchElsewhere, lambda error: _forwarded())


def begin(environ: WSGIEnvironment) -> None:
    """Limit how long a request may search, and note for whom tables are requested.

    A search worker, whose socket has no address, is told by the serving one.
    """
    _limit(environ, SECONDS)
    address = environ.get("REMOTE_ADDR")
    set_client(client_tag(address) if address else environ.get(CLIENT_KEY, "-"))


def _limit(environ: WSGIEnvironment, seconds: float) -> None:
    """Limit the time of a request from now on; a search worker ends earlier."""
    reserve = 0.0 if environ.get("REMOTE_ADDR") else GRACE + GLANCE
    preferred = WAIT.search(environ.get("HTTP_PREFER", ""))
    patience = float(preferred[1]) if preferred else inf
    limit_to(seconds, watch(environ.get("gunicorn.socket")), reserve, patience)


def forward_to(app: Flask, path: Path) -> None:
    """Forward all requests of this process that need a search to the search workers listening at `path`."""
    manager: PuzzleManager = app.extensions["manager"]
    manager.limiter.elsewhere = True
    sys.setswitchinterval(SWITCH)
    app.extensions["search workers"] = path, Limiter(FORWARDED)


def watch(client: Any) -> Callable[[], bool] | None:
    """A function that returns whether the client has closed this connection; None if that cannot be determined."""
    if not isinstance(client, socket.socket):
        return None

    def gone() -> bool:
        try:
            return client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    return gone


def _forwarded() -> Response:
    """A search worker's answer to the current request; if none comes or too many wait, the answer without it."""
    path, limiter = current_app.extensions["search workers"]
    try:
        with limiter:
            return _forward(path)
    except SearchTooLong as error:
        return _answer_without_search(error)


def _answer_without_search(error: SearchTooLong) -> Response:
    """The answer to the current request if every search raises this error: most routes only report the error."""
    manager: PuzzleManager = current_app.extensions["manager"]
    _limit(request.environ, GLANCE)
    with manager.limiter.refusing(error):
        try:
            return current_app.make_response(current_app.dispatch_request())
        except NoAnswer as unknown:
            return error_answers.domain_error(unknown)


def _forward(path: Path) -> Response:
    """Forward the current request to the search workers listening at `path`. Raises SearchInterrupted."""
    headers = {name: request.headers[name] for name in REQUEST_HEADERS if name in request.headers}
    headers[logs.HEADER] = logs.REQUEST_ID.get()
    headers[CLIENT_HEADER] = client()
    headers |= {"X-Forwarded-Proto": request.scheme, "X-Forwarded-Prefix": request.script_root}  # for its links
    connection = _UnixConnection(path)
    try:
        connection.request(request.method, _target(request.environ), request.get_data(), headers)
        _wait(connection.sock)
        relayed = connection.getresponse()
        answer = Response(relayed.read(), relayed.status)
    except (OSError, http.client.HTTPException) as error:
        raise SearchInterrupted("The search was interrupted. Ask again in a few seconds.") from error
    finally:
        connection.close()
    for name in RESPONSE_HEADERS:
        if value := relayed.getheader(name):
            answer.headers[name] = value
    return answer


def _target(environ: WSGIEnvironment) -> str:
    """The path and query of a request as they came, or, from servers that do not tell, as they mean the same."""
    if "RAW_URI" in environ:
        return str(environ["RAW_URI"])
    query = environ["QUERY_STRING"]
    return quote(environ["perfect_play.path"].encode("latin-1")) + (f"?{query}" if query else "")


def _wait(answer: socket.socket) -> None:
    """Wait for an answer, or until the client has gone. Raises SearchInterrupted and TimeoutError."""
    gone = watch(request.environ.get("gunicorn.socket"))
    poll = select.poll()
    poll.register(answer, select.POLLIN)
    with unhurried():  # the search worker may have to wait for the compiler
        end = time.monotonic() + clock_left() - GLANCE
    while time.monotonic() < end:
        if poll.poll(1000 * LOOK):
            return
        if gone is not None and gone():
            raise SearchInterrupted("Nobody waits for the answer any more.")
    raise TimeoutError
