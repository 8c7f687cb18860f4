"""Gobblet Gobblers: tic-tac-toe with pieces of three sizes, the larger of which may cover the smaller.

A position's text is the player, `_`, and nine cells for each size, the smallest first: `X` are player 1's pieces, `O`
player 2's. Only the largest piece on a cell is visible. Every placement of the pieces is legal, with either player to
move.

Only the board after a move counts: a player who lifts a piece off an enemy row may cover that row again. With rows of
both players, the one who has just moved has lost, as in GamesmanOne. Nobody is ever without a move, since a piece of
the largest size is never covered and always finds a cell. Play that never ends is a draw.

The first player wins (B. Liou, "Solving Gobblet Gobblers"). Of the 360,382,485 legal positions, counted up to symmetry
as the player to move sees them, play reaches 341,024,631 (possiblywrong.wordpress.com). The game of two sizes is not
published, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Variant, cell_name, symmetries
from perfect_play.puzzles.boards import (
    BoardGame,
    Cells,
    Moves,
    Position,
    Rows,
    add,
    lines,
    make_step,
    source_of,
    step,
    target_of,
)

BOARD = 9
SIZES = "SML"


class GobbletGobblers(BoardGame):
    name = "Gobblet Gobblers"
    description = "Get three in a row with pieces that can swallow smaller ones."
    instructions = """You have two small, two medium and two large pieces. `X` begins. On your turn, **place** one of
        them, or **move** one of yours that is not covered to any other cell that is empty or holds only **smaller**
        pieces. You may cover pieces of either player. Whoever gets **three visible pieces in a row** wins; if your move
        leaves a row for the other player, that player wins."""
    author = "Thierry Denoual"
    date_created = "2009"
    variants = (
        Variant("small", "Two small pieces and one medium each", (2, 1), testing=True, positions=16_675),
        Variant("regular", "Regular", (2, 2, 2), presolve=False, positions=360_382_485),
    )
    pieces, other_side = "XO", "OX"
    cols = BOARD
    lines = lines(3, 3, 3)

    def prepare(self, *supply: int) -> None:
        self.supply, self.rows = supply, len(supply)
        boards = [range(first, first + BOARD) for first in range(0, self.cells, BOARD)]
        counts = (dict.fromkeys("XO", range(limit + 1)) for limit in supply)
        self.regions = list(zip(boards, counts, strict=True))
        self.symmetries = [tuple(board[cell] for board in boards for cell in image) for image in symmetries(3, 3)]

    def tier(self, *counts: int) -> tuple[int, ...]:
        """The number of pieces of each size placed."""
        return tuple(x + o for x, o in zip(counts[::2], counts[1::2], strict=True))

    def format_move(self, position: Position, move: int) -> str:
        """The cells of a move; the size and the cell of a piece that is placed."""
        source, target = source_of(move), target_of(move)
        before = SIZES[target // BOARD] if source < 0 else cell_name(source % BOARD, 3, 3)
        return f"{before}-{cell_name(target % BOARD, 3, 3)}"


def list_moves(cells: Cells, turn: int, moves: Moves, supply: tuple[int, ...]) -> int:
    count = list_steps(cells, turn, moves)
    for size in range(len(supply)):
        placed, first = 0, BOARD * size
        for place in range(first, first + BOARD):
            placed += cells[place] == turn
        if placed < supply[size]:
            for target in range(BOARD):
                if visible(cells, target) < first:
                    count = add(moves, count, first + target)
    return count


def outcome(cells: Cells, turn: int, lines: Rows) -> int:
    value = ONGOING
    for line in lines:
        owner = owner_of(cells, line[0])
        if owner != 0 and owner_of(cells, line[1]) == owner and owner_of(cells, line[2]) == owner:
            if owner == turn:
                return WON
            value = LOST
    return value


def list_unmoves(cells: Cells, turn: int, moves: Moves) -> int:
    return list_steps(cells, 3 - turn, moves)  # a step can be taken back by another


def unmake_move(cells: Cells, turn: int, move: int) -> int:
    make_step(cells, 3 - turn, move)
    return 3 - turn


def list_steps(cells: Cells, turn: int, moves: Moves) -> int:
    """Every step of a visible piece of the player to a cell with no piece as large."""
    count = 0
    for source in range(BOARD):
        place = visible(cells, source)
        if place >= 0 and cells[place] == turn:
            first = place - source
            for target in range(BOARD):
                if visible(cells, target) < first:
                    count = add(moves, count, step(place, first + target))
    return count


def visible(cells: Cells, cell: int) -> int:
    """Where the largest piece on a cell of the board stands among `cells`; negative if there is none."""
    place = len(cells) - BOARD + cell
    while place >= 0 and cells[place] == 0:
        place -= BOARD
    return place


def owner_of(cells: Cells, cell: int) -> int:
    """The player whose piece is visible on a cell of the board; 0 if there is none."""
    place = visible(cells, cell)
    return cells[place] if place >= 0 else 0
