"""Chung-Toi: place three stones, upright or crosswise, then step along their arms until three stand in a row.

Player 1 has `T`, a stone whose arms are upright and across, and `X`, one whose arms are diagonal; player 2 has `t` and
`x`. Every placement of the stones is legal; once all are on the board, either player can be to move. A board with a row
is lost for the player to move, whichever way its stones lie. Play that never ends is a draw, as is the game.

As in GamesmanClassic, a stone that stays need not be turned, so passing is legal. Play from the start reaches 249,299
positions (GamesmanClassic). The game with upright stones only is not published, but a small one for trying out the same
rules.
"""

from perfect_play.puzzles import LOST, ONGOING, Add, Button, Move, Turn, Variant, rays, symmetries
from perfect_play.puzzles.boards import ACROSS, BoardGame, Layout, Position, count_of, line_owner, lines, owner_of
from perfect_play.puzzles.boards.moves import Cells, Moves, Rows, source_of, step, target_of

CELLS, STONES = 9, 3
DIAGONAL = (0, 2, 5, 7)  # of the eight directions of `rays`


class ChungToi(BoardGame):
    name = "Chung-Toi"
    description = "Place three stones, then step or turn them until they stand in a row."
    instructions = """In turn, each player **places** three stones on empty cells, **upright** (`T`, `t`) or
        **crosswise** (`X`, `x`); `T` and `X` begin, against `t` and `x`. Then, on your turn, **move** one of your
        stones one or two cells to an empty cell and lay it down either way: an upright stone moves horizontally or
        vertically, a crosswise one diagonally, and both may pass over other stones. Or **turn** a stone in place, or
        leave everything as it is. Whoever gets **three in a row** wins."""
    author = "Reginald Chung"
    date_created = "1994"
    variants = (
        Variant("upright", "Upright stones only", (1,), testing=True, positions=564),
        Variant("regular", "Regular", (2,), positions=20_889),
    )
    pieces, other_side = "TXtx", "txTX"
    rows = cols = 3
    layout = Layout(6, 3, range(CELLS))  # below, a place for each cell, for stones that are laid down crosswise
    symmetries = symmetries(3, 3)
    wins = lines(3, 3, 3)
    # For each cell, where an upright stone can go; then where a crosswise one can.
    arms = tuple(
        tuple(target for direction in directions for target in rays(cell, 3, 3)[direction])
        for directions in (ACROSS, DIAGONAL)
        for cell in range(CELLS)
    )

    def prepare(self, orientations: int) -> None:
        self.orientations = orientations
        stones, zero = range(STONES + 1), range(1)
        self.counts = {"T": stones, "t": stones} | dict.fromkeys("Xx", stones if orientations == 2 else zero)

    def possible(self, turn: Turn, *counts: int) -> bool:
        """The players place their stones in turn, player 1 first."""
        first, second = sum(counts[:2]), sum(counts[2:])
        return first == second == STONES or (first - second == turn - 1 and first <= STONES)

    def tier(self, *counts: int) -> int:
        """The number of stones placed."""
        return sum(counts)

    def format_move(self, position: Position, move: int) -> str:
        """The cells, then how the stone lies: `a1T`, `a1-b1X`."""
        places = dict.fromkeys(cell for cell in (source_of(move // 2), target_of(move // 2)) if cell >= 0)
        return "-".join(self.name_of(cell) for cell in places) + "TX"[move % 2]

    def button(self, position: Position, move: int) -> Button:
        """An arrow, or a button where a stone is placed or stays."""
        source, target = source_of(move // 2), target_of(move // 2)
        place = CELLS * (move % 2) + target
        stone = self.pieces[2 * position[0] - 2 + move % 2]
        return Add(stone, place) if source in (-1, target) else Move(source, place)


def list_moves(cells: Cells, turn: int, moves: Moves, arms: Rows, orientations: int) -> int:
    """Twice the number of a step or placement, and 1 more if the stone is laid down crosswise."""
    count, placed = 0, count_of(cells, CELLS, 2 * turn - 1) + count_of(cells, CELLS, 2 * turn)
    for cell in range(CELLS):
        if placed < STONES:
            if cells[cell] == 0:
                count = add_ways(cell, moves, count, orientations)
        elif owner_of(cells[cell], 2) == turn:
            count = add_ways(step(cell, cell), moves, count, orientations)
            for target in arms[CELLS * ((cells[cell] - 1) % 2) + cell]:
                if cells[target] == 0:
                    count = add_ways(step(cell, target), moves, count, orientations)
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    if source_of(move // 2) >= 0:
        cells[source_of(move // 2)] = 0
    cells[target_of(move // 2)] = 2 * turn - 1 + move % 2
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows) -> int:
    return LOST if line_owner(cells, wins, 2) != 0 else ONGOING


def add_ways(move: int, moves: Moves, count: int, orientations: int) -> int:
    """Write a step or placement in each way to lay the stone down, from moves[count] on; returns the new count."""
    for crosswise in range(orientations):
        moves[count + crosswise] = 2 * move + crosswise
    return count + orientations
