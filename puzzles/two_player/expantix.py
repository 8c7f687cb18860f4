"""ExpanTix: lay runs of tiles until they fill a square that is not fixed in the plane.

The tiles are written in the top left corner of the square, so their text is the same wherever they lie: a run laid
above them or to their left shifts them down or to the right. Both players may do the same. Whoever lays the last tile
wins. The first player wins in seven moves on 3x3, in thirteen on 4x4 and in nineteen on 5x5; play from the start
reaches 302 positions on 3x3 and 18,944 on 4x4 (GamesmanClassic, which lists a run once for each of its ends).
"""

from perfect_play.puzzles import LOST, Add, Impartial, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Layout, Moves, Position, Rows, add

LONGEST = 3
KINDS = 2 * LONGEST - 1
"""Runs of one, two and three tiles across, of two and three upright."""


class ExpanTix(Impartial, BoardGame):
    name = "ExpanTix"
    opens = "4"
    description = "Lay runs of tiles to complete a square."
    instructions = """Lay **one, two or three tiles** in a straight line, across or down. They must **touch** the
        side of a tile already there, and all tiles together must **fit the square**, which may still lie anywhere
        around them. Whoever **completes the square** wins."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3", "3x3", (3,), testing=True, positions=152),
        Variant("4", "4x4", (4,), positions=9_473),
        Variant("5", "5x5", (5,), presolve=False, positions=2_081_052),
    )
    pieces = other_side = "X"
    dense = False
    most_moves = 256
    stuck = LOST

    def prepare(self, side: int) -> None:
        self.rows = self.cols = self.side = side
        self.width = width = side + LONGEST
        # The tiles, with room for runs above and to the left; beside them, a board for each other kind.
        across, down = KINDS * width, range(LONGEST, width)
        self.layout = Layout(width, across, [across * row + col for row in down for col in down])
        self.runs = _runs(side, self.width)

    def format_move(self, position: Position, move: int) -> str:
        """The row and the column of the first tile, numbered from 1, and the way and length of the run: `1,0r2`."""
        row, col, down, _, length = parts_of(move, self.width)
        return f"{row + 1},{col + 1}" + (f"{'rd'[down]}{length}" if length > 1 else "")

    def button(self, position: Position, move: int) -> Add:
        """A tile where the run begins, on the board for its kind."""
        kind, row, col = move // self.width**2, move // self.width % self.width, move % self.width
        return Add("X", (row * KINDS + kind) * self.width + col)


def list_moves(cells: Cells, turn: int, moves: Moves, side: int, runs: Rows) -> int:
    tiles, bottom, rightmost, count = 0, -1, -1, 0
    for cell in range(side * side):
        if cells[cell] != 0:
            tiles |= 1 << cell
            bottom, rightmost = max(bottom, cell // side), max(rightmost, cell % side)
    for move, row, col, last_row, last_col, covered, touched in runs:
        tall, wide = max(bottom, last_row) - min(0, row), max(rightmost, last_col) - min(0, col)
        joined = tiles & touched != 0 or (tiles == 0 and row == 0 and col == 0)
        if tall < side and wide < side and joined and tiles & covered == 0:
            count = add(moves, count, move)
    return count


def make_move(cells: Cells, turn: int, move: int, side: int, width: int) -> int:
    row, col, down, right, length = parts_of(move, width)
    above, aside = max(0, -row), max(0, -col)
    for cell in range(side * side - 1, -1, -1):
        source = cell - above * side - aside
        stays = cell // side >= above and cell % side >= aside
        cells[cell] = cells[source] if stays else 0
    for tile in range(length):
        cells[(row + above + tile * down) * side + col + aside + tile * right] = 1
    return 3 - turn


def parts_of(move: int, width: int) -> tuple[int, int, int, int, int]:
    """The row and column of the first tile, the step to the next, and the number of tiles.

    A move's number is its kind, row and column, in this order, as digits to the base `width`.
    """
    kind, row, col = move // (width * width), move // width % width - LONGEST, move % width - LONGEST
    if kind < LONGEST:
        return row, col, 0, 1, kind + 1
    return row, col, 1, 0, kind - LONGEST + 2


def _runs(side: int, width: int) -> tuple[tuple[int, ...], ...]:
    """For every move: its number, the first and last row and column, and as bits the cells it covers and touches."""
    result = []
    for move in range(KINDS * width * width):
        row, col, down, right, length = parts_of(move, width)
        run = {(row + tile * down, col + tile * right) for tile in range(length)}
        around = {(r + down, c + right) for r, c in run for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        covered, touched = (
            sum(1 << r * side + c for r, c in places if 0 <= r < side and 0 <= c < side) for places in (run, around)
        )
        last_row, last_col = max(run)
        if last_row < side and last_col < side:
            result.append((move, row, col, last_row, last_col, covered, touched))
    return tuple(result)
