"""Every engine agrees with the reference solver, and resumes where it was interrupted."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from perfect_play.puzzles.two_player.quixo import Quixo
from perfect_play.solvers import retrograde
from perfect_play.solvers.native import engine, process, reached_graph, tier_engine
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.engine import KernelTask
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.native.reached_graph import Graph
from perfect_play.solvers.result import NoMargins
from perfect_play.solvers.retrograde import Solution
from tests.helpers import load
from tests.native.boards import ListedQuixo, Wander, WanderBack
from tests.native.graphs import (
    RankedGame,
    RankedPoints,
    RankedPuzzle,
    SpreadGame,
    SpreadPoints,
    SpreadPuzzle,
    circular,
    layered,
)
from tests.native.solving import assert_same, solve, strain, task


@cache
def by_reference(make: Callable[[], Rules]) -> Solution:
    """The reference solver's solution, computed once for all tests."""
    return retrograde.solve(make())


class ListedHanoi(TowersOfHanoi):
    """A reversible puzzle whose table is a sorted list."""

    dense = False


class HanoiInBlocks(TowersOfHanoi):
    """Four rods, whose four smallest disks move within a block of 256 ranks."""

    def __init__(self) -> None:
        super().__init__(TowersOfHanoi.find_variant("4_7"))
        self.number_in_blocks(4)


Make = Callable[[], Rules]
QUIXO: Make = partial(load, "quixo/3x3")
WANDER_BACK: Make = partial(WanderBack, Wander.variants[0])
# Variants whose kernels other tests also compile are preferred.
CASES: dict[str, tuple[str, Make]] = {
    "dense": ("dense", partial(load, "towersofhanoi/3_7")),
    "dense-two-bytes": ("dense", partial(load, "towersofhanoi/3_8")),
    "modulo3": ("modulo3", partial(load, "towersofhanoi/4_5")),
    "blocks": ("blocks", HanoiInBlocks),
    "backward": ("backward", partial(load, "hopndrop/map2")),
    "backward-reversible": ("backward", partial(ListedHanoi, TowersOfHanoi.find_variant("4_4"))),
    "forward-game": ("forward", partial(RankedGame, 1)),
    "forward-game-lists": ("forward", partial(SpreadGame, 1)),
    "forward-game-layers": ("forward", partial(SpreadGame, 2, layered)),
    "forward-points": ("forward", partial(RankedPoints, 5)),
    "forward-points-lists": ("forward", partial(SpreadPoints, 5)),
    "forward-points-layers": ("forward", partial(load, "dotsandboxes/1x4")),
    "forward-points-again": ("forward", partial(load, "kalah/3x2")),
    "forward-puzzle": ("forward", partial(RankedPuzzle, 3)),
    "forward-puzzle-lists": ("forward", partial(SpreadPuzzle, 3)),
    "forward-puzzle-layers": ("forward", partial(SpreadPuzzle, 4, layered)),
    "tiers": ("tiers", partial(Wander, Wander.variants[0])),
    "tiers-unmoves": ("tiers", WANDER_BACK),
    "tiers-unmoves-ahead": ("tiers", WANDER_BACK),
    "tiers-symmetric": ("tiers", QUIXO),
    "tiers-symmetric-ahead": ("tiers", QUIXO),
    "tiers-symmetric-edges": ("tiers", partial(ListedQuixo, Quixo.variants[0])),
}


NAMES = {make: name for name, make in CASES.values()}
"""The engine of each case."""


EARLY = ("dense", "backward")
"""The cases whose loops are compiled in a second or two; the second ring of tests has the others."""


