"""`POST /api/<id>/<variant>/map`: the positions of a small game and the moves between them, or those near one."""

from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.notation import autogui
from perfect_play.server.api.judging import MOST_BYTES
from perfect_play.server.api_docs.json_schema import array, ok, record, ref, string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.request_args import BadQuery, json_body, manager, parse_position
from perfect_play.solvers.reports.judgments import read_positions
from perfect_play.solvers.reports.map import map_of

blueprint = Blueprint("maps", __name__)

MOST_POSITIONS = 500
BODY = record({"positions": array(string("a position as in URLs"), minItems=1, maxItems=MOST_POSITIONS)})


@blueprint.post("/api/<game_id>/<variant_id>/map/")
@documented(
    "answers",
    ok(ref("Map")),
    example={"game_id": "domineering", "variant_id": "3x3"},
    body=BODY,
    errors=(400, 413, 415, 422, 503),
)
def game_map(game_id: str, variant_id: str) -> Response:
    """All positions of a small puzzle or game with the moves between them; symmetric positions count as one.

    Of a larger one, the positions near the last of those in the request, which are marked in the answer.
    """
    rules = manager().rules(game_id, variant_id)
    body = json_body(MOST_BYTES)
    texts = body.get("positions") if isinstance(body, dict) and set(body) == {"positions"} else None
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadQuery('Expected an object with "positions", a list of strings.')
    if not 1 <= len(texts) <= MOST_POSITIONS:
        raise BadQuery(f"{len(texts):,} positions: expected 1 to {MOST_POSITIONS}.")
    with manager().limiter.if_long():
        answer_map = map_of(manager(), rules, read_positions(texts, lambda text: parse_position(rules, text)))
    answer: dict[str, Any] = {
        "whole": answer_map.complete,
        "nodes": [
            {
                "position": autogui.write_position(rules, position),
                "positionValue": "unsolved" if result is None else result.value,
                "remoteness": None if result is None else result.remoteness,
            }
            for position, result in zip(answer_map.nodes, answer_map.results, strict=True)
        ],
        "links": answer_map.links,
        "path": answer_map.path,
    }
    return jsonify({"status": "ok", "response": answer})
