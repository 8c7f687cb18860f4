"""Boards of squares: plain, checkered, or a field with lines between its cells; and points joined by lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from perfect_play.puzzles.drawing.look import Look, grid, rows_of
from perfect_play.puzzles.drawing.svg_shapes import (
    BARK,
    DARK_WOOD,
    FELT,
    INK,
    UNIT,
    WOOD,
    Point,
    at,
    circle,
    filled,
    label,
    moved,
    rect,
    stroke,
)
from perfect_play.puzzles.view import EMPTY, VOID, Board

LIGHT, DARK = "#eedfc3", "#b88b5e"
MARGIN = 16  # for the names of rows and columns
TALL = 12  # rows; taller boards are drawn flat where nothing is, unless they say where their cells are
BAND = 8  # the width of a woven band, and of each of its colors


def boxes(board: Board, pieces: Mapping[str, str]) -> Look:
    """Pieces in boxes."""
    return Look({EMPTY: "", **pieces}, boxes=True)


def checkered(
    board: Board, pieces: Mapping[str, str], light: str = LIGHT, dark: str = DARK, half: bool = False, frame: float = 0
) -> Look:
    """A checkered board. half: the cells are its dark squares, and the names of its rows and columns are beside it.

    frame: the width of the wooden frame around it.
    """
    if half:
        return _dark_squares(Board(board.rows, 2 * board.cols, 2 * board.cells), pieces, light, dark)
    look = _square_board(board, pieces, (light, dark))
    if not frame:
        return look
    wide, high = (count * UNIT + 2 * frame for count in (board.cols, rows_of(board)))
    wood = rect(wide / 2, high / 2, wide, high, frame / 2, filled(BARK))
    centers = grid(rows_of(board), board.cols, frame, frame)
    return replace(look, under=wood + moved(look.under, frame, frame), centers=centers, size=Point(wide, high))


def _dark_squares(board: Board, pieces: Mapping[str, str], light: str, dark: str) -> Look:
    squares = grid(board.rows, board.cols, MARGIN)
    centers = [place for cell, place in enumerate(squares) if sum(divmod(cell, board.cols)) % 2]
    high = board.rows * UNIT
    names = [label(str(board.rows - row), 6, (row + 0.5) * UNIT, INK, 12, 'class="say"') for row in range(board.rows)]
    names += [
        label(chr(97 + col), MARGIN + (col + 0.5) * UNIT, high + 8, INK, 12, 'class="say"') for col in range(board.cols)
    ]
    under = moved(_squares(board, (light, dark)), MARGIN, 0) + "".join(names)
    size = Point(MARGIN + board.cols * UNIT, high + MARGIN)
    return Look({EMPTY: "", **pieces}, centers=tuple(centers), size=size, under=under)


def field(board: Board, pieces: Mapping[str, str], color: str = FELT) -> Look:
    """A board of one color with thin lines between its cells, as in Othello."""
    return _square_board(board, pieces, (color, color), "#00000066")


def _square_board(board: Board, pieces: Mapping[str, str], colors: tuple[str, str], line: str = "none") -> Look:
    """Squares of equal height, on a tall board, too."""
    rows, cols = rows_of(board), board.cols
    places: dict[str, Any] = {}
    if rows > TALL:
        places = {"centers": grid(rows, cols), "size": Point(cols * UNIT, rows * UNIT)}
    return Look({EMPTY: "", **pieces}, under=_squares(board, colors, line), **places)


def _squares(board: Board, colors: tuple[str, str], line: str = "none") -> str:
    squares = []
    for cell in range(rows_of(board) * board.cols):
        if board.cells[cell] == VOID:
            continue
        row, col = divmod(cell, board.cols)
        style = f'fill="{colors[(row + col) % 2]}" stroke="{line}"'
        squares.append(rect((col + 0.5) * UNIT, (row + 0.5) * UNIT, UNIT, UNIT, 0, style))
    return "".join(squares)


def crossings(board: Board, pieces: Mapping[str, str], diagonals: str = "", band: Sequence[str] = ()) -> Look:
    """Points of a grid on wood, joined to their neighbors.

    diagonals: `all`, `alternate` from the corners on, or none. band: the colors of a woven band around the board.
    """
    rows, cols, edge, pitch = rows_of(board), board.cols, UNIT / 2 + (BAND if band else 0), UNIT * 1.1
    places = grid(rows, cols, edge - pitch / 2, edge - pitch / 2, pitch)
    lines = [
        (cell, neighbor)
        for cell in range(rows * cols)
        if board.cells[cell] != VOID
        for neighbor in _later_neighbors(board, rows, cell, diagonals)
    ]
    segments = "".join(f"M{at(places[source])}L{at(places[target])}" for source, target in lines)
    wide, high = (pitch * (count - 1) + 2 * edge for count in (cols, rows))
    wood = rect(wide / 2, high / 2, wide, high, 10, filled(WOOD, DARK_WOOD, 2))
    for number, color in enumerate(band):
        dashes = f'stroke-dasharray="{BAND} {BAND * (len(band) - 1)}" stroke-dashoffset="{-BAND * number}"'
        style = f'fill="none" stroke="{color}" stroke-width="{BAND}" {dashes}'
        wood += rect(wide / 2, high / 2, wide - BAND, high - BAND, 6, style)
    spots = "".join(circle(*places[point], 4.5, f'fill="{INK}"') for point in sorted({*chain(*lines)}))
    under = wood + stroke(segments, INK, 2.5) + spots
    return Look({EMPTY: "", VOID: "", **pieces}, centers=places, size=Point(wide, high), under=under)


def _later_neighbors(board: Board, rows: int, cell: int, diagonals: str) -> list[int]:
    """The neighbors to the right and below, and along diagonals, to which a point is joined."""
    row, col = divmod(cell, board.cols)
    steps = [(0, 1), (1, 0)]
    if diagonals == "all" or (diagonals == "alternate" and (row + col) % 2 == 0):
        steps += [(1, 1), (1, -1)]
    places = [(row + down, col + right) for down, right in steps]
    cells = [down * board.cols + right for down, right in places if down < rows and 0 <= right < board.cols]
    return [neighbor for neighbor in cells if board.cells[neighbor] != VOID]
