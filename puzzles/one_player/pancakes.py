"""Pancakes: sort a stack of burnt pancakes, burnt sides down, by flipping its upper part.

A position is a string with one character per pancake, from the bottom up: the digit of its width, `0` for 10, if
its good side is up, or the corresponding letter, `a` for 1, if it is upside down. Every order of
the pancakes `1`, `2`, ..., each either way up, is legal; all of them can be solved.

Its text is the same after `1_`: the goal of five pancakes is `1_54321`. At the start every pancake is
in its place but upside down, `1_edcba`; no stack of up to ten takes more flips (D. S. Cohen, M.
Blum, On the problem of sorting burnt pancakes, Discrete Applied Mathematics 61, 1995).
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
from perfect_play.puzzles.permutations import digits_of, number_and_parity, order_of

WIDTHS = "1234567890"
TURNED = "abcdefghij"
TURN_OVER = str.maketrans(WIDTHS + TURNED, TURNED + WIDTHS)
GOOD_SIDE_UP = str.maketrans(TURNED, WIDTHS)
PREFIX = "1_"


def _variant(pancakes: int) -> Variant:
    return Variant(
        str(pancakes),
        f"{pancakes} pancakes",
        (pancakes,),
        presolve=pancakes < 9,
        testing=pancakes == 5,
        positions=2**pancakes * factorial(pancakes),
    )


class Pancakes(OneGoal):
    name = "Pancakes"
    also_called = ("Pancake sorting", "Burnt pancakes")
    description = "Sort a stack of pancakes by width, burnt sides down, by flipping its upper part."
    instructions = """Slide the spatula under any pancake and **flip** it together with all those on top of it: their
        order is reversed, and each is turned over. The puzzle is solved when the pancakes lie in order, the widest
        at the bottom, and all have their **burnt side down**."""
    author = "William H. Gates and Christos H. Papadimitriou"
    date_created = "1979"
    variants = tuple(map(_variant, range(5, 11)))
    reversible = True
    random_start = True

    def prepare(self, pancakes: int) -> None:
        self.pancakes = pancakes
        self.size = 2**pancakes * factorial(pancakes)
        self._goal: str = WIDTHS[:pancakes][::-1]

    def start(self) -> str:
        return self._goal.translate(TURN_OVER)

    def moves(self, position: str) -> range:
        """The place, counted from 0 at the bottom, of the lowest pancake to flip."""
        return range(self.pancakes)

    def do_move(self, position: str, move: int) -> str:
        return position[:move] + position[move:][::-1].translate(TURN_OVER)

    def format(self, position: str) -> str:
        return PREFIX + position

    def parse(self, text: str) -> str:
        position = text.removeprefix(PREFIX)
        chars = {*self._goal, *self.start()}
        if len(position) != self.pancakes or set(position) - chars or self.format(position) != text:
            form = f"'{PREFIX}' and {self.pancakes} characters, each one of {''.join(sorted(chars))}"
            raise MalformedPosition(f"{short(text)}: expected {form}.")
        if len(set(position.translate(GOOD_SIDE_UP))) != self.pancakes:
            raise IllegalPosition(f"{text!r}: expected each of the widths 1 to {self.pancakes} exactly once.")
        return position

    def format_move(self, position: str, move: int) -> str:
        return f"flip {self.pancakes - move}"

    # The rank is the number of the order of the pancakes, the goal's being 0, followed by one bit per
    # place: whether the pancake there is upside down.

    def rank(self, position: str) -> int:
        number, _ = number_and_parity(position.translate(GOOD_SIDE_UP), self._goal)
        sides = sum(1 << place for place, pancake in enumerate(position) if pancake in TURNED)
        return number << self.pancakes | sides

    def unrank(self, number: int) -> str:
        order = order_of(digits_of(number >> self.pancakes, self.pancakes), self.pancakes)
        pancakes = [self._goal[int(element, 16) - 1] for element in f"{order:x}"]
        turned = [number >> place & 1 for place in range(self.pancakes)]
        return "".join(p.translate(TURN_OVER) if t else p for p, t in zip(pancakes, turned, strict=True))

    def kernel(self) -> Kernel:
        return Kernel(_children, self.pancakes, (self.pancakes,))

    # The stack is drawn as one column, and a flip as a button on the lowest pancake it moves.

    def board(self, position: str) -> Board:
        return Board(self.pancakes, 1, position[::-1])

    def from_board(self, cells: str, turn: Turn) -> str:
        return self.parse(PREFIX + cells[::-1])

    def button(self, position: str, move: int) -> Add:
        return Add(position[-1].translate(TURN_OVER), self.pancakes - 1 - move)


def _children(number: int, out: Room, scratch: Room, pancakes: int) -> int:
    """`moves` and `do_move` over ranks, from the shortest flip to the longest.

    The number of an order has a digit for each pancake, in the factorial number system (see `permutations.py`):
    how many of those above it are wider. A flip does not change the digits of the pancakes below it. For those it
    moves, what was below comes to be above, so a pancake's new digit is its rank among the flipped ones (how many of
    them are wider) less its old digit. Ranks and digits are packed into one integer each, five bits per
    pancake, the lowest pancake first.
    """
    every_side = (1 << pancakes) - 1
    sides = number & every_side
    turned = 0
    for place in range(pancakes):
        turned = turned << 1 | (~sides >> place & 1)
    below = number >> pancakes  # the part of the order's number that the flip does not change
    ranks, digits, unit, weight = 0, 0, 0, 1
    for flipped in range(1, pancakes + 1):
        digit = below % flipped
        below //= flipped
        weight *= flipped
        narrower = ((ranks | unit << 4) - digit * unit) >> 4 & unit  # 1 for each whose rank is at least `digit`
        ranks = (ranks + narrower) << 5 | digit
        digits = digits << 5 | digit
        unit = unit << 5 | 1
        order = 0
        for place in range(flipped - 1, 0, -1):
            order = order * (place + 1) + (ranks - digits >> 5 * place & 31)
        left_alone = pancakes - flipped
        new_sides = sides & ((1 << left_alone) - 1) | (turned << left_alone & every_side)
        out[flipped - 1] = (below * weight + order) << pancakes | new_sides
    return pancakes
