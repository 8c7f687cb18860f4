"""Bagh-Chal: twenty goats try to trap four tigers, which jump over and take them.

The points are numbered row by row; a point is joined to those beside it and, if its row and column add up to an even
number, to those diagonal to it. A position's text is the player, `_`, the points, then two digits each for the goats in
hand and those taken. Player 1 has the goats `G`, player 2 the tigers `T`. A placement is legal if no goat is missing.
Play that never ends is a draw.

The game of five rows is too large to be solved here; L. Y. Jin and J. Nievergelt, "Tigers and goats is a draw", Games
of No Chance 3, 2009, show that it is a draw. The game of three rows is one of the variants of GamesmanClassic.
"""

from perfect_play.puzzles import (
    LOST,
    ONGOING,
    VOID,
    WON,
    Board,
    Turn,
    Variant,
    in_rows,
    read_numbers,
    read_turn,
    symmetries,
)
from perfect_play.puzzles.boards import DIGITS, BoardGame, Position, alquerque, jumps_from, list_empty, steps_from
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, source_of, target_of

GOAT, TIGER = 1, 2


class BaghChal(BoardGame):
    name = "Bagh-Chal"
    also_called = ("Tigers and Goats", "Moving Tigers")
    description = "Trap four tigers with twenty goats, or take five of them."
    side_names = ("the goats", "the tigers")
    instructions = """Four **tigers** `T` stand in the corners. The **goats** `G` begin and enter one per turn, on any
        empty point; once all have been placed, a goat moves along a line to the next point, if it is empty. A tiger
        moves in the same way, or **jumps** in a straight line over a goat to the empty point behind it and takes the
        goat. The tigers win when they have **taken five goats**, the goats when **no tiger can move**. Goats without a
        move lose. On the small board, there are four goats, and taking one wins."""
    author = "Traditional; played in Nepal"
    variants = (
        Variant("3x3", "3 rows, four goats", (3, 4, 1), testing=True, positions=1_995),
        Variant("regular", "Standard", (5, 20, 5), presolve=False, positions=41_791_457_718),
    )
    pieces, other_side = "GT", ""
    stuck = LOST

    def prepare(self, side: int, goats: int, limit: int) -> None:
        self.rows = self.cols = side
        self.goats, self.limit = goats, limit
        self.counts = {"G": range(goats + 1), "T": (4,)}
        self.extras = (range(goats + 1), range(limit + 1))
        self.symmetries = symmetries(side, side)
        self.neighbors, self.jumps = alquerque(side, side)
        edge, between = f"T{'-' * (side - 2)}T", "-" * (self.cells - 2 * side)
        self.setup = f"{edge}{between}{edge}{DIGITS[goats]}0"

    def possible(self, turn: Turn, goats: int, tigers: int, hand: int, captured: int) -> bool:
        """No goat is missing; the first one is placed before a tiger moves or takes."""
        return goats + hand + captured == self.goats and (hand < self.goats or turn == 1)

    def tier(self, goats: int, tigers: int, hand: int, captured: int) -> tuple[int, int]:
        """The numbers of goats placed and taken."""
        return self.goats - hand, captured

    def format(self, position: Position) -> str:
        """The player, `_`, the points, and the goats in hand and taken."""
        turn, cells = position
        hand, captured = self.numbers(cells)[self.cells :]
        return f"{turn}_{cells[: self.cells]}{hand:02}{captured:02}"

    def parse(self, text: str) -> Position:
        """Reads the player, the points and the goats."""
        turn, cells = read_turn(text, limit=2 + self.cells + 4)
        return self.from_board(cells, turn)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads the points and the goats, without the padding of the last row."""
        points, *goats = read_numbers(cells.rstrip(VOID), self.cells, self.goats)
        return self.read(points + self.text([0] * self.cells + goats)[self.cells :], turn)

    def board(self, position: Position) -> Board:
        """The points, then the goats in hand and taken."""
        return in_rows(self.format(position)[2:], self.cols)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    count, points = 0, len(neighbors)
    if turn == GOAT and cells[points] > 0:
        return list_empty(cells, points, moves, 0)
    for point in range(points):
        if cells[point] == turn:
            count = steps_from(cells, point, moves, count, neighbors[point])
            if turn == TIGER:
                count = jumps_from(cells, point, moves, count, jumps[point], GOAT)
    return count


def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    source, target, points = source_of(move), target_of(move), cols * cols
    cells[target] = turn
    if source < 0:
        cells[points] -= 1
    else:
        cells[source] = 0
        if abs(source // cols - target // cols) == 2 or abs(source % cols - target % cols) == 2:
            cells[(source + target) // 2] = 0
            cells[points + 1] += 1
    return 3 - turn


def outcome(cells: Cells, turn: int, cols: int, limit: int) -> int:
    if cells[cols * cols + 1] < limit:
        return ONGOING
    return LOST if turn == GOAT else WON
