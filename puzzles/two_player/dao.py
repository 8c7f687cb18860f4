"""Dao: slide pieces over a small board into a row, a square or the corners.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a
piece of the first player, `o` one of the second, `-` an empty cell. Every placement of all pieces
is legal, with either player to move. (If it is a win for both, which never happens in play, the
player who moved last has won.)

Its text is the player, `_` and the cells: `1_x--o-xo--ox-o--x`. A rank sees the board as the player
to move does, so a position shares it with the one in which the players are exchanged: the number of the set of
cells with the mover's pieces, then that of the opponent's pieces among the cells that are left.
Play from the start reaches 884,054 of the 900,900 ranks of 4x4; in none is a player without a move.

The 3x3 board is not a published game, but a small one for trying out the same rules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, MutableSequence, Sequence
from itertools import combinations

from puzzles.base import LOST, ONGOING, WON, IllegalPosition, Kernel, Turn, Value, Variant
from puzzles.grid import all_images, rays, step_name
from puzzles.turns import EXCHANGED, NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, moved
from puzzles.view import Board, Move

Slide = tuple[int, int]  # from cell, to cell
Ints = Sequence[int]
Room = MutableSequence[int]


class Dao(CellsGame):
    id = "dao"
    name = "Dao"
    opens = "4x4"
    description = "Slide your pieces into a row, a square or the four corners."
    instructions = (
        "On your turn, slide a piece across, upright or diagonally **as far as it goes**, to the edge or to the next "
        "piece. You win when your pieces fill a row or a column, make a square, or hold the four corners; a diagonal "
        "does not count. You also win when three enemy pieces **shut in** a piece of yours in a corner. "
        "On 3x3, with three pieces, only rows, columns and shut corners win."
    )
    author = "Jeff Pickering and Ben van Buskirk"
    date_created = "1999"
    variants = (
        Variant("3x3", "3x3, three pieces", (3, "xox---oxo"), testing=True, positions=1520),
        Variant("4x4", "4x4, four pieces", (4, "x--o-xo--ox-o--x"), ("regular",), positions=884_054),
    )

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.side: int
        self._start: str
        self.side, self._start = variant.options
        self.cells: int = self.side**2
        self.pieces = self._start.count("x")
        self._own_sets = _sets(self.cells, self.pieces)
        self._other_sets = _sets(self.cells - self.pieces, self.pieces)
        self.size = len(self._own_sets) * len(self._other_sets)
        # For every cell and direction, the cell beside it; -1 beyond the edge.
        self._steps = [ray[0] if ray else -1 for cell in range(self.cells) for ray in rays(cell, self.side, self.side)]
        self._wins = list(self._find_wins())

    def _find_wins(self) -> Iterable[tuple[int, int]]:
        """The ways to win: (cells with own pieces, cells with the opponent's)."""
        side, cells = self.side, range(self.cells)
        patterns: list[Iterable[int]] = []
        for i in range(side):
            patterns += (cells[i * side : (i + 1) * side], cells[i::side])
        corners = [cells[0], cells[side - 1], cells[-side], cells[-1]]
        if self.pieces == 4:
            patterns += (corners, *([i, i + 1, i + side, i + side + 1] for i in cells[:-side] if i % side < side - 1))
        yield from ((_bits(pattern), 0) for pattern in patterns)
        for corner in corners:
            yield _bits([corner]), _bits(step for step in self._steps[8 * corner : 8 * corner + 8] if step >= 0)

    def start(self) -> Position:
        return (1, self._start)

    def moves(self, position: Position) -> Iterable[Slide]:
        """(from cell, to cell), in order of the cells left; none when the game is over."""
        turn, cells = position
        if self.primitive(position) is not None:
            return []
        own = OWN_AND_OTHER[turn][0]
        slides = [(i, self._slide(cells, i, way)) for i, piece in enumerate(cells) if piece == own for way in range(8)]
        return [(source, target) for source, target in slides if source != target]

    def _slide(self, cells: str, cell: int, way: int) -> int:
        """Where a piece that slides from a cell comes to rest."""
        while (ahead := self._steps[8 * cell + way]) >= 0 and cells[ahead] == "-":
            cell = ahead
        return cell

    def do_move(self, position: Position, move: Slide) -> Position:
        turn, cells = position
        return (NEXT[turn], moved(cells, *move))

    def primitive(self, position: Position) -> Value | None:
        turn, cells = position
        own, other = OWN_AND_OTHER[turn]
        if self._has_won(cells, other, own):
            return Value.LOSE
        return Value.WIN if self._has_won(cells, own, other) else None

    def _has_won(self, cells: str, own: str, other: str) -> bool:
        owns, others = (_bits(i for i, piece in enumerate(cells) if piece == player) for player in (own, other))
        return any(owns & mine == mine and others & theirs == theirs for mine, theirs in self._wins)

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, self.cells)
        if (cells.count("x"), cells.count("o")) != (self.pieces, self.pieces):
            raise IllegalPosition(f"{cells!r}: expected {self.pieces} 'x' and {self.pieces} 'o'.")
        return (turn, cells)

    def format_move(self, position: Position, move: Slide) -> str:
        return step_name(move, self.side, self.side)

    def images(self, position: Position) -> Iterable[Position]:
        """The eight symmetries of the square, each also with the players exchanged."""
        turn, cells = position
        boards = all_images(cells, self.side)
        return [(turn, board) for board in boards] + [(NEXT[turn], board.translate(EXCHANGED)) for board in boards]

    def rank(self, position: Position) -> int:
        own, other = OWN_AND_OTHER[position[0]]
        owns = position[1].translate(str.maketrans(own + other + "-", "100"))
        others = position[1].replace(own, "").translate(str.maketrans(other + "-", "10"))
        first = bisect_left(self._own_sets, int(owns[::-1], 2)) * len(self._other_sets)
        return first + bisect_left(self._other_sets, int(others[::-1], 2))

    def unrank(self, number: int) -> Position:
        own, other = divmod(number, len(self._other_sets))
        free = self.cells - self.pieces
        others = iter(f"{self._other_sets[other]:0{free}b}"[::-1])
        owns = f"{self._own_sets[own]:0{self.cells}b}"[::-1]
        return (1, "".join("x" if here == "1" else "-o"[int(next(others))] for here in owns))

    def kernel(self) -> Kernel:
        sets = (tuple(self._own_sets), tuple(self._other_sets))
        numbers = [bisect_left(listed, high << 8) for listed in sets for high in range(256)]
        numbers += [sum(low.bit_count() == less.bit_count() for less in range(low)) for low in range(256)]
        wins = tuple(cells for win in self._wins for cells in win)
        constants = (*sets, tuple(numbers), wins, tuple(self._steps))
        return Kernel(_children, 8 * self.pieces, constants, primitive=_primitive)

    def board(self, position: Position) -> Board:
        return Board(self.side, self.side, position[1])

    def button(self, position: Position, move: Slide) -> Move:
        return Move(*move)


