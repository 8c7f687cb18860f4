"""`/api/<id>/<variant>/solution`: the best line of a position, or all that are equally good.

What is known of every position on the way, by a table or without one, is followed: the best move by the report of the
service, one after the other. A puzzle of which nothing is known here is searched, within a budget.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, request

from puzzles.base import Game, Move, Position, Puzzle, Rules, Value, short
from puzzles.picture import scene_of
from server import autogui
from server.asked import BadQuery, is_number, manager, position_or_start
from server.described import Query, described
from server.schemas import a_text, ok, the
from solvers.manager import PuzzleManager
from solvers.on_demand import SearchTooLong, TooManyConnected
from solvers.paths.space import Budget, Found, Line, Unfinished
from solvers.reading import NotCovered
from solvers.report_on import MoveReport, PositionReport, position_report
from solvers.result import Result
from solvers.searched import Searched

blueprint = Blueprint("solutions", __name__)

LIMIT = 10  # lines of `all`, unless the request says otherwise
MOST_LINES = 100
MOST_MOVES = 2000  # of all lines of one answer together
SECONDS = 2.0  # of one request
NODES = 200_000  # positions that the search of one request generates, where it remembers them

Json = dict[str, Any]


@dataclass(frozen=True)
class Solution:
    """Best lines of a position.

    value, remoteness: those of the position. ways: lines of best moves to the end, more than one only if asked
    for; none where there is no end to go to. how: what answered. complete: whether all that was asked for is there.
    message: a sentence where something needs to be said. searched: what a search tells of itself.
    """

    value: Value
    remoteness: int | None
    ways: list[Line]
    how: str
    complete: bool = True
    message: str | None = None
    searched: Found | None = None


@blueprint.get("/api/<game_id>/<variant_id>/solution/")
@described(
    "answers",
    ok(the("Solution")),
    Query("p", "The position; the start where there is none.", a_text(), "111111111"),
    Query("all", "Whether all lines that are as good are told.", a_text(enum=["true", "false"]), "true"),
    Query("limit", f"With `all`: how many at most, {LIMIT} by default.", a_text(pattern="^[0-9]{1,9}$"), "3"),
    example={"game_id": "lightsout", "variant_id": "3"},
    errors=(400, 422, 503),
)
def solution(game_id: str, variant_id: str) -> Response:
    """The best line from `?p=`; with `?all=true` all equally good ones, `?limit=` at most."""
    rules = manager().rules(game_id, variant_id)
    position = position_or_start(rules)
    lines = _lines_asked(request.args)
    found = best_lines(manager(), rules, position, lines)
    told = [_told(rules, position, way) for way in found.ways]
    answer: Json = {
        "position": autogui.write_position(rules, position),
        "positionText": rules.format(position),
        "positionValue": found.value,
        "remoteness": found.remoteness,
        "answeredBy": found.how,
        "expanded": found.searched and found.searched.expanded,
        "generated": found.searched and found.searched.generated,
        "complete": found.complete,
        "message": found.message,
        "solution": told[0] if told else None,
    }
    if lines is not None:
        answer["solutions"] = told
    return jsonify({"status": "ok", "response": answer})


def _lines_asked(query: Mapping[str, str]) -> int | None:
    """How many lines are asked for at most; None for the best alone. Raises BadQuery."""
    every, limit = query.get("all", "false"), query.get("limit", str(LIMIT))
    if every not in ("true", "false"):
        raise BadQuery(f"all={short(every)}: expected true or false.")
    if not (is_number(limit) and 1 <= int(limit) <= MOST_LINES):
        raise BadQuery(f"limit={short(limit)}: expected a whole number from 1 to {MOST_LINES}.")
    return int(limit) if every == "true" else None


def _told(rules: Rules, position: Position, way: Line) -> list[Json]:
    """A line as JSON: each move, and the position it leads to."""
    scene = scene_of(rules)
    steps = []
    for move in way:
        child = rules.do_move(position, move)
        steps.append(
            {
                "move": autogui.write_button(rules.button(position, move)),
                "moveName": rules.format_move(position, move),
                "autoguiMove": autogui.write_drawn(scene, position, move),
                "position": autogui.write_position(rules, child),
                "positionText": rules.format(child),
                "autoguiPosition": autogui.write_cells(scene, child),
            }
        )
        position = child
    return steps


def best_lines(manager: PuzzleManager, rules: Rules, position: Position, lines: int | None) -> Solution:
    """The best line of a legal position, or at most so many that are equally good.

    Raises Unfinished where a search ends first, and NotReady where nothing can answer for a game.
    """
    if isinstance(rules, Puzzle) and (manager.searches.answers(rules) or _known(manager, rules, position) is None):
        return _searched(manager, rules, position, lines)
    return _followed(manager, rules, position, lines)


def _known(manager: PuzzleManager, rules: Rules, position: Position) -> Result | None:
    """What is known of a position without searching for its sake alone."""
    if manager.solver_name(rules) == Searched.name:
        return None
    try:
        return manager.peek(rules, position)
    except (NotCovered, TooManyConnected, SearchTooLong):
        if isinstance(rules, Game):
            raise
        return None


# --- following what is known --------------------------------------------------------------------


def _followed(manager: PuzzleManager, rules: Rules, position: Position, lines: int | None) -> Solution:
    """Best moves by the service's report, one after the other. Raises NotReady, NotCovered."""
    report = position_report(manager, rules, position)
    here, how = report.facts, manager.solver_name(rules)
    if here.ended and here.remoteness == 0:
        return Solution(here.value, 0, [()], how, message=_over(rules, here.value))
    if isinstance(rules, Puzzle) and here.value is Value.LOSE:
        return Solution(Value.LOSE, None, [], how, message="This position cannot be solved.")
    if here.value is Value.DRAW:
        message = "With best play of both this game never ends: it is a draw, and there is no line to its end."
        return Solution(Value.DRAW, None, [], how, message=message)
    ways: list[Line] = []
    for way, whole in _walk(manager, report, MOST_MOVES, time.monotonic() + SECONDS):
        if not whole and not ways:
            return Solution(here.value, here.remoteness, [way], how, False, _cut(len(way)))
        if not whole or len(ways) == lines:
            return Solution(here.value, here.remoteness, ways, how, False, _more(len(ways)))
        ways.append(way)
        if lines is None:
            break
    return Solution(here.value, here.remoteness, ways, how)


