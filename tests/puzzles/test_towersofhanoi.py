"""Towers of Hanoi: many disks, and the kernels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from perfect_play.puzzles.laws.engines import kernel_faults, run_kernel
from perfect_play.puzzles.one_player._hanoi_blocks import arrangements
from perfect_play.puzzles.one_player.towersofhanoi import TowersOfHanoi
from tests.helpers import load


@pytest.mark.parametrize("variant", ["2_1", "3_1", "3_5", "4_1", "4_2", "4_5", "5_1", "5_4"])
def test_kernel_lists_the_children_of_the_rules(variant: str):
    rules = load(f"towersofhanoi/{variant}")
    kernel = rules.kernel()
    for number in range(rules.size):
        children = {rules.rank(child) for child in rules.children(rules.unrank(number))}
        assert run_kernel(kernel.children, kernel, number) == children


@pytest.mark.parametrize(
    ("variant", "disks"), [("3_15", "ABCDEFGHIJKLMNO"), ("4_15", "ABCDEFGHIJKLMNO"), ("4_19", "ABCDEFGHIJKLMNOPQRS")]
)
def test_many_disks_are_read_back_and_their_ranks_waste_little(variant: str, disks: str):
    rules = load(f"towersofhanoi/{variant}")
    rods = int(variant[0])
    start = rules.format(rules.start())
    assert start == "".join(disk + "-" * (rods - 1) for disk in disks)
    assert rules.parse(start) == rules.start()
    alike = 6 if variant == "4_19" else 1  # all rods except the last are interchangeable
    assert rods ** len(disks) <= alike * rules.size < 1.02 * rods ** len(disks)


def in_blocks(disks: int, small: int) -> TowersOfHanoi:
    """Separate rules, since those that `load` returns are shared."""
    rules = TowersOfHanoi(TowersOfHanoi.find_variant(f"4_{disks}"))
    rules.number_in_blocks(small)
    return rules


@pytest.mark.parametrize(("disks", "small"), [(4, 3), (5, 3), (6, 3), (6, 4)])
def test_ranks_in_blocks_cover_all_positions_once(disks: int, small: int):
    """Each rank belongs to positions that are images of each other; together they are all positions."""
    rules = in_blocks(disks, small)
    kernel = rules.kernel()
    alike: dict[int, set] = {}
    for position in product(range(4), repeat=disks):
        alike.setdefault(rules.rank(position), set()).add(position)
    assert sorted(alike) == list(range(rules.size))
    for number, positions in alike.items():
        back = rules.unrank(number)
        assert back in positions
        assert positions <= set(rules.images(back))
        assert kernel.alike(number, [], *kernel.constants) == len(positions)
    counted = Counter(number // kernel.blocks.length for number in alike)
    assert set(counted.values()) == {kernel.blocks.length}
    assert kernel_faults(rules) is None


def test_classes_are_counted_by_burnsides_lemma():
    for disks in range(1, 7):
        rules = load(f"towersofhanoi/4_{disks}")
        assert arrangements(disks) == len({rules.canonical(position) for position in product(range(4), repeat=disks)})


def test_a_kernel_of_blocks_is_held_to_the_rules():
    """Without the doors, without a move, with an illegal move, and without the ranks of images."""
    rules = in_blocks(6, 3)
    kernel = rules.kernel()

    def nothing(word, bits, out, work, *rest):
        return 0

    def elsewhere(word, bits, out, work, *rest):
        out[0], out[1] = 0, -1
        return 2

    changed = {
        "doors": replace(kernel, blocks=replace(kernel.blocks, doors=kernel.blocks.doors[::2])),
        "that `within` does not make": replace(kernel, blocks=replace(kernel.blocks, within=nothing)),
        "no move does": replace(kernel, blocks=replace(kernel.blocks, within=elsewhere)),
        "needs `parents`": replace(kernel, parents=None),
    }
    for message, broken in changed.items():
        rules.kernel = lambda broken=broken: broken
        assert message in kernel_faults(rules)


def test_variants_solved_at_start_up_have_at_most_a_million_positions():
    """About a million positions at most, with or without a kernel."""
    presolved = {v.id for v in type(load("towersofhanoi/3_3")).variants if v.presolve}
    assert {"3_12", "4_10", "5_8"} <= presolved
    assert not {"3_13", "4_11", "3_15", "4_16"} & presolved