def _bits(cells: Iterable[int]) -> int:
    """A set of cells as an integer; cell 0 is the lowest bit."""
    return sum(1 << cell for cell in cells)


def _sets(cells: int, pieces: int) -> list[int]:
    """All sets of `pieces` cells, as integers, in ascending order."""
    return sorted(map(_bits, combinations(range(cells), pieces)))


def _spread(cells: int, taken: int) -> int:
    """Maps a set of cells, numbered among those not taken, to the numbers of all cells."""
    while taken:
        lowest = taken & -taken
        cells += cells & -lowest  # everything from there on moves up by one
        taken ^= lowest
    return cells


def _gathered(cells: int, taken: int) -> int:
    """The inverse of `_spread`."""
    while taken:
        lowest = taken & -taken
        cells -= (cells & -lowest) >> 1
        taken = (taken ^ lowest) >> 1
    return cells


def _children(
    number: int, out: Room, work: Room, own_sets: Ints, other_sets: Ints, numbers: Ints, wins: Ints, steps: Ints
) -> int:
    """`moves` and `do_move` over ranks: the opponent's pieces become the mover's.

    A set's number in its list is the sum of one number for its high byte and one for its low byte.
    """
    own = own_sets[number // len(other_sets)]
    others = _spread(other_sets[number % len(other_sets)], own)
    first = (numbers[others >> 8] + numbers[512 + (others & 255)]) * len(other_sets)
    count = 0
    for source in range(len(steps) // 8):
        if own >> source & 1:
            for way in range(8):
                target, ahead = source, steps[8 * source + way]
                while ahead >= 0 and not (own | others) >> ahead & 1:
                    target, ahead = ahead, steps[8 * ahead + way]
                if target != source:
                    moved = _gathered(own ^ 1 << source ^ 1 << target, others)
                    out[count] = first + numbers[256 + (moved >> 8)] + numbers[512 + (moved & 255)]
                    count += 1
    return count


def _primitive(
    number: int, work: Room, own_sets: Ints, other_sets: Ints, numbers: Ints, wins: Ints, steps: Ints
) -> int:
    """`primitive` over ranks."""
    own = own_sets[number // len(other_sets)]
    others = _spread(other_sets[number % len(other_sets)], own)
    value = ONGOING
    for i in range(0, len(wins), 2):
        if others & wins[i] == wins[i] and own & wins[i + 1] == wins[i + 1]:
            return LOST
        if own & wins[i] == wins[i] and others & wins[i + 1] == wins[i + 1]:
            value = WON
    return value
