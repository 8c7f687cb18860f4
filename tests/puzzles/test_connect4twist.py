"""Connect 4 Twist and Turn: the counts of GamesmanClassic, turned rings, and falling pieces."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.result import Result
from tests.helpers import exhaustive, load
from tests.puzzles.reached import Histogram, moves_from, reached_and_start, row

ID = "connect4twist/4x4"
COUNTS: dict[str, tuple[Histogram, Result]] = {
    "3x3": (
        {"win": {0: 87, **row(1, 324, 21, 9, 1)}, "lose": row(0, 216, 42, 24, 3), "tie": {0: 63}},
        Result(Value.WIN, 7),
    ),
    "4x4": (
        {
            "win": {0: 16_814, **row(1, 94_696, 6676, 3272, 968, 236, 20)},
            "lose": row(0, 32_036, 8736, 3108, 920, 230, 102, 1),
            "tie": {
                **{0: 11_894, 1: 2552, 2: 414, 3: 220, 4: 52, 5: 36, 6: 16, 7: 56, 8: 44, 9: 8, 10: 32, 11: 16},
                12: 8,
            },
        },
        Result(Value.LOSE, 12),
    ),
}
"""GamesmanClassic's counts for the larger tower; our own for the small one."""


@pytest.mark.parametrize("variant", ["3x3", exhaustive("4x4")])
def test_counts_and_result_of_the_start_are_those_of_gamesman_classic(variant: str):
    assert reached_and_start(f"connect4twist/{variant}") == COUNTS[variant]


def test_moves_turn_the_lowest_ring_and_drop_what_loses_its_support():
    """The lowest ring turns with the piece just dropped, and what loses its support falls."""
    assert moves_from(ID, "2_------------xo-x") == {
        "a": "1_--------o---xo-x",
        "a 1L": "1_--------o---o-xx",
        "a 1R": "1_--------o---xxo-",
        "b": "1_---------o--xo-x",
        "b 1L": "1_------------ooxx",
        "b 1R": "1_---------o--xxo-",
        "c": "1_------------xoox",
        "c 1L": "1_------------ooxx",
        "c 1R": "1_------------xxoo",
        "d": "1_-----------oxo-x",
        "d 1L": "1_-----------oo-xx",
        "d 1R": "1_------------xxoo",
    }


def test_first_move_turns_no_ring():
    assert list(moves_from(ID, "1_" + "-" * 16)) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2_--------ooo-xxxx", Value.LOSE),
        ("1_-x--ox--oxo-oxox", Value.WIN),  # upright, after a turn of the other player
        ("1_-x--xo--ox-xooxo", Value.WIN),  # diagonally, over the edge
        ("1_--------ooooxxxx", Value.TIE),
        ("2_-----------oxoxx", None),
    ],
)
def test_line_ends_the_game_also_over_the_edge_and_lines_of_both_tie(text: str, value: Value | None):
    rules = load(ID)
    assert rules.primitive(rules.parse(text)) is value


def test_drops_are_drawn_as_arrows_and_turns_as_letters():
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("2_------------xo-x")
    buttons = {rules.format_move(position, move): picture.button(position, move) for move in rules.moves(position)}
    assert buttons["b"] == Move(17, 21)
    assert (buttons["b 1L"], buttons["b 1R"]) == (Add("l", 24 + 13), Add("r", 40 + 13))


@pytest.mark.parametrize("text", ["2_x" + "-" * 15, "1_------------xx--"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)
