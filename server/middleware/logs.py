"""Logging as lines of JSON, one for every request and every fault, each with the id of its request.

A client may choose the id with the header `X-Request-Id`; otherwise a random one is assigned. The answer and all log
lines about the request carry it.
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
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
LOGGER = "perfectplay.requests"


class JsonLines(logging.Formatter):
    """Formats log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line: time, level, message, request id, and the fields added to the record as `fields`."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if has_request_context():
            line["requestId"] = request_id()
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def request_id() -> str:
    """The id of the current request."""
    current: str | None = g.get("request_id")
    if current is None:
        client_id = request.headers.get(HEADER, "")
        current = g.request_id = client_id if _REQUEST_ID.fullmatch(client_id) else secrets.token_hex(16)
    return current


def register(app: Flask, every_request: bool) -> None:
    """Give every request an id; log faults, warnings of rules and solvers, and, if `every_request`, every request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    app.logger.handlers = [handler]
    app.logger.propagate = False
    requests = logging.getLogger(LOGGER)
    requests.handlers = [handler]
    requests.setLevel(logging.INFO)
    requests.propagate = False
    for package in ("perfect_play.puzzles", "perfect_play.solvers"):
        logging.getLogger(package).handlers = [handler]

    @app.after_request
    def log(response: Response) -> Response:
        response.headers.add(HEADER, request_id())
        if every_request:
            begun = g.get("begun")
            fields = {
                "method": request.method,
                "path": request.environ.get("perfect_play.path", request.path),
                "status": response.status_code,
                "milliseconds": None if begun is None else round(1000 * (time.perf_counter() - begun), 3),
            }
            requests.info("answered", extra={"fields": fields})
        return response
