"""Damaged, foreign or stale tables are never trusted."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Iterator

import pytest

import perfect_play.solvers.tables.store
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Value, Variant
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.reader import TableCorrupt, TableError, TableMissing
from perfect_play.solvers.tables.store import Store
from tests.helpers import load, solved
from tests.solvers.tables import (
    DENSE,
    DENSE_BLOCKS,
    SPARSE,
    SPARSE_BLOCKS,
    files,
    parts_of,
    set_part,
    written,
    wrong_answers,
)

# --- damage -----------------------------------------------------------------------------------------


def offsets_of_parts(data: bytes, parts: dict[str, bytes]) -> Iterator[int]:
    """The file offsets of the parts that are contiguous."""
    for value in parts.values():
        at = data.find(value[:64])
        if at >= 0:
            yield from range(at, min(at + len(value), len(data)))


@pytest.mark.parametrize("full_id", ["towersofhanoi/3_2", "nqueens/4"])
def test_flipped_byte_makes_no_wrong_answer(tmp_path, full_id):
    rules, solution = load(full_id), solved(full_id)
    path = written(tmp_path, full_id).path(rules)
    data = path.read_bytes()
    rng = random.Random(3)
    inside = sorted(set(offsets_of_parts(data, parts_of(path))))
    assert len(inside) > 300
    headers = [*range(100), *range(4096, 4200), *range(8192, 8300)]
    offsets = {*inside, *headers, *rng.sample(range(len(data)), 600)} - set(schema(data))
    refusals = 0
    for offset in sorted(offsets):
        for mask in (0xFF, 1 << rng.randrange(8)) if offset % 4 == 0 else (0xFF,):
            damaged = bytearray(data)
            damaged[offset] ^= mask
            path.write_bytes(damaged)
            wrong, refused = wrong_answers(Store(tmp_path), rules, solution)
            assert not wrong, f"byte {offset} ^ {mask:#x}: {rules.format(wrong[0])} is answered wrongly"
            refusals += refused > 0
    assert refusals >= len(inside), "damage inside a part is always noticed"


def schema(data: bytes) -> range:
    """The range in the file of SQLite's textual schema."""
    first = data.index(b"CREATE TABLE") - 60
    return range(first, 4096)


def test_flipped_byte_of_the_schema_raises_no_other_error(tmp_path):
    rules, solution = load(DENSE), solved(DENSE)
    path = written(tmp_path, DENSE).path(rules)
    data = path.read_bytes()
    for offset in schema(data):
        damaged = bytearray(data)
        damaged[offset] ^= 0xFF
        path.write_bytes(damaged)
        wrong, _ = wrong_answers(Store(tmp_path), rules, solution)
        assert not wrong


