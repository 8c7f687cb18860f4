"""Rush Hour over HTTP: any board in both protocols, and the answer if no search is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.solvers.untabled.components import OnDemand
from tests.helpers import load
from tests.server.asking import Asker, check_answer

OTHER = "--TLmR--BT--12TB-TLRBLRMTTLR-BBBLR----"  # of no level: 50 moves
POSITIONS = "/universal/v1/rushhour/{}/positions/?p={}"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A service without tables that solves none."""
    return create_app({"data_dir": tmp_path_factory.mktemp("bare"), "build": False}).test_client()


def with_limits(directory: Path, **limits: float) -> FlaskClient:
    app = create_app({"data_dir": directory, "build": False})
    manager = app.extensions["manager"]
    manager._direct[OnDemand] = OnDemand(**limits)  # type: ignore[arg-type]
    return app.test_client()


@pytest.mark.parametrize(
    ("variant", "remoteness"), [("basic", 10), ("expert", 32), ("expert_steps", 49), ("walls", 60)]
)
def test_best_line_of_a_start_counts_down_to_the_solution(bare: FlaskClient, variant: str, remoteness: int):
    rules = load(f"rushhour/{variant}")
    line = Asker(bare, rules).walk()
    assert [here["remoteness"] for here in line] == list(range(remoteness, -1, -1))
    for here in line[:: len(line) // 5]:
        check_answer(rules, here)
    assert line[-1]["moves"] == []


def test_board_of_no_variant_is_answered_by_search(bare: FlaskClient):
    here = bare.get(POSITIONS.format("easy", OTHER)).json
    assert (here["positionValue"], here["remoteness"]) == ("win", 50)
    assert here["autoguiPosition"] == f"1_{OTHER}"
    best = here["moves"][0]
    assert (best["moveValue"], best["deltaRemoteness"], best["remoteness"]) == ("win", 1, 49)
    assert best["autoguiMove"] == f"M_{best['move'].replace(' ', '_')}_x"


def test_solved_board_is_won_and_unsolvable_board_is_lost(bare: FlaskClient):
    solved = bare.get(POSITIONS.format("easy", "-" * 36 + "12")).json
    assert (solved["positionValue"], solved["remoteness"], solved["moves"]) == ("win", 0, [])
    lost = "-----T-----M12---B-----T-----M-----B--"
    here = bare.get(POSITIONS.format("easy", lost)).json
    assert (here["positionValue"], here["remoteness"]) == ("lose", -200)
    assert {move["moveValue"] for move in here["moves"]} == {"lose"}
    assert "remoteness" not in bare.get(f"/puzzles/rushhour/easy/positions/?p={lost}").json


def test_a_start_is_one_of_the_variants_boards(bare: FlaskClient):
    rules = load("rushhour/medium")
    starts = {bare.get("/puzzles/rushhour/medium/start/").json["position"] for _ in range(12)}
    assert starts <= {rules.format(start) for start in rules.starts()}
    assert len(starts) > 1
    drawn = bare.get("/puzzles/rushhour/easy/start/?remoteness=3&seed=5").json["position"]
    assert bare.get(POSITIONS.format("easy", drawn)).json["remoteness"] == 3


def test_walls_are_drawn(bare: FlaskClient):
    answer = bare.get("/universal/v1/rushhour/walls/").json
    assert "x" in answer["autoguiStartPosition"]
    assert "x" in answer["imageAutoGUIData"]["themes"]["regular"]["charImages"]
    moves = bare.get(POSITIONS.format("walls", answer["startPosition"])).json["moves"]
    assert moves
    assert all(move["autoguiMove"].startswith("M_") for move in moves)


def test_board_with_too_many_connected_positions_is_refused_with_a_sentence(tmp_path):
    answer = with_limits(tmp_path, max_positions=200).get(f"/puzzles/rushhour/easy/{OTHER}")
    assert answer.status_code == 422
    assert "More than 200 positions are connected with this one" in answer.json["error"]


def test_board_out_of_time_is_refused_with_retry_after(tmp_path):
    answer = with_limits(tmp_path, seconds=0).get(f"/puzzles/rushhour/easy/{OTHER}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert "Ask again" in answer.json["error"]


@pytest.mark.parametrize("limits", [{"max_positions": 200}, {"seconds": 0}])
def test_clients_of_today_play_on(tmp_path, limits: dict):
    here = with_limits(tmp_path, **limits).get(POSITIONS.format("easy", OTHER)).json
    assert here["moves"]
    assert {here["positionValue"], *(move["moveValue"] for move in here["moves"])} == {"unsolved"}
