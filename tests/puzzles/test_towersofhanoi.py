"""Towers of Hanoi: many disks, and the kernels."""

from __future__ import annotations

import pytest

from puzzles.laws.engines import run_kernel
from tests.helpers import load


@pytest.mark.parametrize("variant", ["2_1", "3_1", "3_5", "4_1", "4_2", "4_5", "5_1", "5_4"])
def test_kernel_everywhere(variant: str):
    rules = load(f"towersofhanoi/{variant}")
    kernel = rules.kernel()
    for number in range(rules.size):
        children = {rules.rank(child) for child in rules.children(rules.unrank(number))}
        assert run_kernel(kernel.children, kernel, number) == children


@pytest.mark.parametrize(("variant", "disks"), [("3_15", "ABCDEFGHIJKLMNO"), ("4_16", "ABCDEFGHIJKLMNOP")])
def test_many_disks(variant: str, disks: str):
    rules = load(f"towersofhanoi/{variant}")
    rods = int(variant[0])
    start = rules.format(rules.start())
    assert start == "".join(disk + "-" * (rods - 1) for disk in disks)
    assert rules.parse(start) == rules.start()
    assert rules.size == rods ** len(disks)


def test_what_is_solved_at_the_start_of_the_service():
    """About a million positions at most, with or without a kernel."""
    presolved = {v.id for v in type(load("towersofhanoi/3_3")).variants if v.presolve}
    assert {"3_12", "4_10", "5_8"} <= presolved
    assert not {"3_13", "4_11", "3_15", "4_16"} & presolved
