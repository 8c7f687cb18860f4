"""Boards that depict objects: a drop board, a walled floor, pegs, rods with disks, a stack, pits, dots and lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from string import ascii_letters, digits

from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.svg_shapes import (
    BARK,
    DARK_WOOD,
    INK,
    RAINBOW,
    UNIT,
    WHITE,
    WOOD,
    Point,
    at,
    circle,
    filled,
    label,
    moved,
    n,
    path,
    rect,
    stroke,
)
from perfect_play.puzzles.view import EMPTY, VOID, Board

BOW = 70  # degrees from the top of an arc to its ends
KINDS = ascii_letters + digits
GLASS = ("#4f7fa8", "#b9574b", "#5d8f63", "#d3b04c", "#8a6bab")


def drop_board(board: Board, pieces: Mapping[str, str]) -> Look:
    """A blue frame with a hole for each cell, on two feet, as in Connect Four, below the numbers of its columns."""
    top, cols = 18, board.cols
    wide, high = cols * UNIT, board.rows * UNIT
    middle = top + high / 2
    centers = grid(board.rows, cols, 0, top)
    feet = "".join(rect(x, middle + 6, 9, high + 12, 4, filled("#1d4a80")) for x in (0, wide))
    frame = rect(wide / 2, middle, wide, high, 8, filled("#2d66ad", "#00000066"))
    holes = "".join(circle(x, y, 16, 'class="hole" fill="#f4f1ea"') for x, y in centers)
    names = "".join(label(str(col + 1), (col + 0.5) * UNIT, 8, INK, 13, 'class="say"') for col in range(cols))
    under = feet + frame + holes + names
    return Look({EMPTY: "", **pieces}, centers=centers, size=Point(wide, top + high), under=under)


def walled(board: Board, pieces: Mapping[str, str]) -> Look:
    """A floor with a wall, the piece `*`, wherever there is no cell."""
    wall = pieces.get(VOID, "")
    walls = [place for place, char in zip(grid(board.rows, board.cols), board.cells, strict=True) if char == VOID]
    floor = {char: piece for char, piece in pieces.items() if char != VOID}
    return Look({EMPTY: "", **floor}, under="".join(moved(wall, x, y) for x, y in walls))


def pegs(board: Board, pieces: Mapping[str, str], hexagonal: bool = False) -> Look:
    """Pegs in the holes of a wooden board. hexagonal: columns half as wide, as of a triangle."""
    across, down = (0.55, 0.95) if hexagonal else (1.0, 1.0)
    side = UNIT * 0.9
    centers = tuple(
        Point((col * across + 0.75) * side, (row * down + 0.75) * side)
        for row in range(board.rows)
        for col in range(board.cols)
    )
    wide, high = centers[-1].x + 0.75 * side, centers[-1].y + 0.75 * side
    places = [center for center, char in zip(centers, board.cells, strict=True) if char != VOID]
    rim = "".join(circle(x, y, 27, f'fill="{DARK_WOOD}"') for x, y in places)
    wood = rim + "".join(circle(x, y, 25, f'fill="{WOOD}"') for x, y in places)
    return Look({EMPTY: "", **pieces}, centers=centers, size=Point(wide, high), under=wood)


def arc(board: Board, pieces: Mapping[str, str], turned: str = "") -> Look:
    """Rows, if long, along arcs, which show them larger. turned: the pieces that follow the line.

    Below the arcs there is a center for the cell that positions between two touches have beyond the others.
    """
    rows, cols = board.rows, board.cols
    if 3 * rows >= cols:
        return Look({EMPTY: "", **pieces})
    half, edge = BOW * pi / 180, UNIT * 1.15
    step = 2 * half / (cols - 1)
    turns = [col * step - half for col in range(cols)]
    outer = UNIT / 2 / sin(step / 2) + (rows - 1) * edge
    middle = outer * sin(half) + UNIT / 2
    radii = [outer - row * edge for row in range(rows)]
    centers = tuple(
        Point(middle + radius * sin(turn), UNIT / 2 + outer - radius * cos(turn)) for radius in radii for turn in turns
    )
    tilts = dict(zip(KINDS, turns, strict=False)) if turned else {}
    tilted = {
        kind + char: moved(pieces[char], 0, 0, tilt * 180 / pi) for char in turned for kind, tilt in tilts.items()
    }
    size = Point(2 * middle, centers[-1].y + UNIT / 2)
    kinds = "".join(tilts).ljust(cols) * rows if turned else ""
    further = Point(middle, size.y - UNIT / 2)
    return Look({EMPTY: "", **pieces, **tilted}, kinds=kinds, centers=(*centers, further), size=size)


def rods(board: Board, pieces: Mapping[str, str]) -> Look:
    """Rods with disks of growing width, the letters from A, the smallest."""
    height, widest = 22, 44 + 12 * board.rows
    pitch = widest + 14
    foot = board.rows * height + 26
    centers = tuple(
        Point((rod + 0.5) * pitch, 26 + (row + 0.5) * height) for row in range(board.rows) for rod in range(board.cols)
    )
    wide = pitch * board.cols
    sticks = "".join(rect((rod + 0.5) * pitch, foot / 2 + 2, 8, foot - 4, 4, filled(BARK)) for rod in range(board.cols))
    under = sticks + rect(wide / 2, foot + 5, wide, 10, 4, filled(BARK, "#00000066"))
    disks = {
        chr(65 + disk): rect(0, 0, 44 + 12 * disk, height - 1, 9, filled(RAINBOW[disk % 8]))
        for disk in range(min(board.rows, 26))
    }
    return Look({EMPTY: "", **disks, **pieces}, centers=centers, size=Point(wide, foot + 10), under=under)


def stack(board: Board, pieces: Mapping[str, str]) -> Look:
    """Pancakes: letters from `a`, the narrowest; digits from 1, and `0` for the tenth, are flipped ones."""
    height, step = 18, 150 / max(board.rows, 8)
    wide = 50 + step * board.rows
    centers = tuple(Point(wide / 2, (row + 0.5) * height) for row in range(board.rows))
    layers = {EMPTY: ""}
    for number in range(board.rows):
        for char, color in ((chr(97 + number), "#e9b872"), (str((number + 1) % 10), "#8a5a2b")):
            body = rect(0, 0, 40 + step * number, height - 2, 8, filled("#f3d9a4", "#8a5a2b"))
            layers[char] = body + rect(0, -4, 36 + step * number, 7, 3.5, f'fill="{color}"')
    plate = rect(wide / 2, board.rows * height + 5, wide, 8, 4, filled("#dfe4e8", "#7d8890"))
    return Look({**layers, **pieces}, centers=centers, size=Point(wide, board.rows * height + 10), under=plate, ring=6)


def pits(board: Board, pieces: Mapping[str, str], drawn: bool = False, colors: Sequence[str] = GLASS) -> Look:
    """Two rows of pits with stones, and a store at each end, with signs that a turn goes on there.

    drawn: whether the SVG file has the board. colors: of stones.
    """
    pitch, cols = 1.5 * UNIT, board.cols
    centers = tuple(
        Point((col + 0.5) * pitch, pitch if col in (0, cols - 1) else (row + 0.5) * pitch)
        for row in range(2)
        for col in range(cols)
    )
    wide, high = cols * pitch, 2 * pitch
    hollow = filled("#a87540")
    inner = [center for cell, center in enumerate(centers) if cell % cols not in (0, cols - 1)]
    pits = "".join(f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="25" ry="25" {hollow}/>' for x, y in inner)
    stores = signs = ""
    for x in (pitch / 2, wide - pitch / 2):
        stores += rect(x, high / 2, pitch - 14, high - 22, 8, hollow)
        signs += moved(stroke("M7 -3A7.5 7.5 0 1 0 7 4M8 -9V-2.5H1.5", WOOD, 2.2), x, 26)
    wood = rect(wide / 2, high / 2, wide, high, 8, filled(WOOD, DARK_WOOD, 3)) + stores + signs + pits
    numbers = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    piles = {char: stones(count, colors) for count, char in enumerate(numbers)}
    piles = {EMPTY: "", VOID: "", **piles, **pieces}
    return Look(piles, centers=centers, size=Point(wide, high), under="" if drawn else wood, ring=pitch / 2 - 3)


def stones(count: int, colors: Sequence[str]) -> str:
    """A pile of stones and their number."""
    pile = ""
    for stone in range(min(count, 12)):
        distance, turn = (0.0, 0.0) if count == 1 else (4.6 * (stone + 0.6) ** 0.5, stone * 2.4)
        style = filled(colors[stone % len(colors)], "#00000077", 0.8)
        pile += circle(distance * cos(turn), distance * sin(turn) - 4, 4.6, style)
    return pile + label(str(count), 0, 19, WHITE, 12) if count else ""


def dots_and_lines(board: Board, pieces: Mapping[str, str]) -> Look:
    """Dots, faint lines between them, and boxes."""
    dot_width, box_width = 14.0, 40.0  # the width of a column of dots, and of one of boxes

    def place(number: int) -> float:
        pairs, odd = divmod(number, 2)
        return pairs * (dot_width + box_width) + (dot_width / 2 if odd == 0 else dot_width + box_width / 2)

    centers = tuple(Point(place(col), place(row)) for row in range(board.rows) for col in range(board.cols))
    faint = 'fill="none" stroke="#8a939a" stroke-opacity="0.45" stroke-width="2" stroke-dasharray="2 5"'
    under = dots = ""
    for cell, (x, y) in enumerate(centers):
        row, col = divmod(cell, board.cols)
        if row % 2 == 0 and col % 2 == 0:
            dots += circle(x, y, 5, f'class="ink" fill="{INK}"')
        elif row % 2 == 0:
            under += path(f"M{x - 20} {y}h40", faint)
        elif col % 2 == 0:
            under += path(f"M{x} {y - 20}v40", faint)
    size = Point(place(board.cols - 1) + dot_width / 2, place(board.rows - 1) + dot_width / 2)
    return Look({EMPTY: "", **pieces}, centers=centers, size=size, under=under, over=dots)


def track(board: Board, disks: int, knob: int) -> Look:
    """A loop of disks, of which the first `knob` lie in a turntable at its top.

    The board has two rows: the disks from the first, and below them, from right to left, those that follow.
    """
    radius = min(1.5 * UNIT, disks * UNIT / (2 * pi))
    straight = max(0.0, disks * UNIT / 2 - pi * radius)
    edge = UNIT * 0.75  # from a disk's center to the edge of the drawing

    def place(number: float) -> Point:
        """The center of a disk; a fraction is a place between two."""
        distance = (number - (knob - 1) / 2) * UNIT  # from the middle of the top, clockwise
        side = 1 if distance >= 0 else -1
        distance = min(abs(distance), disks * UNIT / 2)
        turn = min(max(distance - straight / 2, 0.0) / radius, pi)
        along = straight / 2 if turn else distance
        back = max(0.0, distance - straight / 2 - pi * radius)
        x, y = along - back + radius * sin(turn), radius * (1 - cos(turn))
        return Point(edge + straight / 2 + radius + side * x, edge + y)

    def line(numbers: Iterable[float]) -> str:
        return "M" + "L".join(at(place(number)) for number in numbers)

    first, last = (knob - 1) / 2 - disks / 2, (knob - 1) / 2 + disks / 2
    loop = line(first + (last - first) * step / 60 for step in range(60)) + "Z"
    dial = line((knob - 1) * step / 20 for step in range(21))
    under = stroke(loop, "#20262b", 50) + stroke(loop, "#3b444b", 46) + stroke(dial, "#7c2018", 42)
    under += stroke(dial, "#d9534a", 39)
    half = board.cols
    order = [*range(half), *range(disks - 1, half - 1, -1)]
    size = Point(2 * (edge + radius) + straight, 2 * (edge + radius))
    pieces = {
        char: circle(0, 0, 16, filled(WHITE)) + label(str(int(char, 36)), 0, 0) for char in "123456789abcdefghijk"
    }
    centers = [place(number if number <= last else number - disks) for number in order]
    return Look({EMPTY: "", VOID: "", **pieces}, centers=tuple(centers), size=size, under=under, ring=18)
