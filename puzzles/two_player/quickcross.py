"""Quick Cross: draw or turn bars until four in a row are alike.

`h` is a horizontal bar, `v` a vertical one. Both players may do the same. A board with a full row of equal bars is lost
for the player to move; play that never ends is a draw, as is 4x4, of which play from the start reaches 42,658,929
positions. The 3x3 board is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import EMPTY, Add, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Layout, Moves, Position, add, any_line_loses, lines


class QuickCross(BoardGame):
    name = "Quick Cross"
    description = "Draw or turn bars until a whole row is alike."
    instructions = """On your turn, **draw** a horizontal or a vertical bar in an empty cell, or **turn** a bar
        already there, whoever drew it. Whoever completes a full row of **matching bars**, across, down or diagonal,
        wins."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3x3", (3,), testing=True, positions=2_862),
        Variant("regular", "Regular", (4,), presolve=False, positions=5_398_083),
    )
    pieces = other_side = "hv"

    def prepare(self, side: int) -> None:
        self.rows = self.cols = side
        self.layout = Layout(2 * side, side, range(self.cells))  # below, a board for the buttons of vertical bars
        self.symmetries = symmetries(side, side)
        self.wins = lines(side, side, side)

    def tier(self, across: int, upright: int) -> int:
        """The number of bars."""
        return across + upright

    outcome = any_line_loses

    def format_move(self, position: Position, move: int) -> str:
        """The bar that is there afterward, and the cell: `ha1`."""
        return self.pieces[move % 2] + self.name_of(move // 2)

    def button(self, position: Position, move: int) -> Add:
        """The bar that is there afterward; the second board has those that could be drawn upright."""
        cell, bar = move // 2, self.pieces[move % 2]
        return Add(bar, cell + self.cells * (bar == "v" and position[1][cell] == EMPTY))


def list_moves(cells: Cells, turn: int, moves: Moves) -> int:
    count = 0
    for cell in range(len(cells)):
        for bar in (1, 2):
            if cells[cell] != bar:
                count = add(moves, count, 2 * cell + bar - 1)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    cells[move // 2] = move % 2 + 1
    return 3 - turn
