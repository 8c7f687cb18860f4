"""`/api/<id>/<variant>/statistics`: the histogram of a table, and positions that are the deepest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from puzzles.base import Rules
from server import create_app
from server import statistics as of_service
from server.autogui import read_position
from solvers import statistics as counted
from solvers.manager import PuzzleManager
from solvers.result import Result, histogram_table
from solvers.retrograde import Solution
from tests.helpers import load, solved


def ask(client: FlaskClient, full_id: str) -> dict:
    response = client.get(f"/api/{full_id}/statistics")
    assert response.status_code == 200, response.json
    return response.get_json()["response"]


def counts(rules: Rules, solution: Solution) -> dict[str, dict[str, int]]:
    """How many positions there are of each result; those with one rank are one to a table."""
    found: Counter[Result] = Counter()
    for position, known in solution.results.items():
        images = set(rules.images(position))
        found[known] += len({rules.rank(image) for image in images}) if rules.size else len(images)
    return histogram_table(found)


# Dense, sparse by classes, sorted; puzzles with positions that cannot be solved, games with ties and draws.
@pytest.mark.parametrize(
    "full_id",
    [
        "towersofhanoi/3_4",
        "npuzzle/2x3",
        "nqueens/5",
        "pegsolitaire/triangle",
        "tictactoe/regular",
        "dao/3x3",
        "kalah/3x2",
    ],
)
def test_the_histogram_and_the_deepest_are_those_of_the_solution(client: FlaskClient, full_id: str):
    told, rules, solution = ask(client, full_id), load(full_id), solved(full_id)
    exact = counts(rules, solution)
    assert {value: {**row} for value, row in told["histogram"].items()} == exact
    assert told["positions"] == sum(sum(row.values()) for row in exact.values())
    greatest = max(found.remoteness or 0 for found in solution.results.values())
    assert told["maximum"] == greatest
    classes = {position for position, found in solution.results.items() if found.remoteness == greatest}
    assert told["complete"]
    assert len(told["deepest"]) == min(counted.FEW, len(classes))
    drawn = set()
    for one in told["deepest"]:
        position = read_position(rules, one["position"])
        assert rules.format(position) == one["positionText"]
        assert one["remoteness"] == greatest
        assert solution.result(rules, position).remoteness == greatest
        drawn.add(rules.canonical(position) if rules.symmetric else position)
    assert len(drawn) == len(told["deepest"]), "no two of them are equal by symmetry"


def test_the_numbers_of_the_8_puzzle(client: FlaskClient):
    """As published: 181,440 positions, the farthest 31 moves away, and two of these."""
    told = ask(client, "npuzzle/3")
    assert told["histogram"]["win"]["31"] == 2
    assert sum(told["histogram"]["win"].values()) == 181_440
    assert {one["position"] for one in told["deepest"]} == {"R_A_3_3_8672543-1", "R_A_3_3_64785-321"}


@pytest.mark.parametrize("full_id", ["nim/1_3_5", "lightsout/9", "rushhour/basic"])
def test_what_is_answered_without_a_table_has_no_counts(client: FlaskClient, full_id: str):
    told = ask(client, full_id)
    assert told["histogram"] is None
    assert told["positions"] is None
    assert told["deepest"] == []
    assert told["answeredBy"] != "table"


def test_what_is_not_solved(tmp_path: Path):
    client = create_app({"data_dir": tmp_path / "none", "build": False}).test_client()
    response = client.get("/api/tictactoe/regular/statistics")
    assert response.status_code == 503
    assert response.mimetype == "application/problem+json"
    assert client.get("/api/tictactoe/nope/statistics").status_code == 404
    assert not (tmp_path / "none").exists()


def test_looking_for_the_deepest_is_bounded(data_dir: Path):
    rules = load("tictactoe/misere")
    manager = PuzzleManager(data_dir)
    told = counted.statistics(manager.store, rules, seconds=-1.0)
    assert len(told.deepest) <= 1
    assert told.histogram == manager.store.meta(rules).histogram


def test_it_is_computed_once_for_a_table(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    first = ask(client, "towersofhanoi/3_5")

    def fail(*_: object) -> None:
        raise AssertionError("the table was gone through again")

    monkeypatch.setattr(of_service, "statistics", fail)
    assert ask(client, "towersofhanoi/3_5") == first
