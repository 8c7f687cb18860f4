"""Toads and Frogs for two players: toads hop right, frogs hop left; a player who cannot move loses.

A position is (player to move, cells): one character per cell from the left, `x` a toad, which is
the first player's, `o` a frog, the second's, `-` an empty cell. Every placement of the variant's
animals is legal, with either player to move.

A variant is named by the toads on the left, the empty cells and the frogs on the right, with `_`
between: `3_2_3`. A position's text is the player, `_` and the cells: `1_xxx--ooo`. The game was invented by R. K.
Guy; its theory is in E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.base import IllegalPosition, Turn, Value, Variant
from puzzles.turns import EXCHANGED, NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, moved
from puzzles.view import Board, Move

AHEAD = {1: 1, 2: -1}


def _variant(toads: int, gap: int, frogs: int, positions: int, testing: bool = True) -> Variant:
    name = f"{toads} toads, {gap} empty, {frogs} frogs"
    return Variant(f"{toads}_{gap}_{frogs}", name, (toads, gap, frogs), testing=testing, positions=positions)


class ToadsAndFrogs(CellsGame):
    id = "toadsandfrogs"
    name = "Toads and Frogs"
    opens = "3_2_3"
    also_called = ("Frogs and Toads",)
    description = "Hop past each other; whoever runs out of moves loses."
    instructions = (
        "The first player moves the **toads**, `x`, to the right, the second the **frogs**, `o`, to the left. On your "
        "turn, move one animal **one step** onto the next cell, or let it hop over **one enemy** onto the cell behind "
        "it; the cell must be empty. Whoever **cannot move** loses."
    )
    author = "Richard K. Guy"
    date_created = "1982"
    variants = (
        _variant(2, 1, 2, 6),
        _variant(3, 2, 2, 22),
        _variant(3, 2, 3, 48),
        _variant(4, 2, 4, 123),
        _variant(5, 2, 5, 270),
        _variant(3, 3, 3, 819),
        _variant(4, 3, 4, 4833),
        _variant(4, 4, 4, 19_030, testing=False),
        _variant(5, 3, 5, 23_712, testing=False),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.toads: int
        self.gap: int
        self.frogs: int
        self.toads, self.gap, self.frogs = variant.options

    def start(self) -> Position:
        return (1, "x" * self.toads + "-" * self.gap + "o" * self.frogs)

    def moves(self, position: Position) -> Iterable[int]:
        """The cells of the animals that can move, from the left; no animal has two moves."""
        own = OWN_AND_OTHER[position[0]][0]
        return [cell for cell, animal in enumerate(position[1]) if animal == own and self._target(position, cell) >= 0]

    def _target(self, position: Position, cell: int) -> int:
        """Where the animal of the player to move on this cell can go; -1 if nowhere."""
        turn, cells = position
        for target in (cell + AHEAD[turn], cell + 2 * AHEAD[turn]):
            if not 0 <= target < len(cells) or cells[target] == OWN_AND_OTHER[turn][0]:
                break
            if cells[target] == "-":
                return target
        return -1

    def do_move(self, position: Position, move: int) -> Position:
        turn, cells = position
        return (NEXT[turn], moved(cells, move, self._target(position, move)))

    def primitive(self, position: Position) -> Value | None:
        return None if self.moves(position) else Value.LOSE

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, self.toads + self.gap + self.frogs)
        if (cells.count("x"), cells.count("o")) != (self.toads, self.frogs):
            raise IllegalPosition(f"{cells!r}: expected {self.toads} 'x' and {self.frogs} 'o'.")
        return (turn, cells)

    def format_move(self, position: Position, move: int) -> str:
        return str(move + 1)

    def images(self, position: Position) -> Iterable[Position]:
        """The board and, if there are as many toads as frogs, the other player's view from the opposite side."""
        if self.toads != self.frogs:
            return (position,)
        turn, cells = position
        return (position, (NEXT[turn], cells[::-1].translate(EXCHANGED)))

    def board(self, position: Position) -> Board:
        return Board(1, len(position[1]), position[1])

    def button(self, position: Position, move: int) -> Move:
        return Move(move, self._target(position, move))
