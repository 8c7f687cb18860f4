"""`/api/<id>/<variant>/best-move`: exact answers, guesses that are marked, bounds, and refusals with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.server.api import best_moves as api
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import alpha_beta
from tests.helpers import load, solved


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[FlaskClient]:
    """A service without tables or time pressure; requests write nothing."""
    yield _service(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def guessing(tmp_path: Path) -> FlaskClient:
    """The same, but it finds nothing exact that needs exploration."""
    return _service(tmp_path, nodes=1)


def _service(data_dir: Path, nodes: int = 100_000) -> FlaskClient:
    service = create_app({"data_dir": data_dir, "build": False})
    manager: PuzzleManager = service.extensions["manager"]
    manager.explorer.nodes, manager.explorer.seconds = nodes, 600.0
    return service.test_client()


def test_answer_names_the_move_its_value_and_how_it_was_found(asking: FlaskClient):
    expected = {
        "position": "R_B_3_3_-x--x----",
        "move": "A_x_6",
        "moveName": "a1-b1",
        "exact": True,
        "answeredBy": "exact search",
        "positionValue": "lose",
        "remoteness": 2,
        "margin": None,
        "search": None,
    }
    for given in ("R_B_3_3_-x--x----", "-x--x----"):
        response = asking.get(f"/api/domineering/3x3/best-move?p={given}&limit=1")
        assert response.status_code == 200
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.get_json() == {"status": "ok", "response": expected}


def test_best_move_of_a_won_position_keeps_the_win(asking: FlaskClient):
    """Evaluating this game's ended positions like others leads to a4-a3, which loses."""
    here = asking.get("/api/domineering/4x2/best-move?limit=60").get_json()["response"]
    assert (here["exact"], here["positionValue"], here["remoteness"]) == (True, "win", 3)
    assert here["moveName"] == "a3-a2"


def test_a_table_is_never_contradicted(tmp_path: Path):
    asking = _service(tmp_path, nodes=1)
    PuzzleManager(tmp_path).store.write(load("othello/4x4"), solved("othello/4x4"), 0.0)
    here = asking.get("/api/othello/4x4/best-move?p=R_B_4_4_-----ox--xx---x-").get_json()["response"]
    assert (here["moveName"], here["exact"], here["answeredBy"]) == ("d4", True, "table")
    assert (here["positionValue"], here["margin"]) == ("win", 8)
    listed = asking.get("/games/othello/variants/4x4/positions/R_B_4_4_-----ox--xx---x-/moves/").get_json()["response"]
    assert here["move"] == listed[0]["move"]


def test_a_guess_is_marked(guessing: FlaskClient):
    here = guessing.get("/api/othello/4x4/best-move?p=R_B_4_4_-----ox--xx---x-").get_json()["response"]
    assert (here["exact"], here["answeredBy"], here["positionValue"]) == (False, "alpha-beta", None)
    rules = load("othello/4x4")
    found = alpha_beta(rules, rules.from_board("-----ox--xx---x-", 2), api.LIMIT)
    assert here["search"] == {
        "evaluation": found.value,
        "leaves": found.leaves,
        "nodes": found.nodes,
        "limit": api.LIMIT,
        "searched": api.LIMIT,
        "limitReached": True,
        "toTheEnd": False,
    }


def test_best_move_without_a_position_is_that_of_the_start(guessing: FlaskClient):
    here = guessing.get("/api/dnb/2x2/best-move/").get_json()["response"]
    rules = load("dotsandboxes/2x2")
    found = alpha_beta(rules, rules.start(), api.LIMIT)
    assert here["position"] == "R_A_5_5_*-*-*-----*-*-*-----*-*-*"
    assert (here["search"]["evaluation"], here["search"]["nodes"]) == (found.value, found.nodes)


def test_best_move_at_the_end_is_none_with_the_final_value(asking: FlaskClient):
    here = asking.get("/api/othello/4x4/best-move?p=1_xxxxxxxxxooooooo&limit=7").get_json()["response"]
    assert (here["move"], here["moveName"], here["exact"]) == (None, None, True)
    assert (here["positionValue"], here["remoteness"], here["margin"]) == ("win", 0, 2)


def test_a_puzzle_has_best_moves(asking: FlaskClient):
    here = asking.get("/api/hanoi/3_3/best-move").get_json()["response"]
    assert (here["moveName"], here["exact"], here["positionValue"], here["remoteness"]) == ("1 → 3", True, "win", 7)
    here = asking.get("/api/hanoi/3_3/best-move?p=--A--B--C").get_json()["response"]
    assert (here["move"], here["exact"], here["remoteness"]) == (None, True, 0)


