"""The winning margin: signed in the protocol of 2021, a magnitude in today's."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.mixins import Scored
from perfect_play.puzzles.notation import autogui
from tests.helpers import late, load
from tests.server.asking import position_path


@pytest.mark.parametrize(
    ("variant", "margin"),
    [
        late("othello/4x4", -8),
        ("dotsandboxes/2x2", 2),
        ("dotsandboxes/1x1", -1),
        ("kalah/2x4", -10),
        ("kalah/3x2", 4),
        ("mancala/3x1", 0),
    ],
)
def test_margin_at_the_start_is_that_of_the_best_move(client: FlaskClient, variant: str, margin: int):
    rules = load(variant)
    start = autogui.write_position(rules, rules.start())
    here = client.get(position_path(rules, start)).get_json()["response"]
    assert here["margin"] == margin
    for move in here["moves"]:
        child = client.get(position_path(rules, move["position"])).get_json()["response"]
        assert child["margin"] == move["margin"]


def test_margin_at_the_end_is_the_final_score(client: FlaskClient):
    here = client.get("/games/dnb/variants/1x1/positions/R_B_3_3_*h*vov*h*").get_json()["response"]
    assert (here["positionValue"], here["margin"], here["moves"]) == ("win", 1, [])


def test_games_without_points_have_no_margin(client: FlaskClient):
    here = client.get("/games/tictactoe/variants/regular/positions/R_A_3_3_---------").get_json()["response"]
    assert "margin" not in here
    assert not any("margin" in move for move in here["moves"])


@pytest.mark.second_ring
def test_current_protocol_has_winby_for_scored_games_only(client: FlaskClient):
    here = client.get("/universal/v1/othello/4x4/positions/?p=1_-----ox--xo-----").get_json()
    assert (here["positionValue"], here["winby"]) == ("lose", 8)
    assert {move["winby"] for move in here["moves"]} == {8}
    assert "winby" not in client.get("/universal/v1/tictactoe/regular/positions/?p=---------").get_json()


def test_games_with_margins_are_declared(client: FlaskClient):
    told = {cls.id: client.get(f"/universal/v1/{cls.id}/").get_json() for cls in registry.all_rules()}
    expected = {cls.id for cls in registry.all_games() if issubclass(cls, Scored)}
    assert {name for name, game in told.items() if game["supportsWinBy"] is True} == expected
    assert all(type(game["supportsWinBy"]) is bool for game in told.values())
    assert len(expected) >= 4
    with_it = {f"{name}/{one['id']}" for name, game in told.items() for one in game["variants"] if one["supportsWinBy"]}
    assert {name.partition("/")[0] for name in with_it} == expected
    assert {"othello/4x4", "kalah/5x2", "mancala/3x2"} <= with_it
    assert with_it.isdisjoint({"othello/6x6", "kalah/6x3", "kalah/6x6_empty"})  # a search may find the value alone


@pytest.mark.parametrize(
    ("variant", "supported"), [("othello/4x4", True), ("othello/6x6", False), ("nim/3_5_7", False)]
)
def test_variant_says_whether_it_supports_win_by(client: FlaskClient, variant: str, supported: bool):
    assert client.get(f"/universal/v1/{variant}/").get_json()["supportsWinBy"] is supported
