"""Stormy Seas: shift the rows of waves so that the red boat can sail down to the harbor.

Each of five rows holds waves in a row of 7 cells and can be shifted by up to two cells to the right. Two boats stand
upright in gaps of two rows each. A boat moves up or down by one row where there is a gap, and left or right with
the two rows in which it stands. Rows in which a boat stands are shifted together, with the boat; where the boats share
a row, all rows of both are.

A position has the shift of each row, the lower cell of each boat, and what moved last, which has no influence but is
part of the text that clients know: a row (0 to 4), the red (8) or the purple boat (9) with its rows, or a boat alone or
nothing (7). So shifting a row with a boat and shifting the boat are two moves to two positions.

The text is the cells row by row, `w` a wave, `o` a gap, `rR` and `pP` the boats from top to bottom, and that digit. The
board is the same with `-` for gaps, and the digit in a row of its own.
"""

from typing import NamedTuple

from perfect_play.puzzles import IllegalPosition, KeptStart, MalformedPosition, Turn, Value, Variant, short
from perfect_play.puzzles.view import EMPTY, VOID, Board, Button, Move, Shift, in_rows

ROWS, COLS = 5, 7
CELLS = ROWS * COLS
HARBOR = CELLS - 4
MAX_SHIFT = 2  # cells that a row can be shifted by
BOAT_ALONE, BOATS = 7, (8, 9)  # what moved last
LETTERS = (("r", "R"), ("p", "P"))
SIDES = {"left": -1, "right": 1}
DIRECTIONS = {"up": -COLS, "down": COLS}
ENTERED = {"up": -2 * COLS, "down": COLS}  # the cell that a boat enters, seen from its lower one


class Position(NamedTuple):
    shifts: tuple[int, ...]
    boats: tuple[int, int]
    last: int


