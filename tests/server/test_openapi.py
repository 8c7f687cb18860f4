"""`/openapi.json` describes every route correctly: every answer matches its description."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.notation import autogui
from perfect_play.server import create_app
from perfect_play.server.api_docs.openapi import document, example_address, path_of
from perfect_play.server.api_docs.route_docs import doc_of
from tests.helpers import name_of

APP = create_app({"build": False})
DOCUMENT = json.loads(json.dumps(document(APP)))
TO_LOOK_AT = {"pages.static"}  # files of the page, which are not JSON


def test_document_is_answered(client: FlaskClient):
    answer = client.get("/openapi.json")
    assert answer.status_code == 200
    assert answer.get_json() == DOCUMENT


def rules_described() -> list[Any]:
    return [rule for rule in APP.url_map.iter_rules() if rule.endpoint not in TO_LOOK_AT]


def test_a_url_that_is_too_long_is_described_wherever_one_can_be_sent(client: FlaskClient):
    """The server refuses it before it looks at the path."""
    for path, operations in client.get("/openapi.json").get_json()["paths"].items():
        for operation in operations.values():
            assert ("414" in operation["responses"]) == bool(operation["parameters"]), path


def test_every_route_is_described():
    assert len(rules_described()) >= 30
    for rule in rules_described():
        assert doc_of(APP.view_functions[rule.endpoint]) is not None, f"{rule} says nothing of itself"
        assert path_of(rule) in DOCUMENT["paths"]


def fitting(path: str, status: int, answer: Any) -> None:
    """Check an answer against the description of its route."""
    operations = DOCUMENT["paths"][path]
    operation = operations.get("get") or operations["post"]
    ((_, content),) = operation["responses"][str(status)]["content"].items()
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    error = next(Draft202012Validator(schema).iter_errors(answer), None)
    assert error is None, f"{path}: {error.json_path}: {error.message[:300]}"


COMPILED = "/api/scripts/{game_id}/{variant_id}"
"""Where a search is compiled before it answers."""

EXAMPLES = [
    pytest.param(
        path_of(rule), rule, id=path_of(rule), marks=pytest.mark.second_ring if path_of(rule) == COMPILED else ()
    )
    for rule in rules_described()
    if "GET" in (rule.methods or ())
]


@pytest.mark.parametrize(("path", "rule"), EXAMPLES)
def test_example_of_a_route_is_answered_as_described(path: str, rule: Any, client: FlaskClient):
    told = doc_of(APP.view_functions[rule.endpoint])
    assert told is not None
    for slash in ("", "/"):
        asked, question, query = example_address(path, DOCUMENT["paths"][path]["get"]).partition("?")
        answer = client.get(asked.rstrip("/") + slash + question + query)
        for _ in range(12):  # each waits for some seconds
            if path == COMPILED and answer.status_code == 503:
                answer = client.get(asked)
        assert answer.status_code == 200, answer.text
        assert answer.mimetype == told.media_type
        if told.media_type == "application/json":
            fitting(path, 200, answer.get_json())
    for parameter in told.query:
        joined = "&" if query else "?"
        answer = client.get(f"{asked}{question}{query}{joined}{parameter.name}={quote(parameter.example)}")
        assert answer.status_code == 200, answer.text
        if told.media_type == "application/json":
            fitting(path, 200, answer.get_json())


def variants() -> Iterator[Any]:
    """One variant of every plug-in, and a custom one if it takes any."""
    for cls in registry.all_rules():
        names = [variant.id for variant in (*(v for v in cls.variants if v.testing), *cls.variants)][:1]
        if cls.custom is not None:
            names.append(cls.custom.example)
        for name in names:
            rules = registry.load(cls.id, name)
            yield pytest.param(rules, id=name_of(rules))


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", list(variants()))
def test_answers_of_every_plug_in_are_as_described(rules: Rules, client: FlaskClient):
    kind, name = ("games", "game_id") if isinstance(rules, Game) else ("puzzles", "puzzle_id")
    variant = quote(rules.variant.id, safe="")
    legacy = quote(autogui.write_position(rules, rules.start()), safe="")
    text = quote(client.get(f"/universal/v1/{rules.id}/{variant}").get_json()["startPosition"], safe="")
    addresses = {
        f"/{kind}/{{{name}}}": f"/{kind}/{rules.id}",
        f"/{kind}/{{{name}}}/variants/{{variant_id}}": f"/{kind}/{rules.id}/variants/{variant}",
        f"/{kind}/{{{name}}}/variants/{{variant_id}}/positions/{{position}}": (
            f"/{kind}/{rules.id}/variants/{variant}/positions/{legacy}"
        ),
        "/universal/v1/{game_id}": f"/universal/v1/{rules.id}",
        "/universal/v1/{game_id}/{variant_id}": f"/universal/v1/{rules.id}/{variant}",
        "/universal/v1/{game_id}/{variant_id}/positions": f"/universal/v1/{rules.id}/{variant}/positions?p={text}",
        "/api/{game_id}/{variant_id}": f"/api/{rules.id}/{variant}",
        "/api/{game_id}/{variant_id}/preview": f"/api/{rules.id}/{variant}/preview",
        "/api/{game_id}/{variant_id}/solution": f"/api/{rules.id}/{variant}/solution",
    }
    if kind == "puzzles":
        addresses["/puzzles/{puzzle_id}/{variant_id}/positions"] = f"/puzzles/{rules.id}/{variant}/positions?p={text}"
    for path, address in addresses.items():
        answer = client.get(address)
        fitting(path, answer.status_code, answer.get_json())
        if "solution" not in path and "positions" not in path:
            assert answer.status_code == 200, answer.text


WRONG = {
    "/games/{game_id}": (404, "/games/nope"),
    "/puzzles/{puzzle_id}": (404, "/puzzles/nope"),
    "/puzzles/{puzzle_id}/{variant_id}/{position}": (400, "/puzzles/npuzzle/2/R_A_2_2_----"),
    "/universal/v1/{game_id}": (404, "/universal/v1/nope"),
    "/universal/v1/{game_id}/{variant_id}/positions": (400, "/universal/v1/npuzzle/2/positions?p=nope"),
    "/api/{game_id}/{variant_id}/best-move": (400, "/api/npuzzle/2/best-move?limit=0"),
    "/api/nimber/{code}/{heap}": (400, "/api/nimber/0.77/many"),
}


@pytest.mark.parametrize("path", WRONG)
def test_errors_are_as_described(path: str, client: FlaskClient):
    status, address = WRONG[path]
    answer = client.get(address)
    assert answer.status_code == status
    fitting(path, status, answer.get_json())
