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

import numpy as np
import pytest

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.solvers.cluster import cluster_process
from perfect_play.solvers.cluster.job import MARGINS, ShardJob
from perfect_play.solvers.cluster.pieces import FileDamaged, PieceFile, PieceWriter
from perfect_play.solvers.cluster.scheme import directory_of
from perfect_play.solvers.cluster.shards import STATES, BitShard, ReachShard, ValueShard
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.launch import solve_native
from perfect_play.solvers.retrograde import solve as by_reference
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.store import Store
from tests.cluster.solving import Interrupted, InThisProcess, finish, interrupting, search_for
from tests.helpers import exhaustive, load
from tests.native.graphs import NODES, RankedGame, RankedPoints, RankedPuzzle, SpreadGame, downhill
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


FEW = ("bits", "bits-not-reversible", "runs", "forward-game-runs", "points", "forward-puzzle")
CHOSEN = [case if case in FEW else exhaustive(case) for case in CASES]


@pytest.fixture(params=CHOSEN)
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Rules, with small problems treated as large."""
    if request.param == "bits-modulo3":
        monkeypatch.setattr(table_layout, "VERY_LARGE", 1)
    for name, entries in (("BLOCK_BYTES", 16), ("MODULO3_BLOCK", 64), ("SORTED_ENTRIES", 16)):
        monkeypatch.setattr(table_layout, name, entries)
    return CASES[request.param]


def test_cluster_table_equals_that_of_the_reference_solver(case: Make, data: Path, tmp_path: Path):
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


def test_solve_interrupted_before_its_table_is_published_repeats_no_task(case: Make, data: Path, tmp_path: Path):
    rules, store, reference = case(), Store(tmp_path / "shards"), Store(tmp_path / "reference")
    reference.write(rules, by_reference(rules), 0.0)
    cluster_process.solve(search_for(rules, data))

    class Idle(InThisProcess):
        def perform(self, *arguments: Any) -> Any:
            raise AssertionError(f"task {arguments[2]} was done before")

    finish(search_for(rules, data, Idle()), store)
    assert_same_table(rules, store, reference)


def test_pieces_sent_as_bits_and_as_lists_make_the_same_table(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rules, types, add = load("pancakes/5"), set(), PieceWriter.add

    def noted(out: PieceWriter, name: str, array: Any) -> None:
        if name.endswith("offsets"):
            types.add(array.dtype.name)
        add(out, name, array)

    monkeypatch.setattr(PieceWriter, "add", noted)
    finish(search_for(rules, data, shards=2), Store(tmp_path / "bits"))
    assert types == {"uint32", "uint64"}, "few as offsets, many as bits"
    types.clear()
    monkeypatch.setattr(BitShard, "prepared", lambda shard, row: row)
    monkeypatch.setattr(BitShard, "send", ReachShard.send)
    finish(search_for(rules, data, shards=2), Store(tmp_path / "lists"))
    assert types == {"uint32"}
    assert_same_table(rules, Store(tmp_path / "bits"), Store(tmp_path / "lists"))


def test_repeated_task_writes_the_same_file(data: Path):
    """Whether or not its worker remembers the shard; and it leaves nothing else behind."""
    rules, tasks = load("pegsolitaire/star"), set()

    class Twice(InThisProcess):
        def perform(self, job: ShardJob, task: Callable, *arguments: Any) -> Any:
            note = super().perform(job, task, *arguments)
            files = {path.name: path.read_bytes() for path in job.path("").iterdir()}
            for _ in range(2):
                assert super().perform(job, task, *arguments) == note
                STATES.clear()
            assert {path.name: path.read_bytes() for path in job.path("").iterdir()} == files
            tasks.add(task.__name__)
            return note

    finish(search_for(rules, data, Twice()), Store(data / "twice"))
    assert tasks == {"run_level", "end_stage"}


def test_finished_steps_are_not_repeated(data: Path, tmp_path: Path):
    """Not even a part of a level: the run that resumes does only the tasks whose files are missing."""
    rules, tasks, stop = load("hopndrop/map2"), [], 10

    class Noting(InThisProcess):
        def perform(self, job: ShardJob, task: Callable, *arguments: Any) -> Any:
            if len(tasks) == stop:
                raise Interrupted
            tasks.append(arguments[:2])
            return super().perform(job, task, *arguments)

    with pytest.raises(Interrupted):
        finish(search_for(rules, data, Noting()), Store(tmp_path))
    stop = -1
    finish(search_for(rules, data, Noting()), Store(tmp_path))
    assert len(tasks) == len(set(tasks)) > 10


def test_solve_without_a_margin_somewhere_names_the_position(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """An ended position sends nothing, so the positions before it wait as in a cycle."""
    begin = ValueShard.begin
    monkeypatch.setattr(ValueShard, "begin", lambda shard: begin(shard)[shard.stage == MARGINS :])
    search = search_for(small(RankedPoints, 1), data)
    with pytest.raises(KernelError, match="need not end"):
        finish(search, Store(tmp_path))
    search.journal.remove()  # otherwise the next search for these rules would resume it
    assert not list(tmp_path.iterdir())


class EndlessPoints(RankedPoints):
    """A game whose play may go on forever between two nodes, each of which has another move."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, turning)


