"""Quarto: place the piece that the other player has chosen for you, and line up pieces that are alike.

The pieces are `A` to `P`: the bits of the numbers 0 to 15 give their four properties. A position is (player to move,
the cells row by row and then the piece to be placed, or `-` if none has been chosen); its text joins these by `_`. It
is legal if no piece is there twice, and no piece has been chosen after a line or on a full board; the board shows who
is to move. A board with a line of four that share a property is lost for the player to move; a full board without one
is a tie. As in GamesmanClassic, small squares do not count.

The game is a tie (L. Goossens, 1998), and too large to be solved here. The board of two rows, for pieces with two
properties, is not a published game, but a small one for trying out the same rules.
"""

from functools import reduce
from operator import and_, or_

from perfect_play.puzzles import NEXT, VOID, Board, CellsGame, Move, Value, Variant, cell_name, in_rows, read_turn
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.boards import lines

LETTERS = "ABCDEFGHIJKLMNOP"
NO_PIECE = "-"

Position = tuple[Turn, str]
Turning = tuple[int, str]
"""The cell of the piece that is placed, or -1 for none, and the piece that is chosen, or `-` for none."""


class Quarto(CellsGame):
    name = "Quarto"
    also_called = ("Quarto!",)
    description = "Line up four pieces that are alike, though the other player chooses them."
    instructions = """There are sixteen different pieces, each with four properties, such as tall or short. On your
        turn, **place** the piece that the other player has chosen for you on an empty cell, and then **choose** one
        for the other player; player 1 begins by choosing. Whoever completes a **line of four pieces that share a
        property**, across, down or diagonal, wins. A full board without such a line is a tie."""
    author = "Blaise Müller"
    date_created = "1991"
    variants = (
        Variant("2x2", "2 rows, four pieces", (2, 2), testing=True, positions=245),
        Variant("regular", "Regular", (4, 4), presolve=False, positions=20_667_870_288_606_736),
    )

    def prepare(self, side: int, properties: int) -> None:
        self.side = side
        self.size_of_board = side**2
        self.letters = LETTERS[: 2**properties]
        self.all = 2**properties - 1
        self.lines = lines(side, side, side)

    def start(self) -> Position:
        return (1, NO_PIECE * (self.size_of_board + 1))

    def moves(self, position: Position) -> list[Turning]:
        """Every empty cell for the piece at hand, with every piece that is left."""
        cells, piece = position[1][:-1], position[1][-1]
        if self.primitive(position) is not None:
            return []
        remaining = [letter for letter in self.letters if letter not in position[1]]
        if piece == NO_PIECE:
            return [(-1, letter) for letter in remaining]
        moves: list[Turning] = []
        for cell in range(self.size_of_board):
            if cells[cell] == NO_PIECE:
                ended = not remaining or self._has_line(f"{cells[:cell]}{piece}{cells[cell + 1 :]}")
                moves += [(cell, letter) for letter in ([NO_PIECE] if ended else remaining)]
        return moves

    def do_move(self, position: Position, move: Turning) -> Position:
        turn, cells = position
        cell, handed = move
        if cell >= 0:
            cells = f"{cells[:cell]}{cells[-1]}{cells[cell + 1 :]}"
        return (NEXT[turn], cells[: self.size_of_board] + handed)

    def primitive(self, position: Position) -> Value | None:
        cells = position[1][:-1]
        if self._has_line(cells):
            return Value.LOSE
        return Value.TIE if NO_PIECE not in cells else None

    def _has_line(self, cells: str) -> bool:
        """Whether the pieces of a line share a property."""
        for line in self.lines:
            numbers = [self.letters.find(cells[cell]) for cell in line]
            if min(numbers) >= 0 and (reduce(and_, numbers) or reduce(or_, numbers) != self.all):
                return True
        return False

    def parse(self, text: str) -> Position:
        turn, cells = read_turn(text, limit=2 + self.size_of_board + 1)
        return self._read(cells, turn)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads the cells and the piece to be placed."""
        return self._read(cells[: self.size_of_board + 1], turn)

    def _read(self, cells: str, turn: Turn) -> Position:
        if len(cells) != self.size_of_board + 1 or set(cells) - {NO_PIECE, *self.letters}:
            raise MalformedPosition(
                f"{short(cells)}: expected {self.size_of_board} cells and the piece to be placed, each from 'A' to "
                f"{self.letters[-1]!r}, or '-'."
            )
        pieces = cells.replace(NO_PIECE, "")
        placed = len(cells[:-1].replace(NO_PIECE, ""))
        ended = self.primitive((turn, cells)) is not None
        if len(set(pieces)) < len(pieces):
            raise IllegalPosition(f"{cells!r}: expected no piece twice.")
        if (cells[-1] == NO_PIECE) != (ended or placed == 0 == len(pieces)):
            raise IllegalPosition(f"{cells!r}: expected a piece to be placed if, and only if, play goes on.")
        if turn != (1 if placed % 2 or not pieces else 2):
            raise IllegalPosition(f"{cells!r}: expected it to be the turn of player {NEXT[turn]}.")
        return (turn, cells)

    def format_move(self, position: Position, move: Turning) -> str:
        """The cell, and the piece that is chosen: `b3 C`."""
        cell, handed = move
        place = cell_name(cell, self.side, self.side) if cell >= 0 else ""
        return " ".join(part for part in (place, handed.strip(NO_PIECE)) if part)

    def board(self, position: Position) -> Board:
        """The cells, the piece to be placed, and the pieces that are left, each in its own place."""
        shelf = "".join(NO_PIECE if letter in position[1] else letter for letter in self.letters)
        return in_rows(position[1].ljust(self.side * (self.side + 1), VOID) + shelf, self.side)

    def button(self, position: Position, move: Turning) -> Move:
        """An arrow from the chosen piece to the cell; where one is missing, from or to the piece to be placed."""
        cell, handed = move
        shelf = self.side * (self.side + 1) + self.letters.find(handed)
        hand = self.size_of_board
        return Move(hand if handed == NO_PIECE else shelf, cell if cell >= 0 else hand)
