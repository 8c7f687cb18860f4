"""Diamond 8-Ball: put the balls in order clockwise by shifting them along the lines of the frame.

A ball next to the gap on a line moves into it; two balls of a line with the gap at its end may shift together. The
columns are lines, and so are the first and the last row. A position is a string with one character per cell, row by
row: the balls `1` to `8`, and `-` for the gap. Every arrangement of them is legal. The text is the position itself: the
start is `5734-6281`, the goal `1238-4765`.

Read the balls row by row, without the gap. A shift along a row keeps their order; along a column, a ball
passes two others with each step. So the parity of the order never changes, and the half of the positions whose parity
is not the goal's is lost. A rank is half the number of the order (see `permutations.py`), times the number of cells,
plus the cell of the gap.
"""

from itertools import pairwise
from math import factorial

from perfect_play.puzzles import IllegalPosition, KeptStart, Kernel, Move, OneGoal, OwnText, Room, Variant, check_text
from perfect_play.puzzles.permutations import even_digits, moved_left, moved_right, number_and_parity, order_of

COLS = 3
GAP = "-"


class EightBall(KeptStart, OneGoal, OwnText):
    name = "Diamond 8-Ball"
    description = "Shift the balls along the lines of the frame until they stand in order around it."
    instructions = """The lines are the columns, the first row and the last row. A ball beside the gap on a line
        moves into the gap. With the gap at an **end** of a line of three, both balls of that line may also shift
        toward it, which counts as **one** move. The puzzle is solved when the balls stand in order clockwise from
        the top left: around the gap on the board of eight, up to the gap in the middle of the last row on the board
        of five."""
    author = "Unknown"
    variants = (
        Variant("3", "8-Ball Puzzle", ("1238-4765", "5734-6281"), positions=181_440),
        Variant("2x3", "5-Ball Puzzle", ("1235-4", "3214-5"), testing=True, positions=360),
    )
    reversible = True
    cols = COLS

    def prepare(self, goal: str, start: str) -> None:
        self._goal, self._start = goal, start
        self.cells = len(goal)
        self.size = factorial(self.cells) // 2
        self._balls = sorted(set(goal) - {GAP})
        self._odd = self._number(goal)[1]
        self._lines = [self._lines_from(cell) for cell in range(self.cells)]

    def _lines_from(self, gap: int) -> dict[int, list[int]]:
        """For each ball that can move when the gap is in this cell, by its cell: the cells from the gap to it."""
        rows = self.cells // COLS
        lines = [list(range(col, self.cells, COLS)) for col in range(COLS)]
        lines += [list(range(row * COLS, (row + 1) * COLS)) for row in (0, rows - 1)]
        paths = {}
        for line in lines:
            if gap in line:
                place = line.index(gap)
                after, before = line[place:], line[place::-1]
                paths.update({path[-1]: path for half in (after, before) for path in (half[:2], half) if len(path) > 1})
        return dict(sorted(paths.items()))

    def moves(self, position: str) -> list[int]:
        """The cell of the ball that moves, the farther one of two, row by row."""
        return list(self._lines[position.index(GAP)])

    def do_move(self, position: str, move: int) -> str:
        cells = list(position)
        for target, source in pairwise(self._lines[position.index(GAP)][move]):
            cells[target], cells[source] = cells[source], GAP
        return "".join(cells)

    def parse(self, text: str) -> str:
        balls = "".join(self._balls)
        check_text(text, self.cells, self._goal, f"{self.cells} characters, the balls {balls} and '-'")
        if len(set(text)) != self.cells:
            raise IllegalPosition(f"{text!r}: expected each of the balls {balls} and the gap '-' exactly once.")
        return text

    def button(self, position: str, move: int) -> Move:
        return Move(move, position.index(GAP))

    def _number(self, position: str) -> tuple[int, int]:
        """The number of the order of the balls, and its parity: 1 if odd, else 0."""
        return number_and_parity(position.replace(GAP, ""), self._balls)

    def rank(self, position: str) -> int | None:
        number, odd = self._number(position)
        return number // 2 * self.cells + position.index(GAP) if odd == self._odd else None

    def unrank(self, number: int) -> str:
        half, gap = divmod(number, self.cells)
        balls = f"{order_of(even_digits(half, self.cells - 1) ^ self._odd << 4, self.cells - 1):x}"
        return f"{balls[:gap]}{GAP}{balls[gap:]}"

    def kernel(self) -> Kernel:
        return Kernel(_children, 4, (self.cells, self._odd))


def _children(number: int, out: Room, scratch: Room, cells: int, odd: int) -> int:
    """`moves` and `do_move` over ranks: a row move changes only the gap's cell; two column steps are one step twice."""
    gap, count = number % cells, 0
    row, col, rows = gap // COLS, gap % COLS, cells // COLS
    if row in (0, rows - 1):
        for target_col in range(COLS):
            if target_col != col:
                out[count] = number - col + target_col
                count += 1
    for down in (False, True):
        after = number
        for _ in range(rows - 1 - row if down else row):
            after = _step(after, cells, odd, down)
            out[count] = after
            count += 1
    return count


def _step(number: int, cells: int, odd: int, down: bool) -> int:
    """The rank after the gap swaps with the ball below it, or above it."""
    half, gap, balls = number // cells, number % cells, cells - 1
    digits = even_digits(half, balls) ^ odd << 4
    order = 2 * half + (digits >> 4 & 1)
    if down:
        order, after = order + moved_left(digits, balls - gap - COLS, COLS - 1), gap + COLS
    else:
        order, after = order + moved_right(digits, balls - 1 - gap + COLS, COLS - 1), gap - COLS
    return (order >> 1) * cells + after
