"""Checkpoints are used only by a run they fit, and never half-written."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from perfect_play.solvers.native import checkpoint, dense
from perfect_play.solvers.native.checkpoint import Checkpoint
from perfect_play.solvers.native.engine import KernelTask
from tests.helpers import load

RULES = load("towersofhanoi/3_3")


def made(data: Path) -> Checkpoint:
    given = Checkpoint(RULES, data)
    given.read_state("dense")
    return given


def test_a_broken_level_is_begun_anew(tmp_path: Path):
    """What a killed run wrote but did not record is dropped; what it recorded is kept."""
    before = made(tmp_path)
    codes = np.full(27, 255, np.uint8)
    codes[:5] = [0, 1, 2, 3, 3]
    before.write_state("dense", level=2, known=3, dtype="uint8")
    before.write_array("uint8", codes)
    kernel = RULES.kernel()
    assert kernel is not None
    search = dense.DenseSearch(
        KernelTask(RULES, ModuleType("loops"), None, Checkpoint(RULES, tmp_path), lambda **told: None, kernel=kernel)
    )
    assert (search.level, search.solved) == (2, 3)
    assert list(search.codes[:8]) == [0, 1, 2, 255, 255, 255, 255, 255]


@pytest.mark.parametrize("note", ["", "[]", "{", '{"engine": "dense"}', '{"rules": "another", "engine": "dense"}'])
def test_work_of_something_else_is_thrown_away(tmp_path: Path, note: str):
    given = made(tmp_path)
    given.write_state("dense", level=1)
    assert given.read_state("dense") is not None
    (given.directory / "note.json").write_text(note)
    (given.directory / "codes").write_bytes(b"\0" * 27)
    assert Checkpoint(RULES, tmp_path).read_state("dense") is None
    assert not given.directory.exists()


def test_work_of_another_engine_boot_or_version_is_thrown_away(tmp_path: Path, monkeypatch):
    made(tmp_path).write_state("dense", level=1)
    assert Checkpoint(RULES, tmp_path).read_state("dense") == Checkpoint(RULES, tmp_path).read_state("dense")
    assert Checkpoint(RULES, tmp_path).read_state("modulo3") is None
    for name, value in (("_boot", lambda: "another"), ("VERSION", 99)):
        made(tmp_path).write_state("dense", level=1)
        with monkeypatch.context() as patch:
            patch.setattr(checkpoint, name, value)
            assert Checkpoint(RULES, tmp_path).read_state("dense") is None


def test_arrays_are_as_long_as_they_should_be(tmp_path: Path):
    given = made(tmp_path)
    assert set(given.map_array("codes", np.uint16, 100, 7)) == {7}
    assert len(given.map_array("codes", np.uint16, 100)) == 100
    with pytest.raises(OSError, match="is not 198 bytes long"):
        given.map_array("codes", np.uint16, 99)
    given.write_array("level0", np.arange(5, dtype=np.uint64))
    assert list(given.read_array("level0", np.uint64, 5)) == [0, 1, 2, 3, 4]
    with pytest.raises(OSError, match=r"has 5 entries instead of 6|is not as it was written"):
        given.read_array("level0", np.uint64, 6)
