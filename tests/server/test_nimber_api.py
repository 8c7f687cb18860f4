"""`/api/nimber/<code>/<heap>`: bare look-ups, and refusals with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.octal_codes import Octal, nimbers
from perfect_play.server import create_app
from perfect_play.solvers.theory.lookup import known_periods, live_heaps


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return create_app({"data_dir": tmp_path_factory.mktemp("empty"), "build": False}).test_client()


def test_nimber_of_a_huge_heap_is_looked_up_by_its_period(asking: FlaskClient):
    for path in (
        "/api/nimber/0.77/1000000000000",
        "/api/nimber/0.77/1000000000000/",
        "/api/nimber/0.770/1000000000000",
    ):
        response = asking.get(path)
        assert response.status_code == 200
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.get_json() == {
            "status": "ok",
            "response": {
                "code": "0.77",
                "heap": 1000000000000,
                "nimber": 1,
                "prePeriod": 71,
                "period": 12,
                "exceptions": 14,
                "largest": 8,
                "checked": 168,
            },
        }


PROVED = sorted(known_periods())


FEW = {PROVED[0]: (), "0.454": pytest.mark.second_ring}


@pytest.mark.parametrize("code", [pytest.param(code, marks=FEW.get(code, pytest.mark.exhaustive)) for code in PROVED])
def test_every_proved_period_is_told_with_the_first_heaps(asking: FlaskClient, code: str):
    """Far heaps are answered if the period begins early, else with how to compute them."""
    period, values = known_periods()[code], nimbers(Octal.parse(code), 300)
    for heap in (0, 1, 2, 34, 299):
        response = asking.get(f"/api/nimber/{code}/{heap}")
        if period.reduced(heap) >= live_heaps(Octal.parse(code)):
            assert response.status_code == 503
            continue
        found = response.get_json()["response"]
        assert found["nimber"] == values[heap]
        assert (found["prePeriod"], found["period"]) == (period.pre_period, period.period)
    far = asking.get(f"/api/nimber/{code}/{10**18}")
    early = period.reduced(10**18) < live_heaps(Octal.parse(code))
    assert far.status_code == (200 if early else 503)
    assert early or far.get_json()["command"] == f"python -m solvers nimbers {code}"


def test_nimber_of_a_code_without_proof_has_no_period(asking: FlaskClient):
    found = asking.get("/api/nimber/0.8/100").get_json()["response"]
    assert (found["nimber"], found["period"], found["prePeriod"]) == (33, None, None)


@pytest.mark.parametrize(
    ("code", "heap", "status", "part"),
    [
        ("1.7", "4", 400, "is not the code of a game"),
        ("0.0", "4", 400, "Nobody could ever move"),
        ("x" * 3000, "4", 400, "(3000 characters)"),
        ("0.77", "-1", 400, "is not a heap"),
        ("0.77", "9" * 3000, 400, "is not a heap"),
        ("0.77", "4.5", 400, "is not a heap"),
        ("0.77", "%00", 400, "is not a heap"),
        ("0.8", "400", 422, "No period of 0.8 is proved"),
        ("0.16", "1000000000000", 503, "python -m solvers nimbers 0.16"),
        ("0.454", "200000", 503, "python -m solvers nimbers 0.454"),
    ],
)
def test_bad_requests_for_nimbers_are_refused_with_a_sentence(
    asking: FlaskClient, code: str, heap: str, status: int, part: str
):
    response = asking.get(f"/api/nimber/{code}/{heap}")
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    body = response.get_json()
    assert body["status"] == status
    assert part in (body["command"] if status == 503 else body["detail"])


def test_asking_writes_nothing(asking: FlaskClient):
    settings = asking.application.extensions["settings"]
    asking.get("/api/nimber/0.16/1000000000000")
    assert list(Path(settings.data_dir).iterdir()) == []


def test_a_range_of_nimbers_is_one_request(asking: FlaskClient):
    """The published table of Kayles."""
    answer = asking.get("/api/nimber/0.77?heaps=0-83").get_json()["response"]
    first = "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7"
    assert " ".join(map(str, answer["nimbers"][:36])) == first
    assert (len(answer["nimbers"]), answer["period"]) == (84, 12)
    assert answer["nimbers"][-12:] == [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    for wrong in ("?heaps=", "?heaps=9", "?heaps=9-8", "?heaps=0-1000", "?heaps=0-x", "?heaps=-1-3"):
        refused = asking.get(f"/api/nimber/0.77{wrong}")
        assert (refused.status_code, "as 0-83" in refused.get_json()["detail"]) == (400, True)
    assert asking.get("/api/nimber/4x?heaps=0-3").status_code == 400
    assert len(asking.get("/api/nimber/0.77").get_json()["response"]["nimbers"]) == 100
    answer = asking.get("/api/nimber/").get_json()["response"]
    assert "/api/nimber/0.77?heaps=0-83" in answer["message"]
    assert {"0.77", "0.137"} <= set(answer["codes"])
