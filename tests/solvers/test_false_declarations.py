"""Nothing that a plug-in declares falsely is published: it is refused by a sentence that names what is false."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from perfect_play.puzzles._template_game import TemplateGame
from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.mixins import Searchable
from perfect_play.solvers import builder
from perfect_play.solvers.builder import build_one
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native import process
from perfect_play.solvers.native.launch import MIN_BOARD_POSITIONS, plan_of
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables import audit as audit_module
from perfect_play.solvers.tables import refusals
from perfect_play.solvers.tables.audit import (
    LAWFUL,
    LAWFUL_AGAIN,
    FalseDeclaration,
    audit,
    require_lawful,
    results_of,
)
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.refusals import SUFFIX, refusal, refuse
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.helpers import exhaustive, load
from tests.solvers import changing_rules
from tests.solvers.changing_rules import EndsByTheClock, EndsByTheDay, MovesAtRandom
from tests.solvers.false_declarations import PLANTED, Breakthrough, PlantedFault, TurnedBreakthrough
from tests.solvers.rare_faults import (
    FAULTS,
    HERE,
    SIDE,
    HopelessAtOne,
    ParentsLeaveOneOut,
    ParentsLeaveOutThePlateau,
    SolutionsLeaveOneOut,
    Walk,
)

SMALL = [fault for fault in PLANTED if fault.cls.find_variant(fault.variant).positions < MIN_BOARD_POSITIONS]
NATIVE = [
    fault
    for fault in PLANTED
    if plan_of(fault.cls(fault.cls.find_variant(fault.variant))) is not None and fault.names != "canonical"
]
"""Natively, positions are told apart by their ranks alone."""


def rules_of(fault: PlantedFault) -> Rules:
    return fault.cls(fault.cls.find_variant(fault.variant))


def name_of(fault: PlantedFault) -> str:
    return fault.cls.__name__


def test_every_engine_has_its_faults():
    engines = {plan.engine for fault in NATIVE if (plan := plan_of(rules_of(fault))) is not None}
    assert engines >= {"tiers", "forward", "dense", "backward"}


@pytest.mark.parametrize("fault", SMALL, ids=name_of)
def test_reference_solver_publishes_no_false_declaration(tmp_path: Path, fault: PlantedFault):
    rules = rules_of(fault)
    with pytest.raises(FalseDeclaration) as refused:
        build_one(PuzzleManager(tmp_path), rules, Reporter(), lambda done: None)
    assert fault.names in str(refused.value)
    assert str(refused.value).startswith(f"{rules.full_id}: ")
    assert not list(tmp_path.rglob("*.sqlite"))


@pytest.mark.parametrize("fault", NATIVE, ids=name_of)
def test_native_engines_publish_no_false_declaration(tmp_path: Path, fault: PlantedFault):
    with pytest.raises(FalseDeclaration) as refused:
        process.run(tmp_path, rules_of(fault))
    assert fault.names in str(refused.value)
    assert not list(tmp_path.rglob("*.sqlite"))


SYMMETRIC = [fault for fault in SMALL if rules_of(fault).symmetric]
WRONG_VALUES = ("HorsesWithoutOneLine", "OneFalsePair", "CanonicalOfOneBoard")
"""Plug-ins that can be solved, with wrong results."""


@pytest.mark.parametrize("fault", [fault for fault in SYMMETRIC if name_of(fault) in WRONG_VALUES], ids=name_of)
def test_the_audit_alone_refuses_a_symmetry(fault: PlantedFault):
    """Even if no law has found it."""
    rules = rules_of(fault)
    with pytest.raises(FalseDeclaration) as refused:
        audit(rules, results_of(rules, solve(rules)))
    assert "image" in str(refused.value) or "came out as" in str(refused.value)


@pytest.mark.parametrize("fault", [fault for fault in SYMMETRIC if name_of(fault) in WRONG_VALUES], ids=name_of)
def test_verify_finds_a_false_symmetry(tmp_path: Path, fault: PlantedFault):
    """In a table that an earlier version has published: every class is right by its representative alone."""
    rules, store = rules_of(fault), Store(tmp_path)
    store.write(rules, solve(rules), 0.0, count=False)
    faults = verify(store, rules)
    assert faults
    assert "image" in faults[0] or "child without entry" in faults[0]


def named(name: str, **changes: bool) -> Rules:
    """The rules of a planted fault. changes: to its variant."""
    fault = next(fault for fault in PLANTED if name_of(fault) == name)
    return fault.cls(replace(fault.cls.find_variant(fault.variant), **changes))


def test_refused_variant_is_not_solved_again_by_another_process(tmp_path: Path):
    rules = named("CanonicalOfOneBoard")
    with pytest.raises(FalseDeclaration) as refused:
        build_one(PuzzleManager(tmp_path), rules, Reporter(), lambda done: None)
    other = PuzzleManager(tmp_path)
    with pytest.raises(NotReady) as later:
        other.result(rules, rules.start())
    assert refused.value.sentence in later.value.sentence
    assert refusal(other.store.path(rules), rules) == refused.value.sentence
    assert refusal(other.store.path(rules), load("tictactoe/regular")) is None, "other rules of this name are not"


def test_refused_variant_is_not_searched(tmp_path: Path):
    """Even if no law has found it but only the audit."""
    rules, manager = named("TeekoWithoutOneLine", presolve=False), PuzzleManager(tmp_path)
    assert manager.direct(rules) is not None
    refuse(manager.store.path(rules), rules, "It is false.")
    for ask in (manager.result, manager.answered_by):
        with pytest.raises(FalseDeclaration, match="It is false"):
            ask(rules, rules.start())


def test_unlawful_variant_is_not_searched(tmp_path: Path):
    rules, manager = named("PawnsThatMoveAlike", presolve=False), PuzzleManager(tmp_path)
    assert manager.direct(rules) is not None
    with pytest.raises(FalseDeclaration, match="`other_side`"):
        manager.result(rules, rules.start())


def test_a_plugin_that_raises_an_error_stops_no_other_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    manager, solve_it = PuzzleManager(tmp_path), builder.build_by_reference
    broken, sound = load("towersofhanoi/3_1"), load("towersofhanoi/3_3")

    def build(store, rules, *more):
        if rules is broken:
            raise IndexError("list index out of range")
        return solve_it(store, rules, *more)

    monkeypatch.setattr(builder, "build_by_reference", build)
    monkeypatch.setattr(manager, "presolved", lambda: [broken, sound])
    assert builder.build_missing(manager, Reporter()) == 1
    assert not manager.missing(sound)
    assert "IndexError: list index out of range" in manager.status(broken).detail


def test_a_damaged_refusal_refuses_nothing(tmp_path: Path):
    rules, path = load("tictactoe/regular"), tmp_path / "tictactoe.regular.sqlite"
    refuse(path, rules, "It is false.")
    whole = path.with_suffix(SUFFIX).read_bytes()
    for damaged in (b"", whole[:-1], whole.replace(b"false", b"right")):
        path.with_suffix(SUFFIX).write_bytes(damaged)
        assert refusal(path, rules) is None


@pytest.mark.parametrize("cls", [MovesAtRandom, EndsByTheClock, EndsByTheDay])
def test_rules_that_change_are_refused(tmp_path: Path, cls: type[TemplateGame]):
    """By their source, since they may answer alike while they are checked."""
    rules = cls(cls.find_variant("9"))
    with pytest.raises(FalseDeclaration, match=r"changing_rules.py: line \d+ (calls|uses) `"):
        build_one(PuzzleManager(tmp_path), rules, Reporter(), lambda done: None)


@pytest.mark.parametrize("cls", [MovesAtRandom, EndsByTheClock])
def test_impure_answers_break_the_law_of_purity(cls: type[TemplateGame], monkeypatch: pytest.MonkeyPatch):
    numbers = random.Random(1)
    monkeypatch.setattr(changing_rules.random, "random", numbers.random)
    monkeypatch.setattr(changing_rules.time, "perf_counter_ns", lambda: numbers.getrandbits(1))
    assert "law 'purity'" in check(cls(cls.find_variant("9")))[0]


@pytest.mark.parametrize(("cls", "name"), FAULTS.items())
def test_single_false_position_among_many_is_refused(tmp_path: Path, cls: type[Walk], name: str):
    rules = cls(cls.variants[0])
    with pytest.raises(FalseDeclaration) as refused:
        build_one(PuzzleManager(tmp_path), rules, Reporter(), lambda done: None)
    assert name in str(refused.value)
    assert not list(tmp_path.rglob("*.sqlite"))


def test_the_walk_without_faults_is_published(tmp_path: Path):
    rules, manager = Walk(Walk.variants[0]), PuzzleManager(tmp_path)
    build_one(manager, rules, Reporter(), lambda done: None)
    assert manager.result(rules, HERE) == Result(Value.WIN, 2 * SIDE - 2 - 7 - 20)
    assert verify(manager.store, rules) == []


@pytest.mark.parametrize("cls", [ParentsLeaveOneOut, SolutionsLeaveOneOut])
def test_verify_finds_what_is_absent_from_a_table(tmp_path: Path, cls: type[Walk]):
    """A position that is not stored counts as one that cannot be solved: that has to be right as well."""
    rules, store = cls(cls.variants[0]), Store(tmp_path)
    store.write(rules, solve(rules), 0.0, count=False)
    assert any("play leads to" in fault for fault in verify(store, rules, limit=1000))


def test_an_answer_that_contradicts_its_moves_is_refused(tmp_path: Path):
    rules, manager = HopelessAtOne(HopelessAtOne.variants[0]), PuzzleManager(tmp_path)
    assert position_report(manager, rules, HERE + 10).facts.value is Value.WIN
    with pytest.raises(FalseDeclaration, match="came out as lose, but its moves imply win in"):
        position_report(manager, rules, HERE)


def test_a_position_that_no_play_reaches_is_not_called_lost_if_play_leads_on(tmp_path: Path):
    rules, manager = ParentsLeaveOutThePlateau(ParentsLeaveOutThePlateau.variants[0]), PuzzleManager(tmp_path)
    build_one(manager, rules, Reporter(), lambda done: None)
    for position in (SIDE - 1, SIDE - 4 + 3 * SIDE, 8 * SIDE - 1):
        assert rules.on_plateau(position)
        with pytest.raises(FalseDeclaration, match="came out as lose, but"):
            position_report(manager, rules, position)


def test_corrected_plugin_is_no_longer_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Also where the digest of tables does not see the correction, such as of a heuristic."""
    rules, path = load("npuzzle/2"), tmp_path / "npuzzle.2.sqlite"
    refuse(path, rules, "It is false.")
    assert refusal(path, rules) == "It is false."
    corrected = type(rules)(rules.variant)
    monkeypatch.setattr(refusals, "source_of", lambda module: "another source")
    assert rules_digest(corrected) == rules_digest(rules)
    assert refusal(path, corrected) is None


