"""The report on a position, with toys for what no current puzzle or game has: ties, draws, and detours."""

from __future__ import annotations

from typing import Any, cast

import pytest

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.puzzles.notation import autogui
from perfect_play.server.protocols.kayles_halfmoves import HalfPosition
from perfect_play.server.protocols.position_answers import write_report
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import Facts, PositionReport, position_report, worth_in_puzzle
from perfect_play.solvers.result import DRAWN, LOST, Result, result
from perfect_play.solvers.retrograde import solve
from tests.helpers import BackwardPuzzle, ForwardPuzzle, GraphGame, load


class SolvedAnswers:
    """Answers from a solution, as a manager does from a table."""

    limiter = Limiter()

    def __init__(self, rules: Rules) -> None:
        self.solution = solve(rules)

    def result(self, rules: Rules, position: Position) -> Result:
        found = self.solution.result(rules, position)
        assert found is not None
        return found

    def child_results(self, rules: Rules, position: Position, children: list[Position]) -> list[Result]:
        return [self.result(rules, child) for child in children]

    def margin(self, rules: Rules, position: Position) -> int | None:
        return None

    nimber = draw_level = margin


def report(rules: Rules, position: Position) -> PositionReport:
    return position_report(cast(PuzzleManager, SolvedAnswers(rules)), rules, position)


def told(rules: Rules, position: Position) -> list[tuple[Any, ...]]:
    """(destination, move value, delta, value there, remoteness there) as the old protocol gives them."""
    here = write_report(report(rules, position))
    keys = ("moveValue", "deltaRemoteness", "positionValue", "remoteness")
    return [(move["moveName"], *(move[key] for key in keys)) for move in here["moves"]]


# A game of one step from node 0 to each kind of node: 1 and 3 lost at once and in two, 2 won,
# 4 and 6 tied at once and in one, 5 drawn with 7.
GRAPH = {
    0: [5, 2, 4, 3, 6, 1, 10],
    1: [],
    2: [8],
    3: [9],
    4: [],
    5: [7],
    6: [4],
    7: [5],
    8: [],
    9: [11],
    10: [12],
    11: [],
    12: [13],
    13: [14],
    14: [],
}
ENDS = {1: Value.LOSE, 4: Value.TIE, 8: Value.LOSE, 11: Value.LOSE, 14: Value.LOSE}
LATER = {0: 1, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1, 10: 2, 11: 2, 12: 1, 13: 2, 14: 1}


class LetteredGraph(GraphGame):
    """Its nodes have one-character names, so all boards have the same size."""

    def format(self, position: int) -> str:
        return "abcdefghijklmno"[position]


GAME = LetteredGraph(GRAPH, ENDS, cast(Any, LATER))


def test_moves_of_every_value_are_listed_best_first():
    """Win, tie, draw, lose; among them by delta; a draw has the remoteness -200 and the delta 0."""
    assert told(GAME, 0) == [
        ("1", "win", 0, "lose", 0),
        ("3", "win", 2, "lose", 2),
        ("4", "tie", 0, "tie", 0),
        ("6", "tie", 1, "tie", 1),
        ("5", "draw", 0, "draw", -200),
        ("10", "lose", 0, "win", 3),
        ("2", "lose", 2, "win", 1),
    ]


def test_drawn_position_has_remoteness_minus_200():
    here = write_report(report(GAME, 5))
    assert (here["positionValue"], here["remoteness"]) == ("draw", -200)
    assert told(GAME, 5) == [("7", "draw", 0, "draw", -200)]


def test_tied_end_has_its_value_and_no_moves():
    here = write_report(report(GAME, 4))
    assert (here["positionValue"], here["remoteness"], here["moves"]) == ("tie", 0, [])


def test_value_of_a_child_with_the_same_player_is_not_reversed():
    """The value of a child with the same player to move is not reversed."""
    game = GraphGame(
        {0: [1, 2], 1: [3], 2: [4], 3: [], 4: []}, {3: Value.LOSE, 4: Value.LOSE}, {0: 1, 1: 1, 2: 2, 3: 2, 4: 1}
    )
    assert told(game, 0) == [("1", "win", 0, "win", 1), ("2", "lose", 0, "win", 1)]
    assert write_report(report(game, 0))["remoteness"] == 2


