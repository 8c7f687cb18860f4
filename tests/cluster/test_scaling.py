"""The model of large clusters adds up, and `docs/scaling.md` has its output."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks import scaling
from benchmarks.scaling import TILES, Cluster, SharedSpace, bell, model, shards_of
from tests.helpers import ROOT

SPACE = SharedSpace("some", 1e8, 2.0, bell(40))
TEXT = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")


def test_modeled_time_adds_up_computing_moving_and_assigning():
    spent = model(SPACE, Cluster(8))
    assert spent.total == pytest.approx(spent.computing + spent.moving + spent.giving)
    assert spent.moving == pytest.approx(2 * model(SPACE, Cluster(8, speed=2.4e9)).moving)
    assert model(SPACE, Cluster(1)).bound == "computing"
    assert model(SPACE, Cluster(512)).bound == "assigning"


def test_model_of_memory_shards_and_computing_adds_up():
    assert SPACE.memory(4) == 1e8 / 8 / 4, "a bit for every rank"
    assert shards_of(replace(SPACE, positions=1e13), Cluster(64)) == 4657, "an offset has 32 bits"
    assert sum(bell(81)) == pytest.approx(1)
    twice = replace(SPACE, costs=replace(TILES, move=2 * TILES.move))
    spent = model(SPACE, Cluster(1)).computing
    assert model(twice, Cluster(1)).computing - spent == pytest.approx(SPACE.positions * 2 * TILES.move)


def test_scaling_document_has_the_table_that_the_program_prints():
    """`python -m benchmarks.scaling`"""
    assert scaling.HEAD in TEXT
    assert TEXT.count("\n| ") >= len(scaling.shown())
    for space, cluster in scaling.shown():
        if cluster.workers <= 64:
            assert scaling.row(space, cluster) in TEXT
