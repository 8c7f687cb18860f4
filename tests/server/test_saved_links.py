"""Texts of positions as GamesCraftersUWAPI writes them, where they differ from ours."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import PositionError, Value
from perfect_play.puzzles.notation.position_texts import read_position as read_text
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of

TEXTS = {
    "hexapawn/1": {
        "1_BBBB----WWWW": ("1_oooo----xxxx", Value.WIN, 5),
        "2_BB--WW-B---W": ("2_oo--xx-o---x", Value.LOSE, 2),
    },
    "hexapawn/0": {"1_BBB---WWW": ("1_ooo---xxx", Value.LOSE, 6), "1_B---BBW--": ("1_o---oox--", Value.LOSE, 2)},
    "chomp/4x7": {"2_7,7": ("2_7,7,0,0", None, 0), "1_7,7,7,7": ("1_7,7,7,7", None, 0)},
    "mutorere/regular": {"1_-ooooxxxx": ("1_-ooooxxxx", None, 0)},
    "dao/4x4": {"1_X--O-XO--OX-O--X": ("1_x--o-xo--ox-o--x", None, 0)},
    "tictactwo/regular": {"1_" + "-" * 29 + "G-----": ("1_" + "-" * 29 + "G----", None, 0)},
    "snake/regular": {
        "1_-----h5---t-----": ("1_-----hb---t-----", Value.WIN, 11),
        "2_45--h15---3--t2-": ("2_bb--hbb---b--tb-", Value.LOSE, 2),
    },
    "abalone/regular": {
        "xx***oo,turn=1,pos=89": ("1_xx---oo", Value.WIN, 3),
        "oxox***,turn=1,pos=205": ("1_oxox---", Value.LOSE, 2),
    },
    "dinododgem/regular": {
        "1_--xxx-----o----o----o------------": ("1_------x-----x-----x-------------ooo-", None, 0),
        "2_-------------------o-x-----------": ("2_---------o------------------x-------", None, 0),
    },
    "connect4/6x7": {
        "1_" + "-" * 42: ("-" * 42, None, 0),
        "2_" + "-" * 23 + "X" + "-" * 18: ("-" * 38 + "x---", None, 0),
    },
    "mancala/regular": {
        "0s4s4s4s0s4s4s4,turn=0": ("1_4,4,4,0_4,4,4,0", None, 0),
        "0s4s4s5s1s5s5s0,turn=1": ("2_0,5,5,1_5,4,4,0", None, 0),
    },
    "othello/regular": {
        "1_-----BW--WB-----": ("1_-----ox--xo-----", None, 0),
        "2_-WWW-BWW-BBW-B--": ("2_ooo-oox-oxx---x-", None, 0),
    },
}
"""By variant: our text, and GamesmanClassic's value and remoteness if the table is made at start-up."""


@pytest.mark.parametrize("full_id", TEXTS)
def test_texts_of_uwapi_name_our_positions(full_id: str):
    rules = load(full_id)
    for text, (ours, value, remoteness) in TEXTS[full_id].items():
        position = read_text(rules, text)
        assert rules.format(position) == ours
        assert read_text(rules, ours) == position
        assert value is None or result_of(rules.full_id, position) == Result(value, remoteness)


@pytest.mark.parametrize(
    ("full_id", "text"),
    [
        ("hexapawn/0", "1_BBB---WWx"),
        ("hexapawn/0", "1_BBBB---WWW"),
        ("chomp/4x7", "2_6,7"),
        ("dao/4x4", "1_X--o-XO--OX-O--X"),
        ("tictactwo/regular", "1_" + "-" * 29 + "G----X"),
        ("snake/regular", "1_-----h6---t-----"),
        ("snake/regular", "1_-----h5---t----"),
        ("abalone/regular", "xx***oo,turn=3,pos=89"),
        ("abalone/regular", "xxx**oo,turn=1,pos=89"),
        ("dinododgem/regular", "1_--xxx-----o----o----o-----------"),
        ("connect4/6x7", "2_" + "-" * 42),
        ("connect4/6x7", "1_" + "-" * 41),
        ("mancala/regular", "0s4s4s4s0s4s4s5,turn=0"),
        ("mancala/regular", "0s4s4s4s0s4s4s4,turn=2"),
        ("mancala/regular", "0s4s4s4s0s4s4,turn=0"),
        ("othello/regular", "1_-----BW--Wx-----"),
        ("othello/regular", "1_-----BW--W------"),
        ("dinododgem/regular", "1_x-xx------o----o----o------------"),
    ],
)
def test_texts_of_uwapi_that_name_no_position_are_refused(full_id: str, text: str):
    with pytest.raises(PositionError):
        read_text(load(full_id), text)
