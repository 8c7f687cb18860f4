"""The 15-puzzle as served: by search, with or without pattern databases; refused if not solved in time."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from benchmarks.tiles import instances
from perfect_play.server import create_app
from perfect_play.solvers import manager as manager_module
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.space import UnfinishedSearch
from perfect_play.solvers.pattern_databases.heuristics import Patterns
from perfect_play.solvers.result import LOST
from perfect_play.solvers.untabled.choice import answerer_kind, table_of
from tests.helpers import TILES, load, result_of
from tests.pattern_databases import tiles_of, written

FAR = instances()[16][0]
"""66 moves from solved."""
NEAR, LENGTH = "12345678-abc9def", 4


@pytest.fixture(scope="module", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The search is compiled before the clock of a request runs."""
    rules = load("npuzzle/4")
    manager = PuzzleManager(tmp_path_factory.mktemp("compiled"))
    assert manager.result(rules, rules.parse(NEAR)).remoteness == LENGTH


@pytest.fixture
def asking(tmp_path: Path) -> FlaskClient:
    return create_app({"data_dir": tmp_path, "build": False}).test_client()


@pytest.mark.second_ring
def test_best_line_is_the_shortest_with_its_bound(asking: FlaskClient):
    answer = asking.get(f"/api/npuzzle/4/solution?p={NEAR}&all=true").get_json()["response"]
    assert (answer["remoteness"], answer["answeredBy"]) == (LENGTH, "IDA* with linear conflicts")
    assert (answer["positionValue"], answer["complete"], len(answer["solution"])) == ("win", True, LENGTH)
    assert answer["solution"][-1]["positionText"] == "123456789abcdef-"
    assert answer["solutions"] == [answer["solution"]]


@pytest.mark.second_ring
def test_position_and_its_moves_have_remotenesses(asking: FlaskClient):
    for path in (f"/universal/v1/npuzzle/4/positions/?p={NEAR}", f"/puzzles/npuzzle/4/R_A_4_4_{NEAR}/"):
        body = asking.get(path).get_json()
        body = body.get("response", body)
        assert (body["positionValue"], body["remoteness"]) == ("win", LENGTH)
        assert sorted(move["remoteness"] for move in body["moves"]) == [LENGTH - 1, LENGTH + 1, LENGTH + 1]


def test_unsolvable_15_puzzle_is_lost_by_the_rules(asking: FlaskClient):
    answer = asking.get("/api/npuzzle/4/solution?p=123456789abcdfe-").get_json()["response"]
    assert (answer["positionValue"], answer["answeredBy"], answer["solution"]) == ("lose", "the rules", None)
    body = asking.get("/universal/v1/npuzzle/4/positions/?p=123456789abcdfe-").get_json()
    assert {body["positionValue"], *(move["positionValue"] for move in body["moves"])} == {"lose"}


def test_a_solution_that_takes_too_long_to_prove_shortest(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.server.api.solutions.SECONDS", 0.2)
    answer = asking.get("/api/npuzzle/4/solution?p=" + FAR).get_json()["response"]
    assert (answer["remoteness"], answer["answeredBy"]) == (None, "row by row")
    assert len(answer["solution"]) >= 66
    assert "python -m solvers patterns npuzzle 4" in answer["message"]


def test_search_out_of_time_is_refused_with_a_lower_bound(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    manager: PuzzleManager = asking.application.extensions["manager"]
    monkeypatch.setattr(manager.direct(load("npuzzle/4")), "seconds", 0.05)
    response = asking.get("/puzzles/npuzzle/4/R_A_4_4_" + FAR)
    assert response.status_code == 422
    body = response.get_json()
    assert body["command"] == "python -m solvers patterns npuzzle 4"
    assert load("npuzzle/4").heuristic(FAR.encode()) <= body["lowerBound"] <= 66
    assert body["generated"] > 0


def test_search_out_of_time_is_unsolved_for_current_clients(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    manager: PuzzleManager = asking.application.extensions["manager"]
    monkeypatch.setattr(manager.direct(load("npuzzle/4")), "seconds", 0.05)
    body = asking.get(f"/universal/v1/npuzzle/4/positions/?p={FAR}").get_json()
    assert {body["positionValue"], *(move["moveValue"] for move in body["moves"])} == {"unsolved"}


def test_many_at_once_take_no_longer_than_a_few(asking: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    manager: PuzzleManager = asking.application.extensions["manager"]
    monkeypatch.setattr(manager.direct(load("npuzzle/4")), "seconds", 0.05)
    body = {"gameId": "npuzzle", "variantId": "4", "positions": [NEAR, FAR, "x"]}
    near, far, bad = asking.post("/api/positions", json=body).get_json()["response"]
    assert near == {"positionValue": "win", "remoteness": LENGTH}
    assert "The search ended without an answer" in far["error"]
    assert "expected 16 characters" in bad["error"]
    monkeypatch.setattr("perfect_play.server.middleware.search_workers.SECONDS", 0)
    answer = asking.post("/api/positions", json=body).get_json()["response"]
    assert all("no time left" in one["error"] for one in answer)


def test_a_preview_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    app = create_app({"data_dir": tmp_path, "build": False})

    def endless(rules: object, position: object) -> None:
        raise UnfinishedSearch(40, 1, 1, "a moment")

    monkeypatch.setattr(app.extensions["manager"].direct(load("npuzzle/4")), "probe", endless)
    answer = app.test_client().get("/api/npuzzle/4/preview").get_json()["response"]
    assert (answer["positionValue"], answer["remoteness"]) == (None, None)


def test_starts_at_a_distance_are_repeated_by_their_seed_and_refused_beyond_eighty(asking: FlaskClient):
    first, again = (asking.get("/puzzles/npuzzle/4/start/?remoteness=12&seed=a").get_json() for _ in range(2))
    assert first == again
    answer = asking.get(f"/api/npuzzle/4/solution?p={first['position']}").get_json()["response"]
    assert answer["remoteness"] == 12
    assert load("npuzzle/4").rank(asking.get("/puzzles/npuzzle/4/start/").get_json()["position"].encode()) is not None
    refused = asking.get("/puzzles/npuzzle/4/start/?remoteness=81")
    assert (refused.status_code, "they go from 0 to 80" in refused.get_json()["error"]) == (422, True)


@pytest.mark.second_ring
def test_pattern_databases_are_used(asking: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """On the 8-puzzle, as if it were too large for a table."""
    rules = tiles_of("npuzzle/3")
    monkeypatch.setattr(rules, "on_request", True)
    for cached in (answerer_kind, table_of):  # so that later tests find nothing cached
        monkeypatch.setattr(manager_module, cached.__name__, cached.__wrapped__)
    written(tmp_path / "tables", rules, 4)
    manager: PuzzleManager = asking.application.extensions["manager"]
    assert isinstance(manager.direct(rules).heuristic(rules)[0], Patterns)
    for text, (length, lines) in TILES.items():
        answer = asking.get(f"/api/npuzzle/3/solution?p={text}&all=true&limit=100").get_json()["response"]
        assert answer["answeredBy"] == "IDA* with pattern databases"
        assert (answer["remoteness"], len(answer["solutions"])) == (length, lines)
        position = rules.parse(text)
        assert manager.result(rules, position) == result_of("npuzzle/3", position)
    assert manager.result(rules, rules.parse("21345678-")) == LOST
