"""The built-in page: `/` for browsers, what describes the API to people, and the files these are made of.

The page is one HTML file, its styles and plain ES modules, with no build step and nothing from elsewhere; it asks the
same addresses as any other client. Its files are read once and kept, each with a tag. They are named by a version, the
digest of all of them, so that a browser keeps them for good and never mixes those of two releases.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template, request
from markupsafe import Markup, escape

from server.api_docs.json_schema import ref, string
from server.api_docs.openapi import document, example_address
from server.api_docs.route_docs import documented
from server.config import Config
from server.middleware.caching import ASK_EACH_TIME
from server.operations import health as operations
from server.protocols import current

blueprint = Blueprint("pages", __name__, template_folder="templates")

HERE = Path(__file__).resolve().parent
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOR_GOOD = "public, max-age=31536000, immutable"

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    ]
)
"""Content-Security-Policy: what the page may load, and run. Nothing inline, and nothing from elsewhere."""


@dataclass(frozen=True)
class File:
    """A file of the page: its bytes, its media type, and the tag of what it holds."""

    body: bytes
    kind: str
    tag: str


class Operation(NamedTuple):
    """One thing that can be asked: its path, its method, what the description says of it, and an example."""

    path: str
    method: str
    told: dict[str, Any]
    example: str


@cache
def files() -> dict[str, File]:
    """The files of the page by name."""
    found = {}
    for path in sorted((HERE / "static").iterdir()):
        if path.suffix in TYPES:
            body = path.read_bytes()
            found[path.name] = File(body, TYPES[path.suffix], hashlib.sha256(body).hexdigest()[:16])
    return found


@cache
def version() -> str:
    """The digest of all files of the page, as it stands in their addresses."""
    return hashlib.sha256("".join(name + file.tag for name, file in files().items()).encode()).hexdigest()[:12]


@cache
def page() -> File:
    """The page itself."""
    text = (HERE / "templates" / "page.html").read_text(encoding="utf-8")
    body = text.replace("{{ version }}", version()).encode()
    return File(body, "text/html", hashlib.sha256(body).hexdigest()[:16])


@blueprint.get("/")
@documented("service", ref("Index"))
def index() -> Response:
    """The page for browsers, the index as JSON for whoever does not say that they prefer HTML.

    Where today's protocol is served at the root, its list of everything takes the place of the index.
    """
    kinds = ["application/json", "text/html"]
    asked = request.accept_mimetypes
    wants_page = asked.best_match(kinds) == "text/html" and asked["text/html"] > asked["application/json"]
    settings: Config = current_app.extensions["settings"]
    told = current.everything if settings.at_root else operations.index
    response = _answer(page(), ASK_EACH_TIME) if wants_page else told()
    response.headers["Vary"] = "Accept"
    return response


@blueprint.app_template_filter()
def code(text: str) -> Markup:
    """A text in which what stands between backticks is code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704, escaped before


@blueprint.get("/api/")
@documented("service", string("a page of HTML"), media_type="text/html")
def api() -> Response:
    """The description of the API for people, made of the same document as the one for programs."""
    told = document(current_app)
    by_tag: dict[str, list[Operation]] = {tag["name"]: [] for tag in told["tags"]}
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append(Operation(path, method, operation, example_address(path, operation)))
    body = render_template("api.html", document=told, operations=by_tag, version=version()).encode()
    return _answer(File(body, "text/html", hashlib.sha256(body).hexdigest()[:16]), ASK_EACH_TIME)


@blueprint.get("/static/<release>/<name>/")
def static(release: str, name: str) -> Response:
    """A file of the page. Under the name of another release it is today's, and is not kept."""
    file = files().get(name)
    if file is None:
        abort(404)
    return _answer(file, FOR_GOOD if release == version() else ASK_EACH_TIME)


def _answer(file: File, keep: str) -> Response:
    """A file with its headers."""
    response = Response(file.body, content_type=f"{file.kind}; charset=utf-8")
    response.set_etag(file.tag)
    response.headers["Cache-Control"] = keep
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response
