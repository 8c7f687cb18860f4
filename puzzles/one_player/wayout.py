"""WayOut: Lights Out on boards of any shape; touch a block to turn it and its neighbors over, until all lie face down.

Of the blocks of the published puzzle only the plain ones are here. A position is an int with one bit for each block, 1
where the face is up; the first block is the highest bit. Its text is the same number in binary, block by block, row by
row. Every pattern is legal; not every one can be turned face down.

The boards are our own; others can be typed, or read from a file on the command line.
"""

from __future__ import annotations

from puzzles.base import CustomVariant, MalformedPosition, Turn, Variant, short
from puzzles.grid import cell_name, neighbours
from puzzles.linear import LinearPuzzle
from puzzles.view import VOID, Add, Board

MOST_ROWS, MOST_COLS = 12, 15
MOST_IN_TABLE = 12
"""Blocks of a board with a table; algebra answers any other."""
UP, DOWN = "10"


def _board(text: str) -> tuple[str]:
    """The rows of a typed board. Raises ValueError."""
    rows = text.split("_")
    if len(set(map(len, rows))) > 1:
        raise ValueError("Its rows are not all as long.")
    if UP not in text and DOWN not in text:
        raise ValueError("There is no block on it.")
    return (text,)


class WayOut(LinearPuzzle):
    id = "wayout"
    name = "WayOut"
    description = "Turn all the blocks face down; each takes its neighbors along."
    instructions = (
        "Touching a block turns it over **and** the blocks above, below, to the left and to the right of it. The "
        "puzzle is solved when **every** block is face down. The order does not matter, and to touch a block twice "
        "changes nothing."
    )
    author = "Konstructors"
    date_created = "2018"
    opens = "ring"
    variants = (
        Variant("corner", "Corner", ("11*_11*_111",), testing=True, positions=128),
        Variant("ring", "Ring", ("1111_1**1_1**1_1111",), positions=1_024),
        Variant("cross", "Cross", ("*11*_1111_1111_*11*",), positions=4_096),
        Variant("stairs", "Stairs", ("11***_111**_*111*_**111_***11",), presolve=False),
        Variant("frame", "Frame", ("111111_1*11*1_111111_111111_1*11*1_111111",), presolve=False),
    )
    custom = CustomVariant(
        pattern=rf"[10*]{{1,{MOST_COLS}}}(_[10*]{{1,{MOST_COLS}}}){{0,{MOST_ROWS - 1}}}",
        options=_board,
        help=f"Type a board, at most {MOST_ROWS} rows of {MOST_COLS}, all as long, with _ between them: 1 a block with "
        "its face up, 0 one with its face down, * where there is none.",
        example="1*1_101_1*1",
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        rows = variant.options[0].split("_")
        self.rows, self.cols = len(rows), len(rows[0])
        cells = "".join(rows)
        self.places = [place for place, cell in enumerate(cells) if cell != VOID]
        self._start = int("".join(cells[place] for place in self.places), 2)
        if len(self.places) <= MOST_IN_TABLE and not variant.custom:
            self.size = 1 << len(self.places)
        number = {place: block for block, place in enumerate(self.places)}
        self.toggles = [
            sum(
                1 << (len(self.places) - 1 - number[near])
                for near in (place, *neighbours(place, self.rows, self.cols))
                if near in number
            )
            for place in self.places
        ]

    def start(self) -> int:
        return self._start

    def format(self, position: int) -> str:
        return f"{position:0{len(self.places)}b}"

    def parse(self, text: str) -> int:
        if len(text) != len(self.places) or set(text) - {UP, DOWN}:
            raise MalformedPosition(
                f"{short(text)}: expected {len(self.places)} characters, each '1' (face up) or '0' (face down)."
            )
        return int(text, 2)

    def format_move(self, position: int, move: int) -> str:
        return cell_name(self.places[move], self.rows, self.cols)

    def rank(self, position: int) -> int:
        return position

    def unrank(self, number: int) -> int:
        return number

    def board(self, position: int) -> Board:
        cells = [VOID] * (self.rows * self.cols)
        for place, block in zip(self.places, self.format(position), strict=True):
            cells[place] = block
        return Board(self.rows, self.cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> int:
        if len(cells) != self.rows * self.cols:
            raise MalformedPosition(f"{short(cells)}: expected {self.rows} rows of {self.cols} cells.")
        return self.parse("".join(cells[place] for place in self.places))

    def button(self, position: int, move: int) -> Add:
        return Add("t", self.places[move])
