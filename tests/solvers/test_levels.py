"""New levels of Rush Hour: the hardest known board, the boards of two vehicles, and levels that are minimal."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles.one_player.rushhour import VEHICLES, RushHour
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.untabled.new_levels import Surroundings, made_minimal, new_levels, takes
from tests.helpers import late, load

HARDEST = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"


def rush_hour(variant: str = "basic") -> RushHour:
    rules = load(f"rushhour/{variant}")
    assert isinstance(rules, RushHour)
    return rules


def from_letters(text: str) -> str:
    """A board of Fogleman's data base in our letters."""
    board = list(text.replace("o", "-"))
    for letter in set(text) - {"o", "x"}:
        cells = [cell for cell, char in enumerate(text) if char == letter]
        upright = cells[1] - cells[0] > 1
        middle, ends = ("M", "TB") if upright else ("m", "12" if letter == "A" else "LR")
        for cell in cells:
            board[cell] = middle
        board[cells[0]], board[cells[-1]] = ends
    return "".join(board)


def test_hardest_known_board_is_the_hardest_of_its_component_and_minimal():
    """The first line of Fogleman's data base: 60 moves, 2,332 positions."""
    rules = rush_hour("walls")
    board = from_letters(HARDEST)
    assert rules.parse(board + "--") == board
    component = Surroundings(rules, board)
    level = component.level()
    assert (level.moves, level.positions) == (60, 2332)
    assert component.distances[rules.number(component.hardest())] == 60
    assert not any(takes(rules, simpler, 60) for simpler in rules.with_one_less(board))


def test_eight_minimal_levels_have_two_vehicles():
    """By hand: a car or a truck upright in one of the four columns that can be in front of the red car; two moves."""
    rules, levels = rush_hour(), {}
    for cells, chars in VEHICLES:
        board = list("-" * 36)
        board[12], board[13] = "12"
        if not {12, 13} & set(cells):
            for cell, char in zip(cells, chars, strict=False):
                board[cell] = char
            component = made_minimal(rules, "".join(board))
            levels[component.position] = component.moves
    assert sorted(levels.values()) == [1, *[2] * 8]


@pytest.mark.parametrize(("pieces", "moves", "unique"), [late(6, range(3, 30), True), (12, range(8, 30), False)])
def test_new_levels_are_minimal_and_as_long_as_asked_for(pieces: int, moves: range, unique: bool):
    rules = rush_hour()
    level = next(new_levels(rules, pieces, moves, unique, random.Random(3), 60.0))
    assert level == next(new_levels(rules, pieces, moves, unique, random.Random(3), 60.0))
    assert level.moves in moves
    assert level.solutions == 1 or not unique
    component = Surroundings(rules, level.start)
    assert max(component.distances.values()) == level.moves == component.moves
    for simpler in rules.with_one_less(level.start):
        assert rules.parse(rules.format(simpler)) == simpler
        assert not takes(rules, simpler, level.moves)


def test_command_prints_levels_or_refuses(capsys: pytest.CaptureFixture[str]):
    assert main(["generate", "rushhour", "--pieces", "4", "--moves", "2..9", "--count", "1", "--seed", "1"]) == 0
    start = capsys.readouterr().out.splitlines()[1].split()[0]
    assert rush_hour().parse(start)
    assert main(["generate", "hanoi"]) == 2
    assert "hanoi makes no new levels" in capsys.readouterr().err.replace("towersof", "")
    with pytest.raises(SystemExit):
        main(["generate", "rushhour", "--moves", "5"])
