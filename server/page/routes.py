"""Routes of the built-in web page: `/` for browsers, the API documentation for people, and their static files.

The page is one HTML file with style sheets and plain ES modules, without a build step or third-party files; it uses
the same API as any other client. Everything that the first view needs is inlined in the HTML and arrives in one round
trip; a browser that has it gets a 304. The other files are loaded on demand. All are read once and kept in memory, each
with an entity tag. Their URLs contain a version, the digest of all of them, so that browsers can cache them forever and
never mix two releases.
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

from perfect_play.server.api_docs.json_schema import ref, string
from perfect_play.server.api_docs.openapi import document, example_address
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.config import Config
from perfect_play.server.middleware.caching import REVALIDATE
from perfect_play.server.middleware.headers import by_digest
from perfect_play.server.operations import health as operations
from perfect_play.server.page import joining
from perfect_play.server.protocols import current
from perfect_play.server.public_url import public_url

blueprint = Blueprint("pages", __name__, template_folder="templates")

FOLDER = Path(__file__).resolve().parent
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
ENTRY = "app.js"
STYLE, STYLES = "first.css", ("page.css", "catalogue.css", "play.css", "board.css")
"""The style sheet of the first view, which the API documentation also uses, and the sheets it consists of."""
THEME, EARLY = "theme.js", "early.js"
"""Classic scripts of the page, which run before the rest of the page has arrived."""
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
def sources() -> tuple[dict[str, str], dict[str, str]]:
    """The texts inlined in the page, by their place in the template, and those of the other files, by name."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted((FOLDER / "static").iterdir())
        if path.suffix in TYPES
    }
    texts[STYLE] = "\n".join(map(texts.pop, STYLES))
    script, modules = joining.joined({name: texts.pop(name) for name in list(texts) if name.endswith(".js")}, ENTRY)
    at_once = modules[THEME] + modules.pop(EARLY)
    return {"at_once": at_once, "style": texts[STYLE], "script": script}, texts | modules


@cache
def files() -> dict[str, File]:
    """The static files by name, without those inlined in the page."""
    texts = dict(sources()[1])
    texts[WORKER] = texts[WORKER].replace("{{ files }}", " ".join(sorted(texts)))
    return {name: _file(text, TYPES[Path(name).suffix]) for name, text in sorted(texts.items())}


def _file(text: str, media_type: str) -> File:
    body = text.encode()
    return File(body, media_type, hashlib.sha256(body).hexdigest()[:16])


@cache
def version() -> str:
    """The digest of all files and of the inlined texts, which is part of the URLs of the files."""
    parts = [*sources()[0].values(), *(name + file.tag for name, file in files().items())]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:12]


@cache
def inside() -> dict[str, str]:
    """The texts inlined in the page, by their place in the template."""
    texts = sources()[0]
    return {**texts, "script": joining.placed(texts["script"], f"./static/{version()}/")}


@cache
def page() -> File:
    """The HTML of the page."""
    text = (FOLDER / "templates" / "page.html").read_text(encoding="utf-8").replace("{{ version }}", version())
    for place, part in inside().items():
        text = text.replace(f"{{{{ {place} }}}}", part)
    return _file(text, "text/html")


@cache
def page_policy() -> str:
    """The Content-Security-Policy of the page, which allows the inlined texts by their digests."""
    allowed = {place: by_digest(part) for place, part in inside().items()}
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' {allowed['at_once']} {allowed['script']}")
    return policy.replace("style-src 'self'", f"style-src 'self' {allowed['style']}")


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
    if request.script_root and not request.environ["perfect_play.path"]:
        return Response(status=308, headers={"Location": f"{public_url()}/"})  # the page's addresses are relative
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
    root = ".." if request.environ["perfect_play.path"].endswith("/") else "."
    body = render_template("api.html", document=openapi, operations=by_tag, version=version(), root=root)
    return _answer(_file(body, "text/html"), REVALIDATE)


@blueprint.get("/static/<release>/<name>/")
def static(release: str, name: str) -> Response:
    """A static file. For the version of another release, this release's file is served, without long caching."""
    file = files().get(name)
    if file is None:
        abort(404)
    answer = _answer(file, IMMUTABLE if release == version() else REVALIDATE)
    if name == WORKER:
        answer.headers["Service-Worker-Allowed"] = "/"  # it serves the whole site, not only its folder
    return answer


def _answer(file: File, cache_control: str, policy: str = POLICY) -> Response:
    """A file as a response with the headers of the page."""
    response = Response(file.body, content_type=f"{file.media_type}; charset=utf-8")
    response.set_etag(file.tag)
    response.headers["Cache-Control"] = cache_control
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    return response
