"""PuzzleScripts of visitors: read, stored under their digest within bounds, surveyed, and refused from other sites."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from perfect_play.puzzles import registry
from perfect_play.puzzles.puzzlescript import uploaded
from perfect_play.server import create_app, stored_scripts
from perfect_play.solvers.untabled.script_search import ScriptSearch
from tests.helpers import ROOT
from tests.puzzles.test_puzzlescript import LEVEL, PUSH, script

LOST = "######\n#PC..#\n#..T.#\n######"
WIDE = "\n".join(["#" + "." * 48 + "#"] * 40)


@pytest.fixture
def service(tmp_path: Path) -> Flask:
    """A service with nothing solved, on a data directory of its own."""
    return create_app({"data_dir": tmp_path, "build": False})


@pytest.fixture
def visitor(service: Flask) -> FlaskClient:
    return service.test_client()


def bring(visitor: FlaskClient, text: str, **headers: str) -> Any:
    """The answer to a text that is brought."""
    return visitor.post("/api/scripts", json={"text": text}, headers=headers)


def brought(visitor: FlaskClient, text: str) -> dict[str, Any]:
    """What the service says of a text."""
    answer = bring(visitor, text)
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json["response"]
    return said


def survey(visitor: FlaskClient, name: str, level: str) -> dict[str, Any]:
    """The survey of a level."""
    answer = visitor.get(f"/api/scripts/{name}/{level}")
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json["response"]
    return said


def stored(directory: Path) -> list[str]:
    return sorted(path.name for path in (directory / "uploads").iterdir())


# --- reading and playing --------------------------------------------------------------------------


def test_script_of_a_visitor_is_listed_level_by_level_and_played(visitor: FlaskClient, tmp_path: Path):
    text = script(level=f"message Push\n\n{LEVEL}\n\nmessage Now this\n\n{LEVEL}\n\nmessage The end")
    said = brought(visitor, text)
    name = said["gameId"]
    assert (said["name"], said["fault"]) == ("Crates", None)
    assert [level["variantId"] for level in said["levels"]] == ["1", "2"]
    assert stored(tmp_path) == [f"{name}.txt"]
    assert visitor.get(f"/api/scripts/{name}").json["response"]["text"] == text
    (entry,) = visitor.get(f"/api/catalogue?id={name}").json["response"]
    first, second = entry["variants"]
    assert (first["before"], first["after"]) == (["Push"], [])
    assert (second["before"], second["after"]) == (["Now this"], ["The end"])
    position = visitor.get(f"/puzzles/{name}/variants/1/positions/{first['startPosition']}").json["response"]
    assert (position["positionValue"], position["remoteness"]) == ("win", 2)
    assert {move["moveName"]: move["remoteness"] for move in position["moves"]} == {"down": 1, "right": 3}
    assert name not in visitor.get("/api/cards").text


def test_fault_of_a_text_names_its_line_and_nothing_is_stored(visitor: FlaskClient, tmp_path: Path):
    said = brought(visitor, script("[ > Playr ] -> [ ]"))
    assert said["fault"] == {"line": 31, "sentence": "PLAYR is neither an object nor a movement."}
    assert said["gameId"] is None
    assert not (tmp_path / "uploads").exists()


@pytest.fixture
def compiled(tmp_path: Path) -> None:
    """The search of levels, compiled in this process, which takes longer than an answer may."""
    ScriptSearch(tmp_path).make(registry.load("doorkeeper", "1"))  # type: ignore[arg-type]


@pytest.mark.second_ring
@pytest.mark.usefixtures("compiled")
def test_survey_tells_the_fewest_moves_dead_ends_and_that_there_is_no_solution(visitor: FlaskClient):
    name = brought(visitor, script(level=f"{LEVEL}\n\n{LOST}"))["gameId"]
    solved, lost = (survey(visitor, name, level) for level in "12")
    assert {**solved, "gameId": ""} == {
        **{"gameId": "", "variantId": "1", "complete": True, "fewest": 2, "positions": 111},
        **{"deadEnds": 99, "firstDeadEnd": 2},
    }
    assert (lost["complete"], lost["fewest"], lost["deadEnds"]) == (True, None, lost["positions"])
    assert lost["firstDeadEnd"] == 0


@pytest.mark.second_ring
@pytest.mark.usefixtures("compiled")
def test_survey_of_a_large_level_ends_with_what_it_met(visitor: FlaskClient):
    rows = "\n".join(["#P" + "#" * 12, *["#.C........T.#", "#............#"] * 4, "#" * 14])
    name = brought(visitor, script(level=rows))["gameId"]
    said = survey(visitor, name, "1")
    assert (said["complete"], said["fewest"], said["deadEnds"]) == (False, None, None)
    assert said["positions"] > 1_000


def test_level_whose_positions_fit_no_address_is_left_out_with_the_reason(visitor: FlaskClient):
    said = brought(visitor, script(level=f"{LEVEL}\n\n{WIDE}"))
    assert said["levels"][1]["unlisted"] == {
        "line": 44,
        "sentence": "Its positions have 2,000 letters; addresses have room for 1,980.",
    }
    answer = visitor.get(f"/api/{said['gameId']}/2")
    assert answer.status_code == 404
    assert "addresses have room" in answer.json["detail"]


@pytest.mark.parametrize("name", ["script-" + "0" * 32, "script-", "script-../../etc", "npuzzle", "nobody"])
def test_script_that_is_not_there_is_a_sentence(visitor: FlaskClient, name: str):
    for address in (f"/api/scripts/{name}", f"/api/scripts/{name}/1"):
        assert visitor.get(address).status_code in (400, 404)


# --- who may bring one ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://other.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Host": "rebound.example"},
        {"X-Forwarded-For": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
    ],
    ids=str,
)
def test_page_of_another_site_stores_nothing(visitor: FlaskClient, tmp_path: Path, headers: dict[str, str]):
    assert bring(visitor, script(), **headers).status_code == 403
    assert not (tmp_path / "uploads").exists()


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}], ids=str)
def test_page_of_this_site_and_programs_may_bring_a_text(visitor: FlaskClient, headers: dict[str, str]):
    assert bring(visitor, script(), **headers).status_code == 200


def test_form_of_another_site_is_no_json(visitor: FlaskClient):
    assert visitor.post("/api/scripts", data='{"text": ""}', content_type="text/plain").status_code == 415


def test_setting_decides_for_everybody(tmp_path: Path):
    closed = create_app({"data_dir": tmp_path, "build": False, "uploads": False}).test_client()
    assert bring(closed, script()).status_code == 403
    assert closed.get("/api/scripts").json["response"]["uploads"] is False
    assert "Your own PuzzleScript" not in closed.get("/", headers={"Accept": "text/html"}).text
    opened = create_app({"data_dir": tmp_path, "build": False, "uploads": True}).test_client()
    assert bring(opened, script(), Host="play.example.org", Origin="http://play.example.org").status_code == 200
    assert bring(opened, script(), Host="play.example.org", Origin="http://other.example").status_code == 403


# --- bounds ---------------------------------------------------------------------------------------


def test_least_recently_used_texts_go_first(visitor: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stored_scripts, "MOST_TEXTS", 3)
    names = []
    for number in range(4):
        names.append(brought(visitor, f"author {number}\n{script()}")["gameId"])
        path = tmp_path / "uploads" / f"{names[-1]}.txt"
        os.utime(path, (number, number))
        if number == 2:
            brought(visitor, f"author 0\n{script()}")  # is used again
    assert stored(tmp_path) == sorted(f"{name}.txt" for name in (names[0], *names[2:]))
    monkeypatch.setattr(stored_scripts, "MOST_BYTES", 1)
    newest = brought(visitor, f"author 5\n{script()}")["gameId"]
    assert stored(tmp_path) == [f"{newest}.txt"]


@pytest.mark.second_ring
def test_texts_stored_by_processes_at_once_are_whole_and_within_the_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    directory = tmp_path / "uploads"
    program = f"""
