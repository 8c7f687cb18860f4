"""Today's protocol at `/`, if the setting says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.server.api_docs.openapi import document

BELOW = (
    "nim/",
    "towersofhanoi/3_2/",
    "nim/1_3_5/",
    "npuzzle/2/positions/?p=12-3",
    "npuzzle/2/positions/",
    "npuzzle/2/positions/?p=garbage",
    "npuzzle/2/instructions/?locale=es",
    "nope/",
    "pancakes/nope",
)
ELSEWHERE = (
    "/health/",
    "/api/catalogue/",
    "/games/",
    "/puzzles/npuzzle/",
    "/universal/v1/nim/",
    "/api/nope/",
)


@pytest.fixture
def at_root(data_dir: Path) -> Flask:
    return create_app({"data_dir": data_dir, "build": False, "at_root": True})


@pytest.mark.parametrize("path", BELOW)
def test_answers_at_the_root_equal_those_below_the_prefix(at_root: Flask, path: str):
    client = at_root.test_client()
    here, below = client.get(f"/{path}"), client.get(f"/universal/v1/{path}")
    assert (here.status_code, here.get_json()) == (below.status_code, below.get_json())
    assert here.headers.get("Cache-Control") == below.headers.get("Cache-Control")


@pytest.mark.parametrize("path", ELSEWHERE)
def test_other_routes_stay_the_same_at_the_root(at_root: Flask, client: FlaskClient, path: str):
    with_it, without = at_root.test_client().get(path), client.get(path)
    assert with_it.status_code == without.status_code
    assert with_it.mimetype == without.mimetype
    if "health" not in path:
        assert set(with_it.get_json()) == set(without.get_json()) if isinstance(without.get_json(), dict) else True


def test_root_lists_games_for_clients_and_the_page_for_browsers(at_root: Flask, client: FlaskClient):
    """The list for clients, the page for browsers; without the setting the index."""
    client_at_root = at_root.test_client()
    listed = client_at_root.get("/universal/v1/").get_json()
    for accept in ("*/*", "application/json", "application/json, text/plain, */*"):
        assert client_at_root.get("/", headers={"Accept": accept}).get_json() == listed
        assert "puzzles" in client.get("/", headers={"Accept": accept}).get_json()
    page = client_at_root.get("/", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert page.mimetype == "text/html"
    assert "Accept" in page.vary


def test_protocol_at_the_root_is_off_by_default(client: FlaskClient):
    assert client.get("/nim/").status_code == client.get("/npuzzle/2/").status_code == 404
    assert client.get("/nim/").mimetype == "application/problem+json"


def test_openapi_description_lists_the_routes_at_the_root(at_root: Flask, app: Flask):
    added = set(document(at_root)["paths"]) - set(document(app)["paths"])
    assert added == {
        "/{game_id}",
        "/{game_id}/{variant_id}",
        "/{game_id}/{variant_id}/positions",
        "/{game_id}/{variant_id}/instructions",
    }
    answers = document(at_root)["paths"]["/{game_id}"]["get"]["responses"]
    assert answers["404"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/CurrentError"}
