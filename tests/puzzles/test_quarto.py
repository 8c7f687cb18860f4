"""Quarto: its moves and lines, random games against a literal version of the rules, and the small board whole."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "quarto/regular", "quarto/2x2"
ROWS = [range(row, row + 4) for row in range(0, 16, 4)]
LINES = [*ROWS, *(range(col, 16, 4) for col in range(4)), range(0, 16, 5), range(3, 13, 3)]


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {"win": row(1, 80, 4), "lose": row(0, 144, 16, 1)}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.LOSE, 4)


def alike(cells: str) -> bool:
    """Whether the pieces of some line share a bit."""
    for line in LINES:
        pieces = [f"{'ABCDEFGHIJKLMNOP'.index(cells[cell]):04b}" for cell in line if cells[cell] != "-"]
        if len(pieces) == 4 and any(len(set(bits)) == 1 for bits in zip(*pieces, strict=True)):
            return True
    return False


def test_random_games_follow_a_literal_version_of_the_rules():
    rules, rng, ends = load(ID), random.Random(5), set()
    for _ in range(40):
        position = rules.start()
        while (value := rules.primitive(position)) is None:
            cells = rules.format(position)[2:]
            assert not alike(cells)
            empty, left = cells[:16].count("-"), set("ABCDEFGHIJKLMNOP") - set(cells)
            moves = list(rules.moves(position))
            if cells[16] == "-":
                assert len(moves) == 16
            else:
                endings = sum(alike(cells[:i] + cells[16] + cells[i + 1 :]) for i in range(16) if cells[i] == "-")
                assert len(moves) == (endings + (empty - endings) * len(left) if left else 1)
            position = rules.do_move(position, rng.choice(moves))
        assert value is (Value.LOSE if alike(rules.format(position)[2:]) else Value.TIE)
        ends.add(value)
    assert Value.LOSE in ends


def test_first_move_only_chooses_a_piece():
    """Player 1 only chooses a piece; player 2 places it and chooses the next one."""
    assert len(moves_from(ID, "1_" + "-" * 17)) == 16
    moves = moves_from(ID, "2_" + "-" * 16 + "A")
    assert len(moves) == 16 * 15
    assert moves["a4 P"] == "1_A---------------P"


def test_a_line_ends_play_before_a_piece_is_chosen():
    moves = moves_from(ID, "1_ABC-------------E")
    assert moves["d4"] == "2_ABCE-------------"
    assert "d4 D" not in moves


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_ABCD-------------", Value.LOSE),  # two bits in common
        ("2_A---B---C---H----", Value.LOSE),  # the first bit is 0
        ("2_AFKP------------B", None),  # 0000, 0101, 1010, 1111
        ("2_AB--CD----------P", None),  # a square does not count
    ],
)
def test_lines_of_pieces_that_share_a_bit_lose_and_squares_do_not_count(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_picture_shows_the_piece_to_place_and_where_pieces_go():
    """The board of the page's own component: the cells, and the piece to place, at which also the pieces left lie."""
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("2_----------------C")
    assert picture.cells(position) == "----------------C"
    start = rules.start()
    assert picture.button(start, rules.moves(start)[0]) == Add("A", 272)
    assert picture.button(position, rules.moves(position)[0]) == Add("A", 16)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1_A---------------A", IllegalPosition),
        ("2_A---------------B", IllegalPosition),
        ("1_A----------------", IllegalPosition),
        ("1_ABCD------------E", IllegalPosition),
        ("1_Q---------------A", MalformedPosition),
        ("1_----------------", MalformedPosition),
        ("1_------------------", MalformedPosition),
        ("2_-----------------", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(ID).parse(text)
