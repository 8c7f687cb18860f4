"""3-Spot: every count of GamesmanClassic, moved dominoes, and the winner if a player has too many points."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

ID, SMALL = "3spot/regular", "3spot/4points"


def test_small_game_has_the_known_counts_and_result_of_the_start():
    assert by_value(SMALL) == {"win": 5512, "lose": 3511, "draw": 44}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.WIN, 8)


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    assert by_value(ID) == {"win": 58_784, "lose": 29_855, "draw": 3052}
    assert result_of(ID, load(ID).start()) == Result(Value.WIN, 24)


def test_first_move_puts_a_domino_elsewhere():
    """Each domino goes to another place, which may overlap its old one."""
    assert moves_from(ID, "1_---BWRBWR0000") == {
        "1h 4h": "2_BB-WWR--R0000",
        "1h 4v": "2_BB-W-RW-R0000",
        "1h 7h": "2_BB---RWWR0000",
        "2h 1v": "2_WBBW-R--R0000",
        "2h 4h": "2_-BBWWR--R0000",
        "2h 4v": "2_-BBW-RW-R0000",
        "2h 7h": "2_-BB--RWWR0000",
        "1v 2h": "2_BWWB-R--R0000",
        "1v 2v": "2_BW-BWR--R0000",
        "1v 7h": "2_B--B-RWWR0000",
    }


def test_a_player_at_the_goal_does_not_move_the_neutral_domino():
    moves = moves_from(ID, "2_BBWR-WR--0511")
    assert moves["7h"] == "1_BBW--WRR-0513"
    assert all(" " in name or name in ("7h", "8h", "5v") for name in moves)
    assert moves["5v"] == "1_BBW-RW-R-0512"


@pytest.mark.parametrize(
    ("points", "first", "second"),
    [
        ("1206", Value.WIN, Value.LOSE),
        ("1305", Value.LOSE, Value.WIN),
        ("0512", Value.WIN, Value.LOSE),
        ("0612", Value.LOSE, Value.WIN),
        ("1111", None, None),
    ],
)
def test_player_with_twelve_points_wins_only_if_the_other_has_enough(
    points: str, first: Value | None, second: Value | None
):
    rules = load(ID)
    found = [rules.primitive(rules.parse(f"{turn}_---BWRBWR{points}")) for turn in (1, 2)]
    assert found == [first, second]


def test_buttons_touch_the_own_domino_first_and_the_neutral_one_second():
    """The player's domino is touched first, then the neutral one, in their new places."""
    rules = load(ID)
    picture, position = picture_of(rules), rules.parse("2_BBWR-WR--0511")
    buttons = {rules.format_move(position, move): picture.click(position, move) for move in rules.moves(position)}
    assert buttons["7h"] == Add("h", 24)
    start = rules.start()
    touches = {rules.format_move(start, move): picture.touches(start, move) for move in rules.moves(start)}
    assert touches["1h 7h"].first.button == Add("h", 14)
    assert [touch.button for touch in touches["1h 7h"].second] == [Add("h", 24)]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("1_---BWRBWR000", MalformedPosition),
        ("1_---BWRBWR00x0", MalformedPosition),
        ("1_B-B--RWWR0000", IllegalPosition),
        ("1_---BWRBWR1212", IllegalPosition),
        ("1_---BWRBWR1400", IllegalPosition),
    ],
)
def test_illegal_and_malformed_positions_are_refused(text: str, error: type[PositionError]):
    with pytest.raises(error):
        load(ID).parse(text)
