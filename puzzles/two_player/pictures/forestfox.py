"""The picture of Forest Fox: cards on a table, with a button below each that may be played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import numeral
from perfect_play.puzzles.drawing.shapes import BLUE, GREEN, INK, RED, Point, label
from perfect_play.puzzles.drawing.things import card as drawn_card
from perfect_play.puzzles.picture import Image, Picture, Theme
from perfect_play.puzzles.turns import Position
from perfect_play.puzzles.two_player.forestfox import CARDS, HAND, LENGTH, SUIT
from perfect_play.puzzles.view import EMPTY, VOID, Add

SUITS = {"bell": RED, "key": BLUE, "moon": GREEN}
FIRST, PITCH = 125, 150  # of a row of cards
ROWS, BELOW = (150, 750), 80  # the heights of both hands, and how far below a card its button is


class Cards(Picture):
    @cached_property
    def look(self) -> Look:
        """Player 1's hand above, player 2's below, and between them the decree, the cards played, and the tricks."""
        faces = [drawn_card(number, suit, color) for suit, color in SUITS.items() for number in range(1, SUIT + 1)]
        pieces = {EMPTY: "", VOID: "", **dict(zip(CARDS, faces, strict=True))}
        pieces |= {digit: numeral(digit) for digit in "01234567"}
        centers = tuple(Point(44 * (place + 0.5), y) for y in (30, 106, 182) for place in range(HAND))
        captions = ((1.5, "led"), (2.5, "tricks"), (3.5, "trump"), (4.5, "tricks"), (5.5, "last"))
        signs = "".join(label(caption, 44 * place, 70, INK, 10, 'class="say"') for place, caption in captions)
        return Look(pieces, centers=centers, size=Point(44 * HAND, 212), under=signs, ring=21)

    def description(self, position: Any, move: Any) -> str:
        """The card: `3 of keys`."""
        suit, number = divmod(CARDS.index(move), SUIT)
        return f"{number + 1} of {[*SUITS][suit]}s"

    def themes(self) -> Sequence[Theme]:
        hands = [(FIRST + PITCH * place, y) for y in ROWS for place in range(HAND)]
        middle = [(x, 450) for x in (575, 200, 950, 425, 725)]
        names = [f"{suit}{number + 1}" for suit in SUITS for number in range(SUIT)]
        cards = {card: Image(f"forestfox/{name}.svg", 200) for card, name in zip(CARDS, names, strict=True)}
        numbers = {digit: Image(f"general/{digit}.svg", 450) for digit in "01234567"}
        return (
            Theme(
                (1150, 900),
                (*hands, *middle, *((x, y + BELOW) for x, y in hands)),
                {**numbers, **cards, "z": Image("forestfox/button.svg", 350)},
                background="forestfox/cardboard.svg",
                circle_radius=16,
                name="basic",
            ),
        )

    def cells(self, position: Position) -> str:
        return position[1]

    def button(self, position: Position, move: str) -> Add:
        turn, cards = position
        return Add("z", LENGTH + cards.index(move, HAND * (turn - 1)))
