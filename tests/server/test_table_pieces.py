"""Tables of published sites in pieces: the answers that browsers give from them are the service's, or none."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Puzzle, Rules, RulesError
from perfect_play.puzzles.notation import autogui
from perfect_play.server import create_app
from perfect_play.server.publishing import table_pieces
from perfect_play.server.publishing.published_site import PYTHON, Site, rules_archive
from perfect_play.server.publishing.table_pieces import LARGEST, TableAnswers, TableTooLarge, pieces, step_of
from perfect_play.solvers.builder import solve_for
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.sampling import draw
from perfect_play.solvers.tables.store import Store
from tests.helpers import load
from tests.kept_tables import copy_kept, shared

SMALL = "dotsandboxes/1x2 hexapawn/3x4 kayles/5 npuzzle/2x3 ponghauki/regular solitairechess/5 tictactoe/regular"
TABLES = [load(name) for name in SMALL.split() if name != "kayles/5"]
"""Sorted, sparse and dense tables, margins, endless draws, puzzles with dead ends."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared(tmp_path_factory, "pieces", lambda folder: copy_kept(folder, TABLES))


def answers_from(store: Store, rules: Rules) -> tuple[TableAnswers, dict[str, bytes]]:
    return TableAnswers(rules.id, rules.variant.id, step_of(store.meta(rules).blocks)), dict(pieces(store, rules))


def ask(answers: TableAnswers, files: dict[str, bytes], *question: str) -> tuple[Any, list[str]]:
    """The reply, as `static/tableworker.js` asks for it, and the pieces that it took."""
    taken: list[str] = []
    while True:
        reply = json.loads(answers.ask(*question))
        if "lacking" not in reply:
            return reply, taken
        for name in reply["lacking"]:
            answers.give(name, memoryview(files[name]))
        taken += reply["lacking"]


def positions(data: Path, rules: Rules, count: int, seed: int) -> list[str]:
    store, rng = Store(data / "tables"), random.Random(seed)
    drawn = (draw(store, rules, rng) for _ in range(count))
    return [autogui.write_position(rules, position) for position in (rules.start(), *drawn)]


def unlike(data: Path, rules: Rules, texts: list[str]) -> list[str]:
    """The positions of which browsers answer something else than the service."""
    client = create_app({"data_dir": data, "build": False}).test_client()
    answers, files = answers_from(Store(data / "tables"), rules)
    path = f"/{'puzzles' if isinstance(rules, Puzzle) else 'games'}/{rules.id}/variants/{rules.variant.id}/positions"
    return [
        text
        for text in texts
        if ask(answers, files, "position", text)[0]["answer"] != client.get(f"{path}/{text}/").json["response"]
    ]


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.full_id)
def test_answers_from_pieces_equal_those_of_the_service(data: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_pieces, "MOST", 2)
    texts = positions(data, rules, 40, 1)
    assert len(set(texts)) >= 4
    assert unlike(data, rules, texts) == []


@pytest.mark.exhaustive
def test_100_000_answers_from_pieces_equal_those_of_the_service(tmp_path: Path):
    wanted = {"teeko/standard": 70_000, "dao/4x4": 10_000, "npuzzle/3": 10_000, "dotsandboxes/2x3": 10_000}
    solve_for(PuzzleManager(tmp_path), list(map(load, wanted)))
    compared = 0
    for name, count in wanted.items():
        texts = positions(tmp_path, load(name), count, 2026)
        assert unlike(tmp_path, load(name), texts) == []
        compared += len(texts)
    assert compared >= 100_000


def test_start_of_a_puzzle_is_drawn_from_pieces_by_difficulty(data: Path):
    rules = load("npuzzle/2x3")
    answers, files = answers_from(Store(data / "tables"), rules)
    for difficulty, fitting in (("easy", range(1, 8)), ("hard", range(15, 22)), ("", range(1, 22))):
        start = ask(answers, files, "start", difficulty, "seed")[0]["answer"]
        assert ask(answers, files, "position", start)[0]["answer"]["remoteness"] in fitting


@pytest.mark.parametrize("damage", [lambda piece: piece[:-40], lambda piece: b"", lambda piece: b"<html>404</html>"])
def test_piece_cut_short_is_refused_with_a_sentence(data: Path, damage: Any):
    rules = load("tictactoe/regular")
    answers, files = answers_from(Store(data / "tables"), rules)
    reply, _ = ask(answers, files | {"0": damage(files["0"])}, "position", "R_A_3_3_---------")
    assert set(reply) == {"error"}
    assert "tictactoe/regular is damaged" in reply["error"]
    assert "answer" in ask(answers, files, "position", "R_A_3_3_---------")[0]


def test_piece_with_a_changed_byte_never_gives_another_value(data: Path):
    rules = load("tictactoe/regular")
    _, files = answers_from(Store(data / "tables"), rules)
    right = None
    for place in range(0, len(files["0"]), 7):
        answers, _ = answers_from(Store(data / "tables"), rules)
        changed = bytearray(files["0"])
        changed[place] ^= 0x10
        reply, _ = ask(answers, files | {"0": bytes(changed)}, "position", "R_A_3_3_x--------")
        right = right or ask(answers, files, "position", "R_A_3_3_x--------")[0]
        assert reply == right or "damaged" in reply["error"]


def test_piece_of_another_table_is_refused(data: Path):
    store = Store(data / "tables")
    answers, files = answers_from(store, load("tictactoe/regular"))
    _, other = answers_from(store, load("ponghauki/regular"))
    assert "damaged" in ask(answers, files | {"0": other["0"]}, "position", "R_A_3_3_---------")[0]["error"]
    answers, _ = answers_from(store, load("tictactoe/regular"))
    assert "damaged" in ask(answers, files | {"head": other["head"]}, "position", "R_A_3_3_---------")[0]["error"]


def test_position_that_is_none_has_no_answer(data: Path):
    answers, files = answers_from(Store(data / "tables"), load("tictactoe/regular"))
    for text in ("R_A_3_3_xxx", "nonsense", "R_A_3_3_xxxxxxxxx", ""):
        assert ask(answers, files, "position", text)[0] == {"answer": None}


def test_table_of_too_large_pieces_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_pieces, "LARGEST", 100)
    with pytest.raises(TableTooLarge):
        dict(pieces(Store(data / "tables"), load("tictactoe/regular")))
    assert LARGEST < 64_000


@pytest.mark.second_ring
def test_site_with_python_has_its_files_and_those_of_the_rules(data: Path, tmp_path: Path):
    folder = tmp_path / "package"
    folder.mkdir()
    with pytest.raises(RulesError, match="npm pack pyodide"):
        Site(tmp_path / "site", data, 10, folder)
    for name in PYTHON.values():
        (folder / name).write_text(name)
    variants = [load("tictactoe/regular"), load("chess/kqk")]
    Site(tmp_path / "site", data, 10, folder).write(variants)
    head = json.loads((tmp_path / "site/api/tictactoe/regular/answers.json").read_text())["response"]
    assert all((tmp_path / "site" / name).is_file() for name in head["python"])
    assert len(list((tmp_path / "site/api/tictactoe/regular/answers").iterdir())) == head["pieces"] + 1
    absent = json.loads((tmp_path / "site/published.json").read_text())["response"]["notPublished"]
    assert list(absent) == ["chess/kqk"]
    assert "not solved" in absent["chess/kqk"]
    first = (tmp_path / "site" / head["python"][0]).read_bytes()
    rules_archive.cache_clear()
    assert rules_archive() == first
