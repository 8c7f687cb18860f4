"""`/known`: what can be said of a position now, even without a table."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.notation import autogui
from tests.helpers import BEYOND_BOOKS, load
from tests.server.asking import position_path


def known(client: FlaskClient, full_id: str, text: str | None = None) -> dict:
    response = client.get(f"/api/{full_id}/known/", query_string={} if text is None else {"p": text})
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.headers["Cache-Control"] == "no-store"
    return response.get_json()["response"]


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "npuzzle/2x3", "nim/3_4_5"])
def test_known_values_of_a_solved_variant_equal_its_positions(client: FlaskClient, full_id: str):
    rules = load(full_id)
    told = known(client, full_id)
    text = autogui.write_position(rules, rules.start())
    other = client.get(position_path(rules, text)).get_json()["response"]
    names = ("position", "positionValue", "remoteness")
    assert {name: told[name] for name in names} == {name: other[name] for name in names}
    each = (*names, "move", "moveName", "moveValue", "deltaRemoteness")
    assert [{name: move[name] for name in each} for move in told["moves"]] == [
        {name: move[name] for name in each} for move in other["moves"]
    ]


@pytest.mark.second_ring
def test_a_game_without_a_table_can_be_played_to_its_end(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.reports.partial.REPORT_SECONDS", 0.1)
    rules, told = load("quarto/regular"), known(client, "quarto/regular")
    assert (told["positionValue"], told["remoteness"]) == ("unsolved", None)
    for _ in range(17):
        if not told["moves"]:
            break
        assert len(told["moves"]) == len(list(rules.moves(autogui.read_position(rules, told["position"]))))
        told = known(client, "quarto/regular", told["moves"][-1]["position"])
    assert told["moves"] == []
    assert told["positionValue"] in ("lose", "tie")
    assert told["remoteness"] == 0


@pytest.mark.second_ring
def test_a_search_that_is_too_long_leaves_the_moves(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.reports.partial.REPORT_SECONDS", 0.0)
    monkeypatch.setattr("perfect_play.solvers.reports.partial.EACH", 0.0)
    told = known(client, "connect4/6x7", BEYOND_BOOKS)
    assert told["positionValue"] == "unsolved"
    assert [(move["moveName"], move["moveValue"]) for move in told["moves"]] == [(n, "unsolved") for n in "123567"]


def test_known_values_without_search_leave_out_searched_ones(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.proving.prover.Prover.bounds", lambda *_: pytest.fail("it searches"))
    told = client.get(f"/api/connect4/6x7/known/?search=false&p={BEYOND_BOOKS}").get_json()["response"]
    assert {told["positionValue"], *(move["moveValue"] for move in told["moves"])} == {"unsolved"}
    assert len(told["moves"]) == 6
    booked = client.get("/api/connect4/6x7/known/?search=false").get_json()["response"]
    assert (booked["positionValue"], booked["remoteness"]) == ("win", 41)
    tabled = client.get("/api/tictactoe/regular/known/?search=false").get_json()["response"]
    assert (tabled["positionValue"], tabled["remoteness"]) == ("tie", 9)
    refused = client.get("/api/connect4/6x7/known/?search=no")
    assert (refused.status_code, refused.get_json()["detail"]) == (400, "search='no': expected true or false.")


def test_known_start_depends_on_the_seed(client: FlaskClient):
    """At a random position chosen by a seed, if the puzzle always begins so; else at the start."""

    def begun(full_id: str, seed: str) -> str:
        told = client.get(f"/api/{full_id}/known/", query_string={"seed": seed}).get_json()["response"]
        assert told["positionValue"] != "unsolved"
        return str(told["position"])

    drawn = {seed: begun("npuzzle/2x3", seed) for seed in "abcdefgh"}
    assert len({*drawn.values()}) > 4
    assert {seed: begun("npuzzle/2x3", seed) for seed in drawn} == drawn
    start = client.get("/puzzles/npuzzle/2x3/start/?seed=a")
    assert known(client, "npuzzle/2x3", start.get_json()["position"])["position"] == drawn["a"]
    assert begun("towersofhanoi/3_3", "a") == known(client, "towersofhanoi/3_3")["position"]
    assert client.get("/api/npuzzle/2x3/known/", query_string={"seed": 65 * "a"}).status_code == 400
    assert client.get("/api/nim/3_4_5/known/", query_string={"seed": 65 * "a"}).status_code == 400


def test_a_position_that_is_none_is_refused(client: FlaskClient):
    response = client.get("/api/tictactoe/regular/known/", query_string={"p": "R_A_3_3_xxxxxxxxx"})
    assert response.status_code == 400
