"""Positions searched on request, as a table says, within a budget; and draws of random positions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Puzzle, Value
from perfect_play.solvers.cli.match import Match
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.retrograde import Solution
from perfect_play.solvers.status import State
from perfect_play.solvers.tables.sampling import NothingToDraw, back_from, walked_back
from perfect_play.solvers.untabled.choice import has_table
from perfect_play.solvers.untabled.position_search import PositionSearch
from tests.helpers import late, load, solved
from tests.solvers.searching import with_seconds

CUSTOM = "pegsolitaire/english_xxxxxx--xxx----x-x---------------"
ENGLISH = ("pegsolitaire/english", "pegsolitaire/cross", "pegsolitaire/diamond", CUSTOM)


def rules_of(full_id: str) -> Puzzle:
    rules = load(full_id)
    assert isinstance(rules, Puzzle)
    return rules


@pytest.mark.parametrize("full_id", ["pegsolitaire/triangle", "pegsolitaire/star", "npuzzle/2x3", "nqueens/5"])
def test_position_search_equals_the_table(full_id: str):
    rules, rng, searched = rules_of(full_id), random.Random(1), with_seconds(PositionSearch(), 60.0)
    for position in rng.sample(sorted(solved(full_id).results), 40):
        known = solved(full_id).results[position]
        assert searched.probe(rules, position) == known
        if rules.primitive(position) is None:
            children = rules.children(position)
            expected = [solved(full_id).result(rules, child) for child in children]
            assert searched.probe_children(rules, position, children) == expected


def test_positions_along_a_solution_are_remembered(monkeypatch: pytest.MonkeyPatch):
    rules, searched = rules_of("pegsolitaire/english"), with_seconds(PositionSearch(), 60.0)
    assert searched.probe(rules, rules.start()) == Result(Value.WIN, 31)
    monkeypatch.setattr("perfect_play.solvers.untabled.position_search.shortest", None)
    assert searched.probe(rules, rules.start()) == Result(Value.WIN, 31)
    (child,) = {rules.canonical(child) for child in rules.children(rules.start())}
    assert searched.probe(rules, child) == Result(Value.WIN, 30)
    assert searched.probe(rules_of("pegsolitaire/diamond"), rules.start()) == Result(Value.WIN, 31)


def test_memory_of_position_search_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("perfect_play.solvers.untabled.position_search.REMEMBERED", 4)
    rules, searched = rules_of("pegsolitaire/plus"), with_seconds(PositionSearch(), 60.0)
    assert searched.probe(rules, rules.start()) == Result(Value.WIN, 8)
    assert len(searched._results._facts) == 4


def test_search_out_of_budget_names_the_command():
    rules = rules_of("pegsolitaire/diamond")
    with pytest.raises(SearchTooLong, match=r"To make it: python -m solvers solve pegsolitaire english$"):
        PositionSearch(nodes=50).probe(rules, rules.start())
    children = rules.children(rules.start())
    single = [PositionSearch(nodes=3000).probe(rules, child) for child in children]
    assert {found.remoteness for found in single} == {22}
    with pytest.raises(SearchTooLong):
        with_seconds(PositionSearch(), 0).probe_children(rules, rules.start(), children)


# --- the manager ----------------------------------------------------------------------------------


@pytest.mark.parametrize("full_id", ENGLISH)
def test_manager_without_a_table_searches_positions(full_id: str, tmp_path: Path):
    rules, manager = rules_of(full_id), PuzzleManager(tmp_path / "none")
    assert has_table(rules) == (full_id == ENGLISH[0])
    assert not manager.at_start(rules)
    assert manager.status(rules).state is State.AVAILABLE
    assert manager.status(rules).detail == f"{full_id} is answered without a table, by search."
    assert manager.result(rules, rules.start()) == Result(Value.WIN, rules.start().bit_count() - 1)
    assert manager.peek(rules, 1) == LOST
    children = rules.children(rules.start())
    results = manager.child_results(rules, rules.start(), children)
    assert {found.remoteness for found in results} <= {None, rules.start().bit_count() - 2}
    assert not (tmp_path / "none").exists()


def test_table_of_a_board_answers_for_all_its_starts(tmp_path: Path):
    """A table of a few positions, some deliberately wrong to show that it is used."""
    english, manager = rules_of("pegsolitaire/english"), PuzzleManager(tmp_path)
    wrong = {english.canonical(rules_of(full_id).start()): Result(Value.WIN, 3) for full_id in ENGLISH}
    manager.store.write(english, Solution("closure", wrong), 0.0)
    for full_id in ENGLISH:
        rules = rules_of(full_id)
        assert manager.solver_name(rules) == "table"
        assert manager.status(rules).detail == f"{full_id} is solved."
        assert manager.result(rules, rules.start()) == manager.peek(rules, rules.start()) == Result(Value.WIN, 3)
        assert manager.child_results(rules, rules.start(), rules.children(rules.start())[:1]) == [LOST]
        assert manager.greatest_remoteness(rules) == 3
        assert manager.random_position(rules, random.Random(1), [3]) in {
            image for start in wrong for image in rules.images(start)
        }
        assert has_table(rules) == (rules is english)


# --- drawing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [late(moves) if moves in (23, 26) else moves for moves in range(1, 27)])
def test_random_boards_can_be_solved(moves: int):
    rules = rules_of("pegsolitaire/english")
    board = walked_back(rules, random.Random(moves), moves)
    assert board.bit_count() == moves + 1
    assert board == walked_back(rules, random.Random(moves), moves)
    line = back_from(rules, random.Random(moves), 3)
    for position, before in zip(line[1:], line, strict=False):
        assert before in rules.children(position)
    assert set(rules.children(line[0])) & set(rules.solutions())
    assert with_seconds(PositionSearch(), 60.0).probe(rules, board) == Result(Value.WIN, moves)


def test_draws_depend_on_the_seed(tmp_path: Path):
    rules, manager = rules_of("pegsolitaire/english"), PuzzleManager(tmp_path)
    drawn = [manager.random_position(rules, random.Random(seed), range(11, 12)) for seed in range(20)]
    assert {board.bit_count() for board in drawn} == {12}
    assert len(set(drawn)) >= 18
    assert {
        board.bit_count() for board in (manager.random_position(rules, random.Random(s), None) for s in range(40))
    } > {
        5,
        20,
    }


@pytest.mark.parametrize("moves", [0, 32, 1000])
def test_draw_of_an_impossible_remoteness_is_refused(moves: int, tmp_path: Path):
    rules = rules_of("pegsolitaire/english")
    with pytest.raises(NothingToDraw, match=r"moves|remoteness"):
        PuzzleManager(tmp_path).random_position(rules, random.Random(1), [moves])


def test_a_walk_that_takes_back_too_much_is_looked_up():
    """Three backward moves in a puzzle with cycles need not lead three moves away."""
    rules, searched = rules_of("npuzzle/2x3"), with_seconds(PositionSearch(), 60.0)
    for seed in range(5):
        position = searched.draw_with(rules, random.Random(seed), {3})
        assert solved("npuzzle/2x3").result(rules, position) == Result(Value.WIN, 3)


def test_a_best_line_in_a_match_is_one_search(tmp_path: Path):
    rules = rules_of("pegsolitaire/english")
    line = Match(PuzzleManager(tmp_path), rules, rules.start()).best_line()
    assert len(line) == 31
    assert rules.primitive(line[-1].child) is Value.WIN
