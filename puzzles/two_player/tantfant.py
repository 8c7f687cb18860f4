"""Tant Fant: move three pieces each along the lines of a 3x3 board; three in a row win, but not on the home row.

Player 1 has `X` and begins at the bottom, player 2 has `O`. Every placement of three pieces each is legal, with either
player to move. Only a row of the player who has just moved wins. Nobody is ever without a move.

Play from the start reaches 3,080 of the 3,360 positions, and the game is a draw (GamesmanClassic).
"""

from perfect_play.puzzles import LOST, ONGOING, Variant
from perfect_play.puzzles.boards import Cells, Rows, SteppingGame, has_line, lines
from perfect_play.puzzles.two_player.achi import Achi

ROWS = lines(3, 3, 3)


class TantFant(SteppingGame):
    name = "Tant Fant"
    description = "Move your pieces from the home row into another row of three."
    instructions = """`X` begins. On your turn, move one of your pieces along a line to the next point, if it is empty:
        up, down or sideways, or diagonally into or out of the center. Whoever gets **three in a row**, across, down or
        diagonal, wins; but the row where your pieces began **does not count**."""
    author = "Traditional; played in India"
    variants = (Variant("regular", "Regular", testing=True, positions=858),)
    pieces, other_side = "XO", "OX"
    setup = "OOO---XXX"
    rows = cols = 3
    symmetries = ((2, 1, 0, 5, 4, 3, 8, 7, 6),)
    exchanged_cells = (6, 7, 8, 3, 4, 5, 0, 1, 2)
    neighbors = Achi.neighbors
    first_wins = (*ROWS[:2], *ROWS[3:])
    second_wins = ROWS[1:]


def outcome(cells: Cells, turn: int, first_wins: Rows, second_wins: Rows) -> int:
    won = has_line(cells, 2, second_wins) if turn == 1 else has_line(cells, 1, first_wins)
    return LOST if won else ONGOING
