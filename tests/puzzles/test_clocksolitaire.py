"""Clock Solitaire: the face, its lines, and counts of a breadth-first search over sets of pegs."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from tests.helpers import as_list, exact_histogram, histograms, load, result_of, solved

VARIANTS = {  # the pegs of the pattern, positions that can be solved, remoteness of the start
    "regular": ({18}, 70_683, 17),
    "pattern4": ({0, 4, 8, 18}, 26_996, 14),
    "pattern7": ({0, 3, 6, 9}, 31_368, 14),
    "pattern10": ({3, 9, 13, 16, 18}, 7861, 13),
    "pattern12": ({1, 5, 9, 12, 14, 16, 18}, 2166, 11),
}


def lines() -> list[tuple[int, int, int]]:
    """The lines by the rules: along the ring, from ring to center, across the center; one direction each."""
    ring = [(i, (i + 1) % 12, (i + 2) % 12) for i in range(12)]
    spokes = [(ring, (ring + 1) // 2 + 11, 18) for ring in range(1, 12, 2)]
    return ring + spokes + [(12, 18, 15), (13, 18, 16), (14, 18, 17)]


@pytest.mark.second_ring
@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_that_can_be_solved(variant: str):
    """Undoing jumps from the pattern: a peg at one end of a line moves to the other end and the middle."""
    pattern, count, start = VARIANTS[variant]
    level, found, counts = {frozenset(pattern)}, {frozenset(pattern)}, []
    ways = [(frozenset(line), frozenset({end})) for line in lines() for end in (line[0], line[2])]
    while level:
        counts.append(len(level))
        level = {pegs ^ line for pegs in level for line, end in ways if pegs & line == end} - found
        found |= level
    assert sum(counts) == count
    assert exact_histogram(f"clocksolitaire/{variant}") == counts
    rules = load(f"clocksolitaire/{variant}")
    assert result_of(rules.full_id, rules.start()) == Result(Value.WIN, start)
    assert frozenset(range(18)) in found


def test_every_jump_of_the_face_is_listed_once():
    """A board with two pegs on a line has that jump and no other that uses both."""
    rules = load("clocksolitaire/regular")
    for a, over, b in lines():
        for source, target in ((a, b), (b, a)):
            cells = ["x" if cell in (source, over) else "-" for cell in range(19)]
            position = rules.parse("".join(cells))
            moves = {rules.format_move(position, move): rules.do_move(position, move) for move in rules.moves(position)}
            assert moves[f"{source} → {target}"] == rules.parse("-" * target + "x" + "-" * (18 - target))
    assert len(list(rules.moves(rules.start()))) == 6


def test_pattern_itself_is_the_single_solution():
    rules = load("clocksolitaire/pattern7")
    solved_text = "x--x--x--x---------"
    assert [rules.format(position) for position in rules.solutions()] == [solved_text]
    assert rules.primitive(rules.parse(solved_text)) is Value.WIN
    assert rules.primitive(rules.parse("xx-x--x--x---------")) is None
    counts = as_list(histograms(rules, solved(rules.full_id))[0]["win"])
    assert counts[0] == 1


def test_the_picture_has_a_center_for_each_cell_in_the_order_of_the_texts():
    """Jumps are straight: the middle of a line lies between its ends, on the picture and on the board."""
    rules = load("clocksolitaire/pattern12")
    picture = picture_of(rules)
    (theme,) = picture.themes()
    assert theme.background == "clocksolitaire/pattern12_grid.svg"
    assert len(theme.centers) == 19
    for a, over, b in lines():
        ends = [theme.centers[cell] for cell in (a, b)]
        middle = theme.centers[over]
        assert all(abs(middle[i] - (ends[0][i] + ends[1][i]) / 2) < 1 for i in (0, 1))
    start = rules.start()
    assert picture.cells(start) == rules.format(start)
    assert {picture.button(start, move) for move in rules.moves(start)} == {Move(odd, 18) for odd in range(1, 12, 2)}
