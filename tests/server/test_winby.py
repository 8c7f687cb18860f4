"""The winning margin: signed in the protocol of 2021, a magnitude in today's."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from puzzles import registry
from puzzles.mixins import Scored
from server.notation import autogui
from tests.helpers import load
from tests.server.asking import position_path


@pytest.mark.parametrize(
    ("variant", "margin"),
    [
        ("othello/4x4", -8),
        ("dotsandboxes/2x2", 2),
        ("dotsandboxes/1x1", -1),
        ("kalah/2x4", -10),
        ("kalah/3x2", 4),
        ("mancala/3x2", 0),
    ],
)
def test_margin_at_the_start(client: FlaskClient, variant: str, margin: int):
    rules = load(variant)
    start = autogui.write_position(rules, rules.start())
    here = client.get(position_path(rules, start)).get_json()["response"]
    assert here["margin"] == margin
    for move in here["moves"]:
        child = client.get(position_path(rules, move["position"])).get_json()["response"]
        assert child["margin"] == move["margin"]


def test_margin_at_the_end(client: FlaskClient):
    here = client.get("/games/dnb/variants/1x1/positions/R_B_3_3_*h*vov*h*").get_json()["response"]
    assert (here["positionValue"], here["margin"], here["moves"]) == ("win", 1, [])


def test_no_margin_elsewhere(client: FlaskClient):
    here = client.get("/games/tictactoe/variants/regular/positions/R_A_3_3_---------").get_json()["response"]
    assert "margin" not in here
    assert not any("margin" in move for move in here["moves"])


def test_the_protocol_of_today(client: FlaskClient):
    here = client.get("/universal/v1/othello/4x4/positions/?p=1_-----ox--xo-----").get_json()
    assert (here["positionValue"], here["winby"]) == ("lose", 8)
    assert {move["winby"] for move in here["moves"]} == {8}
    assert "winby" not in client.get("/universal/v1/tictactoe/regular/positions/?p=---------").get_json()


def test_it_says_which_games_have_it(client: FlaskClient):
    found = {cls.id: client.get(f"/universal/v1/{cls.id}/").get_json()["supportsWinBy"] for cls in registry.all_rules()}
    expected = {cls.id for cls in registry.all_games() if issubclass(cls, Scored)}
    assert {name for name, supported in found.items() if supported is True} == expected
    assert all(type(supported) is bool for supported in found.values())
    assert len(expected) >= 4
