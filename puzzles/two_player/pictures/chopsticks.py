"""The picture of Chopsticks: hands that show their fingers, on the page's board of knuckles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.shapes import Point, moved, scaled
from perfect_play.puzzles.drawing.things import hand
from perfect_play.puzzles.picture import REMOVE, Image, Picture, Theme
from perfect_play.puzzles.two_player.chopsticks import FINGERS, HANDS
from perfect_play.puzzles.view import EMPTY, VOID, Add, Button, Move

PITCH = 100
"""Between two hands, in units of the drawing."""


def _around(*places: tuple[float, float]) -> list[tuple[float, float]]:
    """Places at the first hand, then the same at the others, in the corners of the page's board."""
    return [
        (100 - x if right else x, 100 - y if below else y)
        for right, below in ((0, 0), (0, 1), (1, 1), (1, 0))
        for x, y in places
    ]


def _in_a_row(first: float, count: int) -> list[tuple[float, float]]:
    return [(first + 7 * number, 50) for number in range(count)]


TRANSFERS = _in_a_row(5, 5) + _in_a_row(8.5, 4)
"""The places of an odd number of transfers, then of an even number, between the hands on the left."""
CENTERS = (
    *_around((25.5, 22.5), (28.5, 18.5), (27, 14.5), (24.5, 10.5)),
    *_around((42, 17)),
    *_around((39, 28)),
    *TRANSFERS,
    *((100 - x, y) for x, y in TRANSFERS),
)
"""The fingers, the ends of arrows that are level or diagonal, and the transfers."""
TAPS, FIRST_TRANSFER = HANDS * FINGERS, HANDS * (FINGERS + 2)


class Hands(Picture):
    @cached_property
    def look(self) -> Look:
        """Player 1's hands below, player 2's above, facing each other; the numbers in the corners."""
        hands = [Point(PITCH * (0.5 + side), y) for y in (150, 70) for side in (0, 1)]
        centers = [Point(PITCH, 110)] * (HANDS * (3 + FINGERS))
        kinds = ["."] * len(centers)
        for number, (x, y) in enumerate(hands):
            centers[self.rules.layout.places[number]] = Point(x, y)
            kinds[self.rules.layout.places[number]] = "ud"[number // 2]
            for fingers in range(1, FINGERS + 1):
                aside = 30 * (fingers - (FINGERS + 1) / 2)
                centers[HANDS * (2 + fingers) + number] = Point(x + aside, y + (48 if number < 2 else -48))
        pictures = {str(fingers) if fingers else EMPTY: scaled(hand(fingers), 1.5) for fingers in range(FINGERS + 1)}
        pieces = {f"u{char}": picture for char, picture in pictures.items()}
        pieces |= {f"d{char}": moved(picture, 0, 0, 180) for char, picture in pictures.items()}
        pieces |= {EMPTY: "", VOID: ""}
        size = Point(2 * PITCH, 220)
        return Look(pieces, kinds="".join(kinds), centers=tuple(centers), size=size)

    def themes(self) -> Sequence[Theme]:
        """Knuckles and fingers."""
        images = {"f": Image("chopsticks/finger.svg", 100)}
        images |= {number: Image(f"chopsticks/{number}.svg", 100) for number in "012346789"}
        return (
            Theme(
                (100, 100),
                CENTERS,
                images,
                {"x": REMOVE},
                background="chopsticks/knuckles.svg",
                foreground="chopsticks/foreground.svg",
                animation="entityFade",
                arrow_width=1,
            ),
        )

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
