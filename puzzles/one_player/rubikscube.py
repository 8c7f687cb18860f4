"""The 2x2x2 Rubik's Cube: turn the faces until each has a single color.

A position is 24 stickers as ASCII digits in a `bytes`, four a face, in the order of the faces F, L,
U, R, B, D; its text is the same digits. A solved cube is `000011112222333344445555`, or that cube
held in any other way. On the unfolded cube the stickers are, with L above, and R below, the U face:

          4  5
          6  7
    0  1  8  9 16 17 20 21
    2  3 10 11 18 19 22 23
         12 13
         14 15

Legal is every cube that can be put together from the eight corner pieces, each in any place and
with any of its three twists. One in three of them can be solved by turning all the faces; the
others are lost, such as a solved cube with one corner twisted by hand.

In the 2x2x2 a cube is equal to itself held in any of the 24 ways. Where only some faces turn, the
way it is held matters; but there a cube is equal to one with its colors renamed in any of 24 ways.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from functools import cached_property
from itertools import permutations

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.view import Add, Board

FACES = "FLURBD"
SOLVED = b"000011112222333344445555"
# What a clockwise turn of each face does: each sticker of a cycle goes where the next one was.
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


def rearranged(stickers: bytes, order: bytes) -> bytes:
    """The stickers number order[0], order[1], and so on. (`bytes.translate` is the fastest way.)"""
    return order.translate(stickers.ljust(256))


def inverse(order: bytes) -> bytes:
    """The order that takes `order` back."""
    return bytes(map(order.index, range(len(order))))


def _turn(face: str) -> bytes:
    order = list(range(24))
    for cycle in CYCLES[face]:
        for source, target in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            order[target] = source
    return bytes(order)


def _ways_to_hold() -> list[bytes]:
    """A 2x2x2 is turned as a whole by F and B' together, or by U and D'. This makes all 24 orders."""
    wholes = [rearranged(_turn(front), inverse(_turn(back))) for front, back in ("FB", "UD")]
    ways = [bytes(range(24))]
    for way in ways:  # grows as it goes
        ways += [new for whole in wholes if (new := rearranged(way, whole)) not in ways]
    return ways


MOVES = [*FACES, *(f"{face}'" for face in FACES)]
TURNS = {name: _turn(name[0]) if name in FACES else inverse(_turn(name[0])) for name in MOVES}
WAYS = _ways_to_hold()
SOLUTIONS = [rearranged(SOLVED, way) for way in WAYS]
_SOLVED = frozenset(SOLUTIONS)
RECOLORINGS = [bytes.maketrans(SOLVED, solution) for solution in SOLUTIONS]

# A corner piece is numbered by its place on the solved cube; its twist says which of its colors is on U or D.
_HOME = [rearranged(SOLVED, PLACES[i : i + 3]) for i in range(0, 24, 3)]
CORNERS = {(piece, t): (2 * home)[3 - t : 6 - t] for piece, home in enumerate(_HOME) for t in range(3)}
CORNER_OF = {colors: corner for corner, colors in CORNERS.items()}
LAST = CORNERS[7, 0]

# `canonical` turns the whole cube until the last piece is in the last place without a twist. To find that
# piece, every place is written out as `abcab`, ended by a blank (sticker 24), so that all its twists occur.
SEARCH = b"".join(PLACES[i : i + 3] + PLACES[i : i + 2] + bytes([24]) for i in range(0, 24, 3))
BRING_LAST_HOME = {rearranged(rearranged(SOLVED, inverse(way)), SEARCH).index(LAST): way for way in WAYS}
# Or it renames the colors until those in the last place are right.
RECOLOR = {rearranged(solution, LAST_PLACE): bytes.maketrans(solution, SOLVED) for solution in SOLUTIONS}

ORDERS = list(permutations(range(7)))
ORDER_NUMBER = {order: number for number, order in enumerate(ORDERS)}

ROWS, COLS = 6, 8
ORIGINS = {"F": (2, 0), "L": (0, 2), "U": (2, 2), "R": (4, 2), "B": (2, 4), "D": (2, 6)}
STICKER_CELLS = [(row + i) * COLS + col + j for row, col in ORIGINS.values() for i in (0, 1) for j in (0, 1)]
BUTTON_CELLS = {name: (i // 6 * 4 + i % 6 // 3) * COLS + 5 + i % 3 for i, name in enumerate(MOVES)}


class RubiksCube(Puzzle):
    id = "rubikscube"
    name = "Rubik's Cube"
    aliases = ("rubiks",)
    description = "Turn the faces of the cube until each face has a single color."
    instructions = (
        "**F L U R B D** turn the front, left, upper, right, back or lower face a quarter clockwise, as seen when "
        "looking at that face; **F' L' U' R' B' D'** turn it counter-clockwise. The cube is solved when every face "
        "has a single color. It is drawn unfolded: F, U, B and D in a strip, L above and R below U. The buttons beside "
        "it are the moves, with small letters for counter-clockwise."
    )
    author = "Ernő Rubik"
    date_created = "1983"
    variants = (
        Variant("2x2x2", "2x2x2", (FACES, b"021221350445334534015102"), ("2x2",), presolve=False, positions=3_674_160),
        Variant("2x2x2_FR", "2x2x2, F and R only", ("FR", b"025251310205141244345330"), testing=True, positions=29_160),
    )
    reversible = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        faces: str
        self._start: bytes
        faces, self._start = variant.options
        self._all_turn = faces == FACES
        self._moves = tuple(name for name in MOVES if name[0] in faces)
        buttons = {BUTTON_CELLS[name] for name in self._moves}
        self._blank = ["-" if cell in buttons else "*" for cell in range(ROWS * COLS)]
        if self._all_turn:
            self.size = 3 * len(ORDERS) * 3**6

    def start(self) -> bytes:
        return self._start

    def moves(self, position: bytes) -> Iterable[str]:
        return self._moves

    def do_move(self, position: bytes, move: str) -> bytes:
        return rearranged(position, TURNS[move])

    def primitive(self, position: bytes) -> Value | None:
        return Value.WIN if position in _SOLVED else None

    def solutions(self) -> Iterable[bytes]:
        return SOLUTIONS

    def format(self, position: bytes) -> str:
        return position.decode()

    def parse(self, text: str) -> bytes:
        if len(text) != 24 or set(text) - set("012345"):
            raise MalformedPosition(f"{short(text)}: expected 24 digits from 0 to 5, four a face, faces {FACES}.")
        position = text.encode()
        colors = rearranged(position, PLACES)
        corners = [colors[i : i + 3] for i in range(0, 24, 3)]
        if {CORNER_OF[corner][0] for corner in corners if corner in CORNER_OF} != set(range(8)):
            raise IllegalPosition(f"{text!r}: its corners are not the eight different corner pieces of the cube.")
        return position

    def images(self, position: bytes) -> Iterable[bytes]:
        if self._all_turn:
            return [rearranged(position, way) for way in WAYS]
        return [position.translate(recoloring) for recoloring in RECOLORINGS]

    def canonical(self, position: bytes) -> bytes:
        if self._all_turn:
            return rearranged(position, BRING_LAST_HOME[rearranged(position, SEARCH).index(LAST)])
        return position.translate(RECOLOR[rearranged(position, LAST_PLACE)])

    def rank(self, position: bytes) -> int:
        """Of the canonical cube: twists of all together (modulo 3), order of the pieces, twist of each.

        The solvable cubes are those with twists of 0 together, so they are the first third.
        """
        colors = rearranged(self.canonical(position), PLACES)
        pieces, twists = zip(*[CORNER_OF[colors[i : i + 3]] for i in range(0, 21, 3)], strict=True)
        number: int = sum(twists) % 3 * len(ORDERS) + ORDER_NUMBER[pieces]
        for twist in twists[:6]:
            number = number * 3 + twist
        return number

    def unrank(self, number: int) -> bytes:
        twists: list[int] = []
        for _ in range(6):
            number, twist = divmod(number, 3)
            twists.insert(0, twist)
        together, order = divmod(number, len(ORDERS))
        twists.append((together - sum(twists)) % 3)
        corners = [CORNERS[corner] for corner in zip(ORDERS[order], twists, strict=True)]
        return rearranged(b"".join([*corners, LAST]), inverse(PLACES))

    @cached_property
    def _after(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For every move the number of an order, and of twists, after it: they change independently."""
        twistings = 3**6
        numbers = [i * twistings for i in range(len(ORDERS))]
        orders = [self.rank(self.do_move(self.unrank(number), move)) for number in numbers for move in MOVES]
        numbers = [together * len(ORDERS) * twistings + twist for together in range(3) for twist in range(twistings)]
        twists = [self.rank(self.do_move(self.unrank(number), move)) for number in numbers for move in MOVES]
        return (
            tuple(number // twistings % len(ORDERS) for number in orders),
            tuple(number % twistings for number in twists),
        )

    def kernel(self) -> Kernel | None:
        if not self._all_turn:
            return None
        return Kernel(_children, len(MOVES), (len(MOVES), len(ORDERS), 3**6, *self._after))

    def board(self, position: bytes) -> Board:
        cells = self._blank.copy()
        for cell, sticker in zip(STICKER_CELLS, position.decode(), strict=True):
            cells[cell] = sticker
        return Board(ROWS, COLS, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> bytes:
        if len(cells) != ROWS * COLS:
            raise MalformedPosition(f"{short(cells)}: expected {ROWS} rows of {COLS} cells.")
        return self.parse("".join(cells[cell] for cell in STICKER_CELLS))

    def button(self, position: bytes, move: str) -> Add:
        return Add(move if move in FACES else move[0].lower(), BUTTON_CELLS[move])


def _children(
    number: int,
    out: MutableSequence[int],
    work: MutableSequence[int],
    moves: int,
    orders: int,
    twistings: int,
    after_order: Sequence[int],
    after_twist: Sequence[int],
) -> int:
    """As `do_move` for every move, over ranks."""
    twist, order, together = number % twistings, number // twistings % orders, number // twistings // orders
    for move in range(moves):
        new_order = after_order[order * moves + move]
        new_twist = after_twist[(together * twistings + twist) * moves + move]
        out[move] = (together * orders + new_order) * twistings + new_twist
    return moves
