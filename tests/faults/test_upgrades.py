"""Files of other versions are recognized by their format and rebuilt, as are tables of other rules."""

from __future__ import annotations

import dataclasses
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import perfect_play.solvers.tables.store
from perfect_play.puzzles import outside
from perfect_play.puzzles.octal_codes import Octal
from perfect_play.solvers.manager import PRESOLVE, PuzzleManager
from perfect_play.solvers.native import checkpoint
from perfect_play.solvers.pattern_databases import pattern_file
from perfect_play.solvers.pattern_databases.pattern_file import PatternFile, path_of
from perfect_play.solvers.proving import endgame_file, opening_book
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.reader import FORMAT, TableError, TableMissing, checksum_of
from perfect_play.solvers.tables.sealed_file import VERSION, BadFile
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.theory import lookup
from perfect_play.solvers.theory.lookup import open_table, publish_nimbers
from perfect_play.solvers.untabled.sliding_tiles import SearchedTiles
from tests.helpers import ROOT, load, solved
from tests.pattern_databases import tiles_of, written
from tests.server.live import tables
from tests.solvers.tables import parts_of, set_part

OTHER_FORMATS = (0, 1, 2, 3, FORMAT + 1, 99)
OF_EVERY_LAYOUT = ("towersofhanoi/3_3", "nqueens/6", "bishoppuzzle/4x7_4", "dotsandboxes/1x2")


def built(data: Path, **environment: str) -> str:
    """Build as the service does at start-up, replacing missing, damaged or foreign tables; return the output."""
    command = [sys.executable, "-m", "solvers", "--data-dir", str(data), "build"]
    settings = {**os.environ, PRESOLVE: "towersofhanoi/3_2,nqueens/4,npuzzle/2", **environment}
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- tables of other formats ----------------------------------------------------------------------


@pytest.mark.parametrize("version", OTHER_FORMATS)
@pytest.mark.parametrize("full_id", OF_EVERY_LAYOUT)
def test_a_table_of_another_format_is_missing_and_built_again(
    full_id: str, version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rules, solution = load(full_id), solved(full_id)
    monkeypatch.setattr(perfect_play.solvers.tables.store, "FORMAT", version)
    Store(tmp_path).write(rules, solution, 0.0)
    monkeypatch.undo()
    store = Store(tmp_path)
    for ask in (store.meta, store.check, lambda rules: store.probe(rules, rules.start())):
        with pytest.raises(TableMissing, match=rf"has format {version}, not {FORMAT}\. To solve it again: python"):
            ask(rules)
    store.write(rules, solution, 0.0)
    assert all(store.probe(rules, position) == found for position, found in solution.results.items())


def rewritten(path: Path, rules: Any, change: Any) -> None:
    """Give a table another `meta`, with a valid checksum."""
    meta = json.loads(parts_of(path)["meta"][16:])
    raw = json.dumps(change(meta)).encode()
    set_part(path, "meta", checksum_of(rules, "meta", None, raw) + raw)


@pytest.mark.parametrize(
    "change",
    [
        lambda meta: {"format": FORMAT + 1, "blocks_are": "elsewhere"},
        lambda meta: {**meta, "format": str(FORMAT)},
        lambda meta: {**meta, "format": None},
        lambda meta: {name: value for name, value in meta.items() if name != "format"},
        lambda meta: {**meta, "of_the_future": 1},
        lambda meta: {name: value for name, value in meta.items() if name != "layout"},
        lambda meta: {**meta, "rules": "0" * 32},
        lambda meta: [meta],
        lambda meta: None,
    ],
)
def test_meta_of_another_version_is_never_misread(change: Any, tmp_path: Path):
    rules, store = load("towersofhanoi/3_3"), Store(tmp_path)
    store.write(rules, solved("towersofhanoi/3_3"), 0.0)
    rewritten(store.path(rules), rules, change)
    with pytest.raises(TableError, match="To solve it again: python -m solvers solve towersofhanoi 3_3"):
        store.probe(rules, rules.start())


def test_truncated_meta_is_refused(tmp_path: Path):
    rules, store = load("towersofhanoi/3_2"), Store(tmp_path)
    store.write(rules, solved("towersofhanoi/3_2"), 0.0)
    path, whole = store.path(rules), parts_of(store.path(rules))["meta"]
    for length in range(len(whole)):
        set_part(path, "meta", whole[:length])
        with pytest.raises(TableError):
            Store(tmp_path).probe(rules, rules.start())


def test_the_start_replaces_tables_of_other_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    built(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "tables").glob("*.sqlite")}
    old, cut = load("towersofhanoi/3_2"), load("nqueens/4")
    monkeypatch.setattr(perfect_play.solvers.tables.store, "FORMAT", FORMAT - 1)
    Store(tmp_path / "tables").write(old, solve(old), 0.0)
    monkeypatch.undo()
    os.truncate(Store(tmp_path / "tables").path(cut), 5000)
    said = built(tmp_path)
    assert f"The table of {old.full_id} has format {FORMAT - 1}, not {FORMAT}." in said
    assert "2 variants to solve." in said
    after = {path for path, stamp in before.items() if path.stat().st_mtime_ns != stamp}
    assert after == {Store(tmp_path / "tables").path(rules) for rules in (old, cut)}
    store = PuzzleManager(tmp_path).store
    for rules in (old, cut):
        assert all(store.probe(rules, position) == found for position, found in solve(rules).results.items())


