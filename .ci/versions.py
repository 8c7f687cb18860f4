"""`python .ci/versions.py [--but 3.11]`: runs the version-sensitive tests under every available Python.

Each Python from 3.11 to the newest that Numba supports, if it is on the PATH or installed by pyenv, gets an environment
of its own with the newest packages; the oldest also gets one with the lowest, `requirements-lowest.txt`. A line says
which Pythons were not found. `--but` leaves out one that is tested in full elsewhere. The exit status is 1 if a test
fails.

Only tests that depend on packages and the interpreter are run: gunicorn (live, signals), Flask and orjson (legacy,
answers), sqlitedict and zstandard (store), Numba (a native solve by each engine), prometheus-client (metrics), rich
(commands, reporter). Rules and searches are plain Python, which the whole suite tests once. What fails is run once more
alone, since many of these tests watch processes and clocks.
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
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LOWEST = "requirements-lowest.txt"
TESTS = (
    *(f"tests/server/test_{name}.py" for name in ("live", "signals", "legacy", "answers", "metrics")),
    *(f"tests/solvers/test_{name}.py" for name in ("store", "cli", "reporter")),
    "tests/native/test_process.py::test_the_table_is_byte_for_byte_that_of_the_reference_solver",
)
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


def passes(program: Path, what: str, constraints: str | None) -> bool:
    """Whether the tests pass in a new environment.

    program: the Python to use. what: its description for people. constraints: a constraints file for pip, if any.
    """
    print(f"\n--- {what}", flush=True)
    with tempfile.TemporaryDirectory(prefix="versions-") as folder:
        python = f"{folder}/bin/python"
        given = ["-c", constraints] if constraints else []
        install = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
            "requirements-dev.txt",
        ]
        tests = [python, "-m", "pytest", "-q", "-o", f"cache_dir={folder}/cache"]
        again = [*tests, "--last-failed", "--last-failed-no-failures", "none", *TESTS]
        try:
            ready = _succeeds([str(program), "-m", "venv", folder]) and _succeeds([*install, *given])
            return ready and (_succeeds([*tests, "-n", "auto", *TESTS]) or _succeeds(again))
        except subprocess.TimeoutExpired as error:
            print(f"{what}: not within {SECONDS} s: {' '.join(map(str, error.cmd))}")
            return False


def _succeeds(command: list[str]) -> bool:
    """Whether a command exits with 0. Raises TimeoutExpired."""
    return subprocess.run(command, cwd=ROOT, timeout=SECONDS, check=False).returncode == 0


def main() -> int:
    """Run the tests under all of them."""
    parser = argparse.ArgumentParser(prog=".ci/versions.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--but", metavar="3.N", help="leave out the newest packages on this Python")
    but = parser.parse_args().but
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    there = dict(interpreters(os.environ.get("PATH", ""), pyenv))
    missing = [version for version in PYTHONS if version not in there]
    print(f"Python {', '.join(there) or 'none'} found; not found, so not tested: {', '.join(missing) or 'none'}.")
    tried = [
        (program, f"Python {version}, newest packages", None) for version, program in there.items() if version != but
    ]
    oldest = next(iter(there.items()), None)
    if oldest is not None:
        tried.insert(0, (oldest[1], f"Python {oldest[0]}, lowest packages", LOWEST))
    failed = [what for program, what, constraints in tried if not passes(program, what, constraints)]
    print(f"\nFailed: {'; '.join(failed)}." if failed else f"\nPassed: {'; '.join(what for _, what, _ in tried)}.")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
