"""Winkers: put winkers of yours on neutral discs until three of them are in a line.

The hexagons are numbered row by row. `C` is a neutral disc, `X` a disc with a winker of player 1 on it, `O` one of
player 2. Each player has ten neutral discs and ten winkers. The board shows who is to move, and how many of each are
left. The regular board has too many positions to be solved here. The small board is not a published game, but one for
trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Turn, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, add, count_of, has_line
from perfect_play.puzzles.boards.hexagons import rays, symmetries

NEUTRAL = 3
SUPPLIES = {19: 10, 7: 4}
"""Each player's number of neutral discs, and of winkers, by the board's number of cells."""


class Winkers(BoardGame):
    name = "Winkers"
    opens = "simplified"
    description = "Lay neutral discs and top them with winkers, three in a line."
    instructions = """`X` begins. On your turn, put a **neutral disc** on an empty cell, or a **winker** of yours on a
        neutral disc, whoever put it there. Whoever has **three winkers in a line** wins. A board full of winkers is a
        tie. A player who **cannot move**, having used up the pieces needed, wins."""
    author = "Unknown; in GamesmanOne"
    variants = (
        Variant("small", "Small: seven cells", ((2, 3, 2),), testing=True, positions=1_455),
        Variant("simplified", "Win if you can't move", ((3, 4, 5, 4, 3),), presolve=False, positions=20_000_000_000),
    )
    numbered_from = 0
    pieces, other_side = "XOC", ""
    rows = 1
    dense = False
    stuck = WON

    def prepare(self, lengths: tuple[int, ...]) -> None:
        self.cols = self.most_moves = sum(lengths)
        self.supply = SUPPLIES[self.cells]
        winkers = range(min(self.supply, self.cells) + 1)
        self.counts = {"X": winkers, "O": winkers, "C": range(self.cells + 1)}
        self.symmetries = symmetries(lengths)
        self.wins = tuple(
            (cell, *ray[:2]) for cell, around in enumerate(rays(lengths)) for ray in around[:3] if len(ray) > 1
        )

    def possible(self, turn: Turn, x: int, o: int, neutral: int) -> bool:
        """The players have moved in turn, with what they have."""
        moves = neutral + 2 * (x + o)
        first, second = (moves + 1) // 2 - x, moves // 2 - o
        return moves % 2 == turn - 1 and 0 <= first <= self.supply and 0 <= second <= self.supply


def list_moves(cells: Cells, turn: int, moves: Moves, supply: int) -> int:
    winkers, opponent_winkers = count_of(cells, len(cells), turn), count_of(cells, len(cells), 3 - turn)
    moves_made, count = count_of(cells, len(cells), NEUTRAL) + 2 * (winkers + opponent_winkers), 0
    neutrals = (moves_made + 1) // 2 - winkers if turn == 1 else moves_made // 2 - winkers
    for cell in range(len(cells)):
        puts = cells[cell] == 0 and neutrals < supply
        if puts or (cells[cell] == NEUTRAL and winkers < supply):
            count = add(moves, count, cell)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    cells[move] = NEUTRAL if cells[move] == 0 else turn
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows) -> int:
    if has_line(cells, 3 - turn, wins):
        return LOST
    full = count_of(cells, len(cells), 1) + count_of(cells, len(cells), 2) == len(cells)
    return TIED if full else ONGOING
