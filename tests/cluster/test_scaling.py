"""The model of large clusters adds up, the simulation agrees where it must, and `docs/scaling.md` has their output."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import scaling
from benchmarks.scaling import TILES, Cluster, Space, bell, model, node_seconds, shards_of, simulate
from tests.helpers import ROOT

SPACE = Space("some", 1e8, 2.0, bell(40))
TEXT = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")


def test_workers_of_a_node_share_its_way_to_the_storage():
    assert node_seconds([[(10, 3), (20, 1)]], speed=5) == pytest.approx(10)
    assert node_seconds([[(10, 0)], [(10, 0)]], speed=5) == pytest.approx(4), "at half the speed each"
    assert node_seconds([[(10, 4)], [(0, 6)]], speed=5) == pytest.approx(6), "one computes while the other moves"
    assert node_seconds([[(10, 2), (10, 2)], [(10, 2), (10, 2)]], speed=5) == pytest.approx(12)


def test_simulation_of_one_worker_with_even_tasks_equals_the_model():
    assert simulate(SPACE, Cluster(1), uneven=0) == pytest.approx(model(SPACE, Cluster(1)).total)


def test_the_simulation_lies_between_perfect_overlap_and_none():
    """Computation and transfer may overlap, but neither gets faster."""
    for cluster in (Cluster(2, 2), Cluster(8), Cluster(16)):
        spent, seconds = model(SPACE, cluster), simulate(SPACE, cluster, uneven=0)
        assert max(spent.computing, spent.moving) <= seconds <= spent.total * 1.0001
    fast = Cluster(8, speed=1e15)
    assert simulate(SPACE, fast, uneven=0.3) > 1.02 * simulate(SPACE, fast, uneven=0), "whoever has less to do waits"


def test_model_of_memory_shards_and_computing_adds_up():
    assert SPACE.memory(4) == 1e8 / 8 / 4, "a bit for every rank"
    assert shards_of(replace(SPACE, positions=1e13), Cluster(64)) == 4657, "an offset has 32 bits"
    assert sum(bell(81)) == pytest.approx(1)
    twice = replace(SPACE, costs=replace(TILES, move=2 * TILES.move))
    spent = model(SPACE, Cluster(1)).computing
    assert model(twice, Cluster(1)).computing - spent == pytest.approx(SPACE.positions * 2 * TILES.move)


def test_the_document_has_what_the_program_prints():
    """`python -m benchmarks.scaling`"""
    assert scaling.HEAD in TEXT
    assert TEXT.count("\n| ") >= len(scaling.shown())
    for space, cluster in scaling.shown():
        if cluster.workers <= 64:
            assert scaling.row(space, cluster) in TEXT
