"""Euclid's Game: the formula against the reference solver, published values, and unreachable positions."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.closed_form import ClosedFormGame, sorted_heaps
from perfect_play.puzzles.two_player.euclidsgame import EuclidsGame
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import load, reachable, result_of
from tests.puzzles.reached import moves_from
from tests.puzzles.test_nimbers import mex


def rules_of(variant: str) -> EuclidsGame:
    rules = load(f"euclidsgame/{variant}")
    assert isinstance(rules, EuclidsGame)
    return rules


def test_formula_agrees_with_the_reference_solver():
    rules, formula = rules_of("10"), ClosedForms()
    positions = reachable(rules)
    assert len(positions) == 929
    for position in positions:
        assert formula.probe(rules, position) == result_of("euclidsgame/10", position)
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_heaps_are_those_of_the_board():
    rules = rules_of("10")
    for heap in range(rules.bound()):
        if heap not in (rules.limit - 1, rules.limit):  # more moves than numbers allow
            assert sorted_heaps(rules.heaps(rules.place(sorted_heaps([heap])))) == sorted_heaps([heap])
            assert rules.heap_options(heap) == ClosedFormGame.heap_options(rules, heap)


def test_every_first_number_up_to_100_loses():
    """Every first number loses; 99 lasts longest, so the start is lost in 100 moves."""
    rules, formula = rules_of("regular"), ClosedForms()
    assert formula.probe(rules, rules.start()) == Result(Value.LOSE, 100)
    after = [formula.probe(rules, child) for child in rules.children(rules.start())]
    assert {result.value for result in after} == {Value.WIN}
    remotenesses = {number: result.remoteness for number, result in enumerate(after, start=1)}
    assert {remotenesses[number] for number in range(1, 51)} == {1}
    assert [remotenesses[number] for number in (51, 52, 53, 54, 55, 99, 100)] == [3, 1, 53, 1, 5, 99, 1]


def test_moves_choose_two_numbers_freely_and_then_only_differences():
    assert list(moves_from("euclidsgame/10", "1_----------------")) == [str(number) for number in range(1, 11)]
    assert moves_from("euclidsgame/10", "2_---X---------004")["10"] == "1_---X-----X010004"
    assert moves_from("euclidsgame/10", "1_---X-----X010004") == {"6": "2_---X-X---X010004"}


@pytest.mark.parametrize(
    "text",
    [
        "1_---X------------",  # which was the first?
        "1_---X-----X010006",  # 6 is not taken
        "1_---X-----X------",
        "1_---X--X--X010004",  # no difference of 10 and 4 leads to 7
        "1_---X------004004",
    ],
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        rules_of("10").parse(text)


@pytest.mark.parametrize("text", ["", "1_----------", "1_---------o------", "3_----------------"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        rules_of("10").parse(text)
