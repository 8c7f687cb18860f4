"""Closed forms against the reference solver, which knows nothing of nimbers."""

from __future__ import annotations

import threading

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import exhaustive, load, reachable

STARTS = [
    "nim/3_3_3",
    "nim/1_3_5",
    "nim/3_4_5",
    "nim/1_1_1_1_1",
    "nim/9",
    "nim/6_2_4",
    "kayles/1",
    "kayles/2",
    "kayles/7",
    "kayles/10",
    "dawsonschess/1",
    "dawsonschess/2",
    "dawsonschess/8",
    "dawsonschess/13",
]


def without_symmetry(full_id: str):
    """The same rules without symmetry, so every position is solved on its own."""
    rules = load(full_id)
    plain = type("Plain", (type(rules),), {"canonical": lambda self, position: position})(rules.variant)
    plain.__dict__["symmetric"] = False
    return plain


@pytest.mark.parametrize("full_id", STARTS)
def test_every_position_is_as_solved(full_id: str):
    rules, forms = load(full_id), ClosedForms()
    expected = solve(without_symmetry(full_id)).results
    assert set(expected) == reachable(rules)
    for position, found in expected.items():
        assert forms.probe(rules, position) == found


@pytest.mark.parametrize("full_id", ["nim/3_4_5", "nim/2_2_2_2", "kayles/13", "dawsonschess/20"])
def test_every_class_is_as_solved(full_id: str):
    rules, forms = load(full_id), ClosedForms()
    expected = solve(rules).results
    assert len(expected) >= 15
    for position, found in expected.items():
        assert forms.probe(rules, position) == found


def test_shared_closed_forms_serve_all_starts():
    forms = ClosedForms()
    for full_id in [*STARTS, *reversed(STARTS)]:
        rules = load(full_id)
        assert forms.probe(rules, rules.start()) == solve(rules).results[rules.canonical(rules.start())]


@pytest.mark.parametrize(
    ("full_id", "value"),
    [
        ("kayles/500", Value.WIN),
        ("dawsonschess/499", Value.WIN),
        ("dawsonschess/500", Value.LOSE),
        ("dawsonschess/68", Value.WIN),
        ("dawsonschess/480", Value.LOSE),
    ],
)
def test_heaps_over_the_limit_have_a_value_without_remoteness(full_id: str, value: Value):
    rules, forms = load(full_id), ClosedForms()
    assert not forms.exact(rules)
    assert forms.probe(rules, rules.start()) == Result(value, None)


@pytest.mark.parametrize("full_id", ["kayles/10", "dawsonschess/13", "octal/0.77_5_4", "octal/0.3_9", "grundy/12"])
def test_values_over_the_limit_are_right_and_remotenesses_exact_near_the_end(full_id: str):
    rules, forms = load(full_id), ClosedForms(max_positions=5)
    assert not forms.exact(rules)
    told = set()
    for position, found in solve(without_symmetry(full_id)).results.items():
        near = rules.bound_from(rules.gathered(rules.heaps(position[1]))) <= 5
        known = near or rules.primitive(position) is not None
        assert forms.probe(rules, position) == Result(found.value, found.remoteness if known else None)
        told.add((known, found.remoteness))
    assert len([remoteness for known, remoteness in told if known]) > 1
    assert any(not known for known, _ in told)


def test_the_end_of_a_large_game_is_exact():
    rules, forms = load("kayles/500"), ClosedForms()
    assert forms.probe(rules, rules.parse("1_" + "--" + "x" * 498)) == Result(Value.WIN, None)
    alone = load("kayles/20")
    expected = forms.probe(alone, alone.start())
    assert expected.remoteness is not None
    assert forms.probe(rules, rules.parse("1_" + "x" * 20 + "-" * 480)) == expected


