"""Dawson's Chess: take a cell along with its neighbors; whoever takes the last wins.

It is Dawson's pawn game on three rows, played for the last move: an
advanced pawn clears its own file and the adjacent ones. A position is (player to move, cells): `-`
a free cell, `x` one that is gone; its text is the player, `_` and the cells. Exactly the positions that play can reach
are legal: a run of `x` is never 1, 2 or 4 long, but at an edge it may have any length from 2 on; either player may be
to move. The nimber of n free cells has period 34 with seven exceptions (Guy and Smith 1956; octal game 0.137).
"""

import re
from collections.abc import Iterable
from itertools import groupby

from perfect_play.puzzles import Add, Board, CustomVariant, Notation, Variant
from perfect_play.puzzles.base import Position
from perfect_play.puzzles.closed_form import ClosedFormGame, Take
from perfect_play.puzzles.octal_codes import Octal, some_nimbers

MAX_CELLS = 500
OCTAL = Octal.parse("0.137")


def row_nimber(cells: int) -> int:
    """The nimber of up to MAX_CELLS free cells in a row."""
    return some_nimbers(OCTAL)[cells]


def _cells(text: str) -> tuple[int, ...]:
    if int(text) > MAX_CELLS:
        raise ValueError(f"That is {text} cells, more than {MAX_CELLS}.")
    return (int(text),)


def taken_by(marks: str) -> str:
    """The cells that are gone once the marked ones have been played: they and their neighbors."""
    padded = f"-{marks}-"
    return "".join("x" if "x" in padded[cell : cell + 3] else "-" for cell in range(len(marks)))


def read_older(rules: "DawsonsChess", text: str) -> Position | None:
    """`2_-x---`: the cells that were played, no two adjacent, without the neighbors that go with them."""
    return rules.parse(f"{text[:2]}{taken_by(text[2:])}") if re.fullmatch(r"[12]_-*(x-+)*x?", text) else None


class DawsonsChess(ClosedFormGame):
    name = "Dawson's Chess"
    also_called = ("Octal game 0.137",)
    opens = "9"
    description = "Take a cell, and its neighbors go with it; take the last to win."
    instructions = """On your turn, take a free cell: it and the cells beside it are gone. Whoever takes the last
        free cell wins."""
    author = "Thomas Rayner Dawson"
    date_created = "1935"
    variants = tuple(Variant(str(cells), str(cells), (cells,), testing=cells == 5) for cells in range(5, 10))
    custom = CustomVariant(
        pattern=r"[1-9][0-9]{0,2}",
        options=_cells,
        help=f"Type the number of cells in the row, from 1 to {MAX_CELLS}.",
        example="7",
    )
    notations = (Notation("the older form", "2_-x---x-", read_older),)
    gap = "x"

    def prepare(self, cells: int) -> None:
        self.cells = cells

    def start_board(self) -> Board:
        return Board(1, self.cells, "-" * self.cells)

    def options(self, cells: str) -> Iterable[Take]:
        """Cell by cell, from the left."""
        for i, cell in enumerate(cells):
            if cell == "-":
                begin, end = max(i - 1, 0), min(i + 2, len(cells))
                yield Take(Add("x", i), f"{i + 1}", f"{cells[:begin]}{'x' * (end - begin)}{cells[end:]}")

    def heap_nimber(self, heap: int) -> int:
        return row_nimber(heap)

    def legal(self, cells: str) -> bool:
        runs = [(cell, len(list(run))) for cell, run in groupby(cells)]
        if len(runs) == 1:
            return True
        for i, (cell, length) in enumerate(runs):
            edge = i in (0, len(runs) - 1)
            if cell == "x" and (length == 1 if edge else length in (1, 2, 4)):
                return False
        return True
