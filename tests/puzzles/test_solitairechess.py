"""Solitaire Chess: how each piece captures, and the ten levels by an independent search."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exact_histogram, load, reachable, result_of

LEVELS = {  # positions on solving lines, remoteness of the start
    **{"1": (4, 3), "2": (68, 4), "3": (28, 6), "4": (63, 5), "5": (5, 3)},
    **{"6": (20, 3), "7": (40, 4), "8": (13, 4), "9": (5, 3), "10": (7, 3)},
}


@pytest.mark.parametrize("level", LEVELS)
def test_levels_have_the_counts_and_results_of_an_independent_search(level: str):
    rules = load(f"solitairechess/{level}")
    count, start = LEVELS[level]
    assert sum(exact_histogram(rules.full_id)) == count
    assert result_of(rules.full_id, rules.start()) == Result(Value.WIN, start)
    for position in reachable(rules):
        pieces = 16 - position.count("-")
        assert result_of(rules.full_id, position) in (LOST, Result(Value.WIN, pieces - 1))


CAPTURES = [  # from b2 of a1 to d4, what each piece captures when all squares are taken
    ("K", "a1 b1 c1 a2 c2 a3 b3 c3"),
    ("Q", "a1 b1 c1 a2 c2 a3 b3 c3"),
    ("R", "b1 a2 c2 b3"),
    ("B", "a1 c1 a3 c3"),
    ("N", "d1 d3 a4 c4"),
    ("P", "a3 c3"),
]


@pytest.mark.parametrize(("piece", "targets"), CAPTURES)
def test_captures_on_a_full_board(piece: str, targets: str):
    """The rules do not check the number of pieces when moving."""
    rules = load("solitairechess/2")
    board = "P" * 9 + piece + "P" * 6
    names = {rules.format_move(board, move) for move in rules.moves(board) if move[0] == 9}
    assert names == {f"{piece}b2x{target}" for target in targets.split()}


@pytest.mark.parametrize(
    ("board", "captures"),
    [
        ("R--P---------P-Q", {(0, 3), (15, 0), (15, 3), (15, 13)}),  # only over empty squares; pawns only upward
        ("R-PP------------", {(0, 2)}),
        ("K--------------Q", {(15, 0)}),  # the king, too
        ("-B--P-----P-----", {(1, 4), (4, 1)}),  # nothing stands where the other pawn captures
        ("P----B----------", {(5, 0)}),
    ],
)
def test_captures_are_those_each_piece_can_make_and_remove_one_piece(board: str, captures: set[tuple[int, int]]):
    rules = load("solitairechess/1")
    assert set(rules.moves(board)) == captures
    for source, target in captures:
        after = rules.do_move(board, (source, target))
        assert after[target] == board[source]
        assert after.count("-") == board.count("-") + 1


def test_illegal_and_malformed_boards_are_refused():
    rules = load("solitairechess/1")  # two knights, a king, a pawn
    assert rules.parse("NN--K----------P") == "NN--K----------P"
    assert rules.primitive(rules.parse("-" * 15 + "P")) is Value.WIN
    for text in ("-" * 16, "NNN-------------", "Q" + "-" * 15, "KK" + "-" * 14):
        with pytest.raises(IllegalPosition):
            rules.parse(text)
    for text in ("N" * 15, "n" + "-" * 15, "", "\N{WHITE CHESS KING}" + "-" * 15):
        with pytest.raises(MalformedPosition):
            rules.parse(text)


def test_position_out_of_reach_of_the_start_has_no_result():
    rules = load("solitairechess/1")
    assert result_of(rules.full_id, rules.parse("NN--K----------P")) is None


def test_moves_have_the_names_of_their_arrows_for_clients_of_today():
    rules = load("solitairechess/10")
    picture, start = picture_of(rules), rules.start()
    assert [picture.name(start, move) for move in rules.moves(start)][:2] == ["M_2_4_x", "M_2_9_x"]
    assert picture.button(start, (2, 4)) == Move(2, 4)
    assert rules.format_move(start, (2, 4)) == "Nc4xa3"
