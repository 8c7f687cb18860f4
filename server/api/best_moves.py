"""`/api/<id>/<variant>/best-move`: the best move of a position, or the move of an opponent of a chosen strength."""

from random import Random
from typing import Any

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles.base import short
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.protocols.starts import MAX_SEED, checked_seed
from perfect_play.server.request_args import BadQuery, manager, position_or_start, whole_number
from perfect_play.solvers.budget import SECONDS
from perfect_play.solvers.pathfinding.alpha_beta import MOST_AHEAD, AlphaBetaResult
from perfect_play.solvers.reports.best_move_report import best_move as find_best_move
from perfect_play.solvers.reports.best_move_report import move_by_evaluation
from perfect_play.solvers.reports.opponent import PERFECT, BadStrength, SearchAllowance, Strength, opponent_move

blueprint = Blueprint("best_moves", __name__)

LIMIT = 4  # default number of moves to look ahead
NODES = 100_000  # positions that one request may search
STRENGTHS = rf"^(perfect|100|[1-9]?[0-9]|ahead-([1-9]|[1-5][0-9]|{MOST_AHEAD}))$"
STRENGTH = Query(
    "strength",
    "How well the move is chosen, by default `perfect`. A number from 0 to 100: in so many percent of all choices the "
    f"best move, otherwise another. `ahead-N`, N from 1 to {MOST_AHEAD}: the best for a player who sees N moves ahead.",
    string(pattern=STRENGTHS),
    "ahead-2",
)
SEED = Query(
    "seed",
    "With `strength`: any text; in the same position the same text always leads to the same move.",
    string(maxLength=MAX_SEED),
    "1",
)
BY = Query(
    "by",
    "`evaluation`: only a search by evaluation, as if nothing else were known.",
    string(enum=["evaluation"]),
    "evaluation",
)
P = Query("p", "The position, by default the start.", string(), "R_A_3_3_---------")
LIMIT_QUERY = Query(
    "limit",
    f"How many moves a search by evaluation looks ahead, by default {LIMIT}.",
    string(pattern="^[0-9]{1,9}$"),
    "2",
)


@blueprint.get("/api/<game_id>/<variant_id>/best-move/")
@documented(
    "answers",
    ok(ref("BestMove")),
    P,
    LIMIT_QUERY,
    BY,
    STRENGTH,
    SEED,
    example="domineering/3x3",
    errors=(400, 422, 503),
)
def best_move(game_id: str, variant_id: str) -> Response:
    """The best move of `?p=`: exact by a table or an exhaustive search, otherwise by evaluation and marked as such.

    `?strength=` asks for the move of a weaker opponent instead, which `?seed=` makes the same each time.
    """
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    limit = whole_number("limit", LIMIT, MOST_AHEAD)
    strength, seed = _strength(request.args.get("strength", "perfect")), checked_seed(request.args.get("seed"))
    find = move_by_evaluation if _by_evaluation() else find_best_move
    best = find(manager(), rules, position, limit, NODES, SECONDS)
    move, exact = best.move, best.exact
    if move is not None and (strength != PERFECT or seed is not None):
        rng = Random(None if seed is None else f"{rules.full_id} {rules.format(position)} {seed}")
        opponent = opponent_move(manager(), rules, position, strength, rng, SearchAllowance(limit, NODES, SECONDS))
        exact = exact and (opponent.best or opponent.move == move)
        move = opponent.move
    answer: dict[str, Any] = {
        "position": autogui.write_position(rules, position),
        "move": None if move is None else autogui.write_move(rules, position, move),
        "moveName": None if move is None else words_of(rules, position, move),
        "exact": exact,
        "answeredBy": best.method,
        "positionValue": best.value,
        "remoteness": best.remoteness,
        "margin": best.margin,
        "search": best.search_result and _search_json(best.search_result, limit),
    }
    return jsonify({"status": "ok", "response": answer})


def _search_json(search: AlphaBetaResult, limit: int) -> dict[str, Any]:
    """The report of a search by evaluation as JSON. limit: the requested number of moves ahead."""
    return {
        "evaluation": search.value if search.proved_value is None else None,
        "leaves": search.leaves,
        "nodes": search.nodes,
        "limit": limit,
        "searched": search.limit,
        "limitReached": search.limit == limit,
        "toTheEnd": search.complete,
    }


def _by_evaluation() -> bool:
    """Whether only a search by evaluation is requested. Raises BadQuery."""
    by = request.args.get("by")
    if by not in (None, "evaluation"):
        raise BadQuery(f"by={short(by)}: expected evaluation.")
    if by and ("strength" in request.args or "seed" in request.args):
        raise BadQuery("by=evaluation: expected no strength and no seed with it, as its move is always the same.")
    return by is not None


def _strength(text: str) -> Strength:
    """Parse the strength of the opponent. Raises BadQuery."""
    try:
        return Strength.parse(text)
    except BadStrength as error:
        raise BadQuery(f"strength={error}") from None
