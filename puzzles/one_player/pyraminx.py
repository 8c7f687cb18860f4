"""The Pyraminx: turn the layers of the pyramid until each face has a single color.

The pyramid has the corners U (up), L (left), R (right) and B (back). At each corner there is a tip,
below it an axial piece with three colors, and between any two corners an edge piece with two. A
position is the stickers as ASCII digits in a `bytes`, row by row as they stand on the unfolded pyramid:

    t a e a t t t a e a t       t tip, a axial piece, e edge piece
      e a e e a e e a e         in the middle, pointing up, the front face between U, L and R
        t t a e a t t           left of it the face between U, L and B, right of it that between U, R and B
          t a e a t             below it the face between L, R and B
            a e a
              t

Its text is the same digits. Variants without tips leave their stickers out.

Axial pieces and tips never leave their corners but only twist, so the pyramid is always held the
same way. A pyramid is legal if it can be put together from its pieces, with these in their corners.
Turns preserve the parity of the order of the edges and of the number of flipped edges. So one in four can
be solved, 933,120 without tips and 81 times as many with them; the others are lost.
"""

from functools import cached_property
from itertools import combinations, permutations

from perfect_play.puzzles import Add, IllegalPosition, Kernel, Room, Table, Variant
from perfect_play.puzzles.permutations import number_and_parity
from perfect_play.puzzles.twisty.stickers import (
    Net,
    StickerPuzzle,
    children_of_parts,
    inverse,
    kernel_of_parts,
    rearranged,
)

CORNERS = "ULRB"
AROUND = {"U": "LBR", "L": "URB", "R": "UBL", "B": "ULR"}
"""The other corners in the order in which a clockwise turn moves them."""

# A piece is named by its corners, a tip by a small letter, and a face by the corner it lacks.
EDGES = ["".join(pair) for pair in combinations(CORNERS, 2)]
COLORS = {"B": "0", "R": "1", "L": "2", "U": "3"}
Sticker = tuple[str, str]  # piece and face

ROWS, COLS = 6, 11
BUTTONS = {
    name + turn: Add(name, row * COLS + col + i)
    for turn, col in (("", 0), ("'", 7))
    for row, names in ((4, CORNERS), (5, CORNERS.lower()))
    for i, name in enumerate(names)
}


UNFOLDED = (
    ("R", 2, (2, 1, 0), "L", "B", "U"),
    ("B", 5, (0, 1, 2), "U", "L", "R"),
    ("L", 8, (2, 1, 0), "R", "U", "B"),
    ("U", 5, (5, 4, 3), "B", "L", "R"),
)
"""Each face; its middle column; its rows from the point to the base; its corners at the point, left and right."""


def _edge(first: str, second: str) -> str:
    return first + second if first + second in EDGES else second + first


def _unfolded() -> dict[int, Sticker]:
    """The sticker on each cell of the board."""
    cells = {}
    for face, col, rows, top, left, right in UNFOLDED:
        triangle = (
            [top.lower()],
            [_edge(left, top), top, _edge(top, right)],
            [left.lower(), left, _edge(left, right), right, right.lower()],
        )
        for wide, (row, pieces) in enumerate(zip(rows, triangle, strict=True)):
            for i, piece in enumerate(pieces):
                cells[row * COLS + col - wide + i] = (piece, face)
    return dict(sorted(cells.items()))


def _turned(sticker: Sticker, name: str) -> Sticker:
    """Where a clockwise turn of a layer, `U`, or of a tip, `u`, takes a sticker."""
    piece, face = sticker
    if name not in (piece if name.islower() else piece.upper()):
        return sticker
    around = AROUND[name.upper()]
    cycle = str.maketrans(around, around[1:] + around[0])
    piece, face = piece.translate(cycle), face.translate(cycle)
    return (_edge(*piece) if len(piece) == 2 else piece), face


def _faces(piece: str) -> str:
    """The faces on which a piece has a sticker, those of a corner clockwise."""
    return AROUND[piece.upper()] if len(piece) == 1 else "".join(face for face in CORNERS if face not in piece)


def _home(piece: str) -> bytes:
    """The colors of a piece of the solved pyramid."""
    return "".join(COLORS[face] for face in _faces(piece)).encode()


CELLS = _unfolded()
TWIST_OF = {corner: {(2 * _home(corner))[3 - t : 6 - t]: t for t in range(3)} for corner in CORNERS}
EDGE_OF = {_home(edge)[:: 1 - 2 * flip]: (number, flip) for number, edge in enumerate(EDGES) for flip in (0, 1)}
COLORS_OF = {edge: colors for colors, edge in EDGE_OF.items()}
ORDERS = [order for order in permutations(range(6)) if not number_and_parity(order, range(6))[1]]
ORDER_NUMBER = {order: number for number, order in enumerate(ORDERS)}
FLIPPINGS, TWISTINGS = 2**5, 3**4


