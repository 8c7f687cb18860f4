"""Turning Coins: nimbers of single coins as published and by definition, and the coins each rule turns."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant
from perfect_play.puzzles.two_player.turningcoins import RULES, TurningCoins
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import load
from tests.puzzles.test_nimbers import mex

PUBLISHED = {
    "turtles": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "twins": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    "triplets": [0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19],
    "ruler": [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4],
}
"""Winning Ways, chapter 14; the last is OEIS A006519."""


@pytest.mark.parametrize("rule", RULES)
def test_nimbers_of_coins_are_as_published_and_defined(rule: str):
    rules = registry.load("turningcoins", f"{rule}_12")
    assert isinstance(rules, TurningCoins)
    found: list[int] = []
    for coin in range(12):
        after = []
        for others in rules.partners(coin):
            nimber = 0
            for other in others:
                nimber ^= found[other]
            after.append(nimber)
        found.append(mex(after))
    assert found == PUBLISHED[rule] == [rules.heap_nimber(heap) for heap in range(1, 13)]


@pytest.mark.parametrize("variant", ["turtles_5", "twins_7", "triplets_7", "ruler_7", "ruler_thhth", "triplets_hhhhht"])
def test_every_position_is_as_solved(variant: str):
    """The reference solver knows nothing of nimbers, nor that two equal heaps cancel."""
    rules, forms = registry.load("turningcoins", variant), ClosedForms()
    for position, found in solve(rules).results.items():
        assert forms.probe(rules, position) == found
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        ("turtles_tth", {"3": "ttt", "3 and 1": "htt", "3 and 2": "tht"}),
        ("twins_tth", {"3 and 1": "htt", "3 and 2": "tht"}),
        ("triplets_thth", {"4, 2 and 1": "httt", "4, 3 and 1": "hhht", "4, 3 and 2": "ttht"}),
        ("ruler_htth", {"4": "httt", "4 and 3": "htht", "4, 3 and 2": "hhht", "4, 3, 2 and 1": "thht", "1": "ttth"}),
    ],
)
def test_moves_of_each_rule_turn_the_right_coins(variant: str, moves: dict[str, str]):
    rules = registry.load("turningcoins", variant)
    start = rules.start()
    found = {
        rules.format_move(start, move): rules.format(rules.do_move(start, move))[2:] for move in rules.moves(start)
    }
    assert found == moves


def test_a_run_of_three_is_a_button_and_three_others_an_arrow():
    for variant, kind in (("ruler_7", Add), ("triplets_7", Move)):
        rules = load(f"turningcoins/{variant}")
        buttons = [rules.button(rules.start(), move) for move in rules.moves(rules.start())]
        assert {type(button) for button in buttons} == {kind}
        assert len(set(buttons)) == len(buttons)


@pytest.mark.parametrize("text", ["ruler_15", "twins_ttt", "ruler", "moebius_5", "ruler_0", "ruler_hx"])
def test_bad_starts_are_refused(text: str):
    with pytest.raises(BadCustomVariant):
        registry.load("turningcoins", text)
