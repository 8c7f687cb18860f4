"""Letters as strokes, on a grid of 4 by 6 whose origin is at the lower left. Small letters are small capitals."""

from __future__ import annotations

STROKES = {
    "0": "10 01 05 16 36 45 41 30 10",
    "1": "15 26 20|10 30",
    "2": "05 16 36 45 44 00 40",
    "3": "06 46 23 33 42 41 30 10 01",
    "4": "30 36 02 42",
    "5": "46 06 03 33 42 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 13 02",
    "7": "06 46 10",
    "8": "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33",
    "9": "01 10 30 41 45 36 16 05 04 13 33 44",
    "A": "00 26 40|12 32",
    "B": "03 33 44 45 36 06 00 30 41 42 33",
    "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 26 44 42 20 00",
    "E": "46 06 00 40|03 33",
    "F": "46 06 00|03 33",
    "G": "45 36 16 05 01 10 30 41 43 23",
    "H": "06 00|46 40|03 43",
    "I": "26 20",
    "J": "36 31 20 10 01",
    "K": "06 00|46 03 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "10 01 05 16 36 45 41 30 10",
    "P": "00 06 36 45 44 33 03",
    "Q": "10 01 05 16 36 45 41 30 10|22 40",
    "R": "00 06 36 45 44 33 03|23 40",
    "S": "45 36 16 05 04 13 33 42 41 30 10 01",
    "T": "06 46|26 20",
    "U": "06 01 10 30 41 46",
    "V": "06 20 46",
    "W": "06 10 23 30 46",
    "X": "00 46|06 40",
    "Y": "06 23 46|23 20",
    "Z": "06 46 00 40",
    "?": "05 16 36 45 44 23 22|20 20",
    "×": "11 44|14 41",
    "-": "13 33",
}
"""Lines by character, each a list of points `xy`."""

CAPITAL, SMALL = 0.72, 0.56  # heights, in font sizes
ADVANCE = 1.55  # from one character to the next, in widths
WEIGHT = 0.11  # of the pen, in font sizes

Line = list[tuple[float, float]]


def lines(text: str, x: float, y: float, size: float) -> list[Line]:
    """The strokes of a text centered at x, whose baseline is at y, which counts downward. Unknown characters are blank.

    size: of the font, in the same units.
    """
    heights = [size * (SMALL if char.islower() else CAPITAL) for char in text]
    widths = [height * 0.6 for height in heights]
    left = x - (ADVANCE * sum(widths) - (ADVANCE - 1) * widths[-1]) / 2 if text else x
    found = []
    for char, height, width in zip(text, heights, widths, strict=True):
        for stroke in filter(None, STROKES.get(char.upper(), "").split("|")):
            points = [(int(point[0]), int(point[1])) for point in stroke.split()]
            found.append([(left + width * across / 4, y - height * up / 6) for across, up in points])
        left += ADVANCE * width
    return found
