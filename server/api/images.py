"""`/api/<id>/<variant>/image.svg` and `image.png`: a picture of a position; `look`: the data that draws all of them;
`/api/pictures`: the pictures of several starts in one answer."""

from functools import cache
from typing import Any

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation.cell_names import cell_names
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.svg import STYLE
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.middleware.headers import only_styled
from perfect_play.server.request_args import BadQuery, flag, manager, position_or_start
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.reports.position_drawing import draw_png, draw_svg

blueprint = Blueprint("images", __name__)

SVG, PNG = "image/svg+xml", "image/png"
MOST_PICTURES = 60  # in one answer
POLICY = f"{only_styled(STYLE)}; sandbox"


P = Query("p", "The position, by default the start.", string(), "12345678-")
MOVES = Query("moves", "Whether to draw the moves, colored by value.", string(enum=["true", "false"]), "true")
DRAWN: dict[str, Any] = {"example": "npuzzle/3", "errors": (400, 422, 503), "cacheable": True}


@blueprint.get("/api/<game_id>/<variant_id>/image.svg/")
@documented("answers", string("an SVG document"), P, MOVES, media_type=SVG, **DRAWN)
def image(game_id: str, variant_id: str) -> Response:
    """The picture of a position, drawn as on the page. It need not be solved unless its moves are drawn."""
    answer = _for_other_sites(Response(_svg_of(game_id, variant_id), content_type=f"{SVG}; charset=utf-8"))
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


@blueprint.get("/api/<game_id>/<variant_id>/image.png/")
@documented("answers", string("a PNG file of 1200 by 630 pixels"), P, MOVES, media_type=PNG, **DRAWN)
def image_of_pixels(game_id: str, variant_id: str) -> Response:
    """The same picture in pixels, for link previews and clients that do not show SVG."""
    return _for_other_sites(Response(draw_png(_svg_of(game_id, variant_id)), content_type=PNG))


def _svg_of(game_id: str, variant_id: str) -> str:
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    return draw_svg(rules, position, position_report(manager(), rules, position) if flag("moves") else None)


def _for_other_sites(answer: Response) -> Response:
    """A picture that other sites may show."""
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@blueprint.get("/api/pictures/")
@documented(
    "answers",
    ok({"type": "object", "additionalProperties": string("an SVG document")}),
    Query("ids", f"At most {MOST_PICTURES} ids, separated by commas.", string(), "tictactoe,npuzzle", required=True),
    errors=(400,),
    cacheable=True,
)
def pictures() -> Response:
    """The pictures of puzzles and games by id, as SVG: each the start of the variant that opens by default.

    Ids that do not exist are left out.
    """
    ids = request.args.get("ids", "").split(",")
    if len(ids) > MOST_PICTURES:
        raise BadQuery(f"ids: {len(ids)} ids; expected at most {MOST_PICTURES}.")
    documents = {name: _picture_of(registry.find(name)) for name in ids if registry.exists(name)}
    return jsonify({"status": "ok", "response": documents})


@cache
def _picture_of(cls: type[Rules]) -> str:
    rules = registry.load(cls.id, cls.opening())
    return draw_svg(rules, rules.start(), None)


@blueprint.get("/api/<game_id>/<variant_id>/look/")
@documented("answers", ok(ref("Look")), example="klotski/donkey", errors=(400,), cacheable=True)
def look(game_id: str, variant_id: str) -> Response:
    """The look of a variant's boards: SVG fragments for its pieces, and the places and names of its cells."""
    rules = manager().rules(game_id, variant_id)
    names = cell_names(rules)
    response = {**picture_of(rules).look.as_json(), "cellNames": names and names._asdict()}
    return jsonify({"status": "ok", "response": response})
