"""Moves made by two touches on today's page: the position between the touches, its value, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers import late

Json = dict[str, Any]
LGAME = "1_WBB--RB--RB--RRG"
START = {"lgame/regular": LGAME, "mockturtles/5": "1_hhhhh", "turningcoins/triplets_5": "1_hhhhh"}
"""Variants in which moves of two touches are possible at the start, whose tables the tests share or which need none."""


def ask(client: FlaskClient, name: str, position: str) -> Json:
    answer = client.get(f"/universal/v1/{name}/positions/", query_string={"p": position})
    assert answer.status_code == 200, answer.get_json()
    found: Json = answer.get_json()
    return found


def touched(here: Json) -> list[Json]:
    """The moves that only begin a move."""
    return [move for move in here["moves"] if ";" in move["position"]]


@pytest.mark.parametrize("name", [late(name) if name == "lgame/regular" else name for name in START])
def test_the_same_player_goes_on_and_the_value_is_that_of_the_best_move(client: FlaskClient, name: str):
    here = ask(client, name, START[name])
    assert touched(here)
    for move in touched(here):
        half = ask(client, name, move["position"])
        assert move["move"].startswith("~")
        assert half["position"] == move["position"] == f"{START[name]};{move['move'][1:]}"
        assert half["autoguiPosition"] == move["autoguiPosition"]
        assert half["autoguiPosition"][0] == here["autoguiPosition"][0]
        assert half["positionValue"] == move["positionValue"] == move["moveValue"] == half["moves"][0]["moveValue"]
        assert half["remoteness"] == move["remoteness"]
        assert all(";" not in second["position"] for second in half["moves"])
        assert {second["autoguiPosition"][0] for second in half["moves"]} == {"2"}
        if half["remoteness"] >= 0:
            assert half["remoteness"] == half["moves"][0]["remoteness"] + 1
        assert half["moves"][0]["deltaRemoteness"] == 0
    assert here["positionValue"] in {move["moveValue"] for move in here["moves"]}


@pytest.mark.parametrize("name", [late(name) if name == "lgame/regular" else name for name in START])
def test_names_and_buttons_are_unique(client: FlaskClient, name: str):
    here = ask(client, name, START[name])
    for answer in [here, *(ask(client, name, move["position"]) for move in touched(here))]:
        for key in ("move", "autoguiMove"):
            texts = [move[key] for move in answer["moves"]]
            assert len(set(texts)) == len(texts)


def test_neutral_pieces_of_the_l_game_may_be_touched_to_stay(client: FlaskClient):
    first = touched(ask(client, "lgame/regular", LGAME))[0]
    half = ask(client, "lgame/regular", first["position"])
    stays = [move for move in half["moves"] if move["move"].endswith("stays")]
    assert {move["move"] for move in stays} == {f"{first['move'][1:]} {piece} stays" for piece in "WG"}
    assert len({move["position"] for move in stays}) == 1


@pytest.mark.parametrize(
    ("name", "position", "says"),
    [
        ("lgame/regular", f"{LGAME};a1-a2", "no move begins with this touch. Expected"),
        ("lgame/regular", f"{LGAME};c4-d2;W-b4", "no move begins with this touch"),
        ("tictactoe/regular", "1_---------;a1", "each move is made by one click"),
        ("lgame/regular", ";c4-d2", "Which position?"),
    ],
)
def test_a_touch_that_begins_no_move_is_refused(client: FlaskClient, name: str, position: str, says: str):
    answer = client.get(f"/universal/v1/{name}/positions/", query_string={"p": position})
    assert answer.status_code == 400
    assert says in answer.get_json()["error"]
