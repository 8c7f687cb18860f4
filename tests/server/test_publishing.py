"""Published sites: the format of their answers, and folders that are whole or as they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perfect_play.__main__ import main
from perfect_play.puzzles.base import RulesError
from perfect_play.server import create_app
from perfect_play.server.api.graphs import GraphRow, graph_rows
from perfect_play.server.publishing import answer_shards, published_site
from perfect_play.server.publishing.answer_shards import Answers, change, changed_text, number_of_shard, read_shard
from perfect_play.server.publishing.published_site import MARK, Site
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.tables.publish import sole_writer
from tests.docs.markdown import blocks
from tests.helpers import ROOT, load

KAYLES = load("kayles/5")
"""Answered by a closed form, so that nothing need be solved."""


def answers(folder: Path) -> Answers:
    with create_app({"data_dir": folder, "build": False}).app_context():
        return Answers(graph_rows(KAYLES, 1000))


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_shards_read_back_are_the_answers_of_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answer_shards, "USUAL", 400)
    shards = answers(tmp_path).shards()
    assert len(shards) > 1
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    compared = 0
    for number, shard in enumerate(shards):
        for text, answer in read_shard(shard).items():
            assert number_of_shard(text, len(shards)) == number
            expected = client.get(f"/games/kayles/variants/5/positions/{text}/").json["response"]
            expected.pop("moveValue")
            assert answer == expected
            compared += 1
    assert compared == len(answers(tmp_path).texts) > 50


def test_shards_of_the_same_answers_are_the_same_bytes_whatever_the_order_of_positions():
    rows = [
        GraphRow(["R_A_1_2_xy", "win", 1, None, None], [["M_0_1", "a", "win", 0, 1], ["-", "b", "tie", 0, 2]]),
        GraphRow(["R_B_1_2_-x", "lose", 0, None, 3], []),
        GraphRow(["R_B_1_3_-xx", "tie", 4, 0, None], []),
    ]
    other = [rows[0]._replace(moves=[[*rows[0].moves[0][:-1], 2], [*rows[0].moves[1][:-1], 1]]), rows[2], rows[1]]
    assert Answers(rows).shards() == Answers(other).shards()
    moves = read_shard(Answers(rows).shards()[0])["R_A_1_2_xy"]["moves"]
    assert [(move["position"], move.get("margin"), move.get("nimber")) for move in moves] == [
        ("R_B_1_2_-x", 3, None),
        ("R_B_1_3_-xx", None, 0),
    ]
    assert Answers(rows).longest == 1


@pytest.mark.parametrize(("before", "after"), [("abc", "abc"), ("abc", "xbz"), ("abc", "ab"), ("", "a")])
def test_change_of_a_text_leads_to_the_other(before: str, after: str):
    assert changed_text(before, change(before, after)) == after


@pytest.mark.second_ring
def test_site_of_the_same_answers_is_the_same_files(tmp_path: Path):
    Site(tmp_path / "one", tmp_path / "data", 1000).write([KAYLES, load("chess/kqk")])
    Site(tmp_path / "two", tmp_path / "data", 1000).write([KAYLES, load("chess/kqk")])
    first = files(tmp_path / "one")
    assert first == files(tmp_path / "two")
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
    mark: dict[str, Any] = json.loads(first[MARK])["response"]
    assert list(mark["notPublished"]) == ["chess/kqk"]
    assert "limit is 1,000" in mark["notPublished"]["chess/kqk"]
    assert json.loads(first["api/chess/kqk/answers.json"])["response"]["refusal"] == "large"
    page = first["index.html"].decode()
    assert '<base href="./">' in page
    assert "data-published" in page
    assert 'href="today"' not in page


def test_variant_too_large_for_shards_says_that_python_reads_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    Site(tmp_path / "site", tmp_path / "data", 1_000_000).write([load("teeko/standard")])
    reason = json.loads((tmp_path / "site" / MARK).read_text())["response"]["notPublished"]["teeko/standard"]
    assert reason.startswith("about 12,097,029 positions; files of answers hold up to 1,000,000; --pyodide has")
    assert reason in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["perfect-play", "publish", str(tmp_path / "other"), "--limit", "1000001"])
    with pytest.raises(SystemExit):
        main()
    assert "1000001 is more than 1,000,000" in capsys.readouterr().err


@pytest.mark.second_ring
def test_site_that_cannot_be_finished_leaves_the_old_one_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path / "site"
    Site(folder, tmp_path / "data", 1000).write([load("towersofhanoi/3_3")])
    old = files(folder)

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(published_site, "_redirection", fail)
        with pytest.raises(OSError, match="No space left"):
            Site(folder, tmp_path / "data", 1000).write([KAYLES])
    assert files(folder) == old
    with monkeypatch.context() as context:
        Site(folder, tmp_path / "data", 1000).write([KAYLES])
    assert "api/towersofhanoi/3_3/answers.json" not in files(folder)
    assert "api/kayles/5/answers/0.bin" in files(folder)


@pytest.mark.second_ring
def test_answers_of_an_interrupted_run_are_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    site = Site(tmp_path / "site", tmp_path / "data", 1000)
    with monkeypatch.context() as context:
        context.setattr(Site, "_write_page", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            site.write([KAYLES])
    monkeypatch.setattr(published_site, "Answers", None)
    assert site.write([KAYLES]) == [len(answers(tmp_path).texts)]


def test_folder_of_something_else_is_refused_and_left(tmp_path: Path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("Dear")
    with pytest.raises(RulesError, match="something else"):
        Site(tmp_path / "letters", tmp_path / "data", 100)
    with pytest.raises(RulesError, match="not a folder"):
        Site(tmp_path / "letters" / "one.txt", tmp_path / "data", 100)
    assert files(tmp_path / "letters") == {"one.txt": b"Dear"}


def test_site_that_another_process_is_writing_is_refused(tmp_path: Path):
    site = Site(tmp_path / "site", tmp_path / "data", 100)
    with sole_writer(tmp_path / "site"), pytest.raises(NoAnswer, match="Another process"):
        site.write([KAYLES])
    site.write([KAYLES])


@pytest.mark.second_ring
def test_command_of_the_document_publishes_and_counts_variants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (example,) = (block for block in blocks(ROOT / "docs" / "page.md", "sh") if "publish" in block.text)
    arguments = example.text.splitlines()[0].split()
    monkeypatch.setattr("sys.argv", arguments)
    assert main() == 0
    assert "2 of 2 variants" in capsys.readouterr().out
    assert (tmp_path / "site" / "api" / "notakto" / "regular" / "answers" / "0.bin").is_file()
    assert (tmp_path / "site" / "index.html").is_file()
    monkeypatch.setattr("sys.argv", [*arguments[:-1], "kayles/xyz"])
    assert main() == 2
    monkeypatch.setattr("sys.argv", [*arguments[:-1], "kayles/3"])
    assert main() == 2
    assert "not listed" in capsys.readouterr().err
