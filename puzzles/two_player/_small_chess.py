"""Chess on small boards without pawns: a king and two other sorts of pieces a side, checkmate and stalemate."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.base import LOST, ONGOING, TIED, IllegalPosition, Turn
from puzzles.boards.game import BoardGame, Position
from puzzles.boards.moves import Cells, Moves, Rows, source_of, step, target_of

SORTS = 3
"""How many sorts of pieces each player has; the first is the king."""


class SmallChess(BoardGame):
    """Derive from this, and give `rays` and `start`. Positions in which a king could be taken are refused."""

    dense = False
    stuck = TIED
    bare_kings: int = ONGOING
    """The outcome when only the kings are left."""

    rays: Rows
    """For each sort of piece, cell and direction: the sort, the cell, and the cells that it may slide over; made
    equally long by repeating the cell itself, where no piece can go. So they compile as one array."""

    def read(self, cells: str, turn: Turn) -> Position:
        """As any game, with the king of the player who has moved out of check."""
        position = super().read(cells, turn)
        if in_check(self.numbers(cells), 3 - turn, self.rays):
            raise IllegalPosition(f"{cells!r}: the king of player {3 - turn} is in check, but {turn} is to move.")
        return position

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves, rays: Rows) -> int:
        count = 0
        for ray in rays:
            if cells[ray[1]] == ray[0] + SORTS * (turn - 1):
                for target in ray[2:]:
                    if may_move(cells, turn, ray[1], target, rays):
                        moves[count] = step(ray[1], target)
                        count += 1
                    if cells[target] != 0:
                        break
        return count

    @staticmethod
    def make_move(cells: Cells, turn: int, move: int) -> int:
        cells[target_of(move)] = cells[source_of(move)]
        cells[source_of(move)] = 0
        return 3 - turn

    @staticmethod
    def outcome(cells: Cells, turn: int, rays: Rows, bare_kings: int) -> int:
        pieces = 0
        for cell in cells:
            pieces += cell != 0
        if pieces == 2 and bare_kings != ONGOING:
            return bare_kings
        if not in_check(cells, turn, rays):
            return ONGOING
        for ray in rays:
            if cells[ray[1]] == ray[0] + SORTS * (turn - 1):
                for target in ray[2:]:
                    if may_move(cells, turn, ray[1], target, rays):
                        return ONGOING
                    if cells[target] != 0:
                        break
        return LOST


def padded(rays: Sequence[tuple[int, ...]]) -> Rows:
    """Rays as `SmallChess` needs them, from rays of any length."""
    longest = max(map(len, rays))
    return tuple(ray + ray[1:2] * (longest - len(ray)) for ray in rays)


def in_check(cells: Cells, player: int, rays: Rows) -> bool:
    """Whether an enemy piece attacks the player's king."""
    king, enemy = 1 + SORTS * (player - 1), SORTS * (2 - player)
    for ray in rays:
        if cells[ray[1]] == ray[0] + enemy:
            for target in ray[2:]:
                if cells[target] == king:
                    return True
                if cells[target] != 0:
                    break
    return False


def may_move(cells: Cells, turn: int, source: int, target: int, rays: Rows) -> bool:
    """Whether a piece may move to a target within its reach: no piece of its own is there, and its king stays safe."""
    there = cells[target]
    if SORTS * (turn - 1) < there <= SORTS * turn:
        return False
    cells[target] = cells[source]
    cells[source] = 0
    safe = not in_check(cells, turn, rays)
    cells[source] = cells[target]
    cells[target] = there
    return safe
