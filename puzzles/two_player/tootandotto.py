"""Toot and Otto: drop letters into the columns, and spell TOOT or OTTO.

The cells are numbered row by row from the top. Each player begins with as many `T` and as many `O` as there are
columns. A position's text is the player, `_`, the cells, and a digit for each supply: player 1's T and O, then player
2's. The board shows who is to move, and with the number of player 1's T all other supplies; so the last row of cells
holds a `T` for each of these, and nothing else. A position is legal if no letter floats; only what play reaches is
solved.

Player 1 spells TOOT, player 2 OTTO, across, down or diagonally; a word counts for its owner, whoever completed it. Both
words make a tie, and so does a full board without any. The boards of two and three columns are not published games, but
small ones for trying out the same rules.
"""

from perfect_play.puzzles import VOID, Add, Board, Variant, check_supported, in_rows, read_turn
from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, add, lines
from perfect_play.puzzles.boards.actions import count_of, is_full, landing, whoever_moved

ROWS = 4


class TootAndOtto(BoardGame):
    name = "Toot and Otto"
    opens = "4"
    also_called = ("TOOT and OTTO",)
    description = "Drop the letters T and O until your word is spelled."
    instructions = """On your turn, **drop** one of your letters, `T` or `O`, into a column that is not full. You
        have as many of each as there are columns. If **TOOT** stands anywhere in a row of four, across, down or
        diagonal, player 1 wins; if **OTTO** does, player 2, whoever dropped the last letter. If both do, or the
        board is full, you tie."""
    author = "Published by ThinkFun"
    variants = (
        Variant("2", "2 columns", (2,), testing=True, positions=412),
        Variant("3", "3 columns", (3,), positions=17_396),
        Variant("4", "4 columns", (4,), presolve=False, positions=578_537),
        Variant("5", "5 columns", (5,), presolve=False, positions=18_326_155),
        Variant("6", "6 columns", (6,), presolve=False, positions=550_000_000),
    )
    pieces, other_side = "TO", ""
    rows = ROWS + 1
    dense = False

    def prepare(self, cols: int) -> None:
        self.cols = cols
        self.board_cells = ROWS * cols
        self.most_moves = 2 * cols
        numbers = range(2 * cols + 1)
        supply = range(self.board_cells, self.cells)
        self.regions = [(range(self.board_cells), {"T": numbers, "O": numbers}), (supply, {"T": range(cols + 1)})]
        mirrored = [row * cols + col for row in range(ROWS) for col in reversed(range(cols))]
        self.symmetries = [tuple(range(self.cells)), (*mirrored, *supply)]
        self.wins = lines(ROWS, cols, 4)
        self.setup = "-" * self.board_cells + "T" * cols

    def possible(self, turn: Turn, t: int, o: int, t_held: int, zero: int) -> bool:
        """The players drop letters in turn, player 1 first, and no more than they have."""
        supplies = self._supplies(t, o, t_held)
        return (t + o) % 2 == turn - 1 and min(supplies) >= 0 and max(supplies) <= self.cols

    def _supplies(self, t: int, o: int, t_held: int) -> tuple[int, int, int, int]:
        """The T and O of player 1 and of player 2, from the letters on the board and the T of player 1."""
        both = 2 * self.cols
        t_of_other = both - t - t_held
        return t_held, both - (t + o + 1) // 2 - t_held, t_of_other, both - (t + o) // 2 - t_of_other

    def supplies(self, position: Position) -> tuple[int, int, int, int]:
        """The T and O that player 1 has left, then those of player 2."""
        board, supply = position[1][: self.board_cells], position[1][self.board_cells :]
        return self._supplies(board.count("T"), board.count("O"), supply.count("T"))

    def read(self, cells: str, turn: Turn) -> Position:
        """Read the cells, and reject floating letters."""
        position = super().read(cells, turn)
        board, supply = cells[: self.board_cells], cells[self.board_cells :]
        check_supported(board, self.cols, "letter")
        if supply != ("T" * supply.count("T")).ljust(self.cols, "-"):
            raise IllegalPosition(f"{supply!r}: expected the T in hand to be the first of these cells.")
        return position

    def format(self, position: Position) -> str:
        """The player, `_`, the cells and the supplies."""
        return f"{position[0]}_{position[1][: self.board_cells]}{''.join(map(str, self.supplies(position)))}"

    def parse(self, text: str) -> Position:
        """Reads the player, the cells and the supplies."""
        turn, cells = read_turn(text, limit=2 + self.board_cells + 4)
        return self._read(cells, turn)

    def _read(self, cells: str, turn: Turn) -> Position:
        board, digits = cells[: self.board_cells], cells[self.board_cells :]
        if len(digits) != 4 or set(digits) - set("0123456"[: self.cols + 1]):
            raise MalformedPosition(
                f"{short(cells)}: expected {self.board_cells} cells, then the T and O of player 1 and of player 2, "
                f"four digits from 0 to {self.cols}."
            )
        position = self.read(board + ("T" * int(digits[0])).ljust(self.cols, "-"), turn)
        expected = "".join(map(str, self.supplies(position)))
        if digits != expected:
            raise IllegalPosition(f"{cells!r}: with these letters on the board, expected the supplies {expected!r}.")
        return position

    def format_move(self, position: Position, move: int) -> str:
        """The letter and its column: `T1`."""
        return f"{'TO'[move % 2]}{move // 2 + 1}"

    def board(self, position: Position) -> Board:
        """A row of buttons for T and one for O, the cells, then the supplies."""
        return in_rows(VOID * 2 * self.cols + self.format(position)[2:], self.cols)

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads as `parse` does, without the cells for buttons."""
        return self._read(cells[2 * self.cols :].rstrip(VOID), turn)

    def button(self, position: Position, move: int) -> Add:
        """The letter above its column."""
        return Add("TO"[move % 2], move % 2 * self.cols + move // 2)


def list_moves(cells: Cells, turn: int, moves: Moves, cols: int) -> int:
    """Twice the number of a column, and 1 more for an O."""
    t, o, count = count_of(cells, ROWS * cols, 1), count_of(cells, ROWS * cols, 2), 0
    placed, own_t = t + o, count_of(cells, len(cells), 1) - t
    if turn == 2:
        own_t = 2 * cols - t - own_t
    held = 2 * cols - placed // 2  # both have dropped as many
    for col in range(cols):
        if cells[col] == 0:
            if own_t > 0:
                count = add(moves, count, 2 * col)
            if held > own_t:
                count = add(moves, count, 2 * col + 1)
    return count


def make_move(cells: Cells, turn: int, move: int, cols: int) -> int:
    cells[landing(cells, move // 2, ROWS, cols)] = 1 + move % 2
    if turn == 1 and move % 2 == 0:
        cell = len(cells) - 1
        while cells[cell] == 0:
            cell -= 1
        cells[cell] = 0
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows, cols: int) -> int:
    return whoever_moved(spelled(cells, turn, wins), spelled(cells, 3 - turn, wins), is_full(cells, cols))


def spelled(cells: Cells, player: int, wins: Rows) -> bool:
    """Whether the player's word stands in one of the lines."""
    for a, b, c, d in wins:
        end, middle = (1, 2) if player == 1 else (2, 1)
        if cells[a] == end and cells[b] == middle and cells[c] == middle and cells[d] == end:
            return True
    return False
