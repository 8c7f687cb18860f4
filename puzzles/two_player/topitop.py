"""Topitop: build sandcastles together, and top two of them with your own buckets.

A stack is, from below, a large castle `L`, a small one `S` and a bucket, `B` of player 1 or `R` of player 2; large and
small castles belong to nobody. Letters for stacks: `X` and `O` are a bucket, of player 1 or 2, on a small castle, `C` a
small castle on a large one, `P` and `Q` a bucket on those.

A stack without a bucket that was moved to an empty cell may not be moved straight back on the next move. A position's
text has the player, `_`, the cells, and in this case the two cells of the forbidden move, numbered from 1:
`2_RQ--CPB-C53`. On the board, the stack is in lowercase, and `f` is the cell it came from. Player 1 begins; every
placement is legal, with either player to move. A player who cannot move passes. Play that never ends is a draw. The
first player wins in 31 moves, with a bucket in the middle; every other first move loses.
"""

from perfect_play.puzzles import Add, Button, MalformedPosition, Move, Turn, read_turn, short, symmetries
from perfect_play.puzzles.boards import (
    MORE,
    BoardGame,
    Cells,
    Moves,
    Position,
    Rows,
    add,
    neighbors,
    parts_of,
    step,
    within,
)
from perfect_play.puzzles.values import IMPOSSIBLE, LOST, ONGOING, Variant

ON_SMALL, ON_CASTLE, SMALL, LARGE, CASTLE = 3, 5, 7, 8, 9  # with a bucket: that of player 1; the next is player 2's
# The first of the stacks that have just moved, in the order SMALL, LARGE, CASTLE; and the cell that they left.
JUST_MOVED, VACATED = 10, 13
PASS = 0


