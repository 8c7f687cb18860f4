"""Quick Chess: a king, a queen and a rook each on four rows of three squares.

Player 1 has the capitals, at the bottom. A player who cannot move but is not in check ties; play that never ends is a
draw. The first player wins in eleven moves (GamesmanClassic), and play from the start reaches 263,112 positions. The
variant without queens is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import TIED, Notation, Variant
from perfect_play.puzzles.boards import BoardPositions
from perfect_play.puzzles.two_player._chess_notation import FEN, read_fen
from perfect_play.puzzles.two_player.chess import Chess


class QuickChess(Chess):
    name = "Quick Chess"
    notations = (Notation(FEN, "rkq/3/3/QKR w", read_fen),)
    opens = "regular"
    also_called = ()
    description = "Checkmate with a king, a queen and a rook on a tiny board."
    side_names = ("White", "Black")
    instructions = """The capitals begin. On your turn, move one of your pieces as in **chess**: the king one square,
        the rook any distance along a row or column, the queen along diagonals as well. A piece may take an enemy piece.
        You may not leave your king in check. **Checkmate** wins; a player who cannot move but is not in check
        **ties**."""
    author = "Unknown; in GamesmanClassic"
    date_created = "Unknown"
    variants = (
        Variant("rooks", "Without queens", (4, 3, "r", "r", "rk--------KR"), testing=True, positions=1_203),
        Variant("regular", "Regular", (4, 3, "qr", "qr", "rkq------QKR"), positions=32_903),
    )
    stuck = TIED
    dense = False
    most_moves = 32
    layout = BoardPositions.layout  # without places for promotions
