"""What theory says: `/api/<id>/<variant>/theory` of sums, `value` and `value.svg` of partizan games."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api.images import POLICY, SVG
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import names_json
from perfect_play.server.request_args import manager, position_or_start
from perfect_play.solvers.reports.theory import NamedComponent, theory
from perfect_play.solvers.theory.partizan_values import ValueReport, value_report
from perfect_play.solvers.theory.thermographs import Wall, draw_thermograph

blueprint = Blueprint("partizan", __name__)
theory_blueprint = Blueprint("theory", __name__)

P = Query("p", "The position, by default the start.", string(), "xx--xx---")


@blueprint.get("/api/<game_id>/<variant_id>/value/")
@documented("answers", ok(ref("PartizanValue")), P, example="domineering/3x3", errors=(400, 422, 503), cacheable=True)
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
    "answers",
    string("an SVG document"),
    P,
    example="domineering/3x3",
    errors=(400, 422, 503),
    media_type=SVG,
    cacheable=True,
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


@theory_blueprint.get("/api/<game_id>/<variant_id>/theory/")
@documented(
    "answers",
    ok(ref("Theory")),
    Query("p", "The position, by default the start.", string(), "R_A_5_3_-----------ll-l"),
    example="nim/1_3_5",
    errors=(400, 503),
    cacheable=True,
)
def theory_of(game_id: str, variant_id: str) -> Response:
    """Why a position has its value, if theory explains it: nimbers, the moves that leave 0, and symmetry."""
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    with manager().limiter.if_long():
        facts = theory(rules, position)
    answer: dict[str, Any] = {
        **names_json(rules, position),
        "moves": facts.moves,
        "nimber": facts.nimber,
        "reached": facts.nimbers,
        "components": _components(facts.components),
        "balancing": [
            {
                "move": autogui.write_move(rules, position, move),
                "moveName": words_of(rules, position, move),
                "position": autogui.write_position(rules, child),
                "components": _components(components),
            }
            for move, child, components in facts.balancing
        ],
        "alike": [[words_of(rules, position, move) for move in group] for group in facts.alike],
        "remarks": facts.remarks,
    }
    return jsonify({"status": "ok", "response": answer})


def _components(components: Sequence[NamedComponent]) -> list[dict[str, Any]]:
    return [{"name": name, "nimber": nimber} for name, nimber in components]
