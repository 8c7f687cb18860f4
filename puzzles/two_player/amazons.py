"""Amazons: move a queen, then shoot an arrow that blocks a cell; whoever cannot move loses.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` an amazon of the first
player, `o` one of the second, `b` a blocked cell, `-` an empty one.

Every move shoots an arrow, so the first player moves when their number is even. Every board with the right number of
amazons is legal, whether or not play leads there.

The starts are those of J. Song and M. Mueller, "An enhanced solver for the game of Amazons", IEEE TCIAIG 7, 2015: four
amazons a side, beside the corners. On 4x4 the second player wins; on 4 rows and 5 columns the first, by one of 85
moves, mirror images apart. On 5 rows and 4 columns they say the first, too, but the second wins, in 12 moves, as the
tables of jh85/smallgames (2026) say and two searches of ours; both name columns first. The boards with one amazon a
side are no published games, but small ones for trying out the same rules.
"""

from collections.abc import Sequence

from perfect_play.puzzles import LOST, Turn, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Layout, Position, slides
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, step
from perfect_play.puzzles.view import Move

ARROW = 3


def _board(rows: int, cols: int, own: Sequence[int], positions: int, presolve: bool = True) -> Variant:
    """A board on which the first player has amazons in these cells, and the second in those across the center."""
    one = len(own) == 1
    name = f"{rows} rows, {cols} columns{', one amazon each' if one else ''}"
    variant_id = f"{rows}x{cols}{'_1' if one else ''}"
    options = (rows, cols, tuple(own))
    return Variant(variant_id, name, options, testing=positions < 1000, positions=positions, presolve=presolve)


def _beside_corners(rows: int, cols: int) -> tuple[int, ...]:
    """The cells of the first player on the usual board: two beside each of the lower corners."""
    below = rows * cols - cols
    return (below - cols, below - 1, below + 1, below + cols - 2)


class Amazons(BoardGame):
    name = "Amazons"
    opens = "4x4_1"
    also_called = ("Game of the Amazons",)
    description = "Move like a queen, shoot an arrow, and be the last who can."
    instructions = """`x` begins. On your turn, move an amazon **like a queen in chess**: any distance in a straight
        line, also diagonal, over empty cells. Then it **shoots an arrow** in the same way from where it stands, and the
        cell where that lands is **blocked for good**. Nothing is ever taken. Whoever **cannot move** loses."""
    author = "Walter Zamkauskas"
    date_created = "1988"
    variants = (
        _board(2, 3, (4,), 122),
        _board(3, 3, (7,), 1_200),
        _board(4, 4, (13,), 492_288),
        _board(4, 4, _beside_corners(4, 4), 28_839_372, presolve=False),
        _board(5, 4, _beside_corners(5, 4), 9_030_000_000, presolve=False),
        _board(4, 5, _beside_corners(4, 5), 9_030_000_000, presolve=False),
    )
    pieces, other_side = "xob", "oxb"
    stuck = LOST

    def prepare(self, rows: int, cols: int, own: tuple[int, ...]) -> None:
        self.rows, self.cols = rows, cols
        board = rows * cols
        # Below, a board of buttons for every cell that an amazon can go to.
        self.layout = Layout(rows * (1 + board), cols, range(board))
        self.amazons, self.symmetries = len(own), symmetries(rows, cols)
        self.counts = {"x": (len(own),), "o": (len(own),), "b": range(board - 2 * len(own) + 1)}
        self.rays = slides(rows, cols)
        # The rays from cell c are those numbered from firsts[c] up to, but not including, firsts[c + 1].
        sources = [ray[0] for ray in self.rays]
        self.firsts = (*map(sources.index, range(board)), len(sources))
        setup = ["-"] * board
        for cell in own:
            setup[cell], setup[board - 1 - cell] = "x", "o"
        self.setup = "".join(setup)

    def possible(self, turn: Turn, x: int, o: int, arrows: int) -> bool:
        """With as many arrows, it is this player's turn."""
        return arrows % 2 == turn - 1

    def tier(self, x: int, o: int, arrows: int) -> int:
        """The number of arrows."""
        return arrows

    def format_move(self, position: Position, move: int) -> str:
        """The step of the amazon, and where the arrow lands: `a1-b2(c3)`."""
        return f"{super().format_move(position, move)}({self.name_of(parts_of(move)[0] - 1)})"

    def button(self, position: Position, move: int) -> Move:
        """An arrow from the board of where the amazon goes to where its arrow lands."""
        arrow, source, target = parts_of(move)
        return Move(source + self.cells * (target + 1), arrow - 1)


def list_moves(cells: Cells, turn: int, moves: Moves, rays: Rows, firsts: tuple[int, ...]) -> int:
    """A move is MORE times the cell of the arrow plus one, plus the step of the amazon."""
    count = 0
    for ray in rays:
        if cells[ray[0]] == turn:
            cells[ray[0]] = 0
            for target in ray[1:]:
                if cells[target] != 0:
                    break
                for number in range(firsts[target], firsts[target + 1]):
                    shot = rays[number]
                    for arrow in shot[1:]:
                        if cells[arrow] != 0:
                            break
                        count = add(moves, count, MORE * (arrow + 1) + step(ray[0], target))
            cells[ray[0]] = turn
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    arrow, source, target = parts_of(move)
    cells[source] = 0
    cells[target] = turn
    cells[arrow - 1] = ARROW
    return 3 - turn
