"""Shards together find what the reference solver finds alone, however they are cut, and resume where they stopped."""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.solvers.cluster import levels, shard_cache
from perfect_play.solvers.cluster.files import FileDamaged, PieceWriter, read
from perfect_play.solvers.cluster.journal import directory_of
from perfect_play.solvers.cluster.shard_margins import MarginShard
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.launch import solve_native
from perfect_play.solvers.retrograde import solve as by_reference
from perfect_play.solvers.tables import layout
from perfect_play.solvers.tables.store import Store
from tests.cluster.solving import Interrupted, finish, interrupting, search_for
from tests.helpers import load
from tests.native.graphs import NODES, RankedGame, RankedPoints, RankedPuzzle, SpreadGame
from tests.native.solving import assert_same_table


class ListedHanoi(TowersOfHanoi):
    """A reversible puzzle whose table is a sorted list."""

    dense = False


def small(make: Callable[[int], Rules], seed: int) -> Rules:
    """Rules on a graph whose number of positions is known in advance."""
    rules = make(seed)
    rules.variant = replace(rules.variant, positions=NODES)
    return rules


class ListedPuzzle(RankedPuzzle):
    """The same puzzle with a sorted list for its table, so its kernel need not be recompiled."""

    dense = False


class ListedPoints(RankedPoints):
    """The same game with a sorted list for its table."""

    dense = False


Make = Callable[[], Rules]
CASES: dict[str, Make] = {
    "bits": partial(load, "towersofhanoi/3_8"),
    "bits-modulo3": partial(load, "towersofhanoi/4_5"),
    "bits-not-reversible": partial(load, "pegsolitaire/star"),
    "runs": partial(load, "hopndrop/map2"),
    "runs-reversible": partial(ListedHanoi, TowersOfHanoi.find_variant("4_4")),
    "forward-game": partial(small, RankedGame, 1),
    "forward-game-runs": partial(small, SpreadGame, 1),
    "points": partial(small, RankedPoints, 1),
    "points-runs": partial(small, ListedPoints, 1),
    "forward-puzzle": partial(small, RankedPuzzle, 3),
    "forward-puzzle-runs": partial(small, ListedPuzzle, 3),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Rules, with small problems treated as large."""
    if request.param == "bits-modulo3":
        monkeypatch.setattr(layout, "VERY_LARGE", 1)
    monkeypatch.setattr(levels, "PROBED", levels.WORD_BITS)
    monkeypatch.setattr(levels, "CHUNK", 2 * levels.WORD_BITS)
    return CASES[request.param]


def test_the_table_is_that_of_the_reference_solver(case: Make, data: Path, tmp_path: Path):
    """By one shard and by five, with overflowing buffers; and by four that are interrupted every few levels and
    remember nothing, resumed by one that does."""
    rules = case()

    store, reference = Store(tmp_path / "shards"), Store(tmp_path / "reference")
    reference.write(rules, by_reference(rules), 0.0)
    finish(search_for(rules, data, shards=1), store)
    assert_same_table(rules, store, reference)
    finish(search_for(rules, data, shards=5, buffer_bytes=1 << 12), store)
    assert_same_table(rules, store, reference)

    def stop() -> None:
        raise Interrupted

    for _ in range(3):
        search = search_for(rules, data, shards=4, cache_bytes=0)
        search.report = interrupting(3, stop)
        with pytest.raises(Interrupted):
            finish(search, store)
    finish(search_for(rules, data, shards=2), store)
    assert_same_table(rules, store, reference)
    assert not directory_of(rules, data).exists(), "the work is cleared away"


def test_pieces_sent_as_bits_and_as_lists_make_the_same_table(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rules, kinds = load("pancakes/5"), []
    add = PieceWriter.add

    def noted(out: PieceWriter, shard: int, kind: str, *arrays: Any) -> None:
        if out.name.endswith("sent"):
            kinds.append(kind)
        add(out, shard, kind, *arrays)

    monkeypatch.setattr(PieceWriter, "add", noted)
    monkeypatch.setattr(levels, "PROBED", levels.WORD_BITS)
    tables = []
    for room in (1 << 20, 64):
        finish(search_for(rules, data, shards=2, buffer_bytes=room), Store(tmp_path / str(room)))
        tables.append(Store(tmp_path / str(room)))
        assert (levels.BITS in kinds) == (room > 64), "a room that has no bit for every rank"
        kinds.clear()
    assert_same_table(rules, *tables)


def test_a_task_that_is_done_twice_writes_the_same(data: Path, monkeypatch: pytest.MonkeyPatch):
    """Whether or not its worker remembers the shard; and it leaves nothing else behind."""
    rules = load("pegsolitaire/star")
    search, done = search_for(rules, data), []

    def twice(task: Callable, job: object, calls: list) -> list:
        results = []
        for number, arguments in calls:
            told = [task(job, *arguments)]
            files = {path.name: path.read_bytes() for path in search.journal.directory.iterdir()}
            for _ in range(2):
                told.append(task(job, *arguments))
                shard_cache.forget()
            assert told[0] == told[1] == told[2]
            assert {path.name: path.read_bytes() for path in search.journal.directory.iterdir()} == files
            results.append((number, told[0]))
            done.append(task.__name__)
        return results

    monkeypatch.setattr(search.executor, "run", twice, raising=False)
    finish(search, Store(data / "twice"))
    assert set(done) == {"run_level", "finish_bits", "pack_dense"}


def test_a_position_without_a_margin_is_named(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An ended position sends nothing, so the positions before it wait as in a cycle."""
    begin = MarginShard.begin
    monkeypatch.setattr(MarginShard, "begin", lambda shard: begin(shard)[1:])
    search = search_for(small(RankedPoints, 1), data)
    with pytest.raises(KernelError, match="need not end"):
        finish(search, Store(tmp_path))
    search.journal.remove()  # otherwise the next search for these rules would resume it
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["found", "sent"])
def test_a_file_that_was_changed_is_found_out(data: Path, ending: str):
    """One bit of a level's stored positions, or of what was sent at it."""
    rules = load("pegsolitaire/star")
    search = search_for(rules, data, shards=1)

    def damage() -> None:
        path = search.journal.directory / levels.level_file("back", 3, 0, ending)
        held = bytearray(path.read_bytes())
        held[0] ^= 1
        path.write_bytes(held)
        shard_cache.forget()

    search.report = interrupting(4, damage)
    with pytest.raises(FileDamaged, match="is damaged"):
        finish(search, Store(data / "damaged"))
    search.journal.remove()


