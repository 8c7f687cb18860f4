"""Values of the partizan games, against published ones and the reference solver's winners."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules, Value, Variant
from perfect_play.puzzles.mixins import Partizan
from perfect_play.puzzles.two_player.clobber import Clobber
from perfect_play.puzzles.two_player.col import Col
from perfect_play.puzzles.two_player.domineering import Domineering
from perfect_play.puzzles.two_player.konane import Konane
from perfect_play.puzzles.two_player.snort import Snort
from perfect_play.puzzles.two_player.toadsandfrogs import ToadsAndFrogs
from perfect_play.solvers.retrograde import Limits, solve_from
from perfect_play.solvers.theory.forms import Form, Forms
from perfect_play.solvers.theory.names import FormNames, heap_size
from perfect_play.solvers.theory.partizan_values import NoValue, value_of, value_report
from perfect_play.solvers.theory.thermographs import thermograph
from tests.helpers import cases, late, load, reachable, small_rules

MANY = 10**7
SAMPLED = 25
MOST = 1_000  # positions of variants not left to the exhaustive tests

PARTIZAN = [rules for rules in small_rules() if isinstance(rules, Partizan)]


def board(cls: type[Rules], *size: int) -> Rules:
    return cls(Variant("any", "any", size))


def name_at(rules: Rules, position: Position | None = None) -> str | None:
    found = value_of(rules, rules.start() if position is None else position, Forms(MANY))
    return FormNames(found.forms).of(found.value)


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(PARTIZAN, each=2, most=MOST))
def test_the_outcome_is_what_the_reference_solver_says(rules: Rules):
    """For the player to move, in a random sample of the reachable positions."""
    known = solve_from(rules, rules.start(), Limits(10**6, 10**7)).results
    drawn = random.Random(0).sample(sorted(reachable(rules), key=rules.format), SAMPLED) if len(known) > 99 else known
    for position in [rules.start(), *drawn]:
        try:
            found = value_of(rules, position, Forms(MANY))
        except NoValue:
            assert rules.id == "konane"
            continue
        wins = "LN" if rules.turn(position) == 1 else "RN"
        won = known[rules.canonical(position)].value is Value.WIN
        assert (found.forms.outcome(found.value) in wins) == won, rules.format(position)


@pytest.mark.parametrize("rules", cases(PARTIZAN, each=2, most=MOST))
def test_parts_add_up_to_the_whole(rules: Rules):
    """A value computed from whole positions equals the sum over independent parts."""
    forms = Forms(MANY)

    @cache
    def whole(position: Position) -> Form:
        options = [[whole(child) for child in children(rules, position, turn)] for turn in (1, 2)]
        return forms.form(*options)

    middle = middle_of(rules)
    assert value_of(rules, middle, forms).value is whole(bare(rules, middle))


def middle_of(rules: Rules) -> Position:
    """A position some moves after the start, with little left to play."""
    rng, position, wanted = random.Random(1), rules.start(), 2_000
    while value_is_missing(rules, position) or len(reachable(rules, [position])) > wanted:
        position = rules.do_move(position, rng.choice(list(rules.moves(position))))
    return position


def value_is_missing(rules: Rules, position: Position) -> bool:
    assert isinstance(rules, Partizan)
    return rules.components(position) is None


def bare(rules: Rules, position: Position) -> Position:
    """The position without the player to move."""
    return position & rules.size // 2 - 1 if isinstance(rules, Domineering) else position[1]


def children(rules: Rules, cells: Position, turn: int) -> list[Position]:
    if isinstance(rules, Domineering):
        began = 0 if rules.turn(cells) == turn else rules.size // 2
        return [bare(rules, child) for child in rules.children(cells | began)]
    return [child[1] for child in rules.children((turn, cells))]


@pytest.mark.parametrize("rules", cases(PARTIZAN, each=1, most=MOST))
def test_value_does_not_depend_on_the_turn(rules: Rules):
    if rules.id == "konane":
        return
    start = rules.start()
    other = start | rules.size // 2 if isinstance(rules, Domineering) else (3 - start[0], start[1])
    assert value_report(rules, start) == value_report(rules, other)


# --- Domineering ---------------------------------------------------------------------------------------

DOMINEERING = {
    **{(1, 1): "0", (2, 1): "1", (3, 1): "1", (4, 1): "2", (5, 1): "2", (1, 2): "-1", (1, 5): "-2"},
    **{(2, 2): "±1", (2, 3): "{2|-1/2}", (3, 2): "{1/2|-2}", (3, 3): "±1"},
    (4, 4): "±(0,{2 + tiny(2),{2|0}|miny(2),{2|0}})",
    (4, 5): "1",
    (5, 4): "-1",
}
"""Empty boards: J. H. Conway, "On Numbers and Games", 1976, chapter 10, and "Winning Ways", 1982, chapter 5."""


@pytest.mark.parametrize("size", DOMINEERING, ids=str)
def test_domineering_boards_have_the_published_values(size: tuple[int, int]):
    assert name_at(board(Domineering, *size)) == DOMINEERING[size]


@pytest.mark.parametrize(
    ("rows", "cols", "cells", "name"),
    [
        (2, 2, "---x", "*"),
        (3, 2, "---x-x", "1/2"),  # an upright L of four cells
        (2, 3, "----xx", "-1/2"),
        (3, 3, "x-x---x-x", "*"),  # a cross: every domino covers its middle
    ],
)
def test_small_regions_of_domineering_have_the_published_values(rows: int, cols: int, cells: str, name: str):
    rules = board(Domineering, rows, cols)
    covered = sum(1 << cell for cell, here in enumerate(cells) if here == "x")
    found = value_of(rules, covered, Forms(MANY))
    assert FormNames(found.forms).of(found.value) == name


def test_domineering_on_2x3_has_mean_3_4_and_temperature_5_4():
    found = value_report(load("domineering/2x3"), 0)
    assert (found.thermograph.mean, found.thermograph.temperature) == (Fraction(3, 4), Fraction(5, 4))


# --- Toads and Frogs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("toads", "gap", "frogs", "name"),
    [
        *((1, 1, 1, "*"), (2, 1, 1, "{1/2|0}"), (2, 1, 2, "*"), (3, 2, 3, "±1/8"), (2, 2, 2, "*")),
        (5, 3, 3, "3/2"),
        *(late(toads, 3, 3, f"{2 * toads - 7}/2") for toads in (6, 7)),
    ],
)
def test_toads_and_frogs_have_the_published_values(toads: int, gap: int, frogs: int, name: str):
    """Winning Ways, chapter 1; J. Erickson, "New Toads and Frogs results", Games of No Chance, 1996."""
    assert name_at(board(ToadsAndFrogs, toads, gap, frogs)) == name


@pytest.mark.parametrize(("toads", "frogs"), [(3, 2), (4, 2), (4, 3), (5, 2), (5, 3), (6, 2)])
def test_a_conjecture_that_was_proved(toads: int, frogs: int):
    """A toads, two gaps and b frogs are {{a - 3 | a - b} | {* | 3 - b}} (T. Thanatipanonda, 2011)."""
    forms = Forms(MANY)
    a, gain, end = (forms.number(Fraction(value)) for value in (toads - 3, toads - frogs, 3 - frogs))
    expected = forms.form([forms.form([a], [gain])], [forms.form([forms.nimber(1)], [end])])
    rules = board(ToadsAndFrogs, toads, 2, frogs)
    assert value_of(rules, rules.start(), forms).value is expected


# --- Clobber -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 7))
def test_value_of_a_row_against_one_stone_is_a_sum_of_ups(count: int):
    """N stones in a row against one are n - 1 ups, plus a star if n is odd, as induction from * proves."""
    forms = Forms(MANY)
    up = forms.form([forms.zero], [forms.nimber(1)])
    expected = forms.total([up] * (count - 1) + [forms.nimber(1)] * (count % 2))
    rules = board(Clobber, 1, count + 1)
    assert value_of(rules, (1, "x" * count + "o"), forms).value is expected


@pytest.mark.parametrize("length", range(2, 15, 2))
def test_alternating_rows_of_clobber_are_won_by_the_next_player_except_of_six(length: int):
    """All even lengths except six are won by the next player (conjectured by Albert et al., 2004; proved 2025)."""
    rules = board(Clobber, 1, length)
    found = value_of(rules, rules.start(), Forms(MANY))
    assert found.forms.outcome(found.value) == ("P" if length == 6 else "N")


# --- Col and Snort -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1, 6), (2, 3), (3, 3)])
def test_col_is_a_number_or_a_number_and_a_star(size: tuple[int, int]):
    """For every position: J. H. Conway, "On Numbers and Games", 1976, chapter 8."""
    rules, forms = board(Col, *size), Forms(MANY)
    for position in random.Random(2).sample(sorted(reachable(rules)), 30):
        value = value_of(rules, position, forms).value
        rest = forms.sum(value, forms.number(-value.left_stop))
        assert heap_size(rest) in (0, 1)


def test_small_rows_of_snort_have_the_values_found_by_hand():
    """By hand: one cell is *; coloring either of two, or the middle of three, reserves the others."""
    assert [name_at(board(Snort, 1, cells)) for cells in (1, 2, 3)] == ["*", "±1", "±2"]
    assert name_at(load("snort/2x3")) == "±{4|{1|0}}"


# --- Konane --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ("ox--------------", "1"),  # one jump, which nobody can prevent
        ("ox-x------------", "0"),  # but after this jump the stone that jumped can be taken
        ("-xo-------------", "*"),  # either takes the other
        ("-xox------------", "1"),  # the same, but x has nowhere to land
    ],
)
def test_konane_positions_with_few_jumps_have_the_values_found_by_hand(cells: str, name: str):
    assert name_at(load("konane/4x4"), (1, cells)) == name


def test_the_opening_of_konane_has_no_value():
    with pytest.raises(NoValue, match="opening"):
        value_of(load("konane/4x4"), load("konane/4x4").start())
    assert isinstance(load("konane/4x4"), Konane)


# --- others --------------------------------------------------------------------------------------------


def test_value_of_another_kind_of_game_is_refused():
    with pytest.raises(NoValue, match="tictactoe/regular"):
        value_of(load("tictactoe/regular"), load("tictactoe/regular").start())


def test_play_without_an_end_is_refused():
    class Endless(Clobber):
        def options_of(self, component: str, turn: int) -> list[list[str]]:  # type: ignore[override]
            return [[component + "-"]]

    with pytest.raises(NoValue, match="too many moves"):
        value_of(board(Endless, 2, 2), (1, "xoxo"))


def test_every_partizan_game_is_here():
    assert {cls.id for cls in registry.all_rules() if issubclass(cls, Partizan)} == {
        *("clobber", "col", "domineering", "hackenbush", "konane", "snort", "toadsandfrogs")
    }


@pytest.mark.parametrize("full_id", ["domineering/3x4", "snort/2x5", "toadsandfrogs/3_2_3"])
def test_a_mean_lies_between_the_stops(full_id: str):
    rules = load(full_id)
    value = value_of(rules, rules.start(), Forms(MANY)).value
    assert value.right_stop <= thermograph(value).mean <= value.left_stop
