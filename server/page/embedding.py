"""`/embed/<id>/<variant>`: a board for other sites to show in a frame, which works without scripts; and `/oembed`.

Its moves are links. It has Open Graph metadata and links to its oEmbed answer, so that a site where its address is
pasted can show a picture, a frame or a card.
"""

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from flask import Blueprint, Response, jsonify, render_template, request
from markupsafe import Markup, escape

from perfect_play.puzzles.base import Game, Position, Rules, Value, short
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import integer, record, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.middleware.headers import only_styled
from perfect_play.server.page.link_preview import LinkPreview, ended, position_query, variant_path
from perfect_play.server.public_url import public_url, site_of
from perfect_play.server.request_args import BadQuery, flag, is_number, manager, parse_position, position_or_start
from perfect_play.solvers.reports.partial import PartReport, UnsolvedPosition, report_now
from perfect_play.solvers.reports.position import Facts, PositionReport
from perfect_play.solvers.reports.position_drawing import draw_svg

blueprint = Blueprint("embedding", __name__, template_folder="templates")

MOST_MOVES = 60  # shown as links
WIDTH, HEIGHT = 360, 480  # of a frame, in pixels, unless less is requested
MIN_PIXELS = 120
STYLE = """\
body{margin:.5rem;font:15px/1.4 system-ui,sans-serif;color:#222;background:#fff;text-align:center}
figure{margin:0}svg{width:100%;height:auto;max-height:65vh}ul{padding:0;margin:.5rem 0}
li{display:inline-block;margin:2px}
a{color:#1a4d8f}li a{padding:2px 8px;border:2px solid #bbb;border-radius:6px;color:#222;text-decoration:none}
a.win{border-color:#1a7f37}a.tie{border-color:#b38600}a.draw{border-color:#1f6feb}a.lose{border-color:#c93c37}
"""
POLICY = f"{only_styled(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors *"
"""Content-Security-Policy of the board: one style sheet, nothing else; any site may show it in a frame."""

OEMBED = record(
    {
        "version": string(enum=["1.0"]),
        "type": string(enum=["rich"]),
        "provider_name": string(),
        "provider_url": string(),
        "title": string(),
        "width": integer("of the frame, in pixels", minimum=MIN_PIXELS),
        "height": integer("of the frame, in pixels", minimum=MIN_PIXELS),
        "html": string("the frame"),
    }
)

BOARD = re.compile(r"/(?:embed|g)/([^/]+)/([^/]+)/?")
OLD_PAGE = re.compile(r"/([^/?]+)/([^/?]+)(?:/([^/?]+))?/?(?:\?.*)?")
"""After `/#`, where the page's addresses used to be."""


@blueprint.get("/embed/<game_id>/<variant_id>/")
@documented(
    "answers",
    string("an HTML page"),
    Query("p", "The position, by default the start.", string(), "12345678-"),
    Query("values", "Whether to show values, and to color moves by them.", string(enum=["true", "false"]), "true"),
    example="npuzzle/3",
    errors=(400,),
    media_type="text/html",
)
def embed(game_id: str, variant_id: str) -> Response:
    """A board to be shown in a frame on other sites: picture, value and moves, each a link. It needs no scripts."""
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    values = flag("values", True)
    report = report_now(manager(), rules, position)
    values_report = report if values and isinstance(report, PositionReport) else None
    words = _sentence(rules, report.facts, over=not report.moves, values=values)
    address = _embed_url(rules, position, values)
    body = render_template(
        "embed.html",
        preview=LinkPreview.at(address, rules, position, f"{rules.name}, {rules.variant.name}", words),
        picture=Markup(draw_svg(rules, position, values_report)),  # noqa: S704, made by us, with escaped texts
        moves=[
            {
                "name": words_of(rules, position, move.move),
                "value": move.value if values else "",
                "url": _embed_url(rules, move.child.position, values),
            }
            for move in (report.moves if values else sorted(report.moves, key=lambda move: str(move.name)))[:MOST_MOVES]
        ],
        start=_embed_url(rules, None, values),
        page=f"{public_url()}/g/{variant_path(rules)}?{position_query(rules, position)}",
        style=Markup(STYLE),  # noqa: S704, a constant
    )
    answer = Response(body, content_type="text/html; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if isinstance(report, PartReport):
        answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/oembed/")
@documented(
    "answers",
    OEMBED,
    Query("url", "The address of a board or of a position on the page.", string(), "/embed/npuzzle/3", required=True),
    Query("maxwidth", "The greatest width of the frame, in pixels.", string(pattern="^[0-9]{1,9}$"), "300"),
    Query("maxheight", "The greatest height of the frame, in pixels.", string(pattern="^[0-9]{1,9}$"), "400"),
    Query("format", "Only `json`.", string(enum=["json"]), "json"),
    errors=(400,),
)
def oembed() -> Response:
    """The oEmbed answer for a board of this service: a frame that shows it."""
    if request.args.get("format", "json") != "json":
        raise BadQuery(f"format={short(request.args['format'])}: expected json.")
    rules, position, values = _read(request.args.get("url", ""))
    width, height = _size("maxwidth", WIDTH), _size("maxheight", HEIGHT)
    name = f"{rules.name}, {rules.variant.name}"
    source = escape(_embed_url(rules, position, values))
    return jsonify(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Perfect Play",
            "provider_url": f"{public_url()}/",
            "title": name,
            "width": width,
            "height": height,
            "html": f'<iframe src="{source}" title="{escape(name)}" width="{width}" height="{height}" loading="lazy"'
            ' style="border:0"></iframe>',
        }
    )


