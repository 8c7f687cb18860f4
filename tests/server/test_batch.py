"""`POST /api/positions`: many positions in one request."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server.api import batch
from perfect_play.server.api.batch import MOST_BYTES
from perfect_play.server.api_docs.api_schemas import MOST_POSITIONS
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.retrograde import solve
from tests.helpers import load


def ask(client: FlaskClient, full_id: str, positions: list[str]) -> Any:
    game, variant = full_id.split("/")
    return client.post("/api/positions", json={"gameId": game, "variantId": variant, "positions": positions})


@pytest.mark.parametrize("full_id", ["npuzzle/2x3", "tictactoe/regular", "towersofhanoi/3_3", "ponghauki/regular"])
def test_every_position_is_told_as_the_reference_solver_finds_it(full_id: str, client: FlaskClient):
    rules: Rules = load(full_id)
    results = solve(rules).results
    some = list(results)[:2000]
    for write in (rules.format, lambda position: autogui.write_position(rules, position)):
        answer = ask(client, full_id, [write(position) for position in some])
        assert answer.status_code == 200
        told = [(one["positionValue"], one["remoteness"]) for one in answer.get_json()["response"]]
        assert told == [(results[position].value, results[position].remoteness) for position in some]


def test_bad_texts_spoil_nothing_else(client: FlaskClient):
    told = ask(client, "npuzzle/2", ["123-", "12--", "", "3" * 5000, "12-3", "R_A_2_2_321-"]).get_json()["response"]
    assert [list(one) for one in told] == [
        ["positionValue", "remoteness"],
        ["error"],
        ["error"],
        ["error"],
        ["positionValue", "remoteness"],
        ["positionValue", "remoteness"],
    ]
    assert told[0]["remoteness"] == 0
    assert told[4]["remoteness"] == 1
    assert told[5] == {"positionValue": "lose", "remoteness": None}
    assert ask(client, "npuzzle/2", []).get_json()["response"] == []


def test_games_of_a_closed_form_are_answered_and_unknown_ones_not_found(client: FlaskClient):
    assert ask(client, "nim/3_4_5", ["1_3,4,5"]).get_json()["response"] == [{"positionValue": "win", "remoteness": 11}]
    assert ask(client, "nope/3", ["1"]).status_code == 404
    assert ask(client, "pancakes/77", ["1"]).status_code == 404


BODIES: list[tuple[Any, int]] = [
    (b"", 400),
    (b"{", 400),
    (b"\xff\xfe", 400),
    (b"[]", 400),
    (b"null", 400),
    (b"{}", 400),
    (b'{"gameId": "npuzzle", "variantId": "2"}', 400),
    (b'{"gameId": "npuzzle", "variantId": "2", "positions": "123-"}', 400),
    (b'{"gameId": "npuzzle", "variantId": "2", "positions": [1]}', 400),
    (b'{"gameId": 1, "variantId": "2", "positions": []}', 400),
    (b'{"gameId": "npuzzle", "variantId": "2", "positions": [], "more": 1}', 400),
    (b'{"gameId": "npuzzle", "variantId": "2", "positions": [' + b'"",' * MOST_POSITIONS + b'""]}', 400),
    (b"[" * 100_000, 400),
    (b" " * (MOST_BYTES + 1), 413),
]


@pytest.mark.parametrize(("body", "status"), BODIES)
def test_unreadable_batch_is_refused_with_a_sentence(body: bytes, status: int, client: FlaskClient):
    answer = client.post("/api/positions", data=body, content_type="application/json")
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    assert len(answer.get_json()["detail"]) > 20


def test_other_media_types_and_methods_are_refused(client: FlaskClient):
    assert client.post("/api/positions", data="x", content_type="text/plain").status_code == 415
    assert client.get("/api/positions").status_code == 405
    assert set(client.get("/api/positions").headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


def test_variant_without_a_table_is_refused_with_the_command_that_solves(tmp_path: Any):
    from perfect_play.server import create_app

    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    answer = ask(client, "npuzzle/3", ["12345678-"])
    assert answer.status_code == 503
    assert answer.get_json()["command"] == "python -m solvers solve npuzzle 3"
    assert not list(PuzzleManager(tmp_path).store.directory.glob("*.sqlite"))


def test_batch_out_of_time_reads_no_further_texts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    """Reading takes time as well: the first texts are answered, the others say so."""
    read: list[str] = []

    def parse(rules: Any, text: str) -> Any:
        read.append(text)
        return rules.parse(text)

    monkeypatch.setattr(batch, "parse_position", parse)
    monkeypatch.setattr(batch, "seconds_left", lambda most: 0.0 if len(read) >= 5 else most)
    found = ask(client, "npuzzle/2", ["123-"] * 400).get_json()["response"]
    assert len(read) == 5
    assert [answer.get("remoteness") for answer in found[:5]] == [0] * 5
    assert {answer.get("error") for answer in found[5:]} == {batch.NO_TIME}