@pytest.mark.parametrize("full_id", [DENSE_BLOCKS, SPARSE_BLOCKS])
def test_a_damaged_block_is_noticed(tmp_path, full_id):
    rules, solution = load(full_id), solved(full_id)
    path = written(tmp_path, full_id).path(rules)
    block = bytearray(parts_of(path)["1"])
    block[len(block) // 2] ^= 1
    set_part(path, "1", bytes(block))
    store = Store(tmp_path)
    wrong, refused = wrong_answers(store, rules, solution)
    assert wrong == []
    assert refused > 0, "and once it is known, nothing of the table is served"
    assert Store(tmp_path).get(rules, rules.start()) in (None, solution.result(rules, rules.start()))
    with pytest.raises(TableCorrupt, match="the checksum of part 1 is wrong"):
        store.check(rules)
    with pytest.raises(TableCorrupt):
        list(store.entries(rules))


@pytest.mark.parametrize("full_id", [DENSE, SPARSE, "npuzzle/2x3"])
def test_truncated_file_makes_no_wrong_answer(tmp_path, full_id):
    rules, solution = load(full_id), solved(full_id)
    path = written(tmp_path, full_id).path(rules)
    data = path.read_bytes()
    rng = random.Random(4)
    lengths = {0, 1, 15, 16, 99, 100, 512, 4095, 4096, 4097, 8191, 8192, len(data) - 1, len(data) - 4096}
    for length in sorted(lengths | set(rng.sample(range(len(data)), 40))):
        path.write_bytes(data[:length])
        store = Store(tmp_path)
        wrong, refused = wrong_answers(store, rules, solution)
        assert not wrong, f"cut to {length} bytes"
        assert refused, f"cut to {length} bytes"
        assert files(tmp_path) == [path.name]


@pytest.mark.parametrize("content", [b"", b"not a table\n", b"SQLite format 3\0", b"\0" * 10_000])
def test_file_that_is_no_table_is_refused_and_stays(tmp_path, content):
    rules, store = load(DENSE), Store(tmp_path)
    store.path(rules).write_bytes(content)
    with pytest.raises(TableCorrupt) as caught:
        store.probe(rules, rules.start())
    assert "The table of towersofhanoi/3_3 is damaged" in str(caught.value)
    assert "python -m solvers solve towersofhanoi 3_3" in str(caught.value)
    assert store.path(rules).read_bytes() == content


def test_foreign_database_is_refused(tmp_path):
    rules, store = load(DENSE), Store(tmp_path)
    connection = sqlite3.connect(store.path(rules))
    connection.execute("CREATE TABLE notes (key TEXT, value TEXT)")
    connection.commit()
    connection.close()
    with pytest.raises(TableCorrupt, match="no such table"):
        store.probe(rules, rules.start())


@pytest.mark.parametrize("value", ["text", 12, None, 1.5, b"", b"short"])
def test_parts_of_a_wrong_kind_make_a_table_corrupt(tmp_path, value):
    rules = load(DENSE)
    path = written(tmp_path, DENSE).path(rules)
    for name in ("0", "meta"):
        set_part(path, name, value)
        with pytest.raises(TableCorrupt):
            Store(tmp_path).probe(rules, rules.start())


@pytest.mark.parametrize(("full_id", "names"), [(DENSE, ["0", "meta"]), (SPARSE, ["0", "meta", "index"])])
def test_table_without_a_part_is_corrupt(tmp_path, full_id, names):
    rules = load(full_id)
    for name in names:
        path = written(tmp_path, full_id).path(rules)
        connection = sqlite3.connect(path)
        connection.execute("DELETE FROM parts WHERE key = ?", (name,))
        connection.commit()
        connection.close()
        with pytest.raises(TableCorrupt, match=f"part {name} is missing"):
            Store(tmp_path).probe(rules, rules.start())


def test_directory_in_place_of_the_table_raises_table_error(tmp_path):
    rules, store = load(DENSE), Store(tmp_path)
    store.path(rules).mkdir()
    with pytest.raises(TableError):
        store.probe(rules, rules.start())


# --- misplaced and stale ----------------------------------------------------------------------------


def test_the_table_of_another_variant_is_refused(tmp_path):
    store = written(tmp_path, "towersofhanoi/3_2")
    path = store.path(load("towersofhanoi/3_2"))
    os.replace(path, store.path(load("towersofhanoi/3_3")))
    with pytest.raises(TableCorrupt):
        store.probe(load("towersofhanoi/3_3"), (0, 0, 0))
    with pytest.raises(TableMissing):
        store.probe(load("towersofhanoi/3_2"), (0, 0))


@pytest.mark.parametrize("full_id", [DENSE_BLOCKS, SPARSE_BLOCKS])
def test_blocks_that_have_changed_places_are_refused(tmp_path, full_id):
    rules, solution = load(full_id), solved(full_id)
    path = written(tmp_path, full_id).path(rules)
    parts = parts_of(path)
    names = sorted(set(parts) - {"meta", "index"}, key=int)
    assert len(names) >= 2
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        set_part(path, name, parts[other])
    wrong, refused = wrong_answers(Store(tmp_path), rules, solution)
    assert (wrong, refused) == ([], len(solution.results))


def test_a_block_of_other_rules_is_refused(tmp_path, monkeypatch):
    """Same name and place; only the digest of its rules differs."""
    rules = load(DENSE)
    monkeypatch.setattr(perfect_play.solvers.tables.store, "rules_digest", lambda rules: "0" * 32)
    old = parts_of(written(tmp_path / "old", DENSE).path(rules))
    monkeypatch.undo()
    store = written(tmp_path / "new", DENSE)
    assert old["0"][16:] == parts_of(store.path(rules))["0"][16:]
    set_part(store.path(rules), "0", old["0"])
    with pytest.raises(TableCorrupt, match="the checksum of part 0 is wrong"):
        Store(tmp_path / "new").probe(rules, rules.start())


def test_a_table_of_other_rules_is_not_used(tmp_path):
    old = Template(Variant("5", "5 stones", (5,)))
    new = Template(Variant("5", "5 stones", (6,)))
    store = Store(tmp_path)
    store.write(old, solve(old), 0.0)
    assert store.probe(old, 0) == Result(Value.WIN, 2)
    for ask in (store.meta, store.check, lambda rules: store.probe(rules, 0)):
        with pytest.raises(TableMissing) as caught:
            ask(new)
        assert "made by other rules than today's" in str(caught.value)
        assert "python -m solvers solve template 5" in str(caught.value)
    assert store.get(new, 0) is None
    store.write(new, solve(new), 0.0)
    assert store.probe(new, 0) == solve(new).results[0]
    with pytest.raises(TableMissing):
        store.probe(old, 0)


def test_a_table_of_another_format_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(perfect_play.solvers.tables.store, "FORMAT", 99)
    written(tmp_path, DENSE)
    monkeypatch.undo()
    with pytest.raises(TableMissing, match="has format 99, not 4"):
        Store(tmp_path).probe(load(DENSE), (0, 0, 0))
