"""Pattern databases of small boards, computed independently as a reference for the native ones and the searches."""

from __future__ import annotations

import os
from collections import Counter, deque
from pathlib import Path

from perfect_play.puzzles.grid import neighbors
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.pattern_databases.pattern_file import Pattern, partition, path_of, publish_patterns
from perfect_play.solvers.pattern_databases.pattern_numbering import numbering
from tests.helpers import load


def tiles_of(full_id: str) -> SlidingPuzzle:
    rules = load(full_id)
    assert isinstance(rules, SlidingPuzzle)
    return rules


def slides_needed(rules: SlidingPuzzle, tiles: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """For each placement of these tiles, the fewest slides of them that bring them home, wherever the gap is.

    A search over the places of the tiles and the gap; a step of the gap past other tiles costs nothing.
    """
    cells = rules.rows * rules.cols
    first = (tuple(tile - 1 for tile in tiles), cells - 1)
    cost, waiting = {first: 0}, deque([first])
    while waiting:
        state = waiting.popleft()
        places, gap = state
        for cell in neighbors(gap, rules.rows, rules.cols):
            after = tuple(gap if place == cell else place for place in places), cell
            more = cost[state] + (cell in places)
            if more < cost.get(after, more + 1):
                cost[after] = more
                (waiting.append if cell in places else waiting.appendleft)(after)
    fewest: dict[tuple[int, ...], int] = {}
    for (places, _), needed in cost.items():
        fewest[places] = min(needed, fewest.get(places, needed))
    return fewest


def patterns_of(rules: SlidingPuzzle, largest: int) -> list[tuple[Pattern, memoryview]]:
    """The databases of a board, as stored."""
    made = []
    for tiles in partition(rules.rows, rules.cols, largest):
        numbers = numbering(rules.rows, rules.cols, len(tiles))
        fewest = slides_needed(rules, tiles)
        packed = bytearray(b"\xff" * (numbers.size // 2))
        for places, needed in fewest.items():
            combination, order = numbers.number(places)
            number = combination * numbers.orders + order
            homes = [divmod(tile - 1, rules.cols) for tile in tiles]
            spots = [divmod(place, rules.cols) for place in places]
            far = sum(abs(r - a) + abs(c - b) for (r, c), (a, b) in zip(spots, homes, strict=True))
            more = min(15, (needed - far) // 2)
            shift = 4 * (number & 1)
            packed[number >> 1] = packed[number >> 1] & 0xF0 >> shift | more << shift
        counted = Counter(fewest.values())
        made.append((Pattern(tiles, tuple(counted[n] for n in range(max(counted) + 1))), memoryview(packed)))
    return made


def written(directory: Path, rules: SlidingPuzzle, largest: int) -> Path:
    """Write the pattern databases to a file and return its path."""
    path = path_of(directory, rules)
    publish_patterns(path, rules, patterns_of(rules, largest), lambda: 0.0)
    return path


def damaged(path: Path, at: int) -> None:
    """Replace a file by one in which the byte at this place is another."""
    raw = bytearray(path.read_bytes())
    raw[at] ^= 0x10
    other = path.with_suffix(".new")
    other.write_bytes(raw)
    os.replace(other, path)
