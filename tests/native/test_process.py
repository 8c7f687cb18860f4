"""Native solves in their own process, and what happens when something goes wrong."""

from __future__ import annotations

import dataclasses
import errno
import io
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from perfect_play.puzzles.base import Kernel
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.solvers.builder import build_missing
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.locks import take_lock
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native import launch, memory, process
from perfect_play.solvers.native.checkpoint import Checkpoint, map_array
from perfect_play.solvers.native.compile_client import CompileServer
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant
from perfect_play.solvers.settings import KERNEL_DIR
from perfect_play.solvers.tables import audit as audit_module
from perfect_play.solvers.tables.audit import FalseDeclaration, audit
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.helpers import ROOT, exhaustive, load, solved
from tests.native.solving import assert_same_table, children_of, in_a_process


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("native")


SAME = ["towersofhanoi/3_8", "hopndrop/map2", "hexapawn/5x3", "othello/4x4"]


@pytest.mark.parametrize("full_id", SAME)
def test_the_table_is_byte_for_byte_that_of_the_reference_solver(data: Path, tmp_path: Path, full_id: str):
    rules = load(full_id)
    said = in_a_process(data, full_id)
    native, reference = Store(data / "tables"), Store(tmp_path)
    meta = reference.write(rules, solved(full_id), 0.0)
    assert_same_table(rules, native, reference)
    assert said[-1]["positions"] == meta.positions
    assert not (data / "work").exists() or not list((data / "work").iterdir()), "the work is cleared away"


@pytest.mark.parametrize(
    ("full_id", "winby"),
    [
        ("kalah/3x3", 2),
        exhaustive("kalah/3x4", 2),
        exhaustive("kalah/4x2", 6),
        exhaustive("dotsandboxes/2x3", -2),
    ],
)
def test_margins_of_native_tables_are_the_published_ones(data: Path, full_id: str, winby: int):
    """Kalah: Irving, Donkers and Uiterwijk 2000. Dots and boxes: see `tests/puzzles/test_dotsandboxes.py`."""
    in_a_process(data, full_id)
    store, rules = Store(data / "tables"), load(full_id)
    assert store.margin(rules, rules.start()) == winby
    assert verify(store, rules, sample=1000) == []


def test_a_margin_against_the_rules_is_not_published(tmp_path: Path):
    rules = load("dotsandboxes/1x2")
    store, solution = Store(tmp_path), solved(rules.full_id)
    store.write(rules, solution, 0.0)
    assert solution.margins is not None
    margins = {rules.rank(position): margin for position, margin in solution.margins.items()}
    results = {rules.rank(position): found for position, found in solution.results.items()}

    def sample(rng, some):
        return list(margins)

    meta = store.meta(rules)
    given = SolvedVariant(meta.codec, "reachable", Counter(), Mock(), results.get, sample, margin=margins.get)
    audit(rules, process.results_of(rules, given))
    margins[rules.rank(rules.start())] += 1
    with pytest.raises(FalseDeclaration, match=r"margin or nimber of '1_.*' is not what its children imply"):
        audit(rules, process.results_of(rules, given))


def test_table_of_a_native_process_verifies_by_the_rules(data: Path):
    in_a_process(data, "towersofhanoi/4_4")
    assert verify(Store(data / "tables"), load("towersofhanoi/4_4")) == []


def test_kernel_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    data, kernels = tmp_path, tmp_path / "cache" / "kernels"
    monkeypatch.delenv(KERNEL_DIR)
    in_a_process(data, "towersofhanoi/4_3")
    code = {path: path.stat().st_mtime_ns for path in kernels.rglob("*.nb?")}
    in_a_process(data, "towersofhanoi/4_3")
    assert {path: path.stat().st_mtime_ns for path in kernels.rglob("*.nb?")} == code
    assert code


