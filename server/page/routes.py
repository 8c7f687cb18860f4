"""Routes of the built-in web page: `/` and `/g/<id>/<variant>`, the API documentation for people, and static files.

The page is one HTML file with style sheets and plain ES modules, without a build step or third-party files; it uses
the same API as any other client. Its scripts show every view; what differs by address is the head, which describes the
game and position to whoever only reads HTML, such as a chat that previews a link. Everything that the first view needs
is inlined and arrives in one round trip; a browser that has it gets a 304. The other files are loaded on demand. All
are read once and kept in memory, each with an entity tag. Their URLs contain a version, the digest of all of them, so
that browsers can cache them forever and never mix two releases.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request
from markupsafe import Markup, escape
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadText, Rules, UnknownPuzzle, UnknownVariant
from perfect_play.server import error_answers
from perfect_play.server.api_docs.json_schema import ref, string
from perfect_play.server.api_docs.openapi import document, example_address
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.config import Config
from perfect_play.server.middleware.caching import REVALIDATE
from perfect_play.server.middleware.headers import by_digest
from perfect_play.server.operations import health as operations
from perfect_play.server.page import joining, typed_names
from perfect_play.server.page.link_preview import LinkPreview, game_path
from perfect_play.server.page.typed_names import quoted
from perfect_play.server.protocols import current, legacy
from perfect_play.server.protocols.kayles_halfmoves import HalfPosition
from perfect_play.server.request_args import manager
from perfect_play.server.stored_scripts import takes_uploads

blueprint = Blueprint("pages", __name__, template_folder="templates")

FOLDER = Path(__file__).resolve().parent
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
ENTRY = "app.js"
STYLE, STYLES = "first.css", ("page.css", "catalogue.css", "play.css", "board.css")
"""The style sheet of the first view, which the API documentation also uses, and the sheets it consists of."""
THEME, PREFETCH = "theme.js", "prefetch.js"
"""Classic scripts of the page, which run before the rest of the page has arrived."""
WORKER = "worker.js"
IMMUTABLE = "public, max-age=31536000, immutable"
VIEWS = ("g", "today", "matches", "practice", "script")
"""The first path segments of the page's views."""
PREVIEWERS = re.compile(
    r"bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|embedly|iframely|slack|discord|telegram|mastodon|signal",
    re.IGNORECASE,
)
"""Names of programs that show what a link leads to, or index it. They accept anything, and mean the page."""

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'self'",
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


@cache
def sources() -> tuple[dict[str, str], dict[str, str]]:
    """The texts inlined in the page, by their place in the template, and those of the other files, by name."""
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted((FOLDER / "static").iterdir())
        if path.suffix in TYPES
    }
    texts[STYLE] = joining.joined_sheets(map(texts.pop, STYLES))
    script, modules = joining.join_modules(
        {name: texts.pop(name) for name in list(texts) if name.endswith(".js")}, ENTRY
    )
    at_once = modules[THEME] + modules.pop(PREFETCH)
    return {"at_once": at_once, "style": texts[STYLE], "script": script}, texts | modules


@cache
def files() -> dict[str, File]:
    """The static files by name, without those inlined in the page."""
    texts = dict(sources()[1])
    texts[WORKER] = worker("./")
    return {name: _file(text, TYPES[Path(name).suffix]) for name, text in sorted(texts.items())}


def worker(folder: str) -> str:
    """The service worker. folder: that of the page's other files, relative to it."""
    names = sources()[1]
    return names[WORKER].replace("{{ files }}", " ".join(sorted(names))).replace("{{ folder }}", folder)


def _file(text: str, media_type: str) -> File:
    body = text.encode()
    return File(body, media_type, hashlib.sha256(body).hexdigest()[:16])


@cache
def version() -> str:
    """The digest of all files and of the inlined texts, which is part of the URLs of the files."""
    parts = [*sources()[0].values(), *(name + file.tag for name, file in files().items())]
    return hashlib.sha256("".join(parts).encode()).hexdigest()[:12]


