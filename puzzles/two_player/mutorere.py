"""Mū Tōrere: four pieces each on a ring of eight points and its center; trap the opponent.

A position is (player to move, cells): the points as a board of 3 x 3, row by row from the top
left; the outer eight are the ring, the middle one is the center. `x` is a piece of the first
player, `o` one of the second, `-` the empty point. Every placement of the eight pieces is legal,
with either player to move.

Its text is the player, `_` and the points: the center, then the ring counterclockwise from the middle
of the left side, as in GamesmanClassic: `1_-ooooxxxx`. Up to the symmetries of the ring there are 46
placements (M. Ascher, "Mu Torere: an analysis of a Maori game", Mathematics Magazine 60, 1987). Of the
versions in use, this one restricts moves into the center throughout, not only at first.
"""

from perfect_play.puzzles import LOST, WON, MalformedPosition, Variant, read_turn, short
from perfect_play.puzzles.boards import (
    BoardGame,
    Cells,
    Moves,
    Position,
    Rows,
    add,
    place_of,
    source_of,
    step,
    target_of,
)

RING = (0, 1, 2, 5, 8, 7, 6, 3)  # the cells of the ring, clockwise
CENTER = 4
POINTS = (CENTER, 3, 6, 7, 8, 5, 2, 1, 0)
"""In the order of the text."""
JOINED = {CENTER: RING} | {cell: (RING[i - 1], RING[(i + 1) % 8], CENTER) for i, cell in enumerate(RING)}


class MuTorere(BoardGame):
    name = "Mū Tōrere"
    description = "Move around a ring and through its center, and trap the other player."
    instructions = """Eight points form a **ring**; the ninth, the **center**, is next to all of them. `x` begins. On
        your turn, move one of your pieces to the empty point: along the ring to the point beside it, out of the center
        to any point, or into the center, but only from **beside an enemy piece** on the ring. Whoever **cannot move**
        loses; in the misère variant, wins."""
    author = "Traditional, Māori"
    date_created = "Traditional; analyzed by Marcia Ascher in 1987"
    variants = (
        Variant("regular", "Regular", (LOST,), testing=True, positions=46),
        Variant("misere", "Misère: whoever cannot move wins", (WON,), testing=True, positions=46),
    )

    other_side = "ox"
    rows = cols = 3
    setup = "xxxo-xooo"
    joined = tuple(JOINED[cell] for cell in range(9))

    def prepare(self, stuck: int) -> None:
        self.stuck = stuck
        rings = [circle[first:] + circle[:first] for circle in (RING, RING[::-1]) for first in range(8)]
        places = [dict(zip(RING, ring, strict=True)) for ring in rings]
        self.symmetries = [tuple(place.get(cell, CENTER) for cell in range(9)) for place in places]

    def format(self, position: Position) -> str:
        """The player and the points, the center first."""
        return f"{position[0]}_{''.join(position[1][cell] for cell in POINTS)}"

    def parse(self, text: str) -> Position:
        """Reads the player and the points, the center first."""
        turn, points = read_turn(text, "the points", limit=len(POINTS) + 2)
        if len(points) != len(POINTS):
            raise MalformedPosition(f"{short(text)}: expected {len(POINTS)} points.")
        return self.read("".join(points[POINTS.index(cell)] for cell in range(len(POINTS))), turn)

    def format_move(self, position: Position, move: int) -> str:
        cells = (source_of(move), target_of(move))
        return "-".join("center" if cell == CENTER else str(RING.index(cell) + 1) for cell in cells)


def list_moves(cells: Cells, turn: int, moves: Moves, joined: Rows) -> int:
    empty, count = place_of(cells, 0), 0
    for cell in joined[empty]:
        beside_enemy = cells[joined[cell][0]] == 3 - turn or cells[joined[cell][1]] == 3 - turn
        if cells[cell] == turn and (empty != CENTER or beside_enemy):
            count = add(moves, count, step(cell, empty))
    return count
