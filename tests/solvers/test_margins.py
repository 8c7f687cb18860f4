"""Winning margins: published ones, an independent search, and tables that hold them or are rejected."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import pytest

import perfect_play.solvers.tables.reader
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Position, Rules, value_by_points
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import NoMargins
from perfect_play.solvers.retrograde import Solution, solve
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.tables.reader import NotCovered, TableCorrupt, TableMissing
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.helpers import GraphGame, cases, load, name_of, small_rules, solved
from tests.solvers.tables import parts_of, set_part, written

PUBLISHED = {
    "kalah/2x2": -2,
    "kalah/2x4": -10,
    "kalah/3x1": 0,
    "kalah/3x2": 4,
    "kalah/3x3": 2,
    "dotsandboxes/1x1": -1,
    "dotsandboxes/1x2": 0,
    "dotsandboxes/2x2": 2,
    "othello/4x4": -8,  # 3 discs to 11
}
BY_POINTS = [rules for rules in small_rules() if isinstance(rules, Scored)]


def margin_of(solution: Solution, rules: Rules, position: Position) -> int:
    assert solution.margins is not None
    return solution.margins[rules.canonical(position)]


@pytest.mark.parametrize("full_id", PUBLISHED)
def test_margins_of_starts_are_the_published_ones(full_id: str):
    """Kalah: Irving, Donkers and Uiterwijk 2000; Dots and Boxes: Barker and Korf 2012; Othello: by many programs."""
    rules = load(full_id)
    assert margin_of(solved(full_id), rules, rules.start()) == PUBLISHED[full_id]


def test_games_by_points_are_the_known_ones():
    assert {rules.id for rules in BY_POINTS} == {"dotsandboxes", "kalah", "mancala", "othello"}
    assert [cls.id for cls in registry.all_games() if issubclass(cls, Scored)] == sorted(
        {rules.id for rules in BY_POINTS}
    )


@pytest.mark.parametrize("rules", BY_POINTS, ids=name_of)
def test_margins_of_all_positions_are_those_of_the_definition(rules: Game):
    """By definition, depth first; and every win has a positive margin."""

    @cache
    def margin(position: Position) -> int:
        if rules.primitive(position) is not None:
            return rules.margin(position)
        turn = rules.turn(position)
        return max(margin(c) if rules.turn(c) == turn else -margin(c) for c in rules.children(position))

    solution = solved(rules.full_id)
    assert solution.margins is not None
    assert set(solution.margins) == set(solution.results)
    for position, found in solution.results.items():
        assert solution.margins[position] == margin(position)
        assert value_by_points(margin(position)) is found.value


# --- tables -----------------------------------------------------------------------------------------


@pytest.mark.second_ring
@pytest.mark.parametrize("rules", cases(BY_POINTS))
def test_table_holds_the_margins_of_the_solution(tmp_path: Path, rules: Game):
    store, solution = written(tmp_path, rules.full_id), solved(rules.full_id)
    assert solution.margins is not None
    for position, margin in list(solution.margins.items())[:500]:
        for image in list(rules.images(position))[:4]:
            assert store.margin(rules, image) == margin
    assert verify(store, rules, sample=300) == []
    assert len(store.margins(rules)) == store.check(rules).entries


# nodes 0 to 6; nothing leads to 6
GRAPH = {0: [1, 2, 3], 1: [3, 4], 2: [4, 5], 3: [4, 5], 4: [], 5: [], 6: []}
POINTS = {4: 3, 5: -2, 6: 1}
TURNS = {0: 1, 1: 2, 2: 1, 3: 2, 4: 1, 5: 2, 6: 1}
MARGINS = {0: 3, 1: -2, 2: 3, 3: -2, 4: 3, 5: -2}


class Points(Scored, GraphGame):
    """A game on a graph, won by points."""

    def __init__(self, graph=GRAPH, points=POINTS) -> None:
        super().__init__(graph, {node: value_by_points(ahead) for node, ahead in points.items()}, TURNS)
        self.points = points

    def margin(self, position: int) -> int:
        return self.points[position]


class RankedPoints(Points):
    """The same with a dense index."""

    size = 7

    def rank(self, position: int) -> int:
        return position

    def unrank(self, number: int) -> int:
        return number


class ListedPoints(RankedPoints):
    """The same with ranks in a list."""

    dense = False


TOYS = [Points(), RankedPoints(), ListedPoints()]


@pytest.mark.parametrize("rules", TOYS, ids=lambda rules: type(rules).__name__)
class TestToys:
    """Hand-computed results, in every layout."""

    def test_sound_margins_are_stored_and_verified(self, tmp_path: Path, rules: Points):
        solution = solve(rules)
        assert solution.margins == MARGINS
        store = Store(tmp_path)
        store.write(rules, solution, 0.0)
        assert verify(store, rules) == []
        assert verify(store, rules, sample=50) == []
        assert {node: store.margin(rules, node) for node in MARGINS} == MARGINS
        with pytest.raises(NotCovered, match="never leads to it"):
            store.margin(rules, 6)

    def test_wrong_margin_is_found_by_verify(self, tmp_path: Path, rules: Points):
        solution, store = solve(rules), Store(tmp_path)
        for node, margin in MARGINS.items():
            store.write(rules, replace(solution, margins={**MARGINS, node: margin + 1}), 0.0)
            for found in (verify(store, rules), verify(store, rules, sample=50)):
                assert any(
                    f"'n{node}' has the margin {margin + 1}, its children say {margin}" in said for said in found
                )

    def test_a_value_that_does_not_fit_is_found(self, tmp_path: Path, rules: Points):
        store = Store(tmp_path)
        rules = type(rules)()
        solution = solve(rules)
        rules.points = {**POINTS, 4: -3}  # but still a win
        margins = {**MARGINS, 0: 2, 1: 3, 2: 2, 3: 3, 4: -3}
        store.write(rules, replace(solution, margins=margins), 0.0)
        assert any("with the margin -3" in said for said in verify(store, rules))

    def test_a_part_that_is_damaged_is_not_served(self, tmp_path: Path, rules: Points):
        store = Store(tmp_path)
        store.write(rules, solve(rules), 0.0)
        path = store.path(rules)
        part = bytearray(parts_of(path)["m0"])
        for offset in range(len(part)):
            part[offset] ^= 0x55
            set_part(path, "m0", bytes(part))
            with pytest.raises(TableCorrupt, match="part m0 is wrong"):
                Store(tmp_path).margin(rules, 0)
            with pytest.raises(TableCorrupt, match="part m0 is wrong"):
                Store(tmp_path).check(rules)
            part[offset] ^= 0x55
        set_part(path, "m0", bytes(part))
        assert Store(tmp_path).margin(rules, 0) == 3

    def test_a_table_made_before_counts_as_missing(self, tmp_path: Path, rules: Points, monkeypatch):
        solution, store = solve(rules), Store(tmp_path)
        store.write(rules, replace(solution, margins=None), 0.0)
        for ask in (store.meta, store.check, lambda rules: store.probe(rules, 0)):
            with pytest.raises(TableMissing, match="does not say by how much one wins"):
                ask(rules)
        store.write(rules, solution, 0.0)
        assert store.meta(rules).margins


def test_other_tables_are_as_they_were(tmp_path: Path):
    """None of their parts or fields mentions margins."""
    for full_id in ("tictactoe/regular", "domineering/3x3", "npuzzle/2x3", "bishoppuzzle/4x5_4"):
        store = written(tmp_path, full_id)
        parts = parts_of(store.path(load(full_id)))
        assert set(parts) <= {"meta", "index", *map(str, range(store.meta(load(full_id)).blocks))}
        assert "margins" not in json.loads(parts["meta"][perfect_play.solvers.tables.reader.CHECKSUM_BYTES :])
        assert asdict(store.meta(load(full_id)))["margins"] is False
    store = written(tmp_path, "kalah/2x2")
    assert json.loads(
        parts_of(store.path(load("kalah/2x2")))["meta"][perfect_play.solvers.tables.reader.CHECKSUM_BYTES :]
    )["margins"]


def test_a_game_that_may_not_end_has_none():
    with pytest.raises(NoMargins, match="play from 'n0' need not end"):
        solve(Points({0: [1], 1: [2, 4], 2: [1, 5], 4: [], 5: []}))


def test_a_margin_that_is_too_large():
    with pytest.raises(NoMargins, match="won by 128 points; at most 127"):
        solve(Points(points={**POINTS, 4: 128}))
    assert solve(Points(points={**POINTS, 4: -127, 5: 127})).margins is not None


def test_manager_gives_a_margin_only_from_a_table_and_of_games_that_have_one(tmp_path: Path):
    manager, rules = PuzzleManager(tmp_path), load("othello/4x4")
    with pytest.raises(NotReady):
        manager.margin(rules, rules.start())
    assert manager.margin(load("tictactoe/regular"), "---------") is None
    manager.store.write(rules, solved("othello/4x4"), 0.0)
    assert manager.margin(rules, rules.start()) == -8
