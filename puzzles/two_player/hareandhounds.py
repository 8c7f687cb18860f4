"""Hare and Hounds: three hounds, which never turn back, try to trap the hare; the hare tries to slip past them.

The points are numbered column by column, from the left tip, 0, to the right tip; in a column of three, from the top.
Every placement of three hounds and a hare is legal, with either player to move. Player 1 is the side that begins.

Hounds never move left, but may move up and down as often as they like; play that never ends is a draw.
"""

from perfect_play.puzzles import LOST, ONGOING, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, list_player_steps

HOUND, HARE = 1, 2
BOARDS = (("s", "Small", 11), ("m", "Medium", 17), ("l", "Large", 23))


class HareAndHounds(BoardGame):
    name = "Hare and Hounds"
    also_called = ("French Military Game",)
    description = "Trap the hare with three hounds, or slip past them."
    instructions = """On your turn, move a piece along a line to the next empty point. The **hare** (`r`) moves in any
        direction; the three **hounds** (`d`) never move left. The hounds begin unless the variant says that the hare
        does. The hounds win by trapping the hare so that it **cannot move**; the hare wins when it reaches the **left
        tip**, or when the hounds cannot move."""
    author = "Traditional; published in France in the nineteenth century"
    date_created = "1889"
    variants = tuple(
        Variant(
            f"{letter}-{who}-first",
            f"{size}, {who.capitalize()} First",
            (points, who == "hounds"),
            testing=letter == "s",
            positions=points * (points - 1) * (points - 2) * (points - 3) // 6,
        )
        for letter, size, points in BOARDS
        for who in ("hounds", "hare")
    )
    numbered_from = 0
    pieces, other_side = "dr", ""
    rows = 1
    stuck = LOST

    def prepare(self, cols: int, hounds_first: bool) -> None:
        self.cols = cols
        self.hounds = 1 if hounds_first else 2
        self.neighbors = _neighbors(cols)
        forward = [[b for b in adjacent if (b + 2) // 3 >= (a + 2) // 3] for a, adjacent in enumerate(self.neighbors)]
        self.targets = (*map(tuple, forward), *self.neighbors)  # of a hound, and of the hare
        flipped = (0, *(3 * (i // 3) + 2 - i % 3 + 1 for i in range(cols - 2)), cols - 1)
        self.symmetries = (flipped,)
        self.setup = "dd-d" + "-" * (cols - 5) + "r"


def list_moves(cells: Cells, turn: int, moves: Moves, targets: Rows, hounds: int) -> int:
    return list_player_steps(cells, HOUND if turn == hounds else HARE, moves, targets)


def outcome(cells: Cells, turn: int) -> int:
    return LOST if cells[0] == HARE else ONGOING


def _neighbors(points: int) -> tuple[tuple[int, ...], ...]:
    """The points joined to each; the diagonals meet at those with odd numbers."""
    last = points - 1
    places = {point: ((point + 2) // 3, (point - 1) % 3) for point in range(1, last)}  # column, row
    places[0], places[last] = (0, 1), ((last + 2) // 3, 1)

    def joined(a: int, b: int) -> bool:
        (col, row), (other_col, other_row) = places[a], places[b]
        across, down = abs(col - other_col), abs(row - other_row)
        if {a, b} & {0, last}:
            return across == 1
        return across + down == 1 or (across == down == 1 and (a % 2 == 1 or b % 2 == 1))

    return tuple(tuple(b for b in range(points) if b != a and joined(a, b)) for a in range(points))
