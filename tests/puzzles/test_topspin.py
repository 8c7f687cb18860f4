"""Top Spin: the solvable orders of each ring, and their ranks."""

from __future__ import annotations

from itertools import permutations

import pytest

from perfect_play.puzzles.base import Variant
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.puzzles.one_player.topspin import TopSpin
from perfect_play.solvers.retrograde import solve
from tests.helpers import load


def ring(disks: int, knob: int) -> TopSpin:
    return TopSpin(Variant(f"{disks}_{knob}", "a ring of another size", (disks, knob), testing=True))


@pytest.mark.parametrize(
    ("disks", "knob", "solvable"),
    [(5, 2, 120), (6, 2, 720), (6, 3, 72), (6, 4, 720), (7, 3, 5040), (7, 4, 2520), (7, 5, 2520)],
)
def test_ranks_are_those_of_the_orders_that_can_be_solved(disks: int, knob: int, solvable: int):
    rules = ring(disks, knob)
    solution = solve(rules)
    found = {image for position in solution.results for image in rules.images(position)}
    assert rules.size == len(found) == solvable
    assert {rules.rank(position) for position in found} == set(range(solvable))
    orders = map("".join, permutations(rules.format(rules.start()).replace("_", "-").split("-")))
    assert sum(rules.rank(order) is not None for order in orders) == solvable


@pytest.mark.parametrize(
    ("variant", "solvable"),
    [("8_4", 40_320), ("9_4", 181_440), ("10_2", 3_628_800), ("10_4", 3_628_800), ("12_3", 1_036_800)],
)
def test_size_of_a_ring_is_its_number_of_solvable_orders(variant: str, solvable: int):
    assert load(f"topspin/{variant}").size == solvable


def test_orders_that_no_turn_reaches_have_no_rank():
    assert load("topspin/12_3").rank("213456789abc") is None, "disk 1 comes to an even place, the other odd ones do not"
    assert load("topspin/12_3").rank("21436587a9cb") is not None, "all odd disks do"
    assert load("topspin/9_4").rank("213456789") is None, "one exchange is odd"
    assert load("topspin/9_4").rank("214356789") is not None


@pytest.mark.parametrize("variant", TopSpin.variants, ids=lambda variant: variant.id)
def test_the_start_can_be_solved(variant: Variant):
    rules = TopSpin(variant)
    assert rules.unrank(rules.rank(rules.start())) == rules.start()


@pytest.mark.parametrize(("disks", "knob"), [(7, 2), (7, 3), (7, 4), (7, 5), (7, 6), (8, 3), (8, 4)])
def test_laws_hold_on_other_rings(disks: int, knob: int):
    rules = ring(disks, knob)
    assert [fault for fault in check(rules, 60) if "metadata" not in fault] == []


def test_rotations_are_neighbors():
    rules = load("topspin/10_4")
    kernel = rules.kernel()
    for number in (0, 7, 1234567, rules.size - 1):
        first = number - number % 10
        assert set(range(first, first + 10)) - {number} <= run_kernel(kernel.children, kernel, number)


def test_the_last_cell_of_an_odd_ring_is_void():
    rules = load("topspin/9_4")
    assert rules.board("123456789").cells == "123459876*"
    assert rules.from_board("123459876*", 1) == "123456789"
