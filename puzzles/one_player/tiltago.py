"""Tiltago: put the balls of a cross in order by tilting them through its middle.

A ball rolls into the empty middle, or from the middle to any cell it reaches over empty ones. A position is a string
of nine cells: the upper arm of the cross from its end (0, 1), the row across from left to right
(2 to 6, the middle is 4), and the lower arm to its end (7, 8). The balls are `1` to `5`, `-` is an empty cell. Every
arrangement is legal: 15,120. If the middle and the four cells around it are taken and the ends empty, nothing
can move: these 120 are lost. All others lead to the goal.

The text is the position itself: `----53241` is the start, `--12345--` the goal. The board shows the cross. A rank has a
digit for each ball from `1` on: how many cells before its own the balls with lower numbers have left free.
"""

from collections.abc import Iterator
from math import perm

from perfect_play.puzzles import VOID, Board, IllegalPosition, Move, OwnText, Turn, Value, Variant, check_text, moved
from perfect_play.puzzles.permutations import number_and_parity

EMPTY = "-"
BALLS = "12345"
CELLS = 9
MIDDLE = 4
ARMS = ((1, 0), (3, 2), (5, 6), (7, 8))  # from the middle to the end
SIDE = 5  # of the grid in which the cross is drawn
GRID = (2, 7, 10, 11, 12, 13, 14, 17, 22)
"""The cell of the grid for each cell of the cross."""


class Tiltago(OwnText):
    name = "Tiltago"
    description = "Tilt the balls through the middle of a cross until they stand in order."
    instructions = """While the **middle** is empty, any ball with a clear path to it may roll there. While a ball is
        in the middle, it rolls from there to any cell that it can reach over empty ones. The puzzle is solved when
        the row across reads 1 2 3 4 5."""
    author = "Unknown"
    variants = (Variant("regular", "Regular", testing=True, positions=15_000),)
    reversible = True
    size = perm(CELLS, len(BALLS))

    def start(self) -> str:
        return "----53241"

    def moves(self, position: str) -> list[tuple[int, int]]:
        """(from cell, to cell), in order of cells."""
        if position[MIDDLE] == EMPTY:
            nearest = [next((cell for cell in arm if position[cell] != EMPTY), None) for arm in ARMS]
            return [(cell, MIDDLE) for cell in sorted(cell for cell in nearest if cell is not None)]
        return [(MIDDLE, cell) for cell in sorted(_free(position))]

    def do_move(self, position: str, move: tuple[int, int]) -> str:
        return moved(position, *move)

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position == f"--{BALLS}--" else None

    def solutions(self) -> list[str]:
        return [f"--{BALLS}--"]

    def parse(self, text: str) -> str:
        check_text(text, CELLS, BALLS + EMPTY, f"{CELLS} cells, each '-' or one of the balls {BALLS}")
        if "".join(sorted(text)) != EMPTY * (CELLS - len(BALLS)) + BALLS:
            raise IllegalPosition(f"{text!r}: expected each of the balls {BALLS} exactly once.")
        return text

    def format_move(self, position: str, move: tuple[int, int]) -> str:
        source, target = move
        return f"{source} -> {target}"

    def rank(self, position: str) -> int:
        return number_and_parity(map(position.index, BALLS), range(CELLS))[0]

    def unrank(self, number: int) -> str:
        digits = []
        for base in range(CELLS - len(BALLS) + 1, CELLS + 1):
            number, digit = divmod(number, base)
            digits.append(digit)
        cells, left_free = [EMPTY] * CELLS, list(range(CELLS))
        for ball, digit in zip(BALLS, reversed(digits), strict=True):
            cells[left_free.pop(digit)] = ball
        return "".join(cells)

    def board(self, position: str) -> Board:
        cells = [VOID] * SIDE**2
        for cell, place in enumerate(GRID):
            cells[place] = position[cell]
        return Board(SIDE, SIDE, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> str:
        return self.parse("".join(cells[place : place + 1] for place in GRID))

    def button(self, position: str, move: tuple[int, int]) -> Move:
        source, target = move
        return Move(GRID[source], GRID[target])


def _free(position: str) -> Iterator[int]:
    """The cells that a ball in the middle can reach over empty ones."""
    for arm in ARMS:
        for cell in arm:
            if position[cell] != EMPTY:
                break
            yield cell
