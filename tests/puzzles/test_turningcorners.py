"""Turning Corners: nim products as published, as a field, and as the nimbers of positions."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.two_player.turningcorners import nim_product
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import load
from tests.puzzles.test_nimbers import mex

PRODUCTS = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 2, 3, 4, 5, 6, 7],
    [0, 2, 3, 1, 8, 10, 11, 9],
    [0, 3, 1, 2, 12, 15, 13, 14],
    [0, 4, 8, 12, 6, 2, 14, 10],
    [0, 5, 10, 15, 2, 7, 8, 13],
    [0, 6, 11, 13, 14, 8, 5, 3],
    [0, 7, 9, 14, 10, 13, 3, 4],
]
"""OEIS A051775; J. H. Conway, "On Numbers and Games", 1976, chapter 6."""


def test_nim_products_are_as_published():
    assert [[nim_product(a, b) for b in range(8)] for a in range(8)] == PRODUCTS


def test_nim_products_form_a_field():
    """Of 16 elements, with nim sums."""
    numbers = range(16)
    for a in numbers:
        assert not a or sorted(nim_product(a, b) for b in numbers) == list(numbers)
        for b in numbers:
            assert nim_product(a, b) == nim_product(b, a)
            for c in numbers:
                assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
                assert nim_product(nim_product(a, b), c) == nim_product(a, nim_product(b, c))


@pytest.mark.parametrize("variant", ["2x3", "3x3"])
def test_every_position_is_as_solved(variant: str):
    """The reference solver knows nothing of nimbers."""
    rules, forms = load(f"turningcorners/{variant}"), ClosedForms()
    for position, found in solve(rules).results.items():
        assert forms.probe(rules, position) == found
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_the_corners_of_a_rectangle_are_turned():
    rules = load("turningcorners/3x3")
    position = rules.parse("1_httttttth")
    after = {
        rules.format_move(position, move): rules.format(rules.do_move(position, move))[2:]
        for move in rules.moves(position)
    }
    assert after == {
        "c1 and a3": "tthttthtt",
        "c1 and b3": "hhhttttht",
        "c1 and a2": "htththhtt",
        "c1 and b2": "httthhtht",
    }
