"""`/api/<id>/<variant>/graph`: every position of a small puzzle or game and its moves, to play without the service."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any, NamedTuple

from flask import Blueprint, Response, jsonify

from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api_docs.json_schema import ok, ref
from perfect_play.server.api_docs.route_docs import documented
from perfect_play.server.protocols.kayles_halfmoves import HalfPosition
from perfect_play.server.protocols.position_answers import report_on, write_report
from perfect_play.server.request_args import manager
from perfect_play.solvers.budget import SECONDS, seconds_left, wait, within
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter, SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import PositionReport
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.choice import answerer_kind, table_of

blueprint = Blueprint("graphs", __name__)

LIMIT = 6000  # positions
MOST_MOVES = 20_000
FACTS = ("position", "positionValue", "remoteness", "nimber", "margin")
"""The facts given of a position, if known."""
_LISTING = threading.Lock()
MOVE_FIELDS = ("move", "moveName", "moveValue", "deltaRemoteness")
"""The facts given of a move besides the position it leads to."""


class GraphTooLarge(NoAnswer):
    """There are too many positions or moves for one answer."""


class GraphCache:
    """The manager, with the results of these positions looked up at once if there is a table."""

    def __init__(self, manager: PuzzleManager, rules: Rules, positions: Sequence[Position]) -> None:
        self._manager = manager
        stored = manager.stored_results(rules, positions) or ()
        self._results = dict(zip(positions, stored, strict=False))
        self.limiter = Limiter() if self._results else manager.limiter  # no single position is a search then
        self.nimber, self.margin = manager.nimber, manager.margin
        self.draw_level = manager.draw_level

    def result(self, rules: Rules, position: Position, /) -> Result:
        return self._results.get(position) or self._manager.result(rules, position)

    def child_results(self, rules: Rules, position: Position, children: Sequence[Position], /) -> list[Result]:
        if self._results:
            return [self._results[child] for child in children]
        return self._manager.child_results(rules, position, children)


class GraphRow(NamedTuple):
    """A position: its facts, and for each move the move's own facts and the number of the position it leads to."""

    facts: list[Any]
    moves: list[list[Any]]


@blueprint.get("/api/<game_id>/<variant_id>/graph/")
@documented("answers", ok(ref("Graph")), example="kayles/5", errors=(400, 422, 503), cacheable=True)
def graph(game_id: str, variant_id: str) -> Response:
    """Every position reachable from the start of a small variant, with its value and its moves."""
    rules = manager().rules(game_id, variant_id)
    with _turn(rules), within(SECONDS):
        rows = list(graph_rows(rules, LIMIT, MOST_MOVES))
    answer = {"facts": FACTS, "own": [*MOVE_FIELDS, "number"], "positions": [[*row.facts, row.moves] for row in rows]}
    return jsonify({"status": "ok", "response": answer})


@contextmanager
def _turn(rules: Rules) -> Iterator[None]:
    """In this block, list the positions of a variant: one variant at a time, or as a search if each is searched for."""
    kind = answerer_kind(rules)
    solved = table_of(rules) is not None and not manager().missing(rules)
    if not solved and (kind is None or kind.searches):
        with manager().limiter.if_long():
            yield
        return
    if not wait(lambda seconds: _LISTING.acquire(timeout=seconds)):
        raise SearchTooLong("Many clients ask for all positions of a variant. Ask again in a few seconds.")
    try:
        yield
    finally:
        _LISTING.release()


def graph_rows(rules: Rules, limit: int, most_moves: float = inf) -> Iterator[GraphRow]:
    """The rows of all positions, from the start on. Raises GraphTooLarge, SearchTooLong, NotReady.

    limit, most_moves: of positions and of moves.
    """
    oracle = GraphCache(manager(), rules, _positions(rules, limit, most_moves))
    numbers: dict[str, int] = {autogui.write_position(rules, rules.start()): 0}
    waiting: list[Position | HalfPosition] = [rules.start()]
    moves = 0
    for position in waiting:
        _check_time(rules)
        row = _row(report_on(oracle, rules, position), numbers, waiting)
        moves += len(row.moves)
        _check_size(rules, len(waiting), moves, limit, most_moves)
        yield row


def _row(report: PositionReport, numbers: dict[str, int], waiting: list[Position | HalfPosition]) -> GraphRow:
    answer = write_report(report)
    moves = []
    for move, entry in zip(report.moves, answer["moves"], strict=True):
        text = entry["position"]
        if text not in numbers:
            numbers[text] = len(numbers)
            waiting.append(move.child.position)
        moves.append([*map(entry.get, MOVE_FIELDS), numbers[text]])
    return GraphRow([*map(answer.get, FACTS)], moves)


def _positions(rules: Rules, limit: int, most_moves: float) -> list[Position]:
    """The positions reachable from the start, without half-positions. Raises GraphTooLarge, SearchTooLong."""
    visited, waiting, moves = {rules.start()}, [rules.start()], 0
    for position in waiting:
        _check_time(rules)
        if rules.primitive(position) is not None:
            continue
        for move in rules.moves(position):
            moves += 1
            child = rules.do_move(position, move)
            if child not in visited:
                visited.add(child)
                waiting.append(child)
        _check_size(rules, len(visited), moves, limit, most_moves)
    return waiting


def _check_size(rules: Rules, positions: int, moves: int, limit: int, most_moves: float) -> None:
    if positions > limit or moves > most_moves:
        raise GraphTooLarge(
            f"{rules.full_id} has more than the {limit:,} positions or {most_moves:,} moves that are listed at once. "
            "Ask for single positions, or download its table."
        )


def _check_time(rules: Rules) -> None:
    if not seconds_left(1):
        raise SearchTooLong(f"The positions of {rules.full_id} were not listed in {SECONDS:g} s. Ask for single ones.")
