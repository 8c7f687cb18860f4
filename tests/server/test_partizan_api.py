"""`/api/<id>/<variant>/value` and `value.svg`: answers and refusals."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from flask.testing import FlaskClient

from perfect_play.solvers.theory import forms as forms_module


def test_value_of_a_position_has_its_name_and_form(client: FlaskClient):
    answer = client.get("/api/hackenbush/br/value?p=1_br")
    assert answer.status_code == 200
    told = answer.get_json()["response"]
    zero = [[], []]
    assert told == {
        "position": "1_br",
        "name": "1/2",
        "canonicalForm": "{0|1}",
        "options": [[zero], [[[zero], []]]],
        "number": "1/2",
        "outcome": "L",
        "mean": "1/2",
        "temperature": "-1/2",
        "thermograph": {"left": [["-1", "1"], ["-1/2", "1/2"]], "right": [["-1", "0"], ["-1/2", "1/2"]]},
        "forms": 3,
        "positions": 2,
    }


def test_any_text_of_a_position_and_either_player_to_move(client: FlaskClient):
    texts = ("----", "2_----", "R_A_2_2_----", "R_B_2_2_----")
    answers = [client.get("/api/domineering/2x2/value", query_string={"p": text}).get_json() for text in texts]
    assert {answer["response"]["name"] for answer in answers} == {"±1"}


def test_value_without_a_position_is_that_of_the_start(client: FlaskClient):
    told = client.get("/api/domineering/4x4/value").get_json()["response"]
    assert told["position"] == "-" * 16
    assert told["outcome"] == "N"
    assert (told["mean"], told["temperature"]) == ("0", "0")


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        ("tictactoe/regular", 422, "partizan games alone"),
        ("towersofhanoi/3_3", 422, "partizan games alone"),
        ("konane/4x4", 422, "opening"),
        ("domineering/4x4", 400, "expected 16 characters"),
        ("domineering/99x99", 404, "no variant"),
        ("hackenbush/xyz", 400, "not a start"),
        ("nothing/1", 404, "No puzzle or game"),
    ],
)
def test_wrong_values_and_pictures_are_refused_with_a_sentence(client: FlaskClient, path: str, status: int, why: str):
    query = {"p": "--"} if status == 400 and path.startswith("dom") else {}
    for kind in ("value", "value.svg"):
        answer = client.get(f"/api/{path}/{kind}", query_string=query)
        assert answer.status_code == status
        assert why in answer.get_json()["detail"]


def test_value_of_too_many_steps_is_refused_for_good(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forms_module.Forms.__init__, "__defaults__", (1000,))
    answer = client.get("/api/domineering/4x4/value")
    assert answer.status_code == 422
    assert "1,000 steps" in answer.get_json()["detail"]


def test_value_out_of_time_is_refused_with_retry_after(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forms_module, "seconds_left", lambda: 0.0)
    answer = client.get("/api/domineering/4x4/value")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.get_json()["command"] == f"python -m solvers value domineering 4x4 {'-' * 16} --seconds 60"


def test_thermograph_is_drawn_with_walls_and_mast(client: FlaskClient):
    answer = client.get("/api/domineering/2x3/value.svg")
    assert answer.status_code == 200
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    drawn = ET.fromstring(answer.text)
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "5/4" in texts
    strokes = [path.get("stroke") for path in drawn.iter("{http://www.w3.org/2000/svg}path")]
    assert len(set(strokes)) == 4, "both walls, the mast and the grid"


def test_walls_are_told_from_left_to_right(client: FlaskClient):
    told = client.get("/api/snort/2x3/value").get_json()["response"]["thermograph"]
    left, right = ([tuple(map(Fraction, corner)) for corner in told[side]] for side in ("left", "right"))
    assert left[0][0] == right[0][0] == -1
    assert left[-1] == right[-1] == (Fraction(9, 4), 0)
    assert left[0][1] > right[0][1]


def test_the_catalogue_says_which_games_have_values(client: FlaskClient):
    entries = client.get("/api/catalogue").get_json()["response"]
    assert {entry["gameId"] for entry in entries if entry["partizan"]} >= {"domineering", "hackenbush", "konane"}
    assert not any(entry["partizan"] for entry in entries if entry["impartial"])
    links = client.get("/api/hackenbush/br").get_json()["response"]["links"]
    assert links["value"].endswith("/api/hackenbush/br/value/")
    assert client.get("/api/nim/1_2").get_json()["response"]["links"]["value"] is None
