"""Mock Turtles: nimbers by definition and as published, remotenesses as solved, and its many buttons."""

from __future__ import annotations

from itertools import combinations

import pytest

from perfect_play.puzzles.base import BadCustomVariant, IllegalPosition, MalformedPosition, PositionError
from perfect_play.puzzles.two_player.mockturtles import coin_nimber
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import load, reachable
from tests.puzzles.test_nimbers import mex

FIRST = [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31]  # OEIS A000069, the odious numbers


def test_nimbers_of_coins_are_as_published_and_defined():
    assert [coin_nimber(coin) for coin in range(16)] == FIRST
    found: list[int] = []
    for coin in range(60):
        one, two = set(found), {a ^ b for a, b in combinations(found, 2)}
        found.append(mex({0} | one | two))
        assert coin_nimber(coin) == found[coin]
        assert coin_nimber(coin).bit_count() % 2 == 1


@pytest.mark.parametrize("variant", ["3", "5", "7", "thhth", "hhhhhht"])
def test_every_position_is_as_solved(variant: str):
    """The reference solver knows nothing of nimbers, nor that two equal heaps cancel."""
    rules, forms = load(f"mockturtles/{variant}"), ClosedForms()
    solution = solve(rules).results
    assert set(solution) == {rules.canonical(position) for position in reachable(rules)}
    for position, found in solution.items():
        assert forms.probe(rules, position) == found
        assert rules.nimber(position) == mex(rules.nimber(child) for child in rules.children(position))


def test_moves_are_those_of_the_rules():
    """By trying all sets of up to three coins."""
    rules = load("mockturtles/6")
    for turn, cells in reachable(rules):
        row = rules.write_cells(cells)
        expected = set()
        for count in (1, 2, 3):
            for coins in combinations(range(6), count):
                if row[max(coins)] == "h":
                    expected.add("".join("ht"[(c == "t") ^ (i in coins)] for i, c in enumerate(row)))
        texts = [rules.format(child)[2:] for child in rules.children((turn, cells))]
        assert len(texts) == len(expected)
        assert set(texts) == expected


def test_every_move_has_a_button_of_its_own():
    rules = load("mockturtles/14")
    buttons = [rules.button(rules.start(), move) for move in rules.moves(rules.start())]
    assert len(buttons) == len(set(buttons)) == 14 + 91 + 364
    cells = [button.cell for button in buttons if isinstance(button, Add)]
    assert len(cells) == len(set(cells)) == 14 + 91


def test_buttons_of_one_two_or_three_coins_differ_for_every_move():
    rules = load("mockturtles/thh")
    position = rules.start()
    assert rules.board(position).cells == "t**-h*--h"
    assert {rules.format_move(position, move): rules.button(position, move) for move in rules.moves(position)} == {
        "2": Add("t", 4),
        "2 and 1": Add("h", 3),
        "3": Add("t", 8),
        "3 and 1": Add("h", 6),
        "3 and 2": Add("t", 7),
        "3, 2 and 1": Move(7, 3),
    }


@pytest.mark.parametrize("text", ["h" * 15, "15", "99"])
def test_rows_with_too_many_coins_are_refused(text: str):
    with pytest.raises(BadCustomVariant, match="coins, more than 14"):
        load(f"mockturtles/{text}")


@pytest.mark.parametrize("text", ["", "ttt", "0", "100", "hx", "H", "h t", "-3"])
def test_texts_that_are_no_row_of_coins_are_refused(text: str):
    with pytest.raises(BadCustomVariant, match="Type the row of coins"):
        load("mockturtles/3").find_variant(text)


@pytest.mark.parametrize(
    ("cells", "error"),
    [
        ("h**-h*--", MalformedPosition),
        ("x**-h*--h", MalformedPosition),
        ("hh*-h*--h", MalformedPosition),
        ("h**-h*t-h", IllegalPosition),  # a coin off the diagonal
    ],
)
def test_cells_that_are_no_board_are_refused(cells: str, error: type[PositionError]):
    with pytest.raises(error):
        load("mockturtles/3").from_board(cells, 1)
