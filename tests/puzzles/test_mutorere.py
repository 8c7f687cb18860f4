"""Mu Torere: Ascher's count of placements, moves into the center, and refusals."""

from __future__ import annotations

from itertools import combinations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.boards.moves import source_of, step
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, reachable, result_of, solved
from tests.puzzles.reached import by_value

ID = "mutorere/regular"


def placements() -> list[str]:
    """All ways to place four pieces each on nine points."""
    found = []
    for empty in range(9):
        others = [cell for cell in range(9) if cell != empty]
        for first in combinations(others, 4):
            found.append("".join("-" if c == empty else "x" if c in first else "o" for c in range(9)))
    return found


def test_placements_up_to_symmetry_are_46():
    """92 with either player to move, 46 as the player to move sees them: all are solved, and all but 3 reachable."""
    rules = load(ID)
    assert len(placements()) == 630
    assert len({rules.canonical((1, cells)) for cells in placements()}) == 46
    assert len(solved(ID).results) == rules.variant.positions == 46
    assert len({rules.canonical(position) for position in reachable(rules)}) == 43


def test_start_is_drawn_and_positions_of_each_value_are_as_many_as_expected():
    rules = load(ID)
    assert result_of(ID, rules.start()) == DRAWN
    assert by_value(ID) == {"win": 208, "lose": 128, "draw": 844}


def sources(rules: BoardGame, position: Position) -> list[int]:
    """The cells from which the player to move can move."""
    return [source_of(move) for move in rules.moves(position)]


def test_move_into_the_center_needs_a_neighboring_enemy():
    rules = load(ID)
    assert isinstance(rules, BoardGame)
    assert rules.parse("1_-ooooxxxx") == rules.start()
    assert sources(rules, rules.start()) == [0, 5]  # the ends of the row of four
    assert rules.button(rules.start(), step(5, 4)) == Move(5, 4)
    assert rules.format_move(rules.start(), step(5, 4)) == "4-center"
    assert rules.do_move(rules.start(), step(0, 4)) == (2, "-xxoxxooo")
    assert sources(rules, (2, "-xxoxxooo")) == [3]  # along the ring, from beside the empty point
    assert sources(rules, (1, "-xxoxxooo")) == [1, 4]  # along the ring, or out of the center


def test_player_shut_in_loses():
    rules = load(ID)
    shut = (1, "xxooo-xxo")  # both neighbors of the empty point and the center are o
    assert rules.primitive(shut) is Value.LOSE
    assert list(rules.moves(shut)) == []
    assert rules.primitive((2, shut[1])) is None
    for position in reachable(rules):
        assert (rules.primitive(position) is Value.LOSE) == (list(rules.moves(position)) == [])


REFUSED: list[tuple[str, type[PositionError]]] = [
    ("-ooooxxxx", MalformedPosition),
    ("1_-ooooxxx", MalformedPosition),
    ("1_-ooooxxxX", MalformedPosition),
    ("1_-ooo-xxxx", IllegalPosition),
    ("1_-oooxxxxx", IllegalPosition),
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match=r"expected|no position"):
        load(ID).parse(text)


def test_misere_counts_are_those_of_gamesmanclassic():
    """A player who cannot move wins, so nobody blocks the opponent; counts as in GamesmanClassic."""
    rules = load("mutorere/misere")
    assert result_of(rules.full_id, rules.start()) == DRAWN
    assert by_value(rules.full_id) == {"win": 80, "draw": 1100}
