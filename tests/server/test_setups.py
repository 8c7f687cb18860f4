"""`/setup`: whether a board set up by hand is a legal position, and if not, why."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation import autogui
from tests.browser.conftest import PLAYED
from tests.helpers import load, name_of


def setup(client: FlaskClient, full_id: str, **query: str) -> Any:
    response = client.get(f"/api/{full_id}/setup/", query_string=query)
    assert response.status_code == 200, response.text
    return response.get_json()["response"]


@pytest.mark.parametrize("rules", PLAYED, ids=name_of)
def test_the_start_is_legal_and_made_of_the_pieces(client: FlaskClient, rules: Rules):
    found = setup(client, rules.full_id)
    assert found["fault"] is None
    assert found["position"] == autogui.write_position(rules, rules.start())
    assert set(rules.board(rules.start()).cells) <= set(found["pieces"])


def test_every_plug_in_is_asked():
    assert {rules.id for rules in PLAYED} == {cls.id for cls in registry.all_rules()}


def test_position_in_any_notation_is_set_up(client: FlaskClient):
    for text in ("R_A_3_3_1234567-8", "1234567-8"):
        found = setup(client, "npuzzle/3", p=text)
        assert (found["position"], found["positionText"]) == ("R_A_3_3_1234567-8", "1234567-8")
    assert found["pieces"] == "-12345678"


@pytest.mark.parametrize("text", ["R_A_3_3_xxx------", "xxx------", "R_A_3_3_", "", "🂡"])
def test_illegal_setups_are_explained(client: FlaskClient, text: str):
    found = setup(client, "tictactoe/regular", p=text)
    assert found["position"] is None
    assert found["fault"]


def test_scramble_sets_up_the_position_it_leads_to_and_names_a_bad_move(client: FlaskClient):
    rules = load("rubikscube/2x2x2")
    found = setup(client, "rubikscube/2x2x2", moves="R U2 F'")
    position = rules.start()
    for name in ("R", "U", "U", "F'"):
        position = next(
            rules.do_move(position, move) for move in rules.moves(position) if rules.format_move(position, move) == name
        )
    assert found["position"] == autogui.write_position(rules, position)
    assert setup(client, "nim/1_3_5", moves="1 from pile 3, 2 from pile 2")["positionText"] == "1_1,1,4"
    assert "Move 2, 'X'" in setup(client, "rubikscube/2x2x2", moves="R X")["fault"]
    assert "more than 500" in setup(client, "rubikscube/2x2x2", moves="R " * 501)["fault"]


def test_an_unknown_variant_is_refused(client: FlaskClient):
    assert client.get("/api/tictactoe/nothing/setup/").status_code == 404
