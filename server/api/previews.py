"""`/api/<id>/<variant>/preview`: what is known of a start without solving anything."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.base import CustomVariant, Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api_docs.json_schema import ok, ref
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.request_args import manager
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.space import UnfinishedSearch
from perfect_play.solvers.result import Result

blueprint = Blueprint("previews", __name__)


@dataclass(frozen=True)
class Preview:
    """What is known of a start without solving anything.

    result: None if it takes a table that does not exist yet. moves: their number.
    """

    rules: Rules
    start: Position
    result: Result | None
    nimber: int | None
    moves: int


def preview_of(manager: PuzzleManager, rules: Rules) -> Preview:
    """The preview of the start of a variant. Starts no solving."""
    start = rules.start()
    ended = rules.primitive(start) is not None
    return Preview(
        rules,
        start,
        _facts(manager, rules, start),
        manager.nimber(rules, start),
        0 if ended else sum(1 for _ in rules.moves(start)),
    )


def _facts(manager: PuzzleManager, rules: Rules, start: Position) -> Result | None:
    """The result of a start; None if it is not known or would take too long to find."""
    try:
        return manager.peek(rules, start)
    except (UnfinishedSearch, SearchTooLong):
        return None


@blueprint.get("/api/<game_id>/<variant_id>/preview/")
@documented("answers", ok(ref("Preview")), example={"game_id": "nim", "variant_id": "3_4_5"}, errors=(400,))
def preview(game_id: str, variant_id: str) -> Response:
    """The start of a listed or typed variant, and what is known of it. Starts no solving."""
    rules = manager().rules(game_id, variant_id)
    facts = preview_of(manager(), rules)
    answer: dict[str, Any] = {
        "gameId": game_id,
        "variantId": rules.variant.id,
        "description": rules.variant.name,
        "status": manager().status(rules).state,
        "position": rules.format(facts.start),
        "startPosition": autogui.write_position(rules, facts.start),
        "positionValue": facts.result and facts.result.value,
        "remoteness": facts.result and facts.result.remoteness,
        "nimber": facts.nimber,
        "moves": facts.moves,
        "customStart": custom_start(rules.custom),
    }
    return jsonify({"status": "ok", "response": answer})


def custom_start(custom: CustomVariant | None) -> dict[str, Any] | None:
    """The starts that may be typed, as JSON: the whole text must match `pattern` and comply with `help`."""
    if custom is None:
        return None
    return {
        "pattern": custom.pattern,
        "maxLength": custom.max_length,
        "help": custom.help,
        "example": custom.example,
        "symbols": custom.symbols,
        "cols": custom.cols,
    }
