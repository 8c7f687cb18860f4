"""The Skewb: turn the halves of the cube around its corners until each face has a single color.

A turn rotates a corner, the three corners next to it and the three centers between them by a third. A
position is the stickers as ASCII digits in a `bytes`, row by row as they stand on the unfolded cube:
U above F, then L, F, R, B in a strip, then D below F. Each face has five:

    c   c
      m         the stickers of four corners and of the center
    c   c

Its text is the same digits. The variant of corners only has no stickers of the centers.

To turn one half of the cube is to turn the other half the other way, so only the corners URF, ULB, DLF
and DRB are turned. Then they never leave their places but only twist, and the cube is always held
the same way. A cube is legal if it can be put together from its pieces with these four in their
places. Turns preserve the parity of the order of the centers and of the other four corners, and the sum (mod 3)
of the twists of the latter; and the twists of the four turned corners determine which even order the others have,
up to the place of one corner. So one cube in 36 can be solved, 3,149,280; the others are lost.
"""

from collections.abc import Iterable
from functools import cached_property
from itertools import permutations
from math import prod

from perfect_play.puzzles import Add, IllegalPosition, Kernel, Notation, Variant
from perfect_play.puzzles.permutations import number_and_parity
from perfect_play.puzzles.twisty.stickers import Net, StickerPuzzle, inverse, kernel_of_parts, read_scramble, rearranged

FACES = "ULFRBD"
COLORS = dict(zip(FACES, "012345", strict=True))
OPPOSITE = str.maketrans(FACES, "DRBLFU")
# Corners are named by their faces, clockwise.
TURNED = ("URF", "ULB", "DLF", "DRB")
UNTURNED = ("UFL", "UBR", "DFR", "DBL")
PIECES: tuple[str, ...] = (*TURNED, *UNTURNED, *FACES)
Sticker = tuple[str, str]  # piece (a corner, or the face of a center) and face

ROWS, COLS = 9, 12
ORIGINS = {"U": (0, 3), "L": (3, 0), "F": (3, 3), "R": (3, 6), "B": (3, 9), "D": (6, 3)}
AROUND = {"U": "BRFL", "L": "UFDB", "F": "URDL", "R": "UBDF", "B": "ULDR", "D": "FRBL"}
"""The faces beside a face as drawn: above, right, below, left."""
LETTERS = dict(zip(TURNED, "FBLR", strict=True))
BUTTONS = {name: Add(letter, 8 + i) for i, (name, letter) in enumerate(LETTERS.items())}
BUTTONS |= {f"{name}'": Add(letter.lower(), COLS + 8 + i) for i, (name, letter) in enumerate(LETTERS.items())}


def _piece(faces: Iterable[str]) -> str:
    """The piece with these faces."""
    return next(name for name in PIECES if set(name) == set(faces))


def _unfolded() -> dict[int, Sticker]:
    """The sticker on each cell of the board."""
    cells = {}
    for face, (row, col) in ORIGINS.items():
        cells[(row + 1) * COLS + col + 1] = (face, face)
        above, right, below, left = list(AROUND[face])
        for i, upright in ((0, above), (2, below)):
            for j, sideways in ((0, left), (2, right)):
                cells[(row + i) * COLS + col + j] = (_piece((face, upright, sideways)), face)
    return dict(sorted(cells.items()))


def _turned(sticker: Sticker, corner: str) -> Sticker:
    """Where a clockwise turn around a corner takes a sticker: each of the corner's three faces goes to the next."""
    piece, face = sticker
    if len(set(piece) - set(corner)) > len(piece) // 2:
        return sticker
    next_corner = corner[1:] + corner[0]
    cycle = str.maketrans(corner + corner.translate(OPPOSITE), next_corner + next_corner.translate(OPPOSITE))
    return _piece(piece.translate(cycle)), face.translate(cycle)


CELLS = _unfolded()
HOMES = {corner: "".join(COLORS[face] for face in corner).encode() for corner in (*TURNED, *UNTURNED)}
COLORS_OF = {(corner, t): (2 * home)[3 - t : 6 - t] for corner, home in HOMES.items() for t in range(3)}
CORNER_OF = {colors: corner for corner, colors in COLORS_OF.items()}
CENTERS = [order for order in permutations("012345") if not number_and_parity(order, "012345")[1]]
CENTERS_NUMBER = {"".join(order).encode(): number for number, order in enumerate(CENTERS)}
TWISTINGS, PLACINGS = 3**4, 4 * 3**3


