"""What the service answers beyond the protocol, under `/api`: previews of starts, and nimbers of octal games."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from puzzles.base import CustomVariant
from server import autogui, service
from server.config import Config
from solvers.manager import PuzzleManager
from solvers.nimbers import Nimbers

blueprint = Blueprint("api", __name__)


def _nimbers() -> Nimbers:
    settings: Config = current_app.extensions["settings"]
    known: Nimbers = current_app.extensions.setdefault("nimbers", Nimbers(settings.data_dir))
    return known


@blueprint.get("/api/nimber/<code>/<heap>/")
def nimber(code: str, heap: str) -> Response:
    """The nimber of one heap of a taking-and-breaking game."""
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
def preview(game_id: str, variant_id: str) -> Response:
    """The start of a variant, listed or typed, with what is known of it; has nothing solved."""
    manager: PuzzleManager = current_app.extensions["manager"]
    rules = manager.rules(game_id, variant_id)
    seen = service.preview(manager, rules)
    answer: dict[str, Any] = {
        "gameId": game_id,
        "variantId": variant_id,
        "description": rules.variant.name,
        "status": manager.status(rules).state,
        "position": rules.format(seen.start),
        "startPosition": autogui.write_position(rules, seen.start),
        "positionValue": seen.result and seen.result.value,
        "remoteness": seen.result and seen.result.remoteness,
        "nimber": seen.nimber,
        "moves": seen.moves,
        "customStart": _custom_start(rules.custom),
    }
    return jsonify({"status": "ok", "response": answer})


def _custom_start(custom: CustomVariant | None) -> dict[str, Any] | None:
    """Which starts may be typed: the whole text matches `pattern`, and what `help` says holds."""
    if custom is None:
        return None
    return {
        "pattern": custom.pattern,
        "maxLength": custom.max_length,
        "help": custom.help,
        "example": custom.example,
    }
