"""The pictures of Domineering: dominoes of two halves, and a place to lay one between two free cells.

A position says which cells are covered, but not by which dominoes. So the text is `2_u-d-`, with a letter for each
half, and the next text is derived from the one by which a client asked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.svg_shapes import UNIT, Point, moved
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.turns import NEXT, read_turn
from perfect_play.puzzles.two_player.domineering import COVERED, Domineering, read_halves
from perfect_play.puzzles.view import Add

UP, DOWN, LEFT, RIGHT = "udlr"
HALVES: dict[int, tuple[str, str]] = {1: (UP, DOWN), 2: (LEFT, RIGHT)}  # of each player's dominoes
BUTTONS = {1: "v", 2: "h"}


class Dominoes(Picture):
    """The centers are the cells, and the middles of dominoes, first flat ones, then upright ones."""

    @cached_property
    def look(self) -> Look:
        """Halves of dominoes on a checkered board; beside it, how either player lays them."""
        board = self.board
        x, y = board.cols * UNIT + 34, board.rows * UNIT / 2
        legend = moved(self.files.piece("upright"), x, y - 22) + moved(self.files.piece("flat"), x, y + 24)
        ground = super().look
        return replace(ground, size=Point(x + 28, board.rows * UNIT), under=ground.under + legend)

    def text(self, position: Position, requested: str = "") -> str:
        """The text that was asked for, if its dominoes cover exactly these cells; otherwise one way to lay them."""
        if read_halves(self.rules, requested) == position:
            return requested
        return f"{self.rules.turn(position)}_{one_way_to_lay(self.rules, position)}"

    def text_after(self, text: str, move: Move, child: Position) -> str:
        turn, laid = read_turn(text)
        first, second = HALVES[turn]
        cells = list(laid)
        cells[move], cells[move + (self.rules.cols if turn == 1 else 1)] = first, second
        return f"{NEXT[turn]}_{''.join(cells)}"

    def cells(self, position: Position) -> str:
        return self.cells_of(self.text(position), position)

    def cells_of(self, text: str, position: Position) -> str:
        return read_turn(text)[1]

    def button(self, position: Position, move: Move) -> Add:
        rows, cols = self.rules.rows, self.rules.cols
        turn = self.rules.turn(position)
        flat = rows * cols
        if turn == 2:
            return Add(BUTTONS[turn], flat + move - move // cols)
        return Add(BUTTONS[turn], flat + rows * (cols - 1) + move)


def one_way_to_lay(rules: Domineering, position: int) -> str:
    """Dominoes that cover exactly these cells, as nearly as possible those that both players have laid in turn."""
    cells: str = rules.board(position).cells
    covered = sum(1 << cell for cell, char in enumerate(cells) if char == COVERED)
    halves: dict[int, str] = {}

    def lay(uncovered: int, upright: int) -> bool:
        if not uncovered:
            return not upright
        cell = (uncovered & -uncovered).bit_length() - 1
        for player, step in ((1, rules.cols), (2, 1)):
            second = cell + step
            fits = upright if player == 1 else second % rules.cols
            if fits and uncovered >> second & 1 and lay(uncovered ^ 1 << cell ^ 1 << second, upright - (player == 1)):
                halves[cell], halves[second] = HALVES[player]
                return True
        return False

    dominoes = covered.bit_count() // 2
    in_turn = (dominoes + (rules.turn(position) == 2)) // 2  # upright ones: player 1 lays them
    for upright in sorted(range(dominoes + 1), key=lambda number: abs(number - in_turn)):
        if lay(covered, upright):
            break
    return "".join([halves.get(cell, char) for cell, char in enumerate(cells)])
