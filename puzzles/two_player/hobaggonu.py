"""Ho-Bag Gonu: bring three pieces through the gates into the enemy's home.

The points are numbered from the top: 0 to 2 the home of player 1 (`X`), 3 its gate, 4 to 6 the middle, 7 the other
gate, 8 to 10 the home of player 2 (`O`). Every placement of the pieces is legal, with either player to move. Play that
never ends is a draw, and so is the game; play from the start reaches 15,962 positions (GamesmanClassic).
"""

from perfect_play.puzzles import LOST, ONGOING, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, list_player_steps

LINES = "0-1 1-2 1-3 3-4 3-5 3-6 4-5 5-6 4-7 5-7 6-7 7-9 8-9 9-10"
JOINED = [tuple(map(int, line.split("-"))) for line in LINES.split()]
HOMES = (range(3), range(8, 11))


def _can_step(player: int, source: int, target: int) -> bool:
    """Whether a piece of this player may step along a line."""
    home, goal = HOMES if player == 1 else HOMES[::-1]
    returns, leaves = target in home and source not in home, source in goal and target not in goal
    return ((source, target) in JOINED or (target, source) in JOINED) and not returns and not leaves


class HoBagGonu(BoardGame):
    name = "Ho-Bag Gonu"
    also_called = ("Pumpkin Gonu",)
    description = "Bring your pieces through the gates into the enemy's home."
    instructions = """`X` begins. On your turn, move one of your pieces along a line to the next point, if it is empty.
        A piece that has left its home **may not go back**, and one in the enemy's home **may not leave** it. You win
        when your pieces fill the **enemy's home**, or when the other player **cannot move**. If, in both homes, the
        owner holds the outer points and the enemy the one between them, the player to move loses."""
    author = "Traditional; played in Korea"
    variants = (Variant("regular", "Regular", testing=True, positions=4_740),)
    numbered_from = 0
    stuck = LOST
    pieces, other_side = "XO", "OX"
    setup = "XXX-----OOO"
    rows, cols = 1, 11
    symmetries = ((2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8),)
    exchanged_cells = (8, 9, 10, 7, 4, 5, 6, 3, 0, 1, 2)
    targets = tuple(tuple(b for b in range(11) if _can_step(player, a, b)) for player in (1, 2) for a in range(11))
    """For player 1 and every point, where a piece may step; then for player 2."""

    list_moves = list_player_steps


def outcome(cells: Cells, turn: int) -> int:
    held = cells[0] == 1 and cells[2] == 1 and cells[8] == 2 and cells[10] == 2
    if held and cells[1] == 2 and cells[9] == 1:
        return LOST
    if (cells[0] == 2 and cells[1] == 2 and cells[2] == 2) or (cells[8] == 1 and cells[9] == 1 and cells[10] == 1):
        return LOST
    return ONGOING
