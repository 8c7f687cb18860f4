"""Dots and Boxes: published margins, by an independent calculation; owners and mirror images; the kernel."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, value_by_points
from perfect_play.puzzles.view import Add
from tests.helpers import load, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules

MARGINS = {"1x1": -1, "1x2": 0, "2x2": 2, "2x3": -2}


@cache
def margins(rows: int, cols: int) -> list[int]:
    """For every set of lines, the margin of boxes for the player to move under optimal play.

    Horizontal lines come first, row by row, then the vertical ones.
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
def test_margin_of_each_board_is_the_published_one(variant: str):
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
    """The same ranks and ends, and the same player on extra turns."""
    rules = load(f"dotsandboxes/{variant}")
    assert graph_by_kernel(rules) == graph_by_rules(rules)


def test_box_belongs_to_who_draws_its_fourth_side_and_moves_again():
    """The player who draws the fourth side owns the box and moves again."""
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


def test_single_line_closes_two_boxes():
    rules = load("dotsandboxes/1x2")
    position = rules.parse("1_*h*h*v---v*h*h*")
    assert rules.format(rules.do_move(position, 7)) == "1_*h*h*vxvxv*h*h*"


def test_names_of_lines_tell_their_direction_and_place():
    rules = load("dotsandboxes/1x2")
    names = [rules.format_move(rules.start(), move) for move in rules.moves(rules.start())]
    assert names == ["ha2", "hb2", "va1", "vb1", "vc1", "ha1", "hb1"]


def test_owners_of_boxes_do_not_change_the_rank():
    """Nor do reflection or the numbering of the players matter."""
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
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error, match="expected"):
        load("dotsandboxes/1x1").parse(text)


@pytest.mark.parametrize(
    ("variant", "text", "told"),
    [
        ("1x3", "1_*-*-*-*-------*-*-*-*", ["There is no chain yet", "10 moves give no box away", "wants an even"]),
        ("1x3", "1_*h*h*h*-------*h*h*h*", ["length: 3. Long, of three or more: 1.", "Every move", "wants an even"]),
        ("1x3", "2_*h*h*h*v------*h*h*h*", ["length: 2. Long, of three or more: 0.", "A box can be", "wants an odd"]),
        (
            "2x2",
            "2_*h*h*v---v*-*-*v---v*h*h*",
            ["length: a loop of 4. Long, of three or more: 0.", "Every", "wants an odd"],
        ),
        ("1x2", "1_*h*h*v---v*-*-*", ["length: 2. Long, of three or more: 0.", "Every move", "wants an even"]),
        ("1x1", "1_*h*vxv*h*", []),
    ],
)
def test_remarks_count_chains_loops_and_safe_moves(variant: str, text: str, told: list[str]):
    rules = load(f"dotsandboxes/{variant}")
    said = list(rules.remarks(rules.parse(text)))
    assert len(said) == len(told)
    assert all(part in sentence for part, sentence in zip(told, said, strict=True)), said


def test_the_long_chain_rule_counts_turns():
    """From any position, turns left = open lines - open boxes + 1 + lines that close two boxes."""
    rng = random.Random(1)
    rules = load("dotsandboxes/3x3")
    for _ in range(200):
        position = rules.start()
        after: list[
            tuple[int, int, int]
        ] = []  # (lines less boxes, turns begun, lines that closed two) at each position
        turns, doubled = 1, 0
        while rules.primitive(position) is None:
            lines, boxes = len(list(rules.moves(position))), sum(position[1][box] == "-" for box in rules.boxes)
            after.append((lines - boxes, turns, doubled))
            child = rules.do_move(position, rng.choice(list(rules.moves(position))))
            closed = boxes - sum(child[1][box] == "-" for box in rules.boxes)
            doubled += closed == 2
            turns += child[0] != position[0]
            position = child
        for less, begun, double in after:
            assert turns - begun + 1 == less + 1 + doubled - double


def test_moves_said_to_be_safe_give_no_box_away():
    """The number stated is that of moves after which no line closes a box."""
    rng = random.Random(2)
    rules = load("dotsandboxes/3x3")
    compared = 0
    for _ in range(60):
        position = rules.start()
        while rules.primitive(position) is None:
            said = " ".join(rules.remarks(position))
            if "can be taken" not in said:
                children = [rules.do_move(position, move) for move in rules.moves(position)]
                safe = sum(
                    all(rules.do_move(child, move)[0] != child[0] for move in rules.moves(child)) for child in children
                )
                number = re.search(r"(\d+) moves? gives? no box away", said)
                assert safe == (int(number[1]) if number else 0), said
                assert ("Every move gives boxes away" in said) == (safe == 0)
                compared += 1
            position = rules.do_move(position, rng.choice(list(rules.moves(position))))
    assert compared > 300
