"""`POST /map`: the graph of a small game, checked against the rules and the tables."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.solvers.reports import map as maps
from tests.helpers import load


def asked(client: FlaskClient, rules: Rules, *texts: str) -> Any:
    answer = client.post(f"/api/{rules.full_id}/map", json={"positions": texts})
    assert answer.status_code == 200, answer.text
    return answer.get_json()["response"]


def start(rules: Rules) -> str:
    return autogui.write_position(rules, rules.start())


@pytest.mark.parametrize(
    ("full_id", "nodes"), [("tictactoe/regular", 765), ("towersofhanoi/3_3", 14), ("npuzzle/2x3", 360)]
)
def test_whole_map_has_every_position_and_its_value(client: FlaskClient, full_id: str, nodes: int):
    """Tic-Tac-Toe has 765 positions up to symmetry; half of the 6! of the 2x3 sliding puzzle are solvable."""
    rules, manager = load(full_id), client.application.extensions["manager"]
    found = asked(client, rules, start(rules))
    assert (found["whole"], len(found["nodes"])) == (True, nodes)
    read = [autogui.read_position(rules, one["position"]) for one in found["nodes"]]
    for position, one in zip(read, found["nodes"], strict=True):
        result = manager.result(rules, position)
        assert (one["positionValue"], one["remoteness"]) == (result.value, result.remoteness)
    number = {position: at for at, position in enumerate(read)}
    links = {
        (at, number[rules.canonical(rules.do_move(position, move))])
        for at, position in enumerate(read)
        if rules.primitive(position) is None
        for move in rules.moves(position)
    }
    assert set(map(tuple, found["links"])) == links
    assert found["path"] == [0]


def test_the_path_of_a_match(client: FlaskClient):
    rules = load("tictactoe/regular")
    found = asked(client, rules, "---------", "x--------", "x---o----")
    drawn = [found["nodes"][node]["position"] for node in found["path"]]
    assert [len(one.replace("-", "")) for one in drawn] == [8, 9, 10]
    assert all([a, b] in found["links"] for a, b in zip(found["path"], found["path"][1:], strict=False))


def test_map_of_a_larger_game_has_the_nearby_positions(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(maps, "MAX_NODES", 100)
    monkeypatch.setattr(maps, "MAX_NEARBY", 20)
    rules = load("tictactoe/regular")
    found = asked(client, rules, "---------", "xo-------")
    assert not found["whole"]
    assert 20 <= len(found["nodes"]) <= 21
    assert found["path"][-1] == 0


@pytest.mark.parametrize("body", [{}, [], {"positions": []}, {"positions": ["-"] * 501}, {"positions": [1]}])
def test_body_that_is_no_list_of_positions_is_refused(client: FlaskClient, body: Any):
    assert client.post("/api/tictactoe/regular/map", json=body).status_code == 400


def test_a_position_that_is_none_is_refused(client: FlaskClient):
    answer = client.post("/api/tictactoe/regular/map", json={"positions": ["---------", "xxx------"]})
    assert answer.status_code == 400
    assert "Position 2" in answer.get_json()["detail"]
