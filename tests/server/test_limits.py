"""Every bound, at the limit and one beyond: excess is refused before anything is done with it."""

from __future__ import annotations

import json
import math
import tracemalloc
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from benchmarks.expensive import ExpensiveRequest, expensive
from benchmarks.waiting import cost_of
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import CustomVariant, Rules
from perfect_play.server import create_app
from perfect_play.server.api.batch import MOST_BYTES
from perfect_play.server.api.solutions import MOST_LINES
from perfect_play.server.api_docs.api_schemas import MOST_POSITIONS
from perfect_play.server.protocols.starts import MAX_SEED
from perfect_play.solvers.budget import SECONDS, seconds_left
from perfect_play.solvers.pathfinding.alpha_beta import MOST_AHEAD
from perfect_play.solvers.theory.lookup import MAX_HEAP
from tests.server.asking import refused

MOST_POSITION = 2000  # the default of UWAPI_MAX_POSITION
TOO_LONG = f"at most {MOST_POSITION} characters"

WITH_A_POSITION = [
    "/puzzles/npuzzle/3/{}",
    "/puzzles/npuzzle/3/{}/moves",
    "/puzzles/npuzzle/variants/3/positions/{}",
    "/puzzles/npuzzle/3/positions?p={}",
    "/games/kayles/variants/5/positions/{}",
    "/games/kayles/variants/5/positions/{}/moves",
    "/universal/v1/npuzzle/3/positions?p={}",
    "/universal/v1/tictactoe/regular/positions?p={}",
    "/api/npuzzle/3/solution?p={}",
    "/api/npuzzle/3/image.svg?p={}",
    "/api/domineering/3x3/best-move?p={}",
]


@pytest.mark.parametrize("address", WITH_A_POSITION)
@pytest.mark.parametrize("form", ["{}", "R_A_1_1990_{}", "1_{}"])
def test_position_at_the_limit_is_read_and_one_longer_refused_for_its_length(
    client: FlaskClient, address: str, form: str
):
    room = MOST_POSITION - len(form.format(""))
    at_it, beyond = (client.get(address.format(form.format("-" * length))) for length in (room, room + 1))
    assert at_it.status_code == beyond.status_code == 400
    assert TOO_LONG not in at_it.text
    assert TOO_LONG in beyond.text
    assert len(beyond.data) < 1000


def test_position_of_a_batch_is_refused_beyond_the_limit(client: FlaskClient):
    body = {"gameId": "npuzzle", "variantId": "3", "positions": ["1" * MOST_POSITION, "1" * (MOST_POSITION + 1)]}
    at_it, beyond = client.post("/api/positions", json=body).get_json()["response"]
    assert TOO_LONG not in at_it["error"]
    assert TOO_LONG in beyond["error"]


# --- variants -------------------------------------------------------------------------------------

CUSTOM = [pytest.param(cls, id=cls.id) for cls in registry.all_rules() if cls.custom is not None]


@pytest.mark.parametrize("cls", CUSTOM)
def test_a_variant_that_is_typed(client: FlaskClient, cls: type[Rules]):
    """A text longer than the plug-in allows is not even matched against its pattern."""
    custom = cls.custom
    assert isinstance(custom, CustomVariant)
    assert len(custom.example) <= custom.max_length <= 1000
    for length in (custom.max_length + 1, 4000):
        text = (custom.example * length)[:length]
        refused_too = client.get(f"/api/{cls.id}/{text}/preview/")
        assert refused_too.status_code == 400
        assert custom.help in refused_too.get_json()["detail"]
        assert len(refused_too.data) < 2000


SCENE = ["s" + "." * 24 + "g", *["." * 26] * 25]
GREATEST = {
    "lightsout": ("25", "26"),
    "gridnavigation": ("_".join(SCENE), "_".join([*SCENE, "." * 26])),
    "kayles": ("500", "501"),
    "dawsonschess": ("500", "501"),
}


