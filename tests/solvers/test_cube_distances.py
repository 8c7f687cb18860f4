"""Tables of distances of Rubik's Cube: symmetries, the tables by an independent search, and searches with them."""

from __future__ import annotations

import os
import random
import threading
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.twisty.cubes import CubePuzzle
from perfect_play.solvers.pathfinding.space import UNLIMITED, Budget, Space, UnfinishedSearch
from perfect_play.solvers.pattern_databases import coordinates, cube_search, symmetries
from perfect_play.solvers.pattern_databases.cube_proofs import CubeProof, Proofs
from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher
from perfect_play.solvers.pattern_databases.distance_loops import BLOCK, FLIPS, LARGE, SMALL, TINY, TWISTS
from perfect_play.solvers.pattern_databases.distances import CubeNumbering, DistanceBuilder, DistanceTables, build, read
from perfect_play.solvers.pattern_databases.pattern_file import Pattern, path_of, publish_patterns
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BadFile
from tests.helpers import load
from tests.kept_tables import kept, shared
from tests.solvers.test_cube import HOME, OPTIMAL, facelets, leads_home, scrambled

RULES = load("rubikscube3/3x3x3")
assert isinstance(RULES, CubePuzzle)
COSETS = [1, 4, 50, 592, 7156, 87236]
"""Cubes whose twists, flips and middle edges are 0, 1, 2, ... turns away: H. Kociemba, kociemba.org/cube.htm."""
CLASSES = 45, 2349
"""Of the places of the middle edges, without and with those of a tetrad."""


class BuiltTables(NamedTuple):
    """Tables, how many cubes have each distance, and a search with them."""

    tables: DistanceTables
    counts: list[int]
    proofs: Proofs


@pytest.mark.second_ring
def test_turns_after_a_symmetry_are_those_it_makes_of_turns():
    """For each number: turning and then applying the symmetry equals applying it and then turning otherwise."""
    turned = symmetries.turns()
    for effects, alike in (
        (coordinates.twists(), symmetries.twists()),
        (coordinates.middles(), symmetries.middles()),
        (coordinates.tetrads(), symmetries.tetrads()),
    ):
        for symmetry, turns in enumerate(turned):
            assert np.array_equal(alike[symmetry][effects], effects[alike[symmetry]][:, turns])
    middles, elsewhere = coordinates.middles(), symmetries.flips_elsewhere()
    flip, middle = np.arange(FLIPS)[:, None], np.arange(len(middles))[None]
    for alike, more, turns in zip(symmetries.flips(), elsewhere, turned, strict=True):
        here = alike[flip] ^ more[middle]
        for turn, other in enumerate(turns):
            after = alike[coordinates.flips()[flip, turn]] ^ more[middles[middle, turn]]
            assert np.array_equal(after, coordinates.flips()[here, other])


def test_symmetries_are_a_group():
    turned, composed = symmetries.turns(), symmetries.composed()
    assert len(set(map(tuple, turned.tolist()))) == symmetries.COUNT
    assert all(sorted(row) == list(range(symmetries.COUNT)) for row in composed.tolist())


def test_tetrads_are_kept_apart_by_half_turns_and_mixed_by_quarter_turns():
    """Half turns keep each tetrad apart; a quarter turn exchanges two of its corners with two others."""
    for turn, name in enumerate(coordinates.NAMES):
        assert (coordinates.tetrads()[0, turn] == 0) == name.endswith("2")
    assert [len(CubeNumbering(tetrads).parts) for tetrads in (False, True)] == list(CLASSES)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> BuiltTables:
    """The small tables, built once for all workers, beside a large one with tetrads that says nothing."""

    def fill(directory: Path) -> None:
        patterns = [(pattern.slides, np.array(raw)) for pattern, raw in islice(build(lambda found: None), 2)]
        np.savez(directory / "tables.npz", small=np.array([raw for _, raw in patterns]), counts=patterns[-1][0])

    with np.load(shared(tmp_path_factory, "cube-distances", fill) / "tables.npz") as read:
        empty = np.zeros(CubeNumbering(tetrads=True).bytes, np.uint8)  # what nobody writes to takes no memory
        tables = DistanceTables(empty, read["small"])
        return BuiltTables(tables, read["counts"].tolist(), Proofs(tables))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, small: BuiltTables) -> BuiltTables:
    """The same with the large one without tetrads, which takes most of the time."""

    def fill(directory: Path) -> None:
        builder = DistanceBuilder(CubeNumbering(tetrads=False))
        builder.fill(LARGE)
        np.savez(directory / "tables.npz", large=builder.table, counts=builder.counts)

    with np.load(shared(tmp_path_factory, "large-cube-distances", fill) / "tables.npz") as read:
        tables = DistanceTables(read["large"], small.tables.small)
        return BuiltTables(tables, read["counts"].tolist(), Proofs(tables, tetrads=False))


