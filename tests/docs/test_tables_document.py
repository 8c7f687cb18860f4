"""`docs/tables.md`: its reader reads real tables as the store does, and the page names every field."""

from __future__ import annotations

import dataclasses
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Rules, Value
from perfect_play.solvers.result import LOST, WIDTHS, Codec, Result, result
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.reader import FORMAT
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import Meta
from tests.docs.loading import load_source
from tests.docs.markdown import block_with
from tests.helpers import ForwardPuzzle, GraphGame, RankedForwardPuzzle, load

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "tables.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
READER = block_with(DOCUMENT, "def read_table").text

Read = Callable[[Path], tuple[dict[str, Any], list[tuple[Any, str, int | None]]]]

WIN, LOSE, TIE = Value.WIN, Value.LOSE, Value.TIE
GRAPH = {0: (1, 2, 3), 1: (4,), 2: (), 3: (), 4: (1, 5), 5: ()}
TURNS = {0: 1, 1: 2, 2: 2, 3: 2, 4: 1, 5: 2}
FAR = Solution("reachable", {0: result(WIN, 70_000), 1: result(WIN, 0), 2: LOST})

CASES: dict[str, tuple[Rules, Solution | None]] = {
    "dense": (load("npuzzle/2x4"), None),
    "dense with symmetry": (load("lightsout/4"), None),
    "16 bits": (load("towersofhanoi/3_8"), None),
    "32 bits": (ForwardPuzzle({0: (), 1: (), 2: ()}, {}), FAR),
    "modulo3": (load("towersofhanoi/4_6"), None),
    "sorted": (load("nqueens/6"), None),
    "several sorted blocks": (load("nqueens/8"), None),
    "dense, a game": (load("dao/3x3"), None),
    "sparse": (load("bishoppuzzle/4x7_4"), None),
    "several sparse blocks": (load("bishoppuzzle/4x5_8"), None),
    "reachable, with lost ones": (ForwardPuzzle({0: (1, 2), 1: (), 2: ()}, {1: WIN}), None),
    "reachable, dense": (RankedForwardPuzzle({0: (1,), 1: (), 2: ()}, {1: WIN}), None),
    "sorted, by points": (load("kalah/3x2"), None),
    "game with a draw": (GraphGame(GRAPH, {2: WIN, 3: TIE, 5: LOSE}, TURNS), None),
}


@cache
def table_of(case: str, folder: Path) -> tuple[Store, Rules, Meta]:
    rules, solution = CASES[case]
    store = Store(folder / case.replace(" ", "_"))
    with pytest.MonkeyPatch.context() as monkeypatch:
        if case == "modulo3":  # the layout of very large tables
            monkeypatch.setattr(table_layout, "VERY_LARGE", rules.size)
        return store, rules, store.write(rules, solution or solve(rules), 0.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture
def read(tmp_path: Path) -> Read:
    found: Read = vars(load_source("reader", READER, tmp_path))["read_table"]
    return found


@pytest.mark.second_ring
@pytest.mark.parametrize("case", CASES)
def test_the_reader_reads_what_the_store_reads(case: str, folder: Path, read: Read):
    store, rules, written = table_of(case, folder)
    meta, entries = read(store.path(rules))
    assert meta == json.loads(json.dumps(written.as_json()))
    found = {name: Result(Value(value), remoteness) for name, value, remoteness in entries}
    assert len(found) == len(entries)
    assert len(found) == (meta["entries"] if meta["layout"] == "sparse" else meta["positions"])
    name = rules.format if meta["layout"] == "sparse" else rules.rank
    expected = {name(position): stored for position, stored in store.entries(rules)}
    if meta["layout"] == "modulo3":
        expected = {rank: result(stored.value, stored.remoteness % 3) for rank, stored in expected.items()}
    assert found == expected


def test_the_reader_reads_margins(folder: Path, tmp_path: Path):
    store, rules, _ = table_of("sorted, by points", folder)
    path = store.path(rules)
    reader = vars(load_source("reader", READER, tmp_path))
    ranks = [rank for rank, _, _ in reader["read_table"](path)[1]]
    margins = dict(zip(ranks, reader["read_margins"](path), strict=True))
    assert margins[rules.rank(rules.start())] == 4
    assert margins == {rank: store.margin(rules, rules.unrank(rank)) for rank in ranks}


@pytest.mark.second_ring
def test_the_cases_are_of_every_kind(folder: Path):
    metas = [table_of(case, folder)[2] for case in CASES]
    kinds = {(meta.kind, meta.layout) for meta in metas}
    assert kinds >= {
        *(("puzzle", name) for name in ("dense", "modulo3", "sorted", "sparse")),
        *(("game", name) for name in ("dense", "sparse")),
    }
    assert {meta.bits for meta in metas} == {2, *WIDTHS}
    assert {meta.domain for meta in metas} == {"closure", "reachable", "legal"}
    for name in ("sorted", "sparse"):
        assert max(meta.blocks for meta in metas if meta.layout == name) > 1


@pytest.mark.parametrize("key", ["meta", "0", "index"])
def test_the_reader_refuses_a_damaged_part(key: str, tmp_path: Path, read: Read):
    rules = load("bishoppuzzle/4x7_4")
    store = Store(tmp_path)
    store.write(rules, solve(rules), 0.0)
    path = store.path(rules)
    with sqlite3.connect(path) as database:
        value = bytearray(database.execute("SELECT value FROM parts WHERE key = ?", (key,)).fetchone()[0])
        place = value.index(b'"seconds": 0.0') + 11 if key == "meta" else -1
        value[place] ^= 1
        database.execute("UPDATE parts SET value = ? WHERE key = ?", (bytes(value), key))
    with pytest.raises(ValueError, match=f"part {key} is damaged"):
        read(path)


def test_the_reader_runs_alone(tmp_path: Path):
    rules = load("lightsout/2")
    store = Store(tmp_path)
    store.write(rules, solve(rules), 0.0)
    (tmp_path / "read_table.py").write_text(READER, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "read_table.py", str(store.path(rules))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == f"{rules.rank(rules.start())} win 4"


def test_the_schema_is_the_one_shown(tmp_path: Path):
    rules = load("lightsout/2")
    store = Store(tmp_path)
    store.write(rules, solve(rules), 0.0)
    schema = sqlite3.connect(store.path(rules)).execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    assert [(block_with(DOCUMENT, "CREATE TABLE", "sql").text.strip(),)] == schema


def test_every_field_of_meta_is_described():
    table = TEXT.partition("## meta")[2].partition("## Codes")[0]
    named = re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table.splitlines() if row.startswith("| `")))
    assert named == [field.name for field in dataclasses.fields(Meta)]
    assert f"| `format` | {FORMAT};" in TEXT


def test_the_limits_are_those_told():
    limits = [f"{Codec(kind, bits).limit:,}" for bits in (8, 16) for kind in ("puzzle", "game")]
    assert limits == ["253", "62", "65,533", "16,382"]
    for limit in limits:
        assert limit in TEXT
