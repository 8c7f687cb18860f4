"""Values of partizan games, checked against game trees compared by definition, and against published names."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perfect_play.solvers.budget import within
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.theory.forms import Form, Forms, TooManySteps, simplest_between
from perfect_play.solvers.theory.names import MAX_LETTERS, FormNames, heap_size, nested
from perfect_play.solvers.theory.thermographs import COLDEST, draw_thermograph, thermograph

Tree = tuple[frozenset["Tree"], frozenset["Tree"]]
"""A game as its options, not simplified."""
FORMS = Forms(10**7)
ZERO = FORMS.zero
STAR = FORMS.nimber(1)
UP = FORMS.form([ZERO], [STAR])


def trees(most: int = 6) -> st.SearchStrategy[Tree]:
    """Small games with up to three options on each side."""
    nothing: Tree = (frozenset(), frozenset())
    return st.recursive(
        st.just(nothing),
        lambda inner: st.tuples(st.frozensets(inner, max_size=3), st.frozensets(inner, max_size=3)),
        max_leaves=most,
    )


@cache
def at_most(one: Tree, other: Tree) -> bool:
    """Whether one <= other, by definition."""
    return not any(at_most(other, left) for left in one[0]) and not any(at_most(right, one) for right in other[1])


@cache
def added(one: Tree, other: Tree) -> Tree:
    left = {added(option, other) for option in one[0]} | {added(one, option) for option in other[0]}
    right = {added(option, other) for option in one[1]} | {added(one, option) for option in other[1]}
    return frozenset(left), frozenset(right)


@cache
def turned(tree: Tree) -> Tree:
    return frozenset(map(turned, tree[1])), frozenset(map(turned, tree[0]))


@cache
def form_of(tree: Tree) -> Form:
    return FORMS.form(map(form_of, tree[0]), map(form_of, tree[1]))


@cache
def tree_of(form: Form) -> Tree:
    return frozenset(map(tree_of, form.left)), frozenset(map(tree_of, form.right))


def number(value: str | int) -> Form:
    return FORMS.number(Fraction(value))


def game(left: str | int | Form, right: str | int | Form) -> Form:
    options = [one if isinstance(one, Form) else number(one) for one in (left, right)]
    return FORMS.form(options[:1], options[1:])


LIGHT = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@LIGHT
@given(trees(10))
def test_the_canonical_form_equals_the_game(tree: Tree):
    form = tree_of(form_of(tree))
    assert at_most(form, tree)
    assert at_most(tree, form)


@LIGHT
@given(trees(10))
def test_canonical_forms_have_no_dominated_or_reversible_options(tree: Tree):
    left, right = here = tree_of(form_of(tree))
    for sign, options in ((1, left), (-1, right)):
        for option in options:
            assert not any(
                at_most(*((option, other) if sign == 1 else (other, option))) for other in options - {option}
            )
            backs = option[1] if sign == 1 else option[0]
            assert not any(at_most(back, here) if sign == 1 else at_most(here, back) for back in backs)


@LIGHT
@given(trees(), trees())
def test_equal_games_are_one_form_and_all_others_are_ordered_as_their_trees(one: Tree, other: Tree):
    below, above = at_most(one, other), at_most(other, one)
    assert FORMS.at_most(form_of(one), form_of(other)) == below
    assert FORMS.at_most(form_of(other), form_of(one)) == above
    assert (form_of(one) is form_of(other)) == (below and above)


@LIGHT
@given(trees(), trees())
def test_sums_and_negatives_are_those_of_the_trees(one: Tree, other: Tree):
    assert FORMS.sum(form_of(one), form_of(other)) is form_of(added(one, other))
    assert FORMS.negative(form_of(one)) is form_of(turned(one))


@pytest.mark.second_ring
@LIGHT
@given(trees(), trees(), trees())
def test_a_group_that_is_partially_ordered(one: Tree, two: Tree, three: Tree):
    a, b, c = map(form_of, (one, two, three))
    assert FORMS.sum(a, FORMS.negative(a)) is ZERO
    assert FORMS.sum(a, b) is FORMS.sum(b, a)
    assert FORMS.sum(FORMS.sum(a, b), c) is FORMS.sum(a, FORMS.sum(b, c))
    if FORMS.at_most(a, b):
        assert FORMS.at_most(FORMS.sum(a, c), FORMS.sum(b, c))
        assert not FORMS.at_most(b, c) or FORMS.at_most(a, c)


@LIGHT
@given(trees(10))
def test_outcomes_are_those_of_playing_the_game(tree: Tree):
    """A player who cannot move loses: the starting player wins if some option is lost for the other."""

    def wins(here: Tree, side: int) -> bool:
        return any(not wins(option, 1 - side) for option in here[side])

    outcome = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    assert FORMS.outcome(form_of(tree)) == outcome[wins(tree, 0), wins(tree, 1)]


@pytest.mark.second_ring
@LIGHT
@given(trees(), st.fractions(-3, 3, max_denominator=4).filter(lambda x: x.denominator in (1, 2, 4)))
def test_number_in_a_sum_need_not_be_moved_in_to_win_moving_first(tree: Tree, value: Fraction):
    """In G + x, with x a number and G not, a player who can win moving first can do so in G."""
    form, x = form_of(tree), FORMS.number(value)
    if form.number is None:
        total = FORMS.sum(form, x)
        best = any(FORMS.at_most(ZERO, FORMS.sum(option, x)) for option in form.left)
        assert best == (FORMS.outcome(total) in "LN")


@LIGHT
@given(st.fractions(-4, 4, max_denominator=16).filter(lambda x: 16 % x.denominator == 0), st.data())
def test_numbers_are_added_as_numbers(value: Fraction, data: st.DataObject):
    other = data.draw(st.fractions(-4, 4, max_denominator=8).filter(lambda x: 8 % x.denominator == 0))
    one, two = FORMS.number(value), FORMS.number(other)
    assert FORMS.sum(one, two).number == value + other
    assert FORMS.at_most(one, two) == (value <= other)
    assert at_most(tree_of(one), tree_of(two)) == (value <= other)
    assert form_of(tree_of(one)) is one


def test_simplest_number_between_two_is_the_expected_one():
    for low, high, simplest in [
        (None, None, "0"), (0, None, "1"), (None, 0, "-1"), (-1, 1, "0"), (0, 1, "1/2"), (2, 9, "3"), (-9, -2, "-3"),
        ("1/2", "3/4", "5/8"), ("-3/4", "-1/2", "-5/8"), ("1/4", "5/4", "1"), ("5/2", None, "3"), (None, "-5/2", "-3"),
    ]:  # fmt: skip
        ends = [None if end is None else Fraction(end) for end in (low, high)]
        assert simplest_between(*ends) == Fraction(simplest)


# --- names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "name", "braces"),
    [
        (ZERO, "0", "{|}"),
        (number("-3/4"), "-3/4", "{-1|-1/2}"),
        (STAR, "*", "{0|0}"),
        (FORMS.nimber(3), "*3", "{*,*2,0|*,*2,0}"),
        (FORMS.sum(number(2), STAR), "2*", "{2|2}"),
        (UP, "↑", "{0|*}"),
        (FORMS.sum(UP, STAR), "↑*", "{*,0|0}"),
        (FORMS.sum(UP, UP), "⇑", "{0|↑*}"),
        (FORMS.total([UP] * 3), "3·↑", "{0|⇑*}"),
        (FORMS.negative(FORMS.total([UP, UP, STAR])), "⇓*", "{↓|0}"),
        (FORMS.sum(number("1/2"), UP), "1/2 + ↑", "{1/2|1/2*}"),
        (game(1, -1), "±1", "{1|-1}"),
        (game(3, 1), None, "{3|1}"),
        (game(game(2, 1), game(-1, -2)), "±{2|1}", "{{2|1}|{-1|-2}}"),
        (FORMS.form([ZERO, game(2, 0)], [ZERO, game(0, -2)]), "±(0,{2|0})", "{0,{2|0}|0,{0|-2}}"),
        (game(ZERO, game(0, -2)), "tiny(2)", "{0|{0|-2}}"),
        (game(game(2, 0), ZERO), "miny(2)", "{{2|0}|0}"),
        (game(game(3, 1), 1), "1 + miny(2)", "{{3|1}|1}"),
        (game(0, 3), "1", "{0|}"),
        (game(STAR, STAR), "0", "{|}"),
        (game(game(5, 1), 0), None, "{{5|1}|0}"),
    ],
)
def test_names_are_as_in_the_literature(form: Form, name: str | None, braces: str):
    names = FormNames(FORMS)
    assert names.name_of(form) == name
    assert names.braces(form) == braces


def test_nimbers_are_recognized():
    assert [heap_size(FORMS.nimber(size)) for size in range(6)] == list(range(6))
    assert heap_size(UP) is None
    assert heap_size(FORMS.form([ZERO, FORMS.nimber(2)], [ZERO, FORMS.nimber(2)])) == 1, "*2 is reversible"


def test_canonical_form_that_is_too_long_is_not_written():
    forms = Forms()
    deep = forms.form([forms.number(Fraction(9))], [forms.number(Fraction(-9))])
    for size in range(20, 400, 20):
        deep = forms.form([forms.number(Fraction(size)), deep], [forms.number(Fraction(-size)), forms.negative(deep)])
        if nested(deep) is None:
            break
    assert nested(deep) is None
    assert nested(UP.left[0]) == [[], []]
    assert nested(forms.form([forms.zero], [forms.nimber(1)])) == [[[[], []]], [[[[[], []]], [[[], []]]]]]
    text = FormNames(forms).of(deep)
    assert text is None or len(text) < 3 * MAX_LETTERS


# --- thermographs --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "mean", "temperature"),
    [
        (number(3), "3", "-1"),
        (number("5/8"), "5/8", "-1/8"),
        (STAR, "0", "0"),
        (UP, "0", "0"),
        (game(5, 1), "3", "2"),
        (game(2, "-1/2"), "3/4", "5/4"),  # 2 x 3 Domineering
        (game(game(7, 5), 1), "7/2", "5/2"),
        (game(game(5, 1), 0), "1", "1"),
        (game(ZERO, game(0, -2)), "0", "0"),
    ],
)
def test_means_and_temperatures_are_as_published(form: Form, mean: str, temperature: str):
    found = thermograph(form)
    assert (found.mean, found.temperature) == (Fraction(mean), Fraction(temperature))


def test_wall_of_a_hot_game_turns_where_the_answer_changes():
    """{{7|5}|1}: up to a tax of 1 Right answers Left's move, so Left keeps the move and pays nothing."""
    found = thermograph(game(game(7, 5), 1))
    assert found.left.corners == ((-1, 5), (1, 5), (Fraction(5, 2), Fraction(7, 2)))
    assert found.right.corners == ((-1, 0), (Fraction(5, 2), Fraction(7, 2)))


