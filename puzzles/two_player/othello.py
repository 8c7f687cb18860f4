"""Othello on a small board: enclose the opponent's discs to turn them over; more discs win.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a disc
of the first player, `o` one of the second, `-` an empty cell. Every board whose four middle
cells are filled is legal, with either player to move.

Its text is the player, `_` and the cells: `1_-----ox--xo-----`. A pass is a move that changes only
the player; the game is over when neither player can enclose anything. Counting positions with the player to
move, play from the start of 4x4 reaches 62,789; the second player wins by 11 discs to 3.
A rank has a bit for each disc; images have ranks of their own, so a table counts them all.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence

from puzzles.base import LOST, ONGOING, TIED, WON, IllegalPosition, Kernel, Turn, Value, Variant, value_by_points
from puzzles.grid import DIRECTIONS, rays, transposed
from puzzles.mixins import Scored
from puzzles.turns import NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, sets_rank, sets_unrank
from puzzles.view import EMPTY, Add, Board

PASS = -1

Ints = Sequence[int]
Room = MutableSequence[int]


class Othello(Scored, CellsGame):
    id = "othello"
    name = "Othello"
    also_called = ("Reversi",)
    description = "Enclose discs of the other player to turn them over, and end with more."
    instructions = (
        "On your turn, put a disc into an empty cell so that, across, upright or diagonal, **it and another disc of "
        "yours enclose** discs of the other player without a gap: all these become yours. If you cannot, you pass. "
        "When neither player can, whoever has **more discs** wins. `x` begins."
    )
    author = "Goro Hasegawa, after Lewis Waterman and John W. Mollett"
    date_created = "1971"
    variants = (Variant("4x4", "4x4", (4,), ("regular",), testing=True, positions=62_789),)

    dense = False

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.side: int
        (self.side,) = variant.options
        self.cells: int = self.side**2
        self.size = 2 << 2 * self.cells
        corner = (self.cells - self.side) // 2 - 1
        self._middle = (corner, corner + 1, corner + self.side, corner + self.side + 1)
        # The cells beyond each cell in each direction, if there are at least two.
        self._rays = [[ray for ray in rays(cell, self.side, self.side) if len(ray) > 1] for cell in range(self.cells)]

    def start(self) -> Position:
        cells = [EMPTY] * self.cells
        for cell, disc in zip(self._middle, "oxxo", strict=True):
            cells[cell] = disc
        return (1, "".join(cells))

    def moves(self, position: Position) -> Iterable[int]:
        """The cells that enclose something, row by row; PASS if there is none; nothing when the game is over."""
        turn, cells = position
        return self._placements(cells, turn) or ([PASS] if self._placements(cells, NEXT[turn]) else [])

    def _placements(self, cells: str, turn: Turn) -> list[int]:
        """The cells where a disc encloses something."""
        return [cell for cell, here in enumerate(cells) if here == EMPTY and self._enclosed(cells, turn, cell)]

    def _enclosed(self, cells: str, turn: Turn, cell: int) -> list[int]:
        """The discs that are turned over when one is put on an empty cell."""
        own, other = OWN_AND_OTHER[turn]
        enclosed: list[int] = []
        for ray in self._rays[cell]:
            discs = 0
            while discs < len(ray) and cells[ray[discs]] == other:
                discs += 1
            if discs and discs < len(ray) and cells[ray[discs]] == own:
                enclosed += ray[:discs]
        return enclosed

    def do_move(self, position: Position, move: int) -> Position:
        turn, before = position
        cells = list(before)
        if move != PASS:
            for cell in (move, *self._enclosed(before, turn, move)):
                cells[cell] = OWN_AND_OTHER[turn][0]
        return (NEXT[turn], "".join(cells))

    def primitive(self, position: Position) -> Value | None:
        turn, cells = position
        can_go_on = self._placements(cells, turn) or self._placements(cells, NEXT[turn])
        return None if can_go_on else value_by_points(self.margin(position))

    def margin(self, position: Position) -> int:
        """How many more discs the player to move has."""
        turn, cells = position
        own, others = map(cells.count, OWN_AND_OTHER[turn])
        return own - others

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, self.cells)
        if EMPTY in [cells[cell] for cell in self._middle]:
            raise IllegalPosition(f"{cells!r}: expected a disc on each of the four middle cells.")
        return (turn, cells)

    def format_move(self, position: Position, move: int) -> str:
        return "pass" if move == PASS else f"{chr(ord('a') + move % self.side)}{move // self.side + 1}"

    def images(self, position: Position) -> Iterable[Position]:
        """The symmetries of the start: the identity, a half turn and both diagonal mirrors."""
        turn, cells = position
        mirrored = transposed(cells, self.side)
        return ((turn, cells), (turn, cells[::-1]), (turn, mirrored), (turn, mirrored[::-1]))

    def rank(self, position: Position) -> int:
        return sets_rank(position)

    def unrank(self, number: int) -> Position:
        return sets_unrank(number, self.cells)

    def kernel(self) -> Kernel:
        steps = tuple(down * self.side + right for down, right in DIRECTIONS)
        around = [rays(cell, self.side, self.side) for cell in range(self.cells)]
        inside = tuple(sum(1 << cell for cell, near in enumerate(around) if near[way]) for way in range(8))
        return Kernel(_children, self.cells - 4, (self.cells, steps, inside), primitive=_primitive, margin=_margin)

    def board(self, position: Position) -> Board:
        return Board(self.side, self.side, position[1])

    def button(self, position: Position, move: int) -> Add:
        """On the cell; for a pass, on the first empty cell, which stays empty."""
        turn, cells = position
        return Add(EMPTY, cells.index(EMPTY)) if move == PASS else Add(OWN_AND_OTHER[turn][0], move)


def _beyond(cell: int, way: int, steps: Ints, inside: Ints) -> int:
    """The next cell in that direction, as a bit; 0 at the edge."""
    step, cell = steps[way], cell & inside[way]
    return cell << step if step > 0 else cell >> -step


def _turned_over(cell: int, own: int, other: int, steps: Ints, inside: Ints) -> int:
    """`_enclosed`, with bits for discs."""
    turned = 0
    for way in range(8):
        enclosed, reached = 0, _beyond(cell, way, steps, inside)
        while reached & other:
            enclosed |= reached
            reached = _beyond(reached, way, steps, inside)
        if reached & own:
            turned |= enclosed
    return turned


def _children(number: int, out: Room, work: Room, cells: int, steps: Ints, inside: Ints) -> int:
    """`moves` and `do_move` over ranks."""
    every = (1 << cells) - 1
    owns, others = (1, cells + 1) if number & 1 else (cells + 1, 1)  # their lowest bits in a rank
    own, other = number >> owns & every, number >> others & every
    count = 0
    for i in range(cells):
        cell = 1 << i
        if not (own | other) & cell:
            turned = _turned_over(cell, own, other, steps, inside)
            if turned:
                out[count] = number ^ 1 ^ (cell | turned) << owns ^ turned << others
                count += 1
    if count == 0:
        out[0] = number ^ 1  # a pass
        count = 1
    return count


def _primitive(number: int, work: Room, cells: int, steps: Ints, inside: Ints) -> int:
    """`primitive` over ranks."""
    every = (1 << cells) - 1
    first, second = number >> cells + 1, number >> 1 & every
    for i in range(cells):
        if not (first | second) & 1 << i and (
            _turned_over(1 << i, first, second, steps, inside) or _turned_over(1 << i, second, first, steps, inside)
        ):
            return ONGOING
    lead = _margin(number, work, cells, steps, inside)
    return TIED if lead == 0 else WON if lead > 0 else LOST


def _margin(number: int, work: Room, cells: int, steps: Ints, inside: Ints) -> int:
    """`margin` over ranks."""
    lead = 0
    for i in range(cells):
        lead += (number >> cells + 1 + i & 1) - (number >> 1 + i & 1)
    return -lead if number & 1 else lead
