"""Abrobad: place stones apart from one another, then join them; whoever has fewer groups in the end wins.

The hexagons are numbered row by row; the rows have two, three, four and three. Every placement of stones is legal, with
either player to move. Although stones can slide to and fro forever, no position is drawn, as ending is always allowed.

The first player wins in fifteen moves; play from the start reaches 700,030 positions (GamesmanClassic). The small board
is not a published game, but one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Add, Button, Table, Variant
from perfect_play.puzzles.boards import MORE, BoardGame, Cells, Layout, Moves, Position, Rows, add, step
from perfect_play.puzzles.boards.actions import chain_of, is_full, make_step, mask_of
from perfect_play.puzzles.boards.hexagons import neighbors, rays, symmetries

END = MORE


class Abrobad(BoardGame):
    name = "Abrobad"
    description = "Place stones apart, then slide them together into fewer groups than the enemy."
    instructions = """`X` begins. As long as an empty cell has **none of your stones** next to it, you must **place** a
        stone on such a cell. Otherwise, either **slide** one of your stones in a straight line, over any stones in its
        way, to the **first empty cell**, or **end** the game: the other player's stones then fill all empty cells.
        Neighboring stones of one player form a **group**. When the board is full, the player to move wins with **fewer
        groups** than the other player, and loses otherwise."""
    author = "Joseph Kisenwether"
    variants = (
        Variant("small", "Small: rows of two, three and two", ((2, 3, 2),), testing=True, positions=276),
        Variant("standard", "Regular", ((2, 3, 4, 3),), presolve=False, positions=266_815),
    )
    numbered_from = 0
    pieces, other_side = "XO", "OX"
    rows = 1

    def prepare(self, lengths: tuple[int, ...]) -> None:
        self.cols = sum(lengths)
        self.layout = Layout(1, self.cols + 1, range(self.cols))  # and a place for the button that ends the game
        self.symmetries = symmetries(lengths)
        self.neighbors = neighbors(lengths)
        self.around = tuple(sum(1 << neighbor for neighbor in cells) for cells in self.neighbors)  # as bits
        self.rays = tuple((cell, *ray) for cell, around in enumerate(rays(lengths)) for ray in around if ray)

    def tier(self, x: int, o: int) -> int:
        """The number of stones."""
        return x + o

    def format_move(self, position: Position, move: int) -> str:
        """The numbers of the cells, or `end`."""
        return "end" if move == END else super().format_move(position, move)

    def button(self, position: Position, move: int) -> Button:
        """`E` ends the game."""
        return Add("E", self.cells) if move == END else super().button(position, move)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, rays: Rows) -> int:
    count = 0
    for cell in range(len(neighbors)):
        isolated = cells[cell] == 0
        for neighbor in neighbors[cell]:
            isolated = isolated and cells[neighbor] != turn
        if isolated:
            count = add(moves, count, cell)
    if count > 0:
        return count
    for ray in rays:
        if cells[ray[0]] == turn:
            for target in ray:
                if cells[target] == 0:
                    count = add(moves, count, step(ray[0], target))
                    break
    return add(moves, count, END)


def make_move(cells: Cells, turn: int, move: int) -> int:
    if move != END:
        return make_step(cells, turn, move)
    for cell in range(len(cells)):
        if cells[cell] == 0:
            cells[cell] = 3 - turn
    return 3 - turn


def outcome(cells: Cells, turn: int, around: Table) -> int:
    if not is_full(cells, len(cells)):
        return ONGOING
    return WON if groups(cells, turn, around) < groups(cells, 3 - turn, around) else LOST


def groups(cells: Cells, player: int, around: Table) -> int:
    """The number of groups of a player's stones."""
    remaining, count = mask_of(cells, player), 0
    while remaining:
        remaining &= ~chain_of(remaining & -remaining, remaining, around)
        count += 1
    return count
