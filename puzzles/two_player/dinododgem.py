"""Dino Dodgem: bring your dinosaurs off the board before the other player does.

The board is drawn with a row above it and a column to its right, which are off it. Player 1 has `x`, begins at the
left, and leaves at the right; player 2 has `o`, begins at the bottom, and leaves at the top. The corner between the two
start lines is blocked. Every placement of the dinosaurs is legal if the player to move has one.

Whoever cannot move loses, unlike in Dodgem. Play that never ends is a draw, as is the game; play from the start reaches
1,215,496 positions (GamesmanClassic). The 4x4 board is not a published game, but a small one for trying out the rules.
"""

import re

from perfect_play.puzzles import LOST, Notation, Variant
from perfect_play.puzzles.boards import Position
from perfect_play.puzzles.two_player._dodging import DodgingGame


def _lines(side: int) -> tuple[list[int], list[int]]:
    """The cells where the dinosaurs of each player begin."""
    size = side + 1
    return [row * size for row in range(1, side - 1)], [side * size + col for col in range(2, side)]


def read_older(rules: "DinoDodgem", text: str) -> Position | None:
    """`1_--xxx-----o----o----o------------`: mirrored in its diagonal, and empty cells off the board.

    There player 1 moves up from the lowest row, which comes first.
    """
    side = rules.side
    parsed = re.fullmatch(rf"([12]_)([xo-]{{{side * side}}})-{{{2 * side - 2}}}", text)
    if not parsed:
        return None
    cells = ["-"] * rules.cells
    for place, char in enumerate(parsed[2]):
        col, height = divmod(place, side)
        cells[(side - height) * (side + 1) + col] = char
    return rules.parse(parsed[1] + "".join(cells))


class DinoDodgem(DodgingGame):
    name = "Dino Dodgem"
    description = "Bring all your dinosaurs off the board before the other player does."
    instructions = """On your turn, move one of your dinosaurs one step to an empty cell: `x`, who begins, goes right,
        up or down, `o` goes up, left or right. From the right column, `x` may **leave the board** to the right; from
        the top row, `o` may leave it upward. Nobody may step **along their own start line**, onto the **enemy's start
        line**, or into the blocked corner. You win when **all your dinosaurs have left**, or when the other player
        **cannot move**."""
    author = "Unknown; after Dodgem by Colin Vout"
    variants = (
        Variant("4x4", "4x4, two dinosaurs each", (4,), testing=True, positions=6_253),
        Variant("regular", "Regular", (5,), presolve=False, positions=2_132_845),
    )
    notations = (Notation("the older form", "2_-------------------o-x-----------", read_older),)
    stuck = LOST
    pieces, other_side = "xo", "ox"

    def prepare(self, side: int) -> None:
        self.side = side
        size = side + 1
        corner = (side - 1) * size, side * size, side * size + 1
        self.lay_out(side, side - 2, blocked=corner)
        lines = _lines(side)
        self.targets = tuple(
            tuple(target for target in targets if target not in enemy and not (cell in home and target in home))
            for player, (home, enemy) in enumerate((lines, lines[::-1]))
            for cell, targets in enumerate(self.targets[player * size * size :][: size * size])
        )
        left, bottom = lines
        self.setup = "".join("x" if cell in left else "o" if cell in bottom else "-" for cell in range(self.cells))
