"""Reports on games: published chances of random play, shares by the reference solver, two variants side by side."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports import game_report
from perfect_play.solvers.reports.game_report import chances, report_on
from tests.helpers import load, solved


def solved_in(folder: Path, *full_ids: str) -> PuzzleManager:
    manager = PuzzleManager(folder)
    for full_id in full_ids:
        manager.store.write(load(full_id), solved(full_id), 0.0)
    return manager


def test_random_tic_tac_toe_has_the_published_chances(monkeypatch: pytest.MonkeyPatch):
    """737/1260, 121/420 and 8/63: E. W. Weisstein, MathWorld."""
    rules = load("tictactoe/regular")
    exact, is_exact = chances(rules, random.Random(1))
    assert is_exact
    assert exact[:3] == pytest.approx((737 / 1260, 121 / 420, 8 / 63))
    monkeypatch.setattr(game_report, "EXACT", 10)
    played, is_exact = chances(rules, random.Random(1))
    assert not is_exact
    assert played == pytest.approx(exact, abs=0.1)


@pytest.mark.second_ring
def test_play_that_can_repeat_is_sampled():
    shares, is_exact = chances(load("mutorere/regular"), random.Random(1))
    assert not is_exact
    assert sum(shares[:3]) == pytest.approx(1)


def test_report_counts_what_the_reference_solver_does(tmp_path: Path):
    rules = load("tictactoe/regular")
    report = report_on(solved_in(tmp_path, rules.full_id), rules, "1")
    assert (report.value, report.remoteness, report.positions, report.classes) == (Value.TIE, 9, 5478, 765)
    assert (report.sampled, report.exhaustive) == (765, True)
    results = {p: result for p, result in solved(rules.full_id).results.items() if rules.primitive(p) is None}
    moves = [len(rules.children(position)) for position in results]
    assert report.branching == (pytest.approx(sum(moves) / len(moves)), 9)
    assert sum(report.shares.values()) == pytest.approx(1)
    assert len(report.critical) == 20
    assert report.changed is None
    json.dumps(report.as_json())


def test_draws_have_no_number_of_moves_in_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(game_report, "PLAYS", 5)
    solved_in(tmp_path, "mutorere/regular")
    html = tmp_path / "report.html"
    assert main(["--data-dir", str(tmp_path), "report", "mutorere", "regular", "--html", str(html)]) == 0
    assert "draw, by one of 2 moves" in html.read_text()


def test_report_against_two_variants_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    command = ["--data-dir", str(tmp_path), "report", "tictactoe", "--against", "notakto/regular", "nutictactoe/3x4"]
    assert main(command) == 2
    assert "--against takes one variant, as tictactoe/regular" in capsys.readouterr().err


@pytest.mark.second_ring
def test_rules_are_compared_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    solved_in(tmp_path, "tictactoe/regular", "tictactoe/misere")
    html = tmp_path / "report.html"
    command = ["--data-dir", str(tmp_path), "report", "tictactoe", "regular", "--against", "misere"]
    assert main([*command, "--html", str(html)]) == 0
    out = capsys.readouterr().out
    assert "58.49%" in out
    assert "value changed" in out
    assert html.read_text().count("<img ") == 40
    assert main([*command, "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["value"], second["value"], second["id"]) == ("tie", "tie", "tictactoe/misere")
    assert first["changed"] == second["changed"] > 0.5
    assert main(["--data-dir", str(tmp_path), "report", "tictactoe", "regular", "--against", "hex"]) == 2


def test_a_puzzle_is_reported_on_without_chances(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    solved_in(tmp_path, "npuzzle/2x3")
    assert main(["--data-dir", str(tmp_path), "report", "npuzzle", "2x3"]) == 0
    out = capsys.readouterr().out
    assert "at random" not in out
    assert "360 component" in out
