"""`/api/<id>/<variant>/best-move`: the answers of the search, bounded, and refusals with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from server import api, create_app
from solvers.search import alpha_beta
from tests.helpers import load


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[FlaskClient]:
    """A service without any table; asking writes nothing."""
    yield create_app({"data_dir": tmp_path, "build": False}).test_client()
    assert list(tmp_path.iterdir()) == []


def test_the_answer(asking: FlaskClient):
    expected = {
        "position": "R_B_3_3_-x--x----",
        "move": "A_x_6",
        "moveName": "a1-b1",
        "value": -3,
        "leaves": 2,
        "nodes": 3,
        "limit": 1,
        "searched": 1,
        "limitReached": True,
        "toTheEnd": False,
    }
    for given in ("R_B_3_3_-x--x----", "-x--x----"):
        response = asking.get(f"/api/domineering/3x3/best-move?p={given}&limit=1")
        assert response.status_code == 200
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.get_json() == {"status": "ok", "response": expected}


@pytest.mark.parametrize(
    ("given", "limit", "move", "value", "leaves"),
    [
        ("R_A_3_3_---------", 1, "A_x_1", 2, 6),
        ("R_A_3_3_---------", 2, "A_x_1", 3, 10),
        ("R_B_3_3_-x--x----", 1, "A_x_6", -3, 2),
        ("R_B_3_3_-x--x----", 2, "A_x_6", -2, 5),
    ],
)
def test_the_assignment_on_dominoes(asking: FlaskClient, given: str, limit: int, move: str, value: int, leaves: int):
    here = asking.get(f"/api/domineering/3x3/best-move?p={given}&limit={limit}").get_json()["response"]
    assert (here["move"], here["value"], here["leaves"], here["searched"]) == (move, value, leaves, limit)


def test_from_the_start_by_default(asking: FlaskClient):
    here = asking.get("/api/dnb/2x2/best-move/").get_json()["response"]
    rules = load("dotsandboxes/2x2")
    found = alpha_beta(rules, rules.start(), api.LIMIT)
    assert (here["position"], here["limit"]) == ("R_A_5_5_*-*-*-----*-*-*-----*-*-*", api.LIMIT)
    assert (here["value"], here["leaves"], here["nodes"]) == (found.value, found.leaves, found.nodes)


def test_the_end(asking: FlaskClient):
    here = asking.get("/api/othello/4x4/best-move?p=1_xxxxxxxxxooooooo&limit=7").get_json()["response"]
    assert (here["move"], here["moveName"], here["value"], here["toTheEnd"]) == (None, None, 2, True)


def test_no_request_goes_on_for_long(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(api, "NODES", 500)
    here = asking.get("/api/domineering/4x4/best-move?limit=60").get_json()["response"]
    assert (here["limit"], here["limitReached"]) == (60, False)
    rules = load("domineering/4x4")
    found = alpha_beta(rules, rules.start(), here["searched"])
    assert 1 <= here["searched"] < 60
    assert here["nodes"] == found.nodes <= 500
    assert here["value"] == found.value


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [
        ("domineering/3x3/best-move?limit=0", 400, "1 to 60 moves ahead, not 0"),
        ("domineering/3x3/best-move?limit=61", 400, "not 61"),
        ("domineering/3x3/best-move?limit=-1", 400, "limit='-1': expected a whole number from 1 to 60"),
        ("domineering/3x3/best-move?limit=", 400, "limit='': expected"),
        ("domineering/3x3/best-move?limit=%D9%A3", 400, "expected a whole number"),
        ("domineering/3x3/best-move?limit=" + "9" * 3000, 400, "(3000 characters)"),
        ("domineering/3x3/best-move?p=", 400, "expected 9 characters"),
        ("domineering/3x3/best-move?p=xxx------", 400, "as many upright as flat"),
        ("domineering/3x3/best-move?p=R_A_3_3_-x--x----", 400, "it is the turn of B"),
        ("domineering/3x3/best-move?p=" + "x" * 3000, 400, "at most 2000 characters"),
        ("domineering/9x9/best-move", 404, "has no variant '9x9'"),
        ("dominering/3x3/best-move", 404, "Did you mean 'domineering'"),
        ("nim/x/best-move", 400, "is not a start of nim"),
        ("nim/1_3/best-move", 422, "has no evaluation"),
        ("hanoi/3_3/best-move", 422, "puzzle for one player"),
    ],
)
def test_refusals(asking: FlaskClient, path: str, status: int, part: str):
    response = asking.get(f"/api/{path}")
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    assert part in response.get_json()["detail"]
