"""`.ci/versions.py` tests the lowest allowed versions, and every available Python."""

from __future__ import annotations

import re
import runpy
import sys
import tomllib
from pathlib import Path

from tests.helpers import ROOT

SCRIPT = runpy.run_path(str(ROOT / ".ci" / "versions.py"))
VERSION = ".".join(map(str, sys.version_info[:2]))


def test_the_lowest_versions_are_the_bounds():
    bounds = SCRIPT["lowest"]((ROOT / "requirements.txt").read_text("utf-8"))
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([0-9.]+)$", (ROOT / SCRIPT["LOWEST"]).read_text("utf-8"), re.M))
    assert pinned == bounds
    needed = [line for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(bounds) == len(needed) >= 8, "every package has a bound"


def test_make_and_ci_run_it():
    assert ".ci/versions.py --ends --but" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.search(r"^versions:\n\t\$\(PYTHON\) \.ci/versions\.py$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    for test in SCRIPT["TESTS"]:
        file, _, name = test.partition("::")
        name, _, case = name.rstrip("]").partition("[")
        text = (ROOT / file).read_text("utf-8")
        assert f"def {name}" in text, test
        assert case in text, test
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert oldest == f">={SCRIPT['PYTHONS'][0]}"


def test_pythons_are_found_on_the_path_and_by_pyenv(tmp_path: Path):
    """One that does not run, or is a different version than its name says, counts as missing."""
    shims, pyenv = tmp_path / "shims", tmp_path / "pyenv"
    program(shims / "python3.11", "exit 127")
    program(shims / "python3.12", f'exec {sys.executable} "$@"')
    program(pyenv / "versions" / f"{VERSION}.9" / "bin" / "python", f'exec {sys.executable} "$@"')
    found = dict(SCRIPT["interpreters"](str(shims), pyenv))
    expected = pyenv / "versions" / f"{VERSION}.9" / "bin" / "python" if VERSION != "3.12" else shims / "python3.12"
    assert found == {VERSION: expected}
    assert dict(SCRIPT["interpreters"](str(tmp_path), tmp_path)) == {}


def program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
