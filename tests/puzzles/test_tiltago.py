"""Tiltago: solvable positions, their remotenesses, and locked positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.result import LOST, Result
from tests.helpers import exact_histogram, load, reachable, solved

LINKS = ((0, 1), (1, 4), (2, 3), (3, 4), (4, 5), (5, 6), (4, 7), (7, 8))


def arrangements() -> set[str]:
    return {"".join(cells) for cells in permutations("12345----")}


def rolled(position: str) -> Iterator[str]:
    """The rule reimplemented cell by cell over the links: a ball rolls over empty cells, from or to cell 4."""
    for source, ball in enumerate(position):
        reached = {source} if ball != "-" else set()
        while (
            new := {b for link in LINKS for a, b in (link, link[::-1]) if a in reached and position[b] == "-"} - reached
        ):
            reached |= new
        for target in reached - {source}:
            if 4 in (source, target):
                cells = list(position)
                cells[source], cells[target] = "-", ball
                yield "".join(cells)


def breadth_first(first: str) -> dict[str, int]:
    found, level, remoteness = {first: 0}, [first], 0
    while level:
        remoteness += 1
        level = sorted({after for before in level for after in rolled(before)} - found.keys())
        found.update(dict.fromkeys(level, remoteness))
    return found


@pytest.mark.second_ring
def test_remotenesses_of_all_arrangements_equal_an_independent_search():
    """Against an independent cell-by-cell search: 15,000 are solvable, in at most 20 moves, the start in 14."""
    rules, solution = load("tiltago/regular"), solved("tiltago/regular")
    expected = breadth_first("--12345--")
    assert len(expected) == 15_000 == sum(exact_histogram("tiltago/regular"))
    assert max(expected.values()) == 20 == len(exact_histogram("tiltago/regular")) - 1
    assert expected[rules.start()] == 14
    assert expected["1--243--5"] == 18
    for position in arrangements():
        moves = expected.get(position)
        assert solution.result(rules, position) == (LOST if moves is None else Result(Value.WIN, moves))


def test_locked_position_has_no_moves():
    """The middle and the four cells around it are taken: no move at all, in each of the 120 orders."""
    rules = load("tiltago/regular")
    locked = arrangements() - reachable(rules)
    assert len(locked) == 120
    for position in locked:
        assert [position[cell] for cell in (0, 2, 6, 8)] == ["-"] * 4
        assert not list(rules.moves(position))


def test_ranks_number_every_arrangement_once():
    rules = load("tiltago/regular")
    assert {rules.rank(position): position for position in arrangements()} == {
        number: rules.unrank(number) for number in range(15_120)
    }
    assert rules.rank("12345----") == 0


def test_moves_go_from_the_center_to_a_free_cell_or_back_into_it():
    rules = load("tiltago/regular")
    assert {
        rules.format_move("----53241", move): rules.do_move("----53241", move) for move in rules.moves("----53241")
    } == {
        "4 -> 0": "5----3241",
        "4 -> 1": "-5---3241",
        "4 -> 2": "--5--3241",
        "4 -> 3": "---5-3241",
    }
    assert list(rules.moves("12-3-4--5")) == [(1, 4), (3, 4), (5, 4), (8, 4)]


def test_board_and_strings_show_the_same_balls():
    rules = load("tiltago/regular")
    assert rules.board("-1--2345-") == Board(5, 5, "**-****1**--234**5****-**")
    assert rules.button("----53241", (4, 0)) == Move(12, 2)
    picture = picture_of(rules)
    assert autogui.write_cells(picture, "----53241") == "1_----53241"
    assert autogui.write_drawn(picture, "----53241", (4, 1)) == "M_4_1_x"
    assert picture.name("----53241", (4, 1)) == [4, 1]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("--12345-", MalformedPosition),
        ("--12345-6", MalformedPosition),
        ("--12345-5", IllegalPosition),
        ("---2345--", IllegalPosition),
    ],
)
def test_illegal_and_malformed_boards_are_refused(text: str, error: type[Exception]):
    with pytest.raises(error, match="the balls 12345"):
        load("tiltago/regular").parse(text)