@pytest.fixture(params=[pytest.param(name, marks=() if name in EARLY else pytest.mark.second_ring) for name in CASES])
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Rules for one engine, which is made to treat small problems as large."""
    name, make = CASES[request.param]
    strain(monkeypatch, name)
    if request.param.endswith("ahead"):
        monkeypatch.setattr(tier_engine.TierSolver, "_often_ended", lambda self, number: True)
    plan = plan_of(make())
    assert plan is not None
    assert plan.engine == name
    return make


def test_the_table_is_byte_for_byte_that_of_the_reference_solver(case: Make, tmp_path: Path):
    rules = case()
    assert_same(solve(task(case, tmp_path)), rules, by_reference(case), tmp_path)


def test_engine_on_one_thread_equals_the_reference(case: Make, tmp_path: Path):
    rules = case()
    assert_same(solve(task(case, tmp_path, threads=1)), rules, by_reference(case), tmp_path)


def test_samples_of_an_engine_equal_its_results(case: Make, tmp_path: Path):
    rules, solution = case(), by_reference(case)
    found = solve(task(case, tmp_path))
    numbers = list(found.sample(np.random.default_rng(2), 60))
    assert len(numbers) >= 40
    for number in numbers:
        known = solution.result(rules, rules.unrank(number))
        assert (found.find(number) or known) == known
    assert any(found.find(number) is not None for number in numbers)


class Interruption(BaseException):
    """Simulates a kill of the process."""


FIRST_WAY = (
    *("solve_scan", "solve_levels", "collect", "solve_words", "solve_block"),
    *("explore", "explore_back", "sweep"),
)
"""The loops that find positions; an engine may go over them again when it has found all."""


class BreakingModule:
    """A compiled module whose loops break off after `calls` counted calls: all, or those that find positions."""

    def __init__(self, module: Any, calls: int, counted: tuple[str, ...] | None = None) -> None:
        self.module, self.calls, self.counted = module, calls, counted

    def __getattr__(self, name: str) -> Any:
        function = getattr(self.module, name)
        if not callable(function):
            return function

        def called(*arguments: Any) -> Any:
            self.calls -= self.counted is None or name in self.counted
            if self.calls < 0:
                raise Interruption
            return function(*arguments)

        return called


@pytest.mark.second_ring
def test_interrupted_solves_end_with_the_same_table(case: Make, tmp_path: Path):
    """Every run gets at least as far as the last, and its results are right."""
    rules = case()
    calls, interruptions = 3, 0
    while True:
        given = task(case, tmp_path)
        given.loops = BreakingModule(given.loops, calls)
        try:
            found = solve(given)
        except Interruption:
            interruptions += 1
            calls = calls * 5 // 4 + 1
            continue
        given.loops.calls = 1 << 30  # some engines need the loops for the table, too
        break
    assert interruptions >= 3
    assert_same(found, rules, by_reference(case), tmp_path)


@pytest.mark.parametrize("seed", [1, 3])
def test_damaged_checkpoint_of_a_killed_run_makes_no_wrong_table(case: Make, seed: int, tmp_path: Path):
    """It is noticed, and the solve restarted; damage to an unused byte may go unnoticed."""
    rng, rules = random.Random(seed), case()
    given = task(case, tmp_path)
    given.loops = BreakingModule(given.loops, 4 << seed)
    with contextlib.suppress(Interruption):
        solve(given)
    left = sorted(given.checkpoint.directory.glob("*"), key=lambda path: path.name == "state")
    if left:
        flip(left[seed % len(left)], rng)
    found = process.solve_task(NAMES[case], task(case, tmp_path))
    assert_same(found, rules, by_reference(case), tmp_path)


def flip(path: Path, rng: random.Random) -> None:
    """Change one byte of a file in place."""
    raw = bytearray(path.read_bytes())
    if raw:
        raw[rng.randrange(len(raw))] ^= rng.randrange(1, 256)
        path.write_bytes(raw)


def test_interrupted_solve_resumes_without_starting_over(case: Make, tmp_path: Path):
    """The next run need not repeat what the last one recorded, so it calls the kernel less."""

    def run(calls: int) -> int:
        given = task(case, tmp_path, threads=1)
        given.loops = BreakingModule(given.loops, calls, FIRST_WAY)
        try:
            solve(given)
        except Interruption:
            return 0
        return calls - given.loops.calls

    needed = run(1 << 30)
    task(case, tmp_path).checkpoint.remove()
    assert run(needed * 2 // 5) == 0
    assert 0 < run(1 << 30) < needed


@pytest.mark.second_ring
def test_graph_with_more_positions_than_expected_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Positions move to more slots until all have one; also if the solve is interrupted again and again."""
    make = partial(SpreadGame, 1)
    strain(monkeypatch, "forward")
    monkeypatch.setattr(reached_graph, "UNKNOWN_SLOTS", reached_graph.FEWEST_SLOTS)
    rooms, explored = [], []
    make_room = Graph._make_room

    def counted(self: Graph, slots: int) -> None:
        rooms.append(slots)
        explored.append(getattr(self, "positions", 0))
        make_room(self, slots)

    monkeypatch.setattr(Graph, "_make_room", counted)
    assert_same(solve(task(make, tmp_path)), make(), by_reference(make), tmp_path)
    assert len(rooms) > 3
    assert explored[-1] > 0
    assert explored == sorted(explored), "what was explored is kept"
    assert rooms == [rooms[0] << doubled for doubled in range(len(rooms))]
    test_interrupted_solves_end_with_the_same_table(make, tmp_path / "interrupted")


@pytest.mark.second_ring
@pytest.mark.parametrize("bits", [1, 10, 11, 20, 42, 60, 63])
@pytest.mark.parametrize("length", [0, 1, 100, engine.FEW, 10_000])
def test_ranks_are_sorted(bits: int, length: int, tmp_path: Path):
    ranks = np.random.default_rng(bits).integers(0, 1 << bits, length, np.uint64)
    expected = sorted(ranks.tolist())
    given = task(partial(SpreadGame, 1), tmp_path)
    assert isinstance(given, KernelTask)
    given.sort(ranks)
    assert ranks.tolist() == expected


@pytest.mark.second_ring
@pytest.mark.parametrize("make", [partial(RankedPoints, 5), partial(SpreadPoints, 5)])
def test_margins_of_an_engine_equal_the_reference(make: Make, tmp_path: Path):
    solved, rules, margins = solve(task(make, tmp_path)), make(), by_reference(make).margins
    assert solved.margin is not None
    assert margins is not None
    assert len(set(margins.values())) > 15
    assert {position: solved.margin(rules.rank(position)) for position in margins} == margins


@pytest.mark.second_ring
def test_game_that_need_not_end_is_refused_margins(tmp_path: Path):
    make = partial(SpreadPoints, 7, circular)
    with pytest.raises(NoMargins, match="need not end"):
        by_reference(make)
    with pytest.raises(KernelError, match="need not end"):
        solve(task(make, tmp_path))


def test_random_games_contain_every_value_second_turns_and_long_lines():
    """Otherwise the tests above would prove less than they seem to."""
    for make in (partial(RankedGame, 1), partial(SpreadGame, 2, layered)):
        rules, results = make(), by_reference(make).results
        values = Counter(found.value for found in results.values())
        expected = {Value.WIN, Value.LOSE, Value.TIE} | ({Value.DRAW} if make.args == (1,) else set())
        assert set(values) == expected, values
        assert min(values.values()) >= 10
        assert any(rules.turn(child) == rules.turn(p) for p in results for child in rules.children(p))
        assert max(found.remoteness or 0 for found in results.values()) >= 8
