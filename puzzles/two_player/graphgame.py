"""Graph: move a token along the arrows of a directed graph, to a node that decides the game.

The cells are the nodes; `x` is the token. A position's text is the player, `_` and the number of the node. The token
can be on any node, with either player to move; the result does not depend on who that is. Play that never ends is a
draw.

The graphs are those of GamesmanClassic: counting down from 10 by 1 or 2, a graph in which nearly everything is drawn,
and one whose ends are won, lost and tied.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Impartial, MalformedPosition, Variant, read_turn, short
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Position, Rows, place_of, steps_from, target_of

COUNTDOWN = ((), (0,), *((n - 1, n - 2) for n in range(2, 11)))
LOOPS = (
    *((1,), (0, 2), (3,), (4,), (6, 7), (3, 4), (5, 8), (5, 8), (9,), (8, 10), (9, 11, 12)),
    *((10,), (13, 17), (15,), (12,), (14, 16), (18,), (11, 18, 20), (), (16, 20), (16, 19)),
)
ENDS = (
    *((1, 2), (2, 3, 4), (5,), (7, 8), (8, 9), (6, 9, 10), (5, 10, 11), (8, 12), (7, 13), (13, 14), (15,)),
    *((),) * 5,
)
VARIOUS = ((11, LOST), (12, WON), (13, WON), (14, WON), (15, TIED))


class GraphGame(Impartial, BoardGame):
    name = "Graph"
    description = "Move a token along arrows until the other player has lost."
    instructions = """A **token** `x` stands on one of the numbered nodes. On your turn, **move** it along an arrow.
        In *10 to 0 by 1 or 2*, the arrows lead one or two down, and whoever moves to 0 wins; in the *pure draw
        example*, whoever moves to 18. In *various ends*, moving to 11 wins, moving to 12, 13 or 14 loses, and 15 is
        a tie."""
    author = "GamesCrafters"
    variants = (
        Variant("0", "10 to 0 by 1 or 2", (COUNTDOWN, 10, ((0, LOST),)), testing=True, positions=11),
        Variant("1", "Pure draw example", (LOOPS, 0, ((18, LOST),)), testing=True, positions=21),
        Variant("2", "Various ends", (ENDS, 0, VARIOUS), testing=True, positions=16),
    )
    pieces, other_side = "x", "x"
    rows = 1

    def prepare(self, arrows: tuple[tuple[int, ...], ...], first: int, ends: tuple[tuple[int, int], ...]) -> None:
        self.arrows = arrows
        values = dict(ends)
        self.cols = len(arrows)
        self.ends = tuple(values.get(node, ONGOING) for node in range(self.cols))
        self.setup = ("-" * first + "x").ljust(self.cols, "-")

    def format(self, position: Position) -> str:
        """The player, `_` and the node of the token."""
        return f"{position[0]}_{position[1].index('x')}"

    def parse(self, text: str) -> Position:
        """Reads the player and the node."""
        turn, node = read_turn(text, "the token's node", limit=4)
        if node not in map(str, range(self.cols)):
            raise MalformedPosition(f"{short(text)}: expected a node from 0 to {self.cols - 1}.")
        return (turn, ("-" * int(node) + "x").ljust(self.cols, "-"))

    def format_move(self, position: Position, move: int) -> str:
        """The node that the token goes to."""
        return str(target_of(move))


def list_moves(cells: Cells, turn: int, moves: Moves, arrows: Rows) -> int:
    node = place_of(cells, 1)
    return steps_from(cells, node, moves, 0, arrows[node])


def outcome(cells: Cells, turn: int, ends: tuple[int, ...]) -> int:
    return ends[place_of(cells, 1)]
