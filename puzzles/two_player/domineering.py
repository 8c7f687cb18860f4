"""Domineering: one player lays dominoes vertically, the other horizontally; whoever cannot loses.

A position is an int, the set of covered cells: bit i is cell i, counted row by row from the top
left. Player 1 lays vertically. If player 1 began, it is player 1's turn exactly when the number of covered cells is
divisible by four; the bit above all cells means that player 2 began, which reverses this.

A board is legal if dominoes can cover exactly its covered cells, with either player to move.

Its text has one character per cell, `x` if it is covered, else `-`: the start of 2 x 2 is `----`. If
player 2 began, the player to move comes first: `2_----`. A rank is the position itself, or the
least of its mirror images.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from perfect_play.puzzles import EMPTY, NEXT, Add, Board, Evaluated, Exchangeable, Notation, Partizan, read_turn
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.grid import board_variant, step_name, symmetries, transposed
from perfect_play.puzzles.values import LOST, ONGOING, Kernel, Room, Value, Variant

COVERED = "x"
# The number of positions of each board, one per class of symmetry.
SQUARES = {(2, 2): 2, (3, 3): 14, (4, 4): 648, (5, 5): 114_134, (6, 6): 75_832_741}
WIDE = {(2, 3): 4, (2, 4): 9, (2, 5): 22, (2, 6): 58, (2, 7): 155, (2, 8): 418, (2, 9): 1156, (2, 10): 3245}
WIDER = {(3, 4): 69, (3, 5): 326, (3, 6): 1690, (4, 5): 6112, (4, 6): 60_093, (5, 6): 2_127_972}
HIGH = {(3, 2): 4, (4, 2): 10, (5, 2): 26, (6, 2): 68, (7, 2): 179, (8, 2): 491, (9, 2): 1367, (10, 2): 3878}
HIGHER = {(4, 3): 75, (5, 3): 353, (6, 3): 1865, (5, 4): 6273, (6, 4): 62_826, (6, 5): 2_166_543}
ROWS = {(1, cols): 1 for cols in range(1, 6)}
COLUMNS = {(rows, 1): 1 + rows // 2 for rows in range(2, 6)}
POSITIONS = ROWS | COLUMNS | SQUARES | WIDE | WIDER | HIGH | HIGHER


def _variants() -> Iterable[Variant]:
    """All boards of up to 5 by 5, all of up to 20 cells with at least two rows and columns, and some larger ones.

    On a single row or column only one player can ever move: play is over at the start, or after one move.
    """
    for (rows, cols), positions in sorted(POSITIONS.items(), key=lambda board: (board[0][0] * board[0][1], board[0])):
        small, smallest = rows * cols <= 20 or rows == cols <= 5, rows * cols <= 16
        aliases = (str(rows),) if rows == cols and rows >= 4 else ()
        yield board_variant(rows, cols, positions, small, smallest, aliases=aliases)


def read_halves(rules: "Domineering", text: str) -> int | None:
    """`2_u-d-`: with both halves of every domino."""
    if not re.fullmatch(r"[12]_[udlr-]+", text):
        return None
    turn, cells = read_turn(text)
    fits = len(cells) == rules.cells
    for first, second, step in (("u", "d", rules.cols), ("l", "r", 1)):
        ends = [cell + step for cell, char in enumerate(cells) if char == first]
        fits = fits and ends == [cell for cell, char in enumerate(cells) if char == second]
        fits = fits and not (first == "l" and any(cell % rules.cols == 0 for cell in ends))
    if not fits and re.search("[udlr]", cells):
        expected = f"expected {rules.cells} cells, with each domino as 'u' above 'd' or 'l' before 'r'."
        raise MalformedPosition(f"{text!r}: {expected}")
    return rules.from_board(re.sub("[udlr]", COVERED, cells), turn) if fits else None


class Domineering(Evaluated, Exchangeable, Partizan):
    name = "Domineering"
    opens = "4x4"
    also_called = ("Crosscram", "Stop-Gate", "Dominoes")
    description = "Lay dominoes, one player vertically, the other horizontally, until one of you cannot."
    side_names = ("the vertical dominoes", "the horizontal dominoes")
    instructions = """On your turn, lay a domino on two free neighboring cells: player 1, who begins, **vertically**,
        player 2 **horizontally**. Whoever cannot lay one loses. A button stands on the upper or left cell of a
        domino."""
    author = "Göran Andersson"
    date_created = "1973"
    variants = tuple(_variants())
    notations = (Notation("the older form", "2_u-d-", read_halves),)

    dense = False
    images_share_rank = True

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.cells: int = rows * cols
        self.size = 2 << self.cells
        self._other_began = 1 << self.cells
        self._half = self.cells // 2
        self._left_edge = sum(1 << cell for cell in range(0, self.cells, cols))
        self._top_edge = (1 << cols) - 1
        self._steps: dict[Turn, int] = {1: cols, 2: 1}  # from a domino's first cell to its second
        firsts: dict[Turn, list[int]] = {
            1: list(range(self.cells - cols)),
            2: [cell for cell in range(self.cells) if cell % cols < cols - 1],
        }
        self._dominoes = {
            turn: [(cell, 1 << cell | 1 << cell + step) for cell in firsts[turn]] for turn, step in self._steps.items()
        }

    def start(self) -> int:
        return 0

    def turn(self, position: int) -> Turn:
        second = bool(position >> self.cells) != bool((position & self._other_began - 1).bit_count() & 2)
        return 2 if second else 1

    def moves(self, position: int) -> list[int]:
        """The upper or left cells of the dominoes that can be laid, row by row."""
        return [cell for cell, domino in self._dominoes[self.turn(position)] if not position & domino]

    def do_move(self, position: int, move: int) -> int:
        return position | 1 << move | 1 << move + self._steps[self.turn(position)]

    def primitive(self, position: int) -> Value | None:
        can_move = any(not position & domino for _, domino in self._dominoes[self.turn(position)])
        return None if can_move else Value.LOSE

    def evaluate(self, position: int) -> int:
        """The number of dominoes that the player to move could lay now, minus the opponent's."""
        free = {turn: sum(not position & domino for _, domino in self._dominoes[turn]) for turn in self._steps}
        mover = self.turn(position)
        return free[mover] - free[NEXT[mover]]

    def format(self, position: int) -> str:
        cells = self._cells(position)
        return f"{self.turn(position)}_{cells}" if position & self._other_began else cells

    def _cells(self, position: int) -> str:
        return f"{position & self._other_began - 1:0{self.cells}b}"[::-1].replace("1", COVERED).replace("0", EMPTY)

    def parse(self, text: str) -> int:
        turn, cells = read_turn(text) if text[1:2] == "_" else (None, text)
        position = self._covered(cells)
        if turn is None:
            return position
        if turn == self.turn(position):
            raise MalformedPosition(f"{text!r}: expected {cells!r} alone, as it is {turn}'s turn anyway.")
        return position | self._other_began

    def from_board(self, cells: str, turn: Turn) -> int:
        position = self._covered(cells)
        return position if turn == self.turn(position) else position | self._other_began

    def _covered(self, cells: str) -> int:
        """The set of covered cells. Raises MalformedPosition or IllegalPosition."""
        if len(cells) != self.cells or set(cells) - {COVERED, EMPTY}:
            raise MalformedPosition(f"{short(cells)}: expected {self.cells} characters, each {COVERED!r} or {EMPTY!r}.")
        covered = sum(1 << cell for cell, char in enumerate(cells) if char == COVERED)
        if covered.bit_count() % 2 or not self._can_be_laid(covered):
            raise IllegalPosition(f"{cells!r}: expected covered cells that dominoes can cover.")
        return covered

    def _can_be_laid(self, covered: int) -> bool:
        """Whether dominoes can cover exactly these cells."""
        if not covered:
            return True
        first = covered & -covered
        below, to_right = first << self.cols, first << 1 & ~self._left_edge
        return any(covered & second and self._can_be_laid(covered ^ first ^ second) for second in (below, to_right))

    def format_move(self, position: int, move: int) -> str:
        cells = (move, move + self._steps[self.turn(position)])
        return step_name(cells, self.rows, self.cols)

    def images(self, position: int) -> tuple[int, ...]:
        """The board and its mirror images; a quarter turn would exchange the players."""
        began = position & self._other_began
        lower, upper = position & (1 << self._half) - 1, (position ^ began) >> self._half
        return (position, *[began | lowers[lower] | uppers[upper] for lowers, uppers in self._mirrors])

    twins = images  # the empty board is its own image

    @cached_property
    def _mirrors(self) -> list[tuple[list[int], list[int]]]:
        """For each mirror image, the images of every set of cells in the first and in the second half of the board."""
        mirrors = []
        for image in symmetries(self.rows, self.cols)[1:4]:
            bits = [1 << cell for cell in image]
            mirrors.append((_sums(bits[: self._half]), _sums(bits[self._half :])))
        return mirrors

    def exchanged(self, position: int) -> int | None:
        """On a square board, the position as seen from the side."""
        if self.rows != self.cols:
            return None
        return self.from_board(transposed(self._cells(position), self.cols), NEXT[self.turn(position)])

    def components(self, position: int) -> list[int]:
        """The regions of free cells of more than one cell, as sets of bits, shifted to the upper left."""
        free, regions = ~position & self._other_began - 1, []
        while free:
            before, region = 0, free & -free
            while before != region:
                before = region
                flat = region << 1 & ~self._left_edge | (region & ~self._left_edge) >> 1
                region |= (flat | region << self.cols | region >> self.cols) & free
            free ^= region
            if region & region - 1:
                regions.append(min(map(self._in_corner, self.images(region))))
        return regions

    def _in_corner(self, region: int) -> int:
        while not region & self._top_edge:
            region >>= self.cols
        while not region & self._left_edge:
            region >>= 1
        return region

    def options_of(self, component: int, turn: Turn) -> Iterable[Sequence[int]]:
        for _, domino in self._dominoes[turn]:
            if component & domino == domino:
                yield self.components(~(component ^ domino))

    def rank(self, position: int) -> int:
        return min(self.images(position))

    def unrank(self, number: int) -> int:
        return number

    def kernel(self) -> Kernel:
        row = (1 << self.cols) - 1
        right_edge = self._left_edge << self.cols - 1
        upright = sum(row << self.cols * i for i in range(self.rows - 1))
        flat = (1 << self.cells) - 1 - right_edge
        constants = (self.rows, self.cols, self._left_edge, upright, flat)
        return Kernel(_children, self.cells, constants, primitive=_primitive, alike=_alike)

    def board(self, position: int) -> Board:
        return Board(self.rows, self.cols, self._cells(position))

    def button(self, position: int, move: int) -> Add:
        return Add(COVERED, move)


