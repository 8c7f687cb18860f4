"""`/theory`: nimbers of components, the moves that balance them, and equivalent moves, checked against the rules."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Game
from perfect_play.puzzles.notation import autogui
from perfect_play.solvers.reports.position import position_report
from tests.helpers import load


def theory(client: FlaskClient, full_id: str, text: str | None = None) -> Any:
    response = client.get(f"/api/{full_id}/theory/", query_string={} if text is None else {"p": text})
    assert response.status_code == 200, response.text
    return response.get_json()["response"]


@pytest.mark.parametrize(
    "full_id",
    [
        "nim/1_3_5",
        "kayles/9",
        "dawsonschess/7",
        "grundy/8_5",
        "octal/0.137_3_4_5",
        "mockturtles/5",
        "0to10by1or2/regular",
        "sum/chomp_2x3~nim_2",
        "sum/kayles_4~dawsonschess_5~grundy_6",
    ],
)
def test_the_components_add_up_and_balancing_moves_are_those_that_win(client: FlaskClient, full_id: str):
    rules, manager = load(full_id), client.application.extensions["manager"]
    position = rules.start()
    for _ in range(4):
        found = theory(client, full_id, autogui.write_position(rules, position))
        assert reduce(xor, (one["nimber"] for one in found["components"]), 0) == found["nimber"]
        report = position_report(manager, rules, position)
        wins = {move.name for move in report.moves if move.value == "win"}
        assert {move["moveName"] for move in found["balancing"]} == wins
        assert found["moves"] == len(report.moves)
        assert found["nimber"] == next(n for n in range(999) if n not in found["reached"]), "the mex"
        if not report.moves:
            break
        position = report.moves[-1].child.position


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "kayles/9", "dao/3x3", "npuzzle/2x3"])
def test_moves_that_are_alike_have_the_same_value(client: FlaskClient, full_id: str):
    rules, manager = load(full_id), client.application.extensions["manager"]
    found = theory(client, full_id)
    report = position_report(manager, rules, rules.start())
    worth = {move.name: (move.value, move.child.remoteness) for move in report.moves}
    for group in found["alike"]:
        assert len({worth[name] for name in group}) == 1
    assert bool(found["alike"]) == isinstance(rules, Game)


def test_theory_of_an_ended_position_is_empty(client: FlaskClient):
    found = theory(client, "nim/1_3_5", "1_0,0,0")
    assert (found["moves"], found["nimber"], found["components"], found["balancing"]) == (0, 0, [], [])


def test_a_position_that_is_none_is_refused(client: FlaskClient):
    assert client.get("/api/nim/1_3_5/theory/", query_string={"p": "1_9,9,9"}).status_code == 400