# --- other files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 3])
def test_pattern_databases_of_another_format_are_not_used(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rules = tiles_of("npuzzle/4")
    monkeypatch.setattr(pattern_file, "FORMAT", version)
    written(tmp_path / "tables", rules, 2)
    monkeypatch.undo()
    with pytest.raises(BadFile, match=rf"its format is {version}, not 2\. To build it again: python"):
        PatternFile(path_of(tmp_path / "tables", rules), rules)
    assert SearchedTiles(tmp_path).probe(rules, rules.parse("12345678-abc9def")).remoteness == 4


@pytest.mark.parametrize("version", [1, 3])
def test_nimbers_of_another_format_are_not_used(version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    octal = Octal.parse("0.77")
    monkeypatch.setattr(lookup, "FORMAT", version)
    publish_nimbers(tmp_path, octal, memoryview(bytes(range(100))), None)
    monkeypatch.undo()
    with pytest.raises(BadFile, match=f"its format is {version}, not 2"):
        open_table(tmp_path, octal)


# --- changed rules --------------------------------------------------------------------------------

PLUGIN = '''
"""Frogs {name}."""

from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Variant


class Frog(Template):
    id = "{name}"
    name = "{name}"
    variants = (Variant("6", "6 stones", (6,), testing=True, positions=6),)

    def moves(self, position):
        return [hop for hop in ({hops}) if 0 <= position + hop < self.stones]

    def parents(self, position):
        return [position - hop for hop in ({hops}) if 0 <= position - hop < self.stones]
'''
ONE, OTHER = "frogone.6.sqlite", "frogother.6.sqlite"


def test_a_changed_rule_has_only_its_own_tables_built_again(tmp_path: Path):
    """Between two starts a plug-in in a folder is changed: first a comment, then its frog's moves."""
    folder, data = tmp_path / "plugins", tmp_path / "data"
    folder.mkdir()

    def put(name: str, hops: str, more: str = "") -> None:
        (folder / f"{name}.py").write_text(PLUGIN.format(name=name, hops=hops) + more)

    def start() -> set[str]:
        """Build as at start-up; return the tables that changed."""
        before = {name: (data / "tables" / name).stat().st_mtime_ns for name in tables(data)} if data.exists() else {}
        said = built(data, **{outside.SETTING: str(folder), PRESOLVE: "frogone,frogother,nqueens/4"})
        assert ("made by other rules than today's" in said) == bool(before and changed)
        return {name for name in tables(data) if (data / "tables" / name).stat().st_mtime_ns != before.get(name)}

    def remoteness(name: str) -> str:
        command = [sys.executable, "-m", "solvers", "--data-dir", str(data), "probe", name, "6"]
        environment = {**os.environ, outside.SETTING: str(folder)}
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60).stdout

    changed = False
    put("frogone", "-1, 2")
    put("frogother", "-1, 2")
    assert start() >= {ONE, OTHER, "nqueens.4.sqlite"}
    assert "win in 4" in remoteness("frogone")
    put("frogone", "-1, 2", "# a remark\n")
    assert start() == set()
    changed = True
    put("frogone", "-1, 5")
    assert start() == {ONE}
    assert "win in 1" in remoteness("frogone")
    assert "win in 4" in remoteness("frogother")


def test_every_version_of_a_file_is_told_by_a_number():
    """A change of file contents must raise one of them; that of tables is also in `docs/tables.md`."""
    sealed = [module.FORMAT for module in (pattern_file, lookup, opening_book, endgame_file, checkpoint)]
    assert (FORMAT, VERSION, sealed) == (4, 1, [2, 2, 2, 2, 4])
    assert "format" in {field.name for field in dataclasses.fields(perfect_play.solvers.tables.store.Meta)}


def test_the_format_is_read_before_anything_else(tmp_path: Path):
    """A database whose `meta` has no known version is not a table."""
    rules, store = load("towersofhanoi/3_2"), Store(tmp_path)
    path = store.path(rules)
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE parts (key TEXT PRIMARY KEY, value BLOB)")
        raw = b"{}"
        database.execute("INSERT INTO parts VALUES ('meta', ?)", (checksum_of(rules, "meta", None, raw) + raw,))
    with pytest.raises(TableMissing, match="has format None, not 4"):
        store.meta(rules)