def bits(table: np.ndarray, block: np.ndarray, twist: np.ndarray) -> np.ndarray:
    return table[block * BLOCK + twist // 4] >> 2 * (twist % 4) & 3


@pytest.mark.exhaustive
def test_the_tables_are_those_of_an_independent_search(made: BuiltTables):
    """Of all cubes up to five turns away, and some others."""
    twists, flips, middles = coordinates.twists(), coordinates.flips(), coordinates.middles()
    far, layer, depth = {0: 0}, np.zeros(1, np.int64), 0
    while depth + 1 < len(COSETS):
        depth += 1
        twist, rest = np.divmod(layer, FLIPS * len(middles))
        flip, middle = np.divmod(rest, len(middles))
        after = (twists[twist].astype(np.int64) * FLIPS + flips[flip]) * len(middles) + middles[middle]
        layer = np.array([number for number in np.unique(after).tolist() if number not in far])
        far.update(dict.fromkeys(layer.tolist(), depth))
        assert len(layer) == COSETS[depth]
    numbers, needed = np.array(list(far)), np.array(list(far.values()))
    twist, rest = np.divmod(numbers, FLIPS * len(middles))
    flip, middle = np.divmod(rest, len(middles))
    place = CubeNumbering(tetrads=False).places[middle]
    symmetry = place & 15
    block = (place >> 4 & 4095) * FLIPS + (symmetries.flips()[symmetry, flip] ^ place >> 16)
    turned = symmetries.twists()[symmetry, twist].astype(np.int64)
    for table, least in zip((*made.tables.small, made.tables.large), (TINY, SMALL, LARGE), strict=True):
        assert np.array_equal(bits(table, block, turned), np.clip(needed - least, 0, 3))
    some = np.arange(made.counts[7]) % (len(CubeNumbering(tetrads=False).parts) * FLIPS)
    assert (bits(made.tables.small[0], some, some % TWISTS) == 3).mean() > 0.9, "hardly any cube is that near"


@pytest.mark.second_ring
def test_counts_are_no_less_than_cubes_by_symmetries(small: BuiltTables):
    assert small.counts[:6] == [1, 1, 5, 51, 602, 7503]
    assert all(count >= cosets / symmetries.COUNT for count, cosets in zip(small.counts, COSETS, strict=False))


@pytest.mark.exhaustive
def test_counts_add_up(made: BuiltTables):
    assert 0 < CubeNumbering(tetrads=False).size - sum(made.counts) < 1000, (
        "only twelve turns are left, and few cubes need them"
    )


def lines_with(proofs: Proofs, position: Position, limit: int) -> list[tuple[str, ...]]:
    return list(CubeProof(proofs, position, Space(RULES, UNLIMITED, "")).solutions(limit))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(12))
def test_solutions_with_tables_equal_those_without(seed: int, made: BuiltTables):
    """All shortest solutions of scrambles of 5 to 12 turns."""
    position = scrambled(seed, 5 + seed % 8)
    expected = list(CubeSearcher(kept()).begin(RULES, position).every_shortest().lines)
    fewest = len(expected[0])
    assert sorted(lines_with(made.proofs, position, fewest)) == sorted(expected)
    assert all(lines_with(made.proofs, position, limit) == [] for limit in range(max(1, fewest - 3), fewest))


@pytest.mark.second_ring
@pytest.mark.parametrize("seed", range(6))
def test_solutions_with_tetrads_equal_those_without(seed: int, small: BuiltTables):
    position = scrambled(seed, 4 + seed)
    expected = list(CubeSearcher(kept()).begin(RULES, position).every_shortest().lines)
    assert sorted(lines_with(small.proofs, position, len(expected[0]))) == sorted(expected)


@pytest.mark.second_ring
def test_search_with_distance_tables_misses_no_solution(small: BuiltTables):
    """The scramble taken back, or a shorter one, is found for every cube of up to eight turns."""
    rng = random.Random(9)
    for _ in range(50):
        moves = rng.randrange(1, 9)
        position = scrambled(rng.randrange(10**6), moves)
        limits = range(1, moves + 1)
        found = next((lines[0] for limit in limits if (lines := lines_with(small.proofs, position, limit))), ())
        assert leads_home(position, found)
        assert found or position == HOME


def test_a_file_with_other_tables_is_refused(tmp_path: Path):
    with pytest.raises(TableMissing, match=r"To build them: python -m solvers patterns rubikscube3 3x3x3"):
        read(path_of(tmp_path, RULES), RULES)
    path = path_of(tmp_path / "tables", RULES)
    path.parent.mkdir()
    publish_patterns(path, RULES, [(Pattern((), (1, 2)), memoryview(bytes(1000)))] * 3, lambda: 0.0)
    with pytest.raises(BadFile, match="is not used: its tables have other sizes"):
        read(path, RULES)
    searcher = CubeSearcher(kept())
    searcher._data_dir = tmp_path
    searched, missing = searcher.proofs(RULES, wait=True)
    assert searched is None
    assert isinstance(missing, BadFile)
    os.remove(path)
    assert isinstance(searcher.proofs(RULES)[1], TableMissing)


@pytest.mark.second_ring
def test_a_search_in_a_hurry_goes_on_while_tables_are_read(
    tmp_path: Path, small: BuiltTables, monkeypatch: pytest.MonkeyPatch
):
    searcher, reading, end = CubeSearcher(kept()), threading.Event(), threading.Event()
    searcher._data_dir = tmp_path
    path = path_of(tmp_path / "tables", RULES)
    path.parent.mkdir()
    path.touch()

    def slow(*_: object) -> DistanceTables:
        reading.set()
        assert end.wait(60)
        return small.tables

    monkeypatch.setattr(cube_search, "read", slow)
    monkeypatch.setattr(cube_search, "PROOF_DEPTH", 8)  # even a busy machine gets this far in the time
    with pytest.raises(UnfinishedSearch, match=r"fewer than 1[0-4] moves"):
        searcher.begin(RULES, facelets(next(iter(OPTIMAL))), Budget(seconds=0.7)).shortest()
    assert reading.wait(60)
    assert searcher.proofs(RULES) == (None, None)
    end.set()
    found, missing = searcher.proofs(RULES, wait=True)
    assert found is not None
    assert missing is None
    assert searcher.proofs(RULES) == (found, None)
