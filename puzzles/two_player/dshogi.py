"""Dobutsu shogi, "let's catch the lion": shogi on twelve cells with four kinds of pieces.

The cells are numbered row by row from the far side, that of player 2 (sky, lowercase); player 1 (forest, capitals)
begins. Files are A to C from the left, ranks 1 to 4 from the far side. A position's text is the player, `_`, the cells,
then the giraffes, elephants and chicks in hand of player 1 and of player 2, each group after another `_`:
`1_gle-c--C-ELG_000_000`. Pieces: `L` lion, `G` giraffe, `E` elephant, `C` chick, `H` hen.

The 3x3 board, with a lion and a chick each, is not a published game, but a small one for trying out the same rules.

A position is legal if there are two giraffes, two elephants, two chicks or hens, and both lions or only that of the
player who has just moved. Play ends when a lion is taken, or reaches the farthest rank: it has won unless it can be
taken at once. A player in check may ignore it. Repetition has no consequences; play that never ends is a draw.

The second player wins in 78 moves, and play reaches 246,803,167 positions (T. Tanaka, "An analysis of a board game
Doubutsu Shogi", IPSJ SIG 2009-GI-22), of 921,476,208 legal ones up to symmetry. Here, as in GamesmanOne, a lion that
reaches the farthest rank but can be taken there has lost at once, not only after the move that takes it.

A player whose pieces are all blocked, and who has none in hand, cannot move and loses.
"""

from collections.abc import Iterator
from itertools import product

from perfect_play.puzzles import (
    DIRECTIONS,
    LOST,
    MIRRORED,
    ONGOING,
    WON,
    MalformedPosition,
    Move,
    Turn,
    Variant,
    short,
    symmetries,
)
from perfect_play.puzzles.boards import BoardGame, Layout, Position, neighbors, owner_of
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, step

SIDE = 5  # kinds of pieces
LION, CHICK, HEN = 0, 3, 4
COLS, HANDS = 3, 6
HELD = "GEC"
UP, CROSS, DIAGONAL = ((-1, 0),), ((-1, 0), (0, -1), (0, 1), (1, 0)), ((-1, -1), (-1, 1), (1, -1), (1, 1))
STEPS = (DIRECTIONS, CROSS, DIAGONAL, UP, (*CROSS, *DIAGONAL[:2]))
"""(down, right) for each kind of piece of player 1."""


class DobutsuShogi(BoardGame):
    name = "Dōbutsu shōgi"
    also_called = ("Dobutsu Shogi", "Let's Catch the Lion", "Animal Chess")
    description = "Catch the enemy lion, or bring yours to the other side."
    instructions = """The capitals, green on the board, begin. On your turn, move a piece to a neighboring cell that
        holds none of yours, or **drop** a piece from your hand on any empty cell. The **lion** moves in any direction,
        the **giraffe** up, down or sideways, the **elephant** diagonally, the **chick** straight ahead. A chick that
        moves to the farthest rank becomes a **hen**, which moves in any direction but diagonally back. What you take
        goes to your hand, a hen as a chick. You win by **taking the lion**, or by moving your own to the **farthest
        rank**; but if it can be taken there, you lose. Whoever **cannot move** loses. Rows are counted from the top, as
        players of the game do."""
    author = "Madoka Kitao and Maiko Fujita"
    date_created = "2008"
    variants = (
        Variant("3x3", "3x3, lions and chicks", ("cl-----LC000000", (0, 0, 2)), testing=True, positions=16_677),
        Variant("regular", "Regular", ("gle-c--C-ELG000000", (2, 2, 2)), presolve=False, positions=921_476_208),
    )
    stuck = LOST
    pieces, other_side = "LGECHlgech", "lgechLGECH"
    extras = (range(3),) * 6
    exchanged_extras = (3, 4, 5, 0, 1, 2)
    cols = COLS

    def prepare(self, setup: str, numbers_of: tuple[int, ...]) -> None:
        self.setup, self.numbers_of = setup, numbers_of
        self.rows = (len(setup) - HANDS) // COLS
        self.symmetries = [symmetries(self.rows, COLS)[MIRRORED]]
        self.exchanged_cells = tuple(reversed(range(self.cells)))
        # The cells, and below a gap a row with the pieces in hand of each player.
        held = self.cells + COLS
        self.layout = Layout(self.rows + 3, COLS, [*range(self.cells), *range(held, held + HANDS)])
        # For each piece, in the order of `pieces`, and each cell: where it can step on an empty board.
        self.targets = tuple(
            around
            for forward, steps in product((1, -1), STEPS)
            for around in neighbors(self.rows, COLS, tuple((forward * down, right) for down, right in steps))
        )

    def materials(self) -> Iterator[tuple[Turn, tuple[int, ...], tuple[int, ...]]]:
        """All of each kind on the board or in hand, and both lions, or only that of the player who has just moved."""
        giraffes, elephants, chicks = self.numbers_of
        for first, second in ((1, 1), (0, 1), (1, 0)):
            for (g1, g2, *g), (e1, e2, *e), (c1, c2, h1, h2, *c) in product(
                _shares(giraffes, 4), _shares(elephants, 4), _shares(chicks, 6)
            ):
                counts = (first, g1, e1, c1, h1, second, g2, e2, c2, h2)
                hands = (g[0], e[0], c[0], g[1], e[1], c[1])
                if second:
                    yield 1, counts, hands
                if first:
                    yield 2, counts, hands

    def tier(self, *about: int) -> int:
        """The number of lions taken."""
        return 2 - about[LION] - about[SIDE + LION]

    def format(self, position: Position) -> str:
        """The player, the cells, and the pieces in hand of player 1 and of player 2."""
        turn, cells = position
        return f"{turn}_{cells[:-HANDS]}_{cells[-HANDS:-3]}_{cells[-3:]}"

    def parse(self, text: str) -> Position:
        """Reads the player, the cells and the pieces in hand."""
        parts = text.split("_")
        if [len(part) for part in parts] != [1, self.cells, 3, 3] or parts[0] not in "12":
            raise MalformedPosition(
                f"{short(text)}: expected the player to move, {self.cells} cells and twice three digits, such as "
                f"{self.format(self.start())!r}."
            )
        return self.read("".join(parts[1:]), 1 if parts[0] == "1" else 2)

    def format_move(self, position: Position, move: int) -> str:
        """The cells, or the piece and the cell where it is dropped: `B3 B2`, `C A2`.

        Players of this game count rows from the far side of the board, as in shogi, so A1 is at the upper left.
        """
        drop, source, target = parts_of(move)
        held = HELD[drop - 1] if position[0] == 1 else HELD[drop - 1].lower()
        return f"{held if drop else _name(source)} {_name(target)}"

    def button(self, position: Position, move: int) -> Move:
        """An arrow from the cell, or from the piece in hand."""
        drop, source, target = parts_of(move)
        return Move(self.cells + COLS + 3 * (position[0] - 1) + drop - 1 if drop else source, target)


