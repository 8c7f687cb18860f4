"""Top Spin: bring a ring of numbered disks into order by turning the ring and flipping a knob.

A position is a string of disks clockwise around the ring, from place 0, the first place in the
knob: `1` to `9`, then `a`, `b`, `c` for 10, 11, 12. Every order of the disks is legal.

With a knob of three, the disks on every second place always stay together on every second place. So
of the orders of 12 disks only those with odd and even disks in turn can be solved, one in 462; the
others are lost.

Its text has the numbers themselves, those in the knob joined by `_` and every other one after
a `-`: `5_8-1-3-6-2-7-4-9-10`, or `5_12_7-2-3-1-4-6-8-9-10-11` with a knob of three.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from math import factorial

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.permutations import arrangement, arrangement_number
from puzzles.view import Add, Board

DISKS = "123456789abc"
NUMBER = {disk: str(number) for number, disk in enumerate(DISKS, 1)}
DISK = {number: disk for disk, number in NUMBER.items()}
FLIP = 0


def _variant(disks: int, knob: int, positions: int, presolve: bool) -> Variant:
    name = f"{disks} disks, size-{knob} knob"
    testing = positions < 1000
    return Variant(f"{disks}_{knob}", name, (disks, knob), presolve=presolve, testing=testing, positions=positions)


class TopSpin(Puzzle):
    id = "topspin"
    name = "Top Spin"
    description = "Turn the ring and flip the knob until the disks are in order."
    instructions = (
        "**Rotate** the whole ring clockwise by any number of steps, or **flip** the knob, which reverses the order of "
        "the disks in it. The puzzle is solved when the disks stand in order clockwise, with disk 1 in the first place "
        "of the knob. Every rotation counts as one move, however far it goes."
    )
    author = "Ferdinand Lammertink"
    date_created = "1989"
    variants = (
        _variant(6, 2, 384, presolve=True),
        _variant(6, 4, 384, presolve=True),
        _variant(8, 4, 20_352, presolve=True),
        _variant(10, 2, 1_816_320, presolve=False),
        _variant(10, 4, 1_816_320, presolve=False),
        _variant(12, 3, 518_784, presolve=False),
    )
    reversible = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.disks: int
        self.knob: int
        self.disks, self.knob = variant.options
        if self.knob % 2 == 0:  # with an odd knob a dense table would be nearly empty
            self.size = factorial(self.disks)
        self._goal = DISKS[: self.disks]
        self._moves = (*range(1, self.disks), FLIP)
        self._mirrored = str.maketrans(self._goal, self._turned_over(self._goal))

    def start(self) -> str:
        return self._goal[::-1]

    def moves(self, position: str) -> Iterable[int]:
        """The number of steps to rotate clockwise, then FLIP."""
        return self._moves

    def do_move(self, position: str, move: int) -> str:
        if move == FLIP:
            return position[self.knob - 1 :: -1] + position[self.knob :]
        return position[-move:] + position[:-move]

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position == self._goal else None

    def solutions(self) -> Iterable[str]:
        return [self._goal]

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
        """The ring read counter-clockwise, so that the knob stays where it is."""
        return position[self.knob - 1 :: -1] + position[: self.knob - 1 : -1]

    def images(self, position: str) -> Iterable[str]:
        """The position and its mirror image, with the disks renamed so that the solution is its own image.

        The mirror image of a rotation is the opposite rotation, that of a flip is the flip.
        """
        return (position, self._turned_over(position).translate(self._mirrored))

    def rank(self, position: str) -> int:
        """The place of the position in lexicographic order."""
        left = self._goal
        number = 0
        for disk in position:
            number = number * len(left) + left.index(disk)
            left = left.replace(disk, "")
        return number

    def unrank(self, number: int) -> str:
        digits = []
        for count in range(1, self.disks + 1):
            number, digit = divmod(number, count)
            digits.append(digit)
        left = list(self._goal)
        return "".join(left.pop(digit) for digit in reversed(digits))

    def kernel(self) -> Kernel | None:
        return Kernel(_children, self.disks, (self.disks, self.knob)) if self.size else None

    # The ring is drawn in two rows: the first half from left to right, the rest below from right to left.

    def board(self, position: str) -> Board:
        half = self.disks // 2
        return Board(2, half, position[:half] + position[: half - 1 : -1])

    def from_board(self, cells: str, turn: Turn) -> str:
        half = self.disks // 2
        position = cells[:half] + cells[: half - 1 : -1]
        if len(position) != self.disks or not set(position) <= set(DISKS):
            raise MalformedPosition(f"{short(cells)}: expected {self.disks} disks, each one of {self._goal}.")
        return self.parse(self.format(position))

    def button(self, position: str, move: int) -> Add:
        """A flip is drawn on place 0, a rotation on the disk that it brings to place 0."""
        if move == FLIP:
            return Add("f", 0)
        half = self.disks // 2
        place = self.disks - move
        return Add("r", place if place < half else self.disks - 1 - (place - half))


def _children(number: int, out: MutableSequence[int], ring: MutableSequence[int], disks: int, knob: int) -> int:
    """As `moves` and `do_move`, over ranks. Rotations by one step at a time; the last brings the ring back."""
    arrangement(number, disks, ring)
    for step in range(disks - 1):
        last = ring[disks - 1]
        for place in range(disks - 1, 0, -1):
            ring[place] = ring[place - 1]
        ring[0] = last
        out[step] = arrangement_number(ring, disks)
    last = ring[disks - 1]
    for place in range(disks - 1, 0, -1):
        ring[place] = ring[place - 1]
    ring[0] = last
    for place in range(knob // 2):
        ring[place], ring[knob - 1 - place] = ring[knob - 1 - place], ring[place]
    out[disks - 1] = arrangement_number(ring, disks)
    return disks