def outcome(rows: int, cols: int) -> str:
    """Who wins on an empty board: V (vertical), H (horizontal), N (the first player) or P (the second).

    To see whether H wins when beginning, exchange rows and columns: then V begins.
    """
    beginners = [_wins(Domineering(Variant("any", "any", size))) for size in ((rows, cols), (cols, rows))]
    return {(True, False): "V", (False, True): "H", (True, True): "N", (False, False): "P"}[beginners[0], beginners[1]]


def _wins(rules: Domineering) -> bool:
    """Whether the player who begins wins."""
    cache: dict[int, bool] = {}

    def wins(position: int) -> bool:
        number = rules.rank(position)
        if number not in cache:
            cache[number] = any(not wins(child) for child in rules.children(position))
        return cache[number]

    return wins(rules.start())


def _sums(bits: list[int]) -> list[int]:
    """The sum of every subset, in the order of binary counting."""
    sums = [0]
    for bit in bits:
        sums += [smaller + bit for smaller in sums]
    return sums


def _free(number: int, step: int, firsts: int) -> int:
    """The first cells of the dominoes that can be laid."""
    return ~number & ~(number >> step) & firsts


def _upright_is_next(number: int) -> bool:
    """Whether the number of these cells is divisible by four."""
    odd = False
    while number:
        number &= number - 1
        number &= number - 1
        odd = not odd
    return not odd


