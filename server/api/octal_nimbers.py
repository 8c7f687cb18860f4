"""`/api/nimber/<code>/<heap>`: the nimber of any heap of an octal game, or of a range of heaps."""

import re
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from perfect_play.puzzles.base import short
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.config import Config
from perfect_play.server.request_args import BadQuery, manager
from perfect_play.solvers.theory.lookup import Answer, Nimbers, known_periods

blueprint = Blueprint("nimbers", __name__)

Json = dict[str, Any]
MOST_HEAPS = 1000  # of a range
FIRST_HEAPS = "0-99"  # unless others are asked for
HEAPS = Query(
    "heaps",
    f"The first and the last heap, at most {MOST_HEAPS:,} in all; by default {FIRST_HEAPS}.",
    string(pattern="^[0-9]{1,19}-[0-9]{1,19}$"),
    "0-83",
)


def _nimbers() -> Nimbers:
    settings: Config = current_app.extensions["settings"]
    instance: Nimbers = current_app.extensions.setdefault("nimbers", Nimbers(settings.data_dir, manager().limiter))
    return instance


@blueprint.get("/api/nimber/<code>/<heap>/")
@documented("answers", ok(ref("Nimber")), example={"code": "0.77", "heap": "9"}, errors=(400, 422, 503), cacheable=True)
def nimber(code: str, heap: str) -> Response:
    """The nimber of a single heap of a taking-and-breaking game."""
    entry = _nimbers().look_up(code, heap)
    return _answer(entry, {"heap": entry.heap, "nimber": entry.nimber})


@blueprint.get("/api/nimber/<code>/")
@documented("answers", ok(ref("Nimbers")), HEAPS, example={"code": "0.77"}, errors=(400, 422, 503), cacheable=True)
def nimbers(code: str) -> Response:
    """The nimbers of heaps of successive sizes of a taking-and-breaking game."""
    text = request.args.get("heaps", FIRST_HEAPS)
    ends = re.fullmatch(r"([0-9]{1,19})-([0-9]{1,19})", text, re.ASCII)
    if ends is None or not 0 <= int(ends[2]) - int(ends[1]) < MOST_HEAPS:
        raise BadQuery(f"heaps={short(text)}: expected the first and the last of up to {MOST_HEAPS:,} heaps, as 0-83.")
    entries = [_nimbers().look_up(code, str(heap)) for heap in range(int(ends[1]), int(ends[2]) + 1)]
    return _answer(entries[-1], {"heaps": text, "nimbers": [entry.nimber for entry in entries]})


@blueprint.get("/api/nimber/")
@documented("answers", ok(ref("NimberCodes")), cacheable=True)
def codes() -> Response:
    """What to ask for, and the codes of the games with a proved period."""
    message = (
        "Add the code of a taking-and-breaking game, and a heap or a range of heaps: /api/nimber/0.77/9, "
        "/api/nimber/0.77?heaps=0-83. 0.77 is Kayles."
    )
    return jsonify({"status": "ok", "response": {"message": message, "codes": list(known_periods())}})


def _answer(entry: Answer, numbers: Json) -> Response:
    period = entry.period
    answer: Json = {
        "code": entry.code,
        **numbers,
        "prePeriod": period and period.pre_period,
        "period": period and period.period,
        "exceptions": period and period.exceptions,
        "largest": period and period.largest,
        "checked": period and period.checked,
    }
    return jsonify({"status": "ok", "response": answer})
