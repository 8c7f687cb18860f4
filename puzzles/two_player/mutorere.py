"""Mū Tōrere: four pieces each on a ring of eight points and its center; shut the opponent in.

A position is (player to move, cells): the points as a board of 3 x 3, row by row from the top
left; the outer eight are the ring, the middle one is the center. `x` is a piece of the first
player, `o` one of the second, `-` the empty point. Every placement of the eight pieces is legal,
with either player to move.

Its text is the player, `_` and the cells: `1_xxxo-xooo`. Up to the symmetries of the ring there
are 46 placements (M. Ascher, "Mu Torere: an analysis of a Maori game", Mathematics Magazine 60,
1987). Of the versions in use, this one restricts moves into the center throughout, not only at first.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.base import IllegalPosition, Turn, Value, Variant
from puzzles.turns import EXCHANGED, NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, moved
from puzzles.view import Board, Move

RING = (0, 1, 2, 5, 8, 7, 6, 3)  # the cells of the ring, clockwise
CENTRE = 4
BESIDE = {cell: (RING[i - 1], RING[(i + 1) % 8]) for i, cell in enumerate(RING)}


class MuTorere(CellsGame):
    id = "mutorere"
    name = "Mū Tōrere"
    description = "Move around a ring and through its center, and shut the other player in."
    instructions = (
        "Eight points form a **ring**; the ninth is the **center**, which is next to all of them. On your turn, move a "
        "piece of yours to the empty point: along the ring to the point beside it, out of the center to any point, or "
        "into the center, but only a piece that has an **enemy piece beside it** on the ring. Whoever **cannot move** "
        "loses; in the misère variant, wins."
    )
    author = "Traditional, Māori"
    date_created = "Traditional; analyzed by Marcia Ascher in 1987"
    variants = (
        Variant("regular", "Regular", (Value.LOSE,), testing=True, positions=43),
        Variant("misere", "Misère: who cannot move wins", (Value.WIN,), testing=True, positions=43),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._stuck: Value
        (self._stuck,) = variant.options

    def start(self) -> Position:
        return (1, "xxxo-xooo")

    def moves(self, position: Position) -> Iterable[int]:
        """The cells from which a piece can move to the empty one."""
        turn, cells = position
        own, other = OWN_AND_OTHER[turn]
        empty = cells.index("-")
        if empty == CENTRE:
            return [cell for cell in RING if cells[cell] == own and other in [cells[near] for near in BESIDE[cell]]]
        return [cell for cell in (*BESIDE[empty], CENTRE) if cells[cell] == own]

    def do_move(self, position: Position, move: int) -> Position:
        turn, cells = position
        return (NEXT[turn], moved(cells, move, cells.index("-")))

    def primitive(self, position: Position) -> Value | None:
        return None if self.moves(position) else self._stuck

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, 9)
        if (cells.count("x"), cells.count("o")) != (4, 4):
            raise IllegalPosition(f"{cells!r}: expected four 'x' and four 'o'.")
        return (turn, cells)

    def format_move(self, position: Position, move: int) -> str:
        target = position[1].index("-")
        return "-".join("centre" if cell == CENTRE else str(RING.index(cell) + 1) for cell in (move, target))

    def images(self, position: Position) -> Iterable[Position]:
        """The sixteen symmetries of the ring, each also with the players exchanged."""
        turn, cells = position
        ring = [cells[cell] for cell in RING]
        found: list[Position] = []
        for way in (ring, ring[::-1]):
            for first in range(8):
                placed = dict(zip(RING, way[first:] + way[:first], strict=True))
                board = "".join([placed.get(cell, cells[CENTRE]) for cell in range(9)])
                found += [(turn, board), (NEXT[turn], board.translate(EXCHANGED))]
        return found

    def board(self, position: Position) -> Board:
        return Board(3, 3, position[1])

    def button(self, position: Position, move: int) -> Move:
        return Move(move, position[1].index("-"))
