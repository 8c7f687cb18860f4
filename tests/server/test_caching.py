"""What clients may cache, and revalidation."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

POSITION = "/puzzles/npuzzle/3/R_A_3_3_1234567-8"
LASTING = (
    POSITION,
    "/puzzles/npuzzle/3/R_A_3_3_1234567-8/moves",
    "/games/kayles/variants/5/positions/R_A_1_5_-----",
    "/universal/v1/npuzzle/3/positions?p=12345678-",
    "/puzzles/npuzzle/3/positions?p=1234567-8",
    "/universal/v1/npuzzle/3/instructions",
    "/api/nimber/0.77/9",
)
CHANGING = ("/puzzles", "/games/kayles", "/universal/v1", "/ready", "/openapi.json", "/api/nim/3_4_5/preview")


@pytest.mark.parametrize("path", LASTING)
def test_positions_may_be_kept_for_a_while(path: str, client: FlaskClient):
    assert client.get(path).headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize("path", CHANGING)
def test_changing_answers_are_revalidated_each_time(path: str, client: FlaskClient):
    assert client.get(path).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", [*LASTING, "/puzzles", "/openapi.json"])
def test_matching_tag_gets_304_without_a_body(path: str, client: FlaskClient):
    first = client.get(path)
    tag = first.headers["ETag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.data == b""
    assert again.headers["ETag"] == tag
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    other = client.get(path, headers={"If-None-Match": '"another"'})
    assert other.status_code == 200
    assert other.data == first.data


def test_an_answer_that_is_there_matches_a_star_and_no_other_tag(client: FlaskClient):
    first = client.get(POSITION)
    for condition in ("*", first.headers["ETag"]):
        answer = client.get(POSITION, headers={"If-Match": condition})
        assert (answer.status_code, answer.data) == (200, first.data)
    refused = client.get(POSITION, headers={"If-Match": '"another"'})
    assert (refused.status_code, refused.data) == (412, b"")
    assert "Content-Type" not in refused.headers


@pytest.mark.parametrize("asked", ["bytes=9-3", "bytes=x", "items=0-1", "bytes=0-1,5-6", "bytes=1-2"])
def test_ranges_of_an_answer_that_has_none_are_ignored(client: FlaskClient, asked: str):
    answer = client.get(POSITION, headers={"Range": asked})
    assert (answer.status_code, answer.data) == (200, client.get(POSITION).data)


def test_other_answers_have_other_tags(client: FlaskClient):
    assert len({client.get(path).headers["ETag"] for path in LASTING}) == len(LASTING)


def test_random_starts_and_errors_are_not_kept(client: FlaskClient):
    random = client.get("/puzzles/lightsout/3/start?remoteness=4")
    assert random.headers["Cache-Control"] == "no-store"
    assert "ETag" not in random.headers
    for path in ("/puzzles/nope", "/puzzles/npuzzle/3/R_A_3_3_---------"):
        assert "ETag" not in client.get(path).headers
