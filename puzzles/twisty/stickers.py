"""Twisty puzzles such as Rubik's Cube: a base class and a kernel.

A position is its stickers as ASCII digits in a `bytes`; its text is the same digits. An order of
stickers is also a `bytes`: for each place, the old sticker that comes there. A subclass
defines the turns, the solved positions, and where stickers and buttons stand on the board, and
writes `legal`.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from perfect_play.puzzles.base import Kernel, MalformedPosition, Move, Notation, Puzzle, Rules, Turn, Value, short
from perfect_play.puzzles.values import Room, Table
from perfect_play.puzzles.view import EMPTY, VOID, Add, Board


def rearranged(stickers: bytes, order: bytes) -> bytes:
    """The stickers order[0], order[1], and so on. (`bytes.translate` is the fastest way.)"""
    return order.translate(stickers.ljust(256))


def inverse(order: bytes) -> bytes:
    """The order that undoes `order`."""
    return bytes(map(order.index, range(len(order))))


PRIMES = str.maketrans(dict.fromkeys("’‘′´`ʼʹ＇i", "'"))
DEEPEST = 20  # brackets within brackets
MOST_TURNS = 10_000  # in a text
MOST_TIMES = 99  # that one is made
_GOES_ON = {"": "", "(": ")", "[": ",:", ",": "]", ":": "]"}
"""By the bracket or sign before turns: what may come after them."""


def turns_in(text: str, names: Iterable[str]) -> list[tuple[str, bool]] | None:
    """The turns in a text, each with whether it is taken back; None if the text does not begin with a turn.

    Each turn may be followed by how often it is made and by a prime, which takes it back; so may several in
    parentheses, commutators `[A, B]`, which are A B A' B', and conjugates `[A: B]`, A B A'. What follows `//` in a line
    is a comment. Raises MalformedPosition.
    """
    text = re.sub("//.*", "", text)
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    token = re.compile(rf"\s*(?:([(\[])|([,:])|(?:([)\]])|({pattern}))('?)[×*]?((?:[1-9][0-9]*)?)('?))\s*")
    written = text.translate(PRIMES)
    turns: list[tuple[str, bool]] = []
    outside: list[tuple[str, Any, Any]] = []  # each open bracket, what comes before it, and in it before `,` or `:`
    place, begins = 0, False
    while place < len(written):
        parsed = token.match(written, place)
        mark = parsed and (parsed[2] or parsed[3])
        is_open = outside[-1][0] if outside else ""
        is_out_of_place = mark and (mark not in _GOES_ON[is_open] or (begins and mark != ")"))
        if parsed is None or is_out_of_place or len(outside) > DEEPEST:
            if place == 0 and not any(map(token.fullmatch, written.split())):
                return None
            wrong = re.split(r"\s", text[:place])[-1] + re.split(r"\s", text[place:])[0]
            raise MalformedPosition(f"{short(text)}: {short(wrong)} is no turn. The turns: {', '.join(names)}.")
        opening, middle, closing, name, prime, count, last_prime = parsed.groups()
        if len(count or "") > len(str(MOST_TIMES)):
            raise MalformedPosition(
                f"{short(text)}: too many repetitions; expected at most {MOST_TIMES}, and {MOST_TURNS:,} turns in all."
            )
        place, begins = parsed.end(), bool(opening or middle)
        if opening:
            outside.append((opening, turns, []))
            turns = []
            continue
        if middle:
            outside[-1] = (middle, outside[-1][1], turns)
            turns = []
            continue
        part = turns if closing else [(name, False)]
        if closing:
            bracket, turns, first = outside.pop()
            if bracket != "(":
                part = first + part + _taken_back(first) + (_taken_back(part) if bracket == "," else [])
        if len(turns) + len(part) * int(count or 1) > MOST_TURNS:
            raise MalformedPosition(f"{short(text)}: more than {MOST_TURNS} turns.")
        turns += (part if prime == last_prime else _taken_back(part)) * int(count or 1)
    if outside:
        raise MalformedPosition(f"{short(text)}: a bracket is not closed.")
    return turns if text else None


def _taken_back(turns: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
    return [(name, not is_back) for name, is_back in reversed(turns)]


def read_turns(text: str, turns: Mapping[str, bytes]) -> bytes | None:
    """The order in which turns leave the stickers; None as `turns_in`. turns: the orders of the turns by name.

    Raises MalformedPosition.
    """
    made = turns_in(text, turns)
    if made is None:
        return None
    order = bytes(range(len(next(iter(turns.values())))))
    backward = {name: inverse(turns[name]) for name in {name for name, _ in made}}
    for name, is_back in made:
        order = rearranged(order, backward[name] if is_back else turns[name])
    return order


def read_scramble(rules: StickerPuzzle, text: str) -> bytes | None:
    """The position to which turns lead from a solved one."""
    order = read_turns(text, rules.turns_of_scrambles())
    return None if order is None else rules.scrambled(order)


@dataclass(frozen=True)
class Net:
    """The unfolded surface: the cell of each sticker, and the buttons, which have cells of their own."""

    rows: int
    cols: int
    stickers: tuple[int, ...]
    buttons: dict[str, Add]


class StickerPuzzle(Puzzle):
    """A puzzle whose moves permute its stickers, each move always in the same way."""

    reversible = True
    random_start = True
    notations: ClassVar[tuple[Notation, ...]] = (Notation("a scramble", "R U' R2", read_scramble),)

    def lay_out(self, start: bytes, turns: dict[str, bytes], solutions: Sequence[bytes], net: Net) -> None:
        """Set what the puzzle is made of. turns: the order that each turn leaves the stickers in."""
        self._start = start
        self._turns = turns
        self._moves = tuple(turns)
        self._solutions = solutions
        self._solved = frozenset(solutions)
        self._net = net
        self._blank = [VOID] * (net.rows * net.cols)
        for button in net.buttons.values():
            self._blank[button.cell] = EMPTY

    def start(self) -> bytes:
        """The position that the variant names."""
        return self._start

    def moves(self, position: bytes) -> Iterable[str]:
        """The names of all turns."""
        return self._moves

    def do_move(self, position: bytes, move: str) -> bytes:
        """The stickers after a turn."""
        return rearranged(position, self._turns[move])

    def primitive(self, position: bytes) -> Value | None:
        """Won in each of the solutions."""
        return Value.WIN if position in self._solved else None

    def solutions(self) -> Iterable[bytes]:
        """The solutions given by the subclass."""
        return self._solutions

    def format(self, position: bytes) -> str:
        """The digits of the stickers."""
        return position.decode()

    def other_move_names(self, position: bytes, move: str) -> Iterable[str]:
        """`Ri` for `R'`, and `R2'` for `R2`."""
        return (f"{move[:-1]}i",) if move.endswith("'") else (f"{move}'",) if move.endswith("2") else ()

    def moves_written(self, position: bytes, text: str) -> list[str] | None:
        """The turns in a text with brackets, or without blanks."""
        if len(text.split()) > 1 and not set(text) & set("(["):
            return None
        turns = turns_in(text, self._turns)
        if turns is None:
            return None
        names = {order: name for name, order in self._turns.items()}
        return [names[inverse(self._turns[name])] if is_back else name for name, is_back in turns]

    colors: ClassVar[str]
    """The digits that stickers have."""

    @abstractmethod
    def legal(self, position: bytes, text: str) -> bytes:
        """The position, read from `text`. Raises IllegalPosition if it cannot be put together from the pieces."""

    def parse(self, text: str) -> bytes:
        """The stickers in `text`."""
        stickers, first, last = len(self._net.stickers), self.colors[0], self.colors[-1]
        if len(text) != stickers or set(text) - set(self.colors):
            raise MalformedPosition(f"{short(text)}: expected {stickers} digits from {first} to {last}.")
        return self.legal(text.encode(), text)

    def turns_of_scrambles(self) -> dict[str, bytes]:
        """The order in which each turn that scrambles may have leaves the stickers. Default: the moves."""
        return {
            name: turn for name, turn in self._turns.items() if name.rstrip("2'") not in self._turns.keys() - {name}
        }

    def scrambled(self, order: bytes) -> bytes:
        """The position in which turns that have this effect leave a solved one."""
        return rearranged(self._solutions[0], order)

    def board(self, position: bytes) -> Board:
        """The stickers on the unfolded surface."""
        cells = self._blank.copy()
        for cell, sticker in zip(self._net.stickers, position.decode(), strict=True):
            cells[cell] = sticker
        return Board(self._net.rows, self._net.cols, "".join(cells))

    def from_board(self, cells: str, turn: Turn) -> bytes:
        """The position with the stickers of this board."""
        if len(cells) != len(self._blank):
            raise MalformedPosition(f"{short(cells)}: expected {self._net.rows} rows of {self._net.cols} cells.")
        return self.parse("".join(cells[cell] for cell in self._net.stickers))

    def button(self, position: bytes, move: str) -> Add:
        """Every move has its own cell."""
        return self._net.buttons[move]


def kernel_of_parts(rules: Rules, moves: Sequence[Move], parts: tuple[int, int, int]) -> Kernel:
    """A kernel for ranks made of three parts that change independently, such as the order and the twists of corners.

    A rank is (first * parts[1] + second) * parts[2] + third, each below its number in `parts`. A table for each
    part holds the effect of each move; `moves` are enough to reach all children, up to symmetry.
    """
    first = _after(rules, moves, parts[0], parts[1] * parts[2])
    second = _after(rules, moves, parts[1], parts[2])
    third = _after(rules, moves, parts[2], 1)
    return Kernel(children_of_parts, len(moves), (len(moves), *parts[1:], first, second, third))


def _after(rules: Rules, moves: Sequence[Move], size: int, weight: int) -> tuple[int, ...]:
    """For each value of a part (the others being 0) and each move: the part's new value, times `weight`."""
    positions = [rules.unrank(value * weight) for value in range(size)]
    numbers = [rules.rank(rules.do_move(position, move)) for position in positions for move in moves]
    return tuple(number // weight % size * weight for number in numbers if number is not None)


def children_of_parts(
    number: int,
    out: Room,
    scratch: Room,
    moves: int,
    seconds: int,
    thirds: int,
    after_first: Table,
    after_second: Table,
    after_third: Table,
) -> int:
    """`do_move` over ranks, for each of the moves."""
    first = number // (seconds * thirds) * moves
    second = number // thirds % seconds * moves
    third = number % thirds * moves
    for move in range(moves):
        out[move] = after_first[first + move] + after_second[second + move] + after_third[third + move]
    return moves
