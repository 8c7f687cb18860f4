"""Hexapawn: pawns only, on a small board; break through, or leave the other without a move.

A position is (player to move, cells): one character a cell, row by row from the top left, `x` a
pawn of the first player, who moves up, `o` one of the second, who moves down, `-` an empty cell.

Legal are the boards with at most as many pawns of each player as at the start, at least one of
the player who has just moved, none of the player to move on the row it is heading for, and at
most one of the other there, which has just won.

Its text is the player, `_` and the cells: `1_ooo---xxx`. Play from the start of 3x3 reaches 135
positions, and the second player wins (M. Gardner, Scientific American, March 1962).
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.base import IllegalPosition, Turn, Value, Variant
from puzzles.grid import board_variant, mirrored, step_name
from puzzles.turns import NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, moved
from puzzles.view import Board, Move

Step = tuple[int, int]  # from cell, to cell


class Hexapawn(CellsGame):
    id = "hexapawn"
    name = "Hexapawn"
    description = "Bring a pawn to the other side, or leave the other player without a move."
    instructions = (
        "On your turn, move a pawn **one step straight ahead** to an empty cell, or take an enemy pawn **one step "
        "diagonally ahead**. The first player's pawns move up, the second's down. You win by bringing a pawn to the "
        "farthest row, or when the other player has no move left."
    )
    author = "Martin Gardner"
    date_created = "1962"
    variants = (
        board_variant(3, 3, 71, testing=True),
        board_variant(4, 3, 507, testing=True),
        board_variant(3, 4, 569, testing=True),
        board_variant(5, 3, 1891, testing=True),
        board_variant(3, 5, 4367, testing=True),
        board_variant(4, 4, 10_173, testing=True),
        board_variant(5, 4, 59_140),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows: int
        self.cols: int
        self.rows, self.cols = variant.options
        self._ahead = {"x": -self.cols, "o": self.cols}
        self._farthest = {"x": slice(0, self.cols), "o": slice((self.rows - 1) * self.cols, None)}

    def start(self) -> Position:
        return (1, "o" * self.cols + "-" * (self.rows - 2) * self.cols + "x" * self.cols)

    def moves(self, position: Position) -> Iterable[Step]:
        """(from cell, to cell), in order of the cells left; none when the game is over."""
        turn, cells = position
        own, other = OWN_AND_OTHER[turn]
        if other in cells[self._farthest[other]]:
            return []
        found: list[Step] = []
        for source, piece in enumerate(cells):
            if piece == own:
                ahead = source + self._ahead[own]
                for aside, wanted in ((-1, other), (0, "-"), (1, other)):
                    if 0 <= source % self.cols + aside < self.cols and cells[ahead + aside] == wanted:
                        found.append((source, ahead + aside))
        return found

    def do_move(self, position: Position, move: Step) -> Position:
        turn, cells = position
        return (NEXT[turn], moved(cells, *move))

    def primitive(self, position: Position) -> Value | None:
        return None if self.moves(position) else Value.LOSE

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, self.rows * self.cols)
        own, other = OWN_AND_OTHER[turn]
        if max(cells.count("x"), cells.count("o")) > self.cols:
            raise IllegalPosition(f"{cells!r}: expected at most {self.cols} 'x' and {self.cols} 'o'.")
        if other not in cells:
            raise IllegalPosition(f"{cells!r}: {other!r} has moved last, but has no pawn.")
        if own in cells[self._farthest[own]]:
            raise IllegalPosition(f"{cells!r}: {own!r} has broken through already, but is to move.")
        if cells[self._farthest[other]].count(other) > 1:
            raise IllegalPosition(f"{cells!r}: {other!r} had broken through before the last move.")
        return (turn, cells)

    def format_move(self, position: Position, move: Step) -> str:
        return step_name(move, self.rows, self.cols)

    def images(self, position: Position) -> Iterable[Position]:
        """The board, and its mirror image, left for right."""
        turn, cells = position
        return (position, (turn, mirrored(cells, self.cols)))

    def board(self, position: Position) -> Board:
        return Board(self.rows, self.cols, position[1])

    def button(self, position: Position, move: Step) -> Move:
        return Move(*move)
