"""Compiled kernels are run only from a directory that nobody else can write to."""

from __future__ import annotations

import errno
import io
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NoReturn

import pytest

from perfect_play.solvers.builder import build_one
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native import compiled_modules
from perfect_play.solvers.native.compiled_modules import load, seal
from perfect_play.solvers.native.kernel_cache import distrust, kernel_directory, kernel_warning
from perfect_play.solvers.native.specialize import COMPILE, Module
from perfect_play.solvers.settings import KERNEL_DIR
from tests.helpers import ROOT
from tests.helpers import load as rules_of

SMALL = Module("trusted", "ANSWER = 42\n", ())
LATER = (("doubled", "*"), ("squared", "**"))
NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")


@pytest.fixture(autouse=True)
def no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are kept below the data directory unless a test says otherwise."""
    monkeypatch.delenv(KERNEL_DIR)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with kernels compiled and sealed here; temporary files go beside it."""
    (tmp_path / "tmp").mkdir(mode=0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    kernels = kernel_directory(tmp_path / "data")
    load(SMALL, kernels)
    assert distrust(kernels) is None
    return tmp_path / "data"


def test_it_is_made_for_its_owner_alone(data: Path):
    kernels = kernel_directory(data)
    assert kernels == data / "cache" / "kernels"
    assert stat.S_IMODE(kernels.stat().st_mode) == 0o700


def test_a_setting_says_where_else(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setenv(KERNEL_DIR, str(elsewhere))
    assert kernel_directory(data) == elsewhere
    load(SMALL, elsewhere)
    elsewhere.chmod(0o777)
    assert kernel_directory(data) == Path(tempfile.gettempdir()) / f"perfectplay-kernels-{os.geteuid()}"


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777, 0o720])
def test_what_others_can_write_to_is_refused(data: Path, mode: int):
    kernels = data / "cache" / "kernels"
    kernels.chmod(mode)
    refused(data, f"{kernels} is writable by users other than {owner()} (mode {mode:04o}). To use it: chmod go-w")


INSIDE = ("", "trusted.py", "seal.json", "__pycache__", "__pycache__/*.pyc", "__pycache__/left.nbc")


@pytest.mark.parametrize("bits", [0o020, 0o002])
@pytest.mark.parametrize("pattern", INSIDE)
def test_a_module_that_others_could_have_written_is_compiled_anew(data: Path, pattern: str, bits: int):
    path = compiled(data, pattern)
    path.chmod(path.stat().st_mode | bits)
    load(SMALL, data / "cache" / "kernels")
    assert left(data).exists(), "nobody else gets there"
    (data / "cache" / "kernels").chmod(0o755)
    loaded_anew(data)


def test_a_folder_above_it_lets_nobody_put_another_in_its_place(data: Path):
    (data / "cache").chmod(0o777)
    refused(data, f"{data / 'cache'} is writable by users other than {owner()} (mode 0777)")
    (data / "cache").chmod(0o1777)
    assert distrust(kernel_directory(data)) is None, "as in /tmp, where nobody can rename what belongs to others"
    data.chmod(0o775)
    refused(data, f"{data} is writable by users other than {owner()} (mode 0775)")


def test_a_link_leads_to_what_is_judged(data: Path):
    kernels = data / "cache" / "kernels"
    open_to_all = data / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    (kernels / "trusted" / "elsewhere").symlink_to(open_to_all)
    loaded_anew(data)
    assert open_to_all.exists()
    kernels.rename(data / "moved")
    kernels.symlink_to(open_to_all)
    refused(data, f"{open_to_all} is writable by users other than {owner()}")


@as_root
@pytest.mark.parametrize("which", ["", "cache", "cache/kernels"])
def test_what_belongs_to_somebody_else_is_refused(data: Path, which: str):
    os.chown(data / which, NOBODY, NOBODY)
    refused(data, f"{data / which} belongs to nobody instead of root. To use it: chown -R root {data / which}.")


@as_root
@pytest.mark.parametrize("pattern", INSIDE)
def test_a_module_that_belongs_to_somebody_else_is_compiled_anew(data: Path, pattern: str):
    os.chown(compiled(data, pattern), NOBODY, NOBODY)
    loaded_anew(data)


def test_what_others_could_have_written_is_not_run_if_it_cannot_be_deleted(data: Path):
    folder = data / "cache" / "kernels" / "trusted"
    folder.rename(data / "moved")
    folder.symlink_to(data / "moved")
    (data / "moved" / "trusted.py").write_text("raise SystemExit('run by somebody else')")
    assert_in_memory(load(SMALL, folder.parent))


def test_what_is_compiled_is_sealed_at_once_and_used_by_the_next_process(tmp_path: Path):
    """So are functions that are compiled by their first call, long after the module was loaded."""
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from perfect_play.solvers.native.compiled_modules import load\n"
        "from perfect_play.solvers.native.specialize import Module\n"
        "module = load(Module('later', sys.argv[1], ()), Path(sys.argv[2]))\n"
        "for name in sys.argv[3:]:\n"
        "    getattr(module, name)(1)\n"
        "print(*(getattr(module, name).stats.cache_misses.total() for name in sys.argv[3:]))\n"
    )
    functions = (f"{COMPILE}def {name}(number):\n    return number {sign} 2\n" for name, sign in LATER)
    text = "\n".join(("from numba import njit", "COPIED = []", *functions))

    def compiled_by_a_process(*names: str) -> list[int]:
        command = [sys.executable, "-c", script, text, str(tmp_path / "kernels"), *names]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
        return list(map(int, done.stdout.split()))

    assert compiled_by_a_process("doubled") == [1]
    assert compiled_by_a_process("doubled", "squared") == [0, 1]
    assert compiled_by_a_process("doubled", "squared") == [0, 0]


