"""Yoté: place men or move them, and take two of the enemy's with each jump.

Player 1 has `W`, player 2 `B`; after the cells, a position's text has the number of men that each has in hand. Every
placement is legal, with either player to move. As in GamesmanClassic, once a hand is empty the player to move loses if
either player has no man on the board, whoever it is and even with men in hand. Play that never ends is a draw, as are
all three boards; play from the start reaches 33,662 positions on 3x3 (GamesmanClassic).
"""

from perfect_play.puzzles import LOST, ONGOING, Button, Move, Turn, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Layout, Position, beside, jumps
from perfect_play.puzzles.boards.actions import count_of, list_empty, list_steps, make_step, take_jumped
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, source_of, step


class Yote(BoardGame):
    name = "Yoté"
    opens = "3x4"
    description = "Place and move men, and take two of the enemy's with each jump."
    instructions = """`W` begins. On your turn, **place** a man from your hand on an empty cell; or **move** one up,
        down or sideways to an empty cell next to it; or **jump** that way over an enemy man to the empty cell behind,
        which **takes** it and, if the enemy has another man on the board, **one more** of your choice. You lose when
        you **cannot move**. Once **a hand is empty**, whoever is to move while **either player has no man on the
        board** loses, even with men in hand."""
    author = "Traditional; played in West Africa"
    variants = (
        Variant("3x3", "3x3", (3, 3, 3), testing=True, positions=2_800),
        Variant("3x4", "3x4", (3, 4, 4), positions=131_943),
        Variant("4x4", "4x4", (4, 4, 6), presolve=False, positions=12_854_468),
    )
    pieces, other_side = "WB", "BW"
    exchanged_extras = (1, 0)
    stuck = LOST

    def prepare(self, rows: int, cols: int, men: int) -> None:
        self.rows, self.cols, self.men = rows, cols, men
        self.counts = dict.fromkeys(self.pieces, range(men + 1))
        self.extras = (range(men + 1),) * 2
        self.symmetries = symmetries(rows, cols)
        self.neighbors = beside(rows, cols)
        self.jumps = jumps(rows, cols)
        # The cells; below them the hands, and a place for each jump, for the buttons of its choices.
        below = -(-(2 + len(self.jumps)) // cols)
        self.layout = Layout(rows + below, cols, range(self.cells + 2))
        self.setup = "-" * self.cells + f"{men}" * 2

    def possible(self, turn: Turn, white: int, black: int, white_hand: int, black_hand: int) -> bool:
        """Nobody has more men than at the start."""
        return white + white_hand <= self.men and black + black_hand <= self.men

    def tier(self, white: int, black: int, white_hand: int, black_hand: int) -> tuple[int, int]:
        """The numbers of men placed and taken."""
        placed = 2 * self.men - white_hand - black_hand
        return placed, placed - white - black

    def format_move(self, position: Position, move: int) -> str:
        """The cells as on a chessboard, and after an `x` the other man that a jump takes: `a1-c1xb3`."""
        captured = parts_of(move)[0]
        name = super().format_move(position, move)
        return f"{name}x{self.name_of(captured - 1)}" if captured else name

    def button(self, position: Position, move: int) -> Button:
        """A man to place, an arrow, or one from the cell that stands for the jump to the other man taken."""
        captured, source, target = parts_of(move)
        if not captured:
            return super().button(position, move)
        ends = [(first, last) for first, _, last in self.jumps]
        return Move(self.cells + 2 + ends.index((source, target)), captured - 1)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    """A jump that takes another man has MORE times that man's cell plus one."""
    count = list_steps(cells, turn, moves, neighbors)
    if cells[len(neighbors) + turn - 1] > 0:
        count = list_empty(cells, len(neighbors), moves, count)
    for first, over, last in jumps:
        if cells[first] == turn and cells[over] == 3 - turn and cells[last] == 0:
            alone = True
            for second in range(len(neighbors)):
                if cells[second] == 3 - turn and second != over:
                    count = add(moves, count, MORE * (second + 1) + step(first, last))
                    alone = False
            if alone:
                count = add(moves, count, step(first, last))
    return count


def make_move(cells: Cells, turn: int, move: int, neighbors: Rows, jumps: Rows) -> int:
    captured = parts_of(move)[0]
    if source_of(move) < 0:
        cells[len(neighbors) + turn - 1] -= 1
    if captured > 0:
        cells[captured - 1] = 0
    take_jumped(cells, move, jumps)
    return make_step(cells, turn, move)


def outcome(cells: Cells, turn: int, neighbors: Rows) -> int:
    points = len(neighbors)
    last = cells[points] == 0 or cells[points + 1] == 0
    gone = count_of(cells, points, 1) == 0 or count_of(cells, points, 2) == 0
    return LOST if last and gone else ONGOING
