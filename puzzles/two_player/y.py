"""Y: place stones on a triangle of hexagons until a chain of yours touches all three sides.

The cells are numbered row by row from the top, which has one. `W` are player 1's stones, `B` player 2's; the board
shows who is to move. Every placement of the stones is legal. A full board always has a chain of one player that touches
all sides, so there are no ties (C. Schensted and C. Titus, Mudcrack Y & Poly-Y, 1975).

Play from the start reaches 16,505 positions with four rows and 3,337,584 with five (GamesmanClassic).
"""

from itertools import permutations

from perfect_play.puzzles import LOST, ONGOING, WON, Variant
from perfect_play.puzzles.boards import Cells, FillingGame, Position, chain_of, mask_of, target_of
from perfect_play.puzzles.boards.shapes import Cells as Places


class Y(FillingGame):
    name = "Y"
    also_called = ("The Game of Y",)
    opens = "dim5"
    description = "Join the three sides of a triangle."
    instructions = """On your turn, **place** a stone on an empty cell: `W` begins. Whoever has a **chain** of
        neighboring stones that touches **all three sides** of the triangle wins; in the misère variants, loses. A
        corner belongs to two sides."""
    author = "Claude Shannon; Craige Schensted and Charles Titus"
    date_created = "1953"
    variants = (
        Variant("dim4", "Four rows", (4, LOST), testing=True, positions=2_968),
        Variant("dim4-misere", "Four rows, misère: the chain loses", (4, WON), testing=True, positions=2_968),
        Variant("dim5", "Five rows", (5, LOST), presolve=False, positions=583_817),
        Variant("dim5-misere", "Five rows, misère: the chain loses", (5, WON), presolve=False, positions=583_817),
    )
    pieces = "WB"
    rows = 1

    def prepare(self, side: int, faced_with_chain: int) -> None:
        self.side, self.faced_with_chain = side, faced_with_chain
        # The distances of each cell from the left side, the right side and the bottom.
        places = [(col, row - col, self.side - 1 - row) for row in range(self.side) for col in range(row + 1)]
        self.cols = len(places)
        self.symmetries = [
            tuple(places.index((place[i], place[j], place[k])) for place in places)
            for i, j, k in permutations(range(3))
        ]
        self.sides: Places = tuple(
            sum(1 << cell for cell, place in enumerate(places) if place[side] == 0) for side in range(3)
        )
        self.around: Places = tuple(
            sum(1 << cell for cell, place in enumerate(places) if sum(map(abs, _difference(place, center))) == 2)
            for center in places
        )

    def format_move(self, position: Position, move: int) -> str:
        """The row as a letter, and the place in it: `c0`."""
        row = next(row for row in range(self.side) if target_of(move) <= row * (row + 3) // 2)
        return f"{'abcdefgh'[row]}{target_of(move) - row * (row + 1) // 2}"


def outcome(cells: Cells, turn: int, sides: Places, around: Places, faced_with_chain: int) -> int:
    if joins_sides(cells, 3 - turn, sides, around):
        return faced_with_chain
    return WON + LOST - faced_with_chain if joins_sides(cells, turn, sides, around) else ONGOING


def joins_sides(cells: Cells, piece: int, sides: Places, around: Places) -> bool:
    """Whether a chain of these pieces touches all sides."""
    own_cells = mask_of(cells, piece)
    remaining = own_cells & sides[0]
    while remaining:
        chain = chain_of(remaining & -remaining, own_cells, around)
        if chain & sides[1] and chain & sides[2]:
            return True
        remaining &= ~chain
    return False


def _difference(first: tuple[int, ...], second: tuple[int, ...]) -> list[int]:
    return [a - b for a, b in zip(first, second, strict=True)]
