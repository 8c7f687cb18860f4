"""Orbito: place a marble, and the whole board turns a step; four in a row win.

The cells are numbered row by row. Player 1 has `B`; the board shows who is to move. Every placement of the marbles is
legal. After a placement both rings of cells turn: the outer one counterclockwise, and the inner one as well, or the
other way in some variants. A line then counts for its owner, whoever moved; lines of both players make a tie. If the
board is full without a line, it turns up to five more steps, until there is one; if there is none, it is a tie.

The board of three rows, whose center stays where it is, is not a published game, but a small one for trying out the
same rules with three in a row.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Add, Button, Move, Variant, symmetries
from perfect_play.puzzles.boards import (
    FillingGame,
    Layout,
    Position,
    beside,
    has_line,
    is_full,
    lines,
    mask_of,
    neighbors,
)
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, step
from perfect_play.puzzles.boards.shapes import Cells as Places
from perfect_play.puzzles.grid import TURNS

# Clockwise, from the top left.
SMALL = ((0, 1, 2, 5, 8, 7, 6, 3),)
LARGE = ((0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4), (5, 6, 10, 9))
FURTHER = 5
"""The number of further steps a full board turns in search of a line."""


def _variant(id_: str, name: str, inner: int = 1, diagonal: bool = False, faced_with_line: int = LOST) -> Variant:
    """A variant on four rows. inner: 1 if the inner ring turns as the outer one does, or -1."""
    return Variant(id_, name, (LARGE, inner, diagonal, faced_with_line), presolve=False, positions=2_541_731)


class Orbito(FillingGame):
    name = "Orbito"
    also_called = ("Orbito!",)
    description = "Place marbles on a board that turns, and get four in a row."
    instructions = """On your turn, you may first **slide one enemy marble** to an empty cell beside it. Then
        **place** one of your marbles on an empty cell, perhaps the one just left: `B` begins. Finally, the **board
        turns**: all marbles move one step around their ring. Whoever then has **four in a row**, across, down or
        diagonal, wins, even if the other player moved; in the misère variant, loses. Rows of both make a tie. A full
        board without a row turns up to **five more steps** until there is one; if there is none, it is a tie. In
        some variants, marbles also slide diagonally, or the inner ring turns the other way."""
    author = "Published by FlexiQ"
    variants = (
        Variant("3x3", "3 rows, three in a row", (SMALL, 1, False, LOST), testing=True, positions=1_528),
        _variant("regular", "Regular"),
        _variant("inner-sq-clockwise", "Inner ring clockwise", inner=-1),
        _variant("opp-adjacent", "Diagonal slides", diagonal=True),
        _variant("misere", "Misère", faced_with_line=WON),
        _variant("diagonal-and-rotation", "Diagonal slides, inner ring clockwise", inner=-1, diagonal=True),
    )
    pieces = "BW"

    def prepare(self, rings: tuple[tuple[int, ...], ...], inner: int, diagonal: bool, faced_with_line: int) -> None:
        self.faced_with_line = faced_with_line
        self.rows = self.cols = side = 3 if rings == SMALL else 4
        # Below, eight places for each cell, one for each slide, for the buttons of moves with a slide.
        self.layout = Layout(9 * side, side, range(self.cells))
        self.neighbors = neighbors(side, side) if diagonal else beside(side, side)
        come_from = list(range(self.cells))
        for ring, direction in zip(rings, (1, inner), strict=False):
            for i, cell in enumerate(ring):
                come_from[cell] = ring[(i + direction) % len(ring)]
        # For each cell, the one whose marble it shows after a step.
        self.come_from: Places = tuple(come_from)
        self.symmetries = [symmetries(side, side)[turned] for turned in TURNS]
        self.wins = lines(side, side, side)
        # The lines as they are, then those after one further step, and so on.
        self.later = self.wins
        for _ in range(FURTHER):
            self.later += tuple(tuple(come_from[cell] for cell in win) for win in self.later[-len(self.wins) :])

    def format_move(self, position: Position, move: int) -> str:
        """The cell of the marble, after the cells of the slide if there is one: `a1`, `b2-b3 a1`."""
        placed, source, _ = parts_of(move)
        slide = "" if source < 0 else super().format_move(position, move) + " "
        return slide + self.name_of(placed)

    def button(self, position: Position, move: int) -> Button:
        """A marble; with a slide, an arrow to it from a cell that stands for the slide."""
        placed, source, goal = parts_of(move)
        if source < 0:
            return Add(self.pieces[position[0] - 1], placed)
        return Move(self.cells + 8 * source + self.neighbors[source].index(goal), placed)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """A move is MORE times the cell of the placed marble, plus the slide, if there is one."""
    count = 0
    for target in range(len(cells)):
        if cells[target] == 0:
            count = add(moves, count, MORE * target)
    for source in range(len(cells)):
        if cells[source] == 3 - turn:
            for goal in neighbors[source]:
                if cells[goal] == 0:
                    for target in range(len(cells)):
                        if target == source or (cells[target] == 0 and target != goal):
                            count = add(moves, count, MORE * target + step(source, goal))
    return count


def make_move(cells: Cells, turn: int, move: int, come_from: Places) -> int:
    placed, source, goal = parts_of(move)
    if source >= 0:
        cells[goal] = 3 - turn
        cells[source] = 0
    cells[placed] = turn
    first, second = mask_of(cells, 1), mask_of(cells, 2)
    for cell in range(len(cells)):
        cells[cell] = (first >> come_from[cell] & 1) + 2 * (second >> come_from[cell] & 1)
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows, later: Rows, faced_with_line: int) -> int:
    full = is_full(cells, len(cells))
    for first in range(0, len(later) if full else len(wins), len(wins)):
        step_on = later[first : first + len(wins)]
        own_line, opponent_line = has_line(cells, turn, step_on), has_line(cells, 3 - turn, step_on)
        if own_line and opponent_line:
            return TIED
        if own_line or opponent_line:
            return faced_with_line if opponent_line else WON + LOST - faced_with_line
    return TIED if full else ONGOING
