"""Dino Dodgem: bring your dinosaurs off the board before the other player does.

The board is drawn with a row above it and a column to its right, which are off it. Player 1 has `x`, begins at the
left, and leaves at the right; player 2 has `o`, begins at the bottom, and leaves at the top. The corner between the two
start lines is blocked. Every placement of the dinosaurs is legal if the player to move has one.

Whoever cannot move loses, unlike in Dodgem. Play that never ends is a draw, as is the game; play from the start reaches
1,215,496 positions (GamesmanClassic). The 4x4 board is not a published game, but a small one for trying out the rules.
"""

from __future__ import annotations

from puzzles.base import LOST, ONGOING, Turn, Variant
from puzzles.boards.game import BoardGame, Position
from puzzles.boards.moves import Cells, Moves, Rows, source_of, step, target_of
from puzzles.boards.shapes import neighbors

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)


def _ways(side: int, player: int) -> tuple[tuple[int, ...], ...]:
    """For every cell, where a dinosaur of this player may step or leave."""
    size = side + 1
    lines = _lines(side)
    on_board = {cell for cell in range(size, size * size) if cell % size < side} - set(_corner(side))
    exits = [(row + 1) * size - 1 for row in range(1, size)] if player == 1 else range(side)
    around = neighbors(size, size, (RIGHT, UP, DOWN) if player == 1 else (UP, LEFT, RIGHT))
    own, enemy = lines if player == 1 else lines[::-1]

    def may(source: int, target: int) -> bool:
        return target in exits or (target in on_board - set(enemy) and not (source in own and target in own))

    return tuple(tuple(target for target in around[cell] if may(cell, target)) for cell in range(size * size))


def _lines(side: int) -> tuple[list[int], list[int]]:
    """The cells where the dinosaurs of each player begin."""
    size = side + 1
    return [row * size for row in range(1, side - 1)], [side * size + col for col in range(2, side)]


def _corner(side: int) -> list[int]:
    """The blocked cells."""
    size = side + 1
    return [(side - 1) * size, side * size, side * size + 1]


class DinoDodgem(BoardGame):
    id = "dinododgem"
    name = "Dino Dodgem"
    opens = "regular"
    description = "Bring all your dinosaurs off the board before the other player does."
    instructions = (
        "On your turn, move a dinosaur of yours one step to an empty cell: `x` goes right, up or down, `o` goes up, "
        "left or right. From the right column, `x` may **leave the board** to the right; from the top row, `o` may "
        "leave it upward. Nobody may step **along their own start line**, onto the **enemy's start line**, or into the "
        "blocked corner. You win when **all your dinosaurs have left**, or when the other player **cannot move**."
    )
    author = "Unknown; after Dodgem by Colin Vout"
    date_created = "Unknown"
    variants = (
        Variant("4x4", "4x4, two dinosaurs each", (4,), testing=True, positions=6_253),
        Variant("regular", "Regular", (5,), presolve=False, positions=2_132_845),
    )
    stuck = LOST
    pieces, other_side = "xo", "ox"

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.side: int
        (self.side,) = variant.options
        self.rows = self.cols = size = self.side + 1
        dinosaurs = dict.fromkeys(self.pieces, range(self.side - 1))
        corner = _corner(self.side)
        board = [cell for cell in range(size, size * size) if cell % size < self.side and cell not in corner]
        self.regions = ((board, dinosaurs), ([cell for cell in range(size * size) if cell not in board], {}))
        self.exchanged_cells = tuple(
            (size - 1 - cell % size) * size + size - 1 - cell // size for cell in range(size * size)
        )
        self.ways = _ways(self.side, 1) + _ways(self.side, 2)

    def start(self) -> Position:
        left, bottom = _lines(self.side)
        return (1, "".join("x" if cell in left else "o" if cell in bottom else "-" for cell in range(self.cells)))

    def possible(self, turn: Turn, x: int, o: int, *off: int) -> bool:
        """The player to move has not won yet."""
        return (x if turn == 1 else o) > 0

    def tier(self, x: int, o: int, *off: int) -> int:
        """How many dinosaurs have left."""
        return 2 * self.side - x - o

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves, ways: Rows) -> int:
        count = 0
        for cell in range(len(cells)):
            if cells[cell] == turn:
                for target in ways[len(cells) * (turn - 1) + cell]:
                    if cells[target] == 0:
                        moves[count] = step(cell, target)
                        count += 1
        return count

    @staticmethod
    def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
        target = target_of(move)
        cells[source_of(move)] = 0
        if target >= cols and target % cols < cols - 1:
            cells[target] = turn
        return 3 - turn

    @staticmethod
    def outcome(cells: Cells, turn: int) -> int:
        others = 0
        for cell in cells:
            others += cell == 3 - turn
        return LOST if others == 0 else ONGOING