@pytest.mark.parametrize("id_", GREATEST)
def test_the_greatest_boards_are_drawn_in_little(client: FlaskClient, id_: str):
    """The largest that may be typed; its picture and answer stay small, and so does their cost."""
    greatest, beyond = GREATEST[id_]
    assert client.get(f"/api/{id_}/{greatest}/preview").status_code == 200
    assert client.get(f"/api/{id_}/{beyond}/preview").status_code == 400
    tracemalloc.start()
    picture = client.get(f"/api/{id_}/{greatest}/image.svg")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert picture.status_code == 200
    assert len(picture.data) < 1 << 20
    assert most < 64 << 20


# --- numbers and texts behind the `?` -------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "at_it", "beyond"),
    [
        ("/api/npuzzle/2/solution?all=true&limit={}", str(MOST_LINES), str(MOST_LINES + 1)),
        ("/api/npuzzle/2/solution?all=true&limit={}", "1", "0"),
        ("/api/domineering/2x3/best-move?limit={}", str(MOST_AHEAD), str(MOST_AHEAD + 1)),
        ("/api/domineering/2x3/best-move?limit={}", "1", "0"),
        ("/puzzles/npuzzle/2/start?seed={}", "s" * MAX_SEED, "s" * (MAX_SEED + 1)),
        ("/api/nimber/0.77/{}", str(MAX_HEAP), str(MAX_HEAP + 1)),
        ("/api/npuzzle/2/image.svg?moves={}", "true", "true" * 100),
    ],
)
def test_numbers_and_texts_are_refused_beyond_their_limits(client: FlaskClient, address: str, at_it: str, beyond: str):
    assert client.get(address.format(at_it)).status_code == 200
    answer = client.get(address.format(beyond))
    assert answer.status_code == 400
    assert len(answer.data) < 1000


@pytest.mark.parametrize("digits", [9, 10, 400, 5000])
def test_numbers_of_too_many_digits_are_refused_as_bad_input(client: FlaskClient, digits: int):
    """Python itself refuses to read more than 4,300 of them."""
    for address in ("/puzzles/npuzzle/2/start?remoteness={}", "/api/domineering/2x3/best-move?limit={}"):
        assert client.get(address.format("9" * digits)).status_code in (400, 422)


def test_thousands_of_parameters_are_answered_or_refused(client: FlaskClient):
    """As many as fit into the longest address gunicorn accepts, meaningful or not."""
    for query in ("&" * 8000, "a&" * 4000, "p=1&" * 2000, "&".join(f"a{i}={i}" for i in range(900)), "=" * 8000):
        for address in ("/puzzles/", "/api/npuzzle/2/solution", "/universal/v1/npuzzle/2/positions"):
            assert client.get(f"{address}?{query}").status_code in (200, 400)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Accept", ",".join(["text/html;q=0.1"] * 500)),
        ("Accept", "*/*;" * 2000),
        ("If-None-Match", ",".join([f'"{i}"' for i in range(1000)])),
        ("If-None-Match", '"' * 8000),
        ("Range", "bytes=" + ",".join("0-0" for _ in range(2000))),
        ("Range", f"bytes={'9' * 4000}-"),
        ("If-Modified-Since", "9" * 8000),
        ("Content-Length", "99999999999999999999"),
        ("Content-Type", "application/json; " + "a=b; " * 1500),
        ("Cookie", "a=b; " * 1600),
        ("Accept-Language", ",".join(["xx"] * 2500)),
        ("X-Request-Id", "x" * 8000),
    ],
)
def test_long_headers_are_answered_or_refused_without_a_failure(client: FlaskClient, name: str, value: str):
    for address in ("/", "/puzzles/", "/puzzles/hanoi/3_3/7-0-0", "/api/towersofhanoi/3_3/table"):
        answer = client.get(address, headers={name: value})
        assert answer.status_code in (200, 206, 304, 400, 413, 416), (address, answer.status_code)
        assert len(answer.headers["X-Request-Id"]) <= 64


