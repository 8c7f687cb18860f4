"""Native solves: the same tables as the reference solver's, and what happens when something is wrong."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from puzzles.base import Kernel
from puzzles.one_player.towersofhanoi import TowersOfHanoi
from solvers.digest import rules_digest
from solvers.native import dense, launch
from solvers.native.source import KernelError, module_of
from solvers.processes import take_lock
from solvers.result import Codec
from solvers.store import Store
from solvers.verify import verify
from tests.helpers import ROOT, load, solved
from tests.solvers.tables import parts_of


def natively(data: Path, full_id: str) -> list[dict]:
    """Solve a variant in a process of its own; what it says."""
    command = [sys.executable, "-m", "solvers.native.dense", str(data), *full_id.split("/")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert done.returncode == (0 if said[-1].get("done") else 1), said
    return said


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data directory, so that nothing is compiled twice."""
    return tmp_path_factory.mktemp("native")


SAME = ["towersofhanoi/3_8", "npuzzle/2x4", "pegsolitaire/star", "lightsout/4", "topspin/6_4"]


@pytest.mark.parametrize("full_id", SAME)
def test_the_table_is_byte_for_byte_that_of_the_reference_solver(data: Path, tmp_path: Path, full_id: str):
    rules = load(full_id)
    said = natively(data, full_id)
    native, reference = Store(data / "tables"), Store(tmp_path)
    meta = reference.write(rules, solved(full_id), 0.0)
    parts, expected = parts_of(native.path(rules)), parts_of(reference.path(rules))
    del parts["meta"], expected["meta"]
    assert parts == expected
    same = dataclasses.replace(native.meta(rules), seconds=meta.seconds, built=meta.built)
    assert same == meta
    assert said[-1]["positions"] == meta.positions
    assert not (data / "work").exists() or not list((data / "work").iterdir()), "the work is cleared away"


def test_it_is_verified_by_the_rules(data: Path):
    natively(data, "towersofhanoi/4_4")
    assert verify(Store(data / "tables"), load("towersofhanoi/4_4")) == []


def test_compiled_once(data: Path):
    natively(data, "towersofhanoi/4_3")
    modules = sorted((data / "cache" / "kernels").glob("kernel_*.py"))
    stamps = [path.stat().st_mtime_ns for path in modules]
    natively(data, "towersofhanoi/4_3")
    assert sorted((data / "cache" / "kernels").glob("kernel_*.py")) == modules
    assert [path.stat().st_mtime_ns for path in modules] == stamps
    assert list((data / "cache" / "kernels" / "__pycache__").glob("*.nbc"))


def test_a_broken_level_is_begun_anew(tmp_path: Path):
    """What a killed run wrote after its last note is dropped, what it noted is kept."""
    rules = load("towersofhanoi/3_3")
    work = dense.Work.open(rules, tmp_path / "work")
    work.codes[:5] = [0, 1, 2, 3, 3]
    work.level, work.known = 2, 3
    work.note(rules)
    work.codes[5:7] = 3
    work.codes.flush()
    again = dense.Work.open(rules, tmp_path / "work")
    assert (again.level, again.known) == (2, 3)
    assert list(again.codes[:8]) == [0, 1, 2, 255, 255, 255, 255, 255]


@pytest.mark.parametrize(
    "note", ["", "[]", '{"dtype": "object"}', '{"rules": "another", "dtype": "uint8", "level": 2}']
)
def test_work_of_something_else_is_thrown_away(tmp_path: Path, note: str):
    rules = load("towersofhanoi/3_3")
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "codes").write_bytes(b"\0" * 27)
    (folder / "note.json").write_text(note)
    assert dense.Work.open(rules, folder).level == -1
    assert set(dense.Work.open(rules, folder).codes) == {255}


