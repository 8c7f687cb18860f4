"""`/api/<id>/<variant>/export`: the bytes that the command writes, bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from perfect_play.server import create_app
from perfect_play.server.api import downloads
from perfect_play.solvers.cli.main import main
from tests.helpers import load
from tests.kept_tables import solve_kept


@pytest.fixture(scope="module")
def data_dir() -> Path:
    return solve_kept([load("towersofhanoi/3_3")]).data_dir


@pytest.fixture
def client(data_dir: Path) -> FlaskClient:
    return create_app({"data_dir": data_dir, "build": False}).test_client()


PATH = "/api/towersofhanoi/3_3/export/"


@pytest.mark.parametrize(
    ("query", "options", "media"),
    [
        ("", ["--format", "csv"], "text/csv"),
        ("?format=jsonl&columns=position,lines,moves", ["--columns", "position,lines,moves"], "application/jsonlines"),
        ("?format=jsonl&sample=5&seed=3", ["--sample", "5", "--seed", "3"], "application/jsonlines"),
    ],
)
def test_export_is_the_bytes_of_the_command(
    client: FlaskClient, data_dir: Path, tmp_path: Path, query: str, options: list[str], media: str
):
    path = tmp_path / "rows"
    command = ["--data-dir", str(data_dir), "export", "towersofhanoi", "3_3", "-o", str(path), "--format", "jsonl"]
    assert main([*command, *options]) == 0
    answer = client.get(PATH + query)
    assert (answer.status_code, answer.mimetype) == (200, media)
    assert answer.data == path.read_bytes()
    assert (
        answer.headers["Content-Disposition"]
        == f"attachment; filename=towersofhanoi.3_3.{answer.request.args.get('format', 'csv')}"
    )
    assert client.get(PATH + query, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("format=parquet", "format='parquet': expected csv or jsonl."),
        ("columns=valeu", "Did you mean 'value'?"),
        ("sample=-1", "sample='-1': expected a whole number"),
        ("sample=0", "0 rows: expected 1 or more."),
        ("seed=x", "seed='x': expected a whole number"),
    ],
)
def test_export_that_makes_no_sense_is_refused(client: FlaskClient, query: str, sentence: str):
    answer = client.get(f"{PATH}?{query}")
    assert answer.status_code == 400
    assert sentence in answer.json["detail"]


def test_export_of_many_rows_is_refused_and_a_sample_is_given(client: FlaskClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(downloads, "MOST_ROWS", 20)
    monkeypatch.setattr(downloads, "MOST_COSTLY", 10)
    answer = client.get(PATH)
    assert answer.status_code == 422
    assert answer.json["detail"].startswith("27 of the 27 rows of towersofhanoi/3_3: here are at most 20")
    assert answer.json["command"] == "perfect-play export towersofhanoi 3_3"
    assert client.get(f"{PATH}?sample=20").data.count(b"\n") == 21
    assert client.get(f"{PATH}?sample=11&columns=moves").status_code == 422
    assert client.get(f"{PATH}?sample=10&columns=moves").status_code == 200
    assert client.get(f"{PATH}?sample=10&columns=lines").status_code == 422, "lines of all rows are counted"
    monkeypatch.setattr(downloads, "MOST_DRAWN_FROM", 26)
    assert client.get(f"{PATH}?sample=1").status_code == 422


def test_export_of_a_variant_without_a_table_says_why(client: FlaskClient):
    answer = client.get("/api/nim/3_3_3/export/")
    assert answer.status_code == 422
    assert "has no table" in answer.json["detail"]
