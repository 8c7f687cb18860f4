"""Routes of the built-in web page: `/` for browsers, the API documentation for people, and their static files.

The page is one HTML file with style sheets and plain ES modules, without a build step or third-party files; it uses
the same API as any other client. The files are read once and kept in memory, each with an entity tag. Their URLs
contain a version, the digest of all of them, so that browsers can cache them forever and never mix two releases.
"""

from __future__ import annotations

import base64
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
from server.middleware.caching import REVALIDATE
from server.operations import health as operations
from server.page import joining
from server.protocols import current

blueprint = Blueprint("pages", __name__, template_folder="templates")

HERE = Path(__file__).resolve().parent
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
ENTRY = "app.js"
STYLE, STYLES = "first.css", ("page.css", "catalogue.css", "play.css", "board.css")
"""The style sheet of the first view, and those of which it consists."""
EARLY = "early.js"
"""The script inside the page, which requests what the first view needs while its files are loading."""
WORKER = "worker.js"
IMMUTABLE = "public, max-age=31536000, immutable"

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    ]
)
"""Content-Security-Policy of pages: nothing inline, and nothing from other origins."""


@dataclass(frozen=True)
class File:
    """A static file or page: its bytes, media type and entity tag."""

    body: bytes
    media_type: str
    tag: str


class Operation(NamedTuple):
    """An operation of the API: path, method, OpenAPI description, and the URL of an example."""

    path: str
    method: str
    description: dict[str, Any]
    example: str


@cache
def files() -> dict[str, File]:
    """The static files by name; the modules of the first view are one file, and so are its style sheets."""
    paths = [path for path in (HERE / "static").iterdir() if path.suffix in TYPES]
    texts = {path.name: path.read_text(encoding="utf-8") for path in paths}
    texts |= joining.joined({name: texts.pop(name) for name in list(texts) if name.endswith(".js")}, ENTRY)
    del texts[EARLY]
    texts[STYLE] = "\n".join(map(texts.pop, STYLES))
    texts[WORKER] = texts[WORKER].replace("{{ files }}", " ".join(sorted(texts)))
    bodies = {name: text.encode() for name, text in sorted(texts.items())}
    return {
        name: File(body, TYPES[Path(name).suffix], hashlib.sha256(body).hexdigest()[:16])
        for name, body in bodies.items()
    }


@cache
def version() -> str:
    """The digest of all static files, which is part of their URLs."""
    return hashlib.sha256("".join(name + file.tag for name, file in files().items()).encode()).hexdigest()[:12]


@cache
def early_script() -> str:
    """The script inside the page, without its comments."""
    return joining.COMMENT.sub("", (HERE / "static" / EARLY).read_text(encoding="utf-8"))


@cache
def page() -> File:
    """The HTML of the page."""
    text = (HERE / "templates" / "page.html").read_text(encoding="utf-8")
    body = text.replace("{{ version }}", version()).replace("{{ early }}", early_script()).encode()
    return File(body, "text/html", hashlib.sha256(body).hexdigest()[:16])


@cache
def page_policy() -> str:
    """The Content-Security-Policy of the page, which allows the one script inside it, by its digest."""
    digest = base64.b64encode(hashlib.sha256(early_script().encode()).digest()).decode()
    return POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'")


@blueprint.get("/")
@documented("service", ref("Index"))
def index() -> Response:
    """The web page for clients that prefer HTML, such as browsers; the index as JSON for all others.

    Where the current protocol is served at the root, its list of puzzles and games replaces the index.
    """
    media_types = ["application/json", "text/html"]
    accepted = request.accept_mimetypes
    wants_page = (
        accepted.best_match(media_types) == "text/html" and accepted["text/html"] > accepted["application/json"]
    )
    settings: Config = current_app.extensions["settings"]
    as_json = current.everything if settings.at_root else operations.index
    response = _answer(page(), REVALIDATE, page_policy()) if wants_page else as_json()
    response.headers["Vary"] = "Accept"
    return response


@blueprint.app_template_filter()
def code(text: str) -> Markup:
    """A text as HTML, with `...` turned into <code> elements."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704, escaped before


@blueprint.get("/api/")
@documented("service", string("an HTML page"), media_type="text/html")
def api() -> Response:
    """The API documentation for people, generated from the OpenAPI document."""
    openapi = document(current_app)
    by_tag: dict[str, list[Operation]] = {tag["name"]: [] for tag in openapi["tags"]}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append(Operation(path, method, operation, example_address(path, operation)))
    body = render_template("api.html", document=openapi, operations=by_tag, version=version()).encode()
    return _answer(File(body, "text/html", hashlib.sha256(body).hexdigest()[:16]), REVALIDATE)


@blueprint.get("/static/<release>/<name>/")
def static(release: str, name: str) -> Response:
    """A static file. Under the version of another release this release's file is served, without long caching."""
    file = files().get(name)
    if file is None:
        abort(404)
    answer = _answer(file, IMMUTABLE if release == version() else REVALIDATE)
    if name == WORKER:
        answer.headers["Service-Worker-Allowed"] = "/"  # it serves the whole site, not its folder only
    return answer


def _answer(file: File, cache_control: str, policy: str = POLICY) -> Response:
    """A file as a response with the headers of the page."""
    response = Response(file.body, content_type=f"{file.media_type}; charset=utf-8")
    response.set_etag(file.tag)
    response.headers["Cache-Control"] = cache_control
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response
