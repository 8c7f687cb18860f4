"""Objects that fit in one cell: hands, cars, robots, cards, coins, cubes, parts of a snake, a neutron."""

from __future__ import annotations

from perfect_play.puzzles.drawing.faces import FOX
from perfect_play.puzzles.drawing.shapes import (
    CREAM,
    INK,
    RED,
    WHITE,
    YELLOW,
    circle,
    filled,
    label,
    moved,
    path,
    rect,
    scaled,
    stroke,
)

EDGE = "#00000088"


def hand(fingers: int) -> str:
    """A hand with 0 to 4 fingers raised; a fist is faint."""
    skin = filled("#f0c8a0", "#8a5a34", 1.2)
    picture = ""
    for finger, x in enumerate((-9.3, -3.1, 3.1, 9.3)):
        top = -18 + abs(x + 2) * 0.4 if finger < fingers else -6
        picture += rect(x, (top + 4) / 2, 5.8, 4 - top, 2.9, skin)
    picture += rect(0, 8, 25, 18, 7, skin) + path("M11 5Q2 2 -4 8Q-5 12 0 12Q6 9 11 12Z", skin)
    return picture if fingers else f'<g opacity="0.35">{picture}</g>'


def car_facing(color: str, turn: float = 0) -> str:
    """A car seen from above that faces right, turned clockwise by `turn` degrees."""
    wheels = "".join(rect(x, y, 8, 4, 1.5, f'fill="{INK}"') for x in (-9, 9) for y in (-11, 11))
    glass = 'fill="#26333c" fill-opacity="0.8"'
    lamps = circle(14.5, -6, 2, 'fill="#fff3b0"') + circle(14.5, 6, 2, 'fill="#fff3b0"')
    body = rect(0, 0, 34, 21, 7, filled(color, EDGE)) + rect(5, 0, 5, 16, 2, glass) + rect(-9, 0, 4, 14, 2, glass)
    return moved(wheels + body + lamps, 0, 0, turn)


def robot(color: str) -> str:
    """A robot."""
    antenna = stroke("M0 -10V-16", "#8a939a", 2) + circle(0, -16, 2.5, filled(color, EDGE))
    arms = stroke("M-10 8H-15V13M10 8H15V13", "#8a939a", 3)
    head = rect(0, -4, 24, 15, 6, filled(color, EDGE)) + rect(0, -4, 17, 8, 4, f'fill="{INK}"')
    eyes = circle(-4, -4, 2.2, f'fill="{WHITE}"') + circle(4, -4, 2.2, f'fill="{WHITE}"')
    return antenna + arms + path("M-8 4H8L10 15H-10Z", filled(color, EDGE)) + head + eyes


def domino_half(color: str, pip: str = WHITE) -> str:
    """One half of a domino, with two pips."""
    pips = circle(-7, -7, 3, f'fill="{pip}"') + circle(7, 7, 3, f'fill="{pip}"')
    return rect(0, 0, 37, 37, 5, filled(color, EDGE)) + pips


def coin_side(heads: bool) -> str:
    """A coin that shows a head on copper, or its number on silver."""
    rim = circle(0, 0, 12.5, 'fill="none" stroke="#00000044" stroke-dasharray="1.5 1.5" stroke-width="2"')
    bust = circle(0, -3, 5, 'fill="#7a4a22"') + path("M-8 10Q-7 2 0 2Q7 2 8 10Z", 'fill="#7a4a22"')
    return coin_metal(heads) + rim + (bust if heads else label("1", 0, 0, "#4f5a62", 17))


def turtle_side(heads: bool) -> str:
    """A coin that shows a turtle from above on copper, or one on its back on silver."""
    skin, shell, lines = ("#a9d17c", "#2f6b3c", "#a9d17c") if heads else ("#8fa86a", "#f6eccb", "#a08a4c")
    leg = path("M4 -5Q12 -14 14 -10Q15 -6 7 -2Z", filled(skin, EDGE))
    legs = "".join(f'<g transform="scale({x} {y})">{leg}</g>' for x in (1, -1) for y in (1, -1))
    head = path("M-3.5 -8Q-5 -17 0 -17Q5 -17 3.5 -8Z", filled(skin, EDGE)) + path("M-1.5 8L0 14L1.5 8Z", filled(skin))
    plates = "M-4 -4H4L6 1L3 6H-3L-6 1ZM-4 -4L-6 -7M4 -4L6 -7M3 6L5 8M-3 6L-5 8" if heads else "M0 -9V10M-8 -3H8M-7 4H7"
    body = f'<ellipse cy="0.5" rx="9" ry="10" {filled(shell, EDGE)}/>' + stroke(plates, lines, 1.2)
    return coin_metal(heads) + moved(legs + head + body, 0, 0, 0 if heads else 180)


