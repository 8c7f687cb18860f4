"""`/api/<id>/<variant>/image.svg`: a picture of a position, for lessons and posts."""

from __future__ import annotations

from flask import Blueprint, Response, request

from puzzles.base import short
from server.api_docs.json_schema import string
from server.api_docs.route_docs import Query, documented
from server.request_args import BadQuery, manager, position_or_start
from solvers.reports.position import position_report
from solvers.reports.svg import draw_svg

blueprint = Blueprint("images", __name__)

SVG = "image/svg+xml"
POLICY = "default-src 'none'; sandbox"


@blueprint.get("/api/<game_id>/<variant_id>/image.svg/")
@documented(
    "answers",
    string("an SVG document"),
    Query("p", "The position, by default the start.", string(), "12345678-"),
    Query("moves", "Whether to draw the moves, colored by value.", string(enum=["true", "false"]), "true"),
    example={"game_id": "npuzzle", "variant_id": "3"},
    errors=(400, 422, 503),
    media_type=SVG,
    cacheable=True,
)
def image(game_id: str, variant_id: str) -> Response:
    """The picture of a position, drawn as on the page. Only drawing its moves requires that it be solved."""
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    moves = request.args.get("moves", "false")
    if moves not in ("true", "false"):
        raise BadQuery(f"moves={short(moves)}: expected true or false.")
    report = position_report(manager(), rules, position) if moves == "true" else None
    answer = Response(draw_svg(rules, position, report), content_type=f"{SVG}; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites may show it
    return answer
