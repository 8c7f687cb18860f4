"""Change!: bring your three pieces to where the other player's began.

The cells are in rows of three, four, four and three, numbered from the top left. `x` are player 1's pieces, at the
bottom. Every placement of all the pieces is legal, with either player to move. A board on which either side has arrived
is lost for the player to move, and so is one without a move. Pieces never go back, so play ends.

The first player loses in 16 moves; play from the start reaches 48,029 positions (GamesmanClassic). The game of two
pieces is not published, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Layout, Moves, Rows, add, step


class Change(BoardGame):
    name = "Change!"
    description = "Bring your pieces to where the other player's began."
    instructions = """On your turn, move a piece **as far as you like** along a slanting line toward the other side:
        `x`, who begins, goes up and `o` goes down, over **empty** cells only. Nobody moves sideways or back. The first
        to have **all their pieces in the enemy's home row** wins; whoever **cannot move** loses."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("small", "Two pieces", (2,), testing=True, positions=1_260),
        Variant("regular", "Regular", (3,), positions=60_060),
    )
    other_side = "ox"
    numbered_from = 1
    stuck = LOST
    rows = 1

    def prepare(self, home: int) -> None:
        self.home = home
        widths = (home, home + 1, home + 1, home)
        self.cols = sum(widths)
        self.exchanged_cells = tuple(reversed(range(self.cols)))
        # Each cell's place across, in half cells, and its row; the lower half of the board is half a cell to the left.
        self.places = [(2 * col - width - row // 2, row) for row, width in enumerate(widths) for col in range(width)]
        places = self.places
        leftmost = min(across for across, _ in places)
        width = 1 + max(across for across, _ in places) - leftmost
        self.layout = Layout(len(widths), width, [row * width + across - leftmost for across, row in places])
        # For each cell and direction, the cells straight on: first two directions downwards, then two upwards.
        self.rays = tuple(
            tuple(
                places.index((x + distance * right, y + distance * down))
                for distance in range(1, len(widths))
                if (x + distance * right, y + distance * down) in places
            )
            for down in (1, -1)
            for right in (-1, 1)
            for x, y in places
        )
        self.setup = "o" * home + "-" * (self.cols - 2 * home) + "x" * home


def list_moves(cells: Cells, turn: int, moves: Moves, rays: Rows) -> int:
    size, count = len(cells), 0
    for number in range(2 * size * (2 - turn), 2 * size * (3 - turn)):
        if cells[number % size] == turn:
            for cell in rays[number]:
                if cells[cell] != 0:
                    break
                count = add(moves, count, step(number % size, cell))
    return count


def outcome(cells: Cells, turn: int, home: int) -> int:
    x, o = 0, 0
    for i in range(home):
        x += cells[i] == 1
        o += cells[len(cells) - 1 - i] == 2
    return LOST if x == home or o == home else ONGOING