def _mirror_images(number: int, rows: int, cols: int, left_edge: int) -> tuple[int, int, int]:
    """The board mirrored left to right, top to bottom, and both."""
    row = (1 << cols) - 1
    mirrored = 0
    for col in range(cols):
        mirrored |= (number >> col & left_edge) << (cols - 1 - col)
    down, both = 0, 0
    for i in range(rows):
        down = down << cols | (number >> (i * cols) & row)
        both = both << cols | (mirrored >> (i * cols) & row)
    return mirrored, down, both


def _folded(number: int, rows: int, cols: int, left_edge: int) -> int:
    """The least among the board and its mirror images."""
    mirrored, down, both = _mirror_images(number, rows, cols, left_edge)
    return min(min(number, mirrored), min(down, both))


def _alike(number: int, scratch: Room, rows: int, cols: int, left_edge: int, upright: int, flat: int) -> int:
    """The number of positions with this rank: four, or fewer if a mirror image is the board itself."""
    mirrored, down, both = _mirror_images(number, rows, cols, left_edge)
    return 4 // (1 + (mirrored == number) + (down == number) + (both == number))


def _children(
    number: int, out: Room, scratch: Room, rows: int, cols: int, left_edge: int, upright: int, flat: int
) -> int:
    """`moves` and `do_move` over ranks."""
    other_began = number >> rows * cols << rows * cols
    number ^= other_began
    step, firsts = (cols, upright) if _upright_is_next(number) == (other_began == 0) else (1, flat)
    free, count = _free(number, step, firsts), 0
    while free:
        first = free & -free
        out[count] = other_began | _folded(number | first | first << step, rows, cols, left_edge)
        free ^= first
        count += 1
    return count


def _primitive(number: int, scratch: Room, rows: int, cols: int, left_edge: int, upright: int, flat: int) -> int:
    """`primitive` over ranks."""
    other_began = number >> rows * cols << rows * cols
    number ^= other_began
    step, firsts = (cols, upright) if _upright_is_next(number) == (other_began == 0) else (1, flat)
    return ONGOING if _free(number, step, firsts) else LOST