def test_a_file_is_there_whole_or_not_at_all(data: Path):
    job = search_for(load("pegsolitaire/star"), data, shards=2).job
    with contextlib.suppress(Interrupted), PieceWriter(job, "some") as out:
        out.add(1, "bytes", memoryview(b"abc"))
        raise Interrupted
    assert [path.name for path in job.path("").iterdir()] == ["head.json"]
    with PieceWriter(job, "some") as out:
        out.add(1, "bytes", memoryview(b"abc"))
        out.add(0, "bytes", memoryview(b"de"))
    assert [(kind, data.tobytes()) for kind, data in read(job, out.pieces[0] + out.pieces[1])] == [
        ("bytes", b"de"),
        ("bytes", b"abc"),
    ]
    job.path("some").unlink()
    with pytest.raises(FileDamaged, match="is missing"):
        list(read(job, out.pieces[0]))
    job.path("head.json").unlink()


@pytest.mark.parametrize("head", ["", "[]", '{"rules": "another", "version": 1, "shards": 3}'])
def test_journal_of_other_rules_is_discarded(data: Path, head: str):
    rules = load("pegsolitaire/star")
    directory = search_for(rules, data, shards=3).journal.directory
    kept = directory / "back-0.json"
    kept.write_text("[null, null, null]")
    again = search_for(rules, data, shards=7)
    assert kept.exists()
    assert again.job.shards == 3, "into how many it was shared out stays as it was"
    (directory / "head.json").write_text(head)
    assert search_for(rules, data, shards=7).job.shards == 7
    assert [path.name for path in directory.iterdir()] == ["head.json"]
    assert json.loads((directory / "head.json").read_text())["shards"] == 7
    search_for(rules, data).journal.remove()


def test_a_full_disk_costs_the_level_in_hand(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It ends with the system's error, leaves nothing half-written, and resumes when there is room."""
    rules, add = load("hopndrop/map2"), PieceWriter.add
    store, reference = Store(tmp_path / "shards"), Store(tmp_path / "reference")
    reference.write(rules, by_reference(rules), 0.0)

    def full(out: PieceWriter, shard: int, kind: str, *arrays: Any) -> None:
        if out.name.startswith("back-5-"):
            raise OSError(errno.ENOSPC, "No space left on device")
        add(out, shard, kind, *arrays)

    search = search_for(rules, data)
    with monkeypatch.context() as patch:
        patch.setattr(PieceWriter, "add", full)
        with pytest.raises(OSError, match="No space left"):
            finish(search, store)
    names = {path.name for path in search.journal.directory.iterdir()}
    assert "back-4.json" in names
    assert not [name for name in names if name.startswith("back-5") or name.endswith(".tmp")]
    again = search_for(rules, data)
    assert again.journal.resumed
    finish(again, store)
    assert_same_table(rules, store, reference)


LARGER = ["npuzzle/2x5", "sokoban/10", "connect4/4x5", "lunarlockout/Medium_28", "lightsout/5"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("full_id", LARGER)
def test_larger_tables_are_those_of_the_native_engines(full_id: str, data: Path, tmp_path: Path):
    rules, store = load(full_id), Store(tmp_path / "tables")
    solve_native(data, rules, lambda done: None)
    finish(search_for(rules, data, shards=7), store)
    assert_same_table(rules, store, Store(data / "tables"))
