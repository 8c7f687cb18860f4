"""The service as user nobody with read-only code: it serves, solves, compiles, and writes only to `data/`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from perfect_play.solvers.native.launch import goes_native
from perfect_play.solvers.settings import KERNEL_DIR, PRESOLVE
from tests.helpers import ROOT, load
from tests.server.live import HANOI, Service, wait

NOBODY = 65534
READ_ANYTHING = "+dac_read_search"
"""A capability to read everything and write nothing, since the code under test may be in a folder of root's."""
AS_NOBODY = [
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--no-new-privs"),
    *(f"--inh-caps=-all,{READ_ANYTHING}", f"--ambient-caps={READ_ANYTHING}", f"--bounding-set=-all,{READ_ANYTHING}"),
]
NATIVE = "towersofhanoi/3_12"


def possible() -> bool:
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        return False
    done = subprocess.run(
        [*AS_NOBODY, sys.executable, "-c", "import flask"], cwd=ROOT, capture_output=True, check=False
    )
    return done.returncode == 0


pytestmark = pytest.mark.skipif(not possible(), reason="only root can become nobody, by setpriv")


def belonging_to_nobody(*folders: Path) -> set[Path]:
    return {path for folder in folders for path in folder.rglob("*") if path.lstat().st_uid == NOBODY}


def test_user_nobody_cannot_write_the_code():
    command = "import sys; open('written', 'w')"
    done = subprocess.run([*AS_NOBODY, sys.executable, "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode != 0
    assert b"Permission denied" in done.stderr


@pytest.mark.second_ring
def test_service_on_a_read_only_machine_answers_and_names_its_limits(tmp_path: Path):
    """The data cannot be written, `TMPDIR` is too long for sockets, modules are not searched here, below a path."""
    data, temporary = tmp_path / "data", tmp_path / ("tmp" * 30)
    temporary.mkdir()
    os.chown(temporary, NOBODY, NOBODY)
    data.mkdir()
    settings = {"HOME": "/nonexistent", "TMPDIR": str(temporary), "PYTHONSAFEPATH": "1", "PYTHONPATH": str(ROOT)}
    settings |= {PRESOLVE: "nqueens/4", KERNEL_DIR: "", "PYTHONDONTWRITEBYTECODE": "1", "SCRIPT_NAME": "/play"}
    with Service(data, tmp_path / "service.log", workers=1, prefix=AS_NOBODY, **settings) as service:
        wait("it answers", lambda: service.answers("/play/health"), 60, every=0.2)
        assert service.ask("/health")[0] == service.ask("/player")[0] == 404
        path = "/play/api/npuzzle/4/solution?p=123456789abc-def"
        wait("it is compiled", lambda: service.ask(path, 60)[0] != 503, 60, every=1)
        status, answer = service.ask(path, 60)
        assert status == 200, answer
        assert answer["response"]["answeredBy"] == "IDA* with linear conflicts"
        board = "embed/npuzzle/4/?p=R_A_4_4_123456789abc-def"  # for which a search worker is asked
        with urllib.request.urlopen(f"http://127.0.0.1:{service.port}/play/{board}") as answer:
            assert f'"http://127.0.0.1:{service.port}/play/{board}"' in answer.read().decode()
        status, answer = service.ask("/play/ready")
        assert status == 503
        private = temporary / f"perfectplay-kernels-{NOBODY}"
        unwritable = f"{data / 'cache' / 'kernels'} cannot be made by nobody (Permission denied)."
        assert answer["kernels"].startswith(unwritable)
        assert answer["kernels"].endswith(f"kept in {private}.")
        unsolved = f"Nothing can be solved here: {data / 'tables'} cannot be written (Permission denied)."
        assert unsolved in answer["waiting"]["nqueens/4"]
    assert list(data.iterdir()) == []
    assert list(private.rglob("*.nbc"))
    for sentence in (unwritable, unsolved):
        assert sentence in service.said()
    assert "Traceback" not in service.said()


@pytest.mark.second_ring
def test_service_as_nobody_serves_solves_and_compiles(tmp_path: Path):
    assert goes_native(load(NATIVE)), "it is not compiled for"
    data, temporary = tmp_path / "data", tmp_path / "tmp"
    for folder in (data, temporary):
        folder.mkdir()
        os.chown(folder, NOBODY, NOBODY)
    settings = {
        "UWAPI_PRESOLVE": f"towersofhanoi/3_3,{NATIVE}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": "/nonexistent",
        "TMPDIR": str(temporary),
        KERNEL_DIR: str(data / "cache" / "kernels"),
    }
    with Service(data, tmp_path / "service.log", workers=1, prefix=AS_NOBODY, **settings) as service:
        wait("everything is solved", lambda: service.answers("/ready"), 120, every=0.2)
        assert service.ask(HANOI)[1]["response"]["remoteness"] == 7
        told = service.ask(f"/api/{NATIVE}/statistics")[1]["response"]
        assert (told["positions"], told["maximum"]) == (3**12, 2**12 - 1)
        made = {path.relative_to(data).parts[0] for path in belonging_to_nobody(data)}
        assert made == {"tables", "cache", "work"} or made == {"tables", "cache"}
        assert any(path.suffix == ".nbc" for path in belonging_to_nobody(data)), "what was compiled is kept there"
        service.process.terminate()
        assert service.process.wait(20) == 0
    assert belonging_to_nobody(ROOT, Path(sys.prefix)) == set()
    assert list(temporary.iterdir()) == []
    assert "Traceback" not in service.said()
