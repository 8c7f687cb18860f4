"""The picture of Chopsticks: hands that show their fingers, on the page's board of knuckles."""

from __future__ import annotations

from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.picture import Picture
from perfect_play.puzzles.two_player.chopsticks import FINGERS, HANDS
from perfect_play.puzzles.view import EMPTY, Add, Button, Move


def _in_a_row(first: float, count: int) -> list[tuple[float, float]]:
    return [(first + 7 * number, 50) for number in range(count)]


TRANSFERS = _in_a_row(5, 5) + _in_a_row(8.5, 4)
"""The places of an odd number of transfers, then of an even number, between the hands on the left."""
TAPS, FIRST_TRANSFER = HANDS * FINGERS, HANDS * (FINGERS + 2)


class Hands(Picture):
    def cells(self, position: Position) -> str:
        """Four centers for each hand, as many of them filled as it shows fingers."""
        return "".join(("f" * (0 if hand == EMPTY else int(hand))).ljust(FINGERS, EMPTY) for hand in position[1])

    def button(self, position: Position, move: int) -> Button:
        """An arrow for a tap; a number for a transfer, in a row by how many fingers go to the left."""
        fingers, source, target = parts_of(move)
        player = source // 2
        if not _is_transfer(move):
            ends = TAPS + HANDS * (source % 2 == target % 2)
            return Move(ends + source, ends + target)
        transfers = sorted(map(_to_left, filter(_is_transfer, self.rules.moves(position))), reverse=True)
        count, place = len(transfers), transfers.index(_to_left(move))
        row = FIRST_TRANSFER + len(TRANSFERS) * player + (0 if count % 2 else 5)
        inward = fingers and source % 2 != player
        return Add(str(10 - fingers if inward else fingers), row + (5 - (count | 1)) // 2 + place)

    def description(self, position: Any, move: Any) -> str:
        """Which hand taps which, or how many fingers go from one to the other."""
        fingers, source, target = parts_of(move)
        hands = ("left", "right")
        if source // 2 == target // 2:
            return f"{fingers} from {hands[source % 2]} to {hands[target % 2]}"
        return f"{hands[source % 2]} taps {hands[target % 2]}"


def _is_transfer(move: int) -> bool:
    _, source, target = parts_of(move)
    return source // 2 == target // 2


def _to_left(move: int) -> int:
    """The number of fingers that a transfer brings from the right hand to the left one."""
    fingers, source, _ = parts_of(move)
    return fingers if source % 2 else -fingers
