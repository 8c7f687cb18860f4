"""Burnt pancakes: flip the upper part of the stack until the pancakes lie in order, burnt sides down.

A position is a string with one character a pancake, from the bottom up: the digit of its width if
its good side is up, and the letter of that number, `a` for 1, if it is upside down. Every order of
the pancakes `1`, `2`, ..., each either way up, is legal; all of them can be solved.

Its text has `1_` before that: the goal of five pancakes is `1_54321`. The start has every pancake
in its place and upside down, `1_edcba`; no stack of up to ten takes more flips (D. S. Cohen, M.
Blum, On the problem of sorting burnt pancakes, Discrete Applied Mathematics 61, 1995).
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from math import factorial

from puzzles.base import IllegalPosition, Kernel, MalformedPosition, Puzzle, Turn, Value, Variant, short
from puzzles.permutations import digits_of, number_and_parity, order_of
from puzzles.view import Add, Board

WIDTHS = "123456789"
TURNED = "abcdefghi"
TURN_OVER = str.maketrans(WIDTHS + TURNED, TURNED + WIDTHS)
GOOD_SIDE_UP = str.maketrans(TURNED, WIDTHS)
PREFIX = "1_"


def _variant(pancakes: int, presolve: bool = True) -> Variant:
    return Variant(
        str(pancakes),
        f"{pancakes} pancakes",
        (pancakes,),
        presolve=presolve,
        testing=pancakes == 5,
        positions=2**pancakes * factorial(pancakes),
    )


class Pancakes(Puzzle):
    id = "pancakes"
    name = "Pancakes"
    also_called = ("Pancake sorting", "Burnt pancakes")
    description = "Sort a stack of pancakes by width, burnt sides down, by flipping its upper part."
    instructions = (
        "Slide the spatula under any pancake and **flip** it together with all that lie on it: they come to lie in "
        "reverse order, and each the other way up. The puzzle is solved when the pancakes lie in order, the widest "
        "at the bottom, and all have their **burnt side down**."
    )
    author = "William H. Gates and Christos H. Papadimitriou"
    date_created = "1979"
    variants = (_variant(5), _variant(6), _variant(7), _variant(8), _variant(9, presolve=False))
    reversible = True
    random_start = True

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.pancakes: int = variant.options[0]
        self.size = 2**self.pancakes * factorial(self.pancakes)
        self._goal = WIDTHS[: self.pancakes][::-1]

    def start(self) -> str:
        return self._goal.translate(TURN_OVER)

    def moves(self, position: str) -> Iterable[int]:
        """The place, from 0 at the bottom, of the lowest pancake that is flipped."""
        return range(self.pancakes)

    def do_move(self, position: str, move: int) -> str:
        return position[:move] + position[move:][::-1].translate(TURN_OVER)

    def primitive(self, position: str) -> Value | None:
        return Value.WIN if position == self._goal else None

    def solutions(self) -> Iterable[str]:
        return [self._goal]

    def format(self, position: str) -> str:
        return PREFIX + position

    def parse(self, text: str) -> str:
        position = text.removeprefix(PREFIX)
        known = {*self._goal, *self.start()}
        if len(position) != self.pancakes or set(position) - known or self.format(position) != text:
            form = f"'{PREFIX}' and {self.pancakes} characters, each one of {''.join(sorted(known))}"
            raise MalformedPosition(f"{short(text)}: expected {form}.")
        if len(set(position.translate(GOOD_SIDE_UP))) != self.pancakes:
            raise IllegalPosition(f"{text!r}: expected each of the widths 1 to {self.pancakes} exactly once.")
        return position

    def format_move(self, position: str, move: int) -> str:
        return f"flip {self.pancakes - move}"

    # The rank is the number of the order of the pancakes, the goal being the first, and a bit for each
    # place, whether the pancake there is upside down.

    def rank(self, position: str) -> int:
        number, _ = number_and_parity(position.translate(GOOD_SIDE_UP), self._goal)
        sides = sum(1 << place for place, pancake in enumerate(position) if pancake in TURNED)
        return number << self.pancakes | sides

    def unrank(self, number: int) -> str:
        order = order_of(digits_of(number >> self.pancakes, self.pancakes), self.pancakes)
        pancakes = [self._goal[int(element) - 1] for element in f"{order:x}"]
        turned = [number >> place & 1 for place in range(self.pancakes)]
        return "".join(p.translate(TURN_OVER) if t else p for p, t in zip(pancakes, turned, strict=True))

    def kernel(self) -> Kernel:
        return Kernel(_children, self.pancakes, (self.pancakes,))

    # The stack is drawn as one column, and a flip on the lowest pancake that it moves.

    def board(self, position: str) -> Board:
        return Board(self.pancakes, 1, position[::-1])

    def from_board(self, cells: str, turn: Turn) -> str:
        return self.parse(PREFIX + cells[::-1])

    def button(self, position: str, move: int) -> Add:
        return Add(position[-1].translate(TURN_OVER), self.pancakes - 1 - move)


def _children(number: int, out: MutableSequence[int], work: MutableSequence[int], pancakes: int) -> int:
    """As `moves` and `do_move`, over ranks, from the shortest flip on.

    The number of an order has a digit for each pancake, in the factorial system (see `permutations.py`):
    how many of those above it are wider. A flip leaves the digits of those below it alone. Those that it
    moves have above them what was below; so the new digit is the rank of a pancake, how many of all that
    are flipped are wider, less the old digit. Ranks and digits are kept in one integer each, four bits a
    pancake, the lowest pancake first.
    """
    every_side = (1 << pancakes) - 1
    sides = number & every_side
    turned = 0
    for place in range(pancakes):
        turned = turned << 1 | (~sides >> place & 1)
    below = number >> pancakes  # the number of the order, as far as the flip leaves it alone
    ranks, digits, ones, weight = 0, 0, 0, 1
    for flipped in range(1, pancakes + 1):
        digit = below % flipped
        below //= flipped
        weight *= flipped
        narrower = ((ranks | ones << 3) - digit * ones) >> 3 & ones  # 1 for each whose rank is no less than `digit`
        ranks = (ranks + narrower) << 4 | digit
        digits = digits << 4 | digit
        ones = ones << 4 | 1
        order = 0
        for place in range(flipped - 1, 0, -1):
            order = order * (place + 1) + (ranks - digits >> 4 * place & 15)
        left_alone = pancakes - flipped
        new_sides = sides & ((1 << left_alone) - 1) | (turned << left_alone & every_side)
        out[flipped - 1] = (below * weight + order) << pancakes | new_sides
    return pancakes
