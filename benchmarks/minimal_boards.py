"""Counts the minimal boards of Rush Hour: the interesting ones of M. Fogleman, "Solving Rush Hour, the Puzzle", 2018.

    python -m benchmarks.minimal_boards 4

A board counts if it is the hardest of those connected with it and no vehicle can be spared; of several that are as
hard, the one that his program keeps. As there, no line is full; there are no walls here. His program finds 1, 8, 48,
288, 1,084 and 4,407 such boards of one to six vehicles.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import product

from perfect_play.puzzles.one_player._rushhour_traffic import CELLS, RED_ROW, SIDE
from perfect_play.puzzles.one_player.rushhour import VEHICLES, RushHour
from perfect_play.solvers.untabled.new_levels import distances_from, explored, takes

RED = [range(SIDE * RED_ROW + col, SIDE * RED_ROW + col + 2) for col in range(SIDE - 1)]


def minimal_boards(vehicles: int) -> Iterator[str]:
    """The minimal boards of so many vehicles, with a letter for each."""
    rules = RushHour(RushHour.find_variant("basic"))
    met = set[object]()
    for red, others in product(RED, _choices(vehicles - 1, 0, frozenset())):
        if any(not set(red).isdisjoint(cells) for cells in others):
            continue
        letters = ["o"] * CELLS
        for letter, cells in zip("ABCDEFGHIJKLMNO", (red, *others), strict=False):
            for cell in cells:
                letters[cell] = letter
        board = _rules("".join(letters)).start()
        family = rules.family(board)
        if (family, rules.number(board)) in met or any(sum(line) >= SIDE for line in (*family.rows, *family.columns)):
            continue
        neighbors, is_solved = rules.motion(board)
        graph = explored([rules.number(board)], neighbors)
        met.update((family, number) for number in graph)
        distances = distances_from(filter(is_solved, graph), graph)
        if distances:
            most = max(distances.values())
            first = min((number for number in distances if distances[number] == most), key=_order)
            text = rules.level_text(rules.numbered(board, first))
            if not any(takes(_rules(simpler), most) for simpler in rules.with_one_less(_rules(text).start())):
                yield text


def _rules(text: str) -> RushHour:
    return RushHour(RushHour.find_variant(text))


def _order(number: int) -> tuple[int, int]:
    """By the cells of horizontal vehicles, then of vertical ones, the last cell first."""
    horizontal, vertical = divmod(number, 1 << CELLS)
    return int(f"{horizontal:0{CELLS}b}"[::-1], 2), int(f"{vertical:0{CELLS}b}"[::-1], 2)


def _choices(count: int, first: int, taken: frozenset[int]) -> Iterator[list[range]]:
    """So many places of vehicles that share no cell, from one on."""
    if count == 0:
        yield []
        return
    for index in range(first, len(VEHICLES)):
        cells = VEHICLES[index][0]
        if taken.isdisjoint(cells):
            yield from ([cells, *others] for others in _choices(count - 1, index + 1, taken | set(cells)))


if __name__ == "__main__":
    for number in range(1, int(sys.argv[1]) + 1):
        begun = time.process_time()
        count = sum(1 for _ in minimal_boards(number))
        print(f"{number} vehicles: {count:,}, {time.process_time() - begun:.1f} s of processor time", flush=True)