class Skewb(StickerPuzzle):
    colors = "012345"
    name = "Skewb"
    description = "Turn the halves of the cube around its corners until each face has a single color."
    instructions = """A move turns a corner, and half of the cube with it, by a third of a turn: **URF** the corner
        between the faces U (up), R (right) and F (front) clockwise, as seen from that corner, **URF'**
        counterclockwise; likewise for **ULB**, **DLF** and **DRB**, where L is left, B back and D down. The cube is
        solved when every face has a single color. It is drawn unfolded: L, F, R and B in a strip, U above and D
        below F. The buttons in the upper right are the moves in this order, clockwise above counterclockwise."""
    author = "Tony Durham"
    date_created = "1982"
    notations = (Notation("a scramble", "URF ULB' DRB", read_scramble),)
    variants = (
        Variant("standard", "Standard", (True, b"001021123034443501512353425254"), positions=3_149_280),
        Variant("corners", "Corners only", (False, b"031012023404512353415245"), testing=True, positions=8748),
    )

    def prepare(self, centers: bool, start: bytes) -> None:
        self._centers = centers
        cells = {cell: sticker for cell, sticker in CELLS.items() if centers or sticker[0] not in FACES}
        stickers = list(cells.values())
        goal = "".join(COLORS[face] for _, face in stickers).encode()
        sources = {name: bytes(stickers.index(_turned(sticker, name)) for sticker in stickers) for name in TURNED}
        turns = {name: inverse(order) for name, order in sources.items()}
        turns |= {f"{name}'": order for name, order in sources.items()}
        self.lay_out(start, turns, [goal], Net(ROWS, COLS, tuple(cells), BUTTONS))
        self._parts = (len(CENTERS) if centers else 1, PLACINGS, TWISTINGS)
        self.size = prod(self._parts)
        # The places of the pieces, that is, of their stickers.
        places = {piece: bytes(stickers.index((piece, face)) for face in piece) for piece, _ in stickers}
        self._turned = [(name, places[name]) for name in TURNED]
        self._unturned = [places[name] for name in UNTURNED]
        self._middles = b"".join(places[face] for face in FACES) if centers else b""

    def legal(self, position: bytes, text: str) -> bytes:
        if self._centers and len(set(rearranged(position, self._middles))) < len(FACES):
            raise IllegalPosition(f"{text!r}: its centers are not of six different colors.")
        corners = [CORNER_OF.get(rearranged(position, place), ("", 0))[0] for place in self._unturned]
        if set(corners) != set(UNTURNED):
            raise IllegalPosition(f"{text!r}: the corners {', '.join(UNTURNED)} are not those four corner pieces.")
        for corner, place in self._turned:
            if CORNER_OF.get(rearranged(position, place), ("", 0))[0] != corner:
                raise IllegalPosition(f"{text!r}: the corner {corner} is not its own corner piece.")
        return position

    # The rank is made of the order of the centers, the place of the corner UFL, the twists of three of the four
    # corners like UFL, and the twists of the turned corners. An XOR with the place of UFL, which swaps two pairs of
    # places, brings UFL home; the other three are then in cyclic order, rotated by the sum of the twists
    # of the turned corners.

    def rank(self, position: bytes) -> int | None:
        twists = [CORNER_OF[rearranged(position, place)][1] for _, place in self._turned]
        pieces, other_twists = zip(*[CORNER_OF[rearranged(position, place)] for place in self._unturned], strict=True)
        first = pieces.index(UNTURNED[0])
        if sum(other_twists) % 3 or tuple(pieces[i ^ first] for i in range(4)) != _others_at_home(sum(twists)):
            return None
        number = first
        if self._centers:
            centers = CENTERS_NUMBER.get(rearranged(position, self._middles))
            if centers is None:
                return None
            number += 4 * centers
        for twist in (*other_twists[:3], *twists):
            number = number * 3 + twist
        return number

    def unrank(self, number: int) -> bytes:
        twists = [0] * 7
        for i in reversed(range(7)):
            number, twists[i] = divmod(number, 3)
        centers, first = divmod(number, 4)
        at_home = _others_at_home(sum(twists[3:]))
        stickers = bytearray(len(self._start))
        corners = [(at_home[i ^ first], twist) for i, twist in enumerate((*twists[:3], -sum(twists[:3]) % 3))]
        corners += zip(TURNED, twists[3:], strict=True)
        for place, corner in zip((*self._unturned, *(place for _, place in self._turned)), corners, strict=True):
            for sticker, color in zip(place, COLORS_OF[corner], strict=True):
                stickers[sticker] = color
        for sticker, center in zip(self._middles, CENTERS[centers], strict=False):
            stickers[sticker] = ord(center)
        return bytes(stickers)

    @cached_property
    def _kernel(self) -> Kernel:
        return kernel_of_parts(self, self._moves, self._parts)

    def kernel(self) -> Kernel:
        return self._kernel


def _others_at_home(twists: int) -> tuple[str, ...]:
    """The corners that are not turned, with UFL at home, if `twists` is the sum of the turned corners' twists."""
    turn = twists % 3
    return (UNTURNED[0], *UNTURNED[1 + turn :], *UNTURNED[1 : 1 + turn])
