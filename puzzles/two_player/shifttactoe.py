"""Shift Tac Toe: drop pieces into an upright rack, or push one of its rows aside; three in a row win.

The cells are those of the rack, row by row from the top, then three for each row's slider, with an `S` where it stands.
`o` are player 1's pieces. In a position's text the sliders are three letters: `L`, `C` or `R`, the top row's first. A
position is legal if no piece floats; only what play reaches is solved. Nobody is ever without a move, and play that
never ends is a draw.

The first player wins in 13 moves; play from the start reaches 108,786 positions (GamesmanClassic). The rack of which
only the bottom row can be pushed is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import Add, Button, MalformedPosition, Move, Turn, Variant, check_supported, read_turn, short
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, add, lines, opponent_has_line, settle

SIDE, BOARD = 3, 9
SLIDERS = {"L": "S--", "C": "-S-", "R": "--S"}


class ShiftTacToe(BoardGame):
    name = "Shift Tac Toe"
    opens = "default"
    description = "Drop pieces into a rack or push its rows aside until three stand in a row."
    instructions = """The rack stands upright. `o` begins. On your turn, **drop** a piece into a column that is not
        full, or **push** the slider of one row a step to the left or right: the pieces of that row move with it, a
        piece at the edge is pushed out and lost, and what has nothing below it falls. Each slider has three positions
        and begins in the middle. Whoever gets **three in a row** wins; if your move makes a row of each player, you
        win."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("bottom", "Only the bottom row can be pushed", (2,), testing=True, positions=2_741),
        Variant("default", "Regular", (0,), positions=27_243),
    )
    pieces, other_side = "oxS", "xoS"
    setup = "-" * BOARD + SLIDERS["C"] * SIDE
    rows, cols = 2 * SIDE, SIDE
    regions = [
        (range(BOARD), {"o": range(BOARD + 1), "x": range(BOARD + 1)}),
        *((range(first, first + SIDE), {"S": (1,)}) for first in range(BOARD, 2 * BOARD, SIDE)),
    ]
    symmetries = [tuple(range(18)), tuple(first + col for first in range(0, 18, SIDE) for col in (2, 1, 0))]
    dense = False
    most_moves = 9
    wins = lines(SIDE, SIDE, SIDE)

    def prepare(self, first_row: int) -> None:
        self.first_row = first_row

    outcome = opponent_has_line

    def read(self, cells: str, turn: Turn) -> Position:
        """Read the cells, and reject floating pieces."""
        position = super().read(cells, turn)
        check_supported(cells[:BOARD], SIDE)
        return position

    def format(self, position: Position) -> str:
        """The player, `_`, the rack, and a letter for each slider."""
        turn, cells = position
        sliders = [cells[first : first + SIDE].index("S") for first in range(BOARD, 2 * BOARD, SIDE)]
        return f"{turn}_{cells[:BOARD]}{''.join('LCR'[place] for place in sliders)}"

    def parse(self, text: str) -> Position:
        """Reads the player, the rack and the sliders."""
        turn, cells = read_turn(text, limit=2 + BOARD + SIDE)
        if len(cells) != BOARD + SIDE or not set(cells[BOARD:]) <= set(SLIDERS):
            raise MalformedPosition(f"{short(text)}: expected {BOARD} cells, then 3 letters, each 'L', 'C' or 'R'.")
        return self.read(cells[:BOARD] + "".join(map(SLIDERS.__getitem__, cells[BOARD:])), turn)

    def format_move(self, position: Position, move: int) -> str:
        """The column that a piece is dropped into, or the row that is pushed, and the direction: `b`, `3R`."""
        return "abc"[move] if move < SIDE else f"{SIDE - (move - SIDE) // 2}{'LR'[(move - SIDE) % 2]}"

    def button(self, position: Position, move: int) -> Button:
        """A piece on top of its column, or an arrow for the slider."""
        turn, cells = position
        if move < SIDE:
            return Add(self.pieces[turn - 1], move)
        row, right = divmod(move - SIDE, 2)
        place = cells.index("S", BOARD + SIDE * row)
        return Move(place, place + 2 * right - 1)


def list_moves(cells: Cells, turn: int, moves: Moves, first_row: int) -> int:
    """A column's number, or 3 more than twice a row's number, and 1 more to the right."""
    count = 0
    for col in range(SIDE):
        if cells[col] == 0:
            count = add(moves, count, col)
    for row in range(first_row, SIDE):
        for right in range(2):
            if cells[BOARD + SIDE * row + 2 * right] == 0:
                count = add(moves, count, SIDE + 2 * row + right)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    if move < SIDE:
        cells[move] = turn
    else:
        row, right = (move - SIDE) // 2, (move - SIDE) % 2
        for first in (SIDE * row, BOARD + SIDE * row):
            cells[first + 2 * right] = cells[first + 1]
            cells[first + 1] = cells[first + 2 - 2 * right]
            cells[first + 2 - 2 * right] = 0
    settle(cells, BOARD, SIDE)
    return 3 - turn
