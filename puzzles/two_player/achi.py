"""Achi: place three pieces each, then move them along the lines; three in a row win.

Every placement of the pieces is legal. While pieces are being placed, the board shows who is to move; with all on the
board, either player can be. A board with a line of three is lost for the player to move, as in GamesmanClassic, though
play only reaches those in which the line is the opponent's.

Traditionally each player has four pieces. With three, as here, the first player wins in nine moves, and play from the
start reaches 5,390 positions (GamesmanClassic).
"""

from perfect_play.puzzles import Variant, symmetries
from perfect_play.puzzles.boards import PlacingGame, any_line_loses, lines, neighbors


class Achi(PlacingGame):
    name = "Achi"
    description = "Place three pieces, then move them until they stand in a row."
    instructions = """In turn, each player **places** three pieces on empty points; `o` begins. Then, on your turn,
        **move** one of your pieces along a line to the next point, if it is empty: up, down or sideways, or diagonally
        into or out of the center. Whoever gets **three in a row**, across, down or diagonal, wins."""
    author = "Traditional; played by the Asante in Ghana"
    date_created = "Before 1929, when R. S. Rattray described it"
    variants = (Variant("regular", "Regular", testing=True, positions=564),)
    pieces, other_side = "ox", "xo"
    rows = cols = 3
    stones = 3
    symmetries = symmetries(3, 3)
    wins = lines(3, 3, 3)
    neighbors = tuple(
        # Edge points have no diagonals: a diagonal step keeps the parity of a cell's number.
        tuple(target for target in targets if cell % 2 == 0 or (cell - target) % 2)
        for cell, targets in enumerate(neighbors(3, 3))
    )

    outcome = any_line_loses
