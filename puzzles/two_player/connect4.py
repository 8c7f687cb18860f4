"""Connect Four: drop discs into columns; four in a line win.

A position is a str with one character per cell, row by row from the top left: `x` a disc of the first
player, `o` one of the second, `-` an empty cell. The cells show who is to move: the players take turns,
so it is the second exactly when there is one `x` more.

A board is legal if no disc floats, the numbers of discs are right, the player to move
has no four in a line, and the opponent had none before the last disc. (Some of these boards cannot arise by taking
turns, in any order; they have no known result.)

The text is the position itself: the start of 4 x 4 is `----------------`. A rank has the columns
side by side in binary, each a 1 and below it its discs from the top, 1 for those of the player to
move (after J. Tromp, "Connect-4", 1995); a board and its mirror image share the smaller rank.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import product
from operator import itemgetter

from perfect_play.puzzles import (
    OWN_AND_OTHER,
    Add,
    IllegalPosition,
    Notation,
    Turn,
    board_variant,
    check_pieces,
    mirrored,
    short,
)
from perfect_play.puzzles.mixins import Evaluated
from perfect_play.puzzles.two_player import _connect4_search as search
from perfect_play.puzzles.values import LOST, ONGOING, TIED, Kernel, Room, SearchKernel, Value

TABLED = 25
"""Cells of the largest board that is solved into a table."""


def read_older(rules: "Connect4", text: str) -> str | None:
    """`1_-----X...`: column by column, each from the top, with the player to move, which the discs imply."""
    if not re.fullmatch(rf"[12]_[XO-]{{{rules.rows * rules.cols}}}", text):
        return None
    position = rules.parse("".join(text[2 + row :: rules.rows] for row in range(rules.rows)).lower())
    if rules.turn(position) != int(text[0]):
        raise IllegalPosition(f"{text!r}: with these discs it is player {rules.turn(position)}'s turn.")
    return position


def read_columns(rules: "Connect4", text: str) -> str | None:
    """`4453`: the columns of all discs in the order in which they were dropped."""
    columns = "".join(text.split())
    if not re.fullmatch("[1-9]+", columns):
        return None
    position = rules.start()
    for number, column in enumerate(columns, 1):
        if int(column) - 1 not in rules.moves(position):
            raise IllegalPosition(f"{short(text)}: the disc {number}, in column {column}, cannot be dropped.")
        position = rules.do_move(position, int(column) - 1)
    return position


class Connect4(Evaluated):
    name = "Connect 4"
    opens = "6x7"
    also_called = ("Four in a row", "Connect Four", "4 in a row", "Four in a line")
    description = "Drop discs into the columns and be the first to have four in a line."
    instructions = """`x` begins. On your turn, drop a disc into a column that is not full; it falls as far down as it
        can. Whoever gets **four in a line**, across, down or diagonal, wins. A full board without a line is a tie."""
    author = "Ned Strongin and Howard Wexler"
    date_created = "1974"
    variants = (
        board_variant(4, 4, 80_541, testing=True),
        board_variant(5, 4, 853_185, presolve=False),
        board_variant(4, 5, 1_974_174),
        board_variant(6, 4, 7_917_955, presolve=False),
        board_variant(5, 5, 34_888_367, presolve=False),
        board_variant(4, 6, 47_455_869, presolve=False),
        *(board_variant(*size, presolve=False) for size in ((5, 6), (6, 5), (6, 6), (6, 7), (5, 7), (7, 6))),
    )
    notations = (
        Notation("the older form", "2_-----------X--------", read_older),
        Notation("the columns of all discs", "4453", read_columns),
    )

    dense = False
    images_share_rank = True

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.size = 1 << (rows + 1) * cols
        self.untabled = rows * cols > TABLED
        empty = slice(0)  # twice, as itemgetter makes a tuple of two or more
        self._fours = itemgetter(empty, empty, *self._find_lines())
        self._uprights = [slice(col, None, cols) for col in range(cols)]

    def _find_lines(self) -> Iterable[slice]:
        """Every four cells in a line, as slices of a position."""
        for row in range(self.rows):
            for col in range(self.cols):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if row + 3 * down < self.rows and 0 <= col + 3 * right < self.cols:
                        first, step = row * self.cols + col, down * self.cols + right
                        yield slice(first, first + 3 * step + 1, step)

    @cached_property
    def _codes(self) -> dict[int, dict[str, str]]:
        """The codes of columns for each player to move."""
        return {turn: self._codes_of_columns(*discs) for turn, discs in OWN_AND_OTHER.items()}

    def _codes_of_columns(self, player: str, opponent: str) -> dict[str, str]:
        """Each column from the top, and its bits: a 1 on top of a bit for each disc, which is 1 if it is `player`."""
        return {
            discs.rjust(self.rows, "-"): ("1" + "".join("01"[disc == player] for disc in discs)).zfill(self.rows + 1)
            for height in range(self.rows + 1)
            for discs in map("".join, product((player, opponent), repeat=height))
        }

    def start(self) -> str:
        return "-" * (self.rows * self.cols)

    def turn(self, position: str) -> Turn:
        return 1 if position.count("x") == position.count("o") else 2

    def moves(self, position: str) -> list[int]:
        """The columns that are not full, from the left; none when the game is over."""
        if self.primitive(position) is not None:
            return []
        return [col for col in range(self.cols) if position[col] == "-"]

    def do_move(self, position: str, move: int) -> str:
        cell = self._landing(position, move)
        return position[:cell] + self._discs(position)[0] + position[cell + 1 :]

    def _discs(self, position: str) -> tuple[str, str]:
        """The disc of the player to move, and the opponent's."""
        return OWN_AND_OTHER[self.turn(position)]

    def _landing(self, position: str, col: int) -> int:
        """The lowest empty cell of a column."""
        return col + self.cols * (position[col :: self.cols].count("-") - 1)

    def primitive(self, position: str) -> Value | None:
        if self._has_four(position, self._discs(position)[1]):
            return Value.LOSE
        return None if "-" in position else Value.TIE

    def _has_four(self, position: str, disc: str) -> bool:
        return 4 * disc in self._fours(position)

    def evaluate(self, position: str) -> int:
        """By how many discs the player to move leads in lines that have discs of one player only."""
        mover, enemy = self._discs(position)
        lines = self._fours(position)
        return sum(line.count(mover) - line.count(enemy) for line in lines if mover not in line or enemy not in line)

    def format(self, position: str) -> str:
        return position

    def parse(self, text: str) -> str:
        check_pieces(text, self.rows * self.cols, "characters")
        if not self._codes[1].keys() >= set(self._columns(text)):
            raise IllegalPosition(f"{text!r}: a disc floats above an empty cell.")
        if text.count("x") - text.count("o") not in (0, 1):
            raise IllegalPosition(f"{text!r}: expected as many 'x' as 'o', or one more.")
        mover, opponent = self._discs(text)
        lines = self._fours(text)
        if 4 * mover in lines:
            raise IllegalPosition(f"{text!r}: {mover!r} has four in a line, but {opponent!r} has moved since.")
        if 4 * opponent in lines and all(self._has_four(board, opponent) for board in self._before(text, opponent)):
            raise IllegalPosition(f"{text!r}: {opponent!r} had four in a line before the last disc.")
        return text

    def _before(self, position: str, disc: str) -> Iterable[str]:
        """The boards that become this one when such a disc is dropped."""
        for col in range(self.cols):
            cell = self._landing(position, col) + self.cols  # the highest disc of the column
            if cell < len(position) and position[cell] == disc:
                yield f"{position[:cell]}-{position[cell + 1 :]}"

    def format_move(self, position: str, move: int) -> str:
        return str(move + 1)

    def images(self, position: str) -> tuple[str, ...]:
        """The board, and its image as seen from behind."""
        return (position, mirrored(position, self.cols))

    twins = images  # the empty board is its own image

    def _columns(self, position: str) -> list[str]:
        """The columns from the left, each from the top."""
        return list(map(position.__getitem__, self._uprights))

    def rank(self, position: str) -> int:
        columns = list(map(self._codes[self.turn(position)].__getitem__, self._columns(position)))
        return int(min("".join(columns), "".join(reversed(columns))), 2)

    def unrank(self, number: int) -> str:
        height = self.rows + 1
        binary = f"{number:0{height * self.cols}b}"
        columns = [binary[i : i + height].lstrip("0")[1:] for i in range(0, len(binary), height)]
        discs = OWN_AND_OTHER[1 if sum(map(len, columns)) % 2 == 0 else 2]
        colored = str.maketrans("10", "".join(discs))
        full = [column.translate(colored).rjust(self.rows, "-") for column in columns]
        return "".join(column[row] for row in range(self.rows) for column in full)

    def kernel(self) -> Kernel:
        lowest = sum(1 << col * (self.rows + 1) for col in range(self.cols))
        return Kernel(_children, self.cols, (self.rows + 1, self.cols, lowest), primitive=_primitive, alike=_alike)

    def search_kernel(self) -> SearchKernel:
        constants = (self.rows, self.cols, sum(1 << col * (self.rows + 1) for col in range(self.cols)))
        max_children, last = self.cols, self.rows * self.cols
        return SearchKernel(
            self._bitboards, search.survey, search.expand, search.weigh, search.key, max_children, last, constants
        )

    def _bitboards(self, position: str) -> tuple[int, int, int]:
        """The sets of the discs of the player to move, and of all discs; the number of discs."""
        mover = self._discs(position)[0]
        own_discs = all_discs = 0
        for col, column in enumerate(self._columns(position)):
            for row, disc in enumerate(reversed(column)):
                bit = 1 << col * (self.rows + 1) + row
                own_discs |= bit if disc == mover else 0
                all_discs |= 0 if disc == "-" else bit
        return own_discs, all_discs, all_discs.bit_count()

    def button(self, position: str, move: int) -> Add:
        return Add(self._discs(position)[0], self._landing(position, move))


