"""Tic-Tac-Chec: place a pawn, a knight, a bishop and a rook, then also move them as in chess; a full line wins.

A position's text is the player, `_`, the cells row by row from the top left, and how many pieces must still be placed
before any may move. Capitals are pieces of the first player, whose pawn heads up from where it is placed, small letters
those of the second. `P` and `p` are pawns that head away from their owner, or stand on an edge row; `T` and `t` are
pawns between the edge rows that have turned around and head back. What is not on the board is in its owner's hand.

The rules are those of D. Green (1998) as B. Liou reads them, who solved the game in 2026: pieces can only be placed
until each player has placed three, and then never again, even if some are taken; a pawn moves and takes in the
direction in which it heads; placed on an edge row, it heads for the other one. (The edition of 2025 differs.) All
arrangements of the pieces are legal unless the player to move has a line, whether or not play leads to them. Play that
never ends is a draw, as is the game on 4x4. There, 4,924,721,490 positions have no more pieces to place first and
14,236,865 do, as published.

The smaller games are not published, but are for trying out the same rules. Whoever cannot move loses, which happens on
2x3 only.
"""

from collections.abc import Iterator
from itertools import accumulate, product

from perfect_play.puzzles import EMPTY, IMPOSSIBLE, LOST, MIRRORED, ONGOING, Add, Button, Turn, Variant, symmetries
from perfect_play.puzzles.boards import ACROSS, BoardGame, Layout, Position, lines, neighbors, owner_of
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, step, target_of
from perfect_play.puzzles.grid import rays

PIECES = "PTNBR"
SORTS = len(PIECES)
PAWN, TURNED, KNIGHT, BISHOP, ROOK = range(1, 1 + SORTS)
SLANTING = (0, 2, 5, 7)  # of the eight directions of `rays`
KNIGHT_STEPS = tuple((down, right) for down in (-2, -1, 1, 2) for right in (-2, -1, 1, 2) if abs(down) != abs(right))
OPENING = 6
"""How many pieces must be placed before any may move."""


