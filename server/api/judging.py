"""`POST /api/<id>/<variant>/judge` and `map`: how good the moves of a play were, and where they lead in the game."""

from typing import Any

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.api_schemas import MOST_JUDGED, PLAY
from perfect_play.server.api_docs.json_schema import array, ok, record, ref, string
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.json_provider import names_json, result_json
from perfect_play.server.request_args import BadQuery, json_body, manager, parse_position
from perfect_play.solvers.budget import SECONDS, seconds_left, within
from perfect_play.solvers.reports.judgments import (
    JudgedMove,
    PlayedMove,
    Score,
    judge,
    moves_between,
    played_moves,
    read_positions,
)
from perfect_play.solvers.reports.map import map_of

blueprint = Blueprint("judge", __name__)
map_blueprint = Blueprint("maps", __name__)

MOST_BYTES = 4 << 20  # in a request body
JUDGING = 0.9  # the share of an answer's time that judging may take; the rest is for writing it
FORMS = (
    'Expected an object with "moves", a list of moves, and perhaps "position", where they begin; '
    'or with "positions" alone, a list of at least one position.'
)

Json = dict[str, Any]


@blueprint.post("/api/<game_id>/<variant_id>/judge/")
@documented("answers", ok(ref("Judgment")), example="domineering/3x3", body=PLAY, errors=(400, 413, 415, 422, 503))
def judge_play(game_id: str, variant_id: str) -> Response:
    """How good each move of a play was, the first mistake, and how well each player played.

    The play is a list of moves, from the start or another position, or the list of its positions. A move may be
    written in any form in which the API writes it. A move that could not be judged in time has the class `unknown`.
    """
    rules = manager().rules(game_id, variant_id)
    body = json_body(MOST_BYTES)
    with manager().limiter.if_long(), within(JUDGING * seconds_left(SECONDS)):
        start, plays = _read_play(rules, body)
        judgment = judge(manager(), rules, plays)
    return jsonify(
        {
            "status": "ok",
            "response": {
                **names_json(rules, start),
                "answeredBy": manager().solver_name(rules),
                "complete": all(move.reason is None for move in judgment.moves),
                "moves": [_move_json(rules, number, move) for number, move in enumerate(judgment.moves, start=1)],
                "firstMistake": None if judgment.first_mistake is None else judgment.first_mistake + 1,
                "players": list(map(_score_json, judgment.players)),
            },
        }
    )


def _read_play(rules: Rules, body: Any) -> tuple[Position, list[PlayedMove]]:
    """The position where the play begins, and its moves. Raises BadQuery, PositionError, BadPlay, OutOfTime."""
    keys = set(body) if isinstance(body, dict) else set()
    if keys == {"positions"}:
        positions = read_positions(_texts(body, "positions", MOST_JUDGED + 1), lambda text: parse_position(rules, text))
        if not positions:
            raise BadQuery(FORMS)
        return positions[0], moves_between(rules, positions)
    if "moves" not in keys or keys - {"moves", "position"}:
        raise BadQuery(FORMS)
    texts = _texts(body, "moves", MOST_JUDGED)
    if not isinstance(body.get("position", ""), str):
        raise BadQuery("position: expected a string.")
    start = parse_position(rules, body["position"]) if "position" in body else rules.start()
    return start, played_moves(rules, start, texts, MOST_JUDGED)


def _texts(body: Json, name: str, limit: int) -> list[str]:
    """A list of strings in the body. Raises BadQuery."""
    texts = body[name]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadQuery(f"{name}: expected a list of strings.")
    if len(texts) > limit:
        raise BadQuery(f"{len(texts):,} {name}: expected at most {limit:,} in one request.")
    return texts


def _move_json(rules: Rules, number: int, judged: JudgedMove) -> Json:
    before, move, after, _ = judged.play
    best = judged.best
    return {
        "number": number,
        "player": judged.turn,
        "move": autogui.write_move(rules, before, move),
        "moveName": words_of(rules, before, move),
        "class": judged.kind,
        "onlyMove": judged.only,
        "choices": judged.play.choices,
        "moveValue": judged.value or "unsolved",
        "valueLost": judged.lost,
        "pointsLost": judged.points,
        "bestMove": None if best is None else autogui.write_move(rules, before, best),
        "bestMoveName": None if best is None else words_of(rules, before, best),
        "before": {**names_json(rules, before), **result_json(judged.before)},
        "after": {**names_json(rules, after), **result_json(judged.after)},
        "message": judged.reason,
    }


def _score_json(score: Score) -> Json:
    return {
        "player": score.player,
        "moves": score.moves,
        "judged": score.judged,
        "best": score.best,
        "kept": score.keeping,
        "mistakes": score.mistakes,
        "bestRate": score.best_rate,
        "keptRate": score.kept_rate,
        "pointsLost": score.points,
    }


MOST_POSITIONS = 500
BODY = record({"positions": array(string("a position as in URLs"), minItems=1, maxItems=MOST_POSITIONS)})


@map_blueprint.post("/api/<game_id>/<variant_id>/map/")
@documented("answers", ok(ref("Map")), example="domineering/3x3", body=BODY, errors=(400, 413, 415, 422, 503))
def game_map(game_id: str, variant_id: str) -> Response:
    """All positions of a small puzzle or game with the moves between them; symmetric positions count as one.

    Of a larger one, the positions near the last of those in the request, which are marked in the answer.
    """
    rules = manager().rules(game_id, variant_id)
    body = json_body(MOST_BYTES)
    texts = body.get("positions") if isinstance(body, dict) and set(body) == {"positions"} else None
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadQuery('Expected an object with "positions", a list of strings.')
    if not 1 <= len(texts) <= MOST_POSITIONS:
        raise BadQuery(f"{len(texts):,} positions: expected 1 to {MOST_POSITIONS}.")
    with manager().limiter.if_long():
        answer_map = map_of(manager(), rules, read_positions(texts, lambda text: parse_position(rules, text)))
    answer: dict[str, Any] = {
        "whole": answer_map.complete,
        "nodes": [
            {"position": autogui.write_position(rules, position), **result_json(result)}
            for position, result in zip(answer_map.nodes, answer_map.results, strict=True)
        ],
        "links": answer_map.links,
        "path": answer_map.path,
    }
    return jsonify({"status": "ok", "response": answer})
