"""The example notebooks run from top to bottom, and the last value of each cell displays."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from perfect_play import Game, Position
from tests.helpers import ROOT, load
from tests.kept_tables import solve_kept

NOTEBOOK, TRAINING = (
    json.loads((ROOT / "docs" / f"{name}.ipynb").read_text(encoding="utf-8")) for name in ("notebook", "training")
)


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a kernel does; return the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def code_of(notebook: dict[str, Any]) -> list[str]:
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_every_cell_runs_and_shows_what_it_should(
    solved_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    shutil.copytree(solved_dir, tmp_path / "data")
    monkeypatch.setenv("UWAPI_DATA_DIR", str(tmp_path / "data"))
    names: dict[str, Any] = {}
    shown = [run(source, names) for source in code_of(NOTEBOOK)]
    pictures = [value for value in shown if isinstance(value, (Game, Position))]
    assert len(pictures) == 4
    for value in pictures:
        assert "<svg" in value._repr_html_()
    moves, judged, results = (value for value in shown if isinstance(value, list))
    assert len(moves) == 5
    assert [kind for _, kind, _ in judged] == ["best", "mistake", "best"]
    assert len(results) == 10
    assert set(results) <= {"win", "tie"}, "perfect play never loses"
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("21 moves: ")
    assert sum(int(line.split()[1]) for line in printed[1:]) == 360


@pytest.mark.exhaustive
def test_player_of_the_notebook_on_training_plays_better_than_chance(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for package in ("matplotlib", "pandas", "pyarrow"):
        pytest.importorskip(package)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setenv("UWAPI_DATA_DIR", str(solve_kept([load("hexapawn/4x4")]).data_dir))
    names: dict[str, Any] = {}
    frame, figure, *_ = (run(source, names) for source in code_of(TRAINING))
    assert list(frame.columns) == ["position", "value", "remoteness", "moves", "split"]
    assert sum(bar.get_height() for bar in figure.axes[0].patches) == len(names["frame"])
    assert 0.3 < names["chance"] < 0.6 < names["player"]
    assert capsys.readouterr().out == f"the player {names['player']:.0%}, at random {names['chance']:.0%}\n"


def test_first_cell_of_the_notebook_runs_in_its_own_folder():
    """As a kernel does that an editor starts, where the package is not installed."""
    first = code_of(NOTEBOOK)[0]
    command = [sys.executable, "-c", first]
    done = subprocess.run(command, cwd=ROOT / "docs", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("notebook", [NOTEBOOK, TRAINING])
def test_notebook_is_stored_without_output(notebook: dict[str, Any]):
    """So that diffs of the notebook show only its text."""
    assert notebook["nbformat"] == 4
    for cell in notebook["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
