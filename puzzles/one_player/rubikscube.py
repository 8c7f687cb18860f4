"""The 2x2x2 Rubik's Cube: turn the faces until each has a single color.

A position is 24 stickers as ASCII digits in a `bytes`, four per face, in the order of the faces F, L,
U, R, B, D; its text is the same digits. A solved cube is `000011112222333344445555`, or the same cube
held in any other way. On the unfolded cube the stickers are, with L above, and R below, the U face:

          4  5
          6  7
    0  1  8  9 16 17 20 21
    2  3 10 11 18 19 22 23
         12 13
         14 15

A cube is legal if it can be put together from the eight corner pieces, each in any place and
with any of its three twists. One in three of them can be solved by turning all the faces; the
others, such as a solved cube with one corner twisted by hand, are lost.

A 2x2x2 cube is equal to itself held in any of 24 ways. Where only some faces turn, the
way it is held matters; but there a cube is equal to one with its colors renamed in any of 24 ways.
"""

from functools import cached_property
from itertools import permutations

from perfect_play.puzzles import Add, IllegalPosition, Kernel, Notation, Variant
from perfect_play.puzzles.twisty.facelets import are_facelets, read_facelets
from perfect_play.puzzles.twisty.stickers import Net, StickerPuzzle, inverse, kernel_of_parts, read_scramble, rearranged

FACES = "FLURBD"
SOLVED = b"000011112222333344445555"
# What a clockwise turn of each face does: each sticker of a cycle goes to the place of the next.
CYCLES = {
    "F": [(0, 1, 3, 2), (4, 8, 12, 23), (6, 10, 14, 21)],
    "L": [(4, 5, 7, 6), (0, 20, 16, 8), (1, 21, 17, 9)],
    "U": [(8, 9, 11, 10), (1, 7, 18, 12), (3, 6, 16, 13)],
    "R": [(12, 13, 15, 14), (2, 10, 18, 22), (3, 11, 19, 23)],
    "B": [(16, 17, 19, 18), (7, 20, 15, 11), (5, 22, 13, 9)],
    "D": [(20, 21, 23, 22), (0, 14, 19, 5), (2, 15, 17, 4)],
}
# The places of the corners: the three stickers of each, clockwise from the one on U or D.
PLACES = bytes([8, 1, 6, 9, 7, 16, 10, 12, 3, 11, 18, 13, 21, 4, 0, 22, 15, 19, 23, 2, 14, 20, 17, 5])
LAST_PLACE = PLACES[-3:]  # between L, B and D: turning F, U or R leaves it alone


def _turn(face: str) -> bytes:
    order = list(range(24))
    for cycle in CYCLES[face]:
        for source, target in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            order[target] = source
    return bytes(order)


def _ways_to_hold() -> list[bytes]:
    """All 24 orders, made by turning the whole cube: F and B' together, or U and D'."""
    wholes = [rearranged(_turn(front), inverse(_turn(back))) for front, back in ("FB", "UD")]
    orders = [bytes(range(24))]
    for order in orders:  # grows during the loop
        orders += [new for turn in wholes if (new := rearranged(order, turn)) not in orders]
    return orders


QUARTERS, HALVES = ("", "'"), ("", "'", "2")
MOVES = [face + turn for turn in HALVES for face in FACES]
TURNS = {face: _turn(face) for face in FACES}
TURNS |= {f"{face}'": inverse(TURNS[face]) for face in FACES}
TURNS |= {f"{face}2": rearranged(TURNS[face], TURNS[face]) for face in FACES}
ORIENTATIONS = _ways_to_hold()
SOLUTIONS = [rearranged(SOLVED, order) for order in ORIENTATIONS]
RECOLORINGS = [bytes.maketrans(SOLVED, solution) for solution in SOLUTIONS]

# A corner piece is numbered by its place on the solved cube; its twist says which of its colors is on U or D.
_HOME = [rearranged(SOLVED, PLACES[i : i + 3]) for i in range(0, 24, 3)]
CORNERS = {(piece, t): (2 * home)[3 - t : 6 - t] for piece, home in enumerate(_HOME) for t in range(3)}
CORNER_OF = {colors: corner for corner, colors in CORNERS.items()}
LAST = CORNERS[7, 0]

# `canonical` turns the whole cube until the last piece is in the last place without a twist. To find that
# piece, every place is written out as `abcab`, ended by a blank (sticker 24), so that all its twists occur.
SEARCH = b"".join(PLACES[i : i + 3] + PLACES[i : i + 2] + bytes([24]) for i in range(0, 24, 3))
BRING_LAST_HOME = {rearranged(rearranged(SOLVED, inverse(order)), SEARCH).index(LAST): order for order in ORIENTATIONS}
# Or it renames the colors until those in the last place are right.
RECOLOR = {rearranged(solution, LAST_PLACE): bytes.maketrans(solution, SOLVED) for solution in SOLUTIONS}

TWISTINGS = 3**6
ORDERS = list(permutations(range(7)))
ORDER_NUMBER = {order: number for number, order in enumerate(ORDERS)}