def coin_metal(heads: bool) -> str:
    """A plain coin, of copper or silver."""
    return circle(0, 0, 15.5, filled("#d08b4c" if heads else "#c3ccd3", EDGE))


def cube_face(mark: str = "") -> str:
    """The top of a wooden cube, with the edge visible below it."""
    side = rect(0, 2, 37, 37, 5, filled("#b98a52", "#7a4f2b"))
    return side + rect(0, -1.5, 37, 33, 5, filled("#e3bd83", "#00000033")) + moved(scaled(mark, 0.85), 0, -1.5)


NEUTRON = circle(0, 0, 14, filled(WHITE, EDGE)) + "".join(
    f'<ellipse rx="17" ry="6" transform="rotate({turn})" fill="none" stroke="#2a8f96" stroke-width="1.6"/>'
    for turn in (30, 90, 150)
)
NEUTRON += circle(0, 0, 4.5, filled(RED, EDGE))

SNAKE = "#4d9a58"
SNAKE_HEAD = (
    stroke("M0 15V20M0 20L-2.5 22M0 20L2.5 22", RED, 1.6)
    + path("M-14 -14Q0 -20 14 -14Q18 4 7 15Q0 19 -7 15Q-18 4 -14 -14Z", filled(SNAKE, EDGE))
    + "".join(circle(x, 0, 4.2, f'fill="{WHITE}"') + circle(x, 1, 2.2, f'fill="{INK}"') for x in (-6, 6))
)
SNAKE_TAIL = path("M-13 -13Q0 -19 13 -13Q9 6 0 18Q-9 6 -13 -13Z", filled(SNAKE, EDGE)) + stroke(
    "M-7 -7Q0 -3 7 -7M-4 1Q0 4 4 1", YELLOW, 2
)

SUITS = {
    "bell": "M-7 5Q-4 3 -5 -2Q-5 -8 0 -8Q5 -8 5 -2Q4 3 7 5ZM-2 6A2 2 0 0 0 2 6Z",
    "key": "M-2 0A4 4 0 1 1 2 0V8H5V5H2V4H-2ZM-1 -4A1.5 1.5 0 1 0 1 -4Z",
    "moon": "M3 -8A8 8 0 1 0 7 4A7 7 0 0 1 3 -8Z",
}
CROWN = path("M-9 6L-11 -6L-4 0L0 -9L4 0L11 -6L9 6Z", filled(YELLOW, EDGE))
SWAN = path("M-10 6Q-2 -3 6 1Q1 -6 5 -10Q10 -12 11 -7L8 -7Q7 -4 9 0Q9 9 -1 9Q-8 9 -10 6Z", filled(WHITE, EDGE))
FIGURES = {1: SWAN, 3: scaled(FOX, 0.75), 5: CROWN}


def card(number: int, suit: str, color: str) -> str:
    """A playing card of The Fox in the Forest: 1 is a swan, 3 a fox, 5 a monarch."""
    paper = rect(0, 0, 36, 54, 5, filled(CREAM, EDGE)) + rect(0, -17, 36, 18, 5, f'fill="{color}"')
    sign = moved(path(SUITS[suit], f'fill="{WHITE}"'), 8, -17)
    middle = FIGURES.get(number, scaled(path(SUITS[suit], f'fill="{color}"'), 1.2))
    return paper + label(str(number), -8, -17, WHITE, 15) + sign + moved(middle, 0, 9)


def aged(mark: str, age: int) -> str:
    """A mark that fades with age, from 1, the oldest, to 3."""
    return f'<g opacity="{(0.35, 0.65, 1)[age - 1]}">{mark}</g>'
