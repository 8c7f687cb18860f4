"""Searches asked for although more is known, in the terminal: by evaluation, all lines of any search, directions."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from perfect_play.puzzles import registry
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.pathfinding.choose import SEARCHES
from perfect_play.solvers.reports.judgments import named_moves
from tests.helpers import load


def test_an_evaluation_is_asked_for_although_there_is_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    data_dir = ["--data-dir", str(tmp_path)]
    assert main([*data_dir, "solve", "domineering", "3x3"]) == 0
    capsys.readouterr()
    assert main([*data_dir, "best-move", "domineering", "3x3", "--by", "evaluation", "--limit", "1"]) == 0
    out = capsys.readouterr().out
    assert "not exact: evaluation" in out
    assert "leaves" in out
    assert "1 move ahead" in out
    assert main([*data_dir, "best-move", "hanoi", "3_3", "--by", "evaluation"]) == 2


def test_the_terminal_moves_by_evaluation_and_restarts_by_a_letter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "stdin", io.StringIO("ahead 1\nahead 99\nr\nahead 0\n"))
    assert main(["--data-dir", str(tmp_path), "play", "domineering", "3x3", "--computer", "none"]) == 0
    out = capsys.readouterr().out
    assert "evaluation" in out
    assert "leaves" in out
    assert "1 to 60 moves ahead, not 99" in out
    assert "1 move taken back." in out
    assert "'ahead': there is no such move" in out


def test_digits_look_ahead_if_they_are_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """As in the window of the course assignment: 1 to 9 make a move by evaluation, r begins again."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nr\n#2\n12\n"))
    assert main(["--data-dir", str(tmp_path), "play", "domineering", "3x3", "--computer", "none", "--keys"]) == 0
    out = capsys.readouterr().out
    assert "evaluation 2, 6 leaves" in out, "published"
    assert "1 move taken back." in out
    assert "1  player 1  b3-b2" in out
    assert "12' is no move here. Type a name, such as #1, or help." in out


@pytest.mark.parametrize("search", SEARCHES)
def test_any_search_lists_all_lines(search: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The published two solutions of six moves."""
    assert main(["--data-dir", str(tmp_path), "path", "npuzzle", "3", "1234-8765", "--all", "--by", search]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "6 moves"
    assert len({line for line in lines if line.startswith("    ")}) == 2
    assert main(["--data-dir", str(tmp_path), "path", "gridnavigation", "--all", "--cost"]) == 2


def test_the_gap_of_sliding_tiles_is_moved_by_directions():
    """The published line: up, right, right, down, down."""
    rules = load("npuzzle/3")
    played = named_moves(rules, rules.parse("412-53786"), ["up", "right", "right", "down", "down"])
    assert rules.format(played[-1].after) == "12345678-"


@pytest.mark.parametrize(("name", "variant"), [("5x4_2", "4x5_4"), ("7x4_2", "4x7_4"), ("7x6_3", "6x7_6")])
def test_bishops_have_the_names_of_the_report(name: str, variant: str):
    assert registry.load("bishoppuzzle", name).variant.id == variant
