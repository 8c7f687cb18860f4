"""Rubik's Magic, the strategy game: slide and turn an enemy tile, place one of yours, and make a line that stays.

`U` and `D` are player 1's tiles with either side up, `u` and `d` player 2's. A line is three tiles of one player with
the same side up. At a player's turn, a line of their own wins; a line of the enemy loses if it is locked, that is, if
no cell beside it is empty. 4x4 has too many positions to be solved here. The 2x3 board is not a published game, but a
small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, TIED, WON, Add, Button, Move, Turn, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Position, beside, is_full, lines, within
from perfect_play.puzzles.boards.moves import MORE, Cells, Moves, Rows, add, parts_of, step

LONGEST = 3


class RubiksMagic(BoardGame):
    name = "Rubik's Magic"
    also_called = ("Rubik's Magic Strategy Game",)
    description = "Turn the enemy's tiles over, and make a line of three that lasts."
    instructions = """`U` and `D` begin, against `u` and `d`. If any **enemy tile** can slide up, down or sideways to an
        empty cell next to it, you must **slide** one; that **turns it over**. Then **place** a tile of yours, either
        side up, on an empty cell, perhaps the one the enemy tile just left. Three tiles of one player in a row, across,
        down or diagonal, **with the same side up**, win if they are still there at the owner's next turn, or win at
        once if no cell next to them is empty. A full board without such a line is a tie."""
    author = "Ernő Rubik"
    variants = (
        Variant("2x3", "2x3", (2, 3), testing=True, positions=1_367),
        Variant("regular", "Regular", (4, 4), presolve=False, positions=2_000_000_000),
    )
    pieces, other_side = "UDud", ""
    dense = False

    def prepare(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        tiles = range((self.cells + 1) // 2 + 1)
        self.counts = dict.fromkeys(self.pieces, tiles)
        self.symmetries = symmetries(rows, cols)
        self.neighbors = beside(rows, cols)
        self.wins = lines(rows, cols, LONGEST)
        self.slides = [(cell, neighbor) for cell, around in enumerate(self.neighbors) for neighbor in around]
        # Beside the board, another one for tiles with `D` up, and two places for each slide.
        width = 2 * cols + -(-2 * len(self.slides) // rows)
        self.layout = within(rows, width, rows, cols)

    def possible(self, turn: Turn, *counts: int) -> bool:
        """The players place their tiles in turn, player 1 first."""
        return counts[0] + counts[1] - counts[2] - counts[3] == turn - 1

    def format_move(self, position: Position, move: int) -> str:
        """The slide, if any, then the new tile's cell and side: `b3-b4 c1U`."""
        tile, source, _ = parts_of(move)
        slide = "" if source < 0 else super().format_move(position, move) + " "
        return slide + self.name_of(tile // 2) + "UD"[tile % 2]

    def button(self, position: Position, move: int) -> Button:
        """The new tile on the cell for its side; with a slide, an arrow from the cell for slide and side."""
        tile, source, target = parts_of(move)
        cell, side = divmod(tile, 2)
        place, width = self.layout.places[cell], self.layout.cols
        if source < 0:
            return Add(self.pieces[2 * position[0] - 2 + side], place + self.cols * side)
        stands = 2 * self.slides.index((source, target)) + side
        return Move(stands % self.rows * width + 2 * self.cols + stands // self.rows, place)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows) -> int:
    """A move is the slide, if any, plus MORE times a number: twice the new tile's cell, plus 1 with `D` up."""
    count, enemy = 0, 5 - 2 * turn
    for source in range(len(neighbors)):
        if 0 <= cells[source] - enemy <= 1:
            for target in neighbors[source]:
                if cells[target] == 0:
                    for cell in range(len(neighbors)):
                        if cell == source or (cells[cell] == 0 and cell != target):
                            for side in (0, 1):
                                count = add(moves, count, MORE * (2 * cell + side) + step(source, target))
    if count > 0:
        return count
    for cell in range(len(neighbors)):
        if cells[cell] == 0:
            for side in (0, 1):
                count = add(moves, count, MORE * (2 * cell + side))
    return count


def make_move(cells: Cells, turn: int, move: int) -> int:
    tile, source, target = parts_of(move)
    enemy = 5 - 2 * turn
    if source >= 0:
        cells[target] = 2 * enemy + 1 - cells[source]
        cells[source] = 0
    cells[tile // 2] = 2 * turn - 1 + tile % 2
    return 3 - turn


def outcome(cells: Cells, turn: int, wins: Rows, neighbors: Rows) -> int:
    result = ONGOING
    for win in wins:
        tile = cells[win[0]]
        if tile != 0 and cells[win[1]] == tile and cells[win[2]] == tile:
            if (tile + 1) // 2 == turn:
                return WON
            locked = True
            for cell in win:
                for neighbor in neighbors[cell]:
                    locked = locked and cells[neighbor] != 0
            if locked:
                result = LOST
    return TIED if result == ONGOING and is_full(cells, len(cells)) else result