class Pyraminx(StickerPuzzle):
    colors = "0123"
    name = "Pyraminx"
    also_called = ("Pyramid", "Tetrahedron")
    description = "Turn the layers of the pyramid until each face has a single color."
    instructions = """**U L R B** turn the upper, left, right or back corner with the layer below it a third of a
        turn clockwise, as seen from that corner; **U' L' R' B'** turn it counterclockwise. **u l r b** and **u' l'
        r' b'** turn the tip alone. The pyramid is solved when every face has a single color. It is drawn unfolded,
        the front face in the middle; the buttons on the left are the clockwise moves, those on the right the
        counterclockwise ones."""
    author = "Uwe Mèffert"
    date_created = "1981"
    variants = (
        Variant("no_tips", "Without tips", (CORNERS, "", b"221213330102023130003112"), positions=933_120),
        Variant(
            "tips",
            "With tips",
            (CORNERS, CORNERS.lower(), b"322121021313301020230313023100301122"),
            presolve=False,
            positions=75_582_720,
        ),
        Variant(
            "tips_UL",
            "With tips, U and L only",
            ("UL", "ul", b"111010212221010202221030002313333333"),
            testing=True,
            positions=4860,
        ),
    )

    def prepare(self, layers: str, tips: str, start: bytes) -> None:
        cells = {cell: sticker for cell, sticker in CELLS.items() if tips or sticker[0].isupper()}
        stickers = list(cells.values())
        self._goal = "".join(COLORS[face] for _, face in stickers).encode()
        turns: dict[str, bytes] = {}
        for names in (layers, tips):
            sources = {name: bytes(stickers.index(_turned(sticker, name)) for sticker in stickers) for name in names}
            turns |= {name: inverse(order) for name, order in sources.items()}
            turns |= {f"{name}'": order for name, order in sources.items()}
        net = Net(ROWS, COLS, tuple(cells), {name: BUTTONS[name] for name in turns})
        self.lay_out(start, turns, [self._goal], net)
        # The places of the pieces, that is, of their stickers.
        places = {piece: bytes(stickers.index((piece, face)) for face in _faces(piece)) for piece, _ in stickers}
        self._edges = [places[edge] for edge in EDGES]
        corners = CORNERS + CORNERS.lower() if tips else CORNERS
        self._corners = [(places[corner], TWIST_OF[corner.upper()]) for corner in corners]
        if layers == CORNERS:
            self.size = len(ORDERS) * FLIPPINGS * 3 ** len(corners)

    def legal(self, position: bytes, text: str) -> bytes:
        if {EDGE_OF.get(rearranged(position, edge), (None, 0))[0] for edge in self._edges} != set(range(6)):
            raise IllegalPosition(f"{text!r}: its edges are not the six different edge pieces of the pyramid.")
        if not all(rearranged(position, place) in twists for place, twists in self._corners):
            raise IllegalPosition(f"{text!r}: a corner does not have its three colors, clockwise.")
        return position

    # The rank is made of the order of the edges, which of them are flipped, the twists of the axial pieces,
    # and how much further each tip is twisted. The last edge is flipped if an odd number of the others is.

    def rank(self, position: bytes) -> int | None:
        pieces, flips = zip(*[EDGE_OF[rearranged(position, edge)] for edge in self._edges], strict=True)
        twists = [twist[rearranged(position, place)] for place, twist in self._corners]
        if pieces not in ORDER_NUMBER or sum(flips) % 2:
            return None
        number = ORDER_NUMBER[pieces]
        for flip in flips[:5]:
            number = number * 2 + flip
        for axial in twists[:4]:
            number = number * 3 + axial
        for i, tip in enumerate(twists[4:]):
            number = number * 3 + (tip - twists[i]) % 3
        return number

    def unrank(self, number: int) -> bytes:
        twists = [0] * len(self._corners)
        for i in reversed(range(len(twists))):
            number, twists[i] = divmod(number, 3)
        for i in range(4, len(twists)):
            twists[i] = (twists[i] + twists[i - 4]) % 3
        flips = [number >> edge & 1 for edge in (4, 3, 2, 1, 0)]
        flips.append(sum(flips) % 2)
        stickers = bytearray(len(self._goal))
        for place, edge in zip(self._edges, zip(ORDERS[number >> 5], flips, strict=True), strict=True):
            for sticker, color in zip(place, COLORS_OF[edge], strict=True):
                stickers[sticker] = color
        for (place, colors), twist in zip(self._corners, twists, strict=True):
            for sticker, color in zip(place, list(colors)[twist], strict=True):
                stickers[sticker] = color
        return bytes(stickers)

    @cached_property
    def _kernel(self) -> Kernel:
        if len(self._corners) > len(CORNERS):
            layers = Pyraminx(self.find_variant("no_tips"))._kernel
            return Kernel(_children_with_tips, len(self._moves), layers.constants)
        return kernel_of_parts(self, self._moves, (len(ORDERS), FLIPPINGS, TWISTINGS))

    def kernel(self) -> Kernel | None:
        return self._kernel if self.size else None


def _children_with_tips(
    number: int,
    out: Room,
    scratch: Room,
    layers: int,
    flippings: int,
    twistings: int,
    after_order: Table,
    after_flips: Table,
    after_twists: Table,
) -> int:
    """`do_move` over ranks: a layer takes its tip along; a tip alone changes only its own digit of the rank."""
    pyramid, tips = number // twistings, number % twistings
    count = children_of_parts(
        pyramid, out, scratch, layers, flippings, twistings, after_order, after_flips, after_twists
    )
    for layer in range(layers):
        out[layer] = out[layer] * twistings + tips
    weight = 1
    for _ in range(4):
        twist = tips % 3
        out[count] = number + ((twist + 1) % 3 - twist) * weight
        out[count + 1] = number + ((twist + 2) % 3 - twist) * weight
        count += 2
        tips //= 3
        weight *= 3
    return count
