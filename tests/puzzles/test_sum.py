"""Sums of games: values, nimbers and remotenesses as solved, boards and buttons, and what is refused."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, PositionError, Value, Variant
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.mixins import Impartial
from perfect_play.puzzles.two_player._sum_components import ListedGame, component
from perfect_play.puzzles.two_player.chomp import Chomp
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import GraphGame, exhaustive, load, reachable
from tests.puzzles.test_nimbers import mex

STARTS = [
    "nim_1_2~kayles_3~octal_0.15_4",
    "mockturtles_5~mockturtles_3",
    exhaustive("mockturtles_4~nim_3~mockturtles_4"),
    "chomp_2x3~nim_2",
    "chomp_3x3~chomp_3x3",
    "0to10by1or2_regular~grundy_6",
    "1210_regular~dawsonschess_4",
    exhaustive("octal_4.3_3~octal_guiles"),
    "nim_2~nim_2~nim_2",
]


@pytest.mark.second_ring
@pytest.mark.parametrize("start", STARTS)
def test_every_position_is_as_solved(start: str):
    rules, forms = load(f"sum/{start}"), ClosedForms()
    assert check(rules) == []
    solution = solve(rules).results
    assert len(solution) >= 20
    assert forms.exact(rules)
    for position, found in solution.items():
        assert forms.probe(rules, position) == found
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_the_nimber_is_the_xor_of_the_components():
    rules = load("sum/nim_3_5~kayles_7~chomp_2x3")
    chomp = ListedGame(load("chomp/2x3"))
    (bar,) = chomp.heaps("pxxxxx")
    nim, kayles = load("nim/3_5"), load("kayles/7")
    assert rules.nimber(rules.start()) == nim.nimber(nim.start()) ^ kayles.nimber(kayles.start()) ^ chomp.heap_nimber(
        bar
    )
    assert (nim.nimber(nim.start()), kayles.nimber(kayles.start())) == (3 ^ 5, 2)


def test_a_game_beside_itself_is_lost():
    for start in ("kayles_20", "chomp_4x5", "mockturtles_9", "nim_7_7_2"):
        rules = load(f"sum/{start}~{start}")
        assert rules.nimber(rules.start()) == 0
        assert rules.nimber(rules.children(rules.start())[0]) > 0


def test_board_of_a_sum_shows_the_buttons_of_each_game():
    rules = load("sum/nim_1_2~kayles_3")
    start = rules.start()
    board = rules.board(start)
    assert (board.rows, board.cols, board.cells) == (4, 3, "-l*ll****---")
    assert rules.format(start) == "1_1,2~xxx"
    buttons = {rules.format_move(start, move): rules.button(start, move) for move in rules.moves(start)}
    assert buttons["game 1, 1 from pile 2"] == Add("l", 1)
    assert buttons["game 1, 2 from pile 2"] == Add("l", 4)
    assert buttons["game 2, 1"] == Add("x", 9)
    assert buttons["game 2, 2 and 3"] == Move(10, 11)
    assert len(buttons) == 3 + 5


def test_boards_of_all_positions_lead_back():
    rules = load("sum/nim_2_1~grundy_4")
    positions = reachable(rules)
    assert len(positions) > 20
    for position in positions:
        assert rules.from_board(rules.board(position).cells, position[0]) == position
        assert rules.parse(rules.format(position)) == position


@pytest.mark.parametrize(
    "cells", ["", "-l*ll****--", "-l*ll****--o", "l-*ll****---", "-l-ll****---", "-l*ll*-**---", "ll*ll****---"]
)
def test_cells_that_are_no_board_are_refused(cells: str):
    with pytest.raises(PositionError):
        load("sum/nim_1_2~kayles_3").from_board(cells, 1)


@pytest.mark.parametrize(
    "text", ["", "1_", "1_1,2", "1_1,2~xxx~", "1_1,3~xxx", "1_01,2~xxx", "3_1,2~xxx", "1_1,2~1_xxx"]
)
def test_texts_that_are_no_position_are_refused(text: str):
    with pytest.raises(PositionError):
        load("sum/nim_1_2~kayles_3").parse(text)


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ("nim_3", "Type 2 to 8 impartial games"),
        ("nim_3~", "Type 2 to 8"),
        ("~nim_3", "Type 2 to 8"),
        ("nim~kayles_3", "Type 2 to 8"),
        ("nim_3~~nim_3", "Type 2 to 8"),
        ("sum_nim_3~nim_3", "A sum cannot be a part of another"),
        ("sum_nim_3_5~kayles_7", "A sum cannot be a part of another"),
        ("tictactoe_regular~nim_1", "Tic-Tac-Toe is not a game in which both players have the same moves"),
        ("npuzzle_3~nim_1", "is not a game in which both players"),
        ("nonsense_3~nim_1", "No puzzle or game is called 'nonsense'"),
        ("nim_3~kayles_501", "That is 501 pins, more than 500"),
        ("nim_0~kayles_5", "'0' is not a start of nim"),
        ("chomp_9x8~kayles_5", "chomp has no variant '9x8'"),
        ("chomp_8x10~nim_1", "chomp/8x10 has no formula, and more than 2,000 positions"),
        ("~".join(["nim_1"] * 9), "That is 9 games, more than 8"),
        ("kayles_400~nim_3_3", "they need 2,000 cells, more than 500"),
        ("~".join(["nim_1"] * 60), "is not a start of sum"),
    ],
)
def test_starts_out_of_bounds_are_refused_with_a_sentence(start: str, why: str):
    with pytest.raises(BadCustomVariant, match="is not a start of sum") as refusal:
        load(f"sum/{start}")
    assert why in str(refusal.value)


def test_sum_over_the_limit_has_a_value_without_remoteness():
    rules, forms = load("sum/kayles_60~dawsonschess_60~nim_3_2"), ClosedForms()
    assert not forms.exact(rules)
    assert forms.probe(rules, rules.start()) == Result(Value.WIN if rules.nimber(rules.start()) else Value.LOSE, None)


def test_every_impartial_game_here_is_a_component():
    """By its first listed variant, or its example custom start. In Notakto a player who cannot move has won."""
    impartial = [cls for cls in registry.all_games() if issubclass(cls, Impartial) and cls.id not in ("sum", "notakto")]
    assert {"chomp", "grundy", "kayles", "mockturtles", "nim", "octal"} <= {cls.id for cls in impartial}
    for cls in impartial:
        assert "_" not in cls.id
        start = cls.variants[0].id if cls.variants else cls.custom.example
        rules = load(f"sum/{cls.id}_{start}~nim_1")
        assert rules.moves(rules.start())


# --- games explored in full -----------------------------------------------------------------------


@pytest.mark.parametrize("size", ["2x2", "2x5", "3x4", "4x4"])
def test_nimbers_of_chomp_bars_are_0_exactly_in_lost_ones(size: str):
    """A bar is lost exactly if its nimber is 0, and its nimber is the mex."""
    rules = load(f"chomp/{size}")
    bars = ListedGame(rules)
    for position, found in solve(rules).results.items():
        (heap,) = bars.heaps(rules.board(position).cells)
        assert (bars.heap_nimber(heap) == 0) == (found.value is Value.LOSE)
        assert bars.heap_nimber(heap) == mex(bars.heap_nimber(*option or (0,)) for option in bars.heap_options(heap))
        assert (heap == 0) == (found.remoteness == 0)


def test_games_without_a_closed_form_are_refused():
    endless = GraphGame({0: [1], 1: [0]}, {}, {0: 1, 1: 2})
    with pytest.raises(ValueError, match="play need not end"):
        ListedGame(endless)
    won_at_the_end = GraphGame({0: [1], 1: []}, {1: Value.WIN}, {0: 1, 1: 2})
    with pytest.raises(ValueError, match="who cannot move does not always lose"):
        ListedGame(won_at_the_end)
    with pytest.raises(ValueError, match=r"more than 2,000 positions"):
        ListedGame(Chomp(Variant("8x10", "", (8, 10))))


def test_a_position_that_play_does_not_reach_is_refused():
    bars = ListedGame(GraphGame({0: [1], 1: [], 2: [1]}, {1: Value.LOSE}, {0: 1, 1: 2, 2: 1}))
    with pytest.raises(PositionError, match="no play from the start"):
        list(bars.heaps("n2"))


def test_components_are_made_once():
    assert component("chomp_4x5") is component("chomp_4x5")
