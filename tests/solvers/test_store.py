"""Tables: what is written is read back, reading writes nothing, and the cache stays within its budget."""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
from array import array
from collections import Counter
from itertools import islice
from unittest.mock import Mock

import pytest
import zstandard

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.solvers.result import LOST, Codec, RemotenessTooLarge, Result
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.tables import table_layout as packing
from perfect_play.solvers.tables.reader import NotCovered, TableMissing
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.unpacking import Block, BlockCache
from tests.helpers import (
    MOST_EARLY,
    ForwardPuzzle,
    GraphGame,
    RankedForwardPuzzle,
    cases,
    late,
    load,
    small_rules,
    solved,
)
from tests.kept_tables import solve_kept
from tests.solvers.tables import (
    DENSE,
    DENSE_BLOCKS,
    SPARSE,
    SPARSE_BLOCKS,
    files,
    parts_of,
    shifted,
    written,
    wrong_answers,
)

WITH_TABLES = [rules for rules in small_rules() if not isinstance(rules, ClosedFormGame)]


# --- round trips ----------------------------------------------------------------------------------


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(WITH_TABLES, most=MOST_EARLY // 4))
def test_every_stored_position_is_answered(rules):
    solution, store = solved(rules.full_id), solve_kept([rules]).store
    results = solution.results
    some = Solution(solution.domain, dict(islice(results.items(), 0, None, -(-len(results) // 2_000))))
    assert wrong_answers(store, rules, some) == ([], 0)
    stored = dict(store.entries(rules))
    if rules.size:  # everything with a rank: positions and their images
        images = {image: found for position, found in solution.results.items() for image in rules.images(position)}
        assert stored == {rules.unrank(rules.rank(position)): found for position, found in images.items()}
    else:
        assert stored == solution.results
    assert store.check(rules) == store.meta(rules)


@pytest.mark.parametrize("full_id", [DENSE, SPARSE, "nqueens/5", "tictactoe/regular"])
def test_writing_returns_what_is_stored_and_leaves_one_file(tmp_path, full_id):
    rules, store = load(full_id), Store(tmp_path)
    meta = store.write(rules, solved(full_id), 0.25)
    assert store.check(rules) == store.meta(rules) == meta
    assert files(tmp_path) == [f"{rules.id}.{rules.variant.id}.sqlite"]


@pytest.mark.parametrize("full_id", ["npuzzle/2x3", "pegsolitaire/star", "lightsout/3", "towersofhanoi/4_4"])
def test_every_legal_position_is_answered(tmp_path, full_id):
    """Including noncanonical and unsolvable ones."""
    rules, solution, store = load(full_id), solved(full_id), written(tmp_path, full_id)
    lost = 0
    for number in range(rules.size):
        position = rules.unrank(number)
        assert store.probe(rules, position) == solution.result(rules, position)
        lost += store.probe(rules, position) == LOST
    assert lost == rules.size - store.meta(rules).positions


def test_unsolvable_position_of_a_sparse_table_is_lost(tmp_path):
    store, rules = written(tmp_path, "nqueens/4"), load("nqueens/4")
    assert store.probe(rules, rules.parse("Q" + "-" * 15)) == LOST
    before_all = rules.parse("-" * 15 + "Q")
    assert store.probe(rules, before_all) == LOST


def test_meta_describes_the_written_table(tmp_path):
    meta = written(tmp_path, DENSE).meta(load(DENSE))
    assert (meta.puzzle, meta.variant, meta.kind, meta.domain) == ("towersofhanoi", "3_3", "puzzle", "closure")
    assert (meta.layout, meta.bits, meta.entries, meta.blocks) == ("dense", 8, 27, 1)
    assert (meta.positions, meta.maximum) == (27, 7)
    assert meta.histogram == {"win": {str(i): n for i, n in enumerate([1, 2, 2, 4, 2, 4, 4, 8])}}
    assert meta.seconds == 1.5
    assert meta.built.endswith("Z")


def test_meta_says_the_layout_of_each_table(tmp_path):
    assert written(tmp_path, SPARSE).meta(load(SPARSE)).layout == "sparse"
    for full_id, layout in ((DENSE_BLOCKS, "dense"), (SPARSE_BLOCKS, "sparse")):
        meta = written(tmp_path, full_id).meta(load(full_id))
        assert meta.layout == layout
        assert meta.blocks >= 2
    assert len(files(tmp_path)) == 3


def test_histograms_are_in_order(tmp_path):
    meta = written(tmp_path, "towersofhanoi/3_5").meta(load("towersofhanoi/3_5"))
    assert list(meta.histogram["win"]) == list(map(str, range(32)))


@pytest.mark.parametrize(
    ("full_id", "kib"), [(DENSE_BLOCKS, 32), (SPARSE_BLOCKS, 16), late("rubikscube/2x2x2_FR", 16), ("nqueens/8", 9)]
)
def test_blocks_are_all_of_a_size(tmp_path, full_id, kib):
    """Before compression; blocks with ranks take a byte or two per rank, plus its code."""
    rules = load(full_id)
    parts = parts_of(written(tmp_path, full_id).path(rules))
    blocks = [zstandard.decompress(parts[name][16:]) for name in sorted(set(parts) - {"meta", "index"}, key=int)]
    assert len(blocks) >= 2
    assert all(kib - 7 <= len(block) / 1024 <= kib + 1 for block in blocks[:-1])
    assert 0 < len(blocks[-1]) / 1024 <= kib + 1


@pytest.mark.parametrize(("longest", "bits"), [(253, 8), (254, 16), (65_533, 16), (65_534, 32)])
@pytest.mark.parametrize("kind", [ForwardPuzzle, RankedForwardPuzzle], ids=["sparse", "dense"])
def test_width_follows_the_greatest_remoteness(tmp_path, kind, longest, bits):
    rules = kind({0: [], 1: [], 2: []}, {})
    results = {0: Result(Value.WIN, longest), 1: LOST, 2: Result(Value.WIN, 0)}
    store = Store(tmp_path)
    assert store.write(rules, Solution("reachable", results), 0.0).bits == bits
    assert {position: store.probe(rules, position) for position in results} == results


def test_remoteness_beyond_32_bits_is_an_error_and_changes_no_table(tmp_path):
    rules, store = ForwardPuzzle({0: []}, {0: Value.WIN}), Store(tmp_path)
    store.write(rules, solve(rules), 0.0)
    with pytest.raises(RemotenessTooLarge):
        store.write(rules, Solution("reachable", {0: Result(Value.WIN, 1 << 32)}), 0.0)
    assert store.probe(rules, 0) == Result(Value.WIN, 0)
    assert len(files(tmp_path)) == 1


def test_results_of_every_value_are_stored_and_read_back(tmp_path):
    rules = GraphGame(
        {0: [1, 3], 1: [], 3: [4], 4: [3, 5], 5: [7], 6: [], 7: []},
        {1: Value.LOSE, 7: Value.TIE},
        {0: 1, 1: 2, 3: 2, 4: 1, 5: 2, 7: 1},
    )
    results = {
        0: Result(Value.WIN, 1),
        1: Result(Value.LOSE, 0),
        3: Result(Value.DRAW, None),
        4: Result(Value.TIE, 4094),
        5: Result(Value.LOSE, 17),
    }
    store = Store(tmp_path)
    assert store.write(rules, Solution("reachable", results), 0.0).kind == "game"
    assert {position: store.probe(rules, position) for position in results} == results
    assert store.meta(rules).histogram["draw"] == {"": 1}


@pytest.mark.parametrize("kind", [ForwardPuzzle, RankedForwardPuzzle], ids=["sparse", "dense"])
def test_position_out_of_reach_of_the_start_is_not_covered(tmp_path, kind):
    rules = kind({0: [1], 1: [], 2: [1], 3: []}, {1: Value.WIN})
    store = Store(tmp_path)
    store.write(rules, solve(rules), 0.0)
    assert store.probe(rules, 0) == Result(Value.WIN, 1)
    for unknown in (2, 3):
        with pytest.raises(NotCovered, match=f"toy/toy: 'n{unknown}' is legal, but the start never leads to it"):
            store.probe(rules, unknown)
        assert store.get(rules, unknown) is None
        assert store.get(rules, unknown, LOST) == LOST


@pytest.mark.parametrize("kind", [ForwardPuzzle, RankedForwardPuzzle], ids=["sparse", "dense"])
def test_empty_solution_is_stored_and_every_position_lost(tmp_path, kind):
    rules, store = kind({0: []}, {}), Store(tmp_path)
    store.write(rules, Solution("closure", {}), 0.0)
    assert store.probe(rules, 0) == LOST
    assert list(store.entries(rules)) == []


# --- what is in the file --------------------------------------------------------------------------


@pytest.mark.parametrize("full_id", [DENSE, SPARSE, DENSE_BLOCKS, SPARSE_BLOCKS])
def test_every_part_is_sealed_bytes_and_nothing_is_pickled(tmp_path, full_id):
    rules = load(full_id)
    store = written(tmp_path, full_id)
    parts = parts_of(store.path(rules))
    meta = store.meta(rules)
    index = ["index"] if meta.layout in ("sorted", "sparse") else []
    assert sorted(parts) == sorted(["meta", *index, *map(str, range(meta.blocks))])
    for name, value in parts.items():
        assert type(value) is bytes
        payload = value[16:]
        seal = f"\0{full_id}\0{name}\0{None if name == 'meta' else meta.rules}"
        assert value[:16] == hashlib.blake2b(payload + seal.encode(), digest_size=16).digest()
        assert payload.startswith(b"{" if name == "meta" else b"\x28\xb5\x2f\xfd"), "JSON, or a frame of zstd"
    assert json.loads(parts["meta"][16:])["rules"] == meta.rules


@pytest.mark.parametrize("full_id", [DENSE, SPARSE, SPARSE_BLOCKS])
def test_two_solves_give_the_same_parts(tmp_path, full_id):
    rules = load(full_id)
    one, two = Store(tmp_path / "one"), Store(tmp_path / "two")
    one.write(rules, solve(rules), 1.0)
    two.write(rules, solve(rules), 2.0)
    first, second = parts_of(one.path(rules)), parts_of(two.path(rules))
    metas = [json.loads(parts.pop("meta")[16:]) for parts in (first, second)]
    assert first == second
    for meta in metas:
        assert meta.pop("seconds") in (1.0, 2.0)
        assert meta.pop("built")
    assert metas[0] == metas[1]


# --- reading writes nothing -------------------------------------------------------------------------


def test_a_missing_table_names_the_command_and_creates_nothing(tmp_path):
    rules = load(DENSE)
    for directory in (tmp_path, tmp_path / "not" / "there"):
        store = Store(directory)
        for ask in (
            store.meta,
            store.check,
            lambda r, s=store: s.probe(r, r.start()),
            lambda r, s=store: [*s.entries(r)],
        ):
            with pytest.raises(TableMissing) as caught:
                ask(rules)
            assert str(caught.value) == (
                "towersofhanoi/3_3 is not solved yet. To solve it: python -m solvers solve towersofhanoi 3_3"
            )
        assert store.get(rules, rules.start()) is None
        assert store.get(rules, rules.start(), LOST) == LOST
        assert store.remove(rules) is False
    assert files(tmp_path) == []


def test_probing_creates_no_file_beside_the_table(tmp_path):
    rules, store = load(SPARSE), written(tmp_path, SPARSE)
    before = store.path(rules).stat()
    assert wrong_answers(store, rules, solved(SPARSE)) == ([], 0)
    after = store.path(rules).stat()
    assert files(tmp_path) == [store.path(rules).name]
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_a_read_only_directory_can_be_probed(tmp_path):
    rules, store = load(DENSE), written(tmp_path, DENSE)
    store.path(rules).chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        assert wrong_answers(Store(tmp_path), rules, solved(DENSE)) == ([], 0)
        assert files(tmp_path) == [store.path(rules).name]
    finally:
        tmp_path.chmod(0o755)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_directory_is_not_written(tmp_path):
    store = written(tmp_path, DENSE)
    tmp_path.chmod(0o555)
    try:
        with pytest.raises((OSError, sqlite3.Error)):
            written(tmp_path, DENSE, shifted(solved(DENSE), 1))
        assert wrong_answers(store, load(DENSE), solved(DENSE)) == ([], 0)
    finally:
        tmp_path.chmod(0o755)


def test_folder_names_with_odd_characters_are_used_as_they_are(tmp_path):
    directory = tmp_path / "a b?c#d%20&é"
    store = written(directory, DENSE)
    assert wrong_answers(store, load(DENSE), solved(DENSE)) == ([], 0)
    assert files(tmp_path) == [directory.name]


# --- the cache ----------------------------------------------------------------------------------------


def block(size: int) -> Block:
    return Block(array("B", bytes(size)), None)


def test_cache_keeps_within_its_budget():
    cache, rng = BlockCache(1000), random.Random(1)
    for _ in range(500):
        cache.put(rng.randrange(40), block(rng.randrange(1, 400)))
        assert cache.used <= 1000
        assert cache.used == sum(block.size for block in cache._blocks.values())
    assert len(cache._blocks) >= 2


def test_cache_drops_what_was_used_longest_ago():
    cache = BlockCache(300)
    for key in "abc":
        cache.put(key, block(100))
    assert cache.get("a") is not None
    cache.put("d", block(100))
    assert [key for key in "abcd" if cache.get(key)] == ["a", "c", "d"]


def test_cache_replaces_a_block_and_counts_only_the_new_one():
    cache = BlockCache(300)
    cache.put("a", block(100))
    cache.put("a", block(250))
    assert cache.used == 250
    assert cache.get("a").size == 250


def test_a_block_above_the_budget_is_kept_alone():
    """One block must be kept, or it would be reread for every position."""
    cache = BlockCache(100)
    cache.put("a", block(60))
    cache.put("b", block(500))
    assert cache.get("a") is None
    assert cache.get("b") is not None
    cache.put("c", block(10))
    assert cache.get("b") is None
    assert cache.used == 10


def test_size_of_a_block_counts_its_texts():
    assert Block(array("H", [1, 2, 3]), None).size == 6
    assert Block(array("B", [1, 2]), [b"abc", b"defg"]).size > 9


def test_a_store_probes_within_its_budget(tmp_path):
    names = [DENSE_BLOCKS, SPARSE_BLOCKS]
    for full_id in names:
        written(tmp_path, full_id)
    store = Store(tmp_path, cache_bytes=150_000)
    largest = 0
    for full_id in names:
        for position, found in list(solved(full_id).results.items())[::50]:
            assert store.probe(load(full_id), position) == found
            largest = max(largest, store.cache.used)
    assert 0 < largest <= 150_000


def test_blocks_are_the_same_whether_one_core_or_all_compress_them(monkeypatch: pytest.MonkeyPatch):
    codes = array("B", random.Random(4).choices(range(9), k=packing.PARALLEL))
    pools = Mock(wraps=packing.ThreadPoolExecutor)
    monkeypatch.setattr(packing, "ThreadPoolExecutor", pools)
    packed = [list(packing.pack_codes(codes, Codec("puzzle", 8), Counter()).parts)]
    assert pools.call_count == 1
    monkeypatch.setattr(packing, "PARALLEL", packing.PARALLEL + 1)
    packed.append(list(packing.pack_codes(codes, Codec("puzzle", 8), Counter()).parts))
    assert pools.call_count == 1
    assert packed[0] == packed[1]
