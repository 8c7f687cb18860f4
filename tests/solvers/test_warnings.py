"""Warnings about a variant whose `positions` is far off, or whose start cannot be solved."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Rules, Variant
from perfect_play.solvers.cli import main
from perfect_play.solvers.reports.warnings import warnings_of, warnings_of_small
from tests.helpers import cases, small_rules


def template(positions: int) -> Rules:
    return Template(Variant("5", "5 stones", (5,), testing=True, positions=positions))


@pytest.mark.parametrize(("positions", "told"), [(0, False), (1, False), (5, False), (49, False), (50, True)])
def test_positions_off_by_a_factor_of_ten_are_told(positions: int, told: bool):
    found = warnings_of_small(template(positions))
    assert bool(found) == told
    assert not told or found == [
        "warning: template/5: its variant says positions=50, but 5 are stored. "
        "Write positions=5: the order of solving and the progress bar rely on it."
    ]


def test_a_start_that_cannot_be_solved_is_told():
    class StuckTemplate(Template):
        def parents(self, position: int):
            return [parent for parent in super().parents(position) if parent != self.start()]

    (found,) = warnings_of_small(StuckTemplate(template(5).variant))
    assert "its start 'f----' cannot be solved" in found


def test_count_of_positions_far_above_the_declared_is_warned_of(monkeypatch):
    monkeypatch.setattr("perfect_play.solvers.reports.warnings.SMALL", 4)
    found = warnings_of_small(Template(Variant("5000", "5000 stones", (5000,), testing=True, positions=3)))
    assert "positions=3, but more than 40 are stored" in found[0]


@pytest.mark.parametrize("rules", cases(small_rules(), each=1, most=2_000))
def test_own_variants_give_no_warnings(rules: Rules):
    assert warnings_of_small(rules) == []


def test_positions_may_be_near_to_what_is_stored_or_to_the_entries():
    rules = template(100)
    assert warnings_of(rules, 2000, False, 50) == warnings_of(rules, 50, False, 2000) == []
    assert warnings_of(rules, 2000, False, 1500) != []
    assert warnings_of(rules, 10, False, 5) != []


@pytest.mark.parametrize("command", ["check", "solve"])
def test_commands_warn_of_a_wrong_count_of_positions(command: str, tmp_path, capsys, monkeypatch):
    rules = registry.load("towersofhanoi", "3_3")
    wrong = Variant("3_3", "off", rules.variant.options, testing=True, positions=1000)
    monkeypatch.setattr(type(rules), "variants", (wrong,))
    monkeypatch.setattr(rules, "variant", wrong)
    main.main(["--data-dir", str(tmp_path), command, "towersofhanoi", "3_3"])
    told = capsys.readouterr()
    assert "its variant says positions=1000" in told.out + told.err
