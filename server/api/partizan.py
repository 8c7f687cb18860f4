"""`/api/<id>/<variant>/value` and `value.svg`: the value of a position of a partizan game, and its thermograph."""

from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.base import Position, Rules
from perfect_play.server.api.images import POLICY, SVG
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.request_args import manager, position_or_start
from perfect_play.solvers.theory.drawing import draw_thermograph
from perfect_play.solvers.theory.report import ValueReport, value_report
from perfect_play.solvers.theory.thermographs import Wall

blueprint = Blueprint("partizan", __name__)

P = Query("p", "The position, by default the start.", string(), "xx--xx---")
EXAMPLE = {"game_id": "domineering", "variant_id": "3x3"}


@blueprint.get("/api/<game_id>/<variant_id>/value/")
@documented("answers", ok(ref("PartizanValue")), P, example=EXAMPLE, errors=(400, 422, 503), cacheable=True)
def value(game_id: str, variant_id: str) -> Response:
    """The value of a position in the sense of combinatorial game theory, which does not depend on whose turn it is.

    Player 1 is Left, player 2 is Right. Numbers are texts, such as `3` and `-3/4`, so that they are exact.
    """
    rules, position, report = _requested_value(game_id, variant_id)
    graph = report.thermograph
    answer: dict[str, Any] = {
        "position": rules.format(position),
        "name": report.name,
        "canonicalForm": report.form,
        "options": report.options,
        "number": None if report.number is None else str(report.number),
        "outcome": report.outcome,
        "mean": str(graph.mean),
        "temperature": str(graph.temperature),
        "thermograph": {"left": _corners(graph.left), "right": _corners(graph.right)},
        "forms": report.forms,
        "positions": report.parts,
    }
    return jsonify({"status": "ok", "response": answer})


@blueprint.get("/api/<game_id>/<variant_id>/value.svg/")
@documented(
    "answers", string("an SVG document"), P, example=EXAMPLE, errors=(400, 422, 503), media_type=SVG, cacheable=True
)
def drawn_thermograph(game_id: str, variant_id: str) -> Response:
    """The thermograph of a position: Left's wall on the left, Right's on the right, and the mast."""
    rules, position, report = _requested_value(game_id, variant_id)
    title = f"Thermograph of {rules.name}, {rules.variant.name}: {rules.format(position)}"
    answer = Response(draw_thermograph(report.thermograph, title), content_type=f"{SVG}; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites may show it
    return answer


def _requested_value(game_id: str, variant_id: str) -> tuple[Rules, Position, ValueReport]:
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    with manager().limiter.if_long():
        return rules, position, value_report(rules, position)


def _corners(wall: Wall) -> list[list[str]]:
    pairs: tuple[tuple[Fraction, Fraction], ...] = wall.corners
    return [[str(tax), str(value)] for tax, value in pairs]
