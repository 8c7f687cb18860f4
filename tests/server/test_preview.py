"""`/api/<id>/<variant>/preview`: a description of a start, with nothing solved or written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.two_player.connect4 import Connect4
from perfect_play.server import create_app
from perfect_play.solvers.building.builder_process import BuilderProcess
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.proving.opening_book import path_of
from perfect_play.solvers.untabled.kalah_search import KalahSearch
from perfect_play.solvers.untabled.proving_search import ProvingSearch
from perfect_play.solvers.untabled.script_search import ScriptSearch
from perfect_play.solvers.untabled.searched_boards import SearchedBoards
from perfect_play.solvers.untabled.searched_cubes import SearchedCubes
from tests.helpers import by_plugin, examples
from tests.server.asking import position_path

Json = dict[str, Any]
KEYS = {
    *("gameId", "variantId", "description", "status", "position", "startPosition"),
    *("positionValue", "remoteness", "nimber", "moves", "customStart"),
}
EVERY = [*registry.listed(), *examples()]


@pytest.fixture
def bare(tmp_path: Path) -> FlaskClient:
    """A service that has solved nothing, and may not."""
    return create_app({"data_dir": tmp_path / "data", "build": False}).test_client()


def seen(client: FlaskClient, id_: str, variant: str) -> Json:
    response = client.get(f"/api/{id_}/{variant}/preview")
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    body = response.get_json()
    assert body["status"] == "ok"
    assert set(body["response"]) == KEYS
    return body["response"]


@pytest.mark.exhaustive
def test_preview_of_every_variant_is_answered_without_solving(
    bare: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The manager counts as started, as in a service, so that a table in need would start a builder."""
    started: list[object] = []
    monkeypatch.setattr(BuilderProcess, "_spawn", lambda self, options: started.append(options))
    manager: PuzzleManager = bare.application.extensions["manager"]
    manager.builder._owner = 1
    direct = 0
    for rules in EVERY:
        found = seen(bare, rules.id, rules.variant.id)
        assert found["startPosition"] == autogui.write_position(rules, rules.start())
        assert found["position"] == rules.format(rules.start())
        assert (found["customStart"] is None) == (type(rules).custom is None)
        if isinstance(rules, Connect4) or isinstance(
            manager.direct(rules), SearchedBoards | SearchedCubes | KalahSearch
        ):
            assert found["status"] == "available"
            booked = isinstance(rules, Connect4) and path_of(rules, tmp_path).exists()
            assert (found["positionValue"] is not None) == booked, "the search is not compiled for it"
        elif isinstance(manager.direct(rules), ScriptSearch):
            assert (found["status"], found["positionValue"] in ("win", None)) == ("available", True), "compiled or not"
        elif manager.direct(rules):
            assert found["positionValue"] in ("win", "lose")
            direct += 1
        else:
            assert (found["positionValue"], found["remoteness"], found["status"]) == (None, None, "unavailable")
    assert direct > 30
    assert started == []
    assert not (tmp_path / "data").exists()


@pytest.mark.second_ring
@pytest.mark.parametrize(
    "rules",
    by_plugin(
        rules
        for rules in EVERY
        if rules.variant.positions <= 1000
        and not (ProvingSearch.replaces_table(rules) or KalahSearch.replaces_table(rules))
    ),
)
def test_preview_agrees_with_the_protocol(client: FlaskClient, rules: list[Rules], nothing_written: None):
    for one in rules:
        compare(client, one)


def compare(client: FlaskClient, rules: Rules) -> None:
    """Compare with the tables; the halves of a Kayles turn count as one move here."""
    found = seen(client, rules.id, rules.variant.id)
    response = client.get(position_path(rules, found["startPosition"]))
    if response.status_code == 503:
        assert found["positionValue"] is found["remoteness"] is None, rules.full_id
        return
    here = response.get_json()["response"]
    assert found["positionValue"] == here["positionValue"], rules.full_id
    assert found["nimber"] == here.get("nimber"), rules.full_id
    if found["remoteness"] is not None:
        assert found["remoteness"] == here["remoteness"], rules.full_id
    else:
        assert here["remoteness"] in (-200, -1, 1), rules.full_id
    if not getattr(rules, "two_step", False):
        assert found["moves"] == len(here["moves"]), rules.full_id


