"""`verify` accepts a correct table, and finds what is wrong in an incorrect one."""

from __future__ import annotations

import pytest

import perfect_play.solvers.tables.store
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Value
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables import verification as tables_verify
from perfect_play.solvers.tables.reader import TableCorrupt, TableMissing
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import derive, verify
from perfect_play.solvers.untabled.choice import has_table
from tests.helpers import (
    MOST_EARLY,
    BackwardPuzzle,
    ForwardPuzzle,
    GraphGame,
    RankedForwardPuzzle,
    cases,
    exhaustive,
    load,
    small_rules,
    solved,
)
from tests.kept_tables import solve_kept

WIN, LOSE, TIE, DRAW = Value.WIN, Value.LOSE, Value.TIE, Value.DRAW
WITH_TABLES = [rules for rules in small_rules() if not isinstance(rules, ClosedFormGame)]

GAME = GraphGame(
    # 0 can win by 1; 3 and 4 cycle; 5 ties; 6 must lose
    {0: [1, 3, 6], 1: [], 2: [0], 3: [4, 6], 4: [3, 5], 5: [7], 6: [8], 7: [], 8: []},
    {1: Value.LOSE, 7: Value.TIE, 8: Value.WIN},
    {0: 1, 1: 2, 2: 1, 3: 2, 4: 1, 5: 2, 6: 2, 7: 1, 8: 1},
)
ROUND = GraphGame({0: [1, 2], 1: [0], 2: []}, {2: Value.WIN}, {0: 1, 1: 2, 2: 2})
FORWARD = ForwardPuzzle({0: [1, 2], 1: [3], 2: [4], 3: [], 4: []}, {3: Value.WIN})
TOYS = [
    GAME,
    ROUND,
    FORWARD,
    RankedForwardPuzzle(FORWARD.graph, FORWARD.ends),
    BackwardPuzzle(FORWARD.graph, FORWARD.ends),
]


def written(tmp_path, rules, solution: Solution) -> Store:
    store = Store(tmp_path)
    store.write(rules, solution, 0.0)
    return store


