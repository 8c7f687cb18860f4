"""Hackenbush: stalks by the sign rule, green pictures by nimbers, and the text of a picture."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, IllegalPosition, MalformedPosition, Rules, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.two_player.hackenbush import MOST_LINES
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.theory.forms import Forms
from perfect_play.solvers.theory.names import FormNames, heap_size
from perfect_play.solvers.theory.partizan_values import value_of


def picture(text: str) -> Rules:
    return registry.load("hackenbush", text)


def name(text: str) -> str | None:
    rules = picture(text)
    found = value_of(rules, rules.start())
    return FormNames(found.forms).of(found.value)


def stalk(letters: str) -> Fraction:
    """Berlekamp's rule: 1 per line until the color first changes, then 1/2, 1/4, ...; negative for red lines."""
    same = len(letters) - len(letters.lstrip(letters[0]))
    sizes = [Fraction(1)] * same + [Fraction(1, 2 << place) for place in range(len(letters) - same)]
    return sum((size if letter == "b" else -size for size, letter in zip(sizes, letters, strict=True)), Fraction(0))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("br", min_size=1, max_size=6), min_size=1, max_size=2))
def test_values_of_stalks_follow_the_sign_rule(stalks: list[str]):
    rules = picture("_".join(stalks))
    assert value_of(rules, rules.start()).value.number == sum(map(stalk, stalks))


def test_sign_rule_gives_the_values_of_known_stalks():
    known = {"b": "1", "br": "1/2", "brr": "1/4", "brb": "3/4", "bbr": "3/2", "r": "-1", "rrb": "-3/2"}
    assert {letters: str(stalk(letters)) for letters in known} == known


@pytest.mark.parametrize(
    ("text", "nimber"),
    [
        ("ggg", 3),
        ("gg_g", 3),
        ("g1g_1gg", 1 + (1 ^ 2)),  # colon principle: branches add as in Nim
        ("g1gg_1g2g_2g", 1 + (2 ^ (1 + (1 ^ 1)))),
        ("ggg0", 1),  # fusion principle: a cycle of three lines is one loop
        ("gggg0", 0),
        ("g1g1", 1 + 1),
        ("ggg0_g1gg_1gg", 0),
        ("gg1g2g0_1g_2gg", 1 ^ 2),  # four lines of a cycle cancel out, and two chimneys stand on the ground
    ],
)
def test_green_pictures_have_the_nimbers_of_winning_ways(text: str, nimber: int):
    """Winning Ways, chapter 7."""
    rules = picture(text)
    value = value_of(rules, rules.start()).value
    assert heap_size(value) == nimber == nim_value(rules, rules.start()[1])


def nim_value(rules: Rules, cells: str) -> int:
    """The nimber by the mex rule over whole pictures."""
    known: dict[str, int] = {}

    def found(cells: str) -> int:
        if cells not in known:
            after = {found(child[1]) for child in rules.children((1, cells))}
            known[cells] = next(number for number in range(len(after) + 1) if number not in after)
        return known[cells]

    return found(cells)


def test_flowers_have_the_published_values():
    """Winning Ways, chapters 2 and 7: a flower with a blue head is up and star; `rg` is a number and a star."""
    assert name("gb") == name("g1b1") == "↑*"
    assert name("gr") == "↓*"
    assert name("bg") == "1*"
    assert name("b_r") == "0"
    assert name("b1b_1r") == "1"


@pytest.mark.second_ring
@settings(max_examples=40, deadline=None)
@given(st.text("brg", min_size=1, max_size=3), st.text("brg", min_size=1, max_size=3))
def test_the_mirror_picture_is_the_negative(one: str, other: str):
    text = f"{one}_{other}"
    forms = Forms()
    here, there = picture(text), picture(text.translate(str.maketrans("br", "rb")))
    value = value_of(here, here.start(), forms).value
    assert value_of(there, there.start(), forms).value is forms.negative(value)


def test_edges_cut_off_from_the_ground_fall():
    rules = picture("b1r2b_2r0_1g")
    start = rules.start()
    after = {rules.format_move(start, move): rules.format(rules.do_move(start, move)) for move in rules.moves(start)}
    assert after == {"b1": "2_-rbrg", "b3": "2_br-rg", "g5": "2_brbr-"}
    second = rules.parse("2_-rbrg")
    after = {rules.format_move(second, move): rules.format(rules.do_move(second, move)) for move in rules.moves(second)}
    assert after == {"r2": "1_--br-", "r4": "1_-----", "g5": "1_-rbr-"}
    assert rules.primitive(rules.parse("1_-----")) is Value.LOSE


def test_typed_pictures_are_answered_without_a_table(tmp_path):
    manager = PuzzleManager(tmp_path)
    rules = manager.rules("hackenbush", "b_r")
    assert manager.result(rules, rules.start()).value is Value.LOSE
    assert manager.result(rules, rules.parse("1_b-")).remoteness == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("b1r_2g", "Nothing before the path '2g'"),
        ("b" * (MOST_LINES + 1), "13 lines"),
        *((text, "not a start of hackenbush") for text in ("bx", "_b", "b_", "1")),
    ],
)
def test_bad_pictures_are_refused_with_the_reason(text: str, why: str):
    with pytest.raises(BadCustomVariant, match=why):
        picture(text)


def test_bad_positions_are_refused_as_malformed_or_illegal():
    rules = picture("br_g")
    for text in ("1_br", "1_brgg", "1_rrg", "brg", "3_brg"):
        with pytest.raises(MalformedPosition):
            rules.parse(text)
    with pytest.raises(IllegalPosition, match="connected to the ground"):
        rules.parse("1_-rg")


@pytest.mark.second_ring
@settings(max_examples=60, deadline=None)
@given(st.from_regex(r"[brg]{1,2}1[brg]{1,2}(_1?[brg]{1,3}[012]?){0,3}", fullmatch=True))
def test_every_picture_is_drawn(text: str):
    try:
        rules = picture(text)
    except BadCustomVariant:
        return
    look = picture_of(rules).look
    assert len(look.centers) == len(rules.start()[1]) == len(look.kinds)
    assert all(0 <= x <= look.size.x and 0 <= y <= look.size.y for x, y in look.centers)
    assert len(set(look.kinds)) == len(look.kinds)
