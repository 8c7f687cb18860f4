"""`/api/<id>/<variant>/practice`: exercises, which are positions in which exactly one move is right."""

import random
from typing import Any

from flask import Blueprint, Response, request

from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import as_answer
from perfect_play.server.protocols.starts import MAX_SEED, checked_difficulty, checked_seed
from perfect_play.server.request_args import manager
from perfect_play.solvers.reports.exercises import draw_exercise
from perfect_play.solvers.tables.sampling import DIFFICULTIES

blueprint = Blueprint("practice", __name__)

DIFFICULTY = Query(
    "difficulty",
    "How hard it is, by the moves to the end and the number of choices; by default any.",
    string(enum=list(DIFFICULTIES)),
    "easy",
)
SEED = Query("seed", "Any text; the same text always draws the same exercise.", string(maxLength=MAX_SEED), "1")


@blueprint.get("/api/<game_id>/<variant_id>/practice/")
@documented(
    "answers",
    ok(ref("Exercise")),
    DIFFICULTY,
    SEED,
    example={"game_id": "npuzzle", "variant_id": "2x3"},
    errors=(400, 422, 503),
)
def practice(game_id: str, variant_id: str) -> Response:
    """A random position in which exactly one move keeps the value; in a puzzle, exactly one is the shortest way on."""
    rules = manager().rules(game_id, variant_id)
    difficulty, seed = checked_difficulty(request.args.get("difficulty")), checked_seed(request.args.get("seed"))
    rng = random.Random(None if seed is None else f"{rules.full_id} practice {seed}")
    with manager().limiter.if_long():
        report, grade = draw_exercise(manager(), rules, rng, difficulty)
    position, right = report.facts.position, report.moves[0]
    answer: dict[str, Any] = {
        "position": autogui.write_position(rules, position),
        "positionText": rules.format(position),
        "positionValue": report.facts.value,
        "remoteness": report.facts.remoteness,
        "difficulty": grade,
        "choices": len(report.moves),
        "move": autogui.write_button(right.button, rules.board(position)),
        "moveName": words_of(rules, position, right.move),
    }
    return as_answer({"status": "ok", "response": answer}, passing=True)