def list_moves(cells: Cells, turn: int, moves: Moves, targets: Rows) -> int:
    board, count = len(cells) - HANDS, 0
    for cell in range(board):
        if owner_of(cells[cell], SIDE) == turn:
            for target in targets[(cells[cell] - 1) * board + cell]:
                if owner_of(cells[target], SIDE) != turn:
                    count = add(moves, count, step(cell, target))
        elif cells[cell] == 0:
            for held in range(3):
                if cells[board + 3 * (turn - 1) + held] > 0:
                    count = add(moves, count, MORE * (held + 1) + cell)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    drop, source, target = parts_of(move)
    board = len(cells) - HANDS
    hand, own_first = board + 3 * (turn - 1), SIDE * (turn - 1) + 1
    if drop > 0:
        cells[hand + drop - 1] -= 1
        cells[target] = own_first + drop
        return 3 - turn
    if cells[target] > 0 and kind_of(cells[target]) != LION:
        cells[hand + min(kind_of(cells[target]), CHICK) - 1] += 1
    piece = cells[source]
    if piece == own_first + CHICK and target // COLS == farthest_rank(turn, board):
        piece = own_first + HEN
    cells[source] = 0
    cells[target] = piece
    return 3 - turn


def outcome(cells: Cells, turn: int, targets: Rows) -> int:
    board, own_lion, enemy_lion = len(cells) - HANDS, -1, -1
    for cell in range(board):
        if cells[cell] == SIDE * (turn - 1) + 1 + LION:
            own_lion = cell
        elif cells[cell] == SIDE * (2 - turn) + 1 + LION:
            enemy_lion = cell
    if own_lion < 0:
        return LOST
    if enemy_lion // COLS == farthest_rank(3 - turn, board):
        for cell in range(board):
            if owner_of(cells[cell], SIDE) == turn:
                for target in targets[(cells[cell] - 1) * board + cell]:
                    if target == enemy_lion:
                        return WON
        return LOST
    if own_lion // COLS == farthest_rank(turn, board):
        return WON
    return ONGOING


def list_unmoves(cells: Cells, turn: int, moves: Moves, targets: Rows) -> int:
    mover, board, count = 3 - turn, len(cells) - HANDS, 0
    hand = board + 3 * (mover - 1)
    for cell in range(board):
        if owner_of(cells[cell], SIDE) != mover:
            continue
        kind = kind_of(cells[cell])
        on_last_rank = cell // COLS == farthest_rank(mover, board)
        if kind != LION and kind != HEN:
            count = add(moves, count, cell)  # it was dropped
        for promoted in range(2):
            if (promoted and not (on_last_rank and kind == HEN)) or (on_last_rank and kind == CHICK):
                continue
            before = CHICK if promoted else kind
            # It came from where this piece would step if it were the other player's.
            for source in targets[(SIDE * (turn - 1) + before) * board + cell]:
                if cells[source] != 0:
                    continue
                for captured in range(SIDE):
                    if captured == LION or cells[hand + min(captured, CHICK) - 1] > 0:
                        count = add(moves, count, MORE * (before * SIDE + captured) + step(source, cell))
    return count


def unmake_move(cells: Cells, turn: int, move: int) -> int:
    code, source, target = parts_of(move)
    mover = 3 - turn
    hand = len(cells) - HANDS + 3 * (mover - 1)
    before, captured = code // SIDE, code % SIDE
    if source < 0:
        cells[hand + kind_of(cells[target]) - 1] += 1
        cells[target] = 0
        return mover
    cells[source] = SIDE * (mover - 1) + 1 + before
    cells[target] = 0
    if captured != LION:
        cells[hand + min(captured, CHICK) - 1] -= 1
        cells[target] = SIDE * (turn - 1) + 1 + captured
    return mover


def kind_of(piece: int) -> int:
    """The kind of a piece."""
    return (piece - 1) % SIDE


def farthest_rank(turn: int, board: int) -> int:
    """The rank that a player's lion heads for, counted from the far side. board: the number of cells."""
    return 0 if turn == 1 else board // COLS - 1


def _shares(number: int, places: int) -> list[tuple[int, ...]]:
    """All ways to share a number of equal pieces between places."""
    return [share for share in product(range(number + 1), repeat=places) if sum(share) == number]


def _name(cell: int) -> str:
    return f"{'ABC'[cell % COLS]}{cell // COLS + 1}"
