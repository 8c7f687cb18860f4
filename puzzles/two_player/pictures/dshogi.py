"""The picture of Dobutsu Shogi: animals with a dot for each of their steps, and the pieces in hand at either end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from perfect_play.puzzles.boards.game import Position
from perfect_play.puzzles.boards.moves import parts_of
from perfect_play.puzzles.drawing.faces import CHICK, ELEPHANT, GIRAFFE, HEN, LION, animal_tile
from perfect_play.puzzles.drawing.look import Look, grid
from perfect_play.puzzles.drawing.shapes import INK, LINE, UNIT, Point, label, moved, rect, scaled
from perfect_play.puzzles.picture import PLACE, SLIDE, Image, Mark, Picture, Theme, ground
from perfect_play.puzzles.two_player.dshogi import COLS, HANDS, HELD, STEPS
from perfect_play.puzzles.view import EMPTY, VOID, Add, Move

ANIMALS = {"l": "lion", "g": "giraffe", "e": "elephant", "c": "chick", "h": "hen"}
PICTURES = {"L": LION, "G": GIRAFFE, "E": ELEPHANT, "C": CHICK, "H": HEN}
FOREST, SKY = "#c4dda6", "#bcdcf0"
HAND = 52
"""Height of the space for a hand, in units of the drawing."""
PAIRS = {"g": "b", "e": "a", "c": "d"}
"""The letters on the page for two pieces of a kind in hand."""
ROWS = 4
IN_HAND = ((425, 450), (550, 450), (485, 325), (550, 51), (425, 51), (485, 175))
"""The places of the pieces in hand on the page, beside its board of four rows."""
KINDS = ("uvw", "xyz")
"""The kinds of the cells for the pieces in hand, of player 1 and of player 2."""


class Animals(Picture):
    @cached_property
    def look(self) -> Look:
        """The sky above and the forest below; player 2's hand above the board, player 1's below."""
        rows, wide = self.rules.rows, COLS * UNIT
        high = rows * UNIT
        pieces = {EMPTY: "", VOID: ""}
        for (letter, animal), steps in zip(PICTURES.items(), STEPS, strict=True):
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

    def themes(self) -> Sequence[Theme]:
        """The page's board, the hands beside it; then on each cell a place for each kind of piece to drop."""
        cells = [(100 * (1 + col), 100 * (1 + row)) for row in range(self.rules.rows) for col in range(COLS)]
        drops = [(x + right, y + down) for right, down in ((0, -25), (-25, 25), (25, 25)) for x, y in cells]
        images: dict[str, Image] = {}
        for side, case in (("forest", str.upper), ("sky", str.lower)):
            images |= {case(letter): Image(f"dshogi/{side}_{animal}.svg", 100) for letter, animal in ANIMALS.items()}
            images |= {case(pair): Image(f"dshogi/{side}_{ANIMALS[kind]}_2.svg", 100) for kind, pair in PAIRS.items()}
        tokens = {str(kind): Image(f"dshogi/{ANIMALS[single]}_move_token.svg", 50) for kind, single in enumerate(PAIRS)}
        board = ground("dshogi/background.svg" if self.rules.rows == ROWS else "", cells, 96)
        centers, sounds = (*cells, *IN_HAND, *drops), {"x": SLIDE, "y": PLACE}
        return (Theme((601, 501), centers, images | tokens, sounds, arrow_width=2, **board),)

    def cells(self, position: Position) -> str:
        """The cells, and in each hand a piece or a pair of each kind."""
        board, held = position[1][:-HANDS], position[1][-HANDS:]
        kinds = [case(EMPTY + single + pair) for case in (str.upper, str.lower) for single, pair in PAIRS.items()]
        return board + "".join(kind[int(number)] for kind, number in zip(kinds, held, strict=True))

    def button(self, position: Position, move: int) -> Mark:
        """An arrow, or the place of a kind of piece on the cell where it is dropped."""
        kind, source, target = parts_of(move)
        cells = self.rules.cells
        return Add(str(kind - 1), cells * kind + HANDS + target) if kind else Move(source, target)

    def sound(self, position: Position, move: int) -> str:
        return "y" if parts_of(move)[0] else "x"