def _read(url: str) -> tuple[Rules, Position | None, bool]:
    """(rules, position; None: the start, whether values are shown) from a URL. Raises BadQuery and as `rules`."""
    try:
        parts, site = urlsplit(url), site_of(url)
    except ValueError:
        parts, site = urlsplit(""), ""
    service = urlsplit(public_url())
    if site not in ("", site_of(public_url())):
        raise BadQuery(f"url={short(url)}: expected an address of this service, which is {service.netloc}.")
    path, query = parts.path.removeprefix(service.path), parse_qs(parts.query)
    board = BOARD.fullmatch(path)
    old = OLD_PAGE.fullmatch(parts.fragment) if path in ("", "/") else None
    if board is not None:
        id_, variant, text = *board.groups(), query.get("p", [None])[0]
    elif old is not None:
        id_, variant, text = old[1], old[2], old[3] and unquote(old[3])
    else:
        raise BadQuery(
            f"url={short(url)}: expected the address of a board, {public_url()}/g/<id>/<variant>?p=<position>."
        )
    rules = manager().rules(unquote(id_), unquote(variant))
    position = None if text is None else parse_position(rules, text)
    return rules, position, query.get("values", ["true"])[0] != "false"


def _size(name: str, usual: int) -> int:
    """The frame's size in pixels: the usual one, or less if requested. Raises BadQuery."""
    text = request.args.get(name)
    if text is None:
        return usual
    if not is_number(text) or int(text) < MIN_PIXELS:
        raise BadQuery(f"{name}={short(text)}: expected a number of pixels from {MIN_PIXELS}.")
    return min(usual, int(text))


def _embed_url(rules: Rules, position: Position | None, values: bool) -> str:
    query = [] if position is None else [position_query(rules, position)]
    query += [] if values else ["values=false"]
    return f"{public_url()}/embed/{variant_path(rules)}/" + (f"?{'&'.join(query)}" if query else "")


def _sentence(rules: Rules, facts: Facts | UnsolvedPosition, over: bool, values: bool) -> str:
    """The position in a few words, such as `Player 1 to move: win in 5`."""
    game = isinstance(rules, Game)
    value: Any = facts.value
    if over:
        return ended(rules, facts.position, value)
    mover = f"Player {rules.turn(facts.position)} to move" if game else "To solve"
    if not values:
        return f"{mover}."
    if value not in tuple(Value):
        return f"{mover}: the value is not known yet."
    if not game and value != Value.WIN:
        return "This cannot be solved."
    moves = "" if facts.remoteness is None else f" in {facts.remoteness}"
    return f"{mover}: {value}{moves}." if game else f"{mover}: {facts.remoteness} move{'s' * (facts.remoteness != 1)}."