class TicTacChec(BoardGame):
    name = "Tic-Tac-Chec"
    opens = "3x3_PBR"
    also_called = ("Tic Tac Chec",)
    description = "Tic-tac-toe with chess pieces that move, and take each other."
    instructions = """Each player has a pawn, a knight, a bishop and a rook in hand; the capitals begin. On your turn,
        **place** one of your pieces on an empty cell. Once both players have placed **three**, you may instead **move**
        one as in chess; what it takes goes back to its owner's hand. Pawns take one step straight ahead, and capture
        diagonally ahead; at an **edge row they turn around**. Whoever has a **full row, column or long diagonal**
        wins; whoever **cannot move** loses."""
    author = "Don Green"
    date_created = "1998"
    variants = (
        Variant("2x3_NBR", "2 rows, 3 columns, no pawns", (2, 3, "NBR"), testing=True, positions=4_940),
        Variant("3x3_NBR", "3x3, no pawns", (3, 3, "NBR"), positions=34_496),
        Variant("3x3_PBR", "3x3, no knights", (3, 3, "PBR"), positions=196_982),
        Variant("3x3", "3x3", (3, 3, "PNBR"), presolve=False, positions=3_210_974),
        Variant("4x4", "4x4", (4, 4, "PNBR"), presolve=False, positions=1_240_000_000),
    )
    pieces = PIECES + PIECES.lower()
    other_side = PIECES.lower() + PIECES
    extras = (range(OPENING + 1),)
    stuck = LOST
    rules_out = True

    def prepare(self, rows: int, cols: int, kinds: str) -> None:
        self.rows, self.cols = rows, cols
        self.kinds = tuple(PIECES.index(kind) + 1 for kind in kinds)
        board = range(self.cells)
        # In the next row, how many pieces are placed first; below, a board of buttons for each kind of piece.
        self.layout = Layout(rows * (1 + len(kinds)) + 1, cols, range(self.cells + 1))
        images = symmetries(rows, cols)
        self.symmetries = [images[MIRRORED]] if PAWN in self.kinds else images
        self.exchanged_cells = tuple(reversed(board))
        edges = (*board[:cols], *board[-cols:])
        self.regions = ((edges, {}), (board[cols:-cols], {})) if PAWN in self.kinds else ((board, {}),)
        self.wins = lines(rows, cols, cols)
        # Sort s has from cell c the rays numbered from firsts[s * cells + c] up to, but not including, the next first.
        rays_from = [
            *([] for _ in range(KNIGHT * self.cells)),
            *([[target] for target in around] for around in neighbors(rows, cols, KNIGHT_STEPS)),
            *(
                [ray for i in ways if (ray := rays(cell, rows, cols)[i])]
                for ways in (SLANTING, ACROSS)
                for cell in board
            ),
        ]
        self.rays = tuple(tuple(ray) for of_cell in rays_from for ray in of_cell)
        self.firsts = (0, *accumulate(map(len, rays_from)))
        self.setup = f"{'-' * self.cells}{OPENING}"

    def materials(self) -> Iterator[tuple[Turn, tuple[int, ...], tuple[int, ...]]]:
        """Every piece in hand or in a part of the board; no pawn has turned while pieces are only placed."""
        parts = range(len(self.regions))
        sorts = [(kind, TURNED) if kind == PAWN else (kind,) for kind in self.kinds]
        places = [
            [-1, *((2 * part + player) * SORTS + sort - 1 for part in parts for sort in each if part or sort != TURNED)]
            for player in range(2)
            for each in sorts
        ]
        for chosen in product(*places):
            counts = tuple(int(place in chosen) for place in range(2 * SORTS * len(parts)))
            if any(sum(counts[2 * SORTS * part :][: 2 * SORTS]) > len(self.regions[part][0]) for part in parts):
                continue
            yield 1, counts, (0,)
            yield 2, counts, (0,)
            first, second = (sum(place >= 0 for place in half) for half in (chosen[: len(sorts)], chosen[len(sorts) :]))
            has_turned = any(place % SORTS == TURNED - 1 for place in chosen if place >= 0)
            if first - second in (0, 1) and first + second < OPENING and not has_turned:
                yield 2 if first > second else 1, counts, (OPENING - first - second,)

    def tier(self, *about: int) -> int:
        """How many of the pieces that must be placed first have been."""
        return OPENING - about[-1]

    def format_move(self, position: Position, move: int) -> str:
        """The piece and the cell where it is placed, the cells of a step, or of a capture: `N@a1`, `a1-b3`, `a1xb3`."""
        kind, source, target = parts_of(move)
        if kind:
            return f"{PIECES[kind - 1]}@{self.name_of(target)}"
        return f"{self.name_of(source)}{'-' if position[1][target] == EMPTY else 'x'}{self.name_of(target)}"

    def button(self, position: Position, move: int) -> Button:
        """An arrow, or the piece on its own board of buttons."""
        kind, _, target = parts_of(move)
        if not kind:
            return super().button(position, move)
        piece = self.pieces[SORTS * (position[0] - 1) + kind - 1]
        return Add(piece, self.cells * (1 + self.kinds.index(kind)) + self.cols + target)


def list_moves(cells: Cells, turn: int, moves: Moves, cols: int, kinds: Cells, rays: Rows, firsts: Cells) -> int:
    """Placing a piece has MORE times its sort, plus the cell."""
    board, count = len(cells) - 1, 0
    for kind in kinds:
        if is_in_hand(cells, turn, kind):
            for cell in range(board):
                if cells[cell] == 0:
                    count = add(moves, count, MORE * kind + cell)
    if cells[board] > 0:
        return count
    for cell in range(board):
        if owner_of(cells[cell], SORTS) != turn:
            continue
        sort = cells[cell] - SORTS * (turn - 1)
        if sort <= TURNED:
            ahead = cell + heading(cells[cell], cell, board, cols)
            if cells[ahead] == 0:
                count = add(moves, count, step(cell, ahead))
            for aside in range(-1, 2, 2):
                if 0 <= cell % cols + aside < cols and owner_of(cells[ahead + aside], SORTS) == 3 - turn:
                    count = add(moves, count, step(cell, ahead + aside))
        for number in range(firsts[sort * board + cell], firsts[sort * board + cell + 1]):
            for target in rays[number]:
                if owner_of(cells[target], SORTS) != turn:
                    count = add(moves, count, step(cell, target))
                if cells[target] != 0:
                    break
    return count


