"""Snort: color cells of a grid, never two neighbors differently; a player who cannot move loses.

Positions, legality and texts are those of `puzzles/coloring.py`: `x`, `o` or `-` for each cell,
row by row. Simon Norton invented the game; its theory is in J. H. Conway, "On Numbers and Games", 1976.
"""

from perfect_play.puzzles import board_variant
from perfect_play.puzzles.coloring import ColoringGame


class Snort(ColoringGame):
    name = "Snort"
    opens = "4x4"
    also_called = ("Cats and Dogs",)
    description = "Color cells so that no two neighbors differ, and make the last move."
    instructions = """`x` begins. On your turn, color an empty cell in your color, `x` or `o`, but **never beside a cell
        of the other player**: cells that share a side must match. Whoever **cannot move** loses."""
    author = "Simon Norton"
    date_created = "1976"
    variants = (
        board_variant(2, 2, 3, testing=True),
        board_variant(2, 3, 12, testing=True),
        board_variant(3, 3, 60, testing=True),
        board_variant(2, 5, 222, testing=True),
        board_variant(3, 4, 872, testing=True),
        board_variant(3, 5, 8544, testing=True),
        board_variant(4, 4, 8659),
    )
    alike = 0
