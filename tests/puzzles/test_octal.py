"""Codes of taking-and-breaking games, their moves, and the plug-ins that are instances of them."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from perfect_play.puzzles.base import BadCustomVariant
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.octal_codes import BadCode, Octal, grundy_nimbers, nimbers, some_nimbers
from perfect_play.puzzles.two_player import dawsonschess, kayles
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import load, reachable
from tests.puzzles.test_nimbers import mex

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7]
DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]
STARTS = ["0.77_4_2", "0.137_2_6", "0.07_8", "0.15_7", "4.3_3_2", "4.07_5", "0.6_7", "0.333_5_3", "4.4_2_4", "0.05_6"]


def by_definition(octal: Octal, count: int) -> list[int]:
    found: list[int] = []
    for heap in range(count):
        found.append(mex(reduce(xor, (found[part] for part in left), 0) for _, left in octal.options(heap)))
    return found


@pytest.mark.parametrize("code", ["0.77", "0.137", "0.16", "4.3", "4.07", "0.3", "0.1", "0.8", "8.3", "C.7F", "0.3F"])
def test_nimbers_are_the_mex_of_the_moves(code: str):
    octal = Octal.parse(code)
    assert list(nimbers(octal, 80)) == by_definition(octal, 80)


def test_first_nimbers_are_as_published():
    assert list(some_nimbers(Octal.parse("0.77"))[:36]) == KAYLES
    assert list(some_nimbers(Octal.parse("0.137"))[:34]) == DAWSON
    assert [heap for heap, nimber in enumerate(grundy_nimbers(272)) if nimber == 0] == [
        *(0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270),
    ]


def test_kayles_and_dawsons_chess_are_instances():
    """And Dawson's Kayles is Dawson's Chess with one cell less."""
    assert kayles.OCTAL.code == "0.77"
    assert dawsonschess.OCTAL.code == "0.137"
    fewer = some_nimbers(Octal.parse("0.07"))
    assert [fewer[cells + 1] for cells in range(500)] == [dawsonschess.row_nimber(cells) for cells in range(500)]


def test_treblecross_is_lost_for_six_and_twelve():
    """A board of n squares is a heap of n + 2."""
    values = some_nimbers(Octal.parse("0.007"))
    assert [board for board in range(3, 17) if values[board + 2] == 0] == [6, 12]


def test_a_code_has_one_form():
    assert Octal.parse("0.770").code == Octal.parse("\ufeff.77\r\n").code == "0.77"
    assert load("octal/\ufeff.77_5\r\n").full_id == load("octal/0.77_5").full_id
    assert Octal.parse("c.7f").code == "C.7F"
    assert Octal.parse("4.0").code == "4.0"
    assert Octal.parse("0.137").digits == (0, 1, 3, 7)


@pytest.mark.parametrize(
    "text", ["", "0", "0.", "·77·", "77", "1.7", "2.7", "0.0", "0.7x", "0. 7", "-0.7", "0.\u0667", "0." + "7" * 25]
)
def test_texts_that_are_no_code_are_refused_with_a_sentence(text: str):
    with pytest.raises(BadCode, match="A code is 0, 4, 8 or C, a point"):
        Octal.parse(text)


@pytest.mark.parametrize("start", STARTS)
def test_octal_starts_obey_the_laws_and_are_answered_as_solved(start: str):
    rules, forms = load(f"octal/{start}"), ClosedForms()
    assert check(rules) == []
    solution = solve(rules).results
    assert len(solution) >= 7
    for position, found in solution.items():
        assert forms.probe(rules, position) == found
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


@pytest.mark.parametrize("start", ["1", "7", "8_5", "3_1_4"])
def test_grundys_game_has_the_nimbers_and_results_of_the_reference_solver(start: str):
    rules, forms = load(f"grundy/{start}"), ClosedForms()
    assert check(rules) == []
    for position, found in solve(rules).results.items():
        assert forms.probe(rules, position) == found
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_games_of_one_plugin_share_no_memory():
    """The same heaps in another game have another remoteness."""
    together = ClosedForms()
    for start in (*STARTS, *reversed(STARTS)):
        rules = load(f"octal/{start}")
        assert together.probe(rules, rules.start()) == ClosedForms().probe(rules, rules.start())


def test_moves_of_a_board_are_those_of_its_heaps():
    for start in STARTS:
        rules = load(f"octal/{start}")
        for _, cells in reachable(rules):
            for heap in set(rules.heaps(cells)):
                options = {tuple(sorted(left)) for _, left in rules.octal.options(heap)}
                assert rules.heap_options(heap) == options
            made = {tuple(sorted(rules.heaps(take.cells))) for take in rules.options(cells)}
            expected = set()
            heaps = sorted(rules.heaps(cells))
            for i, heap in enumerate(heaps):
                others = heaps[:i] + heaps[i + 1 :]
                expected |= {tuple(sorted([*others, *left])) for _, left in rules.octal.options(heap)}
            assert made == expected


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ("0.77", ""),
        ("0.77_0", ""),
        ("0.77_9_", ""),
        ("1.7_3", ""),
        ("0.0_3", "Nobody could ever move"),
        ("0.8_3", "three heaps may remain"),
        ("0.77_501", "1 heaps of up to 501"),
        ("4.7_251", "1 heaps of up to 251"),
        ("0.77" + "_9" * 21, "21 heaps"),
    ],
)
def test_starts_out_of_bounds_are_refused_with_a_sentence(start: str, why: str):
    with pytest.raises(BadCustomVariant, match=f"is not a start of octal.*{why}.*Type an octal code"):
        load(f"octal/{start}")
