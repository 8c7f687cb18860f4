"""1D Chess: a king, a knight and a rook each on a strip of eight squares.

Player 1 has the capitals. Only the two kings left is a tie, as is a player who cannot move but is not in check. A
player who could repeat moves forever or tie is taken to tie, so nothing is drawn. The first player wins in eleven
moves; play from the start reaches 1,237 positions (GamesmanClassic).
"""

from perfect_play.puzzles import ONGOING, TIED, Notation, Variant
from perfect_play.puzzles.boards import BoardPositions, Cells, count_of
from perfect_play.puzzles.two_player._chess_notation import FEN, read_fen
from perfect_play.puzzles.two_player.chess import Chess, result_of


class OneDChess(Chess):
    id = "1dchess"
    name = "1D Chess"
    notations = (Notation(FEN, "KNR2rnk w", read_fen),)
    opens = "regular"
    also_called = ("One-dimensional Chess", "Linear Chess")
    description = "Checkmate on a strip of eight squares."
    side_names = ("White", "Black")
    instructions = """The capitals begin. On your turn, move one of your pieces: the **king** one square, the **knight**
        exactly two, jumping over anything in between, the **rook** any distance over empty squares. A piece may take an
        enemy piece. You may not leave your king in check. **Checkmate** wins; a player who cannot move but is not in
        check **ties**, and two kings alone tie as well."""
    author = "Martin Gardner"
    date_created = "1980"
    variants = (Variant("regular", "Regular", (1, 8, "nr", "nr", "KNR--rnk"), testing=True, positions=653),)
    stuck = TIED
    dense = False
    most_moves = 16
    layout = BoardPositions.layout  # without places for promotions

    def prepare(self, rows: int, cols: int, white: str, black: str, setup: str) -> None:
        super().prepare(rows, cols, white, black, setup)
        self.symmetries, self.exchanged_cells = (), tuple(reversed(range(self.cells)))


def outcome(cells: Cells, turn: int, cols: int, double: int) -> int:
    result = result_of(cells, turn, cols, double)
    return TIED if result == ONGOING and count_of(cells, cols, 0) == cols - 2 else result
