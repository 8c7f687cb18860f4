"""SnakeBird: eating, falling, pushing and leaving, and the fewest moves of every level."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, Variant
from perfect_play.puzzles.one_player.snakebird import SnakeBird
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of

FEWEST = {"1": 4, "2": 29, "3": 33, "4": 37, "5": 44, "6": 23, "7": 20}


@pytest.mark.parametrize("level", FEWEST)
def test_levels_take_the_fewest_moves_known(level: str):
    """As breadth-first search found them when the levels were drawn."""
    assert result_of(f"snakebird/{level}", load(f"snakebird/{level}").start()) == Result(Value.WIN, FEWEST[level])


def after(cols: int, board: str) -> dict[str, str]:
    """Where the moves of a board lead; rows are separated by spaces."""
    rules = SnakeBird(Variant("x", "", (cols, board.replace(" ", ""))))
    start = rules.start()
    moves = {rules.format_move(start, move): rules.format(rules.do_move(start, move)) for move in rules.moves(start)}
    return {name: " ".join(text[row : row + cols] for row in range(0, len(text), cols)) for name, text in moves.items()}


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("----- -rAF- WWWWE", "----- -rrA- WWWWE"),  # fruit makes it longer
        ("rA-- WW-- E--- WWWW", "-rA- WW-- E--- WWWW"),  # its body is still on the ground
        ("-rA- WW-- E--- WWWW", "---- WW-- E-rA WWWW"),  # and now it falls
        ("-rA- WW-- --F- WWWE", "---- WWrA --F- WWWE"),  # onto a fruit
        ("-rA- WW-- --S- WWSE", None),  # onto spikes
        ("-rA- WW-- ---- E---", None),  # off the board
        ("---- rAE- WWWW", "---- --E- WWWW"),  # it leaves
        ("---F rAE- WWWW", "---F -rA- WWWW"),  # not before all fruit is eaten
        ("-rA- WW-- ---E WWWW", "---- WW-- ---E WWWW"),  # it leaves as it falls
        ("------ rAzB-E WWWWWW", "------ -rAzBE WWWWWW"),  # it pushes the other
        ("------ rAzBWE WWWWWW", None),  # which has no room
        ("------ rAzBFE WWWWWW", None),  # nor where there is fruit
        ("rA---- WzB--- WWWW-E WWWWWW", "-rA--- WzB--- WWWW-E WWWWWW"),  # the other carries it
        ("-rA--- WzB--- WWWW-E WWWWWW", "--rA-- WzB--- WWWW-E WWWWWW"),
    ],
)
def test_step_to_the_right_moves_the_snake_or_is_refused(before: str, expected: str | None):
    assert after(before.index(" "), before).get("A right") == expected


def test_bird_that_carries_another_falls_with_it():
    """The lower bird steps off the ledge, and both come down, each as far as it can."""
    before = "-rA---- -zB---- -WW---- ------E WWWWWWW"
    assert after(7, before)["B right"] == "-rA---- --zB--- -WW---- ------E WWWWWWW"
    later = "--rA--- --zB--- -WW---- ------E WWWWWWW"
    assert after(7, later)["B right"] == "------- --rA--- -WW---- ---zB-E WWWWWWW"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("rrA-F-EWWWWWWW", MalformedPosition),
        ("-------rrAqF-EWWWWWWW", MalformedPosition),
        ("rrA---------F-EWWWWWW", IllegalPosition),  # the ground has moved
        ("rrA--------F-EWWWWWWW", IllegalPosition),  # it would fall
        ("-------rrA---EWWWWWWW", IllegalPosition),  # it is too short for what it has eaten
        ("-------rrrAF-EWWWWWWW", IllegalPosition),  # and here too long
        ("-------r-rAF-EWWWWWWW", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load("snakebird/1").parse(text)
