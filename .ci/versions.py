"""`python .ci/versions.py [--but 3.11] [--ends]`: runs the version-sensitive tests under every available Python.

Each Python from 3.11 to the newest that Numba supports, if it is on the PATH or installed by pyenv, gets an environment
of its own with the newest packages; the oldest also gets one with the lowest, `requirements-lowest.txt`. A line lists
the Pythons that were not found. `--but` leaves out one that is tested in full elsewhere; `--ends`, all but the lowest
packages and the newest Python, since those in between rarely fail alone. The exit status is 1 if a test fails.

Only tests that depend on packages and the interpreter are run: gunicorn (live, signals, connections, reload), Flask,
cachetools and orjson
(legacy, answers), sqlitedict and zstandard (store), resvg (images), Numba (native solves of a puzzle and of a board
game), prometheus-client (metrics), rich (commands, reporter). Rules and searches are plain Python, which the whole
suite tests once; it also tests how the service handles killed processes and damaged files. The environments are
created and tested in parallel; failed tests are rerun alone, since many of these tests watch processes and clocks.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LOWEST = "requirements-lowest.txt"
NATIVE = "tests/native/test_process.py::test_the_table_is_byte_for_byte_that_of_the_reference_solver"
TESTS = (
    *(f"tests/server/test_live.py::test_{name}" for name in ("killed_worker", "sigterm")),
    "tests/server/test_signals.py::test_what_has_been_asked_is_answered_before_it_stops",
    "tests/server/test_signals.py::test_counts_go_on_over_a_reload",
    "tests/server/test_signals.py::test_gunicorns_own_refusals_are_json",
    "tests/server/test_connections.py::test_who_is_silent_keeps_nobody_waiting",
    "tests/server/test_connections.py::test_malformed_chunks",
    "tests/server/test_reload.py::test_old_workers_answer_until_new_ones_have_loaded_everything",
    *(f"tests/server/test_{name}.py" for name in ("legacy", "answers", "metrics", "images")),
    *(f"tests/solvers/test_{name}.py" for name in ("store", "cli", "reporter")),
    *(f"{NATIVE}[{full_id}]" for full_id in ("towersofhanoi/3_8", "hexapawn/5x3")),
)
LEFT_OUT = "tests/solvers/test_store.py::test_every_stored_position_is_answered"  # the same for each variant
RUNNER = "pytest"
"""All that these tests need from `requirements-dev.txt`: the tools for lint, types and other tests are left out."""
SECONDS = 1200  # for each environment


def lowest(requirements: str) -> dict[str, str]:
    """The lowest version of each package that a requirements file allows."""
    found = (re.match(r"([a-z0-9-]+)>=([0-9.]+)", line) for line in requirements.splitlines())
    return {match[1]: match[2] for match in found if match}


def interpreters(path: str, pyenv: Path) -> Iterator[tuple[str, Path]]:
    """(version, program) of each available Python, oldest first.

    path: the search path, as in PATH. pyenv: the root directory of pyenv.
    """
    for version in PYTHONS:
        on_path = [Path(found)] if (found := shutil.which(f"python{version}", path=path)) else []
        for program in [*on_path, *sorted(pyenv.glob(f"versions/{version}.*/bin/python"))]:
            if _is(program, version):
                yield version, program
                break


def _is(program: Path, version: str) -> bool:
    """Whether the program runs as this version and can create environments; a shim of pyenv may do neither."""
    code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([program, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() == version


def needed(development: str) -> list[str]:
    """The requirements passed to pip; development: the text of `requirements-dev.txt`."""
    lines = development.splitlines()
    return ["-r", "requirements.txt", *(line for line in lines if re.split("[<>=]", line)[0] == RUNNER)]


class Environment:
    """A Python with packages of its own, in a temporary folder.

    what: its description for people. program: the Python to use. constraints: a constraints file for pip, if any.
    """

    def __init__(self, what: str, program: Path, constraints: str | None, folder: str) -> None:
        self.what, self.program, self.constraints, self.folder = what, program, constraints, folder
        self.ready = False
        self.python = f"{folder}/bin/python"
        self.tests = [self.python, "-m", "pytest", "-q", "-o", f"cache_dir={folder}/cache", "--deselect", LEFT_OUT]

    def passes(self) -> bool:
        """Create the environment, and return whether the tests pass in it. Modules are compiled only when imported."""
        packages = needed((ROOT / "requirements-dev.txt").read_text(encoding="utf-8"))
        install = [self.python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-compile"]
        given = ["-c", self.constraints] if self.constraints else []
        self.ready = self.succeeds([str(self.program), "-m", "venv", self.folder])
        self.ready = self.ready and self.succeeds([*install, *packages, *given])
        return self.ready and self.succeeds([*self.tests, *TESTS])

    def passes_alone(self) -> bool:
        """Whether the failed tests pass when run alone."""
        again = ["--last-failed", "--last-failed-no-failures", "none", *TESTS]
        return self.ready and self.succeeds([*self.tests, *again])

    def succeeds(self, command: list[str]) -> bool:
        """Whether a command exits with 0; its output is printed when it has ended."""
        try:
            done = subprocess.run(
                command, cwd=ROOT, timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        except subprocess.TimeoutExpired:
            print(f"\n--- {self.what}: not within {SECONDS} s: {' '.join(command)}", flush=True)
            return False
        if said := done.stdout.strip():
            print(f"\n--- {self.what}\n{said}", flush=True)
        return done.returncode == 0


def main() -> int:
    """Run the tests under all of them."""
    parser = argparse.ArgumentParser(prog=".ci/versions.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--but", metavar="3.N", help="leave out the newest packages on this Python")
    parser.add_argument("--ends", action="store_true", help="only the lowest packages and the newest Python")
    asked = parser.parse_args()
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    there = dict(interpreters(os.environ.get("PATH", ""), pyenv))
    missing = [version for version in PYTHONS if version not in there]
    print(f"Python {', '.join(there) or 'none'} found; not found, so not tested: {', '.join(missing) or 'none'}.")
    tried = [
        (program, f"Python {version}, newest packages", None)
        for version, program in there.items()
        if version != asked.but
    ]
    if asked.ends:
        tried = tried[-1:]
    oldest = next(iter(there.items()), None)
    if oldest is not None:
        tried.insert(0, (oldest[1], f"Python {oldest[0]}, lowest packages", LOWEST))
    with tempfile.TemporaryDirectory(prefix="versions-") as folder, ThreadPoolExecutor() as pool:
        made = [
            Environment(what, program, constraints, f"{folder}/{number}")
            for number, (program, what, constraints) in enumerate(tried)
        ]
        passed = list(pool.map(Environment.passes, made))
        failed = [one.what for one, fine in zip(made, passed, strict=True) if not fine and not one.passes_alone()]
    print(f"\nFailed: {'; '.join(failed)}." if failed else f"\nPassed: {'; '.join(one.what for one in made)}.")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
