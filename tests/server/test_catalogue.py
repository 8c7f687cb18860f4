"""`/api/catalogue`: everything there is to play, in one answer."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles import families, registry
from perfect_play.puzzles.base import Game, Puzzle
from perfect_play.server import create_app
from perfect_play.server.api import catalogue
from tests.helpers import load, solved


def test_catalogue_has_all_plugins_with_their_variants(client: FlaskClient, nothing_written: None):
    entries = client.get("/api/catalogue").get_json()["response"]
    assert [entry["gameId"] for entry in entries] == [cls.id for cls in registry.all_rules()]
    for entry, cls in zip(entries, registry.all_rules(), strict=True):
        assert entry["type"] == ("onePlayer" if issubclass(cls, Puzzle) else "twoPlayer")
        assert entry["name"] == cls.name
        assert entry["alsoCalled"] == [*cls.aliases, *cls.also_called]
        assert entry["sideNames"] == (list(cls.side_names) if issubclass(cls, Game) else [])
        assert entry["opens"] == cls.opening()
        assert entry["opens"] in [one["variantId"] for one in entry["variants"]] or not entry["variants"]
        assert entry["randomStart"] == (issubclass(cls, Puzzle) and cls.random_start)
        assert [one["variantId"] for one in entry["variants"]] == [variant.id for variant in cls.variants]
        assert (entry["customStart"] is None) == (cls.custom is None) == (entry["example"] is None)
        assert entry["variants"] or entry["example"].startswith("R_A_")


def test_entry_requested_by_id_comes_alone(client: FlaskClient):
    entries = client.get("/api/catalogue").get_json()["response"]
    for entry in entries:
        assert client.get("/api/catalogue", query_string={"id": entry["gameId"]}).get_json()["response"] == [entry]
    for name in ("hanoi", "nothing", ""):
        assert client.get("/api/catalogue", query_string={"id": name}).get_json()["response"] == [], "no id"


def test_message_that_is_the_description_of_a_script_is_in_the_language_asked_for(client: FlaskClient):
    [entry] = client.get("/api/catalogue?id=doorkeeper&locale=fr").get_json()["response"]
    assert entry["variants"][0]["before"] == [entry["description"]]
    assert entry["description"].startswith("La porte s’ouvre")


def test_names_goals_and_variants_come_in_the_language_asked_for(client: FlaskClient):
    def entry(path: str, locale: str) -> dict[str, Any]:
        answer = client.get(f"{path}{'&' if '?' in path else '?'}locale={locale}").get_json()["response"]
        return next(one for one in answer if one["gameId"] == "tictactoe")

    for path in ("/api/cards", "/api/catalogue", "/api/catalogue?id=tictactoe"):
        spanish = entry(path, "es-MX")
        assert (spanish["name"], spanish["description"]) == ("Tres en raya", "Pon tres de tus marcas en línea.")
        assert "Tic-Tac-Toe" in spanish["alsoCalled"], "also found by its English name"
        french = entry(path, "fr")
        labels = [one if isinstance(one, str) else one["description"] for one in french["variants"]]
        assert [french["name"], *labels] == ["Morpion", "Normal", "Misère\u00a0: trois en ligne perdent"]
        assert (
            entry(path, "de")
            == entry(path, "")
            == next(one for one in client.get(path).get_json()["response"] if one["gameId"] == "tictactoe")
        )
    everything = client.get("/api/cards?locale=fr").get_json()["response"]
    assert not {cls.description for cls in registry.all_rules()} & {one["description"] for one in everything}


def test_plugins_belong_to_one_family_each(client: FlaskClient):
    listed = [puzzle_id for ids in families.FAMILIES.values() for puzzle_id in ids.split()]
    assert sorted(listed) == sorted(cls.id for cls in registry.all_rules()), "add a new one to puzzles/families.py"
    assert set(families.WELL_KNOWN) < set(listed)
    assert {puzzle_id for ids in families.NEAR for puzzle_id in ids.split()} < set(listed)
    assert families.family_of("somethingelse") == families.OTHER_FAMILY
    entries = {entry["gameId"]: entry for entry in client.get("/api/catalogue").get_json()["response"]}
    for name, ids in families.FAMILIES.items():
        assert {entries[puzzle_id]["family"] for puzzle_id in ids.split()} == {name}
    known = sorted((entry["wellKnown"], name) for name, entry in entries.items() if entry["wellKnown"] is not None)
    assert known == [(place, name) for place, name in enumerate(families.WELL_KNOWN, start=1)]


def test_catalogue_agrees_with_the_old_protocol(client: FlaskClient):
    entries = client.get("/api/catalogue").get_json()["response"]
    for entry in entries:
        room = "puzzles" if entry["type"] == "onePlayer" else "games"
        told = client.get(f"/{room}/{entry['gameId']}").get_json()["response"]
        shared = ("variantId", "description", "status", "startPosition")
        mine = [{key: one[key] for key in shared} for one in entry["variants"]]
        assert [one for one in mine if one["status"] != "unavailable"] == told["variants"]
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
    counted = client.get("/api/domineering/3x3/statistics").json["response"]
    assert board["positions"] == counted["positions"] == 46
    assert board["meaning"] == counted["meaning"] == "reachable"
    assert board["longest"] == counted["maximum"] > 0
    longest = {one["variantId"]: one["longest"] for one in entries["towersofhanoi"]["variants"]}
    assert (longest["3_3"], longest["3_12"]) == (7, None)


def test_catalogue_without_tables_gives_each_status(tmp_path: Path):
    client = create_app({"data_dir": tmp_path / "none", "build": False}).test_client()
    entries = {entry["gameId"]: entry for entry in client.get("/api/catalogue").get_json()["response"]}
    assert {one["status"] for one in entries["tictactoe"]["variants"]} == {"unavailable"}
    assert {one["status"] for one in entries["nim"]["variants"]} == {"available"}
    assert not (tmp_path / "none").exists()


def test_catalogue_is_cached_until_a_table_appears(own_data: Path, monkeypatch: pytest.MonkeyPatch):
    client = create_app({"data_dir": own_data, "build": False}).test_client()
    written = []
    monkeypatch.setattr(catalogue, "_entry", lambda manager, cls, language: written.append(cls) or cls.id)
    with catalogue.CACHE.timer:  # time stands still for the cache
        first = client.get("/api/catalogue").data
        assert client.get("/api/catalogue").data == first
        assert len(written) == len(set(written)) > 50
        (own_data / "tables" / "new").touch()
        for _ in range(2):
            assert client.get("/api/catalogue").data == first
        assert len(written) == 2 * len(set(written))
    time.sleep(catalogue.SECONDS)
    client.get("/api/catalogue")
    assert len(written) == 3 * len(set(written))


def test_cards_say_in_short_what_the_catalogue_says(client: FlaskClient):
    entries = client.get("/api/catalogue").get_json()["response"]
    answer = client.get("/api/cards")
    cards = answer.get_json()["response"]
    for card, entry in zip(cards, entries, strict=True):
        same = ("gameId", "name", "alsoCalled", "type", "description", "impartial", "family", "wellKnown")
        assert {name: card[name] for name in same} == {name: entry[name] for name in same}
        assert set(card["variants"]) == {variant["description"] for variant in entry["variants"]}
        assert card["opens"] in [entry["opens"], *(variant["variantId"] for variant in entry["variants"])]
    assert len(answer.data) < 70_000


def test_card_opens_the_variant_that_people_mean_or_one_that_is_solved(tmp_path: Path):
    nothing_solved = create_app({"data_dir": tmp_path, "build": False}).test_client()
    opens = {card["gameId"]: card["opens"] for card in nothing_solved.get("/api/cards").get_json()["response"]}
    expected = {"tictactoe": "regular", "domineering": "4x4", "rubikscube": "2x2x2", "towersofhanoi": "3_3"}
    expected |= {"npuzzle": "3", "lightsout": "5", "grundy": "8_5"}
    assert {name: opens[name] for name in expected} == {**expected, "npuzzle": "2x7"}, "which needs no table"
    assert {name: registry.find(name).opening() for name in expected} == expected


def test_pictures_of_starts_come_together(client: FlaskClient):
    drawn = client.get("/api/pictures?ids=tictactoe,nothing,npuzzle").get_json()["response"]
    assert list(drawn) == ["tictactoe", "npuzzle"]
    alone = client.get("/api/tictactoe/regular/image.svg").text
    assert drawn["tictactoe"] == alone
    assert client.get("/api/pictures").get_json()["response"] == {}
    too_many = client.get("/api/pictures", query_string={"ids": ",".join(["nim"] * 61)})
    assert (too_many.status_code, "at most 60" in too_many.get_json()["detail"]) == (400, True)
