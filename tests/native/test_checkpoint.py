"""Checkpoints are used only by a run they fit, and never half-written."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from perfect_play.solvers.native import checkpoint as checkpoint_module
from perfect_play.solvers.native import dense_engine
from perfect_play.solvers.native.checkpoint import Checkpoint, map_array
from perfect_play.solvers.native.engine import KernelTask
from perfect_play.solvers.tables.sealed_file import BadFile
from tests.helpers import load

RULES = load("towersofhanoi/3_3")


def made(data: Path) -> Checkpoint:
    given = Checkpoint(RULES, data)
    given.read_state("dense")
    return given


def test_a_solve_resumes_from_the_last_state(tmp_path: Path):
    """What a killed run found but did not record is dropped; what it recorded is used."""
    codes = np.full(27, 255, np.uint8)
    codes[:3] = [0, 1, 2]
    made(tmp_path).write_state("dense", {"codes": codes}, level=2, solved=3)
    kernel = RULES.kernel()
    assert kernel is not None
    search = dense_engine.DenseSearch(
        KernelTask(RULES, ModuleType("loops"), None, Checkpoint(RULES, tmp_path), lambda **told: None, kernel=kernel)
    )
    assert (search.level, search.solved) == (2, 3)
    assert list(search.codes) == list(codes)


@pytest.mark.parametrize("state", [b"", b"{}", b"perfplay", b"perfplay" + bytes(100)])
def test_work_of_something_else_is_thrown_away(tmp_path: Path, state: bytes):
    checkpoint = made(tmp_path)
    checkpoint.write_state("dense", level=1)
    assert checkpoint.read_state("dense") is not None
    (checkpoint.directory / "state").write_bytes(state)
    (checkpoint.directory / "codes").write_bytes(bytes(27))
    assert Checkpoint(RULES, tmp_path).read_state("dense") is None
    assert not checkpoint.directory.exists()


def test_work_of_an_older_version_is_thrown_away(tmp_path: Path):
    """Its note was JSON, beside arrays that ended with a checksum."""
    checkpoint = made(tmp_path)
    checkpoint.directory.mkdir(parents=True)
    (checkpoint.directory / "note.json").write_text('{"level": 1, "known": 3, "dtype": "uint8", "engine": "dense"}')
    (checkpoint.directory / "uint8").write_bytes(bytes(27 + 16))
    assert checkpoint.read_state("dense") is None
    assert not checkpoint.directory.exists()


def test_work_of_another_engine_boot_or_version_is_thrown_away(tmp_path: Path, monkeypatch):
    made(tmp_path).write_state("dense", level=1)
    assert Checkpoint(RULES, tmp_path).read_state("dense") is not None
    assert Checkpoint(RULES, tmp_path).read_state("modulo3") is None
    for name, value in (("_boot", lambda: "another"), ("FORMAT", 99), ("rules_digest", lambda rules: "0" * 32)):
        made(tmp_path).write_state("dense", level=1)
        with monkeypatch.context() as patch:
            patch.setattr(checkpoint_module, name, value)
            assert Checkpoint(RULES, tmp_path).read_state("dense") is None


def test_arrays_are_read_as_they_were_written(tmp_path: Path):
    checkpoint = made(tmp_path)
    arrays = {
        "ranks": np.arange(50_000, dtype=np.uint64),
        "codes": np.full((4, 9), 7, np.uint16),
        "every_other": np.arange(10, dtype=np.int32)[::2],
        "none": np.zeros(0, np.uint32),
    }
    checkpoint.write_arrays("level0", arrays)
    read = checkpoint.read_arrays("level0")
    assert list(read) == list(arrays)
    for name, array in arrays.items():
        assert read[name].dtype == array.dtype
        assert read[name].tolist() == array.reshape(-1).tolist()
    with pytest.raises(BadFile, match="level1 is not used: it is missing"):
        checkpoint.read_arrays("level1")
    (checkpoint.directory / "level0").rename(checkpoint.directory / "level1")
    with pytest.raises(BadFile, match="its file is 'level0', not 'level1'"):
        checkpoint.read_arrays("level1")


def test_mapped_arrays_are_as_long_as_they_should_be(tmp_path: Path):
    path = tmp_path / "codes"
    assert set(map_array(path, np.uint16, 100, 7)) == {7}
    assert len(map_array(path, np.uint16, 100)) == 100
    with pytest.raises(BadFile, match="it is not 198 bytes long"):
        map_array(path, np.uint16, 99)
