"""Turns exceptions into error answers: the status of each, and its JSON in the form of the protocol in use."""

import re
from typing import Any, Literal

from flask import Flask, Response, current_app, jsonify, request
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed, NotFound

from perfect_play.puzzles.base import BadCustomVariant, BadText, UnknownPuzzle, UnknownVariant
from perfect_play.server.request_args import BadQuery
from perfect_play.solvers.errors import NoAnswer

STATUS: dict[type[Exception], int] = {
    BadText: 400,
    BadQuery: 400,
    UnknownPuzzle: 404,
    UnknownVariant: 404,
    NoAnswer: 422,
}
"""By error; one that is `NoAnswer.passing` has status 503."""


STATUSES = {
    400: ("Bad request", "The text is no position of this variant, or another parameter makes no sense."),
    403: ("Not allowed", "This service does not take it, or not from another site."),
    404: ("Not found", "There is no such puzzle, game, variant or address."),
    405: ("Method not allowed", "Another method is allowed here."),
    413: ("Too large", "More was sent than is read."),
    414: ("Error", "The URL is longer than is read."),
    415: ("No JSON", "What was sent is not said to be JSON."),
    422: ("Not known", "Legal, but nothing is known of it, or no answer was found within what one request may take."),
    503: ("Not ready", "It is not solved yet; `Retry-After` says in how many seconds to ask again."),
}
"""By status: its title in an RFC 9457 error, and its meaning as a sentence."""


OURS = frozenset(("", "api", "backends", "embed", "g", "health", "matches", "metrics", "oembed", "ready")) | frozenset(
    (".well-known", "openapi.json", "practice", "robots.txt", "script", "static", "today")
)
"""The first path segments of URLs that belong to neither protocol."""


SHOWN = 80
"""Characters of a long word that an error repeats."""
LONG_WORD = re.compile(r"\S{300,}")


def form_of(path: str, at_root: bool) -> Literal["legacy", "current", "problem"]:
    """The form of errors under a path: that of the protocol the path belongs to, otherwise that of RFC 9457.

    at_root: whether the current protocol is served at the root as well.
    """
    if path.startswith(("/games", "/puzzles")):
        return "legacy"
    current = path.startswith(("/universal/v1", "/backends")) or (at_root and path.split("/")[1] not in OURS)
    return "current" if current else "problem"


def register(app: Flask) -> None:
    """Handle every error of the application."""
    for kind in STATUS:
        app.register_error_handler(kind, domain_error)
    app.register_error_handler(HTTPException, http_error)


def status_of(error: Exception) -> int:
    """The status of one of the errors in `STATUS`."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def domain_error(error: Exception) -> Response:
    """The answer to one of the errors in `STATUS`."""
    status = status_of(error)
    if isinstance(error, BadCustomVariant) and request.path.startswith("/puzzles"):
        status = 404  # a puzzle without such a variant has always been "not found"
    if not isinstance(error, NoAnswer):
        return answer(str(error), status)
    details = dict(error.facts)
    if error.command is not None:
        details["command"] = error.command
    response = answer(error.sentence, 503 if error.passing else status, **details)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def http_error(error: HTTPException) -> Response:
    """The answer to an error of HTTP: a wrong path, method, or fault of the service."""
    if isinstance(error, NotFound):
        path = request.environ.get("perfect_play.path", request.path)
        sentence = f"There is nothing at {path[:200]!r}. What there is: GET /"
    elif isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        sentence = f"{request.method} is not possible here; allowed: {allowed}."
    elif isinstance(error, InternalServerError):
        sentence = "Something went wrong in the service; it has been logged."  # Flask logs the traceback
    else:
        sentence = error.description or error.name
    response = answer(sentence, error.code or 500)
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def answer(sentence: str, status: int, **details: Any) -> Response:
    """An error answer in the form that `form_of` gives for the requested path. details: further fields.

    Long words of the sentence, such as positions that it quotes, are cut.
    """
    sentence = LONG_WORD.sub(lambda word: f"{word[0][:SHOWN]}... ({len(word[0]):,} characters)", sentence)
    form = form_of(request.path, current_app.extensions["settings"].at_root)
    if form == "legacy":
        body = {"status": "error", "error": sentence, **details}
        if request.path.startswith("/puzzles"):
            body["response"] = sentence
        response = jsonify(body)
    elif form == "current":
        response = jsonify({"error": sentence, **details})
    else:
        response = jsonify(
            {"title": STATUSES.get(status, ("Error",))[0], "status": status, "detail": sentence, **details}
        )
        response.mimetype = "application/problem+json"
    response.status_code = status
    return response
