"""`/api/<id>/<variant>/setup`: for setting up positions by hand: the possible pieces, and whether a board is legal."""

import random
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles.base import Position, PositionError, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.request_args import checked_length, manager, parse_position
from perfect_play.solvers.reports.judgments import BadPlay, moves_in

blueprint = Blueprint("setups", __name__)

MOST_MOVES = 500
WALKS, STEPS = 6, 40


@blueprint.get("/api/<game_id>/<variant_id>/setup/")
@documented(
    "answers",
    ok(ref("Setup")),
    Query("p", "The text that was set up, by default the start.", string(), "R_A_3_3_12345678-"),
    Query("moves", "Names of moves to make from there, with commas or spaces between them.", string(), "8, 7"),
    example="npuzzle/3",
    errors=(400, 503),
    cacheable=True,
)
def setup(game_id: str, variant_id: str) -> Response:
    """Whether a text, in any notation and after moves if given, is a legal position; if not, what is wrong with it."""
    rules = manager().rules(game_id, variant_id)
    with manager().limiter.if_long():
        pieces = pieces_of(rules)
        position, fault = _read(rules, request.args.get("p"), request.args.get("moves", ""))
    answer: dict[str, Any] = {
        "position": None if position is None else autogui.write_position(rules, position),
        "positionText": None if position is None else rules.format(position),
        "fault": fault,
        "pieces": pieces,
    }
    return jsonify({"status": "ok", "response": answer})


def _read(rules: Rules, text: str | None, moves: str) -> tuple[Position | None, str | None]:
    """(the position that a text names, after these moves; what is wrong with it); one of them is None."""
    try:
        position = rules.start() if text is None else parse_position(rules, text)
        plays = moves_in(rules, position, checked_length(moves), MOST_MOVES)
    except (PositionError, BadPlay) as error:
        return None, str(error)
    return plays[-1].after if plays else position, None


@lru_cache(maxsize=1024)
def pieces_of(rules: Rules) -> str:
    """The characters on a variant's boards, as found on some random walks from the start."""
    rng = random.Random(0)
    chars = set(rules.board(rules.start()).cells)
    for _ in range(WALKS):
        position = rules.start()
        for _ in range(STEPS):
            moves = [] if rules.primitive(position) is not None else list(rules.moves(position))
            if not moves:
                break
            position = rules.do_move(position, rng.choice(moves))
            chars.update(rules.board(position).cells)
    return "".join(sorted(chars))
