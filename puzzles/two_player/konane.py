"""Konane, Hawaiian checkers: jump over enemy stones until the other player cannot.

Player 1 has `o`, on the cells whose row and column add up to an even number, counted from 0; player 2 has `x` on the
others. A board is legal if every stone is on a cell of its color, with either player to move; but it is player 1's turn
while no stone has been taken off, player 2's after the first, and player 1's again after the second.

Values: 4x4 and 4x5 are lost in 6, 5x5 is won in 15, 5x6 lost in 24; play from the start reaches 3,863, 56,120,
2,160,386 and 113,987,236 positions, respectively (GamesmanClassic).
"""

from perfect_play.puzzles import LOST, Partizan, Turn, Variant, rays, symmetries
from perfect_play.puzzles.boards import ACROSS, BoardGame, Position, beside, count_of
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, add, source_of, step, target_of


class Konane(Partizan, BoardGame):
    name = "Kōnane"
    also_called = ("Konane", "Hawaiian Checkers")
    description = "Jump over enemy stones until the other player cannot."
    instructions = """First, player 1 **takes off** one of their own stones, `o`, in a corner or the middle, then player
        2 an `x` beside the gap. From then on, **jump** with one of your stones, horizontally or vertically, over an
        enemy stone to the empty cell behind it, and take that stone off. You may keep jumping **in the same
        direction**. Whoever **cannot move** loses."""
    author = "Traditional; played in Hawaii"
    date_created = "Before 1778"
    variants = (
        Variant("4x4", "4 rows, 4 columns", (4, 4), testing=True, positions=978),
        Variant("4x5", "4 rows, 5 columns", (4, 5), positions=28_202),
        Variant("5x5", "5 rows, 5 columns", (5, 5), presolve=False, positions=280_000),
        Variant("5x6", "5 rows, 6 columns", (5, 6), presolve=False, positions=28_600_000),
    )
    stuck = LOST
    pieces, other_side = "ox", ""
    dense = False

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        colors = [(cell // cols + cell % cols) % 2 for cell in range(rows * cols)]
        cells = range(rows * cols)
        first, second = ([cell for cell in cells if colors[cell] == color] for color in (0, 1))
        self.regions = ((first, {"o": range(len(first) + 1)}), (second, {"x": range(len(second) + 1)}))
        self.symmetries = [image for image in symmetries(rows, cols) if colors[image[0]] == 0]
        middle = {row * cols + col for row in {(rows - 1) // 2, rows // 2} for col in {(cols - 1) // 2, cols // 2}}
        corners = {0, cols - 1, (rows - 1) * cols, rows * cols - 1}
        self.first_off = tuple(cell for cell in sorted(corners | middle) if colors[cell] == 0)
        self.neighbors = beside(rows, cols)
        # For every cell and direction, the cells up to the edge, and then the cell itself, on which nothing can land.
        self.rays = tuple(
            tuple(ray + [cell] * (max(rows, cols) - 1 - len(ray)))
            for cell in cells
            for ray in (rays(cell, rows, cols)[direction] for direction in ACROSS)
        )
        self.setup = "".join("ox"[color] for color in colors)

    def possible(self, turn: Turn, o: int, no_x: int, no_o: int, x: int) -> bool:
        """Up to two stones off, their number shows whose turn it is; from two on, each color lacks at least one."""
        most_o, most_x = (self.cells + 1) // 2, self.cells // 2
        off = self.cells - o - x
        return turn == off + 1 and x == most_x if off < 2 else o < most_o and x < most_x and (off > 2 or turn == 1)

    def components(self, position: Position) -> list[str] | None:
        """The board as one part; none until both players have taken a stone off."""
        cells = position[1]
        if cells.count("-") < 2:
            return None
        return [min("".join(cells[cell] for cell in image) for image in self.symmetries)]


def list_moves(cells: Cells, turn: int, moves: Moves, rays: Rows, neighbors: Rows, first_off: tuple[int, ...]) -> int:
    off, count = count_of(cells, len(cells), 0), 0
    if off == 0:
        for cell in first_off:
            count = add(moves, count, cell)
    elif off == 1:
        for cell in range(len(cells)):
            for gap in neighbors[cell]:
                if cells[gap] == 0:
                    count = add(moves, count, cell)
    else:
        for i in range(len(rays)):
            if cells[i // 4] == turn:
                ray = rays[i]
                for place in range(1, len(ray), 2):
                    if cells[ray[place - 1]] != 3 - turn or cells[ray[place]] != 0:
                        break
                    count = add(moves, count, step(i // 4, ray[place]))
    return count


def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    source, target = source_of(move), target_of(move)
    if source < 0:
        cells[target] = 0
        return 3 - turn
    along = cols if (target - source) % cols == 0 else 1
    for cell in range(min(source, target), max(source, target), along):
        cells[cell] = 0  # taken
    cells[source] = 0
    cells[target] = turn
    return 3 - turn
