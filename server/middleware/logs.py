"""Logging as lines of JSON, one for every request and every fault, each with the id of its request.

A client may choose the id with the header `X-Request-Id`; otherwise a random one is assigned. The answer and all log
lines about the request carry it.
"""

from __future__ import annotations

import json
import logging
import random
import re
import sys
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

HEADER = "X-Request-Id"
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that this thread answers; "" if it answers none."""

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
        if request_id := REQUEST_ID.get():
            line["requestId"] = request_id
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def choose_id(environ: WSGIEnvironment) -> str:
    """The id of a request that has come in."""
    client_id: str = environ.get("HTTP_X_REQUEST_ID", "")
    return client_id if _REQUEST_ID.fullmatch(client_id) else f"{random.getrandbits(128):032x}"


def register(app: Flask) -> None:
    """Log faults, warnings of rules and solvers, and what `log` is called for, to standard error."""
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


def log(environ: WSGIEnvironment, status: int, seconds: float) -> None:
    """Log a request with the status of its answer and the time that it took."""
    fields = {
        "method": environ["REQUEST_METHOD"],
        "path": environ["perfect_play.path"],
        "status": status,
        "milliseconds": round(1000 * seconds, 3),
    }
    logging.getLogger(LOGGER).info("answered", extra={"fields": fields})
