"""Levels that people bring: read in their notations, bounded, and solved."""

from __future__ import annotations

from pathlib import Path

import pytest

import perfect_play
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, MalformedPosition, PositionError
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.solvers.cli.main import main
from tests.helpers import load

MICROBAN_1 = "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n"
AS_TYPED = "WWWWtt_WtGWtt_WttWWW_WgpttW_WttbtW_WttWWW_WWWWtt"
RUN_LENGTHS = "4#|# .#|#2 3#|#*@2 #|#2 $ #|#2-3#|4#"
SECOND = "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######"
COLLECTION = f"; Two levels by David W. Skinner\n\n{MICROBAN_1}\nTitle: 1\n\n{SECOND}\nTitle: 2\n"


@pytest.mark.parametrize(
    ("id_", "text", "variant", "remoteness"),
    [
        ("sokoban", MICROBAN_1, AS_TYPED, 8),
        ("sokoban", f"\ufeff{MICROBAN_1}".replace("\n", "\r\n"), AS_TYPED, 8),
        ("sokoban", MICROBAN_1.replace("\n", "|"), AS_TYPED, 8),
        ("sokoban", RUN_LENGTHS, AS_TYPED, 8),
        ("sokoban", f"1\n{COLLECTION}", AS_TYPED, 8),
        ("sokoban", AS_TYPED, AS_TYPED, 8),
        ("sokoban", "  ####\n  #@.#\n  #$ #\n  #  #\n  ####", "WWWW_WpGW_WbtW_WttW_WWWW", None),
        ("rushhour", "BBoKMx\nDDDKMo\nIAALoo\nIoJLEE\nooJFFN\noGGoxN", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN", 58),
        ("rushhour", "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", 60),
        ("rushhour", ".BB............AA" + "." * 19, "oBBooooooooooooAAooooooooooooooooooo"[:36], None),
        ("klotski", "1223\n1223\n4556\n4786\n9..A", "12231223455647869--A", 116),
        ("klotski", "abbc|abbc|deef|dghf|i..j", "ABBCABBCDEEFDGHFI--J", 116),
        ("flowfree", "12003 00400 51000 04000 00523", "1200300400510000400000523", 20),
        ("flowfree", "R . .\n. . R\nB . B", "100_001_202", 7),
        ("flowfree", "R..\n..R\nB.B", "100_001_202", 7),
        ("flowfree", "R..G\n....\n.B..\nR.BG", "1002_0000_0300_1032", None),
        ("lightsout", "010|111|010", "010_111_010", 1),
        ("lightsout", ".O.\nOOO\n.O.", "010_111_010", 1),
        ("lightsout", "1 0 1\n0 1 0", "101_010", None),
        ("lightsout", "1" * 25 + "_" + "0" * 25, "1" * 25 + "_" + "0" * 25, None),
        ("lightsout", "1111011", "1111011", 3),
        ("lightsout", "2x2", "2", 4),
        ("gridnavigation", "..X\n...\na2 c1", "s.X_..g", 2),
        ("gridnavigation", "..#|...|a2|c1", "s.X_..g", 2),
        ("gridnavigation", ". . #\n. . . a2 c1", "s.X_..g", 2),
        ("pegsolitaire", "-xx-\nxxxx\nx--x", "-xx-_xxxx_x--x", 7),
        ("pegsolitaire", "  111\n  101\n1111111\n  111", "**xxx**_**x-x**_xxxxxxx_**xxx**", None),
        ("pegsolitaire", "    ● ● ●\n    ● ○ ●\n● ● ● ● ●\n", "**xxx_**x-x_xxxxx", None),
        ("pegsolitaire", "  OOO\n OO.OO\n  OOO", "*xxx*_xx-xx_*xxx*", None),
        ("pegsolitaire", "  ooo\n oo.oo\n  ooo", "*xxx*_xx-xx_*xxx*", None),
    ],
)
def test_a_level_is_a_variant_of_its_own(id_: str, text: str, variant: str, remoteness: int | None, tmp_path: Path):
    game = perfect_play.open(id_, text, data_dir=tmp_path)
    assert game.variant == variant
    assert check(registry.load(id_, variant), 20) == []
    if remoteness is not None:
        assert game.start.remoteness == remoteness


@pytest.mark.parametrize(
    ("id_", "text", "part"),
    [
        ("sokoban", COLLECTION, "2 levels"),
        ("sokoban", f"3\n{COLLECTION}", "no level 3"),
        ("sokoban", "#####|#@q.#|#####", "'q' is no cell"),
        ("sokoban", "#####|#@$.#?|#####", r"'\?' is no cell"),
        ("sokoban", "###?#_#@$.#_#####", r"'\?' is no cell"),
        ("sokoban", "#####|#qzq#|#####", "'q' is no cell"),
        ("sokoban", "#####\n#@$.\n#####", "not closed"),
        ("sokoban", "#####\n#@ .#\n#####", "1 players, 0 boxes and 1 goals"),
        ("sokoban", "######\n#@#$.#\n######", "out of the player's reach"),
        ("sokoban", "#" * 10_000, "is not a start"),
        ("sokoban", "#" * 10_001, "is not a start"),
        ("rushhour", "A" * 36, "A is no vehicle"),
        ("rushhour", "AA" + "o" * 34, "row 1"),
        ("rushhour", "o" * 12 + "AA" + "o" * 21, "It has 35 cells"),
        ("klotski", "ABBC|ABBC|DE?G|DHIG|J..K", r"'\?' is no cell"),
        ("klotski", "ABBC|ABBC|DEG|DHIG|J..K", "It has 19 cells"),
        ("klotski", "1" * 20, "cells 1 are no block"),
        ("klotski", "123456789ABCDEFGHIJ-", "0 large blocks"),
        ("flowfree", "1" + "0" * 24, "1 dot 1"),
        ("flowfree", "A..|..B", "1 dot A; expected two of each color"),
        ("flowfree", "BB|.B", "3 dots B"),
        ("flowfree", "A.\nA", "rows differ"),
        ("flowfree", "A1\nA1", "all as letters or all as digits"),
        ("flowfree", "ABCDEFGHI\nABCDEFGHI\n........J\n........J", "at most 9 colors"),
        ("flowfree", "A........A\n..........", "at most 9 rows"),
        ("lightsout", "000\n000", "no lamp is on"),
        ("lightsout", "0000", "no lamp is on"),
        ("lightsout", "01\n0", "rows differ"),
        ("lightsout", "1" * 26 + "_" + "0" * 26, "from 1 to 25"),
        ("gridnavigation", "..X\n...\nc2 a1", "c2 is no free cell"),
        ("gridnavigation", "..X\n...\nz9 a1", "z9 is no free cell"),
        ("pegsolitaire", "x" * 9 + "_xxxxxxxxx" * 6, "63 cells"),
    ],
)
def test_levels_that_make_no_sense_are_refused_with_the_reason(id_: str, text: str, part: str):
    with pytest.raises(BadCustomVariant, match=part):
        registry.load(id_, text)


def test_positions_of_a_level_are_read_in_the_usual_notation():
    rules = load("sokoban/microban_2")
    start = rules.start()
    text = rules.format(start).translate(str.maketrans("WtGbpgP", "# .$@*+"))
    drawn = "\n".join(text[row : row + rules.cols].rstrip() for row in range(0, len(text), rules.cols))
    assert read_position(rules, drawn) == start
    assert read_position(rules, f"\n\n{drawn}\n\n") == start
    assert read_position(rules, f"; my level\n{drawn}\nAuthor: nobody") == start
    with pytest.raises(MalformedPosition, match="variants of their own"):
        read_position(rules, MICROBAN_1 + "####")
    with pytest.raises(PositionError):
        read_position(rules, drawn.replace("$", " ", 1))


def test_boards_of_37_and_41_holes_are_read():
    french = "**xxx**\n*xxxxx*\nxxxxxxx\nxxx-xxx\nxxxxxxx\n*xxxxx*\n**xxx**"
    rules = registry.load("pegsolitaire", french)
    assert read_position(rules, "  111\n 11111\n1111111\n1110111\n1111111\n 11111\n  111") == rules.start()
    diamond = [f"{'x' * width:*^9}" for width in (1, 3, 5, 7, 9, 7, 5, 3, 1)]
    assert len(registry.load("pegsolitaire", "\n".join(diamond)).images(1)) == 8


def test_terminal_takes_a_level_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "level.xsb"
    file.write_text(f"2\n{COLLECTION}", encoding="utf-8")
    assert main(["--data-dir", str(tmp_path), "probe", "sokoban", f"@{file}"]) == 0
    assert "win in 3" in capsys.readouterr().out
