"""Lights Out of every size: which sizes exist, and the effect of a press, checked by grids of text."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, MalformedPosition
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.one_player.lightsout import LightsOut
from perfect_play.puzzles.view import Board
from tests.helpers import load

SIZES = ["1", "2", "3", "4", "5", "8", "25", "1x2", "1x25", "25x1", "2x3", "3x2", "7x4", "24x25"]

Grid = list[list[bool]]


def rules_of(size: str) -> LightsOut:
    rules = load(f"lightsout/{size}")
    assert isinstance(rules, LightsOut)
    return rules


def sides(size: str) -> tuple[int, int]:
    rows, _, cols = size.partition("x")
    return int(rows), int(cols or rows)


def grid_of(text: str, cols: int) -> Grid:
    return [[lamp == "1" for lamp in text[i : i + cols]] for i in range(0, len(text), cols)]


def text_of(grid: Grid) -> str:
    return "".join("01"[lamp] for row in grid for lamp in row)


def a_pattern(size: str, seed: int = 1) -> str:
    rows, cols = sides(size)
    rng = random.Random(f"{size} {seed}")
    return "".join(rng.choice("01") for _ in range(rows * cols))


# --- sizes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_start_is_all_lit_and_boards_read_back(size: str):
    rules = rules_of(size)
    rows, cols = sides(size)
    assert rules.variant.options == (rows, cols)
    assert rules.variant.id == size
    assert rules.format(rules.start()) == "1" * (rows * cols)
    assert rules.board(rules.start()) == Board(rows, cols, "-" * (rows * cols))
    text = a_pattern(size)
    position = rules.parse(text)
    assert rules.format(position) == text
    assert rules.board(position).cells == text.translate(str.maketrans("10", "-*"))
    assert rules.from_board(rules.board(position).cells, 1) == position


@pytest.mark.parametrize(
    ("given", "size"), [("1x1", "1"), ("2x2", "2"), ("5x5", "5"), ("8x8", "8"), ("9x9", "9"), ("25x25", "25")]
)
def test_a_square_has_one_name(given: str, size: str):
    rules = registry.load("lights", given)
    assert rules is registry.load("lightsout", size)
    assert rules.variant.id == size


def test_listed_sizes_are_2_to_8_and_small_ones_have_kernels():
    assert [variant.id for variant in LightsOut.variants] == ["2", "3", "4", "5", "6", "7", "8"]
    assert [variant.name for variant in LightsOut.variants] == [f"{n}x{n}" for n in range(2, 9)]
    assert {v.id for v in LightsOut.variants if v.presolve} == {"2", "3", "4"}
    for size in SIZES:
        rules = rules_of(size)
        small = size in ("2", "3", "4", "5")
        assert rules.size == (1 << rules.lamps if small else None)
        assert (rules.kernel() is not None) == small
        assert rules.variant.custom == (size not in "2345678")


NO_SIZES = [
    "",
    "0",
    "0x0",
    "0x5",
    "5x0",
    "007",
    "5x05",
    "05x5",
    "1x",
    "x1",
    "x",
    "1x2x3",
    "x1x1",
    "1x1x1",
    "2X3",
    "2*3",
]
NO_SIZES += ["-1", "+5", "1.5", "5 5", "5\n5", "2 x 3", "100", "25x100", "1e1", "five", "9" * 100_000]
NO_SIZES += ["\u0665", "\uff15", "\u00b2", "\u0665x\u0665", "5\u00d75", "1x" * 50_000 + "1"]


@pytest.mark.parametrize("given", NO_SIZES, ids=lambda given: ascii(given[:12]))
def test_typed_texts_that_are_no_size_are_refused_with_the_help_sentence(given: str):
    with pytest.raises(BadCustomVariant) as caught:
        registry.load("lightsout", given)
    assert str(caught.value).endswith(
        " is not a start of lightsout. Type the number of rows and of columns, each from 1 to 25, or one number for a "
        "square; or rows of 1 for a lamp that is on and 0 for one that is off, with _ between them. Example: 7x4."
    )


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("26", "That is 26 rows of 26."),
        ("26x26", "That is 26 rows of 26."),
        ("25x26", "That is 25 rows of 26."),
        ("26x1", "That is 26 rows of 1."),
        ("99x99", "That is 99 rows of 99."),
    ],
)
def test_a_size_that_is_too_large_is_refused_with_the_reason(given: str, why: str):
    with pytest.raises(BadCustomVariant, match=why):
        registry.load("lightsout", given)


# --- rules --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_press_switches_a_lamp_and_its_neighbors(size: str):
    rules = rules_of(size)
    rows, cols = sides(size)
    position = rules.parse(a_pattern(size))
    moves = list(rules.moves(position))
    assert len(moves) == rows * cols
    for move in moves if len(moves) < 100 else [0, cols - 1, cols, len(moves) // 2, len(moves) - cols, len(moves) - 1]:
        pressed = grid_of(rules.format(position), cols)
        for row in range(rows):
            for col in range(cols):
                pressed[row][col] ^= abs(row - move // cols) + abs(col - move % cols) <= 1
        assert rules.format(rules.do_move(position, move)) == text_of(pressed)
        assert rules.do_move(rules.do_move(position, move), move) == position
        assert rules.children(position)[move] == rules.do_move(position, move)


@pytest.mark.parametrize(
    ("size", "names"),
    [
        ("1", ["a1"]),
        ("2", ["a2", "b2", "a1", "b1"]),
        ("2x3", ["a2", "b2", "c2", "a1", "b1", "c1"]),
        ("3x2", ["a3", "b3", "a2", "b2", "a1", "b1"]),
    ],
)
def test_names_of_presses_are_those_of_the_cells(size: str, names: list[str]):
    rules = rules_of(size)
    assert [rules.format_move(rules.start(), move) for move in rules.moves(rules.start())] == names


def test_names_of_presses_on_the_largest_board_differ():
    rules = rules_of("25")
    names = [rules.format_move(rules.start(), move) for move in rules.moves(rules.start())]
    assert (names[0], names[24], names[600], names[624]) == ("a25", "y25", "a1", "y1")
    assert len(set(names)) == 625


@pytest.mark.parametrize("size", ["1", "1x4", "4x1", "2", "3", "4", "5", "8", "2x3", "7x4", "4x7"])
def test_images_are_the_symmetries_of_the_board(size: str):
    rules = rules_of(size)
    rows, cols = sides(size)
    for seed in range(5):
        text = a_pattern(size, seed)
        grid = grid_of(text, cols)
        expected = set()
        for turned in [grid, [list(row) for row in zip(*grid, strict=True)]] if rows == cols else [grid]:
            mirrored = [row[::-1] for row in turned]
            expected |= {text_of(turned), text_of(turned[::-1]), text_of(mirrored), text_of(mirrored[::-1])}
        assert {rules.format(image) for image in rules.images(rules.parse(text))} == expected


@pytest.mark.parametrize("size", ["1", "1x2", "2x3", "9x2", "5x6"])
def test_the_laws_hold_for_custom_sizes(size: str):
    assert check(rules_of(size), limit=40) == []


@pytest.mark.parametrize(
    ("size", "text"),
    [
        ("2x3", "11111"),
        ("2x3", "1111111"),
        ("2x3", "11111-"),
        ("2x3", "11111\u0661"),
        ("2x3", "111_11"),
        ("1", ""),
        ("25", "1" * 624),
        ("25", "1" * 626),
        ("25", "1" * 624 + "2"),
        ("25", "1" * 1_000_000),
    ],
)
def test_bad_patterns_are_refused_shortly(size: str, text: str):
    with pytest.raises(MalformedPosition) as caught:
        rules_of(size).parse(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("cells", ["", "-----", "-------", "-----1", "-----x", "----- ", "-" * 1_000_000])
def test_bad_boards_are_refused_shortly(cells: str):
    with pytest.raises(MalformedPosition) as caught:
        rules_of("2x3").from_board(cells, 1)
    assert len(str(caught.value)) < 250
