"""The laws bite: faults planted in good plug-ins are found, each by the law meant for it."""

from __future__ import annotations

import re

import pytest

from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.checks import LAWS, check
from perfect_play.puzzles.laws.basic_laws import damaged
from perfect_play.puzzles.one_player.lightsout import LightsOut
from perfect_play.puzzles.one_player.npuzzle import NPuzzle
from perfect_play.puzzles.view import Add, Move, Shift
from tests.puzzles import broken_rules, broken_texts
from tests.puzzles.breaking import faults_in

FAULTS = faults_in(broken_texts) + faults_in(broken_rules)


def small(cls: type[Rules]) -> Rules:
    """The rules of a medium-sized test variant, with something of everything."""
    wanted = {"towersofhanoi": "3_3", "npuzzle": "2x3", "nqueens": "5", "lightsout": "3", "domineering": "2x3"}.get(
        cls.id
    )
    variant = next((v for v in cls.variants if v.id == wanted), None)
    return cls(variant or next((v for v in cls.variants if v.testing), Template.variants[0]))


@pytest.mark.second_ring
@pytest.mark.parametrize(("law", "cls"), [pytest.param(law, cls, id=cls.__name__) for law, cls in FAULTS])
def test_fault_is_found(law: str, cls: type[Rules]):
    found = check(small(cls))
    by_law = [sentence for sentence in found if f"law '{law}':" in sentence]
    assert by_law, f"law {law!r} finds nothing; all that is found: {found}"
    variant = small(cls).variant
    assert by_law[0].startswith(f"{cls.id}/{variant.id}: "), "a finding says where it was made"


@pytest.mark.parametrize("cls", sorted({cls.__mro__[1] for _, cls in FAULTS}, key=lambda cls: cls.__name__))
def test_plugin_without_the_fault_passes_the_laws(cls: type[Rules]):
    assert check(small(cls)) == []


def test_every_law_has_a_fault_that_only_it_is_meant_for():
    assert {law for law, _ in FAULTS} == set(LAWS)
    assert len(FAULTS) >= 50


def test_positions_that_cannot_be_made_are_a_finding():
    class NoStart(Template):
        def start(self):
            raise RuntimeError("no start")

    (finding,) = check(small(NoStart))
    assert re.search("no positions can be made: RuntimeError: no start", finding)


def test_a_law_that_fails_by_an_error_is_a_finding():
    class NoBoard(Template):
        def board(self, position):
            raise KeyError(position)

    findings = check(small(NoBoard))
    assert any("law 'view': KeyError" in finding for finding in findings)


@pytest.mark.parametrize("name", ["1_3,3,10", "A--B--C--", "-", "0", "10_1-2-3"])
def test_damaged_texts_cover_every_character_and_exchange(name: str):
    bad = set(damaged(name))
    assert name not in bad
    assert {"", name[1:], name[:-1], name * 2, f" {name}", f"{name} ", f"{name}\n", f"\0{name}"} <= bad
    assert not set("0123456789") & set(name) or any(not text.isascii() and len(text) == len(name) for text in bad)
    exchanged = {text for text in bad if text != name and sorted(text) == sorted(name)}
    replaced = {text for text in bad if len(text) == len(name) and sum(map(str.__ne__, text, name)) == 1}
    pairs = [(i, j) for i in range(len(name)) for j in range(i) if name[i] != name[j]]
    assert (len(exchanged) > 0) == bool(pairs)
    assert {i for text in replaced for i in range(len(name)) if text[i] != name[i]} == set(range(len(name)))


@pytest.mark.parametrize("button", [Shift("L", 0, 1), Shift("R", 1, 2), Add("z", 5), Move(0, 5), Move(5, 0)])
def test_buttons_that_fit_are_no_fault(button):
    class DrawnPuzzle(NPuzzle):
        def button(self, position, move):
            return button

    assert [finding for finding in check(small(DrawnPuzzle)) if "'view'" in finding] == []


def test_a_size_of_more_than_63_bits_comes_with_advice():
    class Huge(LightsOut):
        def __init__(self, variant):
            super().__init__(variant)
            self.size = (1 << 63) + 1

    found = check(small(Huge))
    assert any("not from 1 to 2**63. Use fewer bits per cell" in finding for finding in found), found


def test_two_moves_with_one_button_break_the_law_about_moves_alone():
    class OneButton(LightsOut):
        def button(self, position, move):
            return Add("x", 0)

    laws = {re.search("law '([a-z_]+)'", sentence)[1] for sentence in check(small(OneButton))}
    assert "distinct" in laws
    assert "bad_text" not in laws
