"""Dots and boxes: published margins, by a calculation of its own; owners and mirror images; the kernel."""

from __future__ import annotations

from functools import cache

import pytest

from puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, value_by_points
from puzzles.view import Add
from tests.helpers import load, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules

MARGINS = {"1x1": -1, "1x2": 0, "2x2": 2, "2x3": -2}


@cache
def margins(rows: int, cols: int) -> list[int]:
    """For every set of lines, how many boxes more the player to move will close, both playing for that.

    First the lines across, row by row, then the upright ones.
    """
    across = (rows + 1) * cols
    boxes = []
    for row in range(rows):
        for col in range(cols):
            upright = across + row * (cols + 1) + col
            boxes.append(1 << row * cols + col | 1 << (row + 1) * cols + col | 0b11 << upright)
    lines = across + rows * (cols + 1)
    best = [0] * (1 << lines)
    beside = [(1 << line, [box for box in boxes if box >> line & 1]) for line in range(lines)]
    for drawn in range((1 << lines) - 2, -1, -1):
        found = -len(boxes)
        for line, near in beside:
            if not drawn & line:
                after = drawn | line
                closed = sum([after & box == box for box in near])
                found = max(found, closed + best[after] if closed else -best[after])
        best[drawn] = found
    return best


@pytest.mark.parametrize("variant", MARGINS)
def test_published_margin(variant: str):
    rows, cols = map(int, variant.split("x"))
    assert margins(rows, cols)[0] == MARGINS[variant]


@pytest.mark.parametrize("variant", ["1x1", "1x2", "1x3", "2x2", "1x4"])
def test_values_and_margins_are_those_computed(variant: str):
    rules, solution = load(f"dotsandboxes/{variant}"), solved(f"dotsandboxes/{variant}")
    rows, cols = map(int, variant.split("x"))
    assert len(solution.results) == len({rules.rank(p) for p in solution.results}) == rules.variant.positions
    for position, found in solution.results.items():
        turn, cells = position
        assert turn == 1
        grid = [cells[row : row + 2 * cols + 1] for row in range(0, len(cells), 2 * cols + 1)]
        lines = [row[1::2] for row in grid[::2]] + [row[::2] for row in grid[1::2]]
        drawn = sum(1 << i for i, line in enumerate("".join(lines)) if line != "-")
        lead = cells.count("x") - cells.count("o") + margins(rows, cols)[drawn]
        assert found.value is value_by_points(lead)
        assert solution.margins is not None
        assert solution.margins[position] == lead


@pytest.mark.parametrize("variant", ["1x1", "1x2", "2x2"])
def test_the_kernel_reaches_what_the_rules_reach(variant: str):
    """The same ranks, the same ends, the same player where he moves again."""
    rules = load(f"dotsandboxes/{variant}")
    assert graph_by_kernel(rules) == graph_by_rules(rules)


def test_a_box():
    """Who draws the fourth side owns it and moves again."""
    rules = load("dotsandboxes/1x2")
    position = rules.start()
    for move, text in [
        (1, "2_*h*-*-----*-*-*"),
        (5, "1_*h*-*v----*-*-*"),
        (11, "2_*h*-*v----*h*-*"),
        (7, "2_*h*-*vov--*h*-*"),
        (3, "1_*h*h*vov--*h*-*"),
        (9, "2_*h*h*vov-v*h*-*"),
    ]:
        assert rules.button(position, move) == Add("v" if move in (5, 7, 9) else "h", move)
        position = rules.do_move(position, move)
        assert rules.format(position) == text
    assert list(rules.moves(position)) == [13]
    last = rules.do_move(position, 13)
    assert rules.format(last) == "2_*h*h*vovov*h*h*"
    assert rules.primitive(last) is Value.WIN
    assert list(rules.moves(last)) == []


def test_one_line_closes_two_boxes():
    rules = load("dotsandboxes/1x2")
    position = rules.parse("1_*h*h*v---v*h*h*")
    assert rules.format(rules.do_move(position, 7)) == "1_*h*h*vxvxv*h*h*"


def test_names_of_lines():
    rules = load("dotsandboxes/1x2")
    names = [rules.format_move(rules.start(), move) for move in rules.moves(rules.start())]
    assert names == ["ha2", "hb2", "va1", "vb1", "vc1", "ha1", "hb1"]


def test_which_box_is_whose_does_not_matter():
    """And neither do mirror images, nor which player is called the first."""
    rules = load("dotsandboxes/1x3")
    texts = ["1_*h*h*-*vxvov-v*h*h*-*", "1_*h*h*-*vovxv-v*h*h*-*", "2_*-*h*h*v-vxvov*-*h*h*", "1_*h*h*-*vxvxv-v*h*h*-*"]
    positions = [rules.parse(text) for text in texts]
    assert len({rules.rank(position) for position in positions[:3]}) == 1
    assert rules.rank(positions[3]) != rules.rank(positions[0])
    assert set(positions[:3]) <= set(rules.images(positions[0]))
    assert len(set(rules.images(positions[0]))) == 8
    assert len(set(rules.images(positions[3]))) == 4


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("*-*---*-*", MalformedPosition),
        ("3_*-*---*-*", MalformedPosition),
        ("1_*-*---*-", MalformedPosition),
        ("1_--*---*-*", MalformedPosition),  # no dot
        ("1_*v*---*-*", MalformedPosition),  # an upright line where one across may be
        ("1_*h*vhv*h*", MalformedPosition),
        ("1_*h*v-v*h*", IllegalPosition),  # nobody owns the box
        ("1_*h*vx-*h*", IllegalPosition),  # it is open
    ],
)
def test_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match="expected"):
        load("dotsandboxes/1x1").parse(text)
