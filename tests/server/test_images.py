"""`/api/<id>/<variant>/image.svg` and `image.png`."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from perfect_play.puzzles.svg import WORTH


def test_a_position_is_drawn(client: FlaskClient):
    answer = client.get("/api/npuzzle/3/image.svg?p=12345-678")
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    title = ElementTree.fromstring(answer.text)[0]
    assert title.text == "Sliding Number Puzzle, 8-Puzzle: 12345-678"
    assert "<g>" not in answer.text


def test_a_position_is_drawn_in_pixels(client: FlaskClient):
    """A separate file for each position, with moves on request; other sites may show it."""
    pictures = [
        client.get(f"/api/npuzzle/3/image.png{query}") for query in ("", "?p=12345-678", "?p=12345-678&moves=true")
    ]
    assert {(answer.status_code, answer.mimetype) for answer in pictures} == {(200, "image/png")}
    assert {answer.headers["Cross-Origin-Resource-Policy"] for answer in pictures} == {"cross-origin"}
    assert len({answer.data for answer in pictures}) == 3
    assert all(answer.data.startswith(b"\x89PNG") for answer in pictures)


def test_image_is_equal_by_either_text_and_of_the_start_without_one(client: FlaskClient):
    by_name = client.get("/api/npuzzle/3/image.svg?p=12345-678").data
    assert client.get("/api/npuzzle/3/image.svg?p=R_A_3_3_12345-678").data == by_name
    assert client.get("/api/npuzzle/3/image.svg").data != by_name


def test_moves_are_drawn_by_their_values(client: FlaskClient):
    svg = client.get("/api/npuzzle/3/image.svg?p=1234567-8&moves=true").text
    assert svg.count("<g>") == 3
    assert WORTH["win"] in svg
    assert WORTH["lose"] in svg


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/npuzzle/3/image.svg?p=nonsense", 400),
        ("/api/npuzzle/3/image.svg?moves=perhaps", 400),
        ("/api/pancakes/99/image.svg", 404),
        ("/api/nope/3/image.svg", 404),
        ("/api/npuzzle/2x6/image.svg?moves=true", 503),
        ("/api/npuzzle/3/image.png?p=nonsense", 400),
        ("/api/nope/3/image.png", 404),
    ],
)
def test_bad_requests_for_images_are_refused_as_problems(path: str, status: int, client: FlaskClient):
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"


def test_a_picture_alone_needs_no_table(client: FlaskClient):
    assert client.get("/api/npuzzle/2x6/image.svg").status_code == 200