def test_a_killed_solve_goes_on(tmp_path: Path):
    """Killed in the middle of a solve that takes about a second, and rerun: the table is right."""
    full_id = "pancakes/8"
    command = [sys.executable, "-m", "perfect_play.solvers.native.process", str(tmp_path), *full_id.split("/")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as solving:
        assert solving.stdout is not None
        for line in solving.stdout:
            if "level" in json.loads(line):
                break
        solving.send_signal(signal.SIGKILL)
    rules, store = load(full_id), Store(tmp_path / "tables")
    assert not store.path(rules).exists()
    in_a_process(tmp_path, full_id)
    meta = store.meta(rules)
    assert (meta.positions, meta.maximum) == (10_321_920, 15)


def test_two_solves_of_one_variant_do_not_share_their_work(tmp_path: Path):
    """The second would remove what the first has found since its last checkpoint."""
    lock = take_lock(tmp_path / "cache" / "towersofhanoi.3_3.lock")
    assert lock is not None
    (said,) = [line["error"] for line in in_a_process(tmp_path, "towersofhanoi/3_3") if "error" in line]
    assert "towersofhanoi/3_3 is being solved by another process already" in said
    assert not (tmp_path / "work").exists()
    os.close(lock)
    assert in_a_process(tmp_path, "towersofhanoi/3_3")[-1]["done"]


# --- what is wrong with a kernel ------------------------------------------------------------------

UNCOMPILABLE = {"a": 1}
AMOUNT = 1


def _with_a_dictionary(number, out, work, *constants):
    out[0] = UNCOMPILABLE["a"]
    return 1


def _with_a_constant(number, out, work, *constants):
    out[0] = number
    return AMOUNT


def _with_text(number, out, work, *constants):
    out[0] = "one"
    return 1


def _out_of_range(number, out, work, *constants):
    out[0] = number + 1_000_000
    return 1


def _misses_a_move(number, out, work, *constants):
    return 0


def hanoi(children) -> TowersOfHanoi:
    class ChangedHanoi(TowersOfHanoi):
        def kernel(self) -> Kernel:
            return dataclasses.replace(super().kernel(), children=children)

    return ChangedHanoi(TowersOfHanoi.find_variant("3_3"))


def test_kernel_with_a_forbidden_constant_is_explained_in_three_lines():
    rules = hanoi(_with_a_dictionary)
    with pytest.raises(KernelError) as refused:
        process.compiled(rules, "dense")
    first, second, third = str(refused.value).splitlines()
    assert first == "towersofhanoi/3_3: its kernel cannot be compiled."
    assert second.endswith(": _with_a_dictionary uses UNCOMPILABLE, which is a dict.")
    assert "test_process.py:" in second
    assert "integers" in third


def test_kernel_refused_by_the_compiler_is_explained_in_three_lines(tmp_path: Path):
    rules = hanoi(_with_text)
    with pytest.raises(KernelError) as refused:
        process.compiled(rules, "dense")
    first, second, third = str(refused.value).splitlines()
    assert first == "towersofhanoi/3_3: its kernel cannot be compiled."
    assert "test_process.py" in second
    assert "docs/native-speed.md" in third


def test_a_number_out_of_range_is_told(tmp_path: Path):
    rules = hanoi(_out_of_range)
    with pytest.raises(KernelError, match="writes a number out of range"):
        _solved(rules, tmp_path)


def _solved(rules, tmp_path: Path):
    kernel = rules.kernel()
    code = process.compiled(rules, "dense")
    return process.ENGINES["dense"].solve(
        KernelTask(rules, *code, Checkpoint(rules, tmp_path), lambda **told: None, kernel=kernel)
    )


def test_a_result_against_the_rules_is_not_published(tmp_path: Path):
    rules = load("towersofhanoi/3_3")
    right = _solved(rules, tmp_path)
    audit(rules, process.results_of(rules, right))
    wrong = dataclasses.replace(right, find=lambda number: right.find(26 if number == 13 else number))
    with pytest.raises(FalseDeclaration, match=r"came out as .*Nothing is published"):
        audit(rules, process.results_of(rules, wrong))


def test_a_kernel_against_the_rules_is_not_even_solved(tmp_path: Path, monkeypatch):
    rules = hanoi(_misses_a_move)
    monkeypatch.setattr(audit_module, "never_the_same_rules", lambda cls: None)  # the tests here look at the clock
    with pytest.raises(FalseDeclaration, match=r"the kernel's children of .*So nothing is solved"):
        process.run(tmp_path, rules)
    assert not (tmp_path / "tables").exists()


def test_solve_without_enough_memory_or_disk_is_refused_beforehand(tmp_path: Path, monkeypatch):
    rules = load("towersofhanoi/3_3")
    monkeypatch.setattr(memory, "free_memory", lambda: 1000)
    with pytest.raises(MemoryError, match=r"3_3 needs 21\d MB of memory, 21\d MB more than are free"):
        process.run(tmp_path, rules)
    assert not (tmp_path / "work").exists()
    monkeypatch.undo()
    with pytest.raises(OSError, match=r"needs 1152921.5 TB of disk, 11529.* TB more than are free") as told:
        memory.require_free(rules, 0, 1 << 60, tmp_path)
    assert told.value.errno == errno.ENOSPC


def test_a_resumed_solve_needs_only_the_rest_of_the_disk(tmp_path: Path, monkeypatch):
    rules = load("towersofhanoi/3_8")
    monkeypatch.setattr(memory.shutil, "disk_usage", lambda directory: SimpleNamespace(free=0))
    with pytest.raises(OSError, match=r"needs 13 KB of disk, 13 KB more than are free"):
        process.run(tmp_path / "new", rules)
    map_array(Checkpoint(rules, tmp_path / "resumed").directory / "codes", np.uint8, 100_000, 1)

    def compiled(*given: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(process, "compiled", compiled)
    with pytest.raises(InterruptedError):
        process.run(tmp_path / "resumed", rules)


def test_a_disk_that_is_full_is_told_and_changes_nothing(tmp_path: Path):
    """Files are limited to a few kilobytes here, so the table has no room."""
    in_a_process(tmp_path, "towersofhanoi/3_8")  # so that everything is compiled
    table = tmp_path / "tables" / "towersofhanoi.3_8.sqlite"
    before = table.read_bytes()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))

    said = in_a_process(tmp_path, "towersofhanoi/3_8", preexec_fn=limit)
    assert "error" in said[-1]
    assert table.read_bytes() == before


