"""How tiles are divided into patterns, and how the places of a pattern are numbered."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from perfect_play.solvers.pattern_databases.pattern_file import partition
from perfect_play.solvers.pattern_databases.pattern_loops import TURN_BITS, TURN_MASK
from perfect_play.solvers.pattern_databases.pattern_numbering import NOWHERE, PatternNumbering, numbering


def test_partitions_cover_every_tile_once_in_patterns_of_the_size_allowed():
    assert partition(4, 4) == (tuple(range(1, 9)), tuple(range(9, 16)))
    assert [len(tiles) for tiles in partition(4, 4, 6)] == [5, 5, 5]
    assert [len(tiles) for tiles in partition(3, 3, 4)] == [4, 4]
    assert [len(tiles) for tiles in partition(4, 5)] == [7, 6, 6]
    assert [len(tiles) for tiles in partition(5, 5)] == [6, 6, 6, 6]
    assert sorted(tile for tiles in partition(5, 5) for tile in tiles) == list(range(1, 25))
    assert [len(tiles) for tiles in partition(5, 5, 5)] == [5, 5, 5, 5, 4]


def check(numbers: PatternNumbering, cells: tuple[int, ...]) -> int:
    """Compare the steps from these cells of the tiles with the numbers of the cells after them; return their number."""
    place, order = numbers.number(cells)
    for edge, (source, target) in enumerate(numbers.edges.pairs):
        step = int(numbers.steps[place, edge])
        if source in cells and target not in cells:
            after = [target if cell == source else cell for cell in cells]
            assert (step >> TURN_BITS, numbers.turns[step & TURN_MASK][order]) == numbers.number(after)
        else:
            assert step == NOWHERE
    return place * numbers.orders + order


@pytest.mark.parametrize(("rows", "cols", "tiles"), [(2, 3, 2), (3, 3, 4), (2, 4, 3)])
def test_slides_change_numbers_as_the_numbering_does(rows: int, cols: int, tiles: int):
    numbers = numbering(rows, cols, tiles)
    seen = [check(numbers, cells) for cells in permutations(range(rows * cols), tiles)]
    assert sorted(seen) == list(range(numbers.size))


def test_numbers_of_a_large_board_differ():
    numbers, rng = PatternNumbering(numbering(5, 5, 2).edges, 6), random.Random(5)
    some = {tuple(rng.sample(range(25), 6)) for _ in range(300)}
    assert len({check(numbers, cells) for cells in some}) == len(some)
    assert numbers.size == 127_512_000
