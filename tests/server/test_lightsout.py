"""Lights Out of any size over HTTP, with no table at all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.server.config import Config
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.untabled.linear_algebra import System
from tests.helpers import load
from tests.server.asking import Asker, check_answer, check_error

ALL_LIT = [
    ("1", 1),
    ("2", 4),
    ("4", 4),
    ("5", 15),
    ("6", 28),
    ("8", 40),
    ("9", 25),
    ("14", 56),
    ("7x4", 10),
    ("4x7", 10),
]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A service without tables that solves none."""
    return create_app({"data_dir": tmp_path_factory.mktemp("bare"), "build": False}).test_client()


@pytest.mark.parametrize(("size", "remoteness"), ALL_LIT)
def test_board_with_all_lamps_lit_has_the_known_remoteness(bare: FlaskClient, size: str, remoteness: int):
    rules = load(f"lightsout/{size}")
    asker = Asker(bare, rules)
    here = asker.ask(asker.start())
    assert (here["positionValue"], here["remoteness"]) == ("win", remoteness)
    check_answer(rules, here)
    assert len(here["moves"]) == rules.lamps


def test_best_line_of_6x6_takes_28_presses(bare: FlaskClient):
    line = Asker(bare, load("lightsout/6")).walk()
    assert [here["remoteness"] for here in line] == list(range(28, -1, -1))
    assert all(here["moves"][0]["moveValue"] == "win" for here in line[:-1])
    assert line[-1]["position"] == "R_A_6_6_" + 36 * "*"


def test_a_pattern_that_cannot_be_switched_off(bare: FlaskClient):
    here = bare.get("/puzzles/lightsout/9/R_A_9_9_-" + 80 * "*").get_json()["response"]
    assert (here["positionValue"], here["remoteness"]) == ("lose", -1)
    assert {(m["moveValue"], m["positionValue"], m["remoteness"], m["deltaRemoteness"]) for m in here["moves"]} == {
        ("lose", "lose", -1, 0)
    }
    assert len(here["moves"]) == 81


@pytest.mark.parametrize("size", ["19", "25"])
def test_largest_boards_are_answered_within_the_protocol(bare: FlaskClient, size: str):
    rules = load(f"lightsout/{size}")
    position = rules.start()
    for press in random.Random(size).sample(range(rules.lamps), 60):
        position = rules.do_move(position, press)
    text = rules.board(position).cells
    name = f"R_A_{size}_{size}_{text}"
    here = bare.get(f"/puzzles/lights/variants/{size}/positions/{name.replace('*', '%2A')}/").get_json()["response"]
    assert here["position"] == name
    check_answer(rules, here)
    best = bare.get(f"/puzzles/lights/{size}/{here['moves'][0]['position']}").get_json()["response"]
    assert best["remoteness"] == here["remoteness"] - 1
    assert bare.get(f"/puzzles/lights/{size}/{name}/moves").get_json()["response"] == here["moves"]
    assert len(name) < Config(Path()).max_position


def test_listed_and_custom_sizes_are_available(bare: FlaskClient):
    told = bare.get("/puzzles/lightsout").get_json()["response"]
    assert [v["variantId"] for v in told["variants"]] == ["2", "3", "4", "5", "6", "7", "8"]
    assert {v["status"] for v in told["variants"]} == {"available"}
    assert (told["custom"], told["customExample"]) == ("true", "7x4")
    assert bare.get("/puzzles/lightsout/2x3").get_json()["response"] == {
        "gameId": "lightsout",
        "variantId": "2x3",
        "description": "custom",
        "status": "available",
        "startPosition": "R_A_2_3_------",
        "variant": [
            {"variantId": "2x3", "description": "custom", "status": "available", "startPosition": "R_A_2_3_------"}
        ],
    }


@pytest.mark.parametrize(("one", "other"), [("5", "5x5"), ("8", "8x8"), ("12", "12x12")])
def test_square_answers_alike_by_both_names(bare: FlaskClient, one: str, other: str):
    start = bare.get(f"/puzzles/lightsout/{one}").get_json()["response"]["startPosition"]
    answers = [bare.get(f"/puzzles/lightsout/{name}/{start}").get_data() for name in (one, other)]
    assert answers[0] == answers[1]
    described = bare.get(f"/puzzles/lightsout/{other}").get_json()["response"]
    assert described["variantId"] == described["variant"][0]["variantId"] == other


@pytest.mark.parametrize(
    "size",
    ["0", "26", "1x", "x1", "25x26", "26x25", "007", "0x0", "5x05", "%D9%A5", "%EF%BC%95", "9" * 3000, "x"],
)
@pytest.mark.parametrize("rest", ["", "R_A_5_5_" + 25 * "-"])
def test_texts_that_are_no_size_get_404_with_the_help_sentence(bare: FlaskClient, size: str, rest: str):
    response = bare.get(f"/puzzles/lightsout/{size}/{rest}")
    assert response.status_code == 404
    sentence = check_error(response.get_json(), "/puzzles")
    assert "Type the number of rows and of columns, each from 1 to 25" in sentence
    assert len(sentence) < 400


@pytest.mark.parametrize(
    ("size", "position"),
    [
        ("25", "R_A_25_25_" + 624 * "-"),
        ("25", "R_A_25_25_" + 626 * "-"),
        ("25", "R_A_25_25_" + 624 * "-" + "1"),
        ("25", "R_B_25_25_" + 625 * "-"),
        ("7x4", "R_A_4_7_" + 28 * "-"),
        ("7x4", "1" * 27),
        ("7x4", "1" * 3000),
    ],
)
def test_texts_that_are_no_position_get_400(bare: FlaskClient, size: str, position: str):
    response = bare.get(f"/puzzles/lightsout/{size}/{position}")
    assert response.status_code == 400
    check_error(response.get_json(), "/puzzles")


def test_a_report_looks_for_solutions_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not once per move."""
    asked: list[int] = []
    nearest = System.nearest

    def noted(system: System, position: int) -> object:
        asked.append(position)
        return nearest(system, position)

    monkeypatch.setattr(System, "nearest", noted)
    rules, manager = load("lightsout/9"), PuzzleManager(tmp_path)
    report = position_report(manager, rules, rules.start())
    assert (report.facts.remoteness, len(report.moves)) == (25, 81)
    assert asked == [rules.start()]
