"""Orbito: positions recorded from GamesmanClassic, the turning board, and lines."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import assert_moves, moves_from, reached, row

ID, SMALL = "orbito/regular", "orbito/3x3"


@pytest.mark.second_ring
def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {
        "win": {0: 412, **row(1, 2970, 300, 104, 1)},
        "lose": row(0, 938, 124, 172, 49),
        "tie": {0: 164, 1: 228, 2: 252, 3: 248, 4: 28, 5: 44},
    }
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.WIN, 7)


MOVES = {
    "regular": {
        "2_W--BBBBWBW---BWW": (35, {"1_--BWW-B-BBWWBWBW", "1_-BBWW-W-BBWWB-BW", "1_WBBWW---BBWWB-BW"}),
        "1_B-WBBB-W-B--WWW-": (48, {"2_--BWBW--BBB-BWWW", "2_-WBWB-B-BBB--WWW", "2_WBBWB---BBB--WWW"}),
    },
    "inner-sq-clockwise": {
        "2_BBW-B-BBW-W-WBW-": (35, {"1_-W-BB-B-BWBWWWBW", "1_BW-BBB--BWBWWW-W", "1_WW-BB-B-BWB-WWBW"}),
        "1_-BWB---BWW--WB--": (40, {"2_B-BB-W----W-WWBB", "2_BWBB-B---W--WWB-", "2_BWBBBW--W----WB-"}),
    },
    "opp-adjacent": {
        "1_-B-WWBB---B-WWBW": (66, {"2_B--W-BB-WB-WBWWB", "2_B-W-BBB-WB-WWW-B", "2_BWB--BB-WB-W-WWB"}),
        "1_WB-BWBWW-WW--BBB": (36, {"2_B-B-WWWWWBWB-BBB", "2_B-BWWWWBWB-B-WBB", "2_BWBWWBW-WBWB--BB"}),
    },
}
"""By variant, positions of GamesmanClassic, each with the number of moves and some positions they lead to."""


@pytest.mark.parametrize("variant", MOVES)
def test_moves_of_sample_positions_equal_the_recorded_ones(variant: str):
    for position, (count, some) in MOVES[variant].items():
        assert_moves(f"orbito/{variant}", position, count, some)


@pytest.mark.parametrize(
    ("variant", "after"), [("regular", "2_B---BW----------"), ("inner-sq-clockwise", "2_B---B-----W-----")]
)
def test_move_turns_both_rings(variant: str, after: str):
    assert moves_from(f"orbito/{variant}", "1_B-----W---------")["b4"] == after


def test_slides_free_their_cell_and_go_diagonally_only_where_the_variant_allows():
    """A slid marble's old cell can take the new marble; some variants allow diagonal slides."""
    moves = moves_from(ID, "1_B----W----------")
    assert len(moves) == 14 + 4 * 14
    assert "b3-b4 b4" not in moves
    assert moves["b3-b4 b3"] == "2_W---B----B------"
    assert "b3-c2 a1" not in moves
    assert "b3-c2 a1" in moves_from("orbito/opp-adjacent", "1_B----W----------")


LINES = [
    ("1_BBBB----WWW-W---", Value.WIN, Value.LOSE),  # the player's own line, made by the opponent
    ("2_BBBB----WWW-----", Value.LOSE, Value.WIN),
    ("1_BBBB----WWWW----", Value.TIE, Value.TIE),
    ("1_BBB-B---WWW-W---", None, None),
]


@pytest.mark.parametrize(("text", "regular", "misere"), LINES)
def test_lines_of_one_player_end_the_game_as_the_variant_says_and_of_both_tie(
    text: str, regular: Value | None, misere: Value | None
):
    for variant, value in (("regular", regular), ("misere", misere)):
        rules = load(f"orbito/{variant}")
        assert rules.primitive(rules.parse(text)) is value


def value_of(full: str, own: str) -> Value:
    """The value of a full board for the player to move, who owns `own`, found by turning it ring by ring."""
    rings = ((0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4), (5, 6, 10, 9))
    cells = list(full)
    for _ in range(6):
        rows = ["".join(cells[row : row + 4]) for row in range(0, 16, 4)]
        rows += ["".join(col) for col in zip(*rows, strict=True)]
        rows += ["".join(cells[0::5]), "".join(cells[3:13:3])]
        lines = {row[0] for row in rows if len(set(row)) == 1}
        if lines:
            return Value.TIE if len(lines) == 2 else Value.WIN if own in lines else Value.LOSE
        turned = cells[:]
        for ring in rings:
            for place, after in zip(ring, ring[1:] + ring[:1], strict=True):
                turned[place] = cells[after]
        cells = turned
    return Value.TIE


def test_a_full_board_turns_on():
    rules, rng, seen = load(ID), random.Random(1), Counter[bool]()
    for _ in range(300):
        marbles = list("BBBBBBBBWWWWWWWW")
        rng.shuffle(marbles)
        full = "".join(marbles)
        value = rules.primitive(rules.parse(f"1_{full}"))
        assert value is value_of(full, "B")
        seen[value is Value.TIE] += 1
    assert len(seen) == 2


def test_buttons_place_a_marble_and_are_absent_for_a_slide():
    rules = load(ID)
    position = rules.parse("1_B----W----------")
    picture = picture_of(rules)
    buttons = {rules.format_move(position, move): picture.click(position, move) for move in rules.moves(position)}
    assert buttons["b4"] == Add("-", 1)
    assert buttons["b3-b4 b3"] is None


@pytest.mark.parametrize("text", ["2_" + "-" * 16, "1_B" + "-" * 15])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)