def test_best_move_search_stops_at_its_node_limit(guessing: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(api, "NODES", 500)
    here = guessing.get("/api/domineering/4x4/best-move?limit=60").get_json()["response"]["search"]
    assert (here["limit"], here["limitReached"]) == (60, False)
    rules = load("domineering/4x4")
    found = alpha_beta(rules, rules.start(), here["searched"])
    assert 1 <= here["searched"] < 60
    assert here["nodes"] == found.nodes <= 500
    assert here["evaluation"] == found.value


def test_best_move_beyond_the_budget_without_evaluation_is_refused(guessing: FlaskClient):
    response = guessing.get("/api/tictactoe/regular/best-move")
    assert response.status_code == 422
    assert "tictactoe has no evaluation to guess with" in response.get_json()["detail"]


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [
        ("domineering/3x3/best-move?limit=0", 400, "limit='0': expected a whole number from 1 to 60"),
        ("domineering/3x3/best-move?limit=61", 400, "limit='61'"),
        ("domineering/3x3/best-move?limit=-1", 400, "limit='-1': expected a whole number from 1 to 60"),
        ("domineering/3x3/best-move?limit=", 400, "limit='': expected"),
        ("domineering/3x3/best-move?limit=%D9%A3", 400, "expected a whole number"),
        ("domineering/3x3/best-move?limit=" + "9" * 3000, 400, "(3000 characters)"),
        ("domineering/3x3/best-move?p=", 400, "expected 9 characters"),
        ("domineering/3x3/best-move?p=xxx------", 400, "dominoes can cover"),
        ("tictactoe/regular/best-move?p=R_B_3_3_---------", 400, "it is A's turn"),
        ("domineering/3x3/best-move?p=" + "x" * 3000, 400, "at most 2000 characters"),
        ("domineering/9x9/best-move", 404, "has no variant '9x9'"),
        ("dominering/3x3/best-move", 404, "Did you mean 'domineering'"),
        ("nim/x/best-move", 400, "is not a start of nim"),
    ],
)
def test_bad_requests_for_the_best_move_are_refused_with_a_sentence(
    asking: FlaskClient, path: str, status: int, part: str
):
    response = asking.get(f"/api/{path}")
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    assert part in response.get_json()["detail"]


# --- weaker opponents ---------------------------------------------------------------------------


def weaker(client: FlaskClient, query: str, p: str = "R_A_3_3_xx-oo----") -> dict:
    response = client.get(f"/api/tictactoe/regular/best-move?p={p}&{query}")
    assert response.status_code == 200, response.text
    answer: dict = response.get_json()["response"]
    assert (answer["positionValue"], answer["remoteness"]) == ("win", 1)
    return answer


def test_opponent_of_a_strength_errs_accordingly(client: FlaskClient):
    for query in ("strength=perfect", "strength=100&seed=2", "strength=ahead-1&seed=3", "seed=4"):
        found = weaker(client, query)
        assert (found["moveName"], found["exact"]) == ("c3", True)
    found = weaker(client, "strength=0&seed=1")
    assert (found["moveName"] == "c3", found["exact"]) == (False, False)
    assert {weaker(client, "strength=0&seed=1")["moveName"] for _ in range(5)} == {found["moveName"]}
    assert len({weaker(client, f"strength=0&seed={seed}")["moveName"] for seed in range(40)}) == 4
    assert len({weaker(client, "strength=0")["moveName"] for _ in range(60)}) > 1


def test_seed_errs_in_some_positions_and_not_in_others(client: FlaskClient):
    """Half of all moves are best, rather than all or none at once."""
    texts = ["R_A_3_3_xx-oo----", "R_A_3_3_oo-xx----", "R_A_3_3_x-xoo----", "R_A_3_3_-xxoo----", "R_A_3_3_xx-o-o---"]
    told = [weaker(client, "strength=50&seed=1", text)["exact"] for text in texts]
    assert set(told) == {True, False}


def test_a_strength_there_is_not_is_refused(client: FlaskClient):
    for query in ("strength=101", "strength=", "strength=strong", "strength=ahead-0", f"seed={'s' * 65}"):
        response = client.get(f"/api/tictactoe/regular/best-move?{query}")
        assert response.status_code == 400
        assert "expected" in response.get_json()["detail"]


def test_a_weak_opponent_of_a_game_that_is_over_makes_no_move(client: FlaskClient):
    response = client.get("/api/tictactoe/regular/best-move?p=R_B_3_3_xxxoo----&strength=0&seed=1")
    assert response.get_json()["response"]["move"] is None
