"""The L-game: put your L elsewhere, then perhaps one of two neutral pieces, until the other player's L cannot move.

The cells are numbered row by row. `B` is on the four cells of player 1's L, `R` on those of player 2's; `W` and `G` are
the neutral pieces, told apart as in GamesmanClassic. An L is known by its two ends, which are a knight's move apart:
first the end of its short arm, which has two cells, then that of its long arm, which has three.

Every placement is legal, with either player to move. Play that never ends is a draw, as is the game. Play from the
start reaches all 73,472 positions (GamesmanClassic); up to symmetry and with identical neutral pieces, 2,296 (E.
Berlekamp, J. Conway and R. Guy, Winning Ways, 1982).
"""

from perfect_play.puzzles import LOST, IllegalPosition, Move, Turn, Variant, cell_name, symmetries
from perfect_play.puzzles.boards import MORE, BoardGame, Cells, Layout, Moves, Position, add, mask_of, parts_of, step

SIDE, CELLS = 4, 16
NEUTRAL = 3  # the first of the neutral pieces


def _ends_of() -> dict[int, tuple[int, int]]:
    """The ends of each L, by its cells as bits."""
    ends = {}
    for foot in range(CELLS):
        for tip in range(CELLS):
            down, right = tip // SIDE - foot // SIDE, tip % SIDE - foot % SIDE
            if {abs(down), abs(right)} == {1, 2}:
                unit = SIDE * (down // abs(down)) if abs(down) == 2 else right // abs(right)  # along the long arm
                ends[1 << foot | 1 << tip | 1 << tip - unit | 1 << tip - 2 * unit] = (foot, tip)
    return ends


ENDS = _ends_of()
SHAPES = tuple(ENDS)
SPAN = 11  # rows and columns of the board as it is shown
PLACES = tuple(SPAN * (cell // SIDE) + cell % SIDE for cell in range(CELLS))
"""The board's places for the cells, in its upper left corner."""
STANDS = tuple(place for place in range(SPAN * SPAN) if place not in PLACES)[: 2 * len(SHAPES)]
"""Two places for each L, for the buttons of moves with either neutral piece."""


class LGame(BoardGame):
    name = "L-game"
    description = "Move your L until the other player cannot."
    instructions = """`B` begins. On your turn, lift your **L**, turn and flip it as you like, and put it down in a
        **different place**, which may overlap the old one. Then you may move **one of the two neutral pieces**, `W` or
        `G`, to any empty cell. Whoever cannot put the L anywhere else **loses**."""
    author = "Edward de Bono"
    date_created = "1967"
    variants = (Variant("regular", "Regular", testing=True, positions=4_592),)
    pieces, other_side = "BRWG", "RBWG"
    setup = "WBB--RB--RB--RRG"
    rows = cols = SIDE
    layout = Layout(SPAN, SPAN, PLACES)
    symmetries = symmetries(SIDE, SIDE)
    dense = False
    most_moves = 256
    stuck = LOST

    def read(self, cells: str, turn: Turn) -> Position:
        """Read the cells, and check the shape of both Ls."""
        position = super().read(cells, turn)
        for piece in "BR":
            if sum(1 << cell for cell in range(CELLS) if cells[cell] == piece) not in ENDS:
                raise IllegalPosition(f"{cells!r}: the cells of {piece!r} are not an L, a row of three and one beside.")
        return position

    def format_move(self, position: Position, move: int) -> str:
        """The ends of the L; then a neutral piece and where it goes: `b4-a2`, `b4-a2 W-d1`."""
        shape, source, target = parts_of(move)
        names = "-".join(cell_name(cell, SIDE, SIDE) for cell in ENDS[shape])
        return names if source < 0 else f"{names} {position[1][source]}-{cell_name(target, SIDE, SIDE)}"

    def button(self, position: Position, move: int) -> Move:
        """An arrow along the L; with a neutral piece, to where that goes, from a cell that stands for the L."""
        shape, source, target = parts_of(move)
        if source < 0:
            return Move(*(PLACES[cell] for cell in ENDS[shape]))
        return Move(STANDS[2 * SHAPES.index(shape) + (position[1][source] == "G")], PLACES[target])


def list_moves(cells: Cells, turn: int, moves: Moves) -> int:
    """A move is MORE times the cells of the L, as bits, plus the step of a neutral piece, if there is one."""
    own_cells, count = mask_of(cells, turn), 0
    occupied = (1 << CELLS) - 1 - own_cells - mask_of(cells, 0)
    for shape in SHAPES:
        if shape != own_cells and shape & occupied == 0:
            count = add(moves, count, MORE * shape)
            for source in range(CELLS):
                if cells[source] >= NEUTRAL:
                    for target in range(CELLS):
                        if (shape | occupied) >> target & 1 == 0:
                            count = add(moves, count, MORE * shape + step(source, target))
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    shape, source, target = parts_of(move)
    for cell in range(CELLS):
        if shape >> cell & 1:
            cells[cell] = turn
        elif cells[cell] == turn:
            cells[cell] = 0
    if source >= 0:
        cells[target] = cells[source]
        cells[source] = 0
    return 3 - turn
