"""What the service answers beyond the protocol, under `/api`: the nimber of any heap of any octal game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from server.config import Config
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