@pytest.mark.parametrize(
    "full_id",
    [
        "dawsonschess/70",
        "octal/0.333_70",
        *(exhaustive(one) for one in ("kayles/60", "octal/0.77_60", "grundy/60")),
    ],
)
def test_a_move_never_leads_from_what_is_known_to_what_is_not(full_id: str):
    rules, forms = load(full_id), ClosedForms()
    position, known = rules.start(), False
    while rules.primitive(position) is None:
        children = rules.children(position)
        here = forms.probe(rules, position).remoteness is not None
        assert here >= known
        known = here
        assert not known or all(forms.probe(rules, child).remoteness is not None for child in children)
        position = children[len(children) // 2]
    assert known


@pytest.mark.parametrize("piles", ["7_7", "6_5_4", "5_4_3_3", "3_3_2_2_2"])
def test_the_formula_of_nim_is_what_the_definition_says(piles: str):
    rules, forms = load(f"nim/{piles}"), ClosedForms(max_positions=0)
    for position, found in solve(without_symmetry(f"nim/{piles}")).results.items():
        assert forms.probe(rules, position) == found


@pytest.mark.parametrize(
    ("full_id", "expected"),
    [
        ("nim/9_9_9_9_9_9", Result(Value.LOSE, 54)),
        ("nim/10_11_12_13_14", Result(Value.WIN, 1 + 60 - 14)),  # nimber 14: all of the last pile
        ("nim/60_60_60", Result(Value.WIN, 1 + 120)),
        ("nim/30_29_3_31_31", Result(Value.LOSE, 124)),
    ],
)
def test_large_starts_of_nim_are_exact(full_id: str, expected: Result):
    rules = load(full_id)
    assert ClosedForms().probe(rules, rules.start()) == expected


def test_limit_is_inclusive():
    rules = load("nim/3_3_3")
    assert rules.bound() == 64
    assert ClosedForms(max_positions=64).exact(rules)
    assert not ClosedForms(max_positions=63).exact(rules)


@pytest.mark.parametrize(
    ("full_id", "expected"),
    [
        ("nim/250_250", Result(Value.LOSE, 500)),
        ("nim/500", Result(Value.WIN, 1)),
        ("nim/1_3_5_7", Result(Value.LOSE, 16)),
    ],
)
def test_long_games_within_the_limit(full_id: str, expected: Result):
    """As deep as the recursion can go; in a thread, as in a service."""
    rules, forms, found = load(full_id), ClosedForms(), []
    assert forms.exact(rules)
    thread = threading.Thread(target=lambda: found.append(forms.probe(rules, rules.start())))
    thread.start()
    thread.join()
    assert found == [expected]


@pytest.mark.exhaustive
def test_largest_exact_rows_are_answered():
    """At the limit: the largest rows whose remoteness is exact."""
    forms = ClosedForms()
    for game in ("kayles", "dawsonschess"):
        exact = [cells for cells in range(1, 80) if forms.exact(load(f"{game}/{cells}"))]
        assert exact == list(range(1, len(exact) + 1))
        assert 35 <= len(exact) < 79
        rules = load(f"{game}/{len(exact)}")
        assert forms.probe(rules, rules.start()).remoteness is not None
    kayles, octal = load("kayles/44"), load("octal/0.77_44")
    assert forms.probe(octal, octal.start()) == forms.probe(kayles, kayles.start()) == Result(Value.WIN, 39)


@pytest.mark.second_ring
def test_memory_is_bounded_and_answers_stay_right():
    forms = ClosedForms(max_remembered=20)
    for full_id in ("kayles/12", "nim/3_4_5", "kayles/12", "dawsonschess/13"):
        rules = load(full_id)
        for position, found in solve(rules).results.items():
            assert forms.probe(rules, position) == found
    rules = load("nim/1")
    forms.probe(rules, rules.start())
    assert len(forms._remotenesses) < 200


@pytest.mark.second_ring
def test_threads_share_remembered_forms():
    forms, wrong = ClosedForms(max_remembered=50), []
    rules = load("kayles/12")
    expected = solve(rules).results

    def ask():
        wrong.extend(p for p, found in expected.items() if forms.probe(rules, p) != found)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(expected) > 50
