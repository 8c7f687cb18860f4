"""`/api/<id>/<variant>/best-move`: the best move of a position, exact where a table or search finds it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from puzzles.base import short
from server.api_docs.json_schema import ok, ref, string
from server.api_docs.route_docs import Query, documented
from server.notation import autogui
from server.request_args import is_number, manager, position_or_start
from solvers.budget import SECONDS
from solvers.pathfinding.alpha_beta import MOST_AHEAD, AlphaBetaResult, BadLimit
from solvers.reports.best_move import best_move as find_best_move

blueprint = Blueprint("best_moves", __name__)

LIMIT = 4  # default number of moves to look ahead
NODES = 100_000  # positions that one request may search
P = Query("p", "The position, by default the start.", string(), "R_A_3_3_---------")
LIMIT_QUERY = Query(
    "limit",
    f"How many moves a search by evaluation looks ahead, by default {LIMIT}.",
    string(pattern="^[0-9]{1,9}$"),
    "2",
)


@blueprint.get("/api/<game_id>/<variant_id>/best-move/")
@documented(
    "answers",
    ok(ref("BestMove")),
    P,
    LIMIT_QUERY,
    example={"game_id": "domineering", "variant_id": "3x3"},
    errors=(400, 422, 503),
)
def best_move(game_id: str, variant_id: str) -> Response:
    """The best move of `?p=`: exact by a table or an exhaustive search, otherwise by evaluation and marked as such."""
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    limit = _limit(request.args.get("limit", str(LIMIT)))
    best = find_best_move(manager(), rules, position, limit, NODES, SECONDS)
    move = best.move
    answer: dict[str, Any] = {
        "position": autogui.write_position(rules, position),
        "move": None if move is None else autogui.write_move(rules, position, move),
        "moveName": None if move is None else rules.format_move(position, move),
        "exact": best.exact,
        "answeredBy": best.how,
        "positionValue": best.value,
        "remoteness": best.remoteness,
        "margin": best.margin,
        "search": best.searched and _search_json(best.searched, limit),
    }
    return jsonify({"status": "ok", "response": answer})


def _search_json(found: AlphaBetaResult, limit: int) -> dict[str, Any]:
    """The report of a search by evaluation as JSON. limit: the number of moves ahead that was asked for."""
    return {
        "evaluation": found.value if found.proved is None else None,
        "leaves": found.leaves,
        "nodes": found.nodes,
        "limit": limit,
        "searched": found.limit,
        "limitReached": found.limit == limit,
        "toTheEnd": found.whole,
    }


def _limit(text: str) -> int:
    """Parse the number of moves to look ahead. Raises BadLimit."""
    if not (is_number(text) and 1 <= int(text) <= MOST_AHEAD):
        raise BadLimit(f"limit={short(text)}: expected a whole number from 1 to {MOST_AHEAD}.")
    return int(text)
