"""Snake: one player moves the head of a snake, the other its tail; whoever is trapped loses.

`h` is the head, which player 1 moves, `t` the tail, which player 2 moves, and `b` the body between them; how it bends
makes no difference. The first player wins in eleven moves; play from the start reaches 308 positions (GamesmanClassic).
"""

import re

from perfect_play.puzzles import LOST, Notation, Variant, symmetries
from perfect_play.puzzles.boards import BoardGame, Position, beside, list_steps, make_step_and_block

SIDE = 4


def read_older(rules: "Snake", text: str) -> Position | None:
    """`1_-----h5---t-----`: with digits for the bends of the body."""
    return rules.parse(text[:2] + re.sub("[0-5]", "b", text[2:])) if re.fullmatch(r"[12]_[0-5ht-]+", text) else None


class Snake(BoardGame):
    name = "Snake"
    description = "Grow a snake at your end until the other end is trapped."
    side_names = ("the head", "the tail")
    instructions = """Player 1, who begins, moves the **head** of the snake, player 2 its **tail**. On your turn, move
        your end **one step** up, down or sideways to an empty cell; the snake grows to fill the cell you leave. Whoever
        is **trapped** loses."""
    author = "Unknown; in GamesmanClassic"
    variants = (Variant("regular", "Regular", testing=True, positions=308),)
    notations = (Notation("the older form", "2_45--h15---3--t2-", read_older),)
    pieces, other_side = "htb", "thb"
    setup = "-----hb---t-----"
    counts = {"h": (1,), "t": (1,), "b": range(SIDE * SIDE - 1)}
    rows = cols = SIDE
    symmetries = symmetries(SIDE, SIDE)
    neighbors = beside(SIDE, SIDE)
    dense = False
    most_moves = 4
    stuck = LOST

    list_moves = list_steps
    make_move = make_step_and_block
