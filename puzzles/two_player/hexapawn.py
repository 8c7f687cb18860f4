"""Hexapawn: pawns only, on a small board; break through, or leave the opponent without a move.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a
pawn of the first player, who moves up, `o` one of the second, who moves down, `-` an empty cell.

A board is legal if each player has at most as many pawns as at the start, the player who has
just moved has at least one, the player to move has none on the row he is heading for, and the
opponent has at most one there, which has just won.

Its text is the player, `_` and the cells: `1_ooo---xxx`. Play from the start of 3x3 reaches 135
positions, and the second player wins (M. Gardner, Scientific American, March 1962). A rank has a
bit for each pawn; mirror images have ranks of their own, so a table counts both.

In a misère variant, whoever breaks through or leaves the opponent without a move loses, but a player
without pawns still loses, as in GamesmanClassic, whose ten variants are known by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence

from puzzles.base import LOST, ONGOING, WON, IllegalPosition, Kernel, Turn, Value, Variant
from puzzles.grid import board_variant, mirrored, step_name
from puzzles.turns import NEXT, OWN_AND_OTHER, CellsGame, Position, check_pieces, moved, sets_rank, sets_unrank
from puzzles.view import Board, Move

MISERE, CAPTURE = "misere", "capture"
RULE_NAMES = {MISERE: "misère", CAPTURE: "compulsory capture"}

Room = MutableSequence[int]
Step = tuple[int, int]  # from cell, to cell


def _with_rule(rule: str, cols: int, alias: str, positions: int, testing: bool = False) -> Variant:
    """A board of three rows with a rule of its own, and its number in UWAPI as an alias."""
    name = f"3 rows, {cols} columns, {RULE_NAMES[rule]}"
    return Variant(f"3x{cols}_{rule}", name, (3, cols, rule), (alias,), testing=testing, positions=positions)


class Hexapawn(CellsGame):
    id = "hexapawn"
    name = "Hexapawn"
    description = "Bring a pawn to the other side, or leave the other player without a move."
    instructions = (
        "On your turn, move a pawn **one step straight ahead** to an empty cell, or take an enemy pawn **one step "
        "diagonally ahead**. The first player's pawns move up, the second's down. You win by bringing a pawn to the "
        "farthest row, or when the other player has no move left. "
        "In the misère variants both of these lose instead, but whoever loses the last pawn still loses. Where capture "
        "is compulsory, you must take an enemy pawn if you can."
    )
    author = "Martin Gardner"
    date_created = "1962"
    variants = (
        board_variant(3, 3, 135, testing=True, aliases=("0",)),
        board_variant(4, 3, 987, testing=True),
        board_variant(3, 4, 1128, testing=True, aliases=("1",)),
        board_variant(5, 3, 3708, testing=True),
        board_variant(3, 5, 8698, testing=True, aliases=("2",)),
        board_variant(4, 4, 20_286, testing=True),
        board_variant(3, 6, 64_074, aliases=("3",)),
        board_variant(5, 4, 118_133),
        board_variant(4, 5, 359_894),
        board_variant(6, 4, 442_503),
        board_variant(5, 5, 3_210_411, presolve=False),
        board_variant(4, 6, 5_901_150, presolve=False),
        board_variant(6, 5, 16_691_901, presolve=False),
        _with_rule(MISERE, 3, "4", 135, testing=True),
        _with_rule(MISERE, 4, "5", 1128, testing=True),
        _with_rule(MISERE, 5, "6", 8698, testing=True),
        _with_rule(MISERE, 6, "7", 64_074),
        _with_rule(CAPTURE, 3, "8", 19, testing=True),
        _with_rule(CAPTURE, 4, "9", 41, testing=True),
    )

    dense = False

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.rows: int
        self.cols: int
        self.rows, self.cols, *rules = variant.options
        self.misere, self.must_capture = MISERE in rules, CAPTURE in rules
        self.size = 2 << 2 * self.rows * self.cols
        self._ahead = {"x": -self.cols, "o": self.cols}
        self._farthest = {"x": slice(0, self.cols), "o": slice((self.rows - 1) * self.cols, None)}

    def start(self) -> Position:
        return (1, "o" * self.cols + "-" * (self.rows - 2) * self.cols + "x" * self.cols)

    def moves(self, position: Position) -> Iterable[Step]:
        """(from cell, to cell), in order of the cells left; none when the game is over."""
        turn, cells = position
        own, other = OWN_AND_OTHER[turn]
        if other in cells[self._farthest[other]]:
            return []
        found: list[Step] = []
        for source, piece in enumerate(cells):
            if piece == own:
                ahead = source + self._ahead[own]
                for aside, wanted in ((-1, other), (0, "-"), (1, other)):
                    if 0 <= source % self.cols + aside < self.cols and cells[ahead + aside] == wanted:
                        found.append((source, ahead + aside))
        captures = [(source, target) for source, target in found if cells[target] == other]
        return captures if self.must_capture and captures else found

    def do_move(self, position: Position, move: Step) -> Position:
        turn, cells = position
        return (NEXT[turn], moved(cells, *move))

    def primitive(self, position: Position) -> Value | None:
        if self.moves(position):
            return None
        turn, cells = position
        return Value.WIN if self.misere and OWN_AND_OTHER[turn][0] in cells else Value.LOSE

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, self.rows * self.cols)
        own, other = OWN_AND_OTHER[turn]
        if max(cells.count("x"), cells.count("o")) > self.cols:
            raise IllegalPosition(f"{cells!r}: expected at most {self.cols} 'x' and {self.cols} 'o'.")
        if other not in cells:
            raise IllegalPosition(f"{cells!r}: {other!r} has moved last, but has no pawn.")
        if own in cells[self._farthest[own]]:
            raise IllegalPosition(f"{cells!r}: {own!r} has broken through already, but is to move.")
        if cells[self._farthest[other]].count(other) > 1:
            raise IllegalPosition(f"{cells!r}: {other!r} had broken through before the last move.")
        return (turn, cells)

    def format_move(self, position: Position, move: Step) -> str:
        return step_name(move, self.rows, self.cols)

    def images(self, position: Position) -> Iterable[Position]:
        """The board, and its mirror image, left to right."""
        turn, cells = position
        return (position, (turn, mirrored(cells, self.cols)))

    def rank(self, position: Position) -> int:
        return sets_rank(position)

    def unrank(self, number: int) -> Position:
        return sets_unrank(number, self.rows * self.cols)

    def kernel(self) -> Kernel:
        left_edge = sum(1 << cell for cell in range(0, self.rows * self.cols, self.cols))
        return Kernel(
            _children,
            3 * self.cols,
            (self.rows, self.cols, left_edge, int(self.misere), int(self.must_capture)),
            primitive=_primitive,
        )

    def board(self, position: Position) -> Board:
        return Board(self.rows, self.cols, position[1])

    def button(self, position: Position, move: Step) -> Move:
        return Move(*move)


def _targets(number: int, aside: int, rows: int, cols: int, left_edge: int) -> int:
    """Where pawns of the player to move can step, straight ahead or to one side, as bits."""
    cells = rows * cols
    every = (1 << cells) - 1
    first, second = number >> cells + 1, number >> 1 & every
    own, other = (second, first) if number & 1 else (first, second)
    if aside:
        own &= ~(left_edge if aside < 0 else left_edge << cols - 1)
    reached = own << cols + aside if number & 1 else own >> cols - aside
    return reached & (other if aside else every & ~(own | other))


def _children(
    number: int, out: Room, work: Room, rows: int, cols: int, left_edge: int, misere: int, must_capture: int
) -> int:
    """`moves` and `do_move` over ranks, captures first."""
    cells = rows * cols
    owns, others = (1, cells + 1) if number & 1 else (cells + 1, 1)  # their lowest bits in a rank
    count = 0
    for aside in (-1, 1, 0):
        targets = _targets(number, aside, rows, cols, left_edge)
        if aside == 0 and must_capture and count:
            targets = 0
        while targets:
            target = targets & -targets
            source = target >> cols + aside if number & 1 else target << cols - aside
            taken = target if aside else 0
            out[count] = number ^ 1 ^ (source | target) << owns ^ taken << others
            count += 1
            targets ^= target
    return count


def _primitive(number: int, work: Room, rows: int, cols: int, left_edge: int, misere: int, must_capture: int) -> int:
    """`primitive` over ranks."""
    top, bottom = (1 << cols) - 1, (1 << cols) - 1 << cols * (rows - 1)
    first, second = number >> rows * cols + 1, number >> 1 & (1 << rows * cols) - 1
    broken_through = first & top if number & 1 else second & bottom
    for aside in range(-1, 2):
        if not broken_through and _targets(number, aside, rows, cols, left_edge):
            return ONGOING
    own = second if number & 1 else first
    return WON if misere and own else LOST
