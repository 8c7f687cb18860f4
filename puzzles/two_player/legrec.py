"""Le Grec: step and jump past the other player's men into the other half, never backward.

Player 1 has `X`, begins at the top, and moves down. Every placement of the men is legal, with either player to move.
Play that never ends is a draw, and so are all three games; play from the start reaches 811,912 positions
(GamesmanClassic). The 4x2 board is not a published game, but a small one for trying out the same rules.
"""

from perfect_play.puzzles import LOST, ONGOING, WON, Variant, rays
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, add, step

LARGE, SMALL = ("XXXX-XXXOOO-OOOO", 4), ("XX-XO-OO", 2)


def _routes(rows: int, cols: int) -> Rows:
    """Every step and jump on an empty board: the player, the first cell, the cell jumped over or -1, and the last."""
    return tuple(
        (player, cell, *passed)
        for cell in range(rows * cols)
        for ray in rays(cell, rows, cols)
        for player in (1, 2)
        if ray and (ray[0] // cols - cell // cols) * (3 - 2 * player) >= 0
        for passed in ((-1, *ray[:1]), ray[:2])
        if len(passed) == 2
    )


class LeGrec(BoardGame):
    name = "Le Grec"
    opens = "advancement-comparison"
    description = "Bring your men past the enemy's into the other half of the board."
    instructions = """`X` begins. On your turn, move a man one step to an empty cell, **forward, sideways or diagonally
        forward**; or **jump** in such a direction over an enemy man next to it to the empty cell behind. Nothing is
        taken. You win when all your men are in the **other half**. If you **cannot move**, the variant decides: you
        lose, or you win, or you win only if you have more men in the enemy's half than the enemy has in yours."""
    author = "Unknown; in GamesmanClassic"
    variants = (
        Variant("4x2", "4x2: stuck player loses", (*SMALL, "loses"), testing=True, positions=280),
        Variant("advancement-comparison", "Regular", (*LARGE, "compares"), presolve=False, positions=205_920),
        Variant("stuck-player-wins", "Stuck player wins", (*LARGE, "wins"), presolve=False, positions=205_920),
        Variant("stuck-player-loses", "Stuck player loses", (*LARGE, "loses"), presolve=False, positions=205_920),
    )
    pieces, other_side = "XO", "OX"

    def prepare(self, setup: str, cols: int, faced: str) -> None:
        self.setup, self.cols = setup, cols
        self.rows = len(setup) // cols
        self.blocked = {"loses": LOST, "wins": WON, "compares": ONGOING}[faced]
        size = range(self.cells)
        self.symmetries = (tuple(cell + cols - 1 - 2 * (cell % cols) for cell in size),)
        self.exchanged_cells = tuple(reversed(size))
        self.routes = _routes(self.rows, cols)


def list_moves(cells: Cells, turn: int, moves: Moves, routes: Rows) -> int:
    count = 0
    for player, source, over, target in routes:
        if player == turn and is_open(cells, turn, source, over, target):
            count = add(moves, count, step(source, target))
    return count


def outcome(cells: Cells, turn: int, routes: Rows, blocked: int) -> int:
    advanced, enemies, defenders = 0, 0, 0
    for cell in range(len(cells)):
        beyond_middle = (cell >= len(cells) // 2) == (turn == 1)
        advanced += cells[cell] == turn and beyond_middle
        enemies += cells[cell] == 3 - turn and not beyond_middle
        defenders += cells[cell] == 3 - turn and beyond_middle
    for player, source, over, target in routes:
        if player == turn and is_open(cells, turn, source, over, target):
            return ONGOING if defenders > 0 else LOST
    if blocked != ONGOING:
        return blocked
    return WON if advanced > enemies else LOST


def is_open(cells: Cells, turn: int, source: int, over: int, target: int) -> bool:
    """Whether the player can make this step or jump now."""
    return cells[source] == turn and cells[target] == 0 and (over < 0 or cells[over] == 3 - turn)
