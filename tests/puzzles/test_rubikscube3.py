"""Rubik's Cube with three stickers a side: its turns, legal cubes, and cubes typed as scrambles."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.puzzles.twisty.cubes import AROUND, TURNS, pieces_of, random_cube, stickers_of, turned_around
from tests.helpers import load, solved

RULES = load("rubikscube3/3x3x3")
CORNER_STICKERS = [9 * face + sticker for face in range(6) for sticker in (0, 2, 6, 8)]


def test_counts_near_the_solved_cube_are_the_published_ones():
    """The beginning of the published histogram (cube20.org)."""
    met, layer, counts = set(RULES.solutions()), list(RULES.solutions()), [1]
    for _ in range(3):
        layer = list(dict.fromkeys(child for cube in layer for child in RULES.children(cube) if child not in met))
        met.update(layer)
        counts.append(len(layer))
    assert counts == [1, 18, 243, 3240]


@pytest.mark.parametrize("scramble", [*TURNS, "R U F' D2 L B'"])
def test_corners_turn_as_on_the_small_cube(scramble: str):
    small = load("rubikscube/2x2x2")
    cube = read_position(RULES, scramble)
    assert bytes(cube[sticker] for sticker in CORNER_STICKERS) == read_position(small, scramble)


def test_superflip_is_its_own_inverse_by_the_published_line():
    """All edges flipped in place by a published line of twenty turns; the superflip is its own inverse."""
    line = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
    superflip = read_position(RULES, line)
    assert read_position(RULES, f"{line} {line}") == next(iter(RULES.solutions()))
    assert turned_around(superflip) == superflip


def test_random_cubes_can_be_solved():
    rng = random.Random(1)
    cubes = [random_cube(rng) for _ in range(50)]
    assert len(set(cubes)) == 50
    for cube in cubes:
        assert RULES.parse(RULES.format(cube)) == cube
        assert RULES.hopeless(cube) is None
        assert stickers_of(pieces_of(cube)) == cube


def test_middle_layers_alone_reach_768_cubes():
    """768 cubes, as published (J. Scherphuis, jaapsch.net/puzzles/subgroup.htm), at most twelve moves away."""
    slices = load("rubikscube3/slices")
    assert sorted(slices.moves(slices.start())) == sorted(["FB'", "UD'", "RL'", "BF'", "DU'", "LR'"])
    assert slices.do_move(slices.start(), "RL'") == RULES.do_move(RULES.do_move(slices.start(), "R"), "L'")
    assert len(solved(slices.full_id).results) == slices.variant.positions == 768


def swapped(text: str, *pairs: tuple[int, int]) -> str:
    stickers = list(text)
    for one, other in pairs:
        stickers[one], stickers[other] = stickers[other], stickers[one]
    return "".join(stickers)


def test_cubes_that_cannot_be_solved():
    """One edge flipped; one corner twisted; two edges swapped."""
    solved = RULES.format(next(iter(RULES.solutions())))
    up_front, front_up = 2 * 9 + 3, 0 * 9 + 5
    flipped = swapped(solved, (up_front, front_up))
    twisted = swapped(solved, (2 * 9 + 0, 1 * 9 + 6), (1 * 9 + 6, 0 * 9 + 2))
    exchanged = swapped(solved, (0 * 9 + 1, 0 * 9 + 3))
    for text in (flipped, twisted):
        assert RULES.hopeless(RULES.parse(text)) is not None
    with pytest.raises(IllegalPosition, match="twenty different pieces"):
        RULES.parse(exchanged.replace("0", "1", 1))
    with pytest.raises(IllegalPosition, match="centers"):
        RULES.parse(swapped(solved, (4, 13)))


@pytest.mark.parametrize("text", ["R U F' D2", "RUF'D2", " R  U F' D D "])
def test_cube_typed_as_a_scramble_is_the_one_its_turns_reach(text: str):
    cube = next(iter(RULES.solutions()))
    for turn in ("R", "U", "F'", "D2"):
        cube = RULES.do_move(cube, turn)
    assert read_position(RULES, text) == cube


@pytest.mark.parametrize(
    ("full_id", "scramble", "turns"),
    [
        ("rubikscube/2x2x2", "F2 U'", ["F", "F", "U'"]),
        ("pyraminx/tips", "U l' R2", ["U", "l'", "R", "R"]),
        ("skewb/standard", "URF ULB'2", ["URF", "ULB'", "ULB'"]),
    ],
)
def test_typed_scrambles_of_twisty_puzzles_equal_their_moves(full_id: str, scramble: str, turns: list[str]):
    rules = load(full_id)
    position = next(iter(rules.solutions()))
    for turn in turns:
        position = rules.do_move(position, turn)
    assert read_position(rules, scramble) == position


@pytest.mark.parametrize("text", ["", "R" * 3 + "0", "0R", "Q R"])
def test_texts_that_are_no_scramble_are_refused(text: str):
    with pytest.raises(MalformedPosition, match=r"'(?:RRR0|Q)' is no turn|expected 54 digits from 0 to 5"):
        read_position(RULES, text)


def test_turn_of_the_whole_cube_commutes_with_renamed_turns():
    rng, cube = random.Random(2), RULES.start()
    for _ in range(30):
        turn = rng.choice(list(TURNS))
        after = RULES.do_move(cube, turn)
        assert turned_around(after) == RULES.do_move(turned_around(cube), AROUND[turn[0]] + turn[1:])
        cube = after
