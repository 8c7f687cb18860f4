"""`/api/<id>/<variant>/table`: the file itself, whole or in parts."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app

PATH = "/api/towersofhanoi/3_3/table"


def file(data_dir: Path) -> bytes:
    return (data_dir / "tables" / "towersofhanoi.3_3.sqlite").read_bytes()


def test_downloaded_table_is_a_readable_database(client: FlaskClient, data_dir: Path, tmp_path: Path):
    answer = client.get(PATH)
    assert answer.status_code == 200
    assert answer.mimetype == "application/vnd.sqlite3"
    assert answer.headers["Content-Disposition"] == "attachment; filename=towersofhanoi.3_3.sqlite"
    assert answer.data == file(data_dir)
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(answer.data)
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT count(*) FROM parts").fetchone()[0] >= 2


def test_table_downloads_by_an_alias_of_the_puzzle(client: FlaskClient):
    assert client.get("/api/hanoi/3_3/table").data == client.get(PATH).data


def test_part_of_a_table_is_served_and_one_beyond_its_end_refused(client: FlaskClient, data_dir: Path):
    answer = client.get(PATH, headers={"Range": "bytes=100-199"})
    assert answer.status_code == 206
    assert answer.data == file(data_dir)[100:200]
    assert answer.headers["Content-Length"] == "100"
    assert client.get(PATH, headers={"Range": "bytes=99999999-"}).status_code == 416


@pytest.mark.parametrize("asked", ["bytes=9-3", "bytes=x", "bytes", "items=0-1", "bytes=0-1,5-6"])
def test_a_range_that_is_none_is_ignored(client: FlaskClient, data_dir: Path, asked: str):
    answer = client.get(PATH, headers={"Range": asked})
    assert (answer.status_code, answer.data) == (200, file(data_dir))


def test_a_part_is_given_of_the_same_table_only(client: FlaskClient):
    tag = client.get(PATH).headers["ETag"]
    for condition, status in (("*", 206), (tag, 206), ('"another"', 412)):
        assert client.get(PATH, headers={"Range": "bytes=0-9", "If-Match": condition}).status_code == status


def test_download_with_a_matching_tag_gets_304(client: FlaskClient):
    tag = client.get(PATH).headers["ETag"]
    again = client.get(PATH, headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert again.data == b""
    assert client.get("/api/towersofhanoi/3_2/table").headers["ETag"] != tag


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/api/nim/3_4_5/table", 422, "it has no table"),
        ("/api/npuzzle/2x6/table", 503, "python -m solvers solve npuzzle 2x6"),
        ("/api/pancakes/99/table", 404, "99"),
        ("/api/nope/3/table", 404, "nope"),
        ("/api/towersofhanoi/..%2f..%2fetc/table", 404, ""),
    ],
)
def test_missing_table_is_refused_with_a_sentence(path: str, status: int, said: str, client: FlaskClient):
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    body = answer.get_json()
    assert said in body.get("command", body["detail"])


def test_download_of_a_missing_table_writes_no_files(tmp_path: Path):
    client = create_app({"data_dir": tmp_path / "data", "build": False}).test_client()
    assert client.get(PATH).status_code == 503
    assert not (tmp_path / "data").exists()