def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    kind, source, target = parts_of(move)
    board = len(cells) - 1
    cells[board] = max(cells[board] - 1, 0)
    piece = SORTS * (turn - 1) + kind
    if kind == 0:
        piece = cells[source]
        if is_pawn(piece):
            piece = pawn_on(target, turn, heading(piece, source, board, cols), board, cols)
        cells[source] = 0
    cells[target] = piece
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows) -> int:
    value = ONGOING
    for win in wins:
        owner, held = owner_of(cells[win[0]], SORTS), 0
        for cell in win:
            held += owner_of(cells[cell], SORTS) == owner
        if owner != 0 and held == len(win):
            if owner == turn:
                return IMPOSSIBLE
            value = LOST
    return value


def list_unmoves(cells: Cells, turn: int, moves: Moves, cols: int, kinds: Cells, rays: Rows, firsts: Cells) -> int:
    """Moves that take a piece have MORE times its number; placing one has only the cell."""
    board, count, mover = len(cells) - 1, 0, 3 - turn
    if cells[board] > 0:
        return 0
    for cell in range(board):
        if owner_of(cells[cell], SORTS) != mover:
            continue
        sort = cells[cell] - SORTS * (mover - 1)
        if sort != TURNED:
            count = add(moves, count, cell)
        if sort <= TURNED:
            for ahead in range(-cols, cols + 1, 2 * cols):
                behind = cell - ahead
                if 0 <= behind < board and pawn_on(cell, mover, ahead, board, cols) == cells[cell]:
                    for aside in range(-1, 2):
                        source = behind + aside
                        empty = 0 <= cell % cols + aside < cols and cells[source] == 0
                        if empty and heading(pawn_on(source, mover, ahead, board, cols), source, board, cols) == ahead:
                            if aside == 0:
                                count = add(moves, count, step(source, cell))
                            else:
                                count = add_captures(cells, turn, moves, count, step(source, cell), cols, kinds)
        for number in range(firsts[sort * board + cell], firsts[sort * board + cell + 1]):
            for source in rays[number]:
                if cells[source] != 0:
                    break
                count = add(moves, count, step(source, cell))
                count = add_captures(cells, turn, moves, count, step(source, cell), cols, kinds)
    return count


def unmake_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    taken, source, target = parts_of(move)
    piece = cells[target]
    cells[target] = taken
    if source >= 0:
        if is_pawn(piece):
            piece = pawn_on(source, 3 - turn, cols if source // cols < target // cols else -cols, len(cells) - 1, cols)
        cells[source] = piece
    return 3 - turn


def add_captures(cells: Cells, turn: int, moves: Moves, count: int, move: int, cols: int, kinds: Cells) -> int:
    """Add a step for each piece that it may have taken, those which the player to move has in hand."""
    for kind in kinds:
        if is_in_hand(cells, turn, kind):
            taken = SORTS * (turn - 1) + kind
            count = add(moves, count, MORE * taken + move)
            if kind == PAWN and cols <= target_of(move) < len(cells) - 1 - cols:
                count = add(moves, count, MORE * (taken + 1) + move)
    return count


def is_in_hand(cells: Cells, player: int, kind: int) -> bool:
    """Whether this player's piece of this kind is not on the board."""
    piece, placed = SORTS * (player - 1) + kind, 0
    for cell in range(len(cells) - 1):
        placed += cells[cell] == piece or (kind == PAWN and cells[cell] == piece + 1)
    return placed == 0


def is_pawn(piece: int) -> bool:
    """Whether the piece is a pawn of either player."""
    return (piece - 1) % SORTS < TURNED


def heading(pawn: int, cell: int, board: int, cols: int) -> int:
    """How far away the cell ahead of a pawn is: `-cols` or `cols`. board: the number of cells."""
    if cols <= cell < board - cols:
        return -cols if pawn == PAWN or pawn == SORTS + TURNED else cols
    return cols if cell < cols else -cols


def pawn_on(cell: int, player: int, ahead: int, board: int, cols: int) -> int:
    """A player's pawn on this cell that came with this heading."""
    returns = (ahead < 0) != (player == 1) and cols <= cell < board - cols
    return SORTS * (player - 1) + (TURNED if returns else PAWN)
