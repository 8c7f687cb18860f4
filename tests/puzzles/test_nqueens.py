"""N queens: ranks and the kernel, on whole boards."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.laws.engines import run_kernel
from tests.helpers import load, reachable, solved


@pytest.mark.parametrize(("side", "boards", "completable"), [(4, 87, 31), (5, 462, 286), (6, 2635, 253)])
def test_kernel_reaches_every_board_forward_and_backward(side: int, boards: int, completable: int):
    """Forward from the empty board and backward from the solutions, by ranks alone."""
    rules = load(f"nqueens/{side}")
    kernel = rules.kernel()
    assert kernel.parents is not None
    found, waiting = set(), [rules.rank(rules.start())]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += run_kernel(kernel.children, kernel, number)
    assert found == {rules.rank(position) for position in reachable(rules)}
    assert len(found) == boards
    before, waiting = set(), [rules.rank(solution) for solution in rules.solutions()]
    while waiting:
        number = waiting.pop()
        if number not in before:
            before.add(number)
            waiting += run_kernel(kernel.parents, kernel, number)
    assert len(before) == completable
    canonical = {rules.canonical(rules.unrank(number)) for number in before}
    assert canonical == set(solved(f"nqueens/{side}").results)


def test_rank_has_a_digit_for_every_row():
    rules = load("nqueens/9")
    board = "-" * 9 + "--Q------" + "-" * 54 + "--------Q"
    assert rules.rank(board) == int("030000009")  # base 10, for a board of 9
    assert rules.unrank(30_000_009) == board
    assert rules.rank(rules.start()) == 0
    assert rules.size == 10**9
