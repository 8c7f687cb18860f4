"""Pieces that stand in one cell: discs, marks, coins, chessmen, numerals."""

from __future__ import annotations

from perfect_play.puzzles.drawing.shapes import (
    BLACK,
    BLUE,
    CREAM,
    GREEN,
    INK,
    ORANGE,
    RED,
    UNIT,
    WHITE,
    YELLOW,
    circle,
    filled,
    label,
    path,
    rect,
    stroke,
)

PAINT = {
    "black": BLACK,
    "white": CREAM,
    "red": RED,
    "blue": BLUE,
    "green": GREEN,
    "yellow": YELLOW,
    "orange": ORANGE,
    "brown": "#9a6b3f",
}
SHEEN = 'fill="none" stroke="#ffffff" stroke-opacity="0.35" stroke-width="1.5"'


def disc(color: str, radius: float = 15) -> str:
    """A disc with a groove, as in draughts."""
    edge = "#6d7a82" if color == BLACK else "#00000055"
    groove = SHEEN if color != CREAM and color != WHITE else 'fill="none" stroke="#00000026" stroke-width="1.5"'
    return circle(0, 0, radius, filled(color, edge)) + circle(0, 0, radius * 0.66, groove)


def ball(color: str, radius: float = 14) -> str:
    """A ball with a highlight."""
    return circle(0, 0, radius, filled(color, "#00000066")) + circle(
        -radius * 0.32, -radius * 0.36, radius * 0.28, 'fill="#ffffff" fill-opacity="0.55"'
    )


def cross(color: str = BLUE) -> str:
    """The mark X."""
    return stroke("M-10 -10L10 10M10 -10L-10 10", color, 6)


def nought(color: str = RED) -> str:
    """The mark O."""
    return circle(0, 0, 11, f'fill="none" stroke="{color}" stroke-width="6"')


def numeral(text: str) -> str:
    """A number directly on the background."""
    return label(text, 0, 0, INK, 22, 'class="say"')


def token(text: str, color: str, on: str = WHITE) -> str:
    """A disc with a letter or a number."""
    return circle(0, 0, 15, filled(color)) + label(text, 0, 0, on)


def coin(color: str = "#c98a4b", text: str = "") -> str:
    """A coin."""
    rim = circle(0, 0, 12, 'fill="none" stroke="#00000044" stroke-dasharray="1.5 1.5" stroke-width="2"')
    return circle(0, 0, 15, filled(color, "#00000066")) + rim + (label(text, 0, 0, INK, 15) if text else "")


def tile(text: str, color: str, on: str = INK, size: float = 19) -> str:
    """A square tile with a text."""
    return rect(0, 0, UNIT - 3, UNIT - 3, 6, filled(color)) + (label(text, 0, 0, on, size) if text else "")


FOOT = "M-11 14L-10 10H10L11 14Z"
CHESSMEN = {
    "K": f"{FOOT}M-8 10L-11 -1Q-10 -6 -5 -5L0 -3L5 -5Q10 -6 11 -1L8 10Z"
    "M-1.5 -4V-8H-4.5V-11H-1.5V-14H1.5V-11H4.5V-8H1.5V-4Z",
    "Q": f"{FOOT}M-8 10L-12 -8L-6 0L-5 -11L0 -1L5 -11L6 0L12 -8L8 10ZM-2 -12A2 2 0 1 0 2 -12A2 2 0 1 0 -2 -12Z",
    "R": f"{FOOT}M-7 10L-6 -4H6L7 10ZM-9 -4V-12H-5V-9H-2V-12H2V-9H5V-12H9V-4Z",
    "B": f"{FOOT}M-6 10Q-5 7 -7 3Q-8 -4 0 -11Q8 -4 7 3Q5 7 6 10ZM-2 -12A2 2 0 1 0 2 -12A2 2 0 1 0 -2 -12Z",
    "N": f"{FOOT}M-8 10Q-8 4 -1 -1Q-5 0 -8 3L-11 0L-6 -8L-5 -13L-1 -10Q10 -9 9 10Z",
    "P": f"{FOOT}M-7 10Q-3 5 -3.5 0H-6V-2H-3A5 5 0 1 1 3 -2H6V0H3.5Q3 5 7 10Z",
}


def chessman(kind: str, white: bool) -> str:
    """A chessman by the letter of its kind: K, Q, R, B, N or P."""
    style = filled(WHITE, "#20262b", 1.6) if white else filled("#23292e", "#cfd5d9", 1)
    eye = circle(-3, -6, 1.2, f'fill="{INK if white else WHITE}"') if kind == "N" else ""
    return path(CHESSMEN[kind], f'{style} stroke-linejoin="round" fill-rule="nonzero"') + eye


def color_of(name: str) -> str:
    """The color of a disc of GamesmanUni, by the path of its image."""
    stem = name.rpartition("/")[2].removesuffix(".svg")
    return PAINT[stem.removesuffix("piece").removesuffix("_circle")]


def of_image(name: str) -> str | None:
    """The piece that an image of GamesmanUni shows, by its path; None if none here resembles it."""
    folder, _, stem = name.removesuffix(".svg").rpartition("/")
    if folder == "chess/wikipedia" or folder == "solitairechess":
        return chessman(stem[0].upper(), stem[0].isupper()) if stem[0].upper() in CHESSMEN else None
    if folder == "general":
        if stem.isdigit():
            return numeral(stem)
        return disc(color_of(name)) if stem.removesuffix("piece").removesuffix("_circle") in PAINT else None
    if stem in ("x", "X") and folder in ("ttt", "notakto", "quixo", "shifttactoe", "tictactwo", "teeko"):
        return cross()
    if stem in ("o", "O") and folder in ("ttt", "quixo", "shifttactoe", "tictactwo", "teeko"):
        return nought()
    return {
        "dao/B": disc(BLACK),
        "dao/W": disc(CREAM),
        "sevenpennies/penny": coin(),
        "y/B": disc(BLACK),
        "y/W": disc(CREAM),
    }.get(f"{folder}/{stem}")
