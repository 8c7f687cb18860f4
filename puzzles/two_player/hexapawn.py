"""Hexapawn: pawns only, on a small board; break through, or leave the opponent without a move.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a
pawn of the first player, who moves up, `o` one of the second, who moves down, `-` an empty cell.

A board is legal if each player has at most as many pawns as at the start, the player who has
just moved has at least one, the player to move has none on their goal row, and the opponent at most one on theirs,
which has just won.

Its text is the player, `_` and the cells: `1_ooo---xxx`. Play from the start of 3x3 reaches 135
positions, and the second player wins (M. Gardner, Scientific American, March 1962).

In a misère variant, whoever breaks through or leaves the opponent without a move loses, but a player
without pawns still loses, as in GamesmanClassic, whose ten variants are known by their numbers.
"""

import re

from perfect_play.puzzles import LOST, ONGOING, WON, IllegalPosition, Notation, Turn, Variant, board_variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, add, step

MISERE, CAPTURE = "misere", "capture"
RULE_NAMES = {MISERE: "misère", CAPTURE: "compulsory capture"}


def _with_rule(rule: str, cols: int, alias: str, positions: int, testing: bool = False) -> Variant:
    """A board of three rows with a special rule, and its number in UWAPI as an alias."""
    name = f"3 rows, {cols} columns, {RULE_NAMES[rule]}"
    return Variant(f"3x{cols}_{rule}", name, (3, cols, rule), (alias,), testing=testing, positions=positions)


def read_older(rules: "Hexapawn", text: str) -> Position | None:
    """`1_BBB---WWW`: with a letter for the color of each pawn."""
    own_letters = not re.fullmatch(r"[12]_[BW-]*[BW][BW-]*", text)
    return None if own_letters else rules.parse(text.translate(str.maketrans("WB", "xo")))


class Hexapawn(BoardGame):
    name = "Hexapawn"
    description = "Bring a pawn to the other side, or leave the other player without a move."
    instructions = """On your turn, move a pawn **one step straight ahead** to an empty cell, or take an enemy pawn
        **one step diagonally ahead**. The first player's pawns move up, the second's down. You win by bringing a
        pawn to the farthest row, or when the other player has no move left. In the misère variants, both of these
        lose instead, but whoever loses the last pawn still loses. Where capture is compulsory, you must take an
        enemy pawn if you can."""
    author = "Martin Gardner"
    date_created = "1962"
    variants = (
        board_variant(3, 3, 71, testing=True, aliases=("0",)),
        board_variant(4, 3, 507, testing=True),
        board_variant(3, 4, 569, testing=True, aliases=("1",)),
        board_variant(5, 3, 1891, testing=True),
        board_variant(3, 5, 4367, testing=True, aliases=("2",)),
        board_variant(4, 4, 10_173, testing=True),
        board_variant(3, 6, 32_069, aliases=("3",)),
        board_variant(5, 4, 59_140, presolve=False),
        board_variant(4, 5, 180_181, presolve=False),
        board_variant(6, 4, 221_400, presolve=False),
        board_variant(5, 5, 1_606_169, presolve=False),
        board_variant(4, 6, 2_951_113, presolve=False),
        board_variant(6, 5, 8_348_636, presolve=False),
        _with_rule(MISERE, 3, "4", 71, testing=True),
        _with_rule(MISERE, 4, "5", 569, testing=True),
        _with_rule(MISERE, 5, "6", 4367, testing=True),
        _with_rule(MISERE, 6, "7", 32_069),
        _with_rule(CAPTURE, 3, "8", 11, testing=True),
        _with_rule(CAPTURE, 4, "9", 21, testing=True),
    )
    notations = (Notation("the older form", "2_BB--WW-B---W", read_older),)

    other_side = ""
    dense = False

    def prepare(self, rows: int, cols: int, *rules: str) -> None:
        self.rows, self.cols = rows, cols
        self.counts = {"x": range(cols + 1), "o": range(cols + 1)}
        self.symmetries = symmetries(rows, cols)[3:4]  # left and right exchanged
        self.most_moves = 3 * cols
        self.stuck = WON if MISERE in rules else LOST
        self.must_capture = int(CAPTURE in rules)
        self.setup = "o" * cols + "-" * (rows - 2) * cols + "x" * cols

    def possible(self, turn: Turn, x: int, o: int) -> bool:
        """Whoever has just moved has a pawn."""
        return (o if turn == 1 else x) > 0

    def read(self, cells: str, turn: Turn) -> Position:
        position = super().read(cells, turn)
        mover, opponent = self.pieces[turn - 1], self.pieces[2 - turn]
        first_row, last_row = cells[: self.cols], cells[-self.cols :]
        if mover in (first_row if turn == 1 else last_row):
            raise IllegalPosition(f"{cells!r}: {mover!r} has broken through already, but is to move.")
        if (last_row if turn == 1 else first_row).count(opponent) > 1:
            raise IllegalPosition(f"{cells!r}: {opponent!r} had broken through before the last move.")
        return position


def list_moves(cells: Cells, turn: int, moves: Moves, cols: int, must_capture: int) -> int:
    forward = -cols if turn == 1 else cols
    count, captures = 0, False
    for cell in range(len(cells)):
        if cells[cell] == turn:
            for aside in range(-1, 2):
                inside = 0 <= cell % cols + aside < cols
                if inside and cells[cell + forward + aside] == (3 - turn if aside else 0):
                    if must_capture and aside and not captures:
                        count, captures = 0, True  # the steps found so far are not legal
                    if aside or not captures:
                        count = add(moves, count, step(cell, cell + forward + aside))
    return count


def outcome(cells: Cells, turn: int, rows: int, cols: int, stuck: int) -> int:
    pawns, broken_through = 0, False
    for cell in range(len(cells)):
        pawns += cells[cell] == turn
        last_row = cell >= (rows - 1) * cols if turn == 1 else cell < cols
        if last_row and cells[cell] == 3 - turn:
            broken_through = True
    return LOST if pawns == 0 else stuck if broken_through else ONGOING
