"""The picture of Dobutsu Shogi: animals with a dot for each of their steps, and the pieces in hand at either end."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from puzzles.drawing.faces import CHICK, ELEPHANT, GIRAFFE, HEN, LION, animal_tile
from puzzles.drawing.look import Look, grid
from puzzles.drawing.shapes import INK, LINE, UNIT, Point, label, moved, rect, scaled
from puzzles.picture import Image, Pieces
from puzzles.two_player.dshogi import COLS, HELD, STEPS
from puzzles.view import EMPTY, VOID

ANIMALS = {"l": "lion", "g": "giraffe", "e": "elephant", "c": "chick", "h": "hen"}
DRAWN = {"L": LION, "G": GIRAFFE, "E": ELEPHANT, "C": CHICK, "H": HEN}
FOREST, SKY = "#c4dda6", "#bcdcf0"
HAND = 52
"""Height of the space for a hand, in units of the drawing."""
KINDS = ("uvw", "xyz")
"""The kinds of the cells for the pieces in hand, of player 1 and of player 2."""


class Animals(Pieces):
    images: ClassVar = {
        **{letter: Image(f"dshogi/sky_{animal}.svg", 0.9) for letter, animal in ANIMALS.items()},
        **{letter.upper(): Image(f"dshogi/forest_{animal}.svg", 0.9) for letter, animal in ANIMALS.items()},
        **{digit: Image(f"general/{digit}.svg", 0.6) for digit in "012"},
    }

    @cached_property
    def look(self) -> Look:
        """The sky above and the forest below; player 2's hand above the board, player 1's below."""
        rows, wide = self.rules.rows, COLS * UNIT
        high = rows * UNIT
        pieces = {EMPTY: "", VOID: ""}
        for (letter, animal), steps in zip(DRAWN.items(), STEPS, strict=True):
            pieces[letter] = animal_tile(animal, FOREST, steps, 1)
            pieces[letter.lower()] = animal_tile(animal, SKY, steps, -1)
        for kinds, case in zip(KINDS, (str.upper, str.lower), strict=True):
            for kind, held in zip(kinds, HELD, strict=True):
                tile = moved(scaled(pieces[case(held)], 0.6), -6, 0)
                pieces[f"{kind}0"] = f'<g opacity="0.25">{tile}</g>'
                pieces |= {f"{kind}{n}": tile + label(f"×{n}", 13, 0, INK, 13, 'class="say"') for n in range(1, 3)}
        board = grid(rows, COLS, 0, HAND)
        hands = grid(1, COLS, 0, HAND + high + 8) + grid(1, COLS, 0, 4)
        squares = "".join(rect(x, y, UNIT, UNIT, 0, f'fill="none" stroke="{INK}"') for x, y in board)
        ground = rect(wide / 2, HAND + high / 2, wide, high, 3, f'fill="#f3e9cf" stroke="{LINE}"')
        for y, color in ((HAND + UNIT / 2, SKY), (HAND + high - UNIT / 2, FOREST)):
            ground += rect(wide / 2, y, wide, UNIT, 3, f'fill="{color}" fill-opacity="0.6"')
        return Look(
            pieces,
            kinds="." * (len(board) + COLS) + "".join(KINDS),
            centers=(*board, *grid(1, COLS, 0, 4), *hands),
            size=Point(wide, high + 2 * HAND),
            under=ground + squares,
        )
