"""`/api/<id>/<variant>/solution`: the best line from a position, all equally good lines, or a cheapest line."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from perfect_play.puzzles.base import Position, Puzzle, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.puzzles.picture import picture_of
from perfect_play.server.api_docs.json_schema import ok, ref, string
from perfect_play.server.api_docs.route_docs import Query, documented
from perfect_play.server.json_provider import names_json
from perfect_play.server.request_args import BadQuery, flag, manager, position_or_start, whole_number
from perfect_play.solvers.budget import SECONDS
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.pathfinding.space import Budget, Line
from perfect_play.solvers.reports.best_lines import BestLines, LineLimits, best_lines, cheapest_line, steps
from perfect_play.solvers.reports.line_counts import count_lines

blueprint = Blueprint("solutions", __name__)

LIMIT = 10  # default number of lines with `all`
MOST_LINES = 100
MOST_MOVES = 2000  # in all lines of an answer together
NODES = 600_000  # positions generated per request by searches that keep them in memory

Json = dict[str, Any]


@blueprint.get("/api/<game_id>/<variant_id>/solution/")
@documented(
    "answers",
    ok(ref("Solution")),
    Query("p", "The position, by default the start.", string(), "111111111"),
    Query("all", "Whether to list all equally good lines.", string(enum=["true", "false"]), "true"),
    Query(
        "limit", f"With `all`: the greatest number of lines, by default {LIMIT}.", string(pattern="^[0-9]{1,9}$"), "3"
    ),
    Query("cost", "Whether to find a line of least cost.", string(enum=["true", "false"]), "true"),
    Query("count", "Whether to count all equally good lines.", string(enum=["true", "false"]), "true"),
    example="lightsout/3",
    errors=(400, 422, 503),
)
def solution(game_id: str, variant_id: str) -> Response:
    """The best line from `?p=`; `?all=true`: up to `?limit=` equally good lines, `?count=true`: their number."""
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    lines, by_cost, counting = _lines_wanted(), _cost_wanted(rules), flag("count")
    if counting and manager().searches_each(rules):
        raise NoAnswer(f"count=true: lines are counted from a table, and each position of {rules.full_id} is searched.")
    limits = LineLimits(Budget(NODES if manager().lines(rules).remembers else None, SECONDS), MOST_MOVES)
    with manager().limiter.if_long():
        if by_cost and isinstance(rules, Puzzle) and rules.has_costs:
            best = cheapest_line(manager(), rules, position, limits)
        else:
            best = best_lines(manager(), rules, position, limits, lines)
        number = count_lines(manager(), rules, position) if counting else None
    found_lines = [_line_json(rules, position, line) for line in best.lines]
    answer: Json = {
        **names_json(rules, position),
        "positionValue": best.value,
        "remoteness": best.remoteness,
        "answeredBy": best.method,
        "expanded": best.search_result and best.search_result.expanded,
        "generated": best.search_result and best.search_result.generated,
        "complete": best.complete,
        "message": best.message,
        "solution": found_lines[0] if found_lines else None,
    }
    if lines is not None:
        answer["solutions"] = found_lines
    if by_cost:
        answer["cost"] = _cost(best)
    if counting:
        answer["count"] = number
    return jsonify({"status": "ok", "response": answer})


def _lines_wanted() -> int | None:
    """The greatest number of lines to list; None for the best line alone. Raises BadQuery."""
    every, limit = flag("all"), whole_number("limit", LIMIT, MOST_LINES)
    return limit if every else None


def _cost_wanted(rules: Rules) -> bool:
    """Whether a line of least cost is requested. Raises BadQuery."""
    if not flag("cost"):
        return False
    if not isinstance(rules, Puzzle):
        raise BadQuery(f"cost=true: {rules.id} is a two-player game, whose moves have no cost. Leave it out.")
    if rules.has_costs and flag("all"):
        raise BadQuery("all=true and cost=true: expected one of the two, as only one line of least cost is found.")
    return True


def _cost(best: BestLines) -> float | None:
    """The cost of the line, which is its length if every move costs 1; None if there is no line."""
    if best.search_result and best.search_result.cost is not None:
        return best.search_result.cost
    return best.remoteness


def _line_json(rules: Rules, position: Position, line: Line) -> list[Json]:
    """A line from a position as JSON: each move, and the position it leads to."""
    picture = picture_of(rules)
    text = picture.text(position, request.args.get("p", ""))
    moves = []
    for before, move, child in steps(rules, position, line):
        text = picture.text_after(text, move, child)
        moves.append(
            {
                "move": autogui.write_move(rules, before, move),
                "moveName": words_of(rules, before, move),
                "autoguiMove": autogui.write_drawn(picture, before, move),
                **names_json(rules, child),
                "autoguiPosition": autogui.write_cells(picture, child, text),
            }
        )
    return moves
