"""Lights Out: press lamps until all are off; a press also switches the lamp's neighbors.

A position is an int with one bit for each lamp, 1 = on; the first lamp, top left, is the highest
bit. Every pattern is legal. Of the 65,536 patterns on 4x4 only 4,096 can be switched off; the
others are lost. All lamps on can be switched off on every board (Sutner 1989).

Its text is the same number in binary, row by row: `1` on, `0` off. The start is all on: `1111`.
Its board has `-` for a lamp that is on and `*` for one that is off, as older clients draw it.

Linear algebra answers any board up to 25 x 25; the small squares have tables as well, with the position as rank.
"""

import re
from functools import reduce
from operator import xor
from typing import Any

from perfect_play.puzzles import (
    Add,
    Board,
    CustomVariant,
    KeptStart,
    Kernel,
    Notation,
    Room,
    Table,
    Turn,
    Variant,
    all_images,
    cell_name,
    check_text,
)
from perfect_play.puzzles.grid import neighbors
from perfect_play.puzzles.levels import LevelMaker, LevelSizes
from perfect_play.puzzles.linear import LinearPuzzle
from perfect_play.puzzles.values import joined_rows

MAX_SIDE = 25  # columns are named a to y
MAX_TABLE = 25  # most lamps of a board with a table
ON_BOARD = str.maketrans("10", "-*")
FROM_BOARD = str.maketrans("-*", "10")
FROM_DOTS = str.maketrans("O.", "10")


def _size(text: str) -> tuple[int, int] | tuple[int, int, str]:
    """Rows and columns of `7x4`, or of `9`, a square; and the pattern of `010_111` or `0110`. Raises ValueError."""
    if len(text) > 2 and "x" not in text:
        lamps = text.split("_")
        if len({*map(len, lamps)}) > 1 or "1" not in text:
            raise ValueError("Its rows differ in length, or no lamp is on.")
        return len(lamps), len(lamps[0]), "".join(lamps)
    rows, _, cols = text.partition("x")
    size = int(rows), int(cols or rows)
    if max(size) > MAX_SIDE:
        raise ValueError(f"That is {size[0]} rows of {size[1]}.")
    return size


def read_dots(rules: "LightsOut", text: str) -> int | None:
    """`O` or `1` for a lamp that is on, `.` or `0` for one that is off."""
    lamps = re.sub(r"[\s|]", "", text)
    return rules.parse(lamps.translate(FROM_DOTS)) if lamps and not lamps.strip("O.10") else None


class LightsOut(LevelMaker, KeptStart, LinearPuzzle):
    name = "Lights Out"
    aliases = ("lights",)
    opens = "5"
    random_start = True
    description = "Switch all the lamps off; every press also switches the neighboring lamps."
    instructions = """Pressing a lamp switches it **and** its neighbors above, below, left and right: what was on
        goes off, what was off goes on. The puzzle is solved when **every** lamp is off. The order of the presses
        does not matter, and pressing a lamp twice changes nothing."""
    author = "Tiger Electronics"
    date_created = "1995"
    variants = (
        Variant("2", "2x2", (2, 2), testing=True, positions=6),
        Variant("3", "3x3", (3, 3), testing=True, positions=102),
        Variant("4", "4x4", (4, 4), positions=602),
        Variant("5", "5x5", (5, 5), presolve=False, positions=8_388_608),
        *(Variant(f"{side}", f"{side}x{side}", (side, side), presolve=False) for side in (6, 7, 8)),
    )
    custom = CustomVariant(
        pattern=rf"[1-9][0-9]?(x[1-9][0-9]?)?|[01]{{4,{MAX_SIDE}}}|"
        rf"[01]{{1,{MAX_SIDE}}}(_[01]{{1,{MAX_SIDE}}}){{1,{MAX_SIDE - 1}}}",
        options=_size,
        help=f"Type the number of rows and of columns, each from 1 to {MAX_SIDE}, or one number for a square; or rows "
        "of 1 for a lamp that is on and 0 for one that is off, with _ between them.",
        example="7x4",
        max_length=MAX_SIDE * (MAX_SIDE + 1),
        read=lambda text: joined_rows(re.sub(r"[\[\],]", " ", text.replace("],", "|"))).translate(FROM_DOTS),
        symbols="01",
    )
    level_sizes = LevelSizes(range(1, 50), "presses", 8, sides=range(2, 8), size=(5, 5))
    hardened = False

    notations = (Notation("O for a lamp that is on", "OO. O.O .OO", read_dots),)

    def prepare(self, rows: int, cols: int, lit: str = "") -> None:
        self.rows, self.cols = rows, cols
        self.lamps = rows * cols
        self._start = int(lit, 2) if lit else (1 << self.lamps) - 1
        self.random_start = not lit
        self.toggles = [self._press(cell) for cell in range(self.lamps)]
        if self.lamps <= MAX_TABLE and not self.variant.custom:
            self.size = 1 << self.lamps

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """As for any puzzle; `5x5` also means `5`."""
        rows, _, cols = variant_id.partition("x")
        return super().find_variant(rows if rows and rows == cols else variant_id)

    def _press(self, cell: int) -> int:
        """The lamps that a press of `cell` switches, as bits."""
        return sum(1 << (self.lamps - 1 - lamp) for lamp in (cell, *neighbors(cell, self.rows, self.cols)))

    def format(self, position: int) -> str:
        return f"{position:0{self.lamps}b}"

    def parse(self, text: str) -> int:
        check_text(text, self.lamps, "01", f"{self.lamps} characters, each '1' (on) or '0' (off)")
        return int(text, 2)

    def format_move(self, position: int, move: int) -> str:
        return cell_name(move, self.rows, self.cols)

    def images(self, position: int) -> list[int]:
        """The four symmetries of a rectangle, or the eight of a square."""
        return [int(image, 2) for image in all_images(self.format(position), self.cols)]

    def board(self, position: int) -> Board:
        return Board(self.rows, self.cols, self.format(position).translate(ON_BOARD))

    def from_board(self, cells: str, turn: Turn) -> int:
        check_text(cells, self.lamps, "-*", f"{self.lamps} characters, each '-' (on) or '*' (off)")
        return self.parse(cells.translate(FROM_BOARD))

    def button(self, position: int, move: int) -> Add:
        return Add("1", move)

    # new levels

    @classmethod
    def random_level(cls, rng: Any, size: tuple[int, int], pieces: int) -> str | None:
        """The board after different lamps were pressed, with all of them off before."""
        rows, cols = size
        if pieces > rows * cols:
            return None
        rules = cls(cls.find_variant(f"{rows}x{cols}"))
        text = rules.format(reduce(xor, (rules.toggles[cell] for cell in rng.sample(range(rows * cols), pieces))))
        return "_".join(text[first : first + cols] for first in range(0, len(text), cols))

    def apparent_distance(self, position: int) -> int:
        """The lamps that are on."""
        return position.bit_count()

    def kernel(self) -> Kernel | None:
        return Kernel(_children, self.lamps, (tuple(self.toggles),)) if self.size else None


def _children(number: int, out: Room, scratch: Room, presses: Table) -> int:
    """`do_move` for every cell over ranks; a rank is the position itself."""
    for cell in range(len(presses)):
        out[cell] = number ^ presses[cell]
    return len(presses)
