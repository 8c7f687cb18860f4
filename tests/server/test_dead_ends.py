"""No dead ends: the index leads on, a variant says where to query it, and no visitor is told a command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game
from perfect_play.server import create_app
from perfect_play.solvers.untabled.choice import has_table
from tests.helpers import load

COMMAND = "python -m"


@pytest.fixture
def unsolved(tmp_path: Path) -> FlaskClient:
    """A service without any table."""
    return create_app({"data_dir": tmp_path / "none", "build": False}).test_client()


def texts(value: Any, under: str = "") -> Iterator[tuple[str, str]]:
    """Every text of an answer, with the name of its field."""
    if isinstance(value, str):
        yield under, value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, under)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from texts(item, name)


def test_the_index_leads_on(client: FlaskClient):
    told = client.get("/").get_json()
    assert told["api"] == "http://localhost/api/"
    assert told["openapi"] == "http://localhost/openapi.json"
    for name in ("api", "openapi", "catalogue", "health", "ready"):
        assert client.get(urlsplit(told[name]).path).status_code == 200


@pytest.mark.parametrize(
    "name", ["towersofhanoi/3_3", "tictactoe/regular", "nim/1_3_5", "lightsout/3", "rushhour/basic"]
)
def test_a_variant_says_where_to_ask(client: FlaskClient, name: str):
    rules = load(name)
    answer = client.get(f"/api/{name}")
    assert answer.status_code == 200
    told = answer.get_json()["response"]
    assert (told["gameId"], told["variantId"]) == (rules.id, rules.variant.id)
    assert (told["status"], told["name"]) == ("available", rules.name)
    assert told["startPosition"].startswith(f"R_A_{told['board']['rows']}_{told['board']['columns']}_")
    links = told["links"]
    assert (links["bestMove"] is None) == (not isinstance(rules, Game)) == (links["randomStart"] is not None)
    assert (links["table"] is None) == (not has_table(rules))
    for what, link in links.items():
        if link is not None and what not in ("bestMove", "page"):
            assert client.get(urlsplit(link).path).status_code == 200, what
    start = client.get(urlsplit(links["position"]).path).get_json()["response"]
    assert start["position"] == told["startPosition"]
    assert urlsplit(links["page"]).path == f"/g/{name}"


def test_unknown_puzzles_and_variants_are_refused(client: FlaskClient):
    assert client.get("/api/towersofhanoi/9_9").status_code == 404
    assert client.get("/api/nothing/3_3").status_code == 404
    assert client.get("/api/nim/x").status_code == 400


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/puzzles/npuzzle/3/1234567-8", "python -m solvers solve npuzzle 3"),
        ("/games/tictactoe/variants/regular/positions/R_A_3_3_---------", "python -m solvers solve tictactoe regular"),
        ("/api/npuzzle/3/statistics", "python -m solvers solve npuzzle 3"),
        ("/api/npuzzle/3/table", "python -m solvers solve npuzzle 3"),
        ("/api/tictactoe/regular/solution", "python -m solvers solve tictactoe regular"),
        ("/api/nimber/0.16/1000000000000", "python -m solvers nimbers 0.16"),
    ],
)
def test_a_command_is_a_field_of_its_own(unsolved: FlaskClient, path: str, command: str):
    answer = unsolved.get(path)
    assert answer.status_code == 503
    told = answer.get_json()
    assert told["command"] == command
    assert [name for name, text in texts(told) if COMMAND in text] == ["command"]


def test_progress_report_names_no_command(unsolved: FlaskClient):
    told = unsolved.get("/api/progress").get_json()
    assert "tictactoe/regular is not solved yet." in told["waiting"].values()
    for answer in (told, unsolved.get("/api/npuzzle/3").get_json(), unsolved.get("/api/catalogue").get_json()):
        assert not [text for _, text in texts(answer) if COMMAND in text]


def test_every_variant_answers(client: FlaskClient):
    for cls in registry.all_rules():
        assert client.get(f"/api/{cls.id}/{cls.opening()}").get_json()["response"]["type"]
