"""The number of best lines: published numbers of solutions, listed lines, and two ways to count that agree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Game, Position, Rules, Value
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.space import Budget
from perfect_play.solvers.reports.best_lines import LineLimits, best_lines
from perfect_play.solvers.reports.line_counts import MOST, count_lines, lines_by_level
from tests.helpers import load, solved


def with_table(folder: Path, rules: Rules) -> PuzzleManager:
    manager = PuzzleManager(folder)
    manager.store.write(rules, solved(rules.full_id), 0.0)
    return manager


def counts_of(rules: Rules) -> dict[Position, int]:
    return {
        place: lines
        for level in lines_by_level(rules, solved(rules.full_id).results.items())
        for place, lines in level.items()
    }


@pytest.mark.parametrize(
    ("text", "lines"),
    [("-xxxxxxxxxxxxxx", 29_760), ("x-xxxxxxxxxxxxx", 14_880), ("xxx-xxxxxxxxxxx", 85_258), ("xxxx-xxxxxxxxxx", 1_550)],
)
def test_triangle_of_pegs_has_the_published_numbers_of_solutions(tmp_path: Path, text: str, lines: int):
    """Durango Bill's Peg Solitaire, 15 holes."""
    rules = load("pegsolitaire/triangle")
    position = rules.parse(text)
    assert counts_of(rules)[rules.canonical(position)] == lines
    if rules.canonical(position) == rules.canonical(rules.start()):
        assert count_lines(with_table(tmp_path, rules), rules, position) == lines


def test_presses_of_lights_out_come_in_any_order(tmp_path: Path):
    rules = load("lightsout/3")
    manager = with_table(tmp_path, rules)
    assert count_lines(manager, rules, rules.parse("111111111")) == 120, "5 presses, in 5! orders"


def test_hardest_8_puzzle_has_forty_shortest_solutions(tmp_path: Path):
    rules = load("npuzzle/3")
    levels = list(lines_by_level(rules, solved(rules.full_id).results.items()))
    assert sum(map(len, levels)) == 181_440
    assert levels[31][rules.parse("8672543-1")] == 40
    assert sum(lines == 1 for level in levels for lines in level.values()) == 78_033


@pytest.mark.parametrize(
    "full_id",
    ["tictactoe/regular", "hareandhounds/s-hare-first", "npuzzle/2x3", "dotsandboxes/1x2", "squirrels/expert"],
)
def test_both_ways_of_counting_agree_with_listing(tmp_path: Path, full_id: str):
    rules = load(full_id)
    manager, every = with_table(tmp_path, rules), counts_of(rules)
    kinds = Counter[Value]()
    for position in sorted(every, key=rules.format)[:: len(every) // 40 + 1]:
        number = count_lines(manager, rules, position)
        assert number == every[position]
        if number <= 100:
            answer = best_lines(manager, rules, position, LineLimits(Budget(None, 9.0)), 200)
            assert (len(set(answer.lines)), answer.complete) == (number, True)
            kinds[answer.value] += 1
    assert len(kinds) > isinstance(rules, Game)


def test_draws_and_unsolvable_positions_have_no_line(tmp_path: Path):
    rules = load("npuzzle/2x3")
    assert count_lines(with_table(tmp_path, rules), rules, rules.parse("21345-")) == 0
    rules = load("mutorere/regular")
    assert count_lines(with_table(tmp_path, rules), rules, rules.start()) == 0


def test_probe_says_how_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with_table(tmp_path, load("npuzzle/2x3"))
    assert main(["--data-dir", str(tmp_path), "probe", "npuzzle", "2x3", "5432-1", "--count"]) == 0
    assert "win in 13, 1 shortest solution\n" in capsys.readouterr().out


def test_numbers_stop_at_64_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rules = load("pegsolitaire/triangle")
    monkeypatch.setattr("perfect_play.solvers.reports.line_counts.MOST", 1000)
    assert MOST == 2**64 - 1
    assert count_lines(with_table(tmp_path, rules), rules, rules.start()) == 1000
    assert max(counts_of(rules).values()) == 1000
