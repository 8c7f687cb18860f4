"""The best move: with a table, the first of the report; without one, it keeps the value or is marked as a guess."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfect_play.puzzles.base import OPPOSITE, Game, Position, Rules, Value
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import NoEvaluation
from perfect_play.solvers.pathfinding.space import UnfinishedSearch
from perfect_play.solvers.reports.best_move_report import Best, best_move
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.untabled.choice import has_table
from tests.helpers import MOST_WHOLE, cases, load, result_of, small_rules, solved
from tests.kept_tables import solve_kept

POSITIONS = 12  # of each variant
PLENTY = 600.0  # seconds: searches are bounded by positions
TABLED = [rules for rules in small_rules() if has_table(rules)]


def drawn(rules: Rules) -> Iterator[Position]:
    """The start, some positions of the solution, and random images of them."""
    rng = random.Random(rules.full_id)
    stored = list(solved(rules.full_id).results)
    yield rules.start()
    for position in rng.sample(stored, min(POSITIONS, len(stored))):
        yield rng.choice(list(rules.images(position)))


def keeps_the_value(rules: Rules, position: Position, best: Best) -> None:
    """Check that, by the variant's solution, no move is better."""
    known = result_of(rules.full_id, position)
    assert known is not None
    assert best.value is known.value
    assert best.remoteness == known.remoteness or (best.value is Value.TIE and best.search_result)
    if best.move is None:
        over = rules.primitive(position) is not None
        assert over or (not isinstance(rules, Game) and known.value is Value.LOSE)
        return
    child = rules.do_move(position, best.move)
    reached = result_of(rules.full_id, child)
    assert reached is not None
    same = rules.turn(child) == rules.turn(position)
    assert (reached.value if same else OPPOSITE[reached.value]) is known.value, rules.format(position)
    if best.remoteness is not None:
        assert reached.remoteness == best.remoteness - 1, rules.format(position)


@pytest.mark.parametrize("rules", cases(TABLED, each=1, most=MOST_WHOLE))
def test_best_move_with_a_table_is_exact(rules: Rules):
    manager = solve_kept([rules])
    for position in drawn(rules):
        best = best_move(manager, rules, position, 4, 1, PLENTY)
        assert best.exact
        assert best.search_result is None
        keeps_the_value(rules, position, best)
        if best.move is not None:
            assert best.method == "table" or not isinstance(rules, Game)
            assert best.move == position_report(manager, rules, position).moves[0].move


@pytest.mark.parametrize("rules", cases(small_rules(), each=1, most=MOST_WHOLE))
def test_best_move_without_a_table_keeps_the_value_or_is_a_guess(rules: Rules, tmp_path: Path):
    manager = PuzzleManager(tmp_path)
    manager.explorer.nodes, manager.explorer.seconds = 200, PLENTY
    exact, asked, refused = 0, 0, 0
    for position in drawn(rules) if has_table(rules) else [rules.start()]:
        asked += 1
        try:
            best = best_move(manager, rules, position, 60, 3000, PLENTY)
        except (NoEvaluation, UnfinishedSearch):
            refused += 1
            continue
        if best.exact:
            exact += 1
            if has_table(rules):
                keeps_the_value(rules, position, best)
        else:
            assert best.search_result is not None
            assert (best.method, best.value, best.remoteness) == ("alpha-beta", None, None)
    assert exact or refused == asked, "nothing was exact"


def test_best_move_proved_by_alpha_beta_is_exact(tmp_path: Path):
    """More positions follow than are explored, but alpha-beta prunes most of them."""
    manager, rules = PuzzleManager(tmp_path), load("domineering/4x4")
    manager.explorer.nodes = 20
    position = rules.parse("--xx-----x---x--")
    best = best_move(manager, rules, position, 60, 100_000, PLENTY)
    assert (best.method, best.exact, best.value, best.remoteness) == ("alpha-beta", True, Value.WIN, 5)
    keeps_the_value(rules, position, best)


def test_best_move_without_any_answer_is_refused(tmp_path: Path):
    manager, rules = PuzzleManager(tmp_path), load("teeko/4x4")
    manager.explorer.nodes = 20
    with pytest.raises(NoEvaluation, match=r"no exact answer was found in time\. teeko/4x4 is not solved yet"):
        best_move(manager, rules, rules.start(), 4, 100, PLENTY)


def test_best_move_of_a_variant_being_solved_is_refused_for_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    manager, rules = PuzzleManager(tmp_path), load("teeko/4x4")
    manager.explorer.nodes = 20
    monkeypatch.setattr(manager.builder, "progress", lambda: {"alive": True, "queue": [rules.full_id]})
    with pytest.raises(NotReady, match="is going to be solved"):
        best_move(manager, rules, rules.start(), 4, 100, PLENTY)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("othello 4x4 1_-----xo--oo---o-", "best move d4, win in 11 moves (answered by: exact search)"),
        ("domineering 4x2 -x-x----", "best move a2-b2, win in 3 moves (answered by: exact search)"),
        ("nim 1_2", "best move 1 from pile 2, win in 3 moves (answered by: closed form)"),
        ("hanoi 3_3", "best move 1 → 3, win in 7 moves (answered by: A*)"),
        ("tictactoe regular xxx-oo---", "lose in 0 moves (answered by: exact search)"),
    ],
)
def test_command_best_move_prints_move_value_and_method(
    asked: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--data-dir", str(tmp_path), "best-move", *asked.split()]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [told]


@pytest.mark.parametrize(
    ("asked", "part"),
    [("nim 1_2 --limit 61", "whole number from 1 to 60"), ("pegsolitare", "Did you mean")],
)
def test_command_refuses_bad_arguments_with_a_reason(asked: str, part: str, capsys: pytest.CaptureFixture[str]):
    assert main(["best-move", *asked.split()]) == 2
    assert part in capsys.readouterr().err
