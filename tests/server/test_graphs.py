"""The whole graph of a small variant in one answer."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from perfect_play.server.api import graphs


def test_each_row_is_the_answer_about_its_position(client: FlaskClient):
    told = client.get("/api/kayles/4/graph/").json["response"]
    facts, own = told["facts"], told["own"]
    texts = [row[facts.index("position")] for row in told["positions"]]
    assert len(set(texts)) == len(texts)
    assert sum("prevmove" in text for text in texts) > 0, "first touches as well"
    for *known, moves in told["positions"]:
        here = dict(zip(facts, known, strict=True))
        answer = client.get(f"/games/kayles/variants/4/positions/{here['position']}/").json["response"]
        assert {name: answer.get(name) for name in facts} == here
        assert [[*map(move.get, own[:-1]), texts.index(move["position"])] for move in answer["moves"]] == moves


@pytest.mark.parametrize("name", ["kayles/12", "connect4/6x7", "npuzzle/4"])
def test_graph_of_a_large_variant_is_refused(client: FlaskClient, name: str):
    answer = client.get(f"/api/{name}/graph/")
    assert answer.status_code == 422
    assert f"{name} has more than the 6,000 positions or 20,000 moves" in answer.json["detail"]


def test_graph_with_too_many_moves_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(graphs, "MOST_MOVES", 100)
    assert client.get("/api/kayles/5/graph/").status_code == 422
    monkeypatch.setattr(graphs, "MOST_MOVES", 1000)
    assert client.get("/api/kayles/5/graph/").status_code == 200


def test_graph_out_of_time_is_refused_with_retry_after(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(graphs, "SECONDS", 0)
    answer = client.get("/api/kayles/5/graph/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "30"
    assert "were not listed in 0 s" in answer.json["detail"]
