"""`python -m benchmarks.growth`: draws how solving time and table size grow with the number of positions.

Each series is one puzzle or game in several sizes, solved as the service solves them: by the reference solver up to
some ten thousand positions, natively beyond. Both axes are logarithmic: a straight line at 45 degrees means a cost
proportional to the number of positions. `docs/performance.md` shows a run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import NamedTuple

from benchmarks.workshop import find_variant
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.drawing.shapes import (
    BLUE,
    CARD,
    FONT,
    GRAY,
    GREEN,
    INK,
    LINE,
    ORANGE,
    PURPLE,
    RED,
    circle,
    n,
    path,
    rect,
)
from perfect_play.solvers.native.launch import goes_native, solve_native
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.store import Store

SERIES = {
    "npuzzle": ("2", "2x3", "2x4", "3", "2x5"),
    "towersofhanoi": ("3_5", "3_6", "3_7", "3_8", "3_9", "3_10", "3_12"),
    "topspin": ("6_4", "7_3", "8_4", "9_4", "10_2"),
    "pancakes": ("5", "6", "7", "8"),
    "domineering": ("3x3", "3x4", "4x4", "4x5", "5x5"),
    "clobber": ("3x3", "2x5", "3x4", "3x5", "4x4", "3x6"),
}
"""The variants of each puzzle or game, by rising size."""

COLORS = (BLUE, RED, GREEN, ORANGE, PURPLE, GRAY)
WIDTH, HEIGHT, LEFT, TOP, FOOT, KEY = 430, 330, 58, 34, 42, 34


class Solved(NamedTuple):
    """A variant that was solved: its positions, seconds, bytes of its table, and whether it was solved natively."""

    name: str
    positions: int
    seconds: float
    size: int
    native: bool


def solved(store: Store, directory: Path, rules: Rules) -> Solved:
    """Solve a variant into a table."""
    native = goes_native(rules)
    if native:
        solve_native(directory, rules, lambda done: None)
        seconds = store.meta(rules).seconds
    else:
        begun = time.perf_counter()
        solution = solve(rules)
        seconds = time.perf_counter() - begun
        store.write(rules, solution, seconds)
    return Solved(rules.full_id, store.meta(rules).positions, seconds, store.path(rules).stat().st_size, native)


def measured(series: dict[str, tuple[str, ...]]) -> dict[str, list[Solved]]:
    """Every variant of the series, each solved once, in a directory of its own; a line is printed for each."""
    found: dict[str, list[Solved]] = {}
    with tempfile.TemporaryDirectory(prefix="growth-") as directory:
        store = Store(Path(directory) / "tables")
        for id_, variants in series.items():
            for variant in variants:
                one = solved(store, Path(directory), find_variant(f"{id_}/{variant}"))
                found.setdefault(id_, []).append(one)
                how = "natively" if one.native else "by the reference solver"
                print(f"{one.name}: {one.positions:,} positions, {one.seconds:.3g} s {how}, {one.size:,} bytes")
    return found


def drawn(found: dict[str, list[Solved]]) -> str:
    """Two diagrams side by side, seconds and bytes by positions, as an SVG document."""
    times = _diagram(found, "Seconds to solve", lambda one: one.seconds)
    sizes = _diagram(found, "Bytes of the table", lambda one: one.size)
    parts = [times, f'<g transform="translate({WIDTH} 0)">{sizes}</g>']
    title = "Time of solving and size of tables by the number of positions"
    return document(title, 2 * WIDTH, HEIGHT + KEY, parts, list(found))


def document(title: str, width: float, height: float, parts: Sequence[str], keys: Sequence[str]) -> str:
    """An SVG document of these parts, with the colors of the series below them."""
    shown = "".join(
        circle(LEFT + 135 * i, 0, 4, f'fill="{color}"') + text(LEFT + 135 * i + 10, 4, key, "start")
        for i, (key, color) in enumerate(zip(keys, COLORS, strict=False))
    )
    ground = rect(width / 2, height / 2, width, height, 8, f'fill="{CARD}"')
    drawing = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" '
        f'font-family="{escape(FONT)}" font-size="12">\n<title>{escape(title)}</title>\n{ground}\n{drawing}\n'
        f'<g transform="translate(0 {n(height - KEY + 8)})">{shown}</g>\n</svg>\n'
    )


def _diagram(found: dict[str, list[Solved]], title: str, value: Callable[[Solved], float]) -> str:
    every = [one for series in found.values() for one in series]
    first, last = bounds([one.positions for one in every])
    low, high = bounds([value(one) for one in every])

    def x(positions: float) -> float:
        return LEFT + (log10(positions) - first) / (last - first) * (WIDTH - LEFT - 24)

    def y(amount: float) -> float:
        return HEIGHT - FOOT - (log10(max(amount, 10**low)) - low) / (high - low) * (HEIGHT - FOOT - TOP)

    axis = "positions; filled: natively"
    parts = [text(WIDTH / 2, 18, title, "middle"), text(WIDTH / 2, HEIGHT - 6, axis, "middle")]
    for decade in range(first, last + 1):
        line = f"M{n(x(10**decade))} {TOP}V{HEIGHT - FOOT}"
        parts += [path(line, f'stroke="{LINE}"'), text(x(10**decade), HEIGHT - 24, power(decade), "middle")]
    for decade in range(low, high + 1):
        line = f"M{LEFT} {n(y(10.0**decade))}H{WIDTH - 24}"
        parts += [path(line, f'stroke="{LINE}"'), text(LEFT - 6, y(10.0**decade) + 4, power(decade), "end")]
    for series, color in zip(found.values(), COLORS, strict=False):
        points = [(x(one.positions), y(value(one)), one) for one in sorted(series, key=lambda one: one.positions)]
        line = "M" + "L".join(f"{n(at_x)} {n(at_y)}" for at_x, at_y, _ in points)
        parts.append(path(line, f'fill="none" stroke="{color}" stroke-width="1.5"'))
        for at_x, at_y, one in points:
            parts.append(circle(at_x, at_y, 3.5, f'fill="{color if one.native else CARD}" stroke="{color}"'))
    return "".join(parts)


def bounds(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around these numbers, at least one apart."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return low, max(high, low + 1)


def power(decade: int) -> str:
    """A power of ten in few characters."""
    return f"{10**decade:,}" if 0 <= decade <= 4 else f"1e{decade}"


def text(x: float, y: float, words: str, anchor: str) -> str:
    """A label, aligned at a point by its start, middle or end."""
    return f'<text x="{n(x)}" y="{n(y)}" text-anchor="{anchor}" fill="{INK}">{escape(words)}</text>'


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the series and write the picture."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--output", type=Path, default=Path("growth.svg"), metavar="FILE")
    arguments = parser.parse_args(argv)
    arguments.output.writetext(drawn(measured(SERIES)), encoding="utf-8")
    print(f"Written: {arguments.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
