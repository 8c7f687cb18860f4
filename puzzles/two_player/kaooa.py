"""Kaooa, or vultures and crows: six crows try to trap a vulture on a star of ten points.

The tips of the star are 0 to 4, the inner points 5 to 9: the point 5 + k is between the tips k and k + 1. A position's
text is the player, `_`, the points (`C` a crow, `V` the vulture), and how many crows have been dropped. Player 1 has
the crows and begins. A position is legal if play can lead to its numbers of crows, vultures and dropped crows.

Play that never ends is a draw, and so is the game; play from the start reaches 21,696 positions (GamesmanOne).
"""

from itertools import pairwise

from perfect_play.puzzles import LOST, ONGOING, Turn, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, source_of
from perfect_play.puzzles.boards.actions import count_of, list_empty, list_jumps, list_steps, make_step, take_jumped

CROWS, CAPTURES = 6, 3
POINTS = 10
CROW, VULTURE = 1, 2
LINES = tuple((tip, 5 + tip, 5 + (tip + 1) % 5, (tip + 2) % 5) for tip in range(5))
JOINED = [pair for line in LINES for pair in pairwise(line)]


class Kaooa(BoardGame):
    name = "Kaooa"
    also_called = ("Vultures and Crows",)
    description = "Trap the vulture with six crows, or take three of them."
    side_names = ("the crows", "the vulture")
    instructions = """Player 1 has the crows, `C`, and begins: **drop** six of them, one per turn, then **move** one
        along a line to the next point, if it is empty. Player 2 drops the vulture, `V`, then moves it in the same way,
        or **takes** a crow: the vulture jumps over a crow next to it, in a straight line, to the empty point behind.
        The vulture wins by taking **three crows**; the crows win when the vulture **cannot move**."""
    author = "Traditional; played in India"
    variants = (Variant("regular", "Regular", testing=True, positions=2_563),)
    numbered_from = 0
    pieces, other_side = "CV", ""
    setup = "-" * POINTS + "0"
    counts = {"C": range(CROWS + 1), "V": (0, 1)}
    extras = (range(CROWS + 1),)
    rows, cols = 1, POINTS
    # Rotations; and a reflection in the line through the first tip, followed by rotations.
    symmetries = [
        tuple((sign * tip + turned) % 5 for tip in range(5))
        + tuple(5 + (sign * tip + turned - (sign < 0)) % 5 for tip in range(5))
        for sign in (1, -1)
        for turned in range(5)
    ]
    neighbors = tuple(
        tuple(sorted({b for pair in JOINED for a, b in (pair, pair[::-1]) if a == point})) for point in range(POINTS)
    )
    jumps = tuple(line[i : i + 3][::sign] for line in LINES for i in (0, 1) for sign in (1, -1))

    def possible(self, turn: Turn, crows: int, vultures: int, dropped: int) -> bool:
        """The vulture drops after the first crow, moves after each later one, and takes at most one crow a move."""
        flights = dropped - turn
        if dropped < turn - 1 or vultures != (flights >= 0):
            return False
        return 0 <= dropped - crows <= (CAPTURES if dropped == CROWS else min(CAPTURES, max(0, flights)))

    def tier(self, crows: int, vultures: int, dropped: int) -> tuple[int, int, int]:
        """The numbers of crows and vultures dropped, and of crows taken."""
        return dropped, vultures, dropped - crows


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    dropping = cells[POINTS] < CROWS if turn == CROW else cells[POINTS] == 1
    if dropping:
        return list_empty(cells, POINTS, moves, 0)
    count = list_steps(cells, turn, moves, neighbors)
    return list_jumps(cells, turn, moves, count, jumps) if turn == VULTURE else count


def make_move(cells: Cells, turn: int, move: int, jumps: Rows) -> int:
    if source_of(move) < 0:
        cells[POINTS] += turn == CROW
    take_jumped(cells, move, jumps)
    return make_step(cells, turn, move)


def outcome(cells: Cells, turn: int, neighbors: Rows, jumps: Rows) -> int:
    if cells[POINTS] - count_of(cells, POINTS, CROW) >= CAPTURES:
        return LOST
    free = count_of(cells, POINTS, VULTURE) == 0
    for vulture in range(POINTS):
        for target in neighbors[vulture]:
            free = free or (cells[vulture] == VULTURE and cells[target] == 0)
    for first, over, last in jumps:
        free = free or (cells[first] == VULTURE and cells[over] == CROW and cells[last] == 0)
    return ONGOING if free else LOST
