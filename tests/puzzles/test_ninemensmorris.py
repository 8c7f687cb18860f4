"""Nine Men's Morris: moves and texts as in GamesmanClassic, the materials of play, and the small game whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value, Variant
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.two_player.ninemensmorris import THREE, NineMensMorris
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.native import process, tier_engine
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.engine import Task
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import Histogram, moves_from, reached, row

NINE, SIX, SMALL = "ninemensmorris/regular", "ninemensmorris/6mmNoFly", "ninemensmorris/3mmNoFly"


def test_small_game_has_the_known_counts_and_result_of_the_start():
    table = reached(SMALL)
    assert {value: sum(row.values()) for value, row in table.items()} == {"win": 1108, "lose": 881, "draw": 260}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.LOSE, 12)


THREE_EACH: Histogram = {
    "lose": row(2, 3125, 4700, 3998, 2496, 2099, 2160, 2261, 2387, 2116, 2122, 1079, 123, 70),
    "win": row(1, 66472, 33775, 16651, 6619, 4770, 2561, 3808, 2506, 1185, 776, 1125, 346, 27),
    "draw": {None: 269},
}
"""Three men each on the board, none in hand, all free to fly: classes of symmetric positions, from the tables of
G. E. Gevay and G. Danner (their program Malom)."""


@pytest.mark.exhaustive
def test_three_men_each_have_the_known_results(tmp_path: Path):
    rules = NineMensMorris(Variant("three", "Three men each, who may fly", (THREE, 3, True)))
    code = process.compiled(rules, "tiers")
    solved = tier_engine.solve(Task(rules, *code, Checkpoint(rules, tmp_path), lambda **told: None))
    (stretch,) = (one for one in rules.arrangements.stretches if one.material.counts == (3, 3))
    ranks = range(stretch.first, stretch.first + stretch.size)
    found = Counter(solved.find(rank) for rank in ranks if rules.rank(rules.unrank(rank)) == rank)
    assert found == {
        Result(Value(value), remoteness): count
        for value, counts in THREE_EACH.items()
        for remoteness, count in counts.items()
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize(("variant", "count"), [("6mmNoFly", 42_372_745), ("6mm", 42_383_945)])
def test_play_of_six_men_reaches_the_published_number_of_positions(variant, count, tmp_path, monkeypatch):
    monkeypatch.setattr(tier_engine, "MOST_WALKED", 1 << 27)
    monkeypatch.setattr(tier_engine, "WALKING", 3600.0)
    rules = load(f"ninemensmorris/{variant}")
    code = process.compiled(rules, "tiers")
    solved = tier_engine.solve(Task(rules, *code, Checkpoint(rules, tmp_path), lambda **told: None))
    census = solved.reachable_census()
    assert (census.meaning, census.positions) == ("reachable", count)
    assert solved.find(rules.rank(rules.start())).value is Value.DRAW


MOVES = {  # of GamesmanClassic
    (SIX, "1_B-W-BBW-----W-WW--"): "15-9 14-13 14-11 12-11 12-8 6-13r5 6-13r4 6-13r0 6-7 2-9 2-1",
    (SIX, "1_WB-WW--WWB-WB-----"): "11-14 11-10r12 11-10r9 11-10r1 8-5r12 8-5r9 8-5r1 7-10 7-6 4-5 0-6",
    (SIX, "2_---B--WB-W-B--W---"): "11-12 11-10r14 11-10r9 11-10r6 7-10 3-4",
    (
        NINE,
        "2_W-B-BBB-B---BWB---BB--W---",
    ): "19-20 19-16 18-10 14-23 12-17 8-7 6-11 6-7 4-7r22 4-7r13 4-7r0 4-3 4-1 2-1",
    (
        NINE,
        "2_---B----BB-BB---B---BWWW--",
    ): "20-19 20-13 16-19 16-17r23 16-17r22 16-17r21 16-15 12-17 12-13 11-15 11-10 "
    "11-6 9-10 9-0 8-7 3-10r23 3-10r22 3-10r21 3-4",
}


@pytest.mark.parametrize(("where", "moves"), MOVES.items(), ids=[text for _, text in MOVES])
def test_moves_of_sample_positions_equal_the_recorded_ones(where: tuple[str, str], moves: str):
    assert set(moves_from(*where)) == set(moves.split())


def test_player_with_three_men_flies():
    assert len(moves_from(NINE, "2_--WB-W-W-W--B-W----BW-----")) == 45
    assert len(moves_from(NINE, "1_---BB--B-WB-W------B-W----")) == 52


def test_a_mill_takes_from_a_mill_only_if_there_is_no_other_man():
    assert set(moves_from(SIX, "1_BBB------W---WW---")) == {
        "9-15r0",
        "9-15r1",
        "9-15r2",
        "9-8",
        "13-6",
        "14-11",
        "14-15",
    }


def test_game_is_lost_with_two_men_and_open_at_the_start():
    rules = load(SIX)
    assert rules.primitive(rules.parse("2_--W--B---BWWWW----")) is Value.LOSE
    assert rules.primitive(rules.parse("1_----------------66")) is None


REFUSED: list[tuple[str, type[PositionError]]] = [
    ("1_----------------", MalformedPosition),
    ("1_WWW------BBB----00", MalformedPosition),
    ("1_WWW------BBB-----0", MalformedPosition),
    ("2_----------------66", IllegalPosition),
    ("1_W---------------55", IllegalPosition),
    ("1_WWW-------------33", IllegalPosition),  # three mills, none of which was ever closed
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(SIX).parse(text)


def test_materials_of_play_have_three_to_nine_men_or_one_side_with_two():
    """Without men in hand, each side has three to nine, or one side has lost its third man."""
    rules = load(NINE)
    assert isinstance(rules, BoardGame)
    seen = {counts if turn == 1 else counts[::-1] for turn, counts, hands in rules.materials() if hands == (0, 0)}
    assert {(own, other) for own in range(3, 10) for other in range(3, 10)} <= seen
    assert min(map(min, seen)) == 2
    assert len(rules.symmetries) == 16


def test_buttons_tell_moves_from_moves_that_also_remove_a_man():
    rules = load(SIX)
    assert rules.button(rules.start(), rules.moves(rules.start())[3]) == Add("W", 3)
    position = rules.parse("2_---B--WB-W-B--W---")
    buttons = {rules.format_move(position, move): rules.button(position, move) for move in rules.moves(position)}
    assert buttons["11-12"] == Move(11, 12)
    assert buttons["11-10r14"] == Move(14, 18 + 4 * 10 + 1)