def test_a_killed_solve_goes_on(tmp_path: Path):
    """Killed in the middle of a solve that takes some seconds, and done again: the table is right."""
    full_id = "npuzzle/2x5"
    command = [sys.executable, "-m", "solvers.native.dense", str(tmp_path), *full_id.split("/")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "level" in json.loads(line):
                break
        process.send_signal(signal.SIGKILL)
    rules, store = load(full_id), Store(tmp_path / "tables")
    assert not store.path(rules).exists()
    natively(tmp_path, full_id)
    meta = store.meta(rules)
    assert (meta.positions, meta.maximum) == (1_814_400, 55)


def test_two_solves_of_one_variant_do_not_share_their_work(tmp_path: Path):
    """The second would take away what the first has found since its last note."""
    lock = take_lock(tmp_path / "cache" / "towersofhanoi.3_3.lock")
    assert lock is not None
    (said,) = [line["error"] for line in natively(tmp_path, "towersofhanoi/3_3") if "error" in line]
    assert "towersofhanoi/3_3 is being solved by another process already" in said
    assert not (tmp_path / "work").exists()
    os.close(lock)
    assert natively(tmp_path, "towersofhanoi/3_3")[-1]["done"]


def test_it_ends_with_whoever_started_it(tmp_path: Path):
    command = [sys.executable, "-m", "solvers.native.dense", str(tmp_path), "npuzzle", "3x4", dense.WITH_PARENT]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(0.5)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(20) == 3


# --- what is wrong with a kernel ------------------------------------------------------------------

UNCOMPILABLE = {"a": 1}


def _with_a_dictionary(number, out, work, rods, disks, powers):
    out[0] = UNCOMPILABLE["a"]
    return 1


def _with_text(number, out, work, rods, disks, powers):
    out[0] = "one"
    return 1


def _out_of_range(number, out, work, rods, disks, powers):
    out[0] = number + 1_000_000
    return 1


def hanoi(children) -> TowersOfHanoi:
    class Changed(TowersOfHanoi):
        def kernel(self) -> Kernel:
            return dataclasses.replace(super().kernel(), children=children)

    return Changed(TowersOfHanoi.find_variant("3_3"))


def test_what_a_kernel_may_not_use_is_told_in_three_lines():
    rules = hanoi(_with_a_dictionary)
    with pytest.raises(KernelError) as refused:
        module_of(rules, rules.kernel())
    first, second, third = str(refused.value).splitlines()
    assert first == "towersofhanoi/3_3: its kernel cannot be compiled."
    assert second == "  _with_a_dictionary uses UNCOMPILABLE, which is a dict."
    assert "integers" in third


def test_what_the_compiler_refuses_is_told_in_three_lines(tmp_path: Path):
    rules = hanoi(_with_text)
    with pytest.raises(KernelError) as refused:
        dense.compiled(rules, rules.kernel(), tmp_path)
    first, second, third = str(refused.value).splitlines()
    assert first == "towersofhanoi/3_3: its kernel cannot be compiled."
    assert "test_native.py" in second
    assert "docs/native-speed.md" in third


def test_a_number_out_of_range_is_told(tmp_path: Path):
    rules = hanoi(_out_of_range)
    kernel = rules.kernel()
    work = dense.Work.open(rules, tmp_path / "work")
    with pytest.raises(KernelError, match="writes a number out of range"):
        dense.solve(rules, kernel, dense.compiled(rules, kernel, tmp_path), work, 1)


def test_a_result_against_the_rules_is_not_published():
    rules = load("towersofhanoi/3_3")
    codes = np.full(27, 255, np.uint8)
    for position, found in solved("towersofhanoi/3_3").results.items():
        for image in rules.images(position):
            codes[rules.rank(image)] = found.remoteness
    dense.spot_check(rules, Codec("puzzle", 8), codes)
    codes[13] += 1
    with pytest.raises(KernelError, match="disagrees with the rules; nothing is published"):
        dense.spot_check(rules, Codec("puzzle", 8), codes)


def test_what_does_not_fit_is_refused_beforehand(tmp_path: Path):
    rules = load("towersofhanoi/3_3")
    rules = type(rules)(rules.variant)
    rules.size = 1 << 50
    with pytest.raises(MemoryError, match=r"needs .* MB of memory to be solved, and .* MB are free"):
        dense._make_sure_it_fits(rules, tmp_path)


def test_the_parent_is_told_why(tmp_path: Path, monkeypatch):
    (tmp_path / "work").write_text("in the way")
    with pytest.raises(launch.NativeSolveFailed, match="Not a directory"):
        launch.solve_native(tmp_path, load("towersofhanoi/3_3"), lambda done: None)


# --- who is solved natively, and what is imported -------------------------------------------------


def test_large_variants_with_a_kernel_go_native(monkeypatch):
    assert launch.goes_native(load("rubikscube/2x2x2"))
    assert launch.goes_native(load("lightsout/5"))
    assert not launch.goes_native(load("npuzzle/3")), "the reference solver is sooner done"
    assert not launch.goes_native(load("hopndrop/map4")), "it has no kernel"
    assert not launch.goes_native(load("nim/3_3_3"))
    monkeypatch.setattr(launch, "compiler_installed", lambda: False)
    assert not launch.goes_native(load("rubikscube/2x2x2"))


@pytest.mark.parametrize("module", ["server", "solvers.cli", "solvers.build", "wsgi"])
def test_the_compiler_is_not_imported(module: str, tmp_path: Path):
    code = f"import sys, {module}; print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules])"
    environment = {**os.environ, "UWAPI_DATA_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "[]", done.stderr


def test_the_work_of_other_rules_is_not_used(tmp_path: Path):
    rules = load("towersofhanoi/3_3")
    work = dense.Work.open(rules, tmp_path / "work")
    work.level = 0
    work.note(rules)
    assert json.loads((tmp_path / "work" / "note.json").read_text())["rules"] == rules_digest(rules)
