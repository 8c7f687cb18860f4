"""Hop N' Drop: ranks and the kernel, on whole maps."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.puzzles.laws.engines import run_kernel
from perfect_play.solvers.result import Result
from tests.helpers import load, solved


@pytest.mark.parametrize(("name", "positions"), [("map1", 53), ("map2", 907), ("map3", 3274)])
def test_kernel_going_backward_finds_all_remotenesses(name: str, positions: int):
    """Level by level, by ranks alone: every hop removes one layer."""
    rules, solution = load(f"hopndrop/{name}"), solved(f"hopndrop/{name}")
    kernel = rules.kernel()
    assert kernel.parents is not None
    found: dict[int, int] = {}
    level = {rules.rank(position) for position in rules.solutions()}
    remoteness = 0
    while level:
        found.update(dict.fromkeys(level, remoteness))
        level = {parent for number in level for parent in run_kernel(kernel.parents, kernel, number)}
        assert not level & found.keys()
        remoteness += 1
    assert len(found) == positions
    for number, moves in found.items():
        assert solution.result(rules, rules.unrank(number)) == Result(Value.WIN, moves)


@pytest.mark.parametrize("name", ["map1", "map2", "map3", "map4"])
def test_ranks_of_a_played_game_read_back_and_agree_with_the_kernel(name: str):
    """Takes the last hop each time, until the player has fallen or reached the goal."""
    rules = load(f"hopndrop/{name}")
    kernel = rules.kernel()
    position = rules.start()
    while moves := list(rules.moves(position)):
        number = rules.rank(position)
        assert number < rules.size
        assert rules.unrank(number) == position
        assert run_kernel(kernel.children, kernel, number) == {rules.rank(p) for p in rules.children(position)}
        position = rules.do_move(position, moves[-1])
    assert run_kernel(kernel.children, kernel, rules.rank(position)) == set()


def test_a_rank_is_the_layers_above_the_cell():
    rules = load("hopndrop/map1")
    assert rules.rank(rules.parse("------|----X(G)-|------|------|------|------|")) == 10
    assert rules.rank(rules.parse("--1---|----X(G)-|------|------|------|------|")) == 10 + 64
    assert rules.rank(rules.start()) == 64 * (2**14 - 1) + 25
    assert load("hopndrop/map4").size == 2**38
