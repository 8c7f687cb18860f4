"""Positions recorded from a running service: values, remotenesses, moves and their names."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import LOST, Result
from tests.helpers import GOLDEN, class_histogram, exact_histogram, golden, load, solved

TOO_LARGE = {"topspin/10_2", "rubikscube/2x2x2"}  # to solve in a test: only moves and positions
WITHOUT_TABLE = {"rushhour/easy", "rushhour/medium"}  # compared in tests of their own: test_on_demand.py
PUZZLES = sorted(path.stem for path in GOLDEN.glob("*.json"))
ALL = [f"{puzzle_id}/{variant}" for puzzle_id in PUZZLES for variant in golden(puzzle_id)]
SOLVED = [full_id for full_id in ALL if full_id not in {*TOO_LARGE, *WITHOUT_TABLE, "tantrix/5_4_1"}]
COUNTED = [full_id for full_id in SOLVED if "histogram" in golden(full_id.split("/")[0])[full_id.split("/")[1]]]


def recorded(full_id: str) -> dict:
    puzzle_id, variant_id = full_id.split("/")
    return golden(puzzle_id)[variant_id]


def expected(remoteness: int | None) -> Result:
    return LOST if remoteness is None else Result(Value.WIN, remoteness)


def test_golden_records_are_numerous():
    assert len(ALL) >= 28
    assert len(COUNTED) >= 35
    assert set(ALL) >= TOO_LARGE
    assert sum(len(recorded(full_id)["samples"]) for full_id in ALL) >= 400


@pytest.mark.parametrize("full_id", ALL)
def test_moves_and_positions_are_as_recorded(full_id: str):
    """Every position is legal and its text ours; moves have the recorded names and destinations."""
    rules = load(full_id)
    name = picture_of(rules).name  # as today's clients read it
    assert recorded(full_id)["samples"]
    for text, (_, moves) in recorded(full_id)["samples"].items():
        position = rules.parse(text)
        assert rules.format(position) == text
        found = {name(position, move): rules.format(rules.do_move(position, move)) for move in rules.moves(position)}
        assert found == {name: child for name, (child, _) in moves.items()}


@pytest.mark.parametrize("full_id", SOLVED)
def test_remotenesses_of_positions_and_their_children_equal_the_recorded_ones(full_id: str):
    rules, solution = load(full_id), solved(full_id)
    for text, (remoteness, moves) in recorded(full_id)["samples"].items():
        assert solution.result(rules, rules.parse(text)) == expected(remoteness)
        for child, child_remoteness in moves.values():
            assert solution.result(rules, rules.parse(child)) == expected(child_remoteness)


@pytest.mark.parametrize("full_id", COUNTED)
def test_counts_maximum_and_histogram_equal_the_recorded_ones(full_id: str):
    record = recorded(full_id)
    assert exact_histogram(full_id) == record["histogram"]
    assert sum(exact_histogram(full_id)) == record["positions"]
    assert len(exact_histogram(full_id)) - 1 == record["maximum"]
    if "class_histogram" in record:
        assert class_histogram(full_id) == record["class_histogram"]


@pytest.mark.parametrize("full_id", [full_id for full_id in SOLVED if "start" in recorded(full_id)])
def test_start_has_the_recorded_text_and_remoteness(full_id: str):
    text, remoteness = recorded(full_id)["start"]
    rules, solution = load(full_id), solved(full_id)
    assert solution.result(rules, rules.parse(text)) == expected(remoteness)
    if full_id.split("/")[0] not in ("npuzzle", "lightsout"):  # where it is random
        assert rules.format(rules.start()) == text


@pytest.mark.parametrize("full_id", sorted(TOO_LARGE))
def test_records_of_large_variants_are_consistent(full_id: str):
    """A move changes the remoteness by at most one, and some move lowers it."""
    record, seen = recorded(full_id), set()
    for remoteness, moves in record["samples"].values():
        after = [child_remoteness for _, child_remoteness in moves.values()]
        assert all(abs(other - remoteness) <= 1 for other in after)
        assert min(after) == remoteness - 1 or remoteness == 0
        seen.add(remoteness)
    histogram = record.get("histogram") or record["class_histogram"]
    assert max(seen) <= record["maximum"] == len(histogram) - 1
    assert sum(histogram) == {"topspin/10_2": 3_628_800, "rubikscube/2x2x2": 3_674_160}[full_id]


def test_127_is_a_distance_like_any_other():
    """The recorded service used this number for 'cannot be solved', but it also occurs as a remoteness."""
    assert recorded("towersofhanoi/3_7")["start"] == ["A--B--C--D--E--F--G--", 127]
    rules = load("towersofhanoi/3_7")
    assert solved("towersofhanoi/3_7").result(rules, rules.start()) == Result(Value.WIN, 127)
    assert exact_histogram("towersofhanoi/3_8")[127] > 0
