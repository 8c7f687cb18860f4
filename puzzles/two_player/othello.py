"""Othello on small boards: enclose the opponent's discs to turn them over; more discs win.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a disc
of the first player, `o` one of the second, `-` an empty cell. Every board whose four middle
cells are filled is legal, with either player to move.

Its text is the player, `_` and the cells: `1_-----ox--xo-----`. A pass is a move that changes only
the player; the game is over when neither player can enclose anything. Counting positions with the player to
move, play from the start of 4x4 reaches 62,789; the second player wins by 11 discs to 3. On 6x6 the second player wins
by 20 to 16 (J. Feinstein, 1993), which takes more than a search of two seconds: only late positions are answered.
"""

import re

from perfect_play.puzzles import (
    EMPTY,
    LOST,
    ONGOING,
    TIED,
    WON,
    Add,
    IllegalPosition,
    MalformedPosition,
    Notation,
    Turn,
    Variant,
    mirrored,
    short,
    symmetries,
)
from perfect_play.puzzles.boards import Cells, Moves, Position, Rows, ScoredBoardGame, add, steps

PASS = 64  # no cell of the usual board


def _turned(cells: Cells, turn: int, cell: int, steps: Rows, turning: bool) -> int:
    """The number of discs that a disc on an empty cell encloses; they are turned over if `turning`."""
    enclosed = 0
    for direction in range(8):
        discs, current = 0, steps[cell][direction]
        while current >= 0 and cells[current] == 3 - turn:
            discs, current = discs + 1, steps[current][direction]
        if current >= 0 and cells[current] == turn:
            enclosed += discs
            current = steps[cell][direction]
            while turning and cells[current] == 3 - turn:
                cells[current] = turn
                current = steps[current][direction]
    return enclosed


def _lead(cells: Cells, turn: int) -> int:
    """The lead in discs of the player to move."""
    lead = 0
    for cell in range(len(cells)):
        if cells[cell] != 0:
            lead += 1 if cells[cell] == turn else -1
    return lead


def read_older(rules: "Othello", text: str) -> Position | None:
    """`1_-----BW--WB-----`: with a letter for each color, mirrored, as its start is."""
    if not re.fullmatch(r"[12]_[BW-]*[BW][BW-]*", text):
        return None
    return rules.parse(text[:2] + mirrored(text[2:], rules.cols).translate(str.maketrans("BW", "xo")))


def read_board(rules: "Othello", text: str) -> Position | None:
    """The cells from a1 at the upper left, `x` or `X` and `o` or `O`, perhaps with the player after a blank.

    Without the player, as many discs as moves have been made say whose turn it is, if that player can move.
    """
    cells, _, player = text.lower().rpartition(" ") if re.search(r"\s[xo]$", text.lower()) else (text.lower(), "", "")
    cells = re.sub(r"\s", "", cells).replace(".", EMPTY)
    if len(cells) != rules.cells or set(cells) - set("xo-"):
        return None
    turn: Turn = 1 if player == "x" or (not player and cells.count(EMPTY) % 2 == 0) else 2
    position = rules.read(cells, turn)
    if not player and rules.primitive(position) is None and PASS in rules.moves(position):
        raise MalformedPosition(f"{short(text)}: somebody has passed, so add whose turn it is: ' x' or ' o'.")
    return position


class Othello(ScoredBoardGame):
    name = "Othello"
    also_called = ("Reversi",)
    description = "Enclose the other player's discs to turn them over, and end up with more."
    instructions = """On your turn, put a disc on an empty cell so that **it and another disc of yours enclose**
        discs of the other player without a gap, across, down or diagonally: all of these become yours. If you
        cannot, you pass. When neither player can, whoever has **more discs** wins. `x` begins. Rows are counted from
        the top, as players of Othello do."""
    author = "Goro Hasegawa, after Lewis Waterman and John W. Mollett"
    date_created = "1971"
    variants = (
        Variant("4x4", "4x4", (4,), ("regular",), testing=True, positions=15_856),
        Variant("6x6", "6x6", (6,), presolve=False, positions=0),
    )
    notations = (
        Notation("the older form", "2_-WWW-BWW-BBW-B--", read_older),
        Notation("the board without the player", "-----xo--ox-----", read_board),
    )

    other_side = ""
    dense = False
    lead = _lead

    def prepare(self, side: int) -> None:
        self.rows = self.cols = side
        self.symmetries = [symmetries(side, side)[image] for image in (1, 4, 5)]  # those of the start
        self.steps = steps(side, side)
        self.most_moves = self.cells - 4
        corner = (self.cells - side) // 2 - 1
        self._middle = (corner, corner + 1, corner + side, corner + side + 1)

    def start(self) -> Position:
        cells = [EMPTY] * self.cells
        for cell, disc in zip(self._middle, "oxxo", strict=True):
            cells[cell] = disc
        return (1, "".join(cells))

    def read(self, cells: str, turn: Turn) -> Position:
        position = super().read(cells, turn)
        if EMPTY in [cells[cell] for cell in self._middle]:
            raise IllegalPosition(f"{cells!r}: expected a disc on each of the four middle cells.")
        return position

    def format_move(self, position: Position, move: int) -> str:
        """The cell as players of Othello name it, with a1 at the upper left."""
        return "pass" if move == PASS else f"{chr(ord('a') + move % self.cols)}{move // self.cols + 1}"

    def button(self, position: Position, move: int) -> Add:
        """On the cell; for a pass, on the first empty cell, which stays empty."""
        turn, cells = position
        return Add(EMPTY, cells.index(EMPTY)) if move == PASS else Add(self.pieces[turn - 1], move)


def list_moves(cells: Cells, turn: int, moves: Moves, steps: Rows) -> int:
    count = 0
    for cell in range(len(cells)):
        if cells[cell] == 0 and _turned(cells, turn, cell, steps, False):
            count = add(moves, count, cell)
    if count == 0:
        moves[0], count = PASS, 1
    return count


def make_move(cells: Cells, turn: int, move: int, steps: Rows) -> int:
    if move != PASS:
        _turned(cells, turn, move, steps, True)
        cells[move] = turn
    return 3 - turn


def outcome(cells: Cells, turn: int, steps: Rows) -> int:
    for cell in range(len(cells)):
        for player in range(1, 3):
            if cells[cell] == 0 and _turned(cells, player, cell, steps, False):
                return ONGOING
    lead = _lead(cells, turn)
    return WON if lead > 0 else LOST if lead < 0 else TIED
