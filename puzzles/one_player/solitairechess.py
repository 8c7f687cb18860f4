"""Solitaire Chess: capture with every move until a single piece is left.

A position is a str with one character per square, row by row from the top left of a 4 x 4 board: `K`, `Q`, `R`, `B`,
`N`, `P` for the pieces, `-` for an empty square. The text is the position itself: level 1 starts at
`--N--K--P-----N-`.

Every board with at least one of the pieces of the level's start and no others is legal, wherever they stand.
The table covers what the start reaches: a legal board that captures do not lead to has no known result.
"""

from collections import Counter

from perfect_play.puzzles import (
    DIRECTIONS,
    EMPTY,
    IllegalPosition,
    Move,
    Value,
    Variant,
    cell_name,
    check_text,
    moved,
    rays,
)
from perfect_play.puzzles.mixins import KeptStart, OwnText, Searchable

SIDE = 4
SQUARES = range(SIDE * SIDE)
PIECES = "KQRBNP"
ROOK, BISHOP = (1, 3, 4, 6), (0, 2, 5, 7)  # indices in DIRECTIONS
UP = (0, 2)  # the two in which a pawn captures
Lines = list[list[int]]


def _lines(piece: str, square: int) -> Lines:
    """The squares along each of the piece's lines from here; it captures on the first that is taken."""
    if piece == "N":
        row, col = divmod(square, SIDE)
        return [[target] for target in SQUARES if {abs(target // SIDE - row), abs(target % SIDE - col)} == {1, 2}]
    directions = {"R": ROOK, "B": BISHOP, "P": UP}.get(piece, range(len(DIRECTIONS)))
    lines = rays(square, SIDE, SIDE)
    return [lines[direction][:1] if piece in "KP" else lines[direction] for direction in directions]


LINES = {piece: [_lines(piece, square) for square in SQUARES] for piece in PIECES}


class SolitaireChess(KeptStart, OwnText, Searchable):
    name = "Solitaire Chess"
    description = "Capture with every move until a single chess piece is left."
    instructions = """All pieces move as in chess, whatever their color, and **every move must capture** another
        piece; a pawn captures one square diagonally upward. Even the king may be captured. The puzzle is solved when
        **one** piece is left."""
    author = "Vesa Timonen and Timo Jokitalo"
    date_created = "2010"
    variants = tuple(
        Variant(str(level), str(level), (start,), testing=True, positions=positions)
        for level, (start, positions) in enumerate(
            (
                ("--N--K--P-----N-", 13),
                ("----N-K---P-QQ--", 79),
                ("--P--P-PP-P--P-P", 64),
                ("-N---R-PP---R--Q", 162),
                ("----Q----P-KP---", 11),
                ("--Q-----N---RP--", 20),
                ("Q-----N--P--R--P", 52),
                ("R--P-P-------B-Q", 28),
                ("-Q----K----QR---", 11),
                ("--N-Q----P----R-", 15),
            ),
            start=1,
        )
    )
    cols = SIDE

    def prepare(self, start: str) -> None:
        self._start = start
        self._pieces = Counter(start.replace(EMPTY, ""))

    def moves(self, position: str) -> list[tuple[int, int]]:
        """(from square, to square), in order of squares."""
        moves = []
        for square, piece in enumerate(position):
            for line in LINES[piece][square] if piece != EMPTY else ():
                moves += [(square, target) for target in line if position[target] != EMPTY][:1]
        return sorted(moves)

    def do_move(self, position: str, move: tuple[int, int]) -> str:
        return moved(position, *move)

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position.count(EMPTY) == len(SQUARES) - 1 else None

    def heuristic(self, position: str) -> int:
        """The number of captures left, as every move takes one piece."""
        return len(SQUARES) - 1 - position.count(EMPTY)

    def parse(self, text: str) -> str:
        check_text(text, len(SQUARES), PIECES + EMPTY, f"{len(SQUARES)} characters, each of {PIECES} or '-'")
        pieces = Counter(text.replace(EMPTY, ""))
        if not pieces or pieces - self._pieces:
            of = "".join(self._pieces.elements())
            raise IllegalPosition(f"{text!r}: expected at least one of the pieces {of} of the start, and no others.")
        return text

    def format_move(self, position: str, move: tuple[int, int]) -> str:
        """As in chess, `Nc4xb2`, but with a letter for pawns too."""
        source, target = (cell_name(square, SIDE, SIDE) for square in move)
        return f"{position[move[0]]}{source}x{target}"

    def button(self, position: str, move: tuple[int, int]) -> Move:
        return Move(*move)
