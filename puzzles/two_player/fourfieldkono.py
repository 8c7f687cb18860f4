"""Four Field Kono: take an enemy piece by jumping onto it over a piece of your own.

Player 1 begins at the top. Every placement of at most as many pieces as at the start is legal, with either player to
move, if that player has at least one and the other at least two. Play that never ends is a draw.

As in GamesmanClassic, steps and jumps are both allowed at any time, and only the player to move can lose. The game is
then a draw; play from the start reaches 63,560,625 positions. The board of two columns is not a published game, but a
small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, Turn, Variant, symmetries
from perfect_play.puzzles.boards import Cells, Moves, Rows, SteppingGame, add, beside, count_of, lines, list_steps, step


class FourFieldKono(SteppingGame):
    name = "Four Field Kono"
    description = "Jump over your own pieces onto the enemy's until only one is left."
    instructions = """`x` begins. On your turn, either move one of your pieces one step up, down or sideways to an empty
        cell, or **take**: jump with a piece, horizontally or vertically, over a piece **of your own** right beside it,
        onto an enemy piece right behind that. You win when the other player, on their turn, has only **one piece** left
        or **no move**."""
    author = "Traditional; played in Korea"
    date_created = "Before 1895, when S. Culin described it"
    variants = (
        Variant("4x2", "4 rows, 2 columns", (4, 2), testing=True, positions=1_106),
        Variant("standard", "4 rows, 4 columns", (4, 4), presolve=False, positions=4_752_000),
    )
    other_side = "ox"
    stuck = LOST

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        pieces = range(1, rows * cols // 2 + 1)
        self.counts = {"x": pieces, "o": pieces}
        self.symmetries = symmetries(rows, cols)
        self.neighbors = beside(rows, cols)
        straight = [line for line in lines(rows, cols, 3) if line[1] - line[0] in (1, cols)]
        self.jumps = tuple(straight + [line[::-1] for line in straight])
        self.setup = "x" * (self.cells // 2) + "o" * (self.cells // 2)

    def possible(self, turn: Turn, x: int, o: int) -> bool:
        """The player who has just moved had more than one piece."""
        return (o if turn == 1 else x) > 1

    def tier(self, x: int, o: int) -> tuple[int, int]:
        """The number of pieces taken, and the difference between the players' numbers."""
        return self.cells - x - o, abs(x - o)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    count = list_steps(cells, turn, moves, neighbors)
    for first, over, last in jumps:
        if cells[first] == turn and cells[over] == turn and cells[last] == 3 - turn:
            count = add(moves, count, step(first, last))
    return count


def outcome(cells: Cells, turn: int) -> int:
    return LOST if count_of(cells, len(cells), turn) == 1 else ONGOING
