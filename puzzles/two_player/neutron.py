"""Neutron: slide the neutron, then a piece of yours; whoever's home row the neutron reaches wins.

Player 1 has `X`, whose home is the bottom row, and player 2 `O`; `N` is the neutron. The first move of the game, and
any later one from the same arrangement, slides only a piece. Play that never ends is a draw. The regular board has some
six billion classes of positions, too many to be solved here. The 3x3 board is not a published game, but a small one for
trying out the same rules.
"""

from perfect_play.puzzles import LOST, MIRRORED, ONGOING, UPSIDE_DOWN, WON, Move, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Layout, Position, end_of, list_slides, place_of, slides
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of

NEUTRON = 3


class Neutron(BoardGame):
    name = "Neutron"
    description = "Drive the neutron to your own home row."
    instructions = """On your turn, **slide the neutron**, then a **piece** of yours, each in any of the eight
        directions, **as far as it goes**, up to the edge or another piece. On the first move of the game, by `X`, only
        a piece slides. When the neutron reaches a **home row**, the player whose home it is wins at once, whoever moved
        it: the home of `X` is at the bottom, that of `O` at the top. Whoever **cannot make both moves** loses."""
    author = "Robert A. Kraus"
    date_created = "1978"
    variants = (
        Variant("3x3", "3x3, three pieces each", (3,), testing=True, positions=563),
        Variant("regular", "Home Row Wins", (5,), presolve=False, positions=6_000_000_000),
    )
    pieces, other_side = "XON", "OXN"
    dense = False
    most_moves = 512
    stuck = LOST

    def prepare(self, side: int) -> None:
        self.rows = self.cols = self.side = side
        # Below, a board of buttons for every cell that the neutron can go to.
        self.layout = Layout(side * (1 + self.cells), side, range(self.cells))
        images = symmetries(side, side)
        self.exchanged_cells, self.symmetries = images[UPSIDE_DOWN], [images[MIRRORED]]
        self.rays = slides(side, side)
        between = "-" * (self.cells // 2 - side)
        self.setup = "O" * side + between + "N" + between + "X" * side
        self.beginning = tuple(self.numbers(self.setup))

    def format_move(self, position: Position, move: int) -> str:
        """Where the neutron goes, and the step of the piece: `Nc4 a1-a3`."""
        neutron, source, _ = parts_of(move)
        slide = super().format_move(position, move) if source >= 0 else ""
        return " ".join(filter(None, ["N" + self.name_of(neutron - 1) if neutron > 0 else "", slide]))

    def button(self, position: Position, move: int) -> Move:
        """An arrow for a single slide; for both, one from the board of where the neutron goes."""
        neutron, source, target = parts_of(move)
        if source < 0:
            return Move(position[1].index("N"), neutron - 1)
        return Move(source + self.cells * neutron, target)


def list_moves(cells: Cells, turn: int, moves: Moves, rays: Rows, side: int, beginning: tuple[int, ...]) -> int:
    """A move is MORE times the new cell of the neutron plus one, plus the slide of a piece."""
    opening, count = True, 0
    for cell in range(side * side):
        opening = opening and cells[cell] == beginning[cell]
    if opening:
        return list_slides(cells, turn, moves, 0, rays)
    for ray in rays:
        if cells[ray[0]] == NEUTRON:
            target = end_of(cells, ray)
            if target != ray[0]:
                first, before = MORE * (target + 1), count
                if side <= target < side * (side - 1):
                    cells[ray[0]] = 0
                    cells[target] = NEUTRON
                    count = list_slides(cells, turn, moves, count, rays)
                    cells[target] = 0
                    cells[ray[0]] = NEUTRON
                    for number in range(before, count):
                        moves[number] += first
                else:
                    count = add(moves, count, first)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    neutron, source, target = parts_of(move)
    if neutron > 0:
        cells[place_of(cells, NEUTRON)] = 0
        cells[neutron - 1] = NEUTRON
    if source >= 0:
        cells[source] = 0
        cells[target] = turn
    return 3 - turn


def outcome(cells: Cells, turn: int, side: int) -> int:
    for cell in range(side):
        if cells[cell] == NEUTRON:
            return WON if turn == 2 else LOST
        if cells[side * (side - 1) + cell] == NEUTRON:
            return WON if turn == 1 else LOST
    return ONGOING
