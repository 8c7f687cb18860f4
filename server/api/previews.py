"""`/api/<id>/<variant>/preview`: what the service knows of a start before anything is solved for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify

from puzzles.base import CustomVariant, Position, Rules
from puzzles.mixins import nimber_of
from server.api_docs.json_schema import ok, ref
from server.api_docs.route_docs import documented
from server.notation import autogui
from server.request_args import manager
from solvers.manager import PuzzleManager
from solvers.pathfinding.space import Unfinished
from solvers.result import Result

blueprint = Blueprint("previews", __name__)


@dataclass(frozen=True)
class Preview:
    """What is known of a start before anything is solved for it.

    result: None where only a table can tell, and there is none yet. moves: how many there are.
    """

    rules: Rules
    start: Position
    result: Result | None
    nimber: int | None
    moves: int


def preview_of(manager: PuzzleManager, rules: Rules) -> Preview:
    """What is known of the start of a variant. Has nothing solved."""
    start = rules.start()
    ended = rules.primitive(start) is not None
    return Preview(
        rules,
        start,
        _known(manager, rules, start),
        nimber_of(rules, start),
        0 if ended else sum(1 for _ in rules.moves(start)),
    )


def _known(manager: PuzzleManager, rules: Rules, start: Position) -> Result | None:
    """What is known of a start; None, too, where it would take too long to find out."""
    try:
        return manager.peek(rules, start)
    except Unfinished:
        return None


@blueprint.get("/api/<game_id>/<variant_id>/preview/")
@documented("answers", ok(ref("Preview")), example={"game_id": "nim", "variant_id": "3_4_5"}, errors=(400,))
def preview(game_id: str, variant_id: str) -> Response:
    """The start of a variant, listed or typed, with what is known of it; has nothing solved."""
    rules = manager().rules(game_id, variant_id)
    seen = preview_of(manager(), rules)
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