class StormySeas(KeptStart):
    name = "Stormy Seas"
    description = "Shift the waves and sail the red boat through their gaps to the harbor."
    instructions = """Shift a row of waves left or right by one cell, up to two in all. A boat stands in the gaps of
        two rows, which are shifted **together and with the boat**; if the boats share a row, so are all rows of
        both. Or move a boat **up or down by one row** where there is a gap. The puzzle is solved when the **red**
        boat is in the **harbor**, in the middle of the two lowest rows."""
    author = "Binary Arts (now ThinkFun)"
    date_created = "1998"
    variants = (
        Variant("beg1", "Beginner 1", ("oowowwwowowwwooowrwowpwwRwwoPwwwowo7",), testing=True, positions=15_149),
        Variant("beg2", "Beginner 2", ("owrwwwoowRwwwpowwwowPwowowoooowwoww7",), positions=33_379),
        Variant("int1", "Intermediate 1", ("oowrwwwoowRwwwwwowwoowowpwoowwwPwoo7",), positions=35_425),
        Variant("int2", "Intermediate 2", ("owwwrwoowowRwowwpwwooowPwwwoowowwwo7",), positions=35_872),
    )

    def prepare(self, start: str) -> None:
        rows = [_waves(start[first : first + COLS]).strip("0") for first in range(0, CELLS, COLS)]
        self._rows = [[("0" * by + row).ljust(COLS, "0") for by in range(MAX_SHIFT + 1)] for row in rows]
        """For each row, how it looks when it is shifted by 0, 1 and 2; all waves of a row stay on the board."""
        self._start = self.parse(start)

    def moves(self, position: Position) -> list[str]:
        """Shifts of rows, then of boats with their rows, to the left and to the right; then boats up and down."""
        return list(self._after(position))

    def children(self, position: Position) -> list[Position]:
        return list(self._after(position).values())

    def do_move(self, position: Position, move: str) -> Position:
        return self._after(position)[move]

    def _after(self, position: Position) -> dict[str, Position]:
        """The position after each move, by its name."""
        after = {}
        shifted = [(f"row{row}", row, row) for row in range(ROWS)]
        shifted += [
            (f"boat{name[0]}", cell // COLS, last)
            for name, cell, last in zip(LETTERS, position.boats, BOATS, strict=True)
        ]
        for name, row, last in shifted:
            rows, boats = self._joined(position, row)
            for side, by in SIDES.items():
                if all(0 <= position.shifts[index] + by <= MAX_SHIFT for index in rows) and all(
                    0 <= position.boats[boat] % COLS + by < COLS for boat in boats
                ):
                    shifts = tuple(old + by * (index in rows) for index, old in enumerate(position.shifts))
                    red, purple = (cell + by * (boat in boats) for boat, cell in enumerate(position.boats))
                    after[f"{name}-{side}"] = Position(shifts, (red, purple), last)
        for boat, cell in enumerate(position.boats):
            for direction, step in DIRECTIONS.items():
                entered = cell + ENTERED[direction]
                mate = position.boats[1 - boat]
                if 0 <= entered < CELLS and not self._wave(position, entered) and entered not in (mate, mate - COLS):
                    red, purple = (old + step * (index == boat) for index, old in enumerate(position.boats))
                    after[f"boat{LETTERS[boat][0]}-{direction}"] = Position(position.shifts, (red, purple), BOAT_ALONE)
        return after

    def _joined(self, position: Position, row: int) -> tuple[set[int], set[int]]:
        """The rows that are shifted with this one, and the boats that stand in them."""
        rows, boats = {row}, set[int]()
        for boat in (0, 1, 0):
            upper = position.boats[boat] // COLS - 1
            if not rows.isdisjoint((upper, upper + 1)):
                rows |= {upper, upper + 1}
                boats.add(boat)
        return rows, boats

    def _wave(self, position: Position, cell: int) -> bool:
        row, col = divmod(cell, COLS)
        looks: str = self._rows[row][position.shifts[row]]
        return looks[col] == "1"

    def primitive(self, position: Position) -> Value | None:
        return Value.WIN if position.boats[0] == HARBOR else None

    def format(self, position: Position) -> str:
        cells = ["w" if self._wave(position, cell) else "o" for cell in range(CELLS)]
        for name, cell in zip(LETTERS, position.boats, strict=True):
            cells[cell - COLS], cells[cell] = name
        return f"{''.join(cells)}{position.last}"

    def parse(self, text: str) -> Position:
        cells, last = text[:CELLS], text[CELLS:]
        if len(cells) != CELLS or set(cells) - set("worRpP") or last not in tuple("0123456789"):
            raise MalformedPosition(f"{short(text)}: expected {CELLS} cells, each one of worRpP, and a digit.")
        shifts = []
        for row, looks in enumerate(self._rows):
            waves = _waves(cells[row * COLS : (row + 1) * COLS])
            if waves not in looks:
                raise IllegalPosition(f"{text!r}: row {row} has waves {waves}, expected one of {looks}.")
            shifts.append(looks.index(waves))
        red, purple = (cells.find(name[1]) for name in LETTERS)
        position = Position(tuple(shifts), (red, purple), int(last))
        if min(red, purple) < COLS or self.format(position) != text:
            raise IllegalPosition(f"{text!r}: expected each boat once, 'r' above 'R' and 'p' above 'P'.")
        return position

    def board(self, position: Position) -> Board:
        return in_rows(self.format(position).replace("o", EMPTY), COLS)

    def from_board(self, cells: str, turn: Turn) -> Position:
        return self.parse(cells.replace(EMPTY, "o").rstrip(VOID))

    def button(self, position: Position, move: str) -> Button:
        mover, direction = move.split("-")
        if mover.startswith("row"):
            return Shift("L" if direction == "left" else "R", int(mover[-1]), 1)
        cell = position.boats["rp".index(mover[-1])]
        return Move(cell, cell + (SIDES | DIRECTIONS)[direction])


def _waves(cells: str) -> str:
    """1 for each wave in a row, 0 for a gap."""
    return "".join("01"[cell == "w"] for cell in cells)
