"""`/api/<id>/<variant>/known`: a position and its moves, with whatever is known of them now."""

from contextlib import nullcontext
from typing import Any

from flask import Blueprint, Response, request

from perfect_play.puzzles.base import Position, Puzzle, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import as_answer
from perfect_play.server.protocols.starts import MAX_SEED, checked_seed, choose_start
from perfect_play.server.request_args import flag, manager, position_or_start
from perfect_play.solvers.budget import SECONDS, hurry
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.reports.partial import UnsolvedPosition, report_now
from perfect_play.solvers.reports.position import Facts
from perfect_play.solvers.status import NotReady

blueprint = Blueprint("known", __name__)

P = Query("p", "The position, by default the start.", string(), "R_A_3_3_---------")
SEED = Query(
    "seed",
    "Asks for where play begins: a random position of a puzzle that always begins so, the same for a seed.",
    string(maxLength=MAX_SEED),
    "today",
)
SEARCH = Query("search", "Whether to search for what no table has.", string(enum=["true", "false"]), "false")


@blueprint.get("/api/<game_id>/<variant_id>/known/")
@documented(
    "answers",
    ok(ref("Known")),
    P,
    SEED,
    SEARCH,
    example={"game_id": "domineering", "variant_id": "3x3"},
    errors=(400,),
)
def known(game_id: str, variant_id: str) -> Response:
    """The position `?p=` with its moves, to play on even if there is no table or a search would take too long.

    Values that are not known now are `unsolved`. With `?search=false` the answer comes at once.
    """
    hurry(SECONDS)
    rules = manager().rules(game_id, variant_id)
    seed = checked_seed(request.args.get("seed"))
    position = begun(rules, seed) if seed is not None and "p" not in request.args else position_or_start(rules)
    refusal = SearchTooLong("No search was asked for.")
    with nullcontext() if flag("search", True) else manager().limiter.refusing(refusal):
        report = report_now(manager(), rules, position)
    board = rules.board(position)
    moves = [
        {
            "move": autogui.write_button(move.button, board),
            "moveName": words_of(rules, position, move.move),
            "moveValue": move.value,
            "deltaRemoteness": move.delta,
            **_facts(rules, move.child),
        }
        for move in report.moves
    ]
    return as_answer({"status": "ok", "response": {**_facts(rules, report.facts), "moves": moves}}, passing=True)


def begun(rules: Rules, seed: str) -> Position:
    """The position at which play begins, drawn by a seed; the nominal start if none can be drawn."""
    if not (isinstance(rules, Puzzle) and rules.random_start):
        return rules.start()
    try:
        return choose_start(manager(), rules, {"seed": seed})
    except NotReady:
        return rules.start()


def _facts(rules: Rules, facts: Facts | UnsolvedPosition) -> dict[str, Any]:
    """The known facts of one position."""
    return {
        "position": autogui.write_position(rules, facts.position),
        "positionText": rules.format(facts.position),
        "positionValue": facts.value,
        "remoteness": facts.remoteness,
        "nimber": facts.nimber,
        "margin": facts.margin,
    }
