"""Mancala, as the GamesCrafters play it: sow stones around the board, and collect more of them.

Positions, texts and ranks are described in `puzzles/sowing.py`. A player to move may have empty pits only: after a
capture or a pass by the opponent.

With 3 pits a side, play from the start reaches 15,333 positions with 3 stones in each pit and
104,065 with 4, counting a position and the one with the players exchanged once.
"""

import re

from perfect_play.puzzles import Notation
from perfect_play.puzzles.sowing import Position, SowingGame, sowing_variant


def read_older(rules: "Mancala", text: str) -> Position | None:
    """`0s4s4s4s0s4s4s4,turn=0`: clockwise, from player 2's store; player 1's is in the middle."""
    parsed = re.fullmatch(r"([0-9]{1,2}(?:s[0-9]{1,2})+),turn=([01])", text)
    if not parsed:
        return None
    stones = parsed[1].split("s")[::-1]
    half = len(stones) // 2
    return rules.parse(f"{int(parsed[2]) + 1}_{','.join(stones[:half])}_{','.join(stones[half:])}")


class Mancala(SowingGame):
    name = "Mancala"
    opens = "3x4"
    also_called = ("Sowing",)
    description = "Sow stones around the board and store more of them than the other player."
    side_names = ("the lower row", "the upper row")
    instructions = """On your turn, empty one of your pits and sow its stones one by one **counterclockwise** into
        pits and your own store, skipping the other store. If the last stone lands in an **empty pit of yours**, it
        and all stones in the pit opposite go to your store; the pit opposite may be empty. There are no extra turns.
        A player with no stones to sow passes. The game ends when your own move leaves all your pits empty; the
        stones in the other pits then go to the store beside them. Whoever has **more stones** wins. Player 1 has the
        lower row and the right store."""
    author = "Traditional; rules of the GamesCrafters at UC Berkeley"
    date_created = "2001"
    variants = (
        sowing_variant(3, 1, 66, testing=True),
        sowing_variant(3, 2, 1680, testing=True),
        sowing_variant(3, 3, 15_333, testing=True),
        sowing_variant(3, 4, 104_065, aliases=("regular",)),
    )
    notations = (Notation("the older form", "10s0s0s1s10s1s2s0,turn=1", read_older),)

    extra_turn = False
    takes_alone = True
    either_ends = False
