"""Positions of many games in the notations that people paste, and what is refused."""

from __future__ import annotations

import re

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, PositionError
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.puzzles.octal_codes import BadCode, Octal
from tests.helpers import load

ENGLISH = "xxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx"
LOT = "BBoKoLDDDKoLIAAKoLIoJEEoIoJFFFGGHHoo"
LOT_TEXT = "LR-T-TLmRM-MT12B-BM-TLR-B-BLmRLRLR----"
READ = [
    ("connect4/6x7", "4453", "-" * 31 + "o-----oxx--"),
    ("npuzzle/3", "1 2 3 4 5 6 7 0 8", "1234567-8"),
    ("npuzzle/3", "1 2 3\r\n4 5 6\r\n7 8 0\r\n", "12345678-"),
    ("npuzzle/3", "[1, 2, 3, 4, 5, 6, 7, _, 8]", "1234567-8"),
    ("npuzzle/3", "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]", "1234567-8"),
    ("npuzzle/3", "1 2 3 / 4 5 6 / 7 _ 8", "1234567-8"),
    ("npuzzle/3", "123456708", "1234567-8"),
    ("npuzzle/3", "123\n456\n7.8", "1234567-8"),
    ("npuzzle/4", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15", "123456789abcde-f"),
    ("npuzzle/4", "123456789ABCDE0F", "123456789abcde-f"),
    ("npuzzle/4", "123456789abcde0f", "123456789abcde-f"),
    ("rushhour/basic", LOT, LOT_TEXT),
    ("rushhour/basic", LOT.replace("o", "."), LOT_TEXT),
    ("rushhour/basic", f"51 {LOT} 4780", LOT_TEXT),
    ("rushhour/basic", LOT.lower(), LOT_TEXT),
    ("rushhour/basic", LOT.lower().replace("o", "."), LOT_TEXT),
    ("rushhour/walls", "..x........." + "aa" + "." * 21 + "x", "--x---------12" + "-" * 21 + "x--"),
    ("rushhour/basic", "oooooooooooo" + "ooooAA" + "o" * 18, "-" * 36 + "12"),
    ("klotski/donkey", "1223122345564786900A", "IJJHIJJHGEEFGDCFB--A"),
    ("lightsout/3", "101\n010\n101", "101010101"),
    ("lightsout/3", "O.O\r\n.O.\r\nO.O", "101010101"),
    ("pegsolitaire/english", "  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx", ENGLISH),
    ("pegsolitaire/english", "**111**\n**111**\n1111111\n1110111\n1111111\n**111**\n**111**", ENGLISH),
    ("pegsolitaire/english", "  ●●●\n  ●●●\n●●●●●●●\n●●●○●●●\n●●●●●●●\n  ●●●\n  ●●●", ENGLISH),
    ("pegsolitaire/english", "  OOO\n  OOO\nOOOOOOO\nOOO.OOO\nOOOOOOO\n  OOO\n  OOO", ENGLISH),
    ("pegsolitaire/english", "  OOO\n  OOO\nOOOOOOO\nOOO0OOO\nOOOOOOO\n  OOO\n  OOO", ENGLISH),
    ("lightsout/3", ".1.|111|.1.", "010111010"),
    ("lightsout/3", "0O0\nOOO\n0O0", "010111010"),
    ("othello/4x4", "....\n.ox.\n.xo.\n....", "1_-----ox--xo-----"),
    ("othello/4x4", "-----OX--XO-----", "1_-----ox--xo-----"),
    ("othello/4x4", "----xxx--xo-----", "2_----xxx--xo-----"),
    ("othello/4x4", "-----ox--xo----- O", "2_-----ox--xo-----"),
    ("tictactoe/regular", "xo.\n.x.\n...", "xo--x----"),
    ("ninemensmorris/regular", "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", f"1_{'-' * 24}99"),
    ("ninemensmorris/regular", "********/********/O*****@* w p p 1 8 1 8 0 0", f"1_-W-------B{'-' * 14}88"),
    ("ninemensmorris/regular", "*******O/********/******** b p p 1 8 0 9 0 0", f"2_{'-' * 6}W{'-' * 17}89"),
]


@pytest.mark.parametrize(("full_id", "text", "own"), READ)
def test_notation_is_read_as_the_right_position(full_id: str, text: str, own: str):
    rules = load(full_id)
    assert rules.format(read_position(rules, text)) == own


@pytest.mark.parametrize(
    ("full_id", "text", "part"),
    [
        ("connect4/6x7", "4444444", "the disc 7, in column 4"),
        ("connect4/6x7", "12121213", "the disc 8, in column 3"),
        ("connect4/6x7", "8", "the disc 1, in column 8"),
        ("npuzzle/3", "1 2 3 4 5 6 7 0 9", "'9' is no tile from 1 to 8"),
        ("npuzzle/3", "1 2 3 4 5 6 7 0 7", "exactly once"),
        ("rushhour/basic", "BBBB" + "o" * 8 + "AA" + "o" * 22, "B is no vehicle"),
        ("rushhour/basic", "oooooBBooooo" + "AA" + "o" * 22, "B is no vehicle"),
        ("rushhour/basic", "oooooooooooo" + "AAA" + "o" * 21, "A is no vehicle"),
        ("rushhour/basic", "BoBooooooooo" + "AA" + "o" * 22, "B is no vehicle"),
        ("rushhour/basic", "AA" + "o" * 34, "row 1"),
        ("rushhour/basic", "xooooooooooo" + "AA" + "o" * 22, "x is a wall, which only the variants with walls have"),
        ("klotski/donkey", "1223122345564786911A", "cells 1 are no block"),
        ("klotski/donkey", "1122334455667788990-", "expected the blocks"),
        ("pegsolitaire/english", "xo" * 16 + "x", "33 characters"),
        ("lightsout/3", "#.#\n.#.\n#.#", "'#' is in none of these"),
        ("pegsolitaire/english", "*" * 33, "33 characters.* '\\*' is in none"),
        ("othello/4x4", "xxxxxoxxoxxx---z", "'z' is in none of these"),
        ("othello/4x4", "x----xx--xx-o---", "somebody has passed"),
        ("ninemensmorris/regular", "********/********/O******* b p p 2 8 0 9 0 0", "it says that 2 men O"),
        ("ninemensmorris/regular", "********/********/O******* b p r 1 8 0 9 0 0", "still to be taken"),
        ("ninemensmorris/regular", "********/*******/O******** b p p 1 8 0 9 0 0", "three squares"),
    ],
)
def test_wrong_text_is_refused_with_what_is_wrong(full_id: str, text: str, part: str):
    with pytest.raises(PositionError, match=part):
        read_position(load(full_id), text)


LEVELS = [
    ("sokoban", "Title: x\r\n5#|#@$.#|5#", "WWWWW_WpbGW_WWWWW"),
    ("rushhour", f"51 {LOT} 4780", LOT),
    ("rushhour", "..B...\n..B...\nAAB...\n......\n......\n......", "ooBoooooBoooAAB" + "o" * 21),
    ("klotski", "baac|baac|deef|dghf|i..j", "BAACBAACDEEFDGHFI--J"),
    ("lightsout", "1 0 1\n0 1 0", "101_010"),
    ("lightsout", "[[1, 0, 1], [0, 1, 0]]", "101_010"),
    ("lightsout", "[[1,0,1],\n [0,1,0]]\n", "101_010"),
    ("pegsolitaire", " ●●\n●●●\n●○●", "*xx_xxx_x-x"),
    ("pegsolitaire", "11.", "xx-"),
    ("pegsolitaire", "OO0|xxx", None),
    ("pegsolitaire", "x.xxxxxxxx", "x-xxxxxxxx"),
    ("pegsolitaire", "x\n.\n" + "x\n" * 9, "x_-" + "_x" * 9),
    ("flowfree", "A..|...|..A", "100_000_001"),
    ("flowfree", "a..|.b.|b.a", "100_020_201"),
    ("flowfree", "A..B.B..A", "100_202_001"),
    ("flowfree", "r" + "." * 23 + "r", "1" + "0" * 23 + "1"),
    ("flowfree", "1" + "0" * 34 + "1", "100000_000000_000000_000000_000000_000001"),
    ("rushhour", "..b...|..b...|aab...|......|......|......", "ooBoooooBoooAAB" + "o" * 21),
    ("rushhour", "..x.....x...aax" + "." * 21, None),
    ("rushhour", "..o.....o...aa." + "." * 21, None),
    ("rushhour", "..B...xxb...aab" + "." * 21, None),
    ("flowfree", "Aa.|.A.|...", None),
    ("flowfree", "a1.|.a.|..1", None),
    ("gridnavigation", "S..\n.#.\n..G", "s.._.X._..g"),
    ("gridnavigation", "...\n.X.\n...\na3 c1", "s.._.X._..g"),
]


@pytest.mark.parametrize(("name", "text", "own"), LEVELS)
def test_level_is_read_as_the_right_variant(name: str, text: str, own: str | None):
    if own is None:  # it can be read in several ways
        with pytest.raises(BadCustomVariant):
            registry.find(name).find_variant(text)
        return
    assert registry.find(name).find_variant(text).id == own
    assert registry.load(name, f"\ufeff{text}").variant.id == own


@pytest.mark.parametrize(
    ("name", "text", "cell"),
    [("flowfree", "a?.|..a", "?"), ("flowfree", "Aa.|...|..A", "a"), ("lightsout", "10z1_0101", "z")],
)
def test_wrong_cells_of_levels_are_named(name: str, text: str, cell: str):
    with pytest.raises(BadCustomVariant, match=re.escape(f"{cell!r} is no cell")):
        registry.find(name).find_variant(text)
    with pytest.raises(BadCustomVariant) as raised:
        registry.find(name).find_variant("basicc")
    assert "is no cell" not in str(raised.value)


@pytest.mark.parametrize("code", [".77", "0·77", "0⋅77", " 0.77 ", "0.770"])
def test_octal_codes_are_read_with_any_point(code: str):
    assert Octal.parse(code) == Octal.parse("0.77")
    with pytest.raises(BadCode):
        Octal.parse(f"{code}z")


def test_octal_games_are_opened_with_any_point():
    assert load("octal/.137_3_4").full_id == load("octal/0·137_3_4").full_id == "octal/0.137_3_4"