def left(data: Path) -> Path:
    """Where `compiled` writes what stands in for machine code."""
    return data / "cache" / "kernels" / "trusted" / "__pycache__" / "left.nbc"


def compiled(data: Path, pattern: str) -> Path:
    """The path of a module's folder, or of what matches in it, after sealing what stands in for machine code."""
    left(data).write_bytes(b"compiled")
    folder = data / "cache" / "kernels" / "trusted"
    seal(folder)
    (path,) = folder.glob(pattern) if pattern else (folder,)
    return path


def loaded_anew(data: Path) -> None:
    """Check that the module is loaded without what was compiled before."""
    assert load(SMALL, data / "cache" / "kernels").ANSWER == 42
    assert not left(data).exists()


def owner() -> str:
    return "root" if os.geteuid() == 0 else subprocess.check_output(["id", "-un"], text=True).strip()


def refused(data: Path, sentence: str) -> None:
    """Check that nothing is loaded from there, though it is intact; a private directory is used instead."""
    kept = data / "cache" / "kernels"
    assert (distrust(kept) or "").startswith(sentence), distrust(kept)
    assert_in_memory(load(SMALL, kept))
    private = kernel_directory(data)
    assert private == Path(tempfile.gettempdir()) / f"perfectplay-kernels-{os.geteuid()}"
    assert load(SMALL, private).ANSWER == 42
    assert stat.S_IMODE(private.stat().st_mode) == 0o700


def test_a_private_directory_that_somebody_else_prepared_is_refused_too(data: Path):
    (data / "cache" / "kernels").chmod(0o777)
    trap = Path(tempfile.gettempdir()) / f"perfectplay-kernels-{os.geteuid()}"
    trap.mkdir()
    trap.chmod(0o777)
    assert_in_memory(load(SMALL, kernel_directory(data)))
    assert list(trap.iterdir()) == []
    warning = kernel_warning(data) or ""
    assert warning.endswith(f"Until then, each process compiles for itself, as {trap} cannot be used either.")


def assert_in_memory(module: ModuleType) -> None:
    """Check that a module was loaded from no file."""
    assert module.ANSWER == 42
    assert not hasattr(module, "__file__")


def test_in_a_directory_that_cannot_be_written_nothing_is_tried(data: Path, monkeypatch: pytest.MonkeyPatch):
    kernels = data / "cache" / "kernels"
    assert kernel_warning(data) is None
    access = os.access

    def is_elsewhere(path: Path, mode: int, **_: bool) -> bool:
        return access(path, mode) and data not in (path, *path.parents)

    monkeypatch.setattr(os, "access", is_elsewhere)
    private = Path(tempfile.gettempdir()) / f"perfectplay-kernels-{os.geteuid()}"
    assert kernel_directory(data) == private
    assert (kernel_warning(data) or "").startswith(
        f"{kernels} cannot be written by {owner()}. To use it: make it a folder of {owner()}"
    )
    assert load(SMALL, private).ANSWER == 42
    assert (private / "trusted" / "trusted.py").exists()


COMPILED = Module(
    "compiled", f"from numba import njit\nCOPIED = []\n{COMPILE}def double(number):\n    return 2 * number\n", ()
)


def test_on_a_full_disk_modules_are_compiled_in_memory(data: Path, monkeypatch: pytest.MonkeyPatch):
    kernels = kernel_directory(data)
    monkeypatch.setattr(compiled_modules, "whole", raise_full)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    module = load(COMPILED, kernels)
    assert (module.double(21), module.double.stats.cache_path) == (42, None)
    assert kernel_warning(data) == (
        f"There is no room in {kernels}: compiled kernels that are not there yet are compiled by each process."
    )


def test_code_that_cannot_be_kept_is_run_nonetheless(data: Path, monkeypatch: pytest.MonkeyPatch):
    module = load(COMPILED, kernel_directory(data))
    monkeypatch.setattr(module.double._cache, "save_overload", raise_full)
    assert module.double(21) == 42


def raise_full(*_: object) -> NoReturn:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_machine_code_that_others_could_have_written_is_not_run(tmp_path: Path):
    """A whole solve compiles elsewhere, says so once, and leaves the directory alone."""
    kernels = tmp_path / "data" / "cache" / "kernels"
    kernels.mkdir(parents=True)
    kernels.chmod(0o777)
    trap = kernels / "loops_trap.py"
    trap.write_text("raise SystemExit('run by somebody else')")
    (tmp_path / "tmp").mkdir()
    command = [sys.executable, "-m", "solvers", "--data-dir", str(tmp_path / "data"), "solve"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp"), "UWAPI_PRESOLVE": "towersofhanoi/3_12,pancakes/7"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        done.stdout.count(f"{kernels} is writable by users other than {owner()} (mode 0777). To use it: chmod go-w")
        == 1
    )
    private = tmp_path / "tmp" / f"perfectplay-kernels-{os.geteuid()}"
    assert f"compiled kernels are neither read from nor written to it, but kept in {private}." in done.stdout
    assert "towersofhanoi/3_12: 531,441 positions" in done.stdout
    assert [path.name for path in kernels.iterdir()] == ["loops_trap.py"]
    assert list(private.glob("*/__pycache__/*.nbc"))


def test_nothing_is_said_where_all_is_well(tmp_path: Path):
    said = io.StringIO()
    build_one(PuzzleManager(tmp_path), rules_of("towersofhanoi/3_12"), Reporter(said), lambda done: None)
    assert "writable" not in said.getvalue()
