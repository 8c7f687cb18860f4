"""Dodgem: bring your two cars off the board before the other player does, and block the other's way.

The board is drawn as four rows of four cells, of which the top row and the right column are off it. Player 1 has `o`,
begins at the left, and leaves at the right; player 2 has `x`, begins at the bottom, and leaves at the top. Every
placement of at most two cars each is legal if the player to move has one. A car that leaves is out of the game.

Whoever cannot move wins: blocking the other player loses. The first player wins in nineteen moves, and play from the
start reaches 1,963 positions (GamesmanClassic).
"""

from perfect_play.puzzles import WON, Variant
from perfect_play.puzzles.two_player._dodging import DodgingGame


class Dodgem(DodgingGame):
    name = "Dodgem"
    description = "Bring both cars off the board before the other player does."
    instructions = """On your turn, move one of your cars one step to an empty cell: `o`, who begins, goes right, up or
        down, `x` goes up, left or right. From the right column, `o` may **leave the board** to the right; from the top
        row, `x` may leave it upward. You win when **all your cars have left**; but if the other player **cannot move**,
        you lose."""
    author = "Colin Vout"
    date_created = "1975"
    variants = (Variant("regular", "Regular", testing=True, positions=1_377),)
    stuck = WON
    pieces, other_side = "ox", "xo"
    setup = "----o---o----xx-"

    def prepare(self) -> None:
        self.lay_out(3, 2)
