"""Large answers are compressed for clients that accept it, with the same content; tags and caches differ."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
import zstandard
from flask.testing import FlaskClient

from perfect_play.server.middleware.caching import MIN_BYTES

LARGE = "/api/catalogue"
READ: dict[str | None, Callable[[bytes], bytes]] = {
    None: bytes,
    "gzip": gzip.decompress,
    "zstd": lambda body: zstandard.ZstdDecompressor().decompress(body),
}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        (None, None),
        ("identity", None),
        ("br", None),
        ("gzip;q=0, zstd;q=0", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip, zstd;q=0", "gzip"),
        ("gzip, zstd;q=0.5", "gzip"),
        ("gzip;q=0.4, zstd;q=0.5", "zstd"),
        ("gzip;q=0.4, identity;q=0.8", None),
        ("identity;q=0.4, gzip;q=0.8", "gzip"),
        ("*", "zstd"),
    ],
)
@pytest.mark.parametrize("path", [LARGE, "/openapi.json", "/api/", "/static/old/first.css"])
def test_large_answers_are_compressed_with_the_same_content(
    client: FlaskClient, path: str, accepted: str | None, encoding: str | None
):
    plain = client.get(path)
    asked = {} if accepted is None else {"Accept-Encoding": accepted}
    answer = client.get(path, headers=asked)
    assert answer.headers.get("Content-Encoding") == encoding
    assert READ[encoding](answer.data) == plain.data
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert (len(answer.data) < len(plain.data) / 2) == (encoding is not None)
    assert "Accept-Encoding" in answer.vary
    tag, weak = answer.get_etag()
    assert (tag, weak) == (plain.get_etag()[0], encoding is not None)
    for sent in (answer, plain):
        again = client.get(path, headers={**asked, "If-None-Match": sent.headers["ETag"]})
        assert again.status_code == 304
        assert again.data == b""
        assert again.get_etag() == (tag, weak)
        assert "Accept-Encoding" in again.vary


def test_small_answers_and_errors_are_not_compressed(client: FlaskClient):
    for path, status in (("/health", 200), ("/puzzles/towersofhanoi/3_3/A--B--C--", 200), ("/nowhere", 404)):
        answer = client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == status
        assert len(answer.data) < MIN_BYTES
        assert "Content-Encoding" not in answer.headers
        assert answer.is_json


def test_downloaded_tables_are_not_compressed_again(client: FlaskClient):
    answer = client.get("/api/towersofhanoi/3_3/table", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert answer.data.startswith(b"SQLite format 3")


def test_answer_of_many_positions_is_compressed_tenfold(client: FlaskClient):
    asked = {"gameId": "towersofhanoi", "variantId": "3_3", "positions": ["A--B--C--"] * 100}
    plain = client.post("/api/positions", json=asked)
    answer = client.post("/api/positions", json=asked, headers={"Accept-Encoding": "zstd"})
    assert READ["zstd"](answer.data) == plain.data
    assert len(answer.data) < len(plain.data) / 10
