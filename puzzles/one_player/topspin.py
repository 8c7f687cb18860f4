"""Top Spin: bring a ring of numbered disks into order by rotating the ring and flipping a knob.

A position is a string of disks clockwise around the ring, from place 0, the first place in the
knob: `1` to `9`, then `a`, `b`, `c` for 10, 11, 12. Every order of the disks is legal.

Not all of them can be solved. On a ring of even size, a knob of three keeps the disks of every second
place together, so odd and even disks must alternate. On a ring of odd size, a knob of four or five
preserves parity: a rotation is a cycle of odd length, a flip two swaps.

Its text has the numbers themselves, those in the knob joined by `_` and every other one after
a `-`: `5_8-1-3-6-2-7-4-9-10`, or `5_12_7-2-3-1-4-6-8-9-10-11` with a knob of three.
"""

from math import factorial

from perfect_play.puzzles import (
    Add,
    Board,
    IllegalPosition,
    Kernel,
    MalformedPosition,
    OneGoal,
    Room,
    Turn,
    Variant,
    short,
)
from perfect_play.puzzles.permutations import FACTORIALS, digits_of, even_digits, number_and_parity, number_of, order_of

DISKS = "123456789abc"
NUMBER = {disk: str(number) for number, disk in enumerate(DISKS, 1)}
DISK = {number: disk for disk, number in NUMBER.items()}
FLIP = 0


def _variant(disks: int, knob: int, positions: int, presolve: bool = True) -> Variant:
    name = f"{disks} disks, size-{knob} knob"
    testing = positions < 1000
    return Variant(f"{disks}_{knob}", name, (disks, knob), presolve=presolve, testing=testing, positions=positions)