def _over(rules: Rules, value: Value) -> str:
    """What to say where there is nothing left to do."""
    return "It is solved." if isinstance(rules, Puzzle) else f"The game is over: {value} for the player to move."


def _more(lines: int) -> str:
    """What to say where there are more lines than are told."""
    return f"There are more lines as good as the {lines} that are told."


def _cut(moves: int) -> str:
    """What to say where a line is told only in part."""
    return f"These are the first {moves:,} moves only. Ask again from the last position for more."


def _walk(manager: PuzzleManager, report: PositionReport, left: int, end: float) -> Iterator[tuple[Line, bool]]:
    """Lines of best moves, and whether each goes to its end.

    Where `left` moves are told with this one, or it is later than `end`, the line in hand is the last and does not.
    """
    rules = report.rules
    way: list[Move] = []
    stack = [iter(_best_moves(report))]
    while stack:
        move = next(stack[-1], None)
        if move is None:
            stack.pop()
            if way:
                way.pop()
            continue
        way.append(move.move)
        if len(way) > left or time.monotonic() > end:
            yield tuple(way[:left]), False
            return
        after = position_report(manager, rules, move.child.position)
        if after.facts.ended:
            yield tuple(way), True
            left -= len(way)
            way.pop()
        else:
            stack.append(iter(_best_moves(after)))


def _best_moves(report: PositionReport) -> list[MoveReport]:
    """The moves as good as the first: in a puzzle those that come nearest, in a game those with its value and delta."""
    first = report.moves[0]
    if isinstance(report.rules, Puzzle):
        return [move for move in report.moves if move.child.remoteness == first.child.remoteness]
    return [move for move in report.moves if (move.value, move.delta) == (first.value, first.delta)]


# --- searching ----------------------------------------------------------------------------------


def _searched(manager: PuzzleManager, rules: Puzzle, position: Position, lines: int | None) -> Solution:
    """The shortest lines by search. Raises Unfinished."""
    searches = manager.searches
    budget = Budget(None if searches.answers(rules) else NODES, SECONDS)  # IDA* remembers none of them
    every: Iterator[Line] = iter(())
    if lines is None:
        found = searches.shortest(rules, position, budget)
    else:
        found, every = searches.every_shortest(rules, position, budget)
    if found.line is None:
        message = f"This position cannot be solved. {found.why}"
        return Solution(Value.LOSE, None, [], found.how, message=message, searched=found)
    length = len(found.line)
    if length == 0:
        return Solution(Value.WIN, 0, [()], found.how, message=_over(rules, Value.WIN), searched=found)
    if length > MOST_MOVES:
        way = found.line[:MOST_MOVES]
        return Solution(Value.WIN, length, [way], found.how, False, _cut(len(way)), found)
    if lines is None:
        return Solution(Value.WIN, length, [found.line], found.how, searched=found)
    ways: list[Line] = []
    more: str | None = None
    try:
        for line in every:
            if len(ways) == min(lines, MOST_MOVES // length):
                more = _more(len(ways))
                break
            ways.append(line)
    except Unfinished:
        ways = ways or [found.line]
        more = f"There may be more lines as good as the {len(ways)} that are told: the search did not end in time."
    return Solution(Value.WIN, length, ways, found.how, more is None, more, found)
