"""Adugo: a jaguar against fourteen dogs, which try to trap it while it jumps over and takes them.

The points are numbered row by row; a point is joined to those beside it and, if its row and column add up to an even
number, to those diagonal to it. A position's text is the player, `_`, `N` or, after a jump of the jaguar, `I`, then the
points. Player 1 has the jaguar `B`, player 2 the dogs `W`. Play that never ends is a draw.

After each jump from which the jaguar can jump again, it does so or stops, as on the GamesCrafters' page; their tables
are of a different game, in which it must keep jumping while it can. Here the last capture ends play at once.
"""

from perfect_play.puzzles import Board, MalformedPosition, Turn, Variant, read_turn, short, symmetries
from perfect_play.puzzles.boards import BoardGame, Position, alquerque, count_of, jumps_from, place_of, steps_from
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, add, source_of, target_of
from perfect_play.puzzles.values import IMPOSSIBLE, LOST, ONGOING, WON

JAGUAR, DOG = 1, 2


class Adugo(BoardGame):
    name = "Adugo"
    opens = "5x5"
    also_called = ("Jaguar and Dogs", "Jogo da onca")
    description = "Trap the jaguar with your dogs, or take five of them."
    side_names = ("the jaguar", "the dogs")
    instructions = """The **jaguar** `B` begins, in the center; the **dogs** `W` stand around and above it. On each
        turn, a piece moves along a line to the next point, if it is empty. The jaguar may instead **jump** in a
        straight line over a dog to the empty point behind it and take the dog; while it can jump again, it may do so
        or **stop**, by a click on it. The jaguar wins by **taking five dogs** (two on the small board), the dogs when
        it **cannot move**. Dogs without a move lose."""
    author = "Traditional; played by the Bororo of Brazil"
    variants = (
        Variant("3x3", "3 rows, five dogs", (3, 2), testing=True, positions=450),
        Variant("5x5", "5x5", (5, 5), presolve=False, positions=80_000_000),
    )
    pieces, other_side = "BW", ""
    stuck = LOST
    rules_out = True

    def prepare(self, side: int, captures: int) -> None:
        self.rows = self.cols = side
        self.dogs = side * (side + 1) // 2 - 1
        self.min_dogs = self.dogs - captures
        self.counts = {"B": (1,), "W": range(self.min_dogs, self.dogs + 1)}
        self.extras = (range(2),)
        self.symmetries = symmetries(side, side)
        self.neighbors, self.jumps = alquerque(side, side)
        center = self.cells // 2
        self.setup = ("W" * center + "B" + "W" * (self.dogs - center)).ljust(self.cells, "-") + "0"

    def possible(self, turn: Turn, jaguars: int, dogs: int, jumping: int) -> bool:
        """Only the jaguar keeps jumping, after it has taken a dog."""
        return not jumping or (turn == JAGUAR and self.min_dogs < dogs < self.dogs)

    def tier(self, jaguars: int, dogs: int, jumping: int) -> tuple[int, int]:
        """The number of dogs taken, and whether the jaguar has stopped."""
        return self.dogs - dogs, 1 - jumping

    def format(self, position: Position) -> str:
        """The player, `_`, `N` or `I`, and the points."""
        turn, cells = position
        return f"{turn}_{'NI'[self.numbers(cells)[self.cells]]}{cells[: self.cells]}"

    def parse(self, text: str) -> Position:
        """Reads the player, `N` or `I`, and the points."""
        turn, cells = read_turn(text, limit=2 + 1 + self.cells)
        if cells[:1] not in ("N", "I"):
            raise MalformedPosition(f"{short(text)}: expected N, or I while the jaguar may jump on, before the points.")
        return self.from_board(cells[1:].replace("B", "b") if cells[0] == "I" else cells[1:], turn)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads the points; the jaguar is `b` while it may jump on."""
        jumping = self.text([0] * self.cells + [int("b" in cells)])[self.cells :]
        return self.read(cells.replace("b", "B") + jumping, turn)

    def board(self, position: Position) -> Board:
        """The points; the jaguar is `b` while it may jump on."""
        cells = self.format(position)[3:]
        return Board(self.rows, self.cols, cells.replace("B", "b") if self.format(position)[2] == "I" else cells)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    """Steps and jumps; the jaguar's own point alone means to stop."""
    count, points = 0, len(neighbors)
    jumping = cells[points]
    for point in range(points):
        if cells[point] == turn:
            count = add(moves, count, point) if jumping else steps_from(cells, point, moves, count, neighbors[point])
            if turn == JAGUAR:
                count = jumps_from(cells, point, moves, count, jumps[point], DOG)
    return count


def make_move(cells: Cells, turn: int, move: int, jumps: Rows, cols: int, min_dogs: int) -> int:
    source, target, points = source_of(move), target_of(move), cols * cols
    cells[points] = 0
    if source < 0:
        return 3 - turn
    cells[source] = 0
    cells[target] = turn
    if abs(source // cols - target // cols) != 2 and abs(source % cols - target % cols) != 2:
        return 3 - turn
    cells[(source + target) // 2] = 0
    goes_on = count_of(cells, points, DOG) > min_dogs and can_jump(cells, target, jumps)
    cells[points] = int(goes_on)
    return turn if goes_on else 3 - turn


def can_jump(cells: Cells, point: int, jumps: Rows) -> bool:
    """Whether the jaguar on this point can jump."""
    for i in range(0, len(jumps[point]), 2):
        if cells[jumps[point][i]] == DOG and cells[jumps[point][i + 1]] == 0:
            return True
    return False


def outcome(cells: Cells, turn: int, jumps: Rows, cols: int, min_dogs: int) -> int:
    """IMPOSSIBLE if the jaguar may jump on, but has nothing to jump over."""
    points = cols * cols
    if cells[points] and not can_jump(cells, place_of(cells, JAGUAR), jumps):
        return IMPOSSIBLE
    if count_of(cells, points, DOG) > min_dogs:
        return ONGOING
    return LOST if turn == DOG else WON
