"""What every request gets, whatever answers it: a time limit, an id, headers, and a place in the counts and the log.

It is around Flask, where headers are a plain list: in Flask's hooks each of them costs as much as all do here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from perfect_play.server.middleware import headers, logs, search_workers
from perfect_play.solvers.budget import limit_to

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Count = Callable[[str | None, str, int, float], None]
"""Counts a request, given its route and method, the status of its answer and the seconds that it took."""
ROUTE = "perfect_play.route"
"""Where WSGI has the route of a request that Flask does not handle."""


def enclose(
    application: WSGIApplication, origins: tuple[str, ...], log_requests: bool, count: Count
) -> WSGIApplication:
    """The Flask application `application` as WSGI middleware.

    origins: as in `headers.Headers`. log_requests: whether to log every request, not only faults.
    """
    on_all = headers.Headers(origins)

    def call(environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        begun = time.perf_counter()

        def start(status: str, fields: list[tuple[str, str]], *error: Any) -> Any:
            code, method = int(status[:3]), environ["REQUEST_METHOD"]
            fields.append((logs.HEADER, request_id))
            on_all.add(environ, code, fields)
            seconds = time.perf_counter() - begun
            route = environ.get(ROUTE)
            if route is None and (rule := environ["werkzeug.request"].url_rule):
                route = rule.rule
            count(route, method, code, seconds)
            if log_requests:
                logs.log(environ, code, seconds)
            return start_response(status, fields, *error)

        request_id = logs.choose_id(environ)
        token = logs.REQUEST_ID.set(request_id)
        search_workers.begin(environ)
        try:
            return application(environ, start)
        finally:
            limit_to(None)
            logs.REQUEST_ID.reset(token)

    return call
