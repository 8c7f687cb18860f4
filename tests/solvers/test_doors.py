"""Doors, whose full remotenesses tables modulo 3 store: walks end at them, and damage is noticed."""

from __future__ import annotations

from array import array
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import zstandard

from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.solvers.result import MODULO3, Codec
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.reader import TableCorrupt, checksum_of
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import by_bytes
from perfect_play.solvers.tables.unpacking import BlockCache
from perfect_play.solvers.tables.verification import verify
from tests.solvers.tables import parts_of, set_part

LENGTH = 256  # ranks of a block, in which four disks move


@cache
def solution(rules: TowersOfHanoi) -> Solution:
    """The reference solver's solution."""
    return solve(rules)


@pytest.fixture(scope="module")
def rules() -> TowersOfHanoi:
    """Seven disks on four rods, numbered in blocks as larger puzzles are."""
    made = TowersOfHanoi(TowersOfHanoi.find_variant("4_7"))
    made.number_in_blocks(4)
    return made


@pytest.fixture
def store(rules: TowersOfHanoi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store with their table, whose own blocks are also small."""
    monkeypatch.setattr(table_layout, "VERY_LARGE", 1)
    monkeypatch.setattr(table_layout, "MODULO3_BLOCK", 64)
    made = Store(tmp_path / "tables")
    made.write(rules, solution(rules), 0.0)
    return made


def test_a_walk_ends_at_a_door(rules: TowersOfHanoi, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Remotenesses are right with doors and, as in older tables, without; with them, less is read."""
    known, misses = solution(rules), {}
    packed = table_layout.pack(rules, known, Codec("puzzle", 8))
    before = Store(tmp_path / "before")
    parts = ((name, part) for name, part in packed.parts if name[0] not in "pd")
    before.write_packed(rules, MODULO3, "closure", replace(packed, parts=parts, doors=0), 0.0)
    assert store.meta(rules).doors == LENGTH
    assert before.meta(rules).doors == 0
    for each in (store, before):
        for position in list(known.results)[::7]:
            each.cache = BlockCache(1)  # remembers one block
            assert each.probe(rules, position) == known.result(rules, position)
            misses[each.directory] = misses.get(each.directory, 0) + each.cache.misses
    assert misses[store.directory] < misses[before.directory] / 2


@pytest.mark.second_ring
def test_damaged_doors_are_detected(rules: TowersOfHanoi, store: Store):
    """A remoteness three too great, with a valid checksum, is found; one that contradicts a code is refused."""
    remotenesses = array("H", [solution(rules).result(rules, at).remoteness for at in doors_of(rules, 0)])
    change(rules, store, array("H", [remotenesses[0] + 3, *remotenesses[1:]]))
    assert any("its children say" in fault for fault in verify(Store(store.directory), rules))
    change(rules, store, array("H", [remotenesses[0] + 1, *remotenesses[1:]]))
    with pytest.raises(TableCorrupt, match="no move leads nearer to the end"):
        Store(store.directory).probe(rules, doors_of(rules, 0)[0])
    change(rules, store, remotenesses[:-1])
    with pytest.raises(TableCorrupt, match="part d0 is not as long"):
        verify(Store(store.directory), rules)
    with pytest.raises(TableCorrupt, match="part d0 is too short"):
        Store(store.directory).probe(rules, doors_of(rules, 0)[-1])
    set_part(store.path(rules), "places", b"")
    with pytest.raises(TableCorrupt, match="places"):
        Store(store.directory).probe(rules, rules.start())


def doors_of(rules: TowersOfHanoi, block: int) -> list[tuple[int, ...]]:
    """The positions at the doors of a block."""
    kernel = rules.kernel()
    assert kernel.blocks is not None
    return [rules.unrank(block * LENGTH + place) for place in table_layout.door_places(rules, kernel.blocks)]


def change(rules: TowersOfHanoi, store: Store, remotenesses: array[int]) -> None:
    """Replace the remotenesses of the doors of block 0, with a valid checksum."""
    payload = zstandard.compress(by_bytes(remotenesses.tobytes(), 2))
    digest = store.meta(rules).rules
    set_part(store.path(rules), "d0", checksum_of(rules, "d0", digest, payload) + payload)
    assert parts_of(store.path(rules))["d0"].endswith(payload)
