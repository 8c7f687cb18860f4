"""The picture of Marble Circuit: tiles in their slots, the supply, the goal and the result."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.base import Move, Position
from puzzles.one_player.marblecircuit import CONFIRM, FREE, exits
from puzzles.picture import PLACE, UNSEEN, Image, Picture, Theme
from puzzles.view import EMPTY, Add

TILES = ("Teal", "Orange", "Yellow", "Magenta")
KINDS, BUTTONS = "TOYM", "toym"
SUPPLY, GOAL, RESULT = "abdefghijk", "FGHIJKLNPQ", "RUVWXZABCD"
"""The digits from 0 to 9, in three sizes."""
SPREAD = ((0, -31), (31, 0), (0, 31), (-31, 0))  # of the four tiles to choose from, around their slot
PITCH = 62.39371
CHOICE, OK, OFF = 50, 90, 91  # the first centers of tiles to choose from, of confirming and of taking off


class Circuit(Picture):
    def themes(self) -> Sequence[Theme]:
        slots = [
            (480.2 + PITCH * (2 * place - row), 273.11628 + PITCH * row) for row in range(4) for place in range(row + 1)
        ]
        kinds = [(228.0 + 160 * kind, 680.0) for kind in range(4)]
        supply = [(x + 45, 720.0) for x, _ in kinds]
        goal = [(230.367 + 124.8166 * exit_, 530.0) for exit_ in range(5)]
        result = [(x + 20, 540.0) for x, _ in goal]
        drawn = (*slots, *kinds, *supply, *goal, *result)
        unused = ((480.0, 360.0),) * (CHOICE - len(drawn))
        choices = [(x + right, y + down) for x, y in slots for right, down in SPREAD]
        images = {FREE: UNSEEN}
        for number, (name, kind, button) in enumerate(zip(TILES, KINDS, BUTTONS, strict=True), start=1):
            path = f"marble_circuit/{name}.svg"
            images |= {str(number): Image(path, 118), kind: Image(path, 118), button: Image(path, 56)}
        for letters, scale in ((SUPPLY, 72), (GOAL, 78), (RESULT, 66)):
            images |= {letter: Image(f"general/{digit}.svg", scale) for digit, letter in enumerate(letters)}
        return (
            Theme(
                (960, 720),
                (*drawn, *unused, *choices, (798.0, 188.0), *slots),
                images,
                {"x": PLACE},
                background="marble_circuit/Board.svg",
                animation="entityFade",
                entities_over_arrows=True,
                circle_radius=8,
                font_size=22,
            ),
        )

    def cells(self, position: Position) -> str:
        tiles: str
        tiles, confirmed = position
        result = exits(tiles) if confirmed else [0] * 5
        shown = ((SUPPLY, self.rules.supply(tiles)), (GOAL, self.rules.goal), (RESULT, result))
        return tiles + KINDS + "".join(letters[count] for letters, counts in shown for count in counts)

    def button(self, position: Position, move: Move) -> Add:
        slot, tile = move
        if move == CONFIRM:
            return Add(EMPTY, OK)
        return Add(BUTTONS[tile - 1], CHOICE + 4 * slot + tile - 1) if tile else Add(EMPTY, OFF + slot)
