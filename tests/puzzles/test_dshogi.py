"""Dobutsu shogi: moves and short wins as in R. Clausecker's tables, and the small board whole."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.view import Move
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from tests.helpers import ROOT, late, load, result_of, solved
from tests.kept_tables import kept
from tests.puzzles.reached import moves_from
from tests.solvers.searching import with_seconds

ID, SMALL = "dshogi/regular", "dshogi/3x3"
TRUTHS: dict[str, str] = json.loads((ROOT / "tests" / "puzzles" / "truths" / "dshogi.json").read_text())
"""Value and remoteness of positions at most seven moves from the end, from R. Clausecker's tables."""


@pytest.mark.exhaustive
def test_small_board_has_the_known_counts_and_result_of_the_start():
    results = solved(SMALL).results
    assert len(results) == load(SMALL).variant.positions
    assert Counter(result.value for result in results.values()) == {Value.WIN: 11_152, Value.LOSE: 5502, Value.DRAW: 23}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.WIN, 9)


MOVES = {
    "1_gle-c--C-ELG_000_000": "B3 B2,B4 A3,B4 C3,C4 C3",
    "2_g-e--c-ClE-L_000_100": "g B1,g A2,g B2,g A3,g B4,A1 A2,A1 B1,C1 B2,C3 C4,C3 B4,C3 B3,C3 B2",
    "2_-Ge-elcC-L-G_000_000": "A3 A4,B2 C3,B2 A1,C2 C3,C2 B3,C2 B1",
}


@pytest.mark.parametrize(("position", "moves"), MOVES.items())
def test_moves_of_sample_positions_equal_the_published_ones(position: str, moves: str):
    assert sorted(moves_from(ID, position)) == sorted(moves.split(","))


def test_chicks_become_hens_and_come_back_as_chicks():
    assert moves_from(ID, "2_-Ge-elcC-L-G_000_000")["A3 A4"] == "1_-Ge-el-C-h-G_000_000"
    assert moves_from(ID, "1_-le-hGE--LG-_001_000")["C2 B2"] == "2_-le-G-E--LG-_002_000"


@cache
def short_win(position: Position, plies: int) -> Result | None:
    """The result of a position if play ends within `plies` plies."""
    rules = load(ID)
    ended = rules.primitive(position)
    if ended is not None or plies == 0:
        return None if ended is None else Result(ended, 0)
    after = [short_win(child, plies - 1) for child in rules.children(position)]
    lost = [result.remoteness for result in after if result is not None and result.value is Value.LOSE]
    if lost:
        return Result(Value.WIN, 1 + min(lost))
    won = [result.remoteness for result in after if result is not None and result.value is Value.WIN]
    return Result(Value.LOSE, 1 + max(won)) if len(won) == len(after) else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2_g-e--c-ClE-L_000_100", Result(Value.WIN, 1)),
        ("1_gE--el-L-cCG_000_000", Result(Value.WIN, 1)),
        ("2_--H---LEl-G-_111_000", Result(Value.LOSE, 2)),
        ("2_--eL--CEl-cG_000_100", Result(Value.LOSE, 2)),
        late("2_l-e--CEL-GG-_001_000", Result(Value.LOSE, 6)),
    ],
)
def test_short_wins_are_seen_in_as_many_moves_as_they_take_and_no_fewer(text: str, expected: Result):
    position = load(ID).parse(text)
    for plies in range(expected.remoteness or 0):
        assert short_win(position, plies) is None
    assert short_win(position, expected.remoteness or 0) == expected


@pytest.mark.second_ring
def test_positions_near_the_end_have_the_known_results():
    rules, searched = load(ID), with_seconds(SearchedBoards(kept()), 600.0)
    for text, told in TRUTHS.items():
        found = searched.probe(rules, rules.parse(text))
        assert f"{found.value} {found.remoteness}" == told, text


def test_lion_on_the_farthest_rank_wins_unless_it_can_be_taken():
    rules = load(ID)
    assert rules.primitive(rules.parse("2_gLe---l-C-EG_001_000")) is Value.WIN  # the giraffe takes it
    assert rules.primitive(rules.parse("2_-L---g-lCeEG_001_000")) is Value.LOSE
    assert rules.primitive(rules.parse("2_gL----e-C-EG_001_000")) is Value.LOSE  # and the other has been taken


REFUSED: list[tuple[str, type[PositionError]]] = [
    ("1_gle-c--C-ELG_000000", MalformedPosition),
    ("1_gle-c--C-ELG_00_0000", MalformedPosition),
    ("3_gle-c--C-ELG_000_000", MalformedPosition),
    ("1_gle-c--C-ELG_100_000", IllegalPosition),  # three giraffes
    ("1_g-e-c--C-ELG_000_000", IllegalPosition),  # player 2 has moved without a lion
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(ID).parse(text)


def test_drops_and_steps_are_drawn_as_arrows_from_hand_and_board():
    rules = load(ID)
    assert isinstance(rules, BoardGame)
    position = rules.parse("2_g-e--c-ClE-L_000_100")
    buttons = {rules.format_move(position, move): rules.button(position, move) for move in rules.moves(position)}
    assert buttons["g A2"] == Move(12 + 3 + 3, 3)
    assert buttons["A1 A2"] == Move(0, 3)
