"""Compiled code is kept only in a directory that nobody else can open, and is run only as it was written."""

from __future__ import annotations

import errno
import io
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from perfect_play.puzzles.boards.moves import source_of, target_of
from perfect_play.solvers.builder import build_one
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native import compiler, kernel_cache
from perfect_play.solvers.native.compiler import Copies, NotCompiled, only_loading
from perfect_play.solvers.native.kernel_cache import kernel_directory, kernel_warning, obstacle
from perfect_play.solvers.settings import KERNEL_DIR
from tests.helpers import ROOT
from tests.helpers import load as rules_of

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to others")


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Where code may be kept, in this order: nothing is set, and the user's and the temporary files are the test's."""
    monkeypatch.delenv(KERNEL_DIR)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr(compiler, "_directories", [])
    return SimpleNamespace(
        data=tmp_path / "data" / "cache" / "kernels",
        users=tmp_path / "users" / "perfect-play" / "kernels",
        temporary=tmp_path / "tmp" / f"perfectplay-kernels-{os.geteuid()}",
    )


def test_kernel_directory_is_private_to_its_owner(places: SimpleNamespace, tmp_path: Path):
    assert kernel_directory(tmp_path / "data") == places.data
    assert stat.S_IMODE(places.data.stat().st_mode) == 0o700
    assert kernel_warning(tmp_path / "data") is None


def test_a_setting_says_where_else(places: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(KERNEL_DIR, str(tmp_path / "elsewhere"))
    assert kernel_directory(tmp_path / "data") == tmp_path / "elsewhere"
    (tmp_path / "elsewhere").chmod(0o755)
    assert kernel_directory(tmp_path / "data") == places.data


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777, 0o720, 0o755, 0o701])
def test_kernel_directory_open_to_others_is_refused(places: SimpleNamespace, mode: int, tmp_path: Path):
    places.data.mkdir(parents=True)
    places.data.chmod(mode)
    sentence = f"{places.data} is open to others than {owner()} (mode {mode:04o}). To use it: chmod 700 {places.data}."
    assert obstacle(places.data) == sentence
    assert kernel_directory(tmp_path / "data") == places.users
    assert kernel_warning(tmp_path / "data") == f"{sentence} Until then, compiled searches are kept in {places.users}."


def test_a_link_is_refused_wherever_it_leads(places: SimpleNamespace, tmp_path: Path):
    (tmp_path / "private").mkdir(mode=0o700)
    places.data.parent.mkdir(parents=True)
    places.data.symlink_to(tmp_path / "private")
    assert obstacle(places.data) == f"{places.data} is a link. To use it: put a folder in its place."
    assert kernel_directory(tmp_path / "data") == places.users


@as_root
def test_kernel_directory_of_another_user_is_refused(places: SimpleNamespace, tmp_path: Path):
    places.data.mkdir(mode=0o700, parents=True)
    os.chown(places.data, NOBODY, NOBODY)
    sentence = f"{places.data} belongs to nobody instead of root. To use it: chown -R root {places.data}."
    assert obstacle(places.data) == sentence
    assert kernel_directory(tmp_path / "data") == places.users


def test_kernel_directory_that_cannot_be_made_is_replaced(places: SimpleNamespace, tmp_path: Path):
    (tmp_path / "data").write_text("not a folder")
    assert kernel_directory(tmp_path / "data") == places.users
    (tmp_path / "users").rename(tmp_path / "moved")
    (tmp_path / "users").write_text("not a folder either")
    assert kernel_directory(tmp_path / "data") == places.temporary
    places.temporary.chmod(0o777)
    assert kernel_directory(tmp_path / "data") is None
    assert (kernel_warning(tmp_path / "data") or "").endswith("Until then, each process compiles for itself.")


def test_kernel_directory_that_cannot_be_written_is_replaced(
    places: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, *_, **__: access(path, os.R_OK) and path != places.data)
    assert kernel_directory(tmp_path / "data") == places.users
    assert (kernel_warning(tmp_path / "data") or "").startswith(f"{places.data} cannot be written by {owner()}.")


def test_missing_folder_of_temporary_files_leaves_the_other_places(
    places: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def nowhere() -> NoReturn:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    assert kernel_directory(tmp_path / "data") == places.data
    places.data.chmod(0o777)
    (tmp_path / "users").write_text("not a folder")
    assert kernel_directory(tmp_path / "data") is None


def test_the_log_says_when_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_cache.shutil, "disk_usage", lambda path: SimpleNamespace(free=0))
    assert (kernel_warning(tmp_path / "data") or "").startswith("There is no room in ")


# --- what is kept there ---------------------------------------------------------------------------


def double(number: int) -> int:
    """A function to compile."""
    return 2 * number


def anew() -> Any:
    """The same, compiled or loaded as a new process would."""
    return Copies().loop(double)


def misses(function: Any) -> int:
    """How often it was compiled rather than loaded."""
    return int(function.stats.cache_misses.total())


@pytest.fixture
def code_files(places: SimpleNamespace, tmp_path: Path) -> list[Path]:
    """The files of one compiled function: an index and its code."""
    compiler.keep_code(tmp_path / "data")
    assert anew()(21) == 42
    files = sorted(places.data.rglob("*.nb?"))
    assert [path.suffix for path in files] == [".nbc", ".nbi"]
    return files


def test_compiled_code_is_loaded_by_the_next_process(code_files: list[Path]):
    loaded = anew()
    assert (loaded(21), misses(loaded)) == (42, 0)
    with only_loading():
        assert anew()(21) == 42
        with pytest.raises(NotCompiled):
            anew()(2.5)


@pytest.mark.parametrize("suffix", [".nbc", ".nbi"])
@pytest.mark.parametrize("place", [0.0, 0.3, 0.6, 0.9])
def test_damaged_code_is_compiled_anew(code_files: list[Path], suffix: str, place: float):
    (path,) = (path for path in code_files if path.suffix == suffix)
    raw = bytearray(path.read_bytes())
    raw[int(place * len(raw))] ^= 0xFF
    path.write_bytes(raw)
    assert anew()(21) == 42
    path.write_bytes(raw[: len(raw) // 2])
    assert anew()(21) == 42
    path.write_bytes(b"")
    function = anew()
    assert (function(21), misses(function)) == (42, 1)
    assert misses_after_a_call(anew()) == 0, "it is whole again"


def misses_after_a_call(function: Any) -> int:
    function(21)
    return misses(function)


def test_code_of_other_sources_is_compiled_anew(code_files: list[Path], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiler, "lines_of", lambda function: (["changed"], 1))
    assert misses_after_a_call(anew()) == 1
    monkeypatch.undo()


def test_code_that_cannot_be_kept_is_run_nonetheless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def raise_full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    compiler.keep_code(tmp_path / "data")
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", raise_full)
    assert anew()(21) == 42
    monkeypatch.setattr(compiler, "_directories", [None])
    assert anew()(21) == 42


def test_processes_that_need_the_same_code_compile_it_once_and_load_it_without_the_compiler(tmp_path: Path):
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from perfect_play.solvers.native.compiler import SHARED, keep_code\n"
        "from perfect_play.solvers.native.loops import kernel_free\n"
        "import numpy as np\n"
        "keep_code(Path(sys.argv[1]))\n"
        "tally = SHARED.loop(kernel_free.tally)\n"
        "tally(np.zeros(0, np.uint8), np.zeros((4, 1), np.int64))\n"
        "print(tally.stats.cache_misses.total(), int('numba.np.arraymath' in sys.modules))\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "data")]
    processes = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert sorted(process.communicate(timeout=120)[0] for process in processes) == ["0 0\n", "0 0\n", "1 1\n"]


def owner() -> str:
    return "root" if os.geteuid() == 0 else subprocess.check_output(["id", "-un"], text=True).strip()


def test_a_solve_leaves_what_others_can_write_alone(places: SimpleNamespace, tmp_path: Path):
    """It compiles elsewhere, and says so once."""
    places.data.mkdir(parents=True)
    places.data.chmod(0o777)
    (places.data / "trap.nbi").write_text("written by somebody else")
    command = [sys.executable, "-m", "solvers", "--data-dir", str(tmp_path / "data"), "solve"]
    environment = {**os.environ, "UWAPI_PRESOLVE": "towersofhanoi/3_11,towersofhanoi/3_12"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(f"{places.data} is open to others than {owner()} (mode 0777)") == 1
    assert f"compiled searches are kept in {places.users}." in done.stdout
    assert "towersofhanoi/3_12: 531,441 positions" in done.stdout
    assert [path.name for path in places.data.iterdir()] == ["trap.nbi"]
    assert list(places.users.rglob("*.nbc"))


def test_build_with_a_sound_kernel_directory_warns_of_nothing(tmp_path: Path):
    said = io.StringIO()
    build_one(PuzzleManager(tmp_path), rules_of("towersofhanoi/3_11"), Reporter(said), lambda done: None)
    assert "kept in" not in said.getvalue()


def test_variants_share_the_compiled_functions_that_their_rules_call():
    one, other = (Copies({"CONSTANTS": compiler.Arguments((number,))}) for number in (1, 2))
    assert one.of(source_of) is not other.of(source_of)
    assert one.of(source_of).inner is other.of(source_of).inner
    assert one.of(source_of).inner is not one.of(target_of).inner
