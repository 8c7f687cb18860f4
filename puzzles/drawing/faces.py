"""Faces of animals, for games about animals."""

from __future__ import annotations

from collections.abc import Iterable

from perfect_play.puzzles.drawing.shapes import (
    INK,
    ORANGE,
    RED,
    WHITE,
    YELLOW,
    circle,
    filled,
    moved,
    path,
    rect,
    scaled,
    stroke,
)

DARK = "#00000088"
EYES = circle(-4.5, -2, 2, f'fill="{INK}"') + circle(4.5, -2, 2, f'fill="{INK}"')
EARS = {
    "pointed": "M-12 -4L-12 -17L-2 -11ZM12 -4L12 -17L2 -11Z",
    "long": "M-7 -8Q-12 -20 -6 -19Q-1 -18 -2 -9ZM7 -8Q12 -20 6 -19Q1 -18 2 -9Z",
    "hanging": "M-9 -9Q-18 -8 -16 6Q-11 8 -8 -4ZM9 -9Q18 -8 16 6Q11 8 8 -4Z",
    "horns": "M-8 -8Q-15 -13 -11 -19Q-8 -15 -3 -11ZM8 -8Q15 -13 11 -19Q8 -15 3 -11Z",
    "none": "",
}


def face(color: str, ears: str, extra: str = "") -> str:
    """A face with two eyes, a nose, and `pointed`, `long` or `hanging` ears, `horns`, or none."""
    head = path(EARS[ears], filled(color, DARK)) if EARS[ears] else ""
    head += circle(0, 1, 12, filled(color, DARK)) + extra
    return head + EYES + path("M-2.5 4H2.5L0 7Z", f'fill="{INK}"')


FOX = face(ORANGE, "pointed", path("M-8 6Q0 0 8 6Q4 13 0 13Q-4 13 -8 6Z", f'fill="{WHITE}"'))
HOUND = face("#a06a3c", "hanging")
HARE = face("#cfc7bb", "long")
MUZZLE = path("M-9 8Q-9 3 0 3Q9 3 9 8Q8 14 0 14Q-8 14 -9 8Z", filled("#e8a9a0", DARK))
NOSTRILS = circle(-3, 8, 1.3, f'fill="{INK}"') + circle(3, 8, 1.3, f'fill="{INK}"')
BULL = face("#4a3a30", "horns", MUZZLE) + NOSTRILS
BULL += circle(0, 13, 3.5, f'fill="none" stroke="{YELLOW}" stroke-width="1.8"')
COW = face("#fbf8f0", "hanging", path("M-11 -3Q-8 -10 -2 -10Q-1 -3 -7 2Z", f'fill="{INK}"') + MUZZLE) + NOSTRILS
GOAT = face("#f2efe6", "horns", stroke("M0 13V17", "#8a8478", 3))
STRIPES = stroke("M0 -10V-6M-5 -9L-4 -6M5 -9L4 -6M-11 1H-7M11 1H7M-10 5H-7M10 5H7", INK, 1.8)
SPOTS = "".join(
    circle(x, y, 1.8, f'fill="{INK}"') for x, y in ((-8, 5), (8, 5), (-6, -8), (6, -8), (0, -7), (-9, 0), (9, 0))
)
JAGUAR = face("#e0a94a", "pointed", SPOTS)
TIGER = face("#eb9a2d", "pointed", STRIPES)


def frog(color: str) -> str:
    """A frog or a toad."""
    eyes = "".join(
        circle(x, -9, 5.5, filled(color, DARK))
        + circle(x, -9, 3, f'fill="{WHITE}"')
        + circle(x, -9, 1.5, f'fill="{INK}"')
        for x in (-7, 7)
    )
    return (
        path("M-15 5Q-14 -8 0 -8Q14 -8 15 5Q12 15 0 15Q-12 15 -15 5Z", filled(color, DARK))
        + eyes
        + stroke("M-8 6Q0 11 8 6", INK, 2)
    )


def bird(color: str, beak: str) -> str:
    """A bird's head, looking right."""
    head = path("M5 -4L18 0L5 5Z", filled(beak, DARK)) + circle(-2, 0, 12, filled(color, DARK))
    return head + circle(2, -4, 3, f'fill="{WHITE}"') + circle(2.6, -4, 1.5, f'fill="{INK}"')


def bee(color: str) -> str:
    """A bee with a body of this color."""
    wings = "".join(circle(x, -8, 8, 'fill="#ffffff" fill-opacity="0.85" stroke="#00000066"') for x in (-5, 6))
    return wings + circle(0, 3, 11, filled(color, "#20262b")) + stroke("M-4 -6V12M3 -7V13", INK, 3)


LION = circle(0, 0, 16, filled("#b8682a", DARK)) + face("#f2c14e", "none", stroke("M-4 9Q0 11 4 9", INK, 1.5))
GIRAFFE = (
    stroke("M-4 -9V-16M4 -9V-16", "#a06a3c", 3)
    + path("M-9 -8Q0 -12 9 -8L6 12Q0 17 -6 12Z", filled("#f2d06b", DARK))
    + "".join(circle(x, y, 2.2, 'fill="#a06a3c"') for x, y in ((-5, 5), (5, 4), (0, -6)))
    + EYES
    + stroke("M-3 11H3", INK, 1.5)
)
ELEPHANT = (
    circle(-10, -1, 8, filled("#9aa7b3", DARK))
    + circle(10, -1, 8, filled("#9aa7b3", DARK))
    + circle(0, -1, 10, filled("#b4c0ca", DARK))
    + EYES
    + stroke("M0 3V11Q0 15 5 14", "#8795a2", 5)
)
CHICK = (
    stroke("M0 -11V-16M0 -11L4 -15", "#c98a1b", 2)
    + circle(0, 1, 12, filled("#f7d94c", DARK))
    + EYES
    + path("M-4 4H4L0 9Z", filled(ORANGE, DARK))
)
HEN = (
    "".join(circle(x, -12, 4, f'fill="{RED}"') for x in (-5, 0, 5))
    + circle(0, 1, 12, filled(WHITE, DARK))
    + EYES
    + path("M-4 4H4L0 9Z", filled(ORANGE, DARK))
    + circle(0, 12, 3, f'fill="{RED}"')
)


def animal_tile(animal: str, color: str, steps: Iterable[tuple[int, int]], forward: int) -> str:
    """A tile of animal shogi: an animal and a dot for each of its steps, (rows down, columns right) for player 1.

    forward: 1 for player 1; -1 turns the tile around for player 2.
    """
    dots = "".join(circle(15 * right, 15 * down, 2.4, f'fill="{RED}"') for down, right in steps)
    tile = rect(0, 0, 38, 38, 5, filled(color, DARK)) + scaled(animal, 0.7) + dots
    return tile if forward == 1 else moved(tile, 0, 0, 180)