# A one-way puzzle with a detour: from 0 to the end 3 in one move, or by 1 and 2; 4 leads only
# to 5, a dead end.
WAYS = {0: [1, 4, 3, 5, 6], 1: [2], 2: [3], 3: [], 4: [5], 5: [], 6: [3]}


@pytest.mark.parametrize("kind", [ForwardPuzzle, BackwardPuzzle])
def test_a_puzzle_that_can_be_lost(kind: type[ForwardPuzzle] | type[BackwardPuzzle]):
    """A move that keeps or raises the remoteness is a tie; lost ones come last, dead ends have remoteness 0."""
    puzzle = kind(WAYS, {3: Value.WIN})
    assert told(puzzle, 0) == [
        ("3", "win", 1, "win", 0),
        ("6", "tie", 0, "win", 1),
        ("1", "tie", -1, "win", 2),
        ("4", "lose", 0, "lose", -1),
        ("5", "lose", 0, "lose", 0),
    ]
    assert write_report(report(puzzle, 5))["moves"] == []
    assert told(puzzle, 4) == [("5", "lose", 0, "lose", 0)]


def test_a_solved_position_that_has_moves():
    """They are not listed: clients would play on."""
    puzzle = BackwardPuzzle({0: [1], 1: [0]}, {1: Value.WIN})
    here = write_report(report(puzzle, 1))
    assert (here["positionValue"], here["remoteness"], here["moves"]) == ("win", 0, [])


@pytest.mark.parametrize(
    ("reversible", "child", "expected"),
    [
        (True, 2, (Value.WIN, 1)),
        (True, 3, (Value.TIE, 0)),
        (True, 4, (Value.LOSE, -1)),
        (False, 2, (Value.WIN, 1)),
        (False, 3, (Value.TIE, 0)),
        (False, 5, (Value.TIE, -2)),
        (True, None, (Value.LOSE, 0)),
        (False, None, (Value.LOSE, 0)),
    ],
)
def test_worth_of_a_move_in_a_puzzle_is_win_tie_or_lose(
    reversible: bool, child: int | None, expected: tuple[Value, int]
):
    rules = ForwardPuzzle({0: []}, {})
    rules.reversible = reversible  # type: ignore[misc]
    after = LOST if child is None else result(Value.WIN, child)
    found = worth_in_puzzle(rules, Facts(0, result(Value.WIN, 3), False), Facts(1, after, False))
    assert found == expected


def test_a_drawn_result_is_written_as_infinite():
    facts = Facts(0, DRAWN, False)
    assert (facts.value, facts.remoteness) == (Value.DRAW, None)


# --- AutoGUI strings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R_A_1_6_--x---_prevmove=2", ("R_A_1_5_--x--", 2)),
        ("R_B_1_2_x-_prevmove=0", ("R_B_1_1_x", 0)),
        ("R_A_1_6_--x--x_prevmove=2", None),
        ("R_A_1_6_--x---_prevmove=02", None),
        ("R_A_1_6_--x---_prevmove=", None),
        ("R_A_1_6_--x---", None),
        ("prevmove=2", None),
    ],
)
def test_text_of_a_half_position_is_split(text: str, expected: tuple[str, int] | None):
    assert autogui.split_half(text) == expected


def test_half_position_is_written_with_its_first_touch():
    kayles = load("kayles/5")
    half = HalfPosition(kayles.start(), 2)
    board = kayles.board(half.position)
    assert autogui.write_half(board, 1, "--x--", 2) == "R_A_1_6_--x---_prevmove=2"


def test_lines_cannot_be_shown_in_the_old_protocol():
    from perfect_play.puzzles.view import Board, Line, Shift

    assert autogui.write_button(Shift("L", 2, 1), Board(3, 3, "-" * 9)) == "S_L_2_1"
    with pytest.raises(TypeError):
        autogui.write_button(Line(0, 1), Board(3, 3, "-" * 9))
