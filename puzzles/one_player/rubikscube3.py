"""Rubik's Cube with three stickers a side: turn the faces until each has a single color.

A position is 54 stickers as ASCII digits in a `bytes`, nine per face, in the order of the faces F, L, U, R, B, D,
with the centers in place: the middle digits are 0 to 5. Its text is the same digits. On the unfolded cube the faces F,
U, B and D form a strip, with L above and R below the U face, each numbered row by row.

A cube is legal if it can be put together from its twenty pieces. One in twelve can be solved by turning faces, since
turns keep the sum of the corners' twists, that of the edges' flips, and whether corners and edges are in orders of the
same parity; the others are lost. A cube that can be solved is solved by 20 turns: T. Rokicki, H. Kociemba, M. Davidson
and J. Dethridge, "The diameter of the Rubik's Cube group is twenty", SIAM Journal on Discrete Mathematics 27, 2013.
"""

from math import factorial

from perfect_play.puzzles import Add, IllegalPosition, Notation, Variant
from perfect_play.puzzles.twisty.cubes import FACES, SOLVED, TURNS, CubePuzzle, pieces_of
from perfect_play.puzzles.twisty.facelets import are_facelets, cube_turns, read_facelets, with_centers_home
from perfect_play.puzzles.twisty.stickers import Net, read_scramble, rearranged

ROWS, COLS = 9, 12
ORIGINS = {"F": (3, 0), "L": (0, 3), "U": (3, 3), "R": (6, 3), "B": (3, 6), "D": (3, 9)}
STICKER_CELLS = tuple((row + i) * COLS + col + j for row, col in ORIGINS.values() for i in range(3) for j in range(3))
BUTTONS = {
    face + turn: Add(face.lower() if turn == "'" else face, row * COLS + 6 + col)
    for row, turn in enumerate(("", "2", "'"))
    for col, face in enumerate(FACES)
}
SLICES = {
    f"{pair[0]}{pair[1]}'": Add(pair[0], row * COLS + 6 + col)
    for row, pairs in enumerate((("FB", "UD", "RL"), ("BF", "DU", "LR")))
    for col, pair in enumerate(pairs)
}
"""The turns of a middle layer, as the turns of the two layers beside it that look the same."""


def _slices() -> dict[str, bytes]:
    return {name: rearranged(TURNS[name[0]], TURNS[name[1:]]) for name in SLICES}


def read_letters(rules: "RubiksCube3", text: str) -> bytes | None:
    """`URFDLB` letters of the stickers."""
    if not are_facelets(text):
        return None
    return rules.parse(with_centers_home(read_facelets(text, 3)).decode())


def read_unlike_letters(rules: "RubiksCube3", text: str) -> bytes | None:
    """A scramble, unless it may be the letters of the stickers."""
    return None if are_facelets(text) else read_scramble(rules, text)


class RubiksCube3(CubePuzzle):
    name = "Rubik's Cube 3x3x3"
    also_called = ("3x3 cube", "3x3x3 cube", "Magic Cube")
    description = "Turn the faces of the cube until each face has a single color."
    random_start = False  # most random ones are too far from solved for a proof of the fewest moves
    instructions = """**F L U R B D** turn the front, left, upper, right, back or lower face a quarter turn
        clockwise, as seen when looking at that face; **F2** and so on turn it halfway around, and **F'** and so on
        counterclockwise. Each is one move. The cube is solved when every face has a single color. It is drawn
        unfolded: F, U, B and D in a strip, L above and R below U. The buttons beside it are the moves: clockwise,
        halfway, counterclockwise. A cube can also be typed as the turns that scramble it, such as `R U F' D2`."""
    author = "Ernő Rubik"
    date_created = "1974"
    variants = (
        Variant(
            "3x3x3",
            "3x3x3",
            ("R U F' D2 L B' U2 R",),
            presolve=False,
            positions=factorial(8) * 3**7 * factorial(12) * 2**11 // 2,
        ),
        Variant("slices", "3x3x3, middle layers only", ("RL' UD' FB' RL'",), testing=True, positions=768),
    )

    notations = (
        Notation(
            "the letters of the 54 stickers", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", read_letters
        ),
        Notation("a scramble", "R U' Fw2 M x", read_unlike_letters),
    )

    def prepare(self, scramble: str) -> None:
        self.on_request = self.variant.id != "slices"
        turns, buttons = (TURNS, BUTTONS) if self.on_request else (_slices(), SLICES)
        self.lay_out(SOLVED, turns, [SOLVED], Net(ROWS, COLS, STICKER_CELLS, buttons))
        for turn in scramble.split():
            self._start = self.do_move(self._start, turn)

    def turns_of_scrambles(self) -> dict[str, bytes]:
        """Of any layers; in the variant of middle layers, only of these."""
        return cube_turns() if self.on_request else super().turns_of_scrambles()

    def scrambled(self, order: bytes) -> bytes:
        """The cube as it is then held, with its centers in place."""
        return with_centers_home(super().scrambled(order))

    def legal(self, position: bytes, text: str) -> bytes:
        if position[4::9] != SOLVED[4::9]:
            raise IllegalPosition(f"{text!r}: its centers are not 0, 1, 2, 3, 4 and 5. Hold the cube so that they are.")
        try:
            pieces_of(position)
        except ValueError as error:
            raise IllegalPosition(f"{text!r} is not made of the twenty different pieces: {error}.") from None
        return position