class Topitop(BoardGame):
    name = "Topitop"
    also_called = ("Top It Op",)
    description = "Build sandcastles together, and top two of them with your buckets."
    instructions = """`B` begins. On your turn, **place** one of your buckets, a small castle or a large one on an empty
        cell, or **move** a stack that has no enemy bucket to a neighboring cell, also diagonally, if that is **empty**
        or the stacks fit: a small castle, with or without your bucket, goes **on a large one**, your bucket **on a
        small one**. A stack without a bucket may not be moved straight back at once. You win with your buckets on top
        of **two castles** of both sizes (of one, on the small board)."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("2x3", "2x3, one piece of each kind", (2, 3, 1, 1), testing=True, positions=1_517),
        Variant("regular", "Standard Topitop", (3, 3, 2, 4), presolve=False, positions=21_807_394),
    )
    pieces, other_side = "BRXOPQSLCslcf", "RBOXQPSLCslcf"
    rules_out = True

    def prepare(self, rows: int, cols: int, buckets: int, castles: int) -> None:
        self.rows, self.cols, self.buckets, self.castles = rows, cols, buckets, castles
        max_counts = dict.fromkeys("BRXOPQ", buckets) | dict.fromkeys("SLC", castles) | dict.fromkeys("slcf", 1)
        self.counts = {piece: range(max_counts[piece] + 1) for piece in self.pieces}
        self.symmetries = symmetries(rows, cols)
        self.neighbors = neighbors(rows, cols)
        # Beside the board, two others for small and for large castles to be placed.
        self.layout = within(rows, 3 * cols, rows, cols)

    def possible(self, turn: Turn, *counts: int) -> bool:
        """Nothing is there more often than in the box, and at most one stack has just moved."""
        vacated, castles = counts[-1], counts[4:6]
        if sum(counts[-4:-1]) != vacated:
            return False
        if self.buckets in castles and (vacated or castles[turn - 1] == self.buckets):
            return False
        first, second, small, large = _pieces(counts)
        return max(first, second) <= self.buckets and max(small, large) <= self.castles

    def is_legal(self, position: Position) -> bool:
        """As of any board game, but without a list of all materials, which takes seconds."""
        turn, counts, _ = self.material(position)
        fits = all(count in self.counts[piece] for piece, count in zip(self.pieces, counts, strict=True))
        return fits and self.possible(turn, *counts)

    def tier(self, *counts: int) -> tuple[int, int]:
        """The number of pieces placed, and of those on top of others."""
        placed = sum(_pieces(counts))
        return placed, placed - sum(counts[:-1])

    def format(self, position: Position) -> str:
        """The player, the cells, and the move that would take the last one back."""
        turn, cells = position
        back = f"{sum(cells.find(piece) for piece in 'slc') + 3}{cells.index('f') + 1}" if "f" in cells else ""
        return f"{turn}_{cells.upper().replace('F', '-')}{back}"

    def parse(self, text: str) -> Position:
        """Reads the player, the cells and the forbidden move."""
        turn, cells = read_turn(text, limit=2 + self.cells + 2)
        if len(cells) == self.cells + 2:
            digits = [str(cell + 1) for cell in range(self.cells)]
            if cells[-2] not in digits or cells[-1] not in digits:
                raise MalformedPosition(f"{short(text)}: expected two numbers of cells at its end.")
            target, back = digits.index(cells[-2]), digits.index(cells[-1])
            if cells[target] not in "SLC" or cells[back] != "-":
                raise MalformedPosition(f"{short(text)}: no stack without a bucket can move from {target + 1} back.")
            board = [*cells[:-2]]
            board[target], board[back] = cells[target].lower(), "f"
            cells = "".join(board)
        elif cells != cells.upper():
            raise MalformedPosition(f"{short(text)}: expected capitals.")
        return self.read(cells, turn)

    def format_move(self, position: Position, move: int) -> str:
        """The piece and its cell, the two cells of a step, or `P`, numbered from 1: `L9`, `9-8`."""
        placed, source, target = parts_of(move)
        if placed > 0:
            return f"{self.pieces[placed - 1]}{target + 1}"
        return "P" if source < 0 else f"{source + 1}-{target + 1}"

    def button(self, position: Position, move: int) -> Button:
        """A piece on its cell of the board for its kind, an arrow, or a `P` in a corner."""
        placed, source, target = parts_of(move)
        place = self.layout.places[target]
        if placed > 0:
            return Add(self.pieces[placed - 1], place + self.cols * max(placed - SMALL + 1, 0))
        return Add("P", 0) if source < 0 else Move(self.layout.places[source], place)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, buckets: int, castles: int) -> int:
    """A placement is MORE times the piece, plus the cell."""
    count, tops, small, large = 0, 0, 0, 0
    for cell in range(len(neighbors)):
        piece = at_rest(cells[cell])
        tops += owner_of(piece) == turn
        small += piece >= ON_SMALL and piece != LARGE
        large += piece >= LARGE or ON_CASTLE <= piece < SMALL
        if piece == 0 or owner_of(piece) == 3 - turn:
            continue
        for target in neighbors[cell]:
            back = cells[cell] >= JUST_MOVED and cells[target] == VACATED
            if not back and joined(piece, at_rest(cells[target])) != 0:
                count = add(moves, count, step(cell, target))
    for cell in range(len(neighbors)):
        if at_rest(cells[cell]) == 0:
            for piece, placed, limit in ((turn, tops, buckets), (SMALL, small, castles), (LARGE, large, castles)):
                if placed < limit:
                    count = add(moves, count, MORE * piece + cell)
    if count == 0:
        moves[0] = PASS
        count = 1
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    placed, source, target = parts_of(move)
    for cell in range(len(cells)):
        cells[cell] = at_rest(cells[cell])
    if placed > 0:
        cells[target] = placed
    elif move != PASS:
        piece = cells[source]
        alone = cells[target] == 0 and piece >= SMALL
        cells[target] = piece - SMALL + JUST_MOVED if alone else joined(piece, cells[target])
        cells[source] = VACATED if alone else 0
    return 3 - turn


def outcome(cells: Cells, turn: int, neighbors: Rows, buckets: int) -> int:
    topped = 0
    for cell in range(len(neighbors)):
        topped += cells[cell] == ON_CASTLE - 1 + 3 - turn
        if cells[cell] == VACATED:
            stack_adjacent = False
            for neighbor in neighbors[cell]:
                stack_adjacent = stack_adjacent or JUST_MOVED <= cells[neighbor] < VACATED
            if not stack_adjacent:
                return IMPOSSIBLE
    return LOST if topped == buckets else ONGOING


def _pieces(counts: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The numbers of each player's buckets, and of small and large castles."""
    b, r, x, o, p, q, *alone = map(int, counts)
    small, large, castle = (alone[i] + alone[i + 3] for i in range(3))
    both = castle + p + q
    return b + x + p, r + o + q, small + x + o + both, large + both


def at_rest(piece: int) -> int:
    """The stack on a cell, regardless of whether it has just moved."""
    return piece if piece < JUST_MOVED else piece - JUST_MOVED + SMALL if piece < VACATED else 0


def owner_of(piece: int) -> int:
    """The player whose bucket is on a stack; 0 if there is none."""
    return 2 - piece % 2 if 0 < piece < SMALL else 0


def joined(piece: int, below: int) -> int:
    """The result of moving a stack onto a cell; 0 if that is not allowed."""
    if below == 0:
        return piece
    if piece < ON_SMALL:
        return piece + 2 if below == SMALL else piece + 4 if below == CASTLE else 0
    if below == LARGE and piece < ON_CASTLE:
        return piece + 2
    return CASTLE if below == LARGE and piece == SMALL else 0
