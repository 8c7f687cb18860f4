"""The laws of `puzzles/checks.py` on a few variants of every plug-in, one test each; on all by `make exhaustive`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.checks import LAWS, applies, check
from perfect_play.puzzles.laws.sample import LawBroken, Sample
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.helpers import EXHAUSTIVE, GOLDEN, cases, examples, exhaustive, late, name_of, of_each, spread

CATALOGUE = GOLDEN / "catalogue.txt"
"""Every plug-in and every listed variant, one per line. To regenerate: `python -m tests.puzzles.test_laws`."""

RULES = [*registry.listed(), *examples()]
NAMES = sorted({cls.id for cls in registry.all_rules()} | {rules.full_id for rules in registry.listed()})
LARGE = 1_000_000
"""Positions of the largest variant whose samples are quick to draw and to check."""
SMALLEST = [min(ours, key=lambda rules: (rules.variant.custom, rules.variant.positions)) for ours in of_each(RULES)]
ENDS = spread([rules for rules in RULES if rules.variant.positions <= LARGE or rules in SMALLEST], each=2)
FEW = set(ENDS)
EARLY = {min(ours, key=lambda rules: (rules.variant.custom, rules.variant.positions)) for ours in of_each(ENDS)}
"""The smallest of each plug-in; the second ring of tests has the others."""
ALWAYS = ("metadata", "text", "view")
"""Laws of what is written per variant, which are always checked on all variants: one test for each of the few, and one
for all others of a plug-in."""


@cache
def sample(rules: Rules) -> Sample:
    """The positions on which the laws are checked: fewer for the larger variants of the second ring."""
    return Sample.of(rules, 120 if rules in EARLY or os.environ.get(EXHAUSTIVE) else 40)


@cache
def laws_of(rules: Rules) -> tuple[str, ...]:
    """The laws that apply to these rules."""
    return tuple(law for law in LAWS if applies(law, rules))


def marks_of(rules: Rules) -> Sequence[pytest.MarkDecorator]:
    if rules in EARLY:
        return ()
    return (pytest.mark.second_ring if rules in FEW else pytest.mark.exhaustive,)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All variants if exhaustive tests are chosen; finding the laws that apply to each takes seconds."""
    if "law" in metafunc.fixturenames:
        every = "not exhaustive" not in metafunc.config.option.markexpr
        chosen = [
            pytest.param(rules, law, id=f"{name_of(rules)}-{law}", marks=marks_of(rules))
            for rules in RULES
            if every or rules in FEW
            for law in laws_of(rules)
            if rules in FEW or law not in ALWAYS
        ]
        metafunc.parametrize(("rules", "law"), chosen)


def test_law_holds_on_samples(rules: Rules, law: str):
    LAWS[law](rules, sample(rules))  # raises LawBroken with a sentence


OTHERS = [rules for rules in RULES if rules not in FEW]
SOME = spread(OTHERS)


@pytest.mark.parametrize(
    "rules",
    [
        *(late(ours) for ours in of_each(SOME)),
        exhaustive([rules for rules in OTHERS if rules not in set(SOME)]),
    ],
    ids=lambda ours: ours[0].id,
)
def test_laws_that_always_apply_hold_for_other_variants(rules: list[Rules]):
    broken = []
    for one in rules:
        positions = Sample.of(one, 40, ranks=False)
        for law in ALWAYS:
            try:
                LAWS[law](one, positions)
            except LawBroken as error:
                broken.append(f"{one.full_id}: law {law!r}: {error}")
    assert broken == []


def test_laws_that_always_apply_do_so_to_all_variants():
    assert all(applies(law, rules) for law in ALWAYS for rules in RULES)


def test_the_catalogue_is_todays():
    """A plug-in may vanish or appear only on purpose; other tests count by the registry and notice neither."""
    expected = CATALOGUE.read_text(encoding="utf-8").split()
    assert expected == NAMES, "To have what is meant to be new or gone: python -m tests.puzzles.test_laws"
    assert {rules.id for rules in RULES} == {cls.id for cls in registry.all_rules()}, "one has no variant or example"


def test_plugin_is_held_to_at_least_seven_laws():
    for rules in RULES:
        assert len(laws_of(rules)) >= 7, f"hardly a law is checked for {rules.full_id}"


def test_every_law_is_checked_for_some_plugins():
    for law in LAWS:
        least = 1 if law == "search" else 6
        assert len({rules.id for rules in RULES if law in laws_of(rules)}) >= least, (
            f"law {law!r} is hardly ever checked"
        )


@pytest.mark.parametrize("rules", cases(RULES, early=EARLY.__contains__))
def test_sample_is_large_enough_and_always_the_same(rules: Rules):
    positions = sample(rules).positions
    assert positions == sample.__wrapped__(rules).positions
    assert len(set(positions)) == len(positions)
    small = rules.variant.custom or rules.variant.positions < 60
    over = rules.primitive(rules.start()) is not None  # at the start: one row of Domineering
    assert len(positions) >= (1 if over else 2 if small else 20)
    assert positions[0] == rules.start()


# --- the template -------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", Template.variants, ids=lambda variant: variant.id)
def test_the_template_passes_all_laws(variant):
    assert check(Template(variant)) == []
    assert applies("parents", Template(variant)), "the template shows how moves are taken back"


def test_the_template_is_solved(tmp_path):
    five, eight = map(Template, Template.variants)
    remoteness = [solve(five).result(five, stone) for stone in range(5)]
    assert remoteness == [Result(Value.WIN, moves) for moves in (2, 3, 1, 2, 0)]
    assert solve(eight).result(eight, eight.start()) == Result(Value.WIN, 5)
    store = Store(tmp_path)
    store.write(eight, solve(eight), 0.0)
    assert verify(store, eight) == []
    assert store.probe(eight, eight.start()) == Result(Value.WIN, 5)


if __name__ == "__main__":
    CATALOGUE.write_text("\n".join(NAMES) + "\n", encoding="utf-8")
