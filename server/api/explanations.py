"""`/api/<id>/<variant>/theory`: a position explained by theory: nimbers of its components, and equivalent moves."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.request_args import manager, position_or_start
from perfect_play.solvers.reports.theory import NamedComponent, theory

blueprint = Blueprint("theory", __name__)


@blueprint.get("/api/<game_id>/<variant_id>/theory/")
@documented(
    "answers",
    ok(ref("Theory")),
    Query("p", "The position, by default the start.", string(), "R_A_5_3_-----------ll-l"),
    example={"game_id": "nim", "variant_id": "1_3_5"},
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
        "position": autogui.write_position(rules, position),
        "positionText": rules.format(position),
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
