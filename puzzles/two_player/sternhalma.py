"""Chinese Checkers for two on a diamond: step and jump across, and fill the far corner first.

A position is (player to move, cells): one character per cell, row by row from the top left, `x` a piece of the first
player, `o` one of the second, `-` an empty cell. The diamond is written as a square that leans: each cell is next to
those beside it, above and below it, and diagonally to the upper left and lower right. `a1` is the corner of the first
player, the cell diagonally across that of the second.

The rules are those of N. R. Sturtevant, "On Strongly Solving Chinese Checkers", Advances in Computer Games 2019. A
player has won once the goal, the corner where the opponent began, is full and one of the pieces there is that player's
own, so it cannot be held by staying at home. No move may lead to what is no position: the player to move has won
already, or, with six pieces each, the opponent holds the edges of a goal around its empty outermost cell, so that it
could never be filled. Play that never ends is a draw. Nobody is ever without a move.

Every game that is solved there is won by the first player. The numbers of won, drawn and impossible positions on 7x7
with one, two and three pieces agree with that paper. With six pieces its rule for goals that are blocked is not quite
what its numbers follow; those on 4x4 agree with jh85/smallgames (2026), which takes the rule at its word.
"""

from collections.abc import Sequence

from perfect_play.puzzles import IMPOSSIBLE, LOST, ONGOING, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, Rows, add, step, unmake_step
from perfect_play.puzzles.grid import rays

ADJACENT = (0, 1, 3, 4, 6, 7)  # of the eight directions of `rays`
CORNER = ((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1))
"""The cells where a player begins, as (up, right) of the outermost one; with four pieces they make a small diamond."""
BLOCKING = 6
"""With so many pieces, a player can block a goal."""


def _board(side: int, pieces: int, positions: int, presolve: bool = True, testing: bool = False) -> Variant:
    noun = "piece" if pieces == 1 else "pieces"
    name = f"{side}x{side}, {pieces} {noun} each"
    return Variant(f"{side}x{side}_{pieces}", name, (side, pieces), (), presolve, testing, positions)


class ChineseCheckers(BoardGame):
    name = "Chinese Checkers"
    opens = "4x4_3"
    also_called = ("Stern-Halma", "Star Halma")
    description = "Step and jump across the diamond, and fill the far corner first."
    instructions = """`x` begins. On your turn, move a piece to an empty cell **next to it**, in any of six directions,
        or **jump** over a piece of either player to the empty cell right behind it; then you may jump on with the same
        piece. Nothing is taken. You win when the corner where the other player began is **full** and at least **one
        piece there is yours**. You may not complete the other player's goal, nor, with six pieces each, hold both edges
        of a goal while its outermost cell is empty."""
    author = "Ravensburger, after Halma by George Howard Monks"
    date_created = "1892"
    variants = (
        _board(3, 1, 34, testing=True),
        _board(3, 2, 651, testing=True),
        _board(3, 3, 662, testing=True),
        _board(7, 1, 1_170),
        _board(4, 3, 77_541),
        _board(4, 6, 739_972, presolve=False),
        _board(5, 3, 1_757_402, presolve=False),
        _board(7, 2, 1_265_851, presolve=False),
        _board(7, 3, 139_705_530, presolve=False),
        _board(5, 6, 2_400_000_000, presolve=False),
    )
    other_side = "ox"
    rules_out = True
    unmake_move = unmake_step

    def prepare(self, side: int, pieces: int) -> None:
        self.rows = self.cols = side
        board = range(side**2)
        around = [[rays(cell, side, side)[direction] for direction in ADJACENT] for cell in board]
        self.neighbors = tuple(tuple(ray[0] for ray in of_cell if ray) for of_cell in around)
        # For each cell, the cells jumped over and the ones behind them, one pair after another.
        self.jumps = tuple(tuple(cell for ray in of_cell if len(ray) > 1 for cell in ray[:2]) for of_cell in around)
        corner = CORNER[:3] + CORNER[5:] if pieces == 4 else CORNER[:pieces]
        home = tuple((side - 1 - up) * side + right for up, right in corner)
        far = tuple(side**2 - 1 - cell for cell in home)
        self.goals = (far, home)
        mirrored = tuple(side**2 - 1 - (cell % side * side + cell // side) for cell in board)
        self.symmetries = [mirrored] if {mirrored[cell] for cell in home} == {*home} else []
        self.exchanged_cells = tuple(reversed(board))
        self.setup = "".join("x" if cell in home else "o" if cell in far else "-" for cell in board)


def list_moves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows, goals: Rows) -> int:
    count = 0
    for source in range(len(cells)):
        if cells[source] == turn:
            targets = reach(cells, source, neighbors, jumps)
            cells[source] = 0
            while targets > 0:
                target = targets.bit_length() - 1
                targets ^= 1 << target
                cells[target] = turn
                if is_possible(cells, 3 - turn, goals):
                    count = add(moves, count, step(source, target))
                cells[target] = 0
            cells[source] = turn
    return count


def list_unmoves(cells: Cells, turn: int, moves: Moves, neighbors: Rows, jumps: Rows) -> int:
    """Every step and every chain of jumps can be taken back the same way."""
    count = 0
    for target in range(len(cells)):
        if cells[target] == 3 - turn:
            sources = reach(cells, target, neighbors, jumps)
            while sources > 0:
                source = sources.bit_length() - 1
                sources ^= 1 << source
                count = add(moves, count, step(source, target))
    return count


def outcome(cells: Cells, turn: int, goals: Rows) -> int:
    if not is_possible(cells, turn, goals):
        return IMPOSSIBLE
    return LOST if has_filled(cells, 3 - turn, goals[2 - turn]) else ONGOING


def is_possible(cells: Cells, turn: int, goals: Rows) -> bool:
    """Whether the player to move has not won already, and no goal is blocked."""
    blocked = is_blocked(cells, 1, goals[0]) or is_blocked(cells, 2, goals[1])
    return not blocked and not has_filled(cells, turn, goals[turn - 1])


def has_filled(cells: Cells, player: int, goal: Sequence[int]) -> bool:
    """Whether the goal of this player is full, with a piece of that player."""
    own = 0
    for cell in goal:
        if cells[cell] == 0:
            return False
        own += cells[cell] == player
    return own > 0


def is_blocked(cells: Cells, player: int, goal: Sequence[int]) -> bool:
    """Whether the opponent holds the edges of the goal of this player around its empty outermost cell."""
    if len(goal) < BLOCKING or cells[goal[0]] != 0:
        return False
    held = 0
    for edge in range(1, BLOCKING - 1):
        held += cells[goal[edge]] == 3 - player
    return held == BLOCKING - 2


def reach(cells: Cells, source: int, neighbors: Rows, jumps: Rows) -> int:
    """Where the piece on this cell can go by a step or by jumps, as bits."""
    piece = cells[source]
    cells[source] = 0
    reached = 1 << source
    waiting = reached
    while waiting > 0:
        cell = waiting.bit_length() - 1
        waiting ^= 1 << cell
        around = jumps[cell]
        for i in range(0, len(around), 2):
            behind = 1 << around[i + 1]
            if cells[around[i]] != 0 and cells[around[i + 1]] == 0 and reached & behind == 0:
                reached |= behind
                waiting |= behind
    for cell in neighbors[source]:
        reached |= (cells[cell] == 0) << cell
    cells[source] = piece
    return reached ^ (1 << source)
