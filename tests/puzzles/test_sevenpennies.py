"""Seven Pennies: reachable positions, solvable positions, and the drawing."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.view import Add, Board, Move
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exact_histogram, load, reachable, result_of, solved


def test_positions_and_moves_from_the_start_are_as_many_as_known():
    rules = load("sevenpennies/regular")
    assert len(reachable(rules)) == 1271
    assert sum(exact_histogram("sevenpennies/regular")) == 153
    assert len(exact_histogram("sevenpennies/regular")) - 1 == 14
    assert result_of("sevenpennies/regular", rules.start()) == Result(Value.WIN, 14)


def test_every_legal_position_comes_up():
    """255 with no penny to slide, and 8 times 127 with a penny to slide and at most six others placed."""
    rules = load("sevenpennies/regular")
    legal = set()
    for number in range(256):
        for last in "012345679":
            try:
                legal.add(rules.parse(f"{number:08b}_{last}"))
            except IllegalPosition:
                continue
    assert legal == reachable(rules)
    assert len(legal) == 255 + 8 * 127


def can_be_completed(free: int) -> bool:
    """Whether the free points are one stretch of the ring 0 3 6 1 4 7 2 5, in which neighbors are joined.

    A penny comes to rest beside the point it came from, which is free again; so one stretch can be filled from its
    end, but with two stretches the last point of each stays free.
    """
    ring = [free >> (7 - 3 * place % 8) & 1 for place in range(8)]
    return sum(ring[place] and not ring[place - 1] for place in range(8)) <= 1


def test_solvable_positions_are_those_that_can_be_completed():
    """With nothing to slide: exactly if the free points are one stretch of the ring."""
    rules, solution = load("sevenpennies/regular"), solved("sevenpennies/regular")
    for number in range(255):
        left = 7 - number.bit_count()
        solvable = can_be_completed(255 - number)
        expected = Result(Value.WIN, 2 * left) if solvable else LOST
        assert solution.result(rules, rules.parse(f"{number:08b}_9")) == expected


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("00100000_2", {"2 -> 5": "00000100_9", "2 -> 7": "00000001_9"}),
        ("00100001_2", {"2 -> 5": "00000101_9"}),
        ("00100101_2", {}),
        ("11110011_9", {"4": "11111011_4", "5": "11110111_5"}),
        ("11110111_9", {}),
    ],
)
def test_moves_place_a_penny_and_then_slide_the_same_along_a_line(text: str, moves: dict[str, str]):
    rules = load("sevenpennies/regular")
    position = rules.parse(text)
    found = {rules.format_move(position, m): rules.format(rules.do_move(position, m)) for m in rules.moves(position)}
    assert found == moves


def test_board_marks_the_penny_that_must_slide_and_its_arrow():
    rules = load("sevenpennies/regular")
    position = rules.parse("10100100_2")
    assert rules.board(position) == Board(4, 4, "*-p*" + "-**-" + "p**P" + "*--*")
    assert rules.button(position, 7) == Move(11, 1)
    assert rules.button(rules.start(), 3) == Add("p", 14)


@pytest.mark.parametrize("text", ["00000000", "0000000_9", "00000000_8", "00000002_9", "00000000-9"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition, match="the point of the penny"):
        load("sevenpennies/regular").parse(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [("11111111_9", "seven"), ("11111111_3", "seven"), ("01111111_0", "no penny is on point 0")],
)
def test_illegal_positions_are_refused(text: str, why: str):
    with pytest.raises(IllegalPosition, match=why.replace("seven", "there are 7 pennies")):
        load("sevenpennies/regular").parse(text)
