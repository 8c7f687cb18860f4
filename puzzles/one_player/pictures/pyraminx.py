"""The Pyraminx as a body, and its net of triangles."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.drawing.bodies import Body, pyramid
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import BLACK, BLUE, GREEN, RED, YELLOW, Point, at, filled, path
from perfect_play.puzzles.one_player.pyraminx import BUTTONS, COLS, ROWS, UNFOLDED
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.view import EMPTY

COLORS = {"0": GREEN, "1": BLUE, "2": RED, "3": YELLOW}
HALF, HIGH = 36, 36 * 3**0.5  # half of the base of a triangle, and its height


class Pyramid(Picture):
    @cached_property
    def look(self) -> Look:
        """Triangles, of which every other one points up, on dark faces."""
        rising = [sum(divmod(cell, COLS)) % 2 for cell in range(ROWS * COLS)]
        centers = [
            Point((cell % COLS + 1) * HALF, (cell // COLS + (1 + up) / 3) * HIGH) for cell, up in enumerate(rising)
        ]
        for button in BUTTONS.values():
            row, col = divmod(button.cell, COLS)
            centers[button.cell] = Point((col + (0.5 if col < COLS // 2 else 1.5)) * HALF, (row + 0.5) * HIGH)
        pieces = {EMPTY: ""}
        for kind, side in (("d", -1), ("u", 1)):
            points = [(0, -side * 2 * HIGH / 3), (HALF, side * HIGH / 3), (-HALF, side * HIGH / 3)]
            for char, color in COLORS.items():
                pieces[kind + char] = path(f"M{'L'.join(map(at, points))}Z", filled(color, BLACK, 3))
        outlines = ""
        for _, middle, rows, *_ in UNFOLDED:
            tip, base = (rows[0], rows[-1] + 1) if rows[0] < rows[-1] else (rows[0] + 1, rows[-1])
            x = (middle + 1) * HALF
            ends = [(x, tip * HIGH), (x + 3 * HALF, base * HIGH), (x - 3 * HALF, base * HIGH)]
            outlines += f"M{'L'.join(map(at, ends))}Z"
        return replace(
            super().look,
            pieces=pieces,
            kinds="".join("du"[up] for up in rising),
            centers=tuple(centers),
            size=Point((COLS + 1) * HALF, ROWS * HIGH),
            under=path(outlines, filled(BLACK, BLACK, 6) + ' stroke-linejoin="round"'),
        )

    @property
    def body(self) -> Body:
        faces = {
            top + left + right: [
                range(row * COLS + middle - wide, row * COLS + middle + wide + 1) for wide, row in enumerate(rows)
            ]
            for _, middle, rows, top, left, right in UNFOLDED
        }
        return pyramid(faces, COLORS)