def test_numbers_known_by_a_formula_are_in_the_preview(bare: FlaskClient):
    found = seen(bare, "sum", "nim_3_5~kayles_7")
    assert (found["nimber"], found["positionValue"], found["moves"]) == (3 ^ 5 ^ 2, "win", 8 + 13)
    assert seen(bare, "kayles", "500")["remoteness"] is None
    assert seen(bare, "kayles", "500")["positionValue"] == "win"
    assert seen(bare, "lightsout", "25x25")["positionValue"] == "win"
    assert seen(bare, "1210", "regular")["gameId"] == "1210"
    assert seen(bare, "mockturtles", "9")["nimber"] == 1 ^ 2 ^ 4 ^ 7 ^ 8 ^ 11 ^ 13 ^ 14 ^ 16


def test_a_start_that_is_over(client: FlaskClient):
    found = seen(client, "domineering", "1x4")
    assert (found["positionValue"], found["remoteness"], found["moves"]) == ("lose", 0, 0)


@pytest.mark.parametrize("cls", [pytest.param(cls, id=cls.id) for cls in registry.all_rules() if cls.custom])
def test_descriptions_of_custom_starts_are_the_same_everywhere(bare: FlaskClient, cls: type[Rules]):
    custom = seen(bare, cls.id, cls.custom.example)["customStart"]
    assert re.fullmatch(custom["pattern"], custom["example"], re.ASCII)
    assert len(custom["example"]) <= custom["maxLength"]
    room = "games" if cls in registry.all_games() else "puzzles"
    told = bare.get(f"/{room}/{cls.id}").get_json()["response"]
    assert told["custom"] == "true"
    drawn = custom.pop("symbols"), custom.pop("cols")
    assert drawn == (cls.custom.symbols, cls.custom.cols)
    assert custom == {
        "pattern": told["customPattern"],
        "maxLength": told["customMaxLength"],
        "help": told["customHelp"],
        "example": told["customExample"],
    }


@pytest.mark.parametrize(
    ("id_", "variant", "status", "part"),
    [
        ("kayles", "501", 400, "501 pins, more than 500"),
        ("kayles", "0", 400, "from 1 to 500"),
        ("dawsonschess", "999", 400, "999 cells, more than 500"),
        ("nim", "_".join(["1"] * 21), 400, "21 piles, more than 20"),
        ("nim", "300_300", 400, "2 piles of up to 300: 600 cells, more than 500"),
        ("grundy", "251", 400, "1 heaps of up to 251: 502 cells, more than 500"),
        ("octal", "0.77_501", 400, "501 cells, more than 500"),
        ("octal", "0.8_3", 400, "three heaps may remain"),
        ("0to10by1or2", "501_1", 400, "a goal of 501, more than 500"),
        ("0to10by1or2", "50_1_2_3_4_5_6", 400, "6 numbers, more than 5"),
        ("lightsout", "26x3", 400, "each from 1 to 25"),
        ("mockturtles", "h" * 15, 400, "15 coins, more than 14"),
        ("sum", "nim_3~sum_nim_3", 400, "A sum cannot be a part of another"),
        ("sum", "~".join(["nim_1"] * 9), 400, "9 games, more than 8"),
        ("sum", "kayles_400~nim_3_3", 400, "2,000 cells, more than 500"),
        ("nim", "9" * 3000, 400, "(3000 characters)"),
        ("pancakes", "99", 404, "pancakes has no variant '99'"),
        ("nonsense", "3", 404, "No puzzle or game is called 'nonsense'"),
        ("%00", "%ff", 404, "No puzzle or game is called"),
        ("nimber", "0.77", 400, "is not a heap"),
    ],
)
def test_a_bad_start_is_a_problem_that_names_the_limit(
    bare: FlaskClient, tmp_path: Path, id_: str, variant: str, status: int, part: str
):
    response = bare.get(f"/api/{id_}/{variant}/preview")
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    assert len(response.data) < 4000
    body = response.get_json()
    assert set(body) == {"title", "status", "detail"}
    assert body["status"] == status
    assert part in body["detail"]
    assert not (tmp_path / "data").exists()
