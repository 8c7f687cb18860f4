"""`docs/teaching.md`: its sessions print what they show, and its table is what `report` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfect_play.solvers.cli.variant_report import rows_of
from perfect_play.solvers.reports import game_report
from perfect_play.solvers.reports.game_report import report_on
from tests.docs.markdown import commands
from tests.docs.replaying import is_solvers, run_solvers, solvers_fault
from tests.helpers import ROOT, exhaustive, load
from tests.solvers.test_game_report import solved_in

DOCUMENT = ROOT / "docs" / "teaching.md"
ROWS = [line.strip("| ").split(" | ") for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if "/" in line]
FAMILY = {row[0].split("`")[1]: row[1:] for row in ROWS if row[0].count("`") == 2 and len(row) > 2}
FACTS = ("start", "best lines", "only moves", "mistakes", "at random, first wins")


def test_sessions_print_what_they_show(tmp_path: Path):
    found = [command for command in commands(DOCUMENT) if is_solvers(command)]
    assert len(found) == 3
    faults = [solvers_fault(command, run_solvers(command.line, tmp_path)[1]) for command in found]
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize(
    "full_id",
    [exhaustive(name) if name in ("nutictactoe/3x4", "shifttactoe/bottom") else name for name in FAMILY],
)
def test_rules_are_compared_by_what_reports_say(full_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(game_report, "SECONDS", 600.0)
    facts = dict(row for row in rows_of([report_on(solved_in(tmp_path, full_id), load(full_id), "1")]) if len(row) == 2)
    assert FAMILY[full_id] == [facts[name] for name in FACTS]


def test_effect_of_a_rule_is_what_reports_say(tmp_path: Path):
    rules, misere = load("tictactoe/regular"), load("tictactoe/misere")
    report = report_on(solved_in(tmp_path, rules.full_id, misere.full_id), rules, "1", misere)
    assert f"{report.changed:.2%} of the positions change their value" in DOCUMENT.read_text(encoding="utf-8")
    assert len(FAMILY) == 6
