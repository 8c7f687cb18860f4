"""A position and its moves in the form of the 2021 protocol. Without Flask, as browsers run this, too."""

from typing import Any

from perfect_play.puzzles.base import Game, Position, Puzzle, Rules, Value
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.move_texts import words_of
from perfect_play.puzzles.notation.position_texts import read_position, trimmed
from perfect_play.puzzles.view import Board
from perfect_play.server.protocols.kayles_halfmoves import HalfPosition, half_report, read_half, touched, whole_report
from perfect_play.solvers.reports.position import Facts, MoveReport, Oracle, PositionReport, position_report

INFINITE = -200  # the remoteness of a draw
UNSOLVABLE = -1  # the remoteness of a puzzle's position that has moves but cannot be solved
UNKNOWN = {Value.WIN: 1, Value.TIE: 1, Value.LOSE: 2}  # for a finite remoteness that is not known: the least possible

Json = dict[str, Any]


def read_touched(rules: Rules, text: str) -> Position | HalfPosition:
    """The position that a text names, perhaps with a cell touched. Raises MalformedPosition or IllegalPosition."""
    if isinstance(rules, Game) and rules.two_step and (half := autogui.split_half(trimmed(text))):
        after, first = half
        return read_half(rules, autogui.read_position(rules, after), first)
    return read_position(rules, text)


def position_answer(oracle: Oracle, rules: Rules, position: Position | HalfPosition) -> Json:
    """The answer about a position. Raises NotReady, NotCovered."""
    answer = write_report(report_on(oracle, rules, position))
    if isinstance(rules, Game) and rules.two_step:
        answer["moveValue"] = answer["positionValue"] if isinstance(position, HalfPosition) else None
    return answer


def report_on(oracle: Oracle, rules: Rules, position: Position | HalfPosition) -> PositionReport:
    """A position and its moves, some of which lead to half-positions if turns are made in two steps."""
    if not (isinstance(rules, Game) and rules.two_step):
        return position_report(oracle, rules, position)
    half = isinstance(position, HalfPosition)
    return half_report(oracle, rules, position) if half else whole_report(oracle, rules, position)


def write_report(report: PositionReport) -> Json:
    """A position and its moves in the form of the protocol."""
    position = report.facts.position
    board = report.rules.board(position.position if isinstance(position, HalfPosition) else position)
    moves = [_move(report.rules, position, board, move) for move in report.moves]
    return {**_facts(report.rules, report.facts), "moves": moves}


def _facts(rules: Rules, facts: Facts) -> Json:
    position = facts.position
    if isinstance(position, HalfPosition):
        assert isinstance(rules, Game)
        board = rules.board(position.position)
        after = touched(rules, position).cells
        name = autogui.write_half(board, rules.turn(position.position), after, position.first)
    else:
        name = autogui.write_position(rules, position)
    answer: Json = {"position": name, "positionValue": facts.value, "remoteness": _remoteness(rules, facts)}
    if facts.nimber is not None:
        answer["nimber"] = facts.nimber
    if facts.margin is not None:
        answer["margin"] = facts.margin
    return answer


def _move(rules: Rules, position: Position | HalfPosition, board: Board, move: MoveReport) -> Json:
    return {
        "move": autogui.write_button(move.button, board),
        "moveName": move.name if isinstance(position, HalfPosition) else words_of(rules, position, move.move),
        "moveValue": move.value,
        "deltaRemoteness": move.delta,
        **_facts(rules, move.child),
    }


def _remoteness(rules: Rules, facts: Facts) -> int:
    if facts.remoteness is not None:
        return facts.remoteness
    if facts.value is Value.DRAW:
        return INFINITE
    if isinstance(rules, Puzzle):
        return 0 if facts.ended else UNSOLVABLE
    return UNKNOWN[facts.value]
