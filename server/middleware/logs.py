"""One line of JSON for every request and every fault, each with the request's id.

A client may name its request in `X-Request-Id`; otherwise it gets a name. Either way the answer carries it, and what
is written about the request does.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time

from flask import Flask, Response, g, has_request_context, request

HEADER = "X-Request-Id"
_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
LOGGER = "perfectplay.requests"


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line: time, level, message; the request's id, and what was added to the record as `told`."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if has_request_context():
            line["requestId"] = request_id()
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def request_id() -> str:
    """The name of the request that is being answered."""
    named: str | None = g.get("request_id")
    if named is None:
        given = request.headers.get(HEADER, "")
        named = g.request_id = given if _SANE.fullmatch(given) else secrets.token_hex(16)
    return named


def register(app: Flask, every_request: bool) -> None:
    """Name every request; write of each, if so wished, of every fault, and of every plug-in that is left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    app.logger.handlers = [handler]
    app.logger.propagate = False
    requests = logging.getLogger(LOGGER)
    requests.handlers = [handler]
    requests.setLevel(logging.INFO)
    requests.propagate = False
    logging.getLogger("puzzles").handlers = [handler]

    @app.after_request
    def name(response: Response) -> Response:
        response.headers.add(HEADER, request_id())
        if every_request:
            begun = g.get("begun")
            told = {
                "method": request.method,
                "path": request.environ.get("perfect_play.path", request.path),
                "status": response.status_code,
                "milliseconds": None if begun is None else round(1000 * (time.perf_counter() - begun), 3),
            }
            requests.info("answered", extra={"told": told})
        return response