# --- bodies -------------------------------------------------------------------------------------


def batch(client: FlaskClient, positions: int, padding: int = 0) -> int:
    body = json.dumps({"gameId": "npuzzle", "variantId": "2", "positions": ["123-"] * positions})
    body = body.ljust(padding)
    answer = client.post("/api/positions", data=body, content_type="application/json")
    if answer.status_code == 200:
        assert len(answer.get_json()["response"]) == positions
    return answer.status_code


def test_batch_is_refused_above_its_number_of_positions(client: FlaskClient):
    assert batch(client, MOST_POSITIONS) == 200
    assert batch(client, MOST_POSITIONS + 1) == 400


def test_batch_is_refused_above_its_number_of_bytes(client: FlaskClient):
    assert batch(client, 1, padding=MOST_BYTES) == 200
    assert batch(client, 1, padding=MOST_BYTES + 1) == 413


def test_a_body_that_says_it_is_longer_than_allowed_is_not_read(client: FlaskClient):
    class UnreadBody:
        def read(self, *_: int) -> bytes:
            raise AssertionError("it was read")

        readline = readlines = __iter__ = read

    environ = {"wsgi.input": UnreadBody(), "CONTENT_LENGTH": str(MOST_BYTES + 1), "CONTENT_TYPE": "application/json"}
    assert client.post("/api/positions", environ_overrides=environ).status_code == 413


def test_a_body_without_a_length_is_read_up_to_the_bound(client: FlaskClient):
    """As gunicorn passes on chunked bodies; this one never ends."""

    class Endless:
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert size >= 0, "all of it was asked for at once"
            self.given += size
            assert self.given <= MOST_BYTES, "more was read than is allowed"
            return b" " * size

        def readinto(self, buffer: bytearray) -> int:
            data = self.read(len(buffer))
            buffer[:] = data
            return len(data)

    environ = {"wsgi.input": Endless(), "wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    environ["CONTENT_LENGTH"] = ""
    assert client.post("/api/positions", environ_overrides=environ).status_code in (400, 413)


@pytest.mark.parametrize("depth", [10, 900, 5_000, 100_000, 1_000_000])
def test_brackets_within_brackets_are_refused_briefly(client: FlaskClient, depth: int):
    for body in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth):
        answer = client.post("/api/positions", data=body[: MOST_BYTES - 1], content_type="application/json")
        assert answer.status_code == 400
        assert len(answer.data) < 1000


def test_a_body_where_none_is_asked_for_is_not_looked_at(client: FlaskClient):
    answer = client.get("/puzzles/hanoi/3_3/7-0-0", data=b"x" * (MOST_BYTES + 1), content_type="application/json")
    assert answer.status_code == 200
    refused(client.post("/puzzles/hanoi/3_3/7-0-0", data=b"x" * (MOST_BYTES + 1)), "/puzzles", 405)


# --- what one request may cost ----------------------------------------------------------------------


def test_request_has_a_time_budget_for_searches(tmp_path: Path):
    """However long a search may take on its own."""
    left: list[float] = []
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    client.application.view_functions["health"] = lambda: str(left.append(seconds_left(math.inf)))
    assert client.get("/health").status_code == 200
    assert 0 < left[0] <= SECONDS == 2
    assert seconds_left(math.inf) == math.inf


def test_each_route_is_among_the_expensive_requests_that_are_measured(client: FlaskClient):
    routes = {rule.rule for rule in client.application.url_map.iter_rules()}
    assert {request.route(client.application) for request in expensive()} == routes


def test_the_cost_of_a_request_is_told(client: FlaskClient):
    cost = cost_of(client.application, ExpensiveRequest("/api/npuzzle/2/solution"))
    assert cost.status == 200
    assert 0 < cost.seconds < 60
