"""Cubes in the notations of cubers: letters of stickers, and scrambles with any layers, primes and brackets."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.puzzles.twisty.cubes import SOLVED
from tests.helpers import load

CUBE, SMALL = load("rubikscube3/3x3x3"), load("rubikscube/2x2x2")
SOLVED_LETTERS = "".join(9 * face for face in "URFDLB")
AFTER_R = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"
SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
SUPERFLIP_TURNS = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"


@pytest.mark.parametrize(
    ("letters", "turns"),
    [(SOLVED_LETTERS, "R R'"), (AFTER_R, "R"), (SUPERFLIP, SUPERFLIP_TURNS), (f"\ufeff{AFTER_R}\r\n", "R")],
)
def test_letters_of_stickers_are_the_cube_that_turns_lead_to(letters: str, turns: str):
    assert read_position(CUBE, letters) == read_position(CUBE, turns)
    letters = letters.strip("\ufeff\r\n")
    in_faces = " ".join(letters[face : face + 9] for face in range(0, 54, 9))
    assert read_position(CUBE, in_faces) == read_position(CUBE, turns)


def test_the_solved_cube_in_letters_is_solved():
    assert read_position(CUBE, SOLVED_LETTERS) == SOLVED
    assert read_position(CUBE, SOLVED_LETTERS.translate(str.maketrans("URFDLB", "FRDBLU"))) == SOLVED  # held otherwise
    assert read_position(CUBE, SOLVED_LETTERS.lower()) == SOLVED
    assert SMALL.primitive(read_position(SMALL, "".join(4 * face for face in "URFDLB"))) is not None
    assert read_position(SMALL, "UFUFRRRRFDFDDBDBLLLLUBUB") == read_position(SMALL, "R")


def test_letters_that_are_no_cube_are_refused():
    with pytest.raises(MalformedPosition, match="9 times, but B 8 times"):
        read_position(CUBE, SOLVED_LETTERS[:-1])
    with pytest.raises(MalformedPosition, match="9 times, but U 10 times"):
        read_position(CUBE, f"U{SOLVED_LETTERS}")
    with pytest.raises(MalformedPosition, match="9 times"):
        read_position(CUBE, "R" * 54)
    with pytest.raises(MalformedPosition, match="4 times"):
        read_position(SMALL, "RU" * 12)
    with pytest.raises(IllegalPosition):
        read_position(CUBE, SOLVED_LETTERS.replace("UR", "RU", 1))
    with pytest.raises(IllegalPosition, match="centers"):
        read_position(CUBE, "RUUUUUUUUURRRFRRRR" + SOLVED_LETTERS[18:].replace("FFFFF", "RFFFF", 1))


@pytest.mark.parametrize(
    ("scramble", "turns"),
    [
        ("R’ U2′ Fi", "R' U2 F'"),
        ("R2' U2i", "R2 U2"),
        ("(R U R' U')3", "R U R' U' R U R' U' R U R' U'"),
        ("(R (U F)2)'", "F' U' F' U' R'"),
        ("(R U)×2", "R U R U"),
        ("Rw", "L"),
        ("r U'", "L U'"),
        ("M", "R L'"),
        ("M2 E2 S2", "F2 B2 L2 R2 U2 D2"),
        ("x y z R", "R"),
        ("x U", "U"),
        ("U x", "B"),
        ("U y2 R", "U L y2"),
        ("RUF'D2", "R U F' D2"),
        ("R3 L33", "R' L"),
        ("R U // the first pair\nF＇ // the second", "R U F'"),
        ("[R, U]", "R U R' U'"),
        ("[R: U]2", "R U2 R'"),
        ("[R U: [D, F2]]'", "R U F2 D F2 D' U' R'"),
        ("F ([R,U'] x)' y", "F x' U' R U R' y"),
    ],
)
def test_scrambles_turn_any_layers(scramble: str, turns: str):
    assert read_position(CUBE, scramble) == read_position(CUBE, turns)


def test_small_cube_turns_as_a_whole():
    assert read_position(SMALL, "R x") == read_position(SMALL, "x R") != read_position(SMALL, "R")
    with pytest.raises(MalformedPosition, match="'Rw'"):
        read_position(SMALL, "U Rw")


@pytest.mark.parametrize(
    ("scramble", "token"),
    [
        *((text, "is no turn") for text in ("[R]", "[R,U,D]", "[R: U, D]", "(R, U)", "R, U", "[R, U)", "[R,]", "[,R]")),
        ("[R, U", "bracket"),
        ("R Q U", "'Q'"),
        ("3Rw U2", "'3Rw'"),
        ("1. R U", "'1.'"),
        ("(R U)99999", "too many repetitions; expected at most 99, and 10,000 turns"),
        ("R100 U", "too many repetitions"),
        ("(R U", "bracket"),
        ("R ) U", r"'\)'"),
    ],
)
def test_wrong_scrambles_name_the_wrong_turn(scramble: str, token: str):
    with pytest.raises(MalformedPosition, match=token):
        read_position(CUBE, scramble)


def test_other_texts_are_refused_with_the_notations_that_are_read():
    with pytest.raises(MalformedPosition, match=r"letters of the 54 stickers .* a scramble"):
        read_position(CUBE, "hello")


def test_hostile_scrambles_end_in_a_sentence():
    with pytest.raises(MalformedPosition):
        read_position(CUBE, "(" * 5_000)
    with pytest.raises(MalformedPosition):
        read_position(CUBE, "[" * 5_000 + "R" + ",U]" * 5_000)
    with pytest.raises(MalformedPosition):
        read_position(CUBE, "R" + "(" * 30 + "U" + ")99" * 30)
