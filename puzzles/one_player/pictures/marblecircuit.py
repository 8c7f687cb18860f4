"""The picture of Marble Circuit: tiles in their slots, the supply, the goal and the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.base import Move, Position
from perfect_play.puzzles.drawing.look import Look
from perfect_play.puzzles.drawing.men import ball
from perfect_play.puzzles.drawing.shapes import (
    GREEN,
    INK,
    ORANGE,
    PINK,
    TEAL,
    WHITE,
    YELLOW,
    Point,
    filled,
    label,
    moved,
    path,
    stroke,
)
from perfect_play.puzzles.one_player.marblecircuit import CELLS, CONFIRM, FREE, MARBLES, ROWS, WIDTH, exits
from perfect_play.puzzles.one_player.marblecircuit import SUPPLY as SUPPLY_CELL
from perfect_play.puzzles.picture import PLACE, UNSEEN, Image, Picture, Theme
from perfect_play.puzzles.view import EMPTY, VOID, Add

TILES = ("Teal", "Orange", "Yellow", "Magenta")
KINDS, BUTTONS = "TOYM", "toym"
SUPPLY, GOAL, RESULT = "abdefghijk", "FGHIJKLNPQ", "RUVWXZABCD"
"""The digits from 0 to 9, in three sizes."""
SPREAD = ((0, -31), (31, 0), (0, 31), (-31, 0))  # of the four tiles to choose from, around their slot
PITCH = 62.39371
CHOICE, OK, OFF = 50, 90, 91  # the first centers of tiles to choose from, of confirming and of taking off


SLOT, WIDE = 62, 290  # the height of a slot and the width of our own drawing
CIRCUITS = (
    ("1", TEAL, "M-9 -14V14M9 -14V14"),
    ("2", ORANGE, "M-9 -14L9 14M9 -14V14"),
    ("3", YELLOW, "M-9 -14V14M9 -14L-9 14"),
    ("4", PINK, "M-9 -14L9 14M9 -14L-9 14"),
)
"""The tiles: their character, color, and where marbles run."""
SUPPLY_PLACES = [Point(x, y) for x, y in ((52, 17), (238, 17), (56, 71), (234, 71), (280, 110))]
"""The tiles that are left, and the confirmation, in the corners beside the triangle."""
MARBLE = ball("#aeb9c2", 6)
CUP = path("M-17 -13L-13 14H13L17 -13", 'fill="#8a939a" fill-opacity="0.3" stroke="#8a939a" stroke-width="2.5"')


def diamond(x: float, y: float, half: float = SLOT / 2 - 1) -> str:
    """The outline of a slot."""
    return f"M{x - half} {y}L{x} {y - half}L{x + half} {y}L{x} {y + half}Z"


def tile(color: str, lines: str) -> str:
    """A tile in its slot."""
    return path(diamond(0, 0, SLOT / 2 - 3), filled(color, "#00000088")) + stroke(lines, WHITE, 4)


def small(color: str, lines: str) -> str:
    """A tile in the supply."""
    return f'<g transform="translate(-8 0) scale(0.5)">{tile(color, lines)}</g>'


class Circuit(Picture):
    @cached_property
    def look(self) -> Look:
        """Tiles on a triangle of slots, and marbles; beside it, the tiles left; below, cups and how many are wanted."""
        centers = [Point(0, 0)] * (WIDTH * (ROWS + 3))
        for row in range(ROWS):
            for place in range(row + 1):
                x = WIDE / 2 + (place - row / 2) * SLOT
                centers[row * WIDTH + place] = Point(x, (row + 0.5) * SLOT)
        for place in range(WIDTH):
            x = WIDE / 2 + (place - (WIDTH - 1) / 2) * SLOT  # below the exit
            centers[SUPPLY_CELL + place] = SUPPLY_PLACES[place]
            for row in (1, 2):
                centers[SUPPLY_CELL + row * WIDTH + place] = Point(x, ROWS * SLOT + 24 + (2 - row) * 34)
        slots = "".join(path(diamond(*centers[cell]), filled("#e7d3a8", "#9a7b45", 1.5)) for cell in CELLS)
        for row, place, side in MARBLES:
            x, y = centers[row * WIDTH + place]
            slots += moved(MARBLE, x + (2 * side - 1) * (SLOT / 4 + 5), y - SLOT / 4 - 5)
        slots += "".join(moved(CUP, *centers[cell]) for cell in range(SUPPLY_CELL + 2 * WIDTH, WIDTH * (ROWS + 3)))
        heights = {"left": 31, "taken": ROWS * SLOT + 24, "wanted": ROWS * SLOT + 58}
        names = "".join(label(text, WIDE + 26, y, INK, 12, 'class="say"') for text, y in heights.items())
        tiles = {kind: tile(color, lines) for kind, color, lines in CIRCUITS}
        counts = {f"n{digit}": label(str(digit), 0, 0, INK, 17, 'class="say"') for digit in range(10)}
        counts |= {
            f"{kind}{digit}": small(color, lines) + label(str(digit), 14, 0, INK, 15, 'class="say"')
            for kind, color, lines in CIRCUITS
            for digit in range(10)
        }
        confirmation = {f"c{EMPTY}": "", "c1": stroke("M-9 0L-3 7L9 -8", GREEN, 4)}
        kinds = "t" * SUPPLY_CELL + "1234c" + "n" * (2 * WIDTH)
        return Look(
            {EMPTY: "", VOID: "", **tiles, **counts, **confirmation},
            kinds=kinds,
            centers=tuple(centers),
            size=Point(WIDE + 54, ROWS * SLOT + 76),
            under=slots + names,
        )

    def themes(self) -> Sequence[Theme]:
        slots = [
            (480.2 + PITCH * (2 * place - row), 273.11628 + PITCH * row) for row in range(4) for place in range(row + 1)
        ]
        kinds = [(228.0 + 160 * kind, 680.0) for kind in range(4)]
        supply = [(x + 45, 720.0) for x, _ in kinds]
        goal = [(230.367 + 124.8166 * exit_, 530.0) for exit_ in range(5)]
        result = [(x + 20, 540.0) for x, _ in goal]
        places = (*slots, *kinds, *supply, *goal, *result)
        unused = ((480.0, 360.0),) * (CHOICE - len(places))
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
                (*places, *unused, *choices, (798.0, 188.0), *slots),
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
        counters = ((SUPPLY, self.rules.supply(tiles)), (GOAL, self.rules.goal), (RESULT, result))
        return tiles + KINDS + "".join(letters[count] for letters, counts in counters for count in counts)

    def button(self, position: Position, move: Move) -> Add:
        slot, tile = move
        if move == CONFIRM:
            return Add(EMPTY, OK)
        return Add(BUTTONS[tile - 1], CHOICE + 4 * slot + tile - 1) if tile else Add(EMPTY, OFF + slot)
