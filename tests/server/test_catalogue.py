"""`/api/catalogue`: everything there is to play, in one answer."""

from __future__ import annotations

from pathlib import Path

from flask.testing import FlaskClient

from puzzles import registry
from puzzles.base import Puzzle
from server import create_app
from tests.helpers import load, solved


def test_everything_is_in_the_catalogue(client: FlaskClient, nothing_written: None):
    entries = client.get("/api/catalogue").get_json()["response"]
    assert [entry["gameId"] for entry in entries] == [cls.id for cls in registry.all_rules()]
    for entry, cls in zip(entries, registry.all_rules(), strict=True):
        assert entry["type"] == ("onePlayer" if issubclass(cls, Puzzle) else "twoPlayer")
        assert entry["name"] == cls.name
        assert entry["alsoCalled"] == [*cls.aliases, *cls.also_called]
        assert entry["opens"] == cls.opening()
        assert entry["opens"] in [one["variantId"] for one in entry["variants"]] or not entry["variants"]
        assert entry["randomStart"] == (issubclass(cls, Puzzle) and cls.random_start)
        assert [one["variantId"] for one in entry["variants"]] == [variant.id for variant in cls.variants]
        assert (entry["customStart"] is None) == (cls.custom is None) == (entry["example"] is None)
        assert entry["variants"] or entry["example"].startswith("R_A_")


def test_it_says_the_same_as_the_old_protocol(client: FlaskClient):
    entries = client.get("/api/catalogue").get_json()["response"]
    for entry in entries:
        room = "puzzles" if entry["type"] == "onePlayer" else "games"
        told = client.get(f"/{room}/{entry['gameId']}").get_json()["response"]
        shared = ("variantId", "description", "status", "startPosition")
        mine = [{key: one[key] for key in shared} for one in entry["variants"]]
        assert mine == told["variants"]
        if entry["customStart"]:
            assert entry["customStart"]["help"] == told["customHelp"]
            assert entry["customStart"]["pattern"] == told["customPattern"]


def test_sizes_are_those_that_statistics_tell(client: FlaskClient):
    entries = {entry["gameId"]: entry for entry in client.get("/api/catalogue").get_json()["response"]}
    sizes = {one["variantId"]: one["positions"] for one in entries["towersofhanoi"]["variants"]}
    assert sizes["3_3"] == len(solved("towersofhanoi/3_3").results) * 2 - 1 == 27, "3 ** 3, by classes of two"
    assert sizes["3_12"] is None, "what is not solved is not counted"
    about = {one["variantId"]: one["about"] for one in entries["towersofhanoi"]["variants"]}
    assert about["3_12"] == load("towersofhanoi/3_12").variant.positions
    (board,) = (one for one in entries["domineering"]["variants"] if one["variantId"] == "3x3")
    assert board["positions"] == client.get("/api/domineering/3x3/statistics").json["response"]["positions"] == 46


def test_without_tables_it_answers_too(tmp_path: Path):
    client = create_app({"data_dir": tmp_path / "none", "build": False}).test_client()
    entries = {entry["gameId"]: entry for entry in client.get("/api/catalogue").get_json()["response"]}
    assert {one["status"] for one in entries["tictactoe"]["variants"]} == {"unavailable"}
    assert {one["status"] for one in entries["nim"]["variants"]} == {"available"}
    assert not (tmp_path / "none").exists()