@cache
def inside() -> dict[str, Markup]:
    """The texts inlined in the page, by their place in the template."""
    texts = sources()[0]
    script = joining.placed(texts["script"], f"./static/{version()}/")
    return {place: Markup(text) for place, text in {**texts, "script": script}.items()}  # noqa: S704, our own files


@cache
def page_policy() -> str:
    """The Content-Security-Policy of the page, which allows the inlined texts by their digests."""
    allowed = {place: by_digest(part) for place, part in inside().items()}
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' {allowed['at_once']} {allowed['script']}")
    return policy.replace("style-src 'self'", f"style-src 'self' {allowed['style']}")


def root() -> str:
    """The address of `/` as links of the answer to this request name it, with a slash at its end.

    Below a path that the service knows, it begins there. Otherwise it is relative, since a proxy may have taken off a
    path without saying so.
    """
    if request.script_root:
        return f"/{request.script_root.strip('/')}/"
    path: str = request.environ["perfect_play.path"]
    return "../" * (path.count("/") - 1) or "./"


def page(preview: LinkPreview | None = None, fault: str = "", near: Sequence[tuple[str, str]] = ()) -> Response:
    """The page. preview: describes what the address shows. fault, near: what is wrong with it, and links to others."""
    body = render_template(
        "page.html", **inside(), version=version(), root=root(), preview=preview, fault=fault, near=near,
        uploads=takes_uploads(),
    )  # fmt: skip
    return _answer(_file(body, "text/html"), REVALIDATE, page_policy())


def published_page() -> str:
    """The page as a file beside its answers, for hosts that run no programs; its policy stands in it."""
    policy = page_policy().replace("; frame-ancestors 'self'", "")  # which only a header can say
    return render_template("page.html", **inside(), version=version(), root="./", published=Markup(policy))  # noqa: S704


def wants_page() -> bool:
    """Whether the client prefers HTML, as browsers do, or previews links and takes what there is."""
    accepted = request.accept_mimetypes
    html, json = accepted["text/html"], accepted["application/json"]
    if html > json and accepted.best_match(["application/json", "text/html"]) == "text/html":
        return True
    return html == json and PREVIEWERS.search(request.user_agent.string) is not None


@blueprint.get("/")
@documented("service", ref("Index"))
def index() -> Response:
    """The web page for clients that prefer HTML, such as browsers, and for previews of links; for others the index.

    Where the current protocol is served at the root, its list of puzzles and games replaces the index.
    """
    if request.script_root and not request.environ["perfect_play.path"]:
        return Response(status=308, headers={"Location": root()})  # a service worker serves only what is below it
    settings: Config = current_app.extensions["settings"]
    as_json = current.everything if settings.at_root else operations.index
    response = page() if wants_page() else as_json()
    response.vary.update(("Accept", "User-Agent"))
    return response


PAGE = string("an HTML page")


def _add_page(name: str, contents: str) -> None:
    """Add the route of a page that shows the same to everybody."""

    @blueprint.get(f"/{name}/", endpoint=name)
    @documented("service", PAGE, media_type="text/html")
    def view() -> Response:
        return page()

    view.__doc__ = f"The page with {contents}."


_add_page("today", "the challenges of the day")
_add_page("practice", "positions in which exactly one move is right")
_add_page("script", "a PuzzleScript to paste or edit")
_add_page("matches", "the matches that the browser keeps")


@blueprint.get("/g/<game_id>/")
@documented("service", PAGE, example="tictactoe", media_type="text/html")
def game(game_id: str) -> BaseResponse:
    """The page with the variant of a puzzle or game that opens by default."""
    return _game_page(game_id, None)


@blueprint.get("/g/<game_id>/<variant_id>/")
@documented(
    "service",
    PAGE,
    Query("p", "The position, by default the start.", string(), "R_A_3_3_---------"),
    example="tictactoe/regular",
    errors=(400,),
    media_type="text/html",
)
def variant(game_id: str, variant_id: str) -> BaseResponse:
    """The page with one variant, or a position of it, which its head describes for previews of links."""
    return _game_page(game_id, variant_id)


