"""Dragons & Swans: twelve swans trap the dragons, or are taken one after another.

Player 1 has the swans, `o`, player 2 the dragons, `x`. After the cells, a position's text has two digits for the swans
in hand and two for those taken. Every placement is legal, with either player to move. Play that never ends is a draw.

The swans win in 19, 23 and 27 moves against one, two and three dragons, and draw against four. Against one dragon, play
from the start reaches 3,199,647 positions (GamesmanClassic). The 3x3 board is not a published game, but a small one for
trying out the same rules.
"""

from perfect_play.puzzles import (
    LOST,
    ONGOING,
    WON,
    MalformedPosition,
    Turn,
    Variant,
    read_numbers,
    read_turn,
    short,
    symmetries,
)
from perfect_play.puzzles.boards import DIGITS, BoardGame, Cells, Moves, Position, Rows, beside, jumps, source_of
from perfect_play.puzzles.boards.actions import (
    count_of,
    is_full,
    list_empty,
    list_jumps,
    list_steps,
    make_step,
    take_jumped,
)

CORNERS = (0, 15, 3, 12)
"""Where the dragons begin on 4x4."""


class DragonsAndSwans(BoardGame):
    name = "Dragons & Swans"
    also_called = ("Dragons and Swans",)
    opens = "1"
    description = "Trap the dragons with twelve swans, or take all the swans."
    side_names = ("the swans", "the dragons")
    instructions = """Player 1 has the swans, `o`, and begins: **place** them, one per turn; when all are placed,
        **move** one up, down or sideways to an empty cell next to it. Player 2 **moves** a dragon, `x`, in the same
        way, or **takes** a swan by jumping straight over it, horizontally or vertically, to the empty cell behind. The
        dragons win when **no swan** is left, the swans when **no dragon can move**. Swans that cannot move lose, and so
        does whoever faces a **full board**."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("3x3", "3x3, one dragon, five swans", (3, (0,), 5), testing=True, positions=1_389),
        Variant("1", "1 Dragon", (4, CORNERS[:1], 12), presolve=False, positions=726_603),
        Variant("2", "2 Dragons", (4, CORNERS[:2], 12), presolve=False, positions=3_000_000),
        Variant("3", "3 Dragons", (4, CORNERS[:3], 12), presolve=False, positions=7_500_000),
        Variant("4", "4 Dragons", (4, CORNERS, 12), presolve=False, positions=13_000_000),
    )
    pieces, other_side = "ox", ""
    stuck = LOST

    def prepare(self, side: int, dragons: tuple[int, ...], swans: int) -> None:
        self.rows = self.cols = side
        self.swans = swans
        self.counts = {"o": range(swans + 1), "x": (len(dragons),)}
        self.extras = (range(swans + 1),)
        self.symmetries = symmetries(side, side)
        self.neighbors = beside(side, side)
        self.jumps = jumps(side, side)
        self.setup = "".join("x" if cell in dragons else "-" for cell in range(self.cells)) + DIGITS[swans]

    def possible(self, turn: Turn, swans: int, dragons: int, hand: int) -> bool:
        """The swans fit on the board, and the first move is made by a swan."""
        return swans + hand <= self.swans and (turn == 1 or hand < self.swans)

    def tier(self, swans: int, dragons: int, hand: int) -> tuple[int, int]:
        """The numbers of swans placed and taken."""
        return self.swans - hand, self.swans - hand - swans

    def format(self, position: Position) -> str:
        """The player, the cells, and the numbers of swans in hand and taken."""
        board, hand = position[1][: self.cells], DIGITS.index(position[1][-1])
        captured = self.swans - hand - board.count("o")
        return f"{position[0]}_{board}{hand:02}{captured:02}"

    def parse(self, text: str) -> Position:
        """Reads the player, the cells and the numbers."""
        turn, cells = read_turn(text, limit=2 + self.cells + 4)
        board, hand, _ = read_numbers(cells, self.cells, self.swans)
        position = self.read(board + DIGITS[hand], turn)
        if self.format(position) != text:
            raise MalformedPosition(
                f"{short(text)}: expected the swans taken after those in hand: {self.format(position)!r}."
            )
        return position


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    if turn == 1 and cells[len(neighbors)] > 0:
        return list_empty(cells, len(neighbors), moves, 0)
    count = list_steps(cells, turn, moves, neighbors)
    return list_jumps(cells, turn, moves, count, jumps) if turn == 2 else count


def make_move(cells: Cells, turn: int, move: int, neighbors: Rows, jumps: Rows) -> int:
    if source_of(move) < 0:
        cells[len(neighbors)] -= 1
    take_jumped(cells, move, jumps)
    return make_step(cells, turn, move)


def outcome(cells: Cells, turn: int, neighbors: Rows) -> int:
    if count_of(cells, len(neighbors), 1) == 0 and cells[len(neighbors)] == 0:
        return WON if turn == 2 else LOST
    return LOST if is_full(cells, len(neighbors)) else ONGOING