@LIGHT
@given(trees(10), trees(10))
def test_thermographs_of_sums_have_the_sum_of_the_means(one: Tree, other: Tree):
    a, b = thermograph(form_of(one)), thermograph(form_of(other))
    total = thermograph(FORMS.sum(form_of(one), form_of(other)))
    assert total.mean == a.mean + b.mean
    assert total.temperature <= max(a.temperature, b.temperature)


@LIGHT
@given(trees(10))
def test_walls_lean_inward_and_meet_at_the_mast(tree: Tree):
    form = form_of(tree)
    found = thermograph(form)
    assert found.left.at(found.temperature) == found.right.at(found.temperature) == found.mean
    assert form.right_stop <= found.mean <= form.left_stop
    if form.number is None:
        assert found.temperature >= 0
        assert (found.left.at(Fraction(0)), found.right.at(Fraction(0))) == (form.left_stop, form.right_stop)
    elif form.number.denominator > 1:
        assert found.temperature == Fraction(-1, form.number.denominator)
    for wall, inward in ((found.left, -1), (found.right, 1)):
        assert wall.corners[0][0] == COLDEST
        for (low, below), (high, above) in zip(wall.corners, wall.corners[1:], strict=False):
            assert (above - below) / (high - low) in (0, inward)


@LIGHT
@given(trees(8))
def test_mean_is_what_many_copies_are_worth_each(tree: Tree):
    form, copies = form_of(tree), 4
    total, found = FORMS.total([form] * copies), thermograph(form)
    room = max(Fraction(0), found.temperature) * 2 + 2
    assert copies * found.mean - room <= total.right_stop <= total.left_stop <= copies * found.mean + room


@LIGHT
@given(trees(10))
def test_a_thermograph_is_drawn(tree: Tree):
    drawn = draw_thermograph(thermograph(form_of(tree)), "<title>")
    assert drawn.count("<path") >= 3
    assert "&lt;title&gt;" in drawn
    assert "nan" not in drawn


# --- bounds --------------------------------------------------------------------------------------------


def test_steps_are_bounded():
    forms = Forms(max_steps=50)
    with pytest.raises(TooManySteps):
        forms.number(Fraction(60))
    with pytest.raises(TooManySteps):
        forms.nimber(100)


def test_time_is_bounded():
    with within(0), pytest.raises(SearchTooLong):
        Forms().nimber(600)
