"""Lite 3: tic-tac-toe with three stones each, of which the oldest vanishes when a fourth is placed.

A player's stones are numbered by age, `1` the oldest: player 1 has `1`, `2` and `3`, player 2 `a`, `b` and `c`. A
placement is legal if neither player has more than three, no number is left out, and, while a player has fewer than
three, the players have placed them in turn.

As in GamesmanClassic, a surrounded stone loses for its owner, whoever has moved. A board with a line is lost for the
player to move. Values: three in a row is a win in 13, surrounding a draw, both together a win in 5.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Add, Turn, Variant, symmetries
from perfect_play.puzzles.boards import (
    BoardGame,
    Cells,
    Position,
    Rows,
    beside,
    line_owner,
    lines,
    list_placements,
    owner_of,
)

STONES = 3
CENTER = 4


class Lite3(BoardGame):
    name = "Lite 3"
    description = "Tic-tac-toe in which your oldest stone vanishes when you place a fourth."
    instructions = """`1` to `3` begin, against `a` to `c`. On your turn, **place** a stone on an empty cell. You have
        three: once all are on the board, your **oldest vanishes** as you place another, but you cannot reuse its cell
        on that turn. Depending on the variant, you win with **three in a row**, by **surrounding** an enemy stone (with
        yours in the center and on all cells beside it), or by either."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("three-in-a-row", "Three in a row", (True, False), testing=True, positions=9_910),
        Variant("surround", "Surround", (False, True), positions=9_910),
        Variant("both", "Three in a row or surround", (True, True), positions=9_910),
    )
    pieces, other_side = "123abc", "abc123"
    rows = cols = 3
    counts = dict.fromkeys("123abc", range(2))
    symmetries = symmetries(3, 3)
    lines = lines(3, 3, 3)
    neighbors = beside(3, 3)

    def prepare(self, by_lines: bool, by_surrounding: bool) -> None:
        self.by_lines, self.by_surrounding = by_lines, by_surrounding

    def possible(self, turn: Turn, *counts: int) -> bool:
        """No number is left out, and the players have placed their stones in turn."""
        first, second = counts[:STONES], counts[STONES:]
        in_order = tuple(sorted(first, reverse=True)) == first and tuple(sorted(second, reverse=True)) == second
        return in_order and (sum(first) - sum(second) == turn - 1 or sum(counts) == 2 * STONES)

    def tier(self, *counts: int) -> int:
        """The number of stones."""
        return sum(counts)

    list_moves = list_placements

    def button(self, position: Position, move: int) -> Add:
        """The new stone."""
        turn, cells = position
        own_stones = self.pieces[STONES * (turn - 1) : STONES * turn]
        return Add(own_stones[min(sum(cells.count(stone) for stone in own_stones), STONES - 1)], move)


def make_move(cells: Cells, turn: int, move: int) -> int:
    offset, placed = STONES * (turn - 1), 0
    for cell in range(9):
        placed += offset < cells[cell] <= offset + STONES
    if placed == STONES:
        for cell in range(9):
            if cells[cell] == offset + 1:
                cells[cell] = 0
            elif offset < cells[cell] <= offset + STONES:
                cells[cell] -= 1
        placed -= 1
    cells[move] = offset + placed + 1
    return 3 - turn


def outcome(cells: Cells, turn: int, lines: Rows, neighbors: Rows, by_lines: int, by_surrounding: int) -> int:
    if by_lines and line_owner(cells, lines, STONES) != 0:
        return LOST
    enemy = owner_of(cells[CENTER], STONES)
    if by_surrounding and enemy != 0:
        for cell in range(9):
            surrounded = cell != CENTER and owner_of(cells[cell], STONES) == 3 - enemy
            for neighbor in neighbors[cell]:
                surrounded = surrounded and owner_of(cells[neighbor], STONES) == enemy
            if surrounded:
                return WON if enemy == turn else LOST
    return ONGOING