def test_the_rules_without_faults_are_published(tmp_path: Path):
    manager = PuzzleManager(tmp_path)
    for full_id in ("tictactoe/regular", "horses/regular", "towersofhanoi/3_3", "mutorere/regular"):
        build_one(manager, load(full_id), Reporter(), lambda done: None)
        assert manager.store.path(load(full_id)).exists()


@pytest.mark.second_ring
@pytest.mark.parametrize("cls", [exhaustive(Breakthrough), TurnedBreakthrough])
def test_pawns_by_either_description_win_in_9(tmp_path: Path, cls: type[Breakthrough]):
    """A win in 9 on three columns and four ranks: computed by an independent program."""
    rules = cls(cls.variants[0])
    process.run(tmp_path, rules)
    store = Store(tmp_path / "tables")
    assert store.probe(rules, rules.start()) == Result(Value.WIN, 9)
    assert verify(store, rules, sample=300) == []


def test_bounds_of_searches_are_among_what_is_planted():
    assert any(issubclass(fault.cls, Searchable) and fault.names == "heuristic" for fault in PLANTED)


def test_our_plug_ins_have_one_variant_held_to_the_laws_on_the_larger_sample(monkeypatch: pytest.MonkeyPatch):
    limits = []
    monkeypatch.setattr(audit_module, "_FIRST", {})
    monkeypatch.setattr(audit_module, "_broken", lambda rules, limit, laws: limits.append(limit))
    monkeypatch.setattr(audit_module, "is_shipped", lambda cls: cls is not Walk)
    for rules in (load("towersofhanoi/3_1"), load("towersofhanoi/3_2"), load("towersofhanoi/3_1"), load("nim/1_2_3")):
        require_lawful(rules)
    assert limits == [LAWFUL, LAWFUL_AGAIN, LAWFUL, LAWFUL]
    limits.clear()
    for name in ("one", "two"):
        require_lawful(Walk(replace(Walk.variants[0], id=name)))
    assert limits == [LAWFUL, LAWFUL], "nobody else has checked a plug-in from outside"


def test_results_are_derived_once(monkeypatch: pytest.MonkeyPatch):
    rules, positions = load("towersofhanoi/3_3"), []
    monkeypatch.setattr(audit_module, "_derive_again", lambda rules, results, position: positions.append(position))
    audit(rules, results_of(rules, solve(rules)))
    assert len(positions) == len(set(positions)) >= 27
