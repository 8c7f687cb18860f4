"""JSON as the service writes and reads it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Value
from perfect_play.server.json_provider import to_json
from perfect_play.solvers.status import State


@pytest.mark.parametrize(
    "value",
    [
        {"z": 1, "a": [None, True, 1.5, "\u00e9 \u2603 \U0001f9e9", {"z": 0, "a": 1}]},
        {"value": Value.WIN, "state": State.AVAILABLE},
        (1, 2, (3,)),
        [2**63, 2**64, -(2**64), 10**400],
        "half of a character: \ud83e",
        "",
        '"\\\n\t\u2028</script>',
    ],
)
def test_it_says_what_json_of_the_standard_library_says(value: Any):
    line = to_json(value)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line) == json.loads(json.dumps(value))
    assert list(json.loads(line)) == list(json.loads(json.dumps(value))), "keys are in the order in which they were put"


def test_it_is_utf_8():
    assert to_json({"name": "Ta\u00efno \u2192"}) == '{"name":"Ta\u00efno \u2192"}\n'.encode()


@pytest.mark.parametrize("value", [{1, 2}, object(), b"bytes", {"deep": [lambda: None]}])
def test_what_has_no_json_is_an_error(value: Any):
    with pytest.raises(TypeError):
        to_json(value)


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe",
        b'{"gameId": "\\ud83e", "variantId": "3", "positions": []}',
        b'{"gameId": "npuzzle", "variantId": "3", "positions": [NaN]}',
        "{}".encode("utf-16"),
        b"[" * 100_000,
        b"",
    ],
)
def test_what_is_no_json_in_utf_8_is_refused(client: FlaskClient, body: bytes):
    answer = client.post("/api/positions", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["detail"] == "The body is not valid JSON."


def test_keys_of_an_answer_are_in_order(client: FlaskClient):
    answer = client.get("/universal/v1/npuzzle/3/positions?p=1234567-8").data
    assert answer.startswith(b'{"position":"1234567-8","autoguiPosition":"1_1234567-8","positionValue":"win",')
    assert list(json.loads(answer)["moves"][0]) == [
        *("move", "autoguiMove", "position", "autoguiPosition", "positionValue", "remoteness"),
        *("moveValue", "deltaRemoteness"),
    ]
