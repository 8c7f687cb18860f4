"""The colors of values: distinct for people who see few colors, and strong enough on the page, light and dark."""

from __future__ import annotations

import itertools
import re

import pytest

from perfect_play.puzzles.svg import WORTH
from perfect_play.server.page import routes

Color = tuple[float, float, float]

SIGHT = {
    "all colors": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How people see colors, as matrices of linear light (Machado, Oliveira and Fernandes, 2009)."""

LEAST_DISTANCE = 28
"""Of two colors in CIELAB; 2 can just be told apart side by side."""


def colors(name: str) -> tuple[str, str]:
    """A color of the page, light and dark."""
    sheet = (routes.FOLDER / "static" / "page.css").read_text(encoding="utf-8")
    match = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", sheet)
    assert match is not None
    return match[1], match[2]


def light(color: str) -> Color:
    """A color as linear light."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def product(matrix: tuple[Color, ...], color: Color) -> Color:
    red, green, blue = (sum(a * b for a, b in zip(row, color, strict=True)) for row in matrix)
    return red, green, blue


def lab(color: Color) -> Color:
    """Linear light in CIELAB."""
    clipped = [min(1.0, max(0.0, part)) for part in color]
    to_xyz = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))  # of the white point
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in product(to_xyz, (*clipped,)))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(a: str, b: str) -> float:
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(light, (a, b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("dark", [False, True])
def test_values_are_told_apart_whatever_colors_one_sees(sight: str, dark: bool):
    shown = {name: lab(product(SIGHT[sight], light(colors(name)[dark]))) for name in WORTH}
    for (one, a), (other, b) in itertools.combinations(shown.items(), 2):
        distance = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert distance >= LEAST_DISTANCE, (one, other)


@pytest.mark.parametrize("dark", [False, True])
def test_words_in_the_colors_of_values_can_be_read(dark: bool):
    for name in ("win", "lose", "draw"):
        assert contrast(colors(name)[dark], colors("card")[dark]) >= 4.5, name


def test_pictures_have_the_colors_of_the_page():
    assert {name: colors(name)[0] for name in WORTH} == WORTH
