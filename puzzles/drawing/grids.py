"""Boards of squares: plain, checkered, or a field with lines between its cells; and points joined by lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from perfect_play.puzzles.drawing.bodies import Body
from perfect_play.puzzles.drawing.look import Look, grid, rows_of
from perfect_play.puzzles.drawing.men import tile
from perfect_play.puzzles.drawing.shapes import (
    BARK,
    BLUE,
    DARK_WOOD,
    FELT,
    INK,
    UNIT,
    WOOD,
    Point,
    at,
    circle,
    filled,
    moved,
    n,
    path,
    rect,
    scaled,
    stroke,
)
from perfect_play.puzzles.view import EMPTY, VOID, Board

LIGHT, DARK = "#eedfc3", "#b88b5e"
BAND = 8  # the width of a woven band, and of each of its colors


def boxes(pieces: Mapping[str, str]) -> Look:
    """Pieces in boxes."""
    return Look({EMPTY: "", **pieces}, boxes=True)


def net(body: Body) -> Look:
    """The net of a solid puzzle, and the body itself."""
    return Look({EMPTY: "", **{char: tile("", color) for char, color in body.colors.items()}}, boxes=True, body=body)


def checkered(board: Board, pieces: Mapping[str, str], light: str = LIGHT, dark: str = DARK) -> Look:
    """A checkered board."""
    return Look({EMPTY: "", **pieces}, under=_squares(board, (light, dark)))


def field(board: Board, pieces: Mapping[str, str], color: str = FELT) -> Look:
    """A board of one color with thin lines between its cells, as in Othello."""
    return Look({EMPTY: "", **pieces}, under=_squares(board, (color, color), "#00000066"))


def _squares(board: Board, colors: tuple[str, str], line: str = "none") -> str:
    squares = []
    for cell in range(rows_of(board) * board.cols):
        if board.cells[cell] == VOID:
            continue
        row, col = divmod(cell, board.cols)
        style = f'fill="{colors[(row + col) % 2]}" stroke="{line}"'
        squares.append(rect((col + 0.5) * UNIT, (row + 0.5) * UNIT, UNIT, UNIT, 0, style))
    return "".join(squares)


def marks(board: Board, pieces: Mapping[str, str], boards: int = 1, signs: Sequence[str] = ()) -> Look:
    """The open grid of tic-tac-toe: lines between the cells, none around them.

    boards: how many grids there are; they lie side by side, below one another in `board`. signs: small drawings, side
    by side above the grids, that say by what the game differs from tic-tac-toe.
    """
    rows, cols, top = rows_of(board) // boards, board.cols, UNIT if signs else 0
    low = top + rows * UNIT
    lines, centers = "", list[Point]()
    for number in range(boards):
        left = number * (cols * UNIT + 30)
        lines += "".join(f"M{left + col * UNIT} {top + 3}V{low - 3}" for col in range(1, cols))
        lines += "".join(f"M{left + 3} {top + row * UNIT}H{left + cols * UNIT - 3}" for row in range(1, rows))
        centers += grid(rows, cols, left, top)
    under = stroke(lines, INK, 3, 'class="ink line"')
    if boards == 1 and not signs:
        return Look({EMPTY: "", **pieces}, under=under)
    wide = centers[-1].x + UNIT / 2
    pitch = min(UNIT, wide / max(len(signs), 1))
    for number, sign in enumerate(signs):
        under += moved(sign, wide / 2 + (number - (len(signs) - 1) / 2) * pitch, UNIT / 2 - 4)
    return Look({EMPTY: "", **pieces}, centers=tuple(centers), size=Point(wide, low), under=under)


def shape(side: int, cells: Iterable[int], color: str = BLUE) -> str:
    """A small square board of which some cells are filled, as a sign of a shape that counts."""
    pitch, filled_cells = 28 / side, set(cells)
    lines = ["", ""]
    for cell, (x, y) in enumerate(grid(side, side, -14, -14, pitch)):
        lines[cell in filled_cells] += (
            f"M{at((x - pitch / 2, y - pitch / 2))}h{n(pitch - 1)}v{n(pitch - 1)}h{n(1 - pitch)}z"
        )
    return path(lines[0], 'fill="#8a939a" fill-opacity="0.3"') + path(lines[1], f'fill="{color}"')


def points(
    centers: Iterable[tuple[float, float]],
    lines: Iterable[tuple[int, ...]],
    pieces: Mapping[str, str],
    scale: float = UNIT,
    signs: Mapping[int, str] | None = None,
    motif: str = "",
    band: Sequence[str] = (),
    corners: Sequence[int] = (),
) -> Look:
    """Points joined by lines; a line goes through several points, given by their numbers. scale: of the centers.

    signs: by center, a small drawing to its left that says what is counted there. motif: a drawing below the lines, in
    the middle. band: the colors of a woven band around the board. corners: the points at the corners of the board, by
    default a rectangle.
    """
    unshifted = [Point(x * scale, y * scale) for x, y in centers]
    edge = UNIT / 2 + (BAND if band else 0)
    left, top = min(x for x, _ in unshifted) - edge, min(y for _, y in unshifted) - edge
    places = tuple(Point(x - left, y - top) for x, y in unshifted)
    lines = list(lines)
    segments = "".join("M" + "L".join(at(places[point]) for point in line) for line in lines)
    wide, high = max(x for x, _ in places) + edge, max(y for _, y in places) + edge
    wood = rect(wide / 2, high / 2, wide, high, 10, filled(WOOD, DARK_WOOD, 2))
    if corners:
        outline = "M" + "L".join(at(places[corner]) for corner in corners) + "Z"
        wood = stroke(outline, DARK_WOOD, UNIT)
        wood += path(outline, f'fill="{WOOD}" stroke="{WOOD}" stroke-width="{UNIT - 4}" stroke-linejoin="round"')
    for number, color in enumerate(band):
        dashes = f'stroke-dasharray="{BAND} {BAND * (len(band) - 1)}" stroke-dashoffset="{-BAND * number}"'
        style = f'fill="none" stroke="{color}" stroke-width="{BAND}" {dashes}'
        wood += rect(wide / 2, high / 2, wide - BAND, high - BAND, 6, style)
    wood += moved(motif, wide / 2, high / 2) if motif else ""
    spots = "".join(
        circle(x, y, 4.5, f'fill="{INK}"') for x, y in (places[point] for point in sorted({*chain(*lines)}))
    )
    under = wood + stroke(segments, INK, 2.5) + spots
    under += "".join(
        moved(scaled(sign, 0.6), places[cell].x - 19, places[cell].y) for cell, sign in (signs or {}).items()
    )
    on_wood = {char: piece.replace(' class="say"', "") for char, piece in pieces.items()}  # the same in the dark
    return Look({EMPTY: "", VOID: "", **on_wood}, centers=places, size=Point(wide, high), under=under)


def crossings(board: Board, pieces: Mapping[str, str], diagonals: str = "", band: Sequence[str] = ()) -> Look:
    """Points of a grid joined to their neighbors.

    diagonals: `all`, `alternate` from the corners on, or none. band: the colors of a woven band around the board.
    """
    rows, cols = rows_of(board), board.cols
    lines: list[tuple[int, ...]] = []
    for row in range(rows):
        for col in range(cols):
            cell = row * cols + col
            if board.cells[cell] == VOID:
                continue
            steps = [(0, 1), (1, 0)]
            if diagonals == "all" or (diagonals == "alternate" and (row + col) % 2 == 0):
                steps += [(1, 1), (1, -1)]
            for down, right in steps:
                neighbor = (row + down) * cols + col + right
                if row + down < rows and 0 <= col + right < cols and board.cells[neighbor] != VOID:
                    lines.append((cell, neighbor))
    return points(grid(rows, cols, pitch=1), lines, pieces, UNIT * 1.1, band=band)


def with_second_places(rows: int, cols: int, pieces: Mapping[str, str], color: str = WOOD) -> Look:
    """A board of squares, and below it in the grid a second one, whose cells lie in the corners of those of the first.

    For games in which a piece can be placed on a cell in two ways: each has a place for its button.
    """
    pitch = 76
    cells = grid(rows, cols, pitch=pitch)
    aside = tuple(Point(x + 19, y + 19) for x, y in cells)
    under = "".join(rect(x, y, pitch - 3, pitch - 3, 7, filled(color, "#00000066")) for x, y in cells)
    size = Point(cols * pitch, rows * pitch)
    return Look({EMPTY: "", VOID: "", **pieces}, centers=(*cells, *aside), size=size, under=under)


def halves(board: Board, pieces: Mapping[str, str]) -> Look:
    """A wooden board with thin lines between its cells, its two halves of different wood."""
    wide, high = board.cols * UNIT, rows_of(board) * UNIT
    lower = rect(wide / 2, high * 0.75, wide, high / 2, 0, f'fill="{BARK}" fill-opacity="0.35"')
    plain = field(board, pieces, WOOD)
    return replace(plain, under=plain.under + lower + stroke(f"M0 {n(high / 2)}H{n(wide)}", INK, 3))
