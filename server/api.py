"""What the service answers beyond the protocol, under `/api`: previews, nimbers, best moves."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from puzzles.base import CustomVariant, short
from server import autogui, service
from server.asked import is_number, manager, position_or_start
from server.config import Config
from server.described import Query, described
from server.schemas import a_text, ok, the
from solvers.best_move import best_move as find_best_move
from solvers.nimbers import Nimbers
from solvers.search import MOST_AHEAD, BadLimit, Found

blueprint = Blueprint("api", __name__)

LIMIT = 4  # moves ahead, unless the request says otherwise
NODES = 100_000  # positions one request may search through
SECONDS = 2.0  # however few that is on a busy machine
P = Query("p", "The position; the start where there is none.", a_text(), "R_A_3_3_---------")
LIMIT_ASKED = Query(
    "limit",
    f"How many moves a search by evaluation looks ahead, {LIMIT} by default.",
    a_text(pattern="^[0-9]{1,9}$"),
    "2",
)


def _nimbers() -> Nimbers:
    settings: Config = current_app.extensions["settings"]
    known: Nimbers = current_app.extensions.setdefault("nimbers", Nimbers(settings.data_dir))
    return known


@blueprint.get("/api/nimber/<code>/<heap>/")
@described("answers", ok(the("Nimber")), example={"code": "0.77", "heap": "9"}, errors=(400, 422, 503), lasting=True)
def nimber(code: str, heap: str) -> Response:
    """The nimber of one heap of a taking-and-breaking game."""
    with manager().crowd.place():
        found = _nimbers().look_up(code, heap)
    period = found.period
    answer: dict[str, Any] = {
        "code": found.code,
        "heap": found.heap,
        "nimber": found.nimber,
        "prePeriod": period and period.pre_period,
        "period": period and period.period,
        "exceptions": period and period.exceptions,
        "largest": period and period.largest,
        "checked": period and period.checked,
    }
    return jsonify({"status": "ok", "response": answer})


@blueprint.get("/api/<game_id>/<variant_id>/preview/")
@described("answers", ok(the("Preview")), example={"game_id": "nim", "variant_id": "3_4_5"}, errors=(400,))
def preview(game_id: str, variant_id: str) -> Response:
    """The start of a variant, listed or typed, with what is known of it; has nothing solved."""
    rules = manager().rules(game_id, variant_id)
    seen = service.preview(manager(), rules)
    answer: dict[str, Any] = {
        "gameId": game_id,
        "variantId": variant_id,
        "description": rules.variant.name,
        "status": manager().status(rules).state,
        "position": rules.format(seen.start),
        "startPosition": autogui.write_position(rules, seen.start),
        "positionValue": seen.result and seen.result.value,
        "remoteness": seen.result and seen.result.remoteness,
        "nimber": seen.nimber,
        "moves": seen.moves,
        "customStart": custom_start(rules.custom),
    }
    return jsonify({"status": "ok", "response": answer})


def custom_start(custom: CustomVariant | None) -> dict[str, Any] | None:
    """Which starts may be typed: the whole text matches `pattern`, and what `help` says holds."""
    if custom is None:
        return None
    return {
        "pattern": custom.pattern,
        "maxLength": custom.max_length,
        "help": custom.help,
        "example": custom.example,
    }


@blueprint.get("/api/<game_id>/<variant_id>/best-move/")
@described(
    "answers",
    ok(the("BestMove")),
    P,
    LIMIT_ASKED,
    example={"game_id": "domineering", "variant_id": "3x3"},
    errors=(400, 422, 503),
)
def best_move(game_id: str, variant_id: str) -> Response:
    """The best move of `?p=`: exact by a table or a search to the end, else by the evaluation and marked so."""
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
        "search": best.searched and _searched(best.searched, limit),
    }
    return jsonify({"status": "ok", "response": answer})


def _searched(found: Found, limit: int) -> dict[str, Any]:
    """What a search by evaluation tells of itself."""
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
    """How many moves to look ahead. Raises BadLimit."""
    if not (is_number(text) and 1 <= int(text) <= MOST_AHEAD):
        raise BadLimit(f"limit={short(text)}: expected a whole number from 1 to {MOST_AHEAD}.")
    return int(text)
