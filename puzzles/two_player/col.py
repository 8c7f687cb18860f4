"""Col: color cells of a grid, never two neighbors alike; a player who cannot move loses.

Positions, legality and texts are those of `puzzles/coloring.py`: `x`, `o` or `-` for each cell,
row by row. Colin Vout invented the game; its theory is in J. H. Conway, "On Numbers and Games", 1976.
"""

from perfect_play.puzzles import board_variant
from perfect_play.puzzles.coloring import ColoringGame


class Col(ColoringGame):
    name = "Col"
    opens = "3x5"
    also_called = ("Map coloring",)
    description = "Color cells so that no two neighbors are alike, and make the last move."
    instructions = """`x` begins. On your turn, color an empty cell in your color, `x` or `o`, but **never beside a cell
        of your own**: cells that share a side must differ. Whoever **cannot move** loses."""
    author = "Colin Vout"
    date_created = "1976"
    variants = (
        board_variant(2, 2, 6, testing=True),
        board_variant(2, 3, 31, testing=True),
        board_variant(3, 3, 172, testing=True),
        board_variant(2, 5, 614, testing=True),
        board_variant(3, 4, 2671, testing=True),
        board_variant(3, 5, 26_949),
    )
    alike = 1
