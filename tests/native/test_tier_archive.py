"""Finished tiers kept on disk: any codes can be read back, a killed solve goes on, and the file becomes the table."""

from __future__ import annotations

import contextlib
import sqlite3
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native import tier_archive
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.launch import TIERS_IN_MEMORY
from perfect_play.solvers.native.loops.steps import ON_DISK
from perfect_play.solvers.native.tier_archive import STEP, TierArchive
from perfect_play.solvers.tables.sealed_file import BadFile
from perfect_play.solvers.tables.store import Store
from tests.helpers import load
from tests.native.solving import assert_same_table, solve, strain, task

SIZES = [1, 40, 3 * STEP, 5, STEP - 6, 2 * STEP + 7, 100, 3]
"""Of tiers, from the first: some begin a block, some lie within one."""
CODES = np.random.default_rng(5).integers(0, 1 << 15, sum(SIZES), np.uint16)


def archive_in(directory: Path) -> TierArchive:
    stretches = [SimpleNamespace(first=sum(SIZES[:i]), size=size) for i, size in enumerate(SIZES)]
    given: Any = SimpleNamespace(rules=(rules := load("quixo/3x3")), checkpoint=Checkpoint(rules, directory), threads=2)
    numbering: Any = SimpleNamespace(size=sum(SIZES), stretches=stretches)
    return TierArchive(given, numbering)


def add_tiers(archive: TierArchive, count: int) -> None:
    for size in SIZES[::-1][archive.tiers :][:count]:
        codes = archive.new_codes(size)
        codes[:size] = CODES[archive.first - size : archive.first]
        archive.add(codes, np.ones((2, 1 << 16), np.int64))


@pytest.fixture(autouse=True)
def every_tier_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tier_archive, "CHECKPOINT_SECONDS", 0.0)


def test_codes_are_read_back_after_every_tier_also_by_another_process(tmp_path: Path):
    archive = archive_in(tmp_path)
    for number in range(1, len(SIZES) + 1):
        add_tiers(archive, 1)
        for opened in (archive, archive_in(tmp_path)):
            assert (opened.tiers, opened.first) == (number, sum(SIZES[:-number]))
            assert (opened.counts == number).all()
            for start in range(opened.first, len(CODES), 4999):
                assert (opened[start : start + 6000] == CODES[start : start + 6000]).all()
    assert [archive[place] for place in range(0, len(CODES), 997)] == CODES[::997].tolist()


def test_blocks_written_after_the_last_state_are_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    archive = archive_in(tmp_path)
    add_tiers(archive, 3)
    monkeypatch.setattr(tier_archive, "CHECKPOINT_SECONDS", 3600.0)
    add_tiers(archive, 4)
    resumed = archive_in(tmp_path)
    assert resumed.tiers == 3
    add_tiers(resumed, len(SIZES))
    assert (resumed[:] == CODES).all()


def test_damaged_or_missing_block_is_noticed(tmp_path: Path):
    archive = archive_in(tmp_path)
    add_tiers(archive, len(SIZES))
    misplaced = "UPDATE parts SET value = (SELECT value FROM parts WHERE key = '2') WHERE key = '3'"
    for change, block in ((misplaced, 3), ("DROP TABLE parts", 0)):
        with contextlib.closing(sqlite3.connect(archive.path)) as other, other:
            other.execute(change)
        with pytest.raises(BadFile, match=f"its block {block} is not as it was written"):
            archive_in(tmp_path)


@pytest.mark.parametrize(("spare", "remain"), [(0, []), (2 * STEP * 3, [2]), (1 << 30, [0, 1, 2])])
def test_codes_not_in_use_are_dropped_beyond_a_budget(spare, remain, tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tier_archive, "SPARE", spare)
    archive = archive_in(tmp_path)
    add_tiers(archive, len(SIZES))
    later = np.full(len(SIZES), ON_DISK, np.int64)
    for material in (0, 1, 2, 2):
        archive.load(material, later)
        assert (later[: material + 1] != ON_DISK).all(), "those in use stay"
    archive.unload(later)
    assert (later == ON_DISK).all()
    assert list(archive._loaded) == remain


class Interruption(BaseException):
    """Simulates a kill of the process."""


@pytest.fixture
def disk_use(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bytes on disk after each tier, of a solve that is interrupted after the twentieth."""
    used: list[int] = []
    add = TierArchive.add

    def added(self: TierArchive, *arguments: Any) -> None:
        add(self, *arguments)
        used.append(sum(file.stat().st_size for file in self.path.parent.glob("*")))
        if len(used) == 20:
            raise Interruption

    monkeypatch.setattr(TierArchive, "add", added)
    return used


@pytest.mark.exhaustive
def test_six_mens_morris_solved_on_disk_has_the_same_table(disk_use: list[int], tmp_path: Path, monkeypatch):
    """Killed between tiers and resumed, and never with much more on disk than the table takes."""
    make = partial(load, "ninemensmorris/6mm")
    rules, stores = load("ninemensmorris/6mm"), [Store(tmp_path / name) for name in ("memory", "disk")]
    assert isinstance(rules, BoardGame)
    assert rules.arrangements.size <= TIERS_IN_MEMORY
    for store in stores:
        while True:
            with contextlib.suppress(Interruption):
                found = solve(task(make, tmp_path))
                break
        store.write_packed(rules, found.codec, found.domain, found.pack(), 0.0)
        strain(monkeypatch, "tiers")
    assert_same_table(rules, stores[1], stores[0])
    assert len(disk_use) == len(rules.arrangements.tiers)
    assert found.codec.bits == 16
    assert max(disk_use) < 1.1 * stores[1].path(rules).stat().st_size + (2 << 20)