MANY = 1_000  # entries; larger tables are sampled


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(WITH_TABLES, most=MOST_EARLY // 4))
def test_sound_table_has_no_faults(rules):
    store = solve_kept([rules]).store
    some = None if store.meta(rules).entries < MANY else MANY // 3
    assert verify(store, rules, sample=some) == []


@pytest.mark.parametrize("number", range(len(TOYS)))
def test_sound_toy_table_has_no_faults(tmp_path, number):
    assert verify(written(tmp_path, TOYS[number], solve(TOYS[number])), TOYS[number]) == []


def test_verified_variants_cover_all_kinds_of_tables():
    assert {rules.id for rules in WITH_TABLES} >= {rules.id for rules in registry.listed() if has_table(rules)}
    kinds = {(rules.size is None, rules.symmetric) for rules in WITH_TABLES}
    assert kinds == {(ranked, symmetric) for ranked in (True, False) for symmetric in (True, False)}
    assert {rules.dense for rules in WITH_TABLES if rules.size} == {True, False}


# --- what is wrong is found -----------------------------------------------------------------------

SMALL_PUZZLES = ["npuzzle/2", "towersofhanoi/3_3", "nqueens/5", "bishoppuzzle/4x5_4"]
PUZZLES = [*SMALL_PUZZLES, exhaustive("hopndrop/map2")]


def changed(solution: Solution, position, found: Result | None) -> Solution:
    """The solution with one result changed or omitted."""
    results = {**solution.results}
    if found is None:
        del results[position]
    else:
        results[position] = found
    return Solution(solution.domain, results)


def some_positions(solution: Solution) -> list:
    """A few from the beginning, the middle and the end."""
    positions = list(solution.results)
    return [positions[i] for i in sorted({0, 1, len(positions) // 3, len(positions) // 2, len(positions) - 1})]


@pytest.mark.parametrize("full_id", PUZZLES)
@pytest.mark.parametrize("by", [-1, 1, 7])
def test_changed_remoteness_is_reported_with_its_position(tmp_path, full_id, by):
    rules, solution = load(full_id), solved(full_id)
    for position in some_positions(solution):
        remoteness = solution.results[position].remoteness + by
        if remoteness < 0:
            continue
        wrong = changed(solution, position, Result(WIN, remoteness))
        faults = verify(written(tmp_path, rules, wrong), rules, limit=10_000)
        assert any(fault.startswith(f"{full_id}: {rules.format(position)!r} is stored as") for fault in faults)


@pytest.mark.parametrize("full_id", [*PUZZLES, exhaustive("pegsolitaire/star")])
def test_solvable_position_stored_as_lost_is_a_fault(tmp_path, full_id):
    rules, solution = load(full_id), solved(full_id)
    for position in some_positions(solution):
        faults = verify(written(tmp_path, rules, changed(solution, position, LOST)), rules, limit=10_000)
        assert any(repr(rules.format(position)) in fault and "is stored as" in fault for fault in faults)


@pytest.mark.parametrize("full_id", PUZZLES)
def test_missing_position_is_reported(tmp_path, full_id):
    rules, solution = load(full_id), solved(full_id)
    for position in some_positions(solution):
        faults = verify(written(tmp_path, rules, changed(solution, position, None)), rules, limit=10_000)
        text = repr(rules.format(position))
        assert any(text in fault for fault in faults), f"{text} is missing, found: {faults}"


def test_a_missing_position_that_nothing_else_needs(tmp_path):
    """The farthest position is no child on any shortest path; the gap shows only because it is a parent."""
    rules, solution = load("nqueens/5"), solved("nqueens/5")
    start = rules.canonical(rules.start())
    faults = verify(written(tmp_path, rules, changed(solution, start, None)), rules)
    assert faults
    assert all("leads to" in fault and "not in the table" in fault for fault in faults)
    assert repr("-" * 25) in faults[0]


def test_missing_solution_is_reported(tmp_path):
    rules, solution = load("nqueens/5"), solved("nqueens/5")
    goal = next(position for position, found in solution.results.items() if found.remoteness == 0)
    faults = verify(written(tmp_path, rules, changed(solution, goal, None)), rules, limit=1000)
    assert any(fault.startswith("nqueens/5: the solution ") for fault in faults)


@pytest.mark.exhaustive
def test_lost_position_stored_as_solvable_is_a_fault(tmp_path):
    rules, solution = load("lightsout/4"), solved("lightsout/4")
    lost = rules.canonical(rules.parse("1000000000000000"))
    assert lost not in solution.results
    faults = verify(written(tmp_path, rules, changed(solution, lost, Result(WIN, 4))), rules)
    assert any(f"{rules.format(lost)!r} is stored as" in fault for fault in faults)


def test_empty_table_has_faults_at_start_and_solutions(tmp_path):
    rules = load("npuzzle/2x3")
    faults = verify(written(tmp_path, rules, Solution("closure", {})), rules)
    assert any("'12345-' is stored as" in fault for fault in faults)
    rules = load("bishoppuzzle/4x5_4")
    faults = verify(written(tmp_path, rules, Solution("closure", {})), rules)
    assert any("the solution 'O-O-------------X-X-' is not in the table" in fault for fault in faults)


@pytest.mark.parametrize("number", range(len(TOYS)))
def test_every_wrong_result_of_a_toy_is_a_fault(tmp_path, number):
    """Each position in turn gets each wrong result."""
    rules, solution, tried = TOYS[number], solve(TOYS[number]), 0
    game = isinstance(rules, GraphGame)
    others = [Result(value, remoteness) for value in (WIN, LOSE, TIE) for remoteness in range(4)] + [Result(DRAW, None)]
    for position, found in solution.results.items():
        for other in others if game else [LOST, *(Result(WIN, remoteness) for remoteness in range(4))]:
            if other != found:
                tried += 1
                assert verify(written(tmp_path, rules, changed(solution, position, other)), rules), (position, other)
    assert tried >= 12


def test_table_with_exchanged_wins_and_losses_has_faults(tmp_path):
    turned = {WIN: LOSE, LOSE: WIN, TIE: TIE, DRAW: DRAW}
    wrong = {p: Result(turned[found.value], found.remoteness) for p, found in solve(GAME).results.items()}
    faults = verify(written(tmp_path, GAME, Solution("reachable", wrong)), GAME, limit=100)
    assert sum("is stored as" in fault for fault in faults) >= 4


def test_wrong_ties_and_wins_in_a_cycle_are_faults(tmp_path):
    """A cycle in which someone can win is no draw, and one in which nobody can is no tie."""
    wrong = {0: Result(TIE, 2), 1: Result(TIE, 1), 2: Result(WIN, 0)}
    assert verify(written(tmp_path, ROUND, Solution("reachable", wrong)), ROUND)


def test_missing_child_and_missing_start_are_faults(tmp_path):
    solution = solve(FORWARD)
    faults = verify(written(tmp_path, FORWARD, changed(solution, 3, None)), FORWARD)
    assert any("'n1' is stored as" in fault and "has a child without entry" in fault for fault in faults)
    faults = verify(written(tmp_path, FORWARD, changed(solution, 0, None)), FORWARD)
    assert faults == ["toy/toy: the start is not in the table"]


@pytest.mark.parametrize("full_id", ["towersofhanoi/3_3", "nqueens/5"])
def test_wrong_histogram_is_reported(tmp_path, monkeypatch, full_id):
    real = perfect_play.solvers.tables.store.histogram_table

    def wrong(counter):
        table = real(counter)
        table["win"]["3"] += 1
        return table

    monkeypatch.setattr(perfect_play.solvers.tables.store, "histogram_table", wrong)
    rules = load(full_id)
    store = written(tmp_path, rules, solved(full_id))
    monkeypatch.undo()
    assert verify(store, rules) == [f"{full_id}: the histogram in meta does not agree with the stored results"]


@pytest.mark.parametrize("field", ["positions", "maximum"])
def test_wrong_number_in_meta_is_a_fault(tmp_path, monkeypatch, field):
    real = perfect_play.solvers.tables.store.Meta
    monkeypatch.setattr(
        perfect_play.solvers.tables.store, "Meta", lambda **fields: real(**{**fields, field: fields[field] + 1})
    )
    rules = load("npuzzle/2")
    store = written(tmp_path, rules, solved("npuzzle/2"))
    monkeypatch.undo()
    assert len(verify(store, rules)) == 1


def test_limit_bounds_how_many_problems_are_reported(tmp_path):
    rules, solution = load("nqueens/5"), solved("nqueens/5")
    wrong = Solution("closure", {p: Result(WIN, found.remoteness * 2) for p, found in solution.results.items()})
    store = written(tmp_path, rules, wrong)
    assert [len(verify(store, rules, limit=limit)) for limit in (0, 1, 5, 20)] == [0, 1, 5, 20]


def test_missing_or_damaged_table_is_an_error(tmp_path):
    with pytest.raises(TableMissing):
        verify(Store(tmp_path), load("npuzzle/2"))
    store = written(tmp_path, load("npuzzle/2"), solved("npuzzle/2"))
    path = store.path(load("npuzzle/2"))
    path.write_bytes(path.read_bytes()[:4096])
    with pytest.raises(TableCorrupt):
        verify(store, load("npuzzle/2"))


# --- the definition itself ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ({1: Result(LOSE, 2), 2: Result(LOSE, 4)}, Result(WIN, 3)),
        ({1: Result(WIN, 3), 2: Result(WIN, 5)}, Result(LOSE, 6)),
        ({1: Result(WIN, 3), 2: Result(TIE, 5)}, Result(TIE, 6)),
        ({1: Result(TIE, 1), 2: Result(DRAW, None)}, Result(TIE, 2)),
        ({1: Result(WIN, 3), 2: Result(DRAW, None)}, Result(DRAW, None)),
        ({1: Result(LOSE, 9), 2: Result(TIE, 0)}, Result(WIN, 10)),
        ({1: Result(LOSE, 2)}, None),
    ],
)
def test_derived_result_of_a_game_is_the_best_for_the_mover(after, expected):
    rules = GraphGame({0: [1, 2], 1: [], 2: []}, {}, {0: 1, 1: 2, 2: 2})
    assert derive(rules, 0, after.get, None) == expected
    same_player = GraphGame({0: [1, 2], 1: [], 2: []}, {}, {0: 1, 1: 1, 2: 1})
    turned = {WIN: LOSE, LOSE: WIN, TIE: TIE, DRAW: DRAW}
    as_mover = {node: Result(turned[found.value], found.remoteness) for node, found in after.items()}
    assert derive(same_player, 0, as_mover.get, None) == expected


@pytest.mark.parametrize(
    ("known", "absent", "expected"),
    [
        ({1: Result(WIN, 2), 2: Result(WIN, 4)}, None, Result(WIN, 3)),
        ({1: Result(WIN, 2)}, LOST, Result(WIN, 3)),
        ({1: Result(WIN, 2)}, None, None),
        ({}, LOST, LOST),
        ({1: LOST, 2: LOST}, None, LOST),
    ],
)
def test_derived_result_of_a_puzzle_is_the_nearest_solution(known, absent, expected):
    rules = ForwardPuzzle({0: [1, 2], 1: [], 2: []}, {})
    assert derive(rules, 0, known.get, absent) == expected


def test_derive_at_the_end():
    rules = ForwardPuzzle({0: [1], 1: [0]}, {0: WIN, 1: LOSE})
    assert derive(rules, 0, {}.get, None) == Result(WIN, 0)
    assert derive(rules, 1, {0: Result(WIN, 0)}.get, None) == LOST
    game = GraphGame({0: [1], 1: [0]}, {0: TIE, 1: LOSE}, {0: 1, 1: 2})
    assert derive(game, 0, {}.get, None) == Result(TIE, 0)
    assert derive(game, 1, {}.get, None) == Result(LOSE, 0)


def test_wrong_entries_of_remotenesses_modulo_3_are_faults(tmp_path, monkeypatch):
    """Each is compared with its children; at most a thousand, children included, are followed to a solution."""
    monkeypatch.setattr(table_layout, "VERY_LARGE", 1)
    monkeypatch.setattr(tables_verify, "MOST_WALKED", 5)
    rules = load("towersofhanoi/4_4")
    solution = solve(rules)
    assert verify(written(tmp_path, rules, solution), rules, sample=3_000) == []
    solutions = {*rules.solutions()}
    for position in some_positions(solution):
        wrong = changed(solution, position, Result(WIN, 1) if position in solutions else None)
        try:
            faults = verify(written(tmp_path, rules, wrong), rules, 10_000, sample=3_000)
        except TableCorrupt:  # a walk was to lead through here
            continue
        assert any(repr(rules.format(position)) in fault for fault in faults)


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: type(rules).__name__)
@pytest.mark.parametrize("sample", [None, 4])
def test_progress_is_reported_of_every_layout(rules, sample, tmp_path, monkeypatch):
    monkeypatch.setattr(tables_verify, "STEP", 2)
    progress: list[int] = []
    store = written(tmp_path, rules, solve(rules))
    assert verify(store, rules, sample=sample, tell=progress.append) == []
    assert progress == list(range(0, sample or store.meta(rules).entries, 2))
