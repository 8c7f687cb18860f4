"""Toads and Frogs for two players: toads hop right, frogs hop left; a player who cannot move loses.

A position is (player to move, cells): one character per cell from the left, `x` a toad, which is
the first player's, `o` a frog, the second's, `-` an empty cell. Every placement of the variant's
animals is legal, with either player to move.

A variant is named by the toads on the left, the empty cells and the frogs on the right, with `_`
between: `3_2_3`. A position's text is the player, `_` and the cells: `1_xxx--ooo`. The game was invented by R. K.
Guy; its theory is in E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", 1982.
"""

from perfect_play.puzzles import LOST, Partizan, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, add, source_of, step


def _variant(toads: int, gap: int, frogs: int, positions: int, testing: bool = True) -> Variant:
    name = f"{toads} toads, {gap} empty, {frogs} frogs"
    return Variant(f"{toads}_{gap}_{frogs}", name, (toads, gap, frogs), testing=testing, positions=positions)


class ToadsAndFrogs(Partizan, BoardGame):
    name = "Toads and Frogs"
    opens = "3_2_3"
    also_called = ("Frogs and Toads",)
    description = "Hop past each other; whoever runs out of moves loses."
    side_names = ("the toads", "the frogs")
    instructions = """The first player moves the **toads**, `x`, to the right, the second the **frogs**, `o`, to the
        left. On your turn, move one animal **one step** to the next cell, or let it hop over **one enemy** to the
        cell behind it; the target must be empty. Whoever **cannot move** loses."""
    author = "Richard K. Guy"
    date_created = "1982"
    variants = (
        _variant(2, 1, 2, 6),
        _variant(3, 2, 2, 22),
        _variant(3, 2, 3, 48),
        _variant(4, 2, 4, 123),
        _variant(5, 2, 5, 270),
        _variant(3, 3, 3, 819),
        _variant(4, 3, 4, 4833),
        _variant(4, 4, 4, 19_030, testing=False),
        _variant(5, 3, 5, 23_712, testing=False),
    )

    rows = 1
    dense = False
    stuck = LOST

    def prepare(self, toads: int, gap: int, frogs: int) -> None:
        self.toads, self.gap, self.frogs = toads, gap, frogs
        self.cols = toads + gap + frogs
        self.most_moves = max(toads, frogs)
        self.other_side = "ox" if toads == frogs else ""
        self.exchanged_cells = tuple(range(self.cols))[::-1]
        self.setup = "x" * toads + "-" * gap + "o" * frogs

    def format_move(self, position: Position, move: int) -> str:
        return str(source_of(move) + 1)


def list_moves(cells: Cells, turn: int, moves: Moves) -> int:
    forward, count = 1 if turn == 1 else -1, 0
    for cell in range(len(cells)):
        target = cell + forward
        if cells[cell] == turn:
            if 0 <= target < len(cells) and cells[target] == 3 - turn:
                target += forward  # a hop
            if 0 <= target < len(cells) and cells[target] == 0:
                count = add(moves, count, step(cell, target))
    return count
