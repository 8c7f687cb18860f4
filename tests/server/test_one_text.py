"""One text per position, whichever route gives it: previews, positions, moves, solutions, batches."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.untabled.choice import has_table
from tests.helpers import START_UP_LIMIT, service_cases, small_rules
from tests.server.conftest import BY_COMMAND

DRAWN = ("position", "autoguiPosition")
STEPS = 8  # of a line, at which every route is queried
SOLVED = [
    rules
    for rules in small_rules()
    if rules.variant.positions <= START_UP_LIMIT or rules.full_id in BY_COMMAND or not has_table(rules)
]


def get(client: FlaskClient, path: str, **query: str) -> Any:
    answer = client.get(path, query_string=query)
    assert answer.status_code == 200, (path, answer.json)
    return answer.get_json()


def move_of(client: FlaskClient, today: str, here: Any, step: Any) -> Any:
    """The move of a position that is this step of a solution, also if it is made by two touches."""
    for move in here["moves"]:
        if str(move["autoguiMove"]) == str(step["autoguiMove"]):
            return move
    touched = [get(client, f"{today}/positions/", p=m["position"]) for m in here["moves"] if m["move"][0] == "~"]
    after = [move for between in touched for move in between["moves"]]
    return next(move for move in after if move["autoguiPosition"] == step["autoguiPosition"])


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", service_cases(SOLVED))
def test_every_route_writes_a_position_alike(client: FlaskClient, rules: Rules):
    """Along the best line from the start: a solution's text for each position, and those of the position's routes."""
    own, today = f"/api/{rules.full_id}", f"/universal/v1/{rules.full_id}"
    told = get(client, f"{own}/solution/")["response"]
    preview = get(client, f"{own}/preview/")["response"]
    assert told["positionText"] == preview["position"] == rules.format(rules.start())
    assert told["position"] == preview["startPosition"]
    here = get(client, f"{today}/positions/", p=told["position"])
    line = told["solution"] or []
    for number, step in enumerate(line, 1):
        move = move_of(client, today, here, step)
        assert step["autoguiPosition"] == move["autoguiPosition"], "the solution, and the moves of the position before"
        here = get(client, f"{today}/positions/", p=move["position"])
        assert {name: here[name] for name in DRAWN} == {name: move[name] for name in DRAWN}
        if number % max(1, len(line) // STEPS) and number < len(line):
            continue
        known = client.post(
            "/api/positions/",
            json={
                "gameId": rules.id,
                "variantId": rules.variant.id,
                "positions": [step["position"], step["positionText"], move["position"]],
            },
        ).get_json()["response"]
        assert known[0] == known[1] == known[2], "each text names the same position"
        again = get(client, f"{own}/solution/", p=step["positionText"])["response"]
        assert (again["position"], again["positionText"]) == (step["position"], step["positionText"])


@pytest.mark.parametrize("cells", ["3", "5", "8"])
def test_dawsons_chess_goes_on_from_what_was_played(client: FlaskClient, cells: str):
    """The board does not show which cells were played, so texts continue the requested one."""
    here = get(client, f"/universal/v1/dawsonschess/{cells}/positions/", p=f"1_{'-' * int(cells)}")
    for move in here["moves"]:
        line = get(client, f"/api/dawsonschess/{cells}/solution/", p=move["position"])["response"]["solution"]
        if line:
            after = get(client, f"/universal/v1/dawsonschess/{cells}/positions/", p=move["position"])["moves"]
            assert line[0]["autoguiPosition"] in {one["autoguiPosition"] for one in after}
    first = get(client, "/api/dawsonschess/3/solution/")["response"]["solution"][0]
    assert first["autoguiPosition"] == "2_bxb"