def test_the_parent_is_told_why(tmp_path: Path, monkeypatch):
    (tmp_path / "tables").write_text("in the way")
    with pytest.raises(launch.NativeSolveFailed, match=r"File exists|Not a directory"):
        launch.solve_native(tmp_path, load("towersofhanoi/3_3"), lambda done: None)


# --- what is solved natively, and what is imported ------------------------------------------------


def test_large_variants_with_a_kernel_go_native(monkeypatch):
    for full_id in ("rubikscube/2x2x2", "lightsout/5", "connect4/4x5", "dao/4x4", "hopndrop/map4"):
        assert launch.goes_native(load(full_id)), full_id
    assert not launch.goes_native(load("npuzzle/2x4")), "the reference solver is sooner done"
    assert launch.goes_native(load("clobber/3x4"))
    assert not launch.goes_native(load("col/3x4")), "the same of a board game"
    assert not launch.goes_native(load("bishoppuzzle/6x7_6")), "it has no kernel"
    assert not launch.goes_native(load("nim/3_3_3"))
    monkeypatch.setattr(launch, "compiler_installed", lambda: False)
    assert not launch.goes_native(load("rubikscube/2x2x2"))


@pytest.mark.parametrize("module", ["server", "perfect_play.solvers.cli.main", "perfect_play.solvers.builder", "wsgi"])
def test_the_compiler_is_not_imported(module: str, tmp_path: Path):
    code = f"import sys, {module}; print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules])"
    environment = {**os.environ, "UWAPI_DATA_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "[]", done.stderr


def test_ctrl_c_ends_the_command_and_its_process(tmp_path: Path):
    command = [sys.executable, "-m", "solvers", "--data-dir", str(tmp_path), "solve", "npuzzle", "3x4"]
    told = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored in the background
    try:
        command_ = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, told)
    with command_:
        assert command_.stdout is not None
        assert "natively" in command_.stdout.readline()
        command_.send_signal(signal.SIGINT)
        _, said = command_.communicate(timeout=20)
    assert command_.returncode == 130
    assert "Stopped. Finished tables are kept." in said
    assert take_lock(tmp_path / "cache" / "npuzzle.3x4.lock") is not None, "no process goes on with it"


# --- killed, or only slow -------------------------------------------------------------------------


def test_a_solve_that_is_killed_says_so_and_is_not_begun_again_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    manager, rules = PuzzleManager(tmp_path), load("towersofhanoi/3_12")
    monkeypatch.setattr(PuzzleManager, "presolved", lambda self: [rules])
    began: list[str] = []

    def killed(self: CompileServer, *arguments: str, on_report: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        began.append(arguments[-1])
        return {"level": 7, "code": -signal.SIGKILL}

    monkeypatch.setattr(CompileServer, "solve", killed)
    said = io.StringIO()
    for _ in range(2):
        assert build_missing(manager, Reporter(said), fresh=False) == 1
        assert "was killed after 0 s by signal 9, as happens when memory runs out" in said.getvalue()
        assert "no time limit); levels up to 7 are saved." in manager.status(rules).detail
    assert build_missing(manager, Reporter(said), fresh=False) == 1
    assert began == ["3_12"] * 2
    assert "The solver stopped 2 times while solving towersofhanoi/3_12" in manager.status(rules).detail
    monkeypatch.undo()
    monkeypatch.setattr(PuzzleManager, "presolved", lambda self: [rules])
    assert build_missing(manager, Reporter(said), fresh=True) == 0, "a new start of the service tries again"


def test_a_solve_that_stands_still_is_not_killed(tmp_path: Path):
    """On a loaded machine it may get no processor time for long."""
    with CompileServer() as server:
        stopped: list[int] = []

        def stop(news: dict[str, Any]) -> None:
            if "stage" in news and not stopped:
                stopped.extend(children_of(server._running().pid))
                os.kill(stopped[0], signal.SIGSTOP)
                threading.Timer(3, os.kill, (stopped[0], signal.SIGCONT)).start()

        begun = time.monotonic()
        assert server.solve(str(tmp_path), "towersofhanoi", "3_12", on_report=stop)["done"]
        assert time.monotonic() - begun > 3
