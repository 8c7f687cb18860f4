"""The look of a board: an SVG fragment for each piece, the places of the cells, and what lies around them.

The same data serves `puzzles/svg.py`, which writes documents, and the page, whose script assembles the fragments.
Fragments are drawn around (0, 0), a cell being `UNIT` wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from string import ascii_letters
from typing import Any, NamedTuple

from perfect_play.puzzles.drawing.bodies import Body
from perfect_play.puzzles.drawing.svg_shapes import EDGE, INK, UNIT, WHITE, Point, circle, filled, label, rect
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board, Button, Move

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left


class First(NamedTuple):
    """The first button of a move of two parts, and the look of the second part.

    button: the first part. after: None if the second part is an arrow; otherwise it is a spot this many cells after
    the end of the arrow. chars: what the spot puts there, for player 1 and for player 2.
    """

    button: Button
    after: int | None = None
    chars: str = 2 * EMPTY

    def as_json(self) -> list[Any]:
        """The button as clients know it, and the rest."""
        match self.button:
            case Add(char, cell):
                return [f"A_{char}_{cell}", self.after, self.chars]
            case Move(source, target):
                return [f"M_{source}_{target}", self.after, self.chars]
        raise TypeError(f"{self.button!r} is neither a cell nor an arrow")


@dataclass(frozen=True)
class Look:
    """The look of one variant's boards; by default, letters in boxes.

    pieces: a fragment by character; one whose key begins with a cell's kind takes precedence. A character without a
    fragment is drawn as its letter. kinds: one letter per cell, where the same character differs from cell to cell.
    merged: characters of which adjacent cells make one piece; a hexadecimal digit appended to their keys says on
    which sides the piece continues: 1 up, 2 right, 4 down, 8 left. joined: these sides for characters
    that always continue there. centers: of the cells, by default a grid; cells
    beyond them are not drawn. size: width and height, by default the grid's. under, over: what lies below and above
    the pieces. boxes: whether each cell is drawn as a box. body: the solid puzzle of which the board is the net.
    ring: the radius of the circle that marks a piece with a move of its own; by default it is a square. marks: what
    stands for a move instead, in `currentColor`: by what it puts into an empty cell, or by `@` and the piece that it
    acts on, after the cell's kind if that matters; `@` alone: any piece. first: by the cell of a button, or of the
    source of an arrow, what is touched before it, for moves of two parts.
    """

    pieces: Mapping[str, str] = field(default_factory=dict)
    kinds: str = ""
    merged: str = ""
    joined: Mapping[str, int] = field(default_factory=dict)
    centers: tuple[Point, ...] = ()
    size: Point | None = None
    under: str = ""
    over: str = ""
    boxes: bool = False
    body: Body | None = None
    ring: float | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    first: Mapping[int, First] = field(default_factory=dict)

    def fragment(self, board: Board, cell: int) -> str | None:
        """The drawing of what is in a cell; None if it is shown as its letter."""
        char = board.cells[cell]
        return self.piece(char, cell, goes_on(board, cell) if char in self.merged else 0)

    def piece(self, char: str, cell: int, sides: int = 0) -> str | None:
        """The drawing of a character in a cell; None if it is shown as its letter. sides: on which it continues."""
        key = f"{char}{sides:x}" if char in self.merged else char
        kind = self.kinds[cell] if cell < len(self.kinds) else ""
        drawing = self.pieces.get(kind + key)
        return self.pieces.get(key) if drawing is None else drawing

    def mark(self, board: Board, cell: int, char: str) -> str | None:
        """What stands for a move that puts a character into a cell, or acts on the piece there; None: a circle."""
        is_open = board.cells[cell] in (EMPTY, VOID)
        key = char if is_open else f"@{board.cells[cell]}"
        kind = self.kinds[cell] if cell < len(self.kinds) else ""
        return self.marks.get(kind + key, self.marks.get(key, None if is_open else self.marks.get("@")))

    def first_touch(self, button: Button) -> First | None:
        """The button to touch before this one; None for a move of one part."""
        cell = button.source if isinstance(button, Move) else button.cell if isinstance(button, Add) else -1
        first = self.first.get(cell)
        itself = first and isinstance(button, Add) and isinstance(first.button, Add) and first.button.cell == cell
        return None if itself else first

    def as_json(self) -> dict[str, Any]:
        """The look for the page."""
        entries = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        touched = {cell: first.as_json() for cell, first in self.first.items()}
        return {**entries, "body": self.body and self.body.as_json(), "first": touched}


LETTERS = Look({EMPTY: ""}, boxes=True)
"""Letters in boxes, for variants without a look of their own."""

_HEX = (
    *("c8473b", "2f8a57", "2f6fb5", "f0c64a", "e58a34", "7457b8", "ffffff", "0b0d0f", "33434e", "2a8f96", "3fb8c9"),
    *("8a5a34", "9bbf4d", "c4568c", "b08968", "4b4fb0", "7a8f2a", "b39ddb", "a8325e", "34507a", "e2a0bf", "8d99a3"),
    *("c9a26b", "6fae8c", "8a3fa0", "5b6770"),
)
HUES = dict(zip("rgbyopwkxacdefhijlmnqstuvz", _HEX, strict=True))
"""A color for each letter: first those that colors begin with."""
SECOND_PLAYER = "fbf6e8"  # o beside x


def letters(chars: Iterable[str]) -> Look:
    """Letters in boxes, each in a color of its own: small ones on discs, capitals, darker, on tiles.

    chars: all that occur. Beside an `x`, `o` is the other player's and cream; otherwise it is orange.
    """
    pieces = {EMPTY: ""}
    players = not {"x", "X"}.isdisjoint(chars)
    for char in {*chars} & {*ascii_letters}:
        hue = SECOND_PLAYER if players and char in "oO" else HUES[char.lower()]
        rgb = [int(hue[place : place + 2], 16) for place in (0, 2, 4)]
        if char.isupper():
            rgb = [part * 3 // 4 if sum(rgb) > 150 else part + 60 for part in rgb]
        on = INK if 3 * rgb[0] + 6 * rgb[1] + rgb[2] > 1400 else WHITE
        style = filled("#{:02x}{:02x}{:02x}".format(*rgb), "#6d7a82" if sum(rgb) < 200 else EDGE)
        body = rect(0, 0, UNIT - 5, UNIT - 5, 7, style) if char.isupper() else circle(0, 0, UNIT / 2 - 5, style)
        pieces[char] = body + label(char, 0, 0, on)
    return Look(pieces, boxes=True)


def goes_on(board: Board, cell: int) -> int:
    """The sides on which the same character is adjacent: 1 up, 2 right, 4 down, 8 left."""
    row, col = divmod(cell, board.cols)
    sides = 0
    for bit, (down, right) in enumerate(SIDES):
        near_row, near_col = row + down, col + right
        inside = 0 <= near_row < board.rows and 0 <= near_col < board.cols
        if inside and board.cells[near_row * board.cols + near_col] == board.cells[cell]:
            sides |= 1 << bit
    return sides


def grid(rows: int, cols: int, x: float = 0, y: float = 0, pitch: float = UNIT) -> tuple[Point, ...]:
    """The centers of a grid's cells, row by row; (x, y): its top left corner."""
    return tuple(Point(x + (col + 0.5) * pitch, y + (row + 0.5) * pitch) for row in range(rows) for col in range(cols))


def named(
    look: Look,
    board: Board,
    names: Mapping[int, str] | None = None,
    x: float = 14,
    y: float = 15,
    style: str = 'fill-opacity="0.75"',
) -> Look:
    """A look that also shows the cells' names in moves.

    names: by cell; by default, numbers from 0 on for all cells that can be used. (x, y): from the center of a cell to
    its name. style: further attributes of names.
    """
    if names is None:
        names = {cell: str(i) for i, cell in enumerate(i for i, char in enumerate(board.cells) if char != VOID)}
    centers = look.centers or grid(board.rows, board.cols)
    labels = [label(name, centers[cell].x + x, centers[cell].y + y, INK, 9, style) for cell, name in names.items()]
    return replace(look, under=look.under + "".join(labels))


def rows_of(board: Board) -> int:
    """The number of rows up to the last that is not all `*`: the rest is only used to name moves."""
    return -(-len(board.cells.rstrip(VOID)) // board.cols)
