"""Three Stones: place three stones each, then move them; three in a line win.

The questions to settle before writing code, answered for these stones; replace the answers with your own.

Board: which cells are there, and which of them are next to each other?
    A square of 3 or 4 cells a side, row by row from the top left; a cell is next to those that share a side with it.
Pieces: which are there, and how many of each can there be?
    Stones `x` of player 1 and `o` of player 2, from none to three of each.
Players: do both move alike, each with pieces of their own?
    Yes: a stone `x` moves as a stone `o` does, so the two can change places.
Legal: which of these numbers can occur together, and whose turn is it then?
    The players place their stones in turn, player 1 first; with all six on the board, either can be to move.
Moves: what may be done?
    While a player has placed fewer than three stones: place one on an empty cell. Then: move one to an empty cell
    next to it.
End: when is it over, and who has won, as seen by the player to move?
    When the opponent has three in a line, the player to move has lost, and also if that player cannot move.
Tiers: is there a number that no move lowers?
    The number of stones on the board.
Known results: what has been published, or is known, to compare the results with?
    With 3 cells a side this is Three Men's Morris. Whoever begins in the center wins.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Turn, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, add, beside, lines, step

STONES = 3


class TemplateBoard(BoardGame):
    id = "templateboard"  # without this line, the name of the file
    name = "Three Stones"
    description = "Place three stones, then move them into a line."
    instructions = """In turn, **place** three stones each. Then **move** one of yours to an empty cell beside it,
        across or upright. Whoever has **three in a line** wins."""
    author = "You"
    date_created = "2026-11-22"
    variants = (
        Variant("3x3", "3 x 3", (3,), testing=True, positions=500),
        Variant("4x4", "4 x 4", (4,), positions=26_000),
    )
    counts = {"x": range(STONES + 1), "o": range(STONES + 1)}
    other_side = "ox"
    stuck = LOST

    def prepare(self, side: int) -> None:
        """Set the board: its size, and what the rules run over."""
        self.rows = self.cols = side
        self.neighbors = beside(side, side)
        self.wins = lines(side, side, STONES)
        self.symmetries = symmetries(side, side)

    def possible(self, turn: Turn, x: int, o: int) -> bool:
        """Both have as many stones, or player 1, who begins, one more; with all placed, either is to move."""
        return x - o == turn - 1 or x == o == STONES

    def tier(self, x: int, o: int) -> int:
        """The number of stones on the board."""
        return x + o


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """Write the moves; return how many there are."""
    count, placed = 0, 0
    for cell in range(len(neighbors)):
        placed += cells[cell] == turn
    for cell in range(len(neighbors)):
        if placed < STONES:
            if cells[cell] == 0:
                count = add(moves, count, cell)
        elif cells[cell] == turn:
            for target in neighbors[cell]:
                if cells[target] == 0:
                    count = add(moves, count, step(cell, target))
    return count


def outcome(cells: Cells, turn: int, wins: Rows) -> int:
    """LOST if the opponent has a line, WON if the player to move has one, else ONGOING."""
    value = ONGOING
    for line in wins:
        owner = cells[line[0]]
        if owner != 0 and cells[line[1]] == owner and cells[line[2]] == owner:
            if owner != turn:
                return LOST
            value = WON
    return value
