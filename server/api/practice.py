"""`/api/<id>/<variant>/practice` and `mine`: positions in which exactly one move is right, drawn or searched for."""

import random
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles.base import Rules, short
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import array, ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import as_answer, names_json, result_json
from perfect_play.server.protocols.starts import MAX_SEED, checked_difficulty, checked_seed
from perfect_play.server.request_args import BadQuery, manager, whole_number
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.reports.best_lines import steps
from perfect_play.solvers.reports.mining import KINDS, MinedPosition, draw_exercise, mine
from perfect_play.solvers.tables.sampling import DIFFICULTIES, NothingToDraw

blueprint = Blueprint("practice", __name__)
mining_blueprint = Blueprint("mining", __name__)

DIFFICULTY = Query(
    "difficulty",
    "How hard it is, by the moves to the end and the number of choices; by default any.",
    string(enum=list(DIFFICULTIES)),
    "easy",
)
SEED = Query("seed", "Any text; the same text always draws the same exercise.", string(maxLength=MAX_SEED), "1")


@blueprint.get("/api/<game_id>/<variant_id>/practice/")
@documented("answers", ok(ref("Exercise")), DIFFICULTY, SEED, example="npuzzle/2x3", errors=(400, 422, 503))
def practice(game_id: str, variant_id: str) -> Response:
    """A random position in which exactly one move keeps the value; in a puzzle, exactly one is the shortest way on."""
    rules = manager().rules(game_id, variant_id)
    difficulty, seed = checked_difficulty(request.args.get("difficulty")), checked_seed(request.args.get("seed"))
    rng = random.Random(None if seed is None else f"{rules.full_id} practice {seed}")
    with manager().limiter.if_long():
        report, grade = draw_exercise(manager(), rules, rng, difficulty)
    position, right = report.facts.position, report.moves[0]
    answer: dict[str, Any] = {
        **names_json(rules, position),
        **result_json(report.facts),
        "difficulty": grade,
        "choices": len(report.moves),
        "move": autogui.write_button(right.button, rules.board(position)),
        "moveName": words_of(rules, position, right.move),
    }
    return as_answer({"status": "ok", "response": answer}, passing=True)


SECONDS = 1.5
LENGTH, COUNT = 3, 5  # unless they are given
MOST_MOVES, MOST_POSITIONS = 1000, 20
NUMBER = string(pattern="^[1-9][0-9]{0,3}$")


@mining_blueprint.get("/api/<game_id>/<variant_id>/mine/")
@documented(
    "answers",
    ok(array(ref("MinedPosition"))),
    Query("kind", f"What kind of positions, by default {KINDS[0]}.", string(enum=list(KINDS)), "hardest"),
    Query("length", f"How many only moves in a row, or least moves; by default {LENGTH}.", NUMBER, "2"),
    Query("count", f"At most how many, by default {COUNT}.", NUMBER, "2"),
    SEED,
    example="npuzzle/2x3",
    errors=(400, 422, 503),
)
def mined_positions(game_id: str, variant_id: str) -> Response:
    """Positions with a run of only moves, with a unique solution, the hardest, traps or zugzwangs."""
    rules = manager().rules(game_id, variant_id)
    kind, seed = request.args.get("kind", KINDS[0]), checked_seed(request.args.get("seed"))
    if kind not in KINDS:
        raise BadQuery(f"kind={short(kind)}: expected {', '.join(KINDS)}.")
    length, number = whole_number("length", LENGTH, MOST_MOVES), whole_number("count", COUNT, MOST_POSITIONS)
    rng = random.Random(None if seed is None else f"{rules.full_id} mine {seed}")
    with manager().limiter.if_long():
        deadline = Deadline(SECONDS)
        items = list(islice(mine(manager(), rules, kind, length, rng, deadline), number))
    if not items:
        late = " in time" if deadline.passed else ""
        raise NothingToDraw(f"No such position of {rules.full_id} was met{late}. Ask for another length or kind.")
    response = jsonify({"status": "ok", "response": [_as_json(rules, item) for item in items]})
    response.headers["Cache-Control"] = "no-store"
    return response


def _as_json(rules: Rules, mined: MinedPosition) -> dict[str, object]:
    texts = names_json(rules, mined.position)
    return {
        **texts,
        **result_json(mined.result),
        "solution": [words_of(rules, before, move) for before, move, _ in steps(rules, mined.position, mined.solution)],
        "remark": mined.remark or None,
        "practice": f"{rules.full_id} {texts['position']} 0 {datetime.now(UTC):%Y-%m-%d}",
    }
