"""`POST /api/positions`: the value and remoteness of many positions of one variant in one request."""

from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.base import Position, PositionError, Rules
from perfect_play.server.api_docs.api_schemas import BATCH, MOST_POSITIONS
from perfect_play.server.api_docs.json_schema import ref
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.json_provider import result_json
from perfect_play.server.request_args import BadQuery, json_body, manager, parse_position
from perfect_play.solvers.budget import seconds_left
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables.reader import NotCovered

blueprint = Blueprint("batch", __name__)

MOST_BYTES = 4 << 20  # in a request body
CHUNK = 250  # positions per lookup

NO_TIME = "There was no time left for this position. Ask for fewer positions in one request."

Json = dict[str, Any]


@blueprint.post("/api/positions/")
@documented("answers", ref("Batch"), body=BATCH, errors=(400, 404, 413, 415, 503))
def positions() -> Response:
    """The value and remoteness of many positions of one variant, in the order of the request.

    A text that is not a legal position gets an `error` instead, and so does a position whose value is not known.
    """
    game_id, variant_id, texts = _read_body()
    solver = manager()
    rules = solver.rules(game_id, variant_id)
    with solver.limiter.if_long():
        answers: list[Json] = []
        for first in range(0, len(texts), CHUNK):
            answers += _look_up_chunk(solver, rules, texts[first : first + CHUNK])
    return jsonify({"status": "ok", "response": answers})


def _read_body() -> tuple[str, str, list[str]]:
    """(game id, variant id, position texts). Raises BadQuery, and werkzeug's errors for media types and sizes."""
    body = json_body(MOST_BYTES)
    fields = {"gameId": str, "variantId": str, "positions": list}
    if not isinstance(body, dict) or set(body) != set(fields):
        raise BadQuery("Expected an object with exactly the keys gameId, variantId and positions.")
    for name, kind in fields.items():
        if not isinstance(body[name], kind):
            raise BadQuery(f"{name}: expected {'a string' if kind is str else 'a list of strings'}.")
    texts = body["positions"]
    if len(texts) > MOST_POSITIONS:
        raise BadQuery(f"{len(texts):,} positions: expected at most {MOST_POSITIONS:,} in one request.")
    if not all(isinstance(text, str) for text in texts):
        raise BadQuery("positions: expected a list of strings.")
    return body["gameId"], body["variantId"], texts


def _look_up_chunk(solver: PuzzleManager, rules: Rules, texts: list[str]) -> list[Json]:
    """The answers for several positions: by one table lookup if possible, otherwise one by one."""
    places: list[int] = []
    positions: list[Position] = []
    answers: list[Json] = [{"error": NO_TIME}] * len(texts)
    for place, text in enumerate(texts):
        if not seconds_left(1):
            break
        try:
            positions.append(parse_position(rules, text))
            places.append(place)
        except PositionError as error:
            answers[place] = {"error": str(error)}
    try:
        results = solver.stored_results(rules, positions) if positions else []
    except NotCovered:
        results = None
    if results is None:
        looked_up = [_look_up(solver, rules, position) for position in positions]
    else:
        looked_up = list(map(result_json, results))
    for place, answer in zip(places, looked_up, strict=True):
        answers[place] = answer
    return answers


def _look_up(solver: PuzzleManager, rules: Rules, position: Position) -> Json:
    if not seconds_left(1):
        return {"error": NO_TIME}
    try:
        return result_json(solver.result(rules, position))
    except NotReady:
        raise
    except NoAnswer as error:
        return {"error": error.sentence}
