"""`/api/nimber/<code>/<heap>`: the nimber of any heap of an octal game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from perfect_play.server.api_docs.json_schema import ok, ref
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.config import Config
from perfect_play.server.request_args import manager
from perfect_play.solvers.theory.lookup import Nimbers

blueprint = Blueprint("nimbers", __name__)


def _nimbers() -> Nimbers:
    settings: Config = current_app.extensions["settings"]
    instance: Nimbers = current_app.extensions.setdefault("nimbers", Nimbers(settings.data_dir, manager().limiter))
    return instance


@blueprint.get("/api/nimber/<code>/<heap>/")
@documented("answers", ok(ref("Nimber")), example={"code": "0.77", "heap": "9"}, errors=(400, 422, 503), cacheable=True)
def nimber(code: str, heap: str) -> Response:
    """The nimber of a single heap of a taking-and-breaking game."""
    entry = _nimbers().look_up(code, heap)
    period = entry.period
    answer: dict[str, Any] = {
        "code": entry.code,
        "heap": entry.heap,
        "nimber": entry.nimber,
        "prePeriod": period and period.pre_period,
        "period": period and period.period,
        "exceptions": period and period.exceptions,
        "largest": period and period.largest,
        "checked": period and period.checked,
    }
    return jsonify({"status": "ok", "response": answer})
