"""Jenga, as a game of strategy: pull a piece out of the tower and lay it on top; whoever cannot loses.

A position is a string, piece by piece from the bottom, three to a level: `J` a piece, `X` where one was pulled. Every
pull puts a `J` at the end, so the length shows who is to move. The text has the player in front: `1_JJJJJJJJJJJJJJJ`.

A piece can be pulled below the highest complete level, as long as its level stands without it: of each level either the
middle piece or the two outer ones, one after the other. A string is legal if it can be reached this way from a tower of
whole levels. The tower never falls down by accident.
"""

from perfect_play.puzzles import EMPTY, Add, Board, Value, Variant, read_turn
from perfect_play.puzzles.base import Game, IllegalPosition, MalformedPosition, Turn, check_rows, short

PIECE, PULLED = "J", "X"
LEVELS, WIDTH = 12, 3  # of the board
CELLS = LEVELS * WIDTH


class Jenga(Game):
    name = "Jenga"
    description = "Pull pieces out of a tower, stack them on top, and leave the other player none to pull."
    instructions = """Pull a piece out of a level **below the highest complete one** and lay it on top. The level
        must still stand: it may lose its **middle** piece, or its **two outer** pieces one after the other, but no
        more. Whoever cannot pull a piece loses."""
    author = "Leslie Scott"
    date_created = "1983"
    variants = (
        Variant("regular", "Regular - 15 pieces", (15,), positions=11_481),
        Variant("12", "12 pieces", (12,), testing=True, positions=817),
        Variant("9", "9 pieces", (9,), testing=True, positions=57),
    )

    def prepare(self, pieces: int) -> None:
        self.pieces = pieces

    def start(self) -> str:
        return PIECE * self.pieces

    def moves(self, position: str) -> list[int]:
        """The pieces that can be pulled, from the bottom."""
        pieces = []
        for first in range(0, WIDTH * (len(position) // WIDTH - 1), WIDTH):
            left, middle, right = (position[first + place] == PIECE for place in range(WIDTH))
            if middle:
                pieces += [first] * left + [first + 1] * (left and right) + [first + 2] * right
        return pieces

    def do_move(self, position: str, move: int) -> str:
        return f"{position[:move]}{PULLED}{position[move + 1 :]}{PIECE}"

    def primitive(self, position: str) -> Value | None:
        return None if self.moves(position) else Value.LOSE

    def turn(self, position: str) -> Turn:
        return 2 if (len(position) - self.pieces) % 2 else 1

    def format(self, position: str) -> str:
        return f"{self.turn(position)}_{position}"

    def parse(self, text: str) -> str:
        turn, tower = read_turn(text, "the pieces", limit=CELLS + 2)
        return self._checked(tower, turn)

    def _checked(self, tower: str, turn: Turn) -> str:
        """The tower, if it can be reached with this player to move: at best, its lower pieces were pulled first."""
        if set(tower) - {PIECE, PULLED}:
            raise MalformedPosition(f"{short(tower)}: expected pieces '{PIECE}', and '{PULLED}' where one was pulled.")
        pulled = [cell for cell, piece in enumerate(tower) if piece == PULLED]
        heights = range(self.pieces, len(tower))  # before each pull
        if len(tower) != self.pieces + len(pulled) or any(
            height // WIDTH - 1 <= cell // WIDTH for height, cell in zip(heights, pulled, strict=True)
        ):
            raise IllegalPosition(
                f"{tower!r}: expected {self.pieces} pieces '{PIECE}', one on top for each that was pulled below."
            )
        for first in range(0, len(tower), WIDTH):
            if tower[first : first + WIDTH] in ("XXJ", "JXX", "XXX"):
                raise IllegalPosition(f"{tower!r}: level {first // WIDTH + 1} has lost its middle and an outer piece.")
        if turn != self.turn(tower):
            raise IllegalPosition(f"{tower!r}: it is the turn of player {self.turn(tower)}.")
        return tower

    def format_move(self, position: str, move: int) -> str:
        return f"piece {move + 1}"

    def board(self, position: str) -> Board:
        """The levels, the lowest at the bottom."""
        tower = position.ljust(CELLS, EMPTY)
        return Board(LEVELS, WIDTH, "".join(tower[first : first + WIDTH] for first in _from_the_top()))

    def from_board(self, cells: str, turn: Turn) -> str:
        check_rows(cells, LEVELS, WIDTH)
        return self._checked("".join(cells[first : first + WIDTH] for first in _from_the_top()).rstrip(EMPTY), turn)

    def button(self, position: str, move: int) -> Add:
        level, place = divmod(move, WIDTH)
        return Add("h", (LEVELS - 1 - level) * WIDTH + place)


def _from_the_top() -> range:
    """The first cell of each level."""
    return range(CELLS - WIDTH, -1, -WIDTH)