class TopSpin(OneGoal):
    name = "Top Spin"
    opens = "9_4"
    description = "Turn the ring and flip the knob until the disks are in order."
    instructions = """**Rotate** the whole ring clockwise by any number of steps, or **flip** the knob, which
        reverses the order of the disks in it. The puzzle is solved when the disks stand in order clockwise, with
        disk 1 in the first place of the knob. Every rotation counts as one move, however far it goes."""
    author = "Ferdinand Lammertink"
    date_created = "1989"
    variants = (
        *(_variant(5, knob, positions) for knob, positions in ((2, 64), (3, 64), (4, 6))),
        *(_variant(6, knob, 384) for knob in (2, 4)),
        *(_variant(7, knob, positions) for knob, positions in ((2, 2544), (3, 2544), (4, 1272), (5, 1272), (6, 8))),
        _variant(8, 4, 20_352),
        _variant(9, 4, 90_912),
        _variant(10, 2, 3_628_800),
        _variant(10, 4, 3_628_800, presolve=False),
        _variant(11, 4, 19_958_400, presolve=False),
        _variant(12, 3, 1_036_800),
        _variant(12, 4, 479_001_600, presolve=False),
    )
    reversible = True
    random_start = True

    def prepare(self, disks: int, knob: int) -> None:
        self.disks, self.knob = disks, knob
        self._goal: str = DISKS[:disks]
        self._in_turn = int(disks % 2 == 0 and knob == 3)
        self._even = int(disks % 2 == 1 and knob in (4, 5))
        self._ones = int("1" * disks, 16)
        if self._in_turn:
            self.size = 2 * factorial(disks // 2) ** 2
        else:
            self.size = factorial(disks) >> self._even
        self._moves = (*range(1, disks), FLIP)
        self._mirrored = str.maketrans(self._goal, self._turned_over(self._goal))

    def start(self) -> str:
        """The disks backward; the first two are exchanged where that alone makes an order that can be solved."""
        backward = self._goal[::-1]
        return backward if self.rank(backward) is not None else backward[1::-1] + backward[2:]

    def moves(self, position: str) -> tuple[int, ...]:
        """The number of steps to rotate clockwise, then FLIP."""
        return self._moves

    def do_move(self, position: str, move: int) -> str:
        if move == FLIP:
            return position[self.knob - 1 :: -1] + position[self.knob :]
        return position[-move:] + position[:-move]

    def format(self, position: str) -> str:
        numbers = [NUMBER[disk] for disk in position]
        return "-".join(["_".join(numbers[: self.knob]), *numbers[self.knob :]])

    def parse(self, text: str) -> str:
        numbers = text.replace("_", "-").split("-") if len(text) < 40 else []
        position = "".join(DISK.get(number, "?") for number in numbers)
        if len(position) != self.disks or "?" in position or self.format(position) != text:
            form = self.format(self._goal)
            raise MalformedPosition(f"{short(text)}: expected the numbers 1 to {self.disks}, written like {form!r}.")
        if "".join(sorted(position)) != self._goal:
            raise IllegalPosition(f"{text!r}: expected each of the numbers 1 to {self.disks} exactly once.")
        return position

    def format_move(self, position: str, move: int) -> str:
        if move == FLIP:
            return "flip"
        return f"rotate {move} step{'s' if move > 1 else ''} clockwise"

    def _turned_over(self, position: str) -> str:
        """The ring read counterclockwise, with the knob staying in place."""
        return position[self.knob - 1 :: -1] + position[: self.knob - 1 : -1]

    def images(self, position: str) -> tuple[str, ...]:
        """The position and its mirror image, with the disks renumbered so that the solution is its own image.

        The mirror image of a rotation is the opposite rotation; a flip is its own.
        """
        return (position, self._turned_over(position).translate(self._mirrored))

    # The rank is the number of the ring read from disk 1 on, times the number of disks, plus the place of disk 1:
    # so all rotations of a ring have consecutive ranks.

    def rank(self, position: str) -> int | None:
        place = position.index("1")
        ring = position[place:] + position[:place]
        if self._in_turn and set(ring[::2]) != set(self._goal[::2]):
            return None
        if self._even and number_and_parity(ring, self._goal)[1]:
            return None
        return _number(int(ring, 16) - self._ones, self.disks, self._even, self._in_turn) * self.disks + place

    def unrank(self, number: int) -> str:
        order, place = divmod(number, self.disks)
        ring = f"{_ring(order, self.disks, self._even, self._in_turn) + self._ones:x}"
        return self.do_move(ring, place) if place else ring

    def kernel(self) -> Kernel:
        return Kernel(_children, self.disks, (self.disks, self.knob, self._even, self._in_turn))

    # The ring is drawn in two rows: the first half from left to right, the rest below from right to left.

    def board(self, position: str) -> Board:
        half = len(position) - len(position) // 2
        return Board(2, half, (position[:half] + position[: half - 1 : -1]).ljust(2 * half, "*"))

    def from_board(self, cells: str, turn: Turn) -> str:
        half = self.disks - self.disks // 2
        position = cells[:half] + cells[half : self.disks][::-1]
        if len(position) != self.disks or not set(position) <= set(DISKS):
            raise MalformedPosition(f"{short(cells)}: expected {self.disks} disks, each one of {self._goal}.")
        return self.parse(self.format(position))

    def button(self, position: str, move: int) -> Add:
        """A flip is drawn on place 0, a rotation on the disk that it brings to place 0."""
        if move == FLIP:
            return Add("f", 0)
        half = self.disks - self.disks // 2
        place = self.disks - move
        return Add("r", place if place < half else half + self.disks - 1 - place)


# In a kernel, a ring from disk 1 on is an integer of four bits per disk, the first highest: 0 is disk 1, and so on.


def _children(number: int, out: Room, scratch: Room, disks: int, knob: int, even: int, in_turn: int) -> int:
    """`moves` and `do_move` over ranks."""
    order, place = number // disks, number % disks
    for new_place in range(disks - 1):
        out[new_place] = order * disks + new_place + (new_place >= place)
    after = knob - 1 - place if place < knob else place
    ring = _flipped(_ring(order, disks, even, in_turn), place, after, disks, knob)
    out[disks - 1] = _number(ring, disks, even, in_turn) * disks + after
    return disks


def _flipped(ring: int, place: int, after: int, disks: int, knob: int) -> int:
    """The ring from disk 1 on after a flip that takes disk 1 from `place` to `after`."""
    every_bit = (1 << 4 * disks) - 1
    ring = (ring >> 4 * place | ring << 4 * (disks - place)) & every_bit
    for offset in range(knob // 2):
        high, low = 4 * (disks - 1 - offset), 4 * (disks - knob + offset)
        exchange = (ring >> high ^ ring >> low) & 15
        ring ^= exchange << high | exchange << low
    return (ring << 4 * after | ring >> 4 * (disks - after)) & every_bit


def _ring(order: int, disks: int, even: int, in_turn: int) -> int:
    """The ring from disk 1 on with this number. even: only even orders; in_turn: odd and even disks alternate."""
    if not in_turn:
        return order_of(even_digits(order, disks - 1) if even else digits_of(order, disks - 1), disks - 1)
    half = disks // 2
    odds = order_of(digits_of(order % FACTORIALS[half - 1], half - 1), half - 1)
    evens = order_of(digits_of(order // FACTORIALS[half - 1], half), half)
    ring = 0
    for place in range(4 * half - 4, -4, -4):
        ring = ring << 8 | (odds >> place & 15) << 5 | 2 * (evens >> place & 15) - 1
    return ring


def _number(ring: int, disks: int, even: int, in_turn: int) -> int:
    """The number of a ring read from disk 1 on."""
    if not in_turn:
        return number_of(ring, disks - 1) >> even
    half = disks // 2
    odds = evens = 0
    for place in range(8 * half - 8, -8, -8):
        odds = odds << 4 | ring >> place + 5 & 7
        evens = evens << 4 | (ring >> place & 15) + 1 >> 1
    return number_of(evens, half) * FACTORIALS[half - 1] + number_of(odds, half - 1)