def _game_page(game_id: str, variant_id: str | None) -> BaseResponse:
    """The page for an address below `/g`. Raises what is wrong with it, except for clients that want a page."""
    near: list[tuple[str, str]] = []
    fault = f"There is no puzzle or game called {quoted(game_id)}."
    try:
        cls = typed_names.game_named(game_id) or registry.find(game_id)
        near, fault = [(game_path(cls.id), cls.name)], f"{cls.name} has no variant called {quoted(variant_id or '')}."
        rules = _rules(cls, variant_id)
        title = f"{cls.name}, {rules.variant.name}"
        near = [(game_path(cls.id, rules.variant.id), title)]
        if game_id != cls.id or variant_id not in (None, rules.variant.id):
            path = game_path(cls.id, None if variant_id is None else rules.variant.id)
            return _redirect_to(path, request.query_string.decode("latin-1"))
        text = request.args.get("p")
        fault = f"{quoted(text or '')} is no position of {title}."
        position = None if text is None else legacy.read_touched(rules, text)
    except (UnknownPuzzle, UnknownVariant, BadText) as error:
        if not wants_page():
            raise
        return _nothing(fault, near or typed_names.nearest(game_id), error_answers.status_of(error))
    if isinstance(position, HalfPosition):
        position = position.position
    return page(LinkPreview.of(rules, position, is_opening=variant_id is None))


def _rules(cls: type[Rules], variant_id: str | None) -> Rules:
    """The rules of the variant that an address names, by its id, a start, or its name; None: the one that opens."""
    try:
        return manager().rules(cls.id, cls.opening() if variant_id is None else variant_id)
    except (UnknownVariant, BadText):
        name = typed_names.variant_named(cls, variant_id or "")
        if name is None:
            raise
        return manager().rules(cls.id, name)


def _nothing(fault: str, near: Sequence[tuple[str, str]], status: int = 404) -> Response:
    """The page with a sentence about what is wrong with its address, and links to what may have been meant."""
    response = page(fault=fault, near=near)
    response.status_code = status
    return response


def _redirect_to(path: str, query: str = "") -> BaseResponse:
    return redirect(f"{root()}{path}{'?' if query else ''}{query}")


@blueprint.app_errorhandler(NotFound)
def typed_path(error: NotFound) -> BaseResponse:
    """A path that leads nowhere: a browser is sent to the game that it names, or told the nearest ones."""
    parts = request.environ["perfect_play.path"].strip("/").split("/")
    settings: Config = current_app.extensions["settings"]
    is_page = request.method in ("GET", "HEAD") and (parts[0] in VIEWS or parts[0] not in error_answers.OURS)
    if not is_page or error_answers.form_of(request.path, settings.at_root) != "problem" or not wants_page():
        return error_answers.http_error(error)
    cls = typed_names.game_named(parts[0]) if len(parts) <= 2 else None
    if cls is None:
        name = "".join(parts[1:2]) if parts[0] in VIEWS else parts[0]
        return _nothing(f"There is nothing at {quoted('/'.join(['', *parts]))}.", typed_names.nearest(name))
    return _redirect_to(game_path(cls.id, *parts[1:]))


@blueprint.app_template_filter()
def code(text: str) -> Markup:
    """A text as HTML, with `...` turned into <code> elements."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704, escaped before


@blueprint.get("/api/")
@documented("service", string("an HTML page"), media_type="text/html")
def api() -> Response:
    """The API documentation for people, generated from the OpenAPI document."""
    openapi = document(current_app)
    by_tag: dict[str, list[tuple[str, str, dict[str, Any], str]]] = {tag["name"]: [] for tag in openapi["tags"]}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append((path, method, operation, example_address(path, operation)))
    body = render_template("api.html", document=openapi, operations=by_tag, version=version(), root=root())
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