def turning(seed: int) -> tuple[Any, Any, Any]:
    """The children, ends and turns of its graph."""
    children, ends, turns = downhill(seed)
    return {**children, 0: (1, 2), 1: (0, 2)}, {node: end for node, end in ends.items() if node != 1}, turns


def test_game_whose_play_may_repeat_before_every_exit_is_refused_margins(data: Path, tmp_path: Path):
    search = search_for(small(EndlessPoints, 7), data)
    with pytest.raises(KernelError, match="need not end"):
        finish(search, Store(tmp_path))
    search.journal.remove()


@pytest.mark.parametrize("ending", ["", ".sent"], ids=["positions", "sent"])
@pytest.mark.parametrize("place", [0, -1], ids=["first byte", "last byte"])
def test_changed_file_of_a_level_is_detected(data: Path, ending: str, place: int):
    """One bit of a level's stored positions, or of what was sent at it, or of what says where they are."""
    rules = load("pegsolitaire/star")
    search = search_for(rules, data, shards=1)

    def damage() -> None:
        path = search.journal.directory / f"back-3-0{ending}"
        contents = bytearray(path.read_bytes())
        contents[place] ^= 1
        path.write_bytes(contents)
        STATES.clear()

    search.report = interrupting(4, damage)
    with pytest.raises(FileDamaged, match="is damaged"):
        finish(search, Store(data / "damaged"))
    search.journal.remove()


def test_file_of_a_task_appears_whole_or_not_at_all(tmp_path: Path):
    path, first, second = tmp_path / "file", np.arange(3, dtype=np.uint8), np.arange(5, dtype=np.uint64)
    with contextlib.suppress(Interrupted), PieceWriter(path, "solve") as out:
        out.add("numbers", first)
        raise Interrupted
    assert list(tmp_path.iterdir()) == []
    with PieceWriter(path, "solve") as out:
        for name, array in (("numbers", first), ("single", second), ("numbers", second)):
            out.add(name, array)
        out.note = {"count": 3}
    file = PieceFile(path, "solve")
    assert file.note == {"count": 3}
    assert [array.tolist() for array in file.arrays("numbers")] == [first.tolist(), second.tolist()]
    assert file.array("single").tolist() == file.mapped("single").tolist() == second.tolist()
    assert file.mapped("single").flags.aligned
    assert list(file.arrays("others")) == []
    with pytest.raises(FileDamaged, match="is damaged"):
        PieceFile(path, "another solve")
    for contents in (b"", b"too short", bytes(100)):
        path.write_bytes(contents)
        with pytest.raises(FileDamaged, match="is damaged"):
            PieceFile(path, "solve")
    path.unlink()
    with pytest.raises(FileDamaged, match="is missing"):
        PieceFile(path, "solve")


@pytest.mark.parametrize("head", ["", "[]", '{"rules": "another", "version": 2, "shards": 3}'])
def test_journal_of_other_rules_is_discarded(data: Path, head: str):
    rules = load("pegsolitaire/star")
    directory = search_for(rules, data, shards=3).journal.directory
    level = directory / "back-0-0"
    level.write_text("contents")
    again = search_for(rules, data, shards=7)
    assert level.exists()
    assert again.job.shards == 3, "into how many it was shared out stays as it was"
    (directory / "head.json").write_text(head)
    later = search_for(rules, data, shards=7)
    assert later.job.shards == 7
    assert later.job.solve != again.job.solve, "what a task of the earlier solve still writes is not taken for its own"
    assert [path.name for path in directory.iterdir()] == ["head.json"]
    assert json.loads((directory / "head.json").read_text())["shards"] == 7
    later.journal.remove()


def test_full_disk_costs_only_the_level_in_progress(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It ends with the system's error, leaves nothing half-written, and resumes when there is room."""
    rules, add = load("hopndrop/map2"), PieceWriter.add
    store, reference = Store(tmp_path / "shards"), Store(tmp_path / "reference")
    reference.write(rules, by_reference(rules), 0.0)

    def full(out: PieceWriter, name: str, array: Any) -> None:
        if out.path.name.startswith("back-5-"):
            raise OSError(errno.ENOSPC, "No space left on device")
        add(out, name, array)

    search = search_for(rules, data)
    with monkeypatch.context() as patch:
        patch.setattr(PieceWriter, "add", full)
        with pytest.raises(OSError, match="No space left"):
            finish(search, store)
    names = {path.name for path in search.journal.directory.iterdir()}
    assert [name for name in names if name.startswith("back-4-")]
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