import sys
from pathlib import Path
from perfect_play.server import stored_scripts
stored_scripts.MOST_TEXTS = 1
for number in range(300):
    stored_scripts.store(f"author {{number % 2}}" + "." * 2_000, Path({str(directory)!r}))
"""
    processes = [subprocess.Popen([sys.executable, "-c", program], cwd=ROOT) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    for path in directory.iterdir():
        assert path.name == f"{uploaded.name_of(path.read_text())}.txt"
    monkeypatch.setattr(stored_scripts, "MOST_TEXTS", 2)
    stored_scripts.store("the last", directory)
    assert len(stored(tmp_path)) <= 2


def test_texts_outlive_a_restart_and_a_changed_one_counts_as_gone(visitor: FlaskClient, tmp_path: Path):
    name = brought(visitor, f"author of this test\n{script()}")["gameId"]
    uploaded._class.cache_clear()
    uploaded._level.cache_clear()
    again = create_app({"data_dir": tmp_path, "build": False}).test_client()
    assert again.get(f"/api/{name}/1").status_code == 200
    uploaded._class.cache_clear()
    uploaded._level.cache_clear()
    (tmp_path / "uploads" / f"{name}.txt").write_text(script(level=LOST))
    assert again.get(f"/api/scripts/{name}").status_code == 404


def test_full_disk_is_a_sentence(visitor: FlaskClient, tmp_path: Path):
    (tmp_path / "uploads").write_text("no folder")
    answer = bring(visitor, script())
    assert answer.status_code == 503
    assert "could not be stored" in answer.json["detail"]


def test_memory_for_levels_of_visitors_is_bounded(visitor: FlaskClient):
    many = "\n\n".join([LEVEL] * (uploaded.IN_USE + 5))
    name = brought(visitor, script(level=many))["gameId"]
    levels = [registry.load(name, str(number)) for number in range(1, uploaded.IN_USE + 6)]
    assert [level.start() for level in levels] == [levels[0].start()] * len(levels)
    assert uploaded._level.cache_info().currsize == uploaded.IN_USE
    assert not any({"program", "level", "kinds"} & set(vars(level)) for level in levels)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": 5}, 400),
        ({"text": "x", "more": 1}, 400),
        ([], 400),
        ({"text": "\ud800"}, 400),
        ({"text": "x" * 1_000_000}, 413),
    ],
    ids=["number", "more", "list", "half a character", "too long"],
)
def test_body_of_another_form_is_refused(visitor: FlaskClient, body: Any, status: int):
    assert visitor.post("/api/scripts", json=body).status_code == status


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(" * 100_001, "at most 100,000 are taken"),
        (script(level="\n\n".join([LEVEL] * 151)), "at most 150 are taken"),
        (script("startloop\n" * 9_000), "at most 3,000"),
        (script("[ > Player | ... | Crate | ... | Wall ] -> [ | ... | Crate | ... | ]", "PC#" * 600), "too large for"),
        ("", "no collision layers"),
        (script(f"moving {PUSH}"), "not 'moving'"),
        (script(level="." * 5_000 + "\n." * 45_000), "more than 10,000 cells"),
    ],
    ids=["long", "many levels", "loops", "ellipses", "nothing", "no direction", "wide and long"],
)
def test_hostile_text_ends_in_a_sentence(visitor: FlaskClient, text: str, words: str):
    begun = time.process_time()
    said = brought(visitor, text)
    assert words.lower() in said["fault"]["sentence"].lower()
    assert time.process_time() - begun < 2


def test_error_does_not_repeat_a_long_position(visitor: FlaskClient):
    name = brought(visitor, script(PUSH))["gameId"]
    answer = visitor.get(f"/api/{name}/1/known?p={'w' * 1900}")
    assert answer.status_code == 400
    assert len(answer.data) < 600
