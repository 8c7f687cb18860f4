"""`python -m solvers new`: its output passes at once, and what it cannot write is refused with a sentence."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from perfect_play.puzzles._template import Template
from perfect_play.puzzles._template_game import TemplateGame
from perfect_play.puzzles.checks import check
from perfect_play.solvers.cli import scaffold
from perfect_play.solvers.cli.chosen import BadArguments
from perfect_play.solvers.cli.scaffold import write
from perfect_play.solvers.retrograde import solve
from tests.docs.replaying import run_solvers
from tests.helpers import ROOT

QUESTIONS = (
    "Position",
    "Legal",
    "Moves",
    "End",
    "Variants",
    "How many positions",
    "Optimization",
    "Known results",
)


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command in a separate process."""
    env = {**os.environ, **environment}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)


KINDS = {"puzzle": ("one_player", 4), "game": ("two_player", 6), "board": ("two_player", 3)}
"""By kind of plug-in: its package, and the number of tests written with it."""

CHECK = """import sys; from perfect_play.solvers.cli.main import main
sys.exit(max(main(['check', name]) for name in sys.argv[1:]))"""
"""Checks the given plug-ins in one process."""


def all_are_lawful(checked: subprocess.CompletedProcess[str]) -> None:
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.count("2 variants, all lawful.\n") == len(KINDS), checked.stdout + checked.stderr


@pytest.mark.second_ring
def test_plugin_written_outside_passes_at_once(tmp_path):
    folder = tmp_path / "plug-ins"
    for kind in KINDS:
        given = [f"fresh{kind}", "--folder", str(folder), *[f"--{kind}"] * (kind != "puzzle")]
        status, printed = run_solvers(shlex.join(["python", "-m", "solvers", "new", *given]), tmp_path)
        assert status == 0, printed
        assert f"export UWAPI_PLUGINS={folder}" in printed
    written = {str(path.relative_to(folder)) for path in folder.rglob("*.py")}
    assert written == {f"fresh{kind}.py" for kind in KINDS} | {f"tests/test_fresh{kind}.py" for kind in KINDS}
    all_are_lawful(run("-c", CHECK, *(f"fresh{kind}" for kind in KINDS), UWAPI_PLUGINS=str(folder)))
    tested = run("-m", "pytest", "-v", "-p", "no:schemathesis", str(folder / "tests"), UWAPI_PLUGINS="")
    assert tested.returncode == 0, tested.stdout
    for kind, (_, tests) in KINDS.items():
        passed = [line for line in tested.stdout.splitlines() if f"test_fresh{kind}.py::" in line and "PASSED" in line]
        assert len(passed) == tests, tested.stdout


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A copy of the files that a new plug-in needs."""
    for name in ("puzzles", "solvers", "data/levels", "perfect_play"):
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(scaffold, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.second_ring
def test_plugin_written_in_the_repository_passes_at_once(project):
    written = [write(f"fresh{kind}", kind) for kind in KINDS]
    for kind, (package, _), made in zip(KINDS, KINDS.values(), written, strict=True):
        assert made.plugin == project / "puzzles" / package / f"fresh{kind}.py"
        assert made.test == project / "tests" / "puzzles" / f"test_fresh{kind}.py"
    all_are_lawful(run("-c", CHECK, *(f"fresh{kind}" for kind in KINDS), cwd=project))
    paths = [str(path) for made in written for path in (made.plugin, made.test)]
    formatted = run("-m", "ruff", "format", "--check", "--line-length", "120", *paths)
    assert formatted.returncode == 0, formatted.stdout


@pytest.mark.parametrize(
    ("puzzle_id", "why"),
    [
        ("", "is no id. Write 2 to 31 lower-case letters and digits"),
        ("a", "is no id"),
        ("7up", "is no id"),
        ("River", "is no id"),
        ("../up", "is no id"),
        ("river-crossing", "is no id"),
        ("a" * 32, "is no id"),
        ("x" * 10_000, "is no id"),
        ("fluß", "is no id"),
        ("frog\n", "is no id"),
        ("health", "is a reserved word"),
        ("variants", "is a reserved word"),
        ("class", "is a reserved word"),
        ("testing", "is a reserved word"),
        ("npuzzle", "is already taken by Sliding Number Puzzle in puzzles/one_player/npuzzle.py"),
        ("hanoi", "is already taken by Towers of Hanoi"),
    ],
)
def test_bad_ids_are_refused_and_nothing_is_written(tmp_path, puzzle_id, why):
    with pytest.raises(BadArguments) as caught:
        write(puzzle_id, folder=tmp_path)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 300
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", ["fresh.py", "tests/test_fresh.py"])
def test_existing_files_are_not_overwritten(tmp_path, there):
    path = tmp_path / there
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    with pytest.raises(BadArguments, match=f"{there} exists already. Choose another id"):
        write("fresh", folder=tmp_path)
    assert path.read_text() == "mine"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [path]


def test_the_command_says_what_is_wrong(tmp_path):
    assert run_solvers("python -m solvers new npuzzle", tmp_path)[0] == 2
    (tmp_path / "file").write_text("")
    status, printed = run_solvers(f"python -m solvers new fresh --folder {tmp_path}/file/in", tmp_path)
    assert (status, "cannot be written" in printed) == (1, True)


@pytest.mark.parametrize("cls", [Template, TemplateGame])
def test_the_templates_are_lawful_and_ask_the_questions(cls):
    for variant in cls.variants:
        assert check(cls(variant)) == []
    text = sys.modules[cls.__module__].__doc__
    assert text is not None
    places = [text.index(f"\n{question}") for question in QUESTIONS]
    assert places == sorted(places)


def test_the_counts_of_the_game_are_those_told():
    """Two per pair of stones; everything reachable from the start is solved."""
    for stones, pairs in ((6, 15), (9, 36)):
        rules = TemplateGame(TemplateGame.find_variant(str(stones)))
        legal = [
            (t, "-" * i + "x" + "-" * (j - i - 1) + "o" + "-" * (stones - 1 - j))
            for t in (1, 2)
            for i in range(stones)
            for j in range(i + 1, stones)
        ]
        assert len(legal) == 2 * pairs
        assert all(rules.parse(rules.format(position)) == position for position in legal)
        assert set(solve(rules).results) < set(legal)