def _filled(number: int, height: int, lowest: int) -> int:
    """The cells with a disc: in every column those below the highest 1."""
    inside = (lowest << (height - 1)) - lowest  # all bits of a column but the highest
    discs = (number >> 1) & inside
    for _ in range(height - 2):
        discs |= (discs >> 1) & inside
    return discs


def _mirrored(number: int, height: int, cols: int) -> int:
    """The columns in reverse order."""
    mirrored = 0
    for _ in range(cols):
        mirrored = mirrored << height | number & ((1 << height) - 1)
        number >>= height
    return mirrored


def _children(number: int, out: Room, scratch: Room, height: int, cols: int, lowest: int) -> int:
    """`moves` and `do_move` over ranks: the turn changes, so the colors change places."""
    discs = _filled(number, height, lowest)
    free = discs + lowest  # the highest 1 of every column: where a disc would land
    changed = number ^ discs
    mirrored = _mirrored(changed, height, cols)
    count = 0
    for col in range(cols):
        disc = free >> (col * height) & ((1 << (height - 1)) - 1)
        if disc:  # the 1 moves up and leaves a 0
            child = changed + (disc << (col * height))
            image = mirrored + (disc << ((cols - 1 - col) * height))
            out[count] = min(child, image)
            count += 1
    return count


def _alike(number: int, scratch: Room, height: int, cols: int, lowest: int) -> int:
    """The number of positions with this rank: one that is its own mirror image, or two."""
    return 1 if _mirrored(number, height, cols) == number else 2


def _primitive(number: int, scratch: Room, height: int, cols: int, lowest: int) -> int:
    """`primitive` over ranks: four in a line are two pairs, two steps apart."""
    discs = _filled(number, height, lowest)
    last_mover = discs & ~number
    for step in (1, height - 1, height, height + 1):
        pairs = last_mover & (last_mover >> step)
        if pairs & (pairs >> (2 * step)):
            return LOST
    return TIED if discs == (lowest << (height - 1)) - lowest else ONGOING
