"""Faces of animals, for the games that are about them."""

from __future__ import annotations

from puzzles.drawing.shapes import INK, ORANGE, WHITE, circle, filled, path, stroke

DARK = "#00000088"
EARS = {
    "pointed": "M-12 -4L-12 -17L-2 -11ZM12 -4L12 -17L2 -11Z",
    "long": "M-7 -8Q-12 -20 -6 -19Q-1 -18 -2 -9ZM7 -8Q12 -20 6 -19Q1 -18 2 -9Z",
    "hanging": "M-9 -9Q-18 -8 -16 6Q-11 8 -8 -4ZM9 -9Q18 -8 16 6Q11 8 8 -4Z",
    "horns": "M-8 -8Q-15 -13 -11 -19Q-8 -15 -3 -11ZM8 -8Q15 -13 11 -19Q8 -15 3 -11Z",
    "none": "",
}


def face(color: str, ears: str, more: str = "") -> str:
    """A face with two eyes, a nose, and `pointed`, `long` or `hanging` ears, `horns`, or none."""
    drawn = path(EARS[ears], filled(color, DARK)) if EARS[ears] else ""
    drawn += circle(0, 1, 12, filled(color, DARK)) + more
    eyes = circle(-4.5, -2, 2, f'fill="{INK}"') + circle(4.5, -2, 2, f'fill="{INK}"')
    return drawn + eyes + path("M-2.5 4H2.5L0 7Z", f'fill="{INK}"')


FOX = face(ORANGE, "pointed", path("M-8 6Q0 0 8 6Q4 13 0 13Q-4 13 -8 6Z", f'fill="{WHITE}"'))
HOUND = face("#a06a3c", "hanging")
HARE = face("#cfc7bb", "long")
GOAT = face("#f2efe6", "horns", stroke("M0 13V17", "#8a8478", 3))
STRIPES = stroke("M0 -10V-6M-5 -9L-4 -6M5 -9L4 -6M-11 1H-7M11 1H7M-10 5H-7M10 5H7", INK, 1.8)
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
