"""What follows a solve by the forward engine: positions in order of rank, and blocks of a table, by compiled code."""

from __future__ import annotations

from array import array
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from perfect_play.solvers.native import reached_graph
from perfect_play.solvers.native.engine import KernelTask
from perfect_play.solvers.tables.table_layout import sorted_block
from tests.native.graphs import SpreadGame
from tests.native.solving import task


@pytest.fixture
def given(tmp_path: Path) -> KernelTask:
    """A task, whose threads and compiled loops the tests use."""
    made = task(partial(SpreadGame, 1), tmp_path)
    assert isinstance(made, KernelTask)
    return made


@pytest.mark.parametrize("with_extra", [False, True])
@pytest.mark.parametrize(("bits", "width"), [(1, 32), (12, 32), (30, 32), (31, 64), (45, 64), (62, 64)])
def test_positions_are_put_in_order(
    bits: int, width: int, with_extra: bool, given: KernelTask, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reached_graph, "PART", 16)
    rng = np.random.default_rng(bits)
    ranks = np.unique(rng.integers(0, 1 << bits, 3000) >> rng.integers(0, bits, 3000))
    slots = 5000
    places = rng.permutation(slots)[: len(ranks)]
    made = object.__new__(reached_graph.Graph)
    made.task, made.slots, made.positions = given, slots, len(ranks)
    made.keys = np.zeros(slots, np.uint32 if width == 32 else np.int64)
    made.keys[places] = ranks + 1
    made.codes = rng.integers(0, 1 << 16, slots, np.uint16)
    extra = rng.integers(-128, 128, slots, np.int8)
    expected = made.codes[places], extra[places]
    found, codes, more = made.in_order(extra if with_extra else None)
    assert np.array_equal(found, ranks)
    assert np.array_equal(codes, expected[0])
    assert np.array_equal(more, expected[1]) if with_extra else more is None


@pytest.mark.parametrize("typecode", ["B", "H"])
@pytest.mark.parametrize("bits", [1, 8, 9, 40, 62])
@pytest.mark.parametrize("length", [1, 2, 300])
def test_blocks_are_as_in_python(length: int, bits: int, typecode: str, given: KernelTask):
    rng = np.random.default_rng(bits)
    ranks = array("Q", np.sort(rng.integers(0, 1 << bits, length)).tolist())
    codes = array(typecode, rng.integers(0, 256 ** array(typecode).itemsize, length).tolist())
    assert given.sorted_block(ranks, codes) == sorted_block(ranks, codes)
