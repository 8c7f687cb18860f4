"""`python -m benchmarks.directions`: how the order of directions affects a depth-first search.

Jumps of Peg Solitaire and slides of the 8-puzzle go up, right, down or left, which can be tried in 24 orders. For each
order, the search below finds a solution from each start, and counts the positions it expands. It uses the rules and the
set of visited positions, but neither symmetry nor a heuristic. `docs/performance.md` shows a run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import log10
from pathlib import Path
from typing import NamedTuple

from benchmarks.growth import COLORS, HEIGHT, KEY, bounds, document, power, text
from benchmarks.workshop import find_variant
from perfect_play.puzzles.base import Move, Position, Puzzle, Value
from perfect_play.puzzles.drawing.shapes import CARD, LINE, circle, n, path
from perfect_play.puzzles.view import Move as Arrow

DIRECTIONS = "urdl"  # up, right, down, left
ORDERS = tuple(map("".join, permutations(DIRECTIONS)))
STARTS = {
    "cross of 6 pegs": ("pegsolitaire/cross", None),
    "plus of 9 pegs": ("pegsolitaire/plus", None),
    "pyramid of 16 pegs": ("pegsolitaire/pyramid", None),
    "diamond of 24 pegs": ("pegsolitaire/diamond", None),
    "board of 32 pegs": ("pegsolitaire/english", None),
    "8-puzzle": ("npuzzle/3", "8672543-1"),
}
"""The variants, and the positions that are searched; None: the start."""

MOST = 200_000
"""A search is given up after expanding this many positions: more than the 8-puzzle has."""
LEFT, TOP, FOOT, STEP = 58, 34, 62, 32


class Found(NamedTuple):
    """The positions expanded, and the moves of the solution; None if the search was given up."""

    expanded: int
    moves: int | None


def direction(rules: Puzzle, position: Position, move: Move) -> str:
    """The direction in which a move's arrow points."""
    arrow = rules.button(position, move)
    assert isinstance(arrow, Arrow)
    cols = rules.board(position).cols
    (row, col), (to_row, to_col) = divmod(arrow.source, cols), divmod(arrow.target, cols)
    if row == to_row:
        return "r" if col < to_col else "l"
    return "d" if row < to_row else "u"


def depth_first(rules: Puzzle, start: Position, order: str, most: int = MOST) -> Found:
    """Depth-first search for any solution; it tries directions in this order, and moves of one direction as listed.

    Visited positions are not entered again.
    """

    def children(position: Position) -> Iterator[Position]:
        if rules.primitive(position) is not None:
            return iter(())
        moves = sorted(rules.moves(position), key=lambda move: order.index(direction(rules, position, move)))
        return (rules.do_move(position, move) for move in moves)

    seen, expanded, line = {start}, 1, [children(start)]
    while line and expanded < most:
        child = next((child for child in line[-1] if child not in seen), None)
        if child is None:
            line.pop()
            continue
        if rules.primitive(child) is Value.WIN:
            return Found(expanded, len(line))
        seen.add(child)
        line.append(children(child))
        expanded += 1
    return Found(expanded, None)


def measured(starts: Sequence[str], most: int = MOST) -> dict[str, dict[str, Found]]:
    """The result of every order from each of these starts; prints a line for each."""
    found: dict[str, dict[str, Found]] = {}
    for name in starts:
        full_id, position = STARTS[name]
        rules = find_variant(full_id)
        assert isinstance(rules, Puzzle)
        start = rules.start() if position is None else rules.parse(position)
        found[name] = {order: depth_first(rules, start, order, most) for order in ORDERS}
        ranked = sorted(ORDERS, key=lambda order: (found[name][order].moves is None, found[name][order].expanded))
        best, worst = (found[name][order] for order in (ranked[0], ranked[-1]))
        print(f"{name}: {told(best)} with {ranked[0]} ... {told(worst)} with {ranked[-1]}")
    return found


def told(one: Found) -> str:
    """A search in words."""
    return f"{one.expanded:,} expanded, " + ("given up" if one.moves is None else f"{one.moves:,} moves")


def drawn(found: dict[str, dict[str, Found]]) -> str:
    """The positions expanded by each order, a line for each start, as an SVG document; hollow points: given up."""
    low, high = bounds([one.expanded for by_order in found.values() for one in by_order.values()])
    width = LEFT + STEP * len(ORDERS) + 20

    def y(amount: float) -> float:
        return HEIGHT - FOOT - (log10(amount) - low) / (high - low) * (HEIGHT - FOOT - TOP)

    parts = [text(width / 2, 18, "Positions expanded by depth-first search, by the order of directions", "middle")]
    for decade in range(low, high + 1):
        parts.append(path(f"M{LEFT} {n(y(10.0**decade))}H{width - 20}", f'stroke="{LINE}"'))
        parts.append(text(LEFT - 6, y(10.0**decade) + 4, power(decade), "end"))
    places = [LEFT + STEP * (i + 0.5) for i in range(len(ORDERS))]
    parts += [text(x, HEIGHT - FOOT + 20, order, "middle") for x, order in zip(places, ORDERS, strict=True)]
    for by_order, color in zip(found.values(), COLORS, strict=False):
        points = [(x, y(by_order[order].expanded), by_order[order]) for x, order in zip(places, ORDERS, strict=True)]
        line = "M" + "L".join(f"{n(x)} {n(up)}" for x, up, _ in points)
        parts.append(path(line, f'fill="none" stroke="{color}" stroke-width="1.5"'))
        for x, up, one in points:
            parts.append(circle(x, up, 3.5, f'fill="{CARD if one.moves is None else color}" stroke="{color}"'))
    parts.append(text(width / 2, HEIGHT - 14, "u up, r right, d down, l left; hollow: given up", "middle"))
    return document("Depth-first search by the order of directions", width, HEIGHT + KEY, parts, list(found))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure all starts and write the picture."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.directions", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("directions.svg"), metavar="FILE")
    arguments = parser.parse_args(argv)
    arguments.output.write_text(drawn(measured(list(STARTS))), encoding="utf-8")
    print(f"Written: {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
