"""Tic-Tac-Two: tic-tac-toe in a window that slides over a larger board.

The cells are those of the board, row by row, then one for each place of the window's center, of which `G` marks the
current one. Player 1 has `X`. A placement is legal if the players can have placed that many stones; once both have two,
either player can be to move. Lines count in the current window only: those of one player win for that player, whoever
moved, and lines of both make a tie. Play that never ends is a draw.

By this program, the game is a tie in 12 moves. The boards of three rows, whose window never slides, and of four are not
published games, but small ones for trying out the same rules.
"""

import re

from perfect_play.puzzles import Notation, Turn, Variant, cell_name, symmetries
from perfect_play.puzzles.boards import BoardGame, Layout, Position, lines, neighbors
from perfect_play.puzzles.boards.actions import count_of, has_line, place_of, unmake_step, whoever_moved
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, add, source_of, step, target_of

WINDOW = 3
"""The piece that marks the window's place."""
MIDDLE = 4
"""The place of the window's center among its nine cells."""
LINES = lines(3, 3, 3)
EACH = len(LINES)
MOVABLE = 2
"""Stones and the window may be moved once both players have placed this many stones."""


def read_older(rules: "TicTacTwo", text: str) -> Position | None:
    """With an empty cell at the end, for messages."""
    return rules.parse(text[:-1]) if re.fullmatch(r"[12]_[XO-]{25}[G-]{9}-", text) else None


class TicTacTwo(BoardGame):
    name = "Tic-Tac-Two"
    also_called = ("Tic Tac Two",)
    description = "Get three in a row within a window that slides over the board."
    instructions = """On your turn, **place** a stone on an empty cell inside the **window**, which is three by three
        cells: `X` begins, and each player has four stones, or three on the boards of three and four rows. Once both
        have placed two, you may instead **move** any stone of yours to an empty cell inside the window, or **slide the
        window** one step in any of eight directions. Whoever gets **three in a row inside the window** wins, whoever
        moved; if both do, it is a tie."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3 rows, three stones", (3, 3), testing=True, positions=738),
        Variant("4x4", "4 rows, three stones", (4, 3), positions=130_689),
        Variant("regular", "Regular", (5, 4), presolve=False, positions=134_326_485),
    )
    notations = (Notation("the older form", "1_-----------------------------G-----", read_older),)
    pieces, other_side = "XOG", "OXG"

    def prepare(self, side: int, stones: int) -> None:
        self.side, self.stones = side, stones
        inner = side - 2
        self.board_cells, self.places = side * side, inner * inner
        self.rows, self.cols = 1, self.board_cells + self.places
        self.layout = Layout(-(-self.cols // side), side, range(self.cols))
        numbers = range(stones + 1)
        board, window = range(self.board_cells), range(self.board_cells, self.cols)
        self.regions = [(board, {"X": numbers, "O": numbers}), (window, {"G": (1,)})]
        self.symmetries = [
            (*image, *(self.board_cells + place for place in small))
            for image, small in zip(symmetries(side, side), symmetries(inner, inner), strict=True)
        ]
        self.neighbors = neighbors(inner, inner)
        corners = [side * row + col for row in range(inner) for col in range(inner)]
        self.windows = tuple(
            tuple(corner + side * row + col for row in range(3) for col in range(3)) for corner in corners
        )
        # The lines of the first window, then of the second, and so on.
        self.wins = tuple(tuple(window[cell] for cell in line) for window in self.windows for line in LINES)
        self.setup = ("-" * (self.board_cells + self.places // 2) + "G").ljust(self.cols, "-")

    def possible(self, turn: Turn, x: int, o: int, *windows: int) -> bool:
        """The players place two stones each in turn, player 1 first; from then on, either can be to move."""
        return min(x, o) >= MOVABLE or (x - o == turn - 1)

    def tier(self, x: int, o: int, *windows: int) -> int:
        """The number of stones placed."""
        return x + o

    unmake_move = unmake_step

    def format_move(self, position: Position, move: int) -> str:
        """The cells of a stone; `G` and the cell of its new center for the window."""
        source, target = source_of(move), target_of(move)
        if source >= self.board_cells:
            return f"G-{self.name_of(self.windows[target - self.board_cells][MIDDLE])}"
        return super().format_move(position, move)

    def name_of(self, cell: int) -> str:
        """The cell as on a chessboard of the size of the board."""
        return cell_name(cell, self.side, self.side)


def list_moves(
    cells: Cells, turn: int, moves: Moves, windows: Rows, neighbors: Rows, board_cells: int, stones: int
) -> int:
    own_count, count = count_of(cells, board_cells, turn), 0
    movable = min(own_count, count_of(cells, board_cells, 3 - turn)) >= MOVABLE
    place = place_of(cells, WINDOW) - board_cells
    for target in windows[place]:
        if cells[target] == 0:
            if own_count < stones:
                count = add(moves, count, target)
            if movable:
                for source in range(board_cells):
                    if cells[source] == turn:
                        count = add(moves, count, step(source, target))
    if movable:
        for target in neighbors[place]:
            count = add(moves, count, step(board_cells + place, board_cells + target))
    return count


def outcome(cells: Cells, turn: int, wins: Rows, board_cells: int) -> int:
    first = EACH * (place_of(cells, WINDOW) - board_cells)
    inside = wins[first : first + EACH]
    return whoever_moved(has_line(cells, turn, inside), has_line(cells, 3 - turn, inside), False)


def list_unmoves(cells: Cells, turn: int, moves: Moves, windows: Rows, neighbors: Rows, board_cells: int) -> int:
    count = 0
    if count_of(cells, board_cells, 1) < MOVABLE or count_of(cells, board_cells, 2) < MOVABLE:
        return 0
    place = place_of(cells, WINDOW) - board_cells
    for target in windows[place]:
        if cells[target] == 3 - turn:
            for source in range(board_cells):
                if cells[source] == 0:
                    count = add(moves, count, step(source, target))
    for source in neighbors[place]:
        count = add(moves, count, step(board_cells + source, board_cells + place))
    return count
