"""`POST /api/positions`: value and remoteness of many positions of one variant in one answer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from puzzles.base import PositionError, Rules
from server.api_docs.api_schemas import BATCH, MOST_POSITIONS
from server.api_docs.json_schema import ref
from server.api_docs.route_docs import documented
from server.request_args import BadQuery, manager, position_asked
from solvers.budget import seconds_left
from solvers.errors import NoAnswer
from solvers.manager import NotReady, PuzzleManager
from solvers.result import Result
from solvers.tables.reader import NotCovered

blueprint = Blueprint("batch", __name__)

MOST_BYTES = 4 << 20  # of one request
TOGETHER = 250  # positions that are looked up at once
FEW = 1000  # positions that are looked up without counting as a search

NO_TIME = "There was no time left to look at this position. Ask for fewer at once."

Json = dict[str, Any]


@blueprint.post("/api/positions/")
@documented("answers", ref("Batch"), body=BATCH, errors=(400, 404, 413, 415, 503))
def positions() -> Response:
    """Many positions of one variant: what each is worth, in the order in which they were asked for.

    A text that names no legal position has an `error` instead, and so has a position of which nothing is known.
    """
    game_id, variant_id, texts = _asked()
    known = manager()
    rules = known.rules(game_id, variant_id)
    with known.limiter.when(len(texts) > FEW):
        told: list[Json] = []
        for first in range(0, len(texts), TOGETHER):
            told += _told_together(known, rules, texts[first : first + TOGETHER])
    return jsonify({"status": "ok", "response": told})


def _asked() -> tuple[str, str, list[str]]:
    """(game, variant, texts of positions). Raises BadQuery, and what werkzeug says of media types and sizes."""
    request.max_content_length = MOST_BYTES
    try:
        body = request.get_json()
    except UnsupportedMediaType as error:
        raise UnsupportedMediaType("Expected JSON, with the header Content-Type: application/json.") from error
    except (BadRequest, RecursionError) as error:  # the latter of brackets within brackets, thousands deep
        raise BadQuery("The body is not JSON that can be read.") from error
    fields = {"gameId": str, "variantId": str, "positions": list}
    if not isinstance(body, dict) or set(body) != set(fields):
        raise BadQuery("Expected an object with gameId, variantId and positions, and nothing else.")
    for name, kind in fields.items():
        if not isinstance(body[name], kind):
            raise BadQuery(f"{name}: expected {'a text' if kind is str else 'a list of texts'}.")
    texts = body["positions"]
    if len(texts) > MOST_POSITIONS:
        raise BadQuery(f"{len(texts):,} positions: expected at most {MOST_POSITIONS:,} in one request.")
    if not all(isinstance(text, str) for text in texts):
        raise BadQuery("positions: expected a list of texts.")
    return body["gameId"], body["variantId"], texts


def _told_together(known: PuzzleManager, rules: Rules, texts: list[str]) -> list[Json]:
    """The same as `_told` of each: what the table has of all of them is looked up at once."""
    if not seconds_left(1):
        return [{"error": NO_TIME}] * len(texts)
    try:
        positions = [position_asked(rules, text) for text in texts]
        results = known.stored_results(rules, positions)
    except (PositionError, NotCovered):
        results = None
    if results is None:
        return [_told(known, rules, text) for text in texts]
    return list(map(_worth, results))


def _told(known: PuzzleManager, rules: Rules, text: str) -> Json:
    if not seconds_left(1):
        return {"error": NO_TIME}
    try:
        return _worth(known.result(rules, position_asked(rules, text)))
    except NotReady:
        raise
    except NoAnswer as error:
        return {"error": error.sentence}
    except PositionError as error:
        return {"error": str(error)}


def _worth(result: Result) -> Json:
    return {"positionValue": result.value, "remoteness": result.remoteness}
