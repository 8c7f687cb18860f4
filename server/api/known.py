"""`/api/<id>/<variant>/known` and `preview`: a position and its moves, or a start, with what is known of them."""

from contextlib import nullcontext, suppress
from typing import Any

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles.base import CustomVariant, Position, Puzzle, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import as_answer, names_json, result_json
from perfect_play.server.protocols.starts import MAX_SEED, checked_seed, choose_start
from perfect_play.server.request_args import flag, manager, position_or_start
from perfect_play.solvers.budget import SECONDS, hurry
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.pathfinding.space import UnfinishedSearch
from perfect_play.solvers.reports.partial import UnsolvedPosition, report_now
from perfect_play.solvers.reports.position import Facts
from perfect_play.solvers.status import NotReady

blueprint = Blueprint("known", __name__)
preview_blueprint = Blueprint("previews", __name__)

P = Query("p", "The position, by default the start.", string(), "R_A_3_3_---------")
SEED = Query(
    "seed",
    "Asks for where play begins: a random position of a puzzle that always begins so, the same for a seed.",
    string(maxLength=MAX_SEED),
    "today",
)
SEARCH = Query("search", "Whether to search for what no table has.", string(enum=["true", "false"]), "false")


@blueprint.get("/api/<game_id>/<variant_id>/known/")
@documented("answers", ok(ref("Known")), P, SEED, SEARCH, example="domineering/3x3", errors=(400,))
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
    known_now = {**_facts(rules, report.facts), "moves": moves, **manager().table_progress(rules)}
    return as_answer({"status": "ok", "response": known_now}, passing=True)


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
        **names_json(rules, facts.position),
        **result_json(facts),
        "nimber": facts.nimber,
        "margin": facts.margin,
    }


@preview_blueprint.get("/api/<game_id>/<variant_id>/preview/")
@documented("answers", ok(ref("Preview")), example="nim/3_4_5", errors=(400,))
def preview(game_id: str, variant_id: str) -> Response:
    """The start of a listed or typed variant, and what is known of it or found within a second. Starts no solving."""
    hurry(SECONDS / 2)
    rules = manager().rules(game_id, variant_id)
    start, result = rules.start(), None
    with suppress(UnfinishedSearch, SearchTooLong):
        result = manager().peek(rules, start)
    answer: dict[str, Any] = {
        "gameId": game_id,
        "variantId": rules.variant.id,
        "description": rules.variant.name,
        "status": manager().status(rules).state,
        "position": rules.format(start),
        "startPosition": autogui.write_position(rules, start),
        "positionValue": result and result.value,
        "remoteness": result and result.remoteness,
        "nimber": manager().nimber(rules, start),
        "moves": 0 if rules.primitive(start) is not None else sum(1 for _ in rules.moves(start)),
        "customStart": custom_start(rules.custom),
    }
    return jsonify({"status": "ok", "response": answer})


def custom_start(custom: CustomVariant | None) -> dict[str, Any] | None:
    """The starts that may be typed, as JSON: the whole text, once read, must match `pattern` and comply with `help`."""
    if custom is None:
        return None
    return {
        "pattern": custom.pattern,
        "maxLength": custom.max_length,
        "help": custom.help,
        "example": custom.example,
        "symbols": custom.symbols,
        "cols": custom.cols,
    }
