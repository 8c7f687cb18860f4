"""TacTix: take neighboring counters from one row or column; whoever takes the last wins.

Every set of counters `O` is legal, with either player to move; the result does not depend on who that is. The empty
board is lost for the player to move. The player who moves first loses in 16 moves (GamesmanClassic). Piet Hein's game
is misère; this is the normal form, in which on boards with an odd side the first player can win by symmetry.
"""

from functools import cached_property

from perfect_play.puzzles import EMPTY, LOST, Add, Button, Impartial, Move, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, add


class TacTix(Impartial, BoardGame):
    name = "TacTix"
    also_called = ("Bulo",)
    description = "Take neighboring counters from a row or column, and take the last one to win."
    instructions = """On your turn, **take** as many counters as you like from one row or one column, at least one,
        if they lie **next to each other without a gap**. Whoever takes the **last** counter wins."""
    author = "Piet Hein"
    date_created = "Before 1958"
    variants = (
        Variant("3x3", "3x3", (3,), testing=True, positions=102),
        Variant("regular", "4x4", (4,), positions=8_548),
    )
    pieces, other_side = "O", "O"
    stuck = LOST

    def prepare(self, side: int) -> None:
        self.rows = self.cols = side
        self.counts = {"O": range(self.cells + 1)}
        self.symmetries = symmetries(side, side)
        # Single cells, then the longer runs across and those downwards.
        self.runs = tuple((cell,) for cell in range(self.cells)) + tuple(
            tuple(first + step * place for place in range(length))
            for length in range(2, side + 1)
            for step in (1, side)
            for first in range(self.cells)
            if (first % side if step == 1 else first // side) + length <= side
        )
        self.setup = "O" * self.cells

    def tier(self, counters: int) -> int:
        """The number of counters taken."""
        return self.cells - counters

    def nimber(self, position: Position) -> int:
        """By definition, from the nimbers of all smaller sets of counters."""
        return self._nimbers[sum(1 << cell for cell, counter in enumerate(position[1]) if counter != EMPTY)]

    @cached_property
    def _nimbers(self) -> bytes:
        """The nimber of every set of counters, by its bits."""
        runs = [sum(1 << cell for cell in run) for run in self.runs]
        nimbers = bytearray(1 << self.cells)
        for counters in range(1, len(nimbers)):
            options = {nimbers[counters ^ run] for run in runs if counters & run == run}
            while nimbers[counters] in options:
                nimbers[counters] += 1
        return bytes(nimbers)

    def format_move(self, position: Position, move: int) -> str:
        """The first and the last cell of the run."""
        run = self.runs[move]
        return "-".join(self.name_of(cell) for cell in dict.fromkeys((run[0], run[-1])))

    def button(self, position: Position, move: int) -> Button:
        """A single cell, or an arrow along the run."""
        run = self.runs[move]
        return Add(EMPTY, run[0]) if len(run) == 1 else Move(run[0], run[-1])


def list_moves(cells: Cells, turn: int, moves: Moves, runs: Rows) -> int:
    """The number of each run that is full of counters."""
    count = 0
    for number in range(len(runs)):
        full = True
        for cell in runs[number]:
            full = full and cells[cell] != 0
        if full:
            count = add(moves, count, number)
    return count


def make_move(cells: Cells, turn: int, move: int, runs: Rows) -> int:
    for cell in runs[move]:
        cells[cell] = 0
    return 3 - turn
