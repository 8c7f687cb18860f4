"""Peg solitaire on every board: shapes, symmetries, goals, and published counts, by the kernel's lines."""

from __future__ import annotations

import random

import numpy as np
import pytest

from perfect_play.puzzles.base import BadCustomVariant, Value
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.puzzles.one_player.pegsolitaire import PegSolitaire
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.untabled.position_search import PositionSearch
from tests.helpers import load
from tests.solvers.searching import with_seconds

VARIANTS = {  # cells, lines of three cells, symmetries, the hole of the start
    "triangle": (15, 18, 6, 0),
    "star": (13, 15, 12, 0),
    "trapezoid": (22, 32, 2, 4),
    "english": (33, 38, 8, 16),
}
TRAPEZOID = [  # positions by remoteness
    *(22, 46, 176, 847, 3774, 14_297, 44_847, 113_172, 225_280, 354_353, 441_943, 441_479),
    *(357_652, 236_155, 127_096, 55_893, 19_836, 5453, 1148, 182, 14),
]
CENTRAL_GAME = [1, 2, 8, 39, 171, 719, 2757, 9751, 31_312]  # G. I. Bell, OEIS A112737: up to symmetry, from one jump


def rules_of(variant: str) -> PegSolitaire:
    rules = load(f"pegsolitaire/{variant}")
    assert isinstance(rules, PegSolitaire)
    return rules


@pytest.mark.parametrize("variant", VARIANTS)
def test_boards_have_the_expected_cells_lines_symmetries_and_first_hole(variant: str):
    cells, lines, symmetries, hole = VARIANTS[variant]
    rules = rules_of(variant)
    start = rules.start()
    assert rules.format(start) == "x" * hole + "-" + "x" * (cells - 1 - hole)
    assert rules.kernel().most == lines
    assert len(list(rules.images(start))) == symmetries
    assert rules.size == (2**33 if variant == "english" else 2**cells - 1)
    assert check(rules, 60) == []


def test_jumps_of_the_starts_lead_to_the_hole():
    names = {
        "triangle": {"3 → 0", "5 → 0"},
        "star": {"5 → 0", "7 → 0"},
        "trapezoid": {"6 → 4", "15 → 4", "17 → 4"},
        "english": {"4 → 16", "14 → 16", "18 → 16", "28 → 16"},
    }
    for variant, expected in names.items():
        rules = rules_of(variant)
        assert {rules.format_move(rules.start(), move) for move in rules.moves(rules.start())} == expected
    english = rules_of("english")
    assert {english.button(english.start(), move) for move in english.moves(english.start())} == {
        *(Move(10, 24), Move(22, 24), Move(26, 24), Move(38, 24))
    }


def test_trapezoid_searched_from_the_end_is_solved_in_20_jumps():
    """2,443,665 positions are solvable, the start in 20 jumps; levels as sets, by undoing one jump at a time."""
    rules = rules_of("trapezoid")
    level = np.array(list(rules.solutions()))
    counts = []
    while len(level):
        counts.append(len(level))
        if rules.start() in level:
            assert len(counts) - 1 == 20
        found = np.zeros(2**rules.cells, bool)
        for _, change, pegs in rules._jumps:
            found[level[level & change == change ^ pegs] ^ change] = True
        level = np.flatnonzero(found)
    assert counts == TRAPEZOID
    assert sum(counts) == 2_443_665


@pytest.mark.second_ring
def test_central_game_searched_from_the_end_has_the_mirrored_counts():
    """The solvable positions are the reachable ones with pegs and holes exchanged, with the same counts."""
    rules = rules_of("english")
    (solution,) = rules.solutions()
    kernel = rules.kernel()
    assert kernel.parents is not None
    level, out, work = {rules.rank(solution)}, [0] * kernel.most, [0] * 64
    for count in CENTRAL_GAME:
        level = {before for number in level for before in out[: kernel.parents(number, out, work, *kernel.constants)]}
        assert len(level) == count
        assert all(number == rules.canonical(number) for number in level)


def test_last_peg_must_stand_on_the_goal():
    rules = rules_of("english")
    (solution,) = rules.solutions()
    assert rules.format(solution) == "-" * 16 + "x" + "-" * 16
    assert rules.primitive(solution) is Value.WIN
    for cell in set(range(33)) - {16}:
        one_peg = rules.parse("-" * cell + "x" + "-" * (32 - cell))
        assert rules.primitive(one_peg) is None
        assert list(rules.moves(one_peg)) == []
    assert rules_of("trapezoid").primitive(rules_of("trapezoid").parse("-" * 21 + "x")) is Value.WIN


@pytest.mark.second_ring
def test_images_of_the_cross_are_its_turns_and_mirror_images():
    rules, rng = rules_of("english"), random.Random(33)
    for _ in range(50):
        position = rng.randrange(1, 2**33)
        board = rules.board(position).cells
        rows = [board[i : i + 7] for i in range(0, 49, 7)]
        expected = set()
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            expected |= {"".join(rows), "".join(rows[::-1])}
        assert {rules.board(image).cells for image in rules.images(position)} == expected
        kernel = rules.kernel()
        number = rules.rank(position)
        assert number == min(rules.images(position))
        assert run_kernel(kernel.children, kernel, number) == {rules.rank(c) for c in rules.children(position)}
        assert run_kernel(kernel.parents, kernel, number) == {rules.rank(p) for p in rules.parents(position)}


def test_a_board_that_is_typed():
    """Its cells, lines and symmetries, and the solvable positions, by enumerating all jumps."""
    rules = rules_of("**xx**_*xxxx*_xx-xxx_*xxxx*_**xx**")
    assert rules.format(rules.start()) == "xxxxxxxx-xxxxxxxxx"
    assert len(list(rules.images(rules.start()))) == 4
    assert check(rules, 60) == []


@pytest.mark.parametrize("board", ["xx-_xxx_-xx", "-xx-_xx-x_-xx-", "*x*_x-x_xxx"])
def test_typed_boards_are_solved(board: str):
    rules = rules_of(board)
    seen, todo = {rules.start()}, [(rules.start(), 0)]
    solved = None
    while todo:
        position, jumps = todo.pop()
        if position.bit_count() == 1:
            solved = jumps
        for child in rules.children(position):
            if child not in seen:
                seen.add(child)
                todo.append((child, jumps + 1))
    found = with_seconds(PositionSearch(), 60.0).probe(rules, rules.start())
    assert found == (LOST if solved is None else Result(Value.WIN, solved))


@pytest.mark.parametrize(
    "board",
    ["xx_xxx", "---_---", "x_-_*", "xx", "_".join(["xxxxxxxx"] * 8), "x-o_xxx", "_".join(["xxxxxxxx"] * 4) + "_"],
)
def test_boards_that_are_refused(board: str):
    with pytest.raises(BadCustomVariant):
        load(f"pegsolitaire/{board}")