ROWS, COLS = 6, 8
ORIGINS = {"F": (2, 0), "L": (0, 2), "U": (2, 2), "R": (4, 2), "B": (2, 4), "D": (2, 6)}
STICKER_CELLS = tuple((row + i) * COLS + col + j for row, col in ORIGINS.values() for i in (0, 1) for j in (0, 1))
_BUTTON_CELLS = [(row + i // 3) * COLS + 5 + i % 3 for row in (0, 4) for i in range(6)] + [0, 1, 8, 9, 32, 33]
BUTTONS = {
    name: Add(name[0].lower() if "'" in name else name[0], cell)
    for name, cell in zip(MOVES, _BUTTON_CELLS, strict=True)
}


def read_letters(rules: "RubiksCube", text: str) -> bytes | None:
    """`URFDLB` letters of the stickers."""
    return rules.parse(read_facelets(text, 2).decode()) if are_facelets(text) else None


def read_unlike_letters(rules: "RubiksCube", text: str) -> bytes | None:
    """A scramble, unless it may be the letters of the stickers."""
    return None if are_facelets(text) else read_scramble(rules, text)


class RubiksCube(StickerPuzzle):
    colors = "012345"
    name = "Rubik's Cube"
    aliases = ("rubiks",)
    also_called = ("2x2 cube", "Pocket Cube")
    description = "Turn the faces of the cube until each face has a single color."
    instructions = """**F L U R B D** turn the front, left, upper, right, back or lower face a quarter turn
        clockwise, as seen when looking at that face; **F' L' U' R' B' D'** turn it counterclockwise. The cube is
        solved when every face has a single color. It is drawn unfolded: F, U, B and D in a strip, L above and R
        below U. The buttons beside it are the moves, with small letters on the right for counterclockwise. Where
        half turns count as one move, **F2 L2 U2 R2 B2 D2** are the buttons on the left."""
    author = "Ernő Rubik"
    date_created = "1983"
    variants = (
        Variant("2x2x2", "2x2x2", (FACES, QUARTERS, b"021221350445334534015102"), ("2x2",), positions=3_674_160),
        Variant(
            "2x2x2_HTM",
            "2x2x2, half turns count as one move",
            (FACES, HALVES, b"021221350445334534015102"),
            positions=3_674_160,
        ),
        Variant(
            "2x2x2_FR",
            "2x2x2, F and R only",
            ("FR", QUARTERS, b"025251310205141244345330"),
            testing=True,
            positions=29_160,
        ),
    )

    notations = (
        Notation("the letters of the 24 stickers", "UUUURRRRFFFFDDDDLLLLBBBB", read_letters),
        Notation("a scramble", "R U' R2", read_unlike_letters),
    )

    def prepare(self, faces: str, kinds: tuple[str, ...], start: bytes) -> None:
        turns = {name: turn for name, turn in TURNS.items() if name[0] in faces and name[1:] in kinds}
        net = Net(ROWS, COLS, STICKER_CELLS, {name: BUTTONS[name] for name in turns})
        self.lay_out(start, turns, SOLUTIONS, net)
        self._all_turn = faces == FACES
        if self._all_turn:
            self.size = len(ORDERS) * TWISTINGS

    def turns_of_scrambles(self) -> dict[str, bytes]:
        """Turns of faces and, where all turn, of the whole cube."""
        pairs = zip("xyz", (("R", "L"), ("U", "D"), ("F", "B")), strict=True) if self._all_turn else ()
        wholes = {name: rearranged(TURNS[face], TURNS[f"{other}'"]) for name, (face, other) in pairs}
        return super().turns_of_scrambles() | wholes

    def legal(self, position: bytes, text: str) -> bytes:
        colors = rearranged(position, PLACES)
        corners = [colors[i : i + 3] for i in range(0, 24, 3)]
        if {CORNER_OF[corner][0] for corner in corners if corner in CORNER_OF} != set(range(8)):
            raise IllegalPosition(f"{text!r}: its corners are not the eight different corner pieces of the cube.")
        return position

    def images(self, position: bytes) -> list[bytes]:
        if self._all_turn:
            return [rearranged(position, order) for order in ORIENTATIONS]
        return [position.translate(recoloring) for recoloring in RECOLORINGS]

    def canonical(self, position: bytes) -> bytes:
        if self._all_turn:
            return rearranged(position, BRING_LAST_HOME[rearranged(position, SEARCH).index(LAST)])
        return position.translate(RECOLOR[rearranged(position, LAST_PLACE)])

    def rank(self, position: bytes) -> int | None:
        """For the canonical cube: the order of the pieces, and the twists of all but one, whose twist follows."""
        colors = rearranged(self.canonical(position), PLACES)
        pieces, twists = zip(*[CORNER_OF[colors[i : i + 3]] for i in range(0, 21, 3)], strict=True)
        if sum(twists) % 3:
            return None
        number: int = ORDER_NUMBER[pieces]
        for twist in twists[:6]:
            number = number * 3 + twist
        return number

    def unrank(self, number: int) -> bytes:
        twists: list[int] = []
        for _ in range(6):
            number, twist = divmod(number, 3)
            twists.insert(0, twist)
        twists.append(-sum(twists) % 3)
        corners = [CORNERS[corner] for corner in zip(ORDERS[number], twists, strict=True)]
        return rearranged(b"".join([*corners, LAST]), inverse(PLACES))

    @cached_property
    def _kernel(self) -> Kernel:
        """Three faces suffice: up to the way the cube is held, turning a face is turning the opposite one."""
        moves = [name for name in self._moves if name[0] in "FUR"]
        return kernel_of_parts(self, moves, (len(ORDERS), 1, TWISTINGS))

    def kernel(self) -> Kernel | None:
        return self._kernel if self._all_turn else None
