"""The harness of compiled searches, with a loop in plain Python: slices, limits, and going on after a stop."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from perfect_play.solvers.budget import Meter, SearchStopped
from perfect_play.solvers.native.search import (
    DEPTH,
    ENDED,
    EXPANDED,
    GENERATED,
    OWN,
    PAUSED,
    SUCCESS,
    SearchLoop,
)
from perfect_play.solvers.pathfinding.space import Budget, Space, UnfinishedSearch
from tests.helpers import load

STEP = 3
"""Positions that the loop generates at a time."""

RULES = load("npuzzle/3")


def count_up(nodes: int, control: np.ndarray, numbers: np.ndarray) -> int:
    """Go through the numbers; say so at each 1."""
    while nodes >= STEP:
        if control[DEPTH] == len(numbers):
            return ENDED
        control[DEPTH] += 1
        control[GENERATED] += STEP
        control[EXPANDED] += 1
        nodes -= STEP
        if numbers[control[DEPTH] - 1]:
            return SUCCESS
    return PAUSED


def new_control() -> np.ndarray:
    return np.zeros(OWN, np.int64)


def times(count: int) -> Callable[[], bool]:
    """A function that is true this many times."""
    remaining = iter([True] * count)
    return lambda: next(remaining, False)


@pytest.fixture
def loop() -> SearchLoop:
    return SearchLoop(count_up, 4 * STEP, new_control(), np.zeros(1, np.int64))


def test_making_a_search_loop_searches_nothing(loop: SearchLoop):
    assert loop.positions == 0


@pytest.mark.parametrize("ones", [(), (0,), (3, 4), (11, 99)])
def test_search_says_everything_the_loop_says_and_counts_what_it_spends(loop: SearchLoop, ones: tuple[int, ...]):
    control, numbers, space = new_control(), np.zeros(100, np.int64), Space(RULES, Budget(), "")
    numbers[list(ones)] = 1
    assert [control[DEPTH] - 1 for _ in loop.run(space, control, numbers)] == list(ones)
    assert loop.positions == STEP * 100
    assert (space.generated, space.expanded) == (1 + STEP * 100, 100)


def test_stopped_search_continues_where_it_stopped(loop: SearchLoop):
    control, numbers, stops = new_control(), np.zeros(100, np.int64), 0
    while True:
        try:
            loop.finish(times(2), control, numbers)
            break
        except SearchStopped:
            stops += 1
            assert control[DEPTH] == 8 * stops, "two slices of four numbers each"
    assert stops == 12
    assert loop.positions == STEP * 100


def test_search_that_may_not_begin_searches_nothing(loop: SearchLoop):
    with pytest.raises(SearchStopped):
        loop.finish(times(0), new_control(), np.zeros(5, np.int64))
    assert loop.positions == 0


@pytest.mark.parametrize("nodes", range(1, 40))
def test_search_never_exceeds_its_limit_of_positions(loop: SearchLoop, nodes: int):
    space = Space(RULES, Budget(nodes=nodes), "")
    with pytest.raises(UnfinishedSearch):
        list(loop.run(space, new_control(), np.zeros(100, np.int64)))
    assert nodes - STEP <= space.generated <= nodes


def test_meter_looks_before_every_slice(loop: SearchLoop):
    looks = []
    meter = Meter(lambda: not looks.append(None))
    list(loop.run(meter, new_control(), np.ones(6, np.int64)))
    assert len(looks) == 7, "after each message, and at the end"
