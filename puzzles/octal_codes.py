"""Taking-and-breaking games by their octal or hexadecimal code: the meaning of codes, and nimbers by definition.

A move takes k tokens from a heap and leaves the rest as none, one, two or three
heaps; who cannot move loses. The code says what is allowed: its digit in place k after the point
(before the point: taking none) is the sum of 1 if no token may remain, 2 if one heap may remain, 4
if two, 8 if three. So 0.77 is Kayles: take one or two, and leave none, one heap or two. Codes with
digits up to 7 are octal games, those with 8 to F hexadecimal (R. K. Guy, C. A. B. Smith, "The
G-values of various games", 1956; E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", ch. 4).
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import xor

from perfect_play.puzzles.base import BadText, short

MAX_DIGITS = 24
CODE = rf"[048Cc]\.[0-9A-Fa-f]{{1,{MAX_DIGITS}}}"
SOME_HEAPS = 500
HELP = (
    "A code is 0, 4, 8 or C, a point, and a digit for each number of tokens that may be taken, "
    f"at most {MAX_DIGITS}: 1 if nothing may remain, plus 2 if one heap, plus 4 if two, plus 8 if three. "
    "0.77 is Kayles."
)


def usual_code(text: str) -> str:
    """A code with a dot for its point and a digit before it: `0.77` for `.77` or `0·77`."""
    text = text.replace("\ufeff", "").strip().replace("·", ".").replace("\N{DOT OPERATOR}", ".")
    return f"0{text}" if text.startswith(".") else text


class BadCode(BadText):
    """The text is not the code of a taking-and-breaking game."""

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(f"{short(code)} is not the code of a game.{reason and ' '}{reason} {HELP}")


@dataclass(frozen=True)
class Octal:
    """A game's digits: digits[k] gives what may remain when k tokens are taken."""

    digits: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Octal:
        """The game with this code, trailing zeros dropped. Raises BadCode."""
        written = usual_code(text)
        if not re.fullmatch(CODE, written, re.ASCII):
            raise BadCode(text)
        digits = [int(digit, 16) for digit in written.replace(".", "").rstrip("0")]
        if not digits:
            raise BadCode(text, "Nobody could ever move.")
        return cls(tuple(digits))

    @cached_property
    def code(self) -> str:
        """The code in its standard form."""
        first, *fraction = (f"{digit:X}" for digit in self.digits)
        return f"{first}.{''.join(fraction) or '0'}"

    @property
    def most(self) -> int:
        """The greatest number of tokens that can be taken at once."""
        return len(self.digits) - 1

    @cached_property
    def parts(self) -> int:
        """The greatest number of heaps that one heap can be broken into: 0 to 3."""
        return max(digit.bit_length() for digit in self.digits) - 1

    def having(self, bit: int) -> list[int]:
        """The numbers of tokens k whose digit has this bit."""
        return [tokens for tokens, digit in enumerate(self.digits) if digit & bit]

    def options(self, heap: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """(tokens taken, the heaps that remain, smallest first) for every move from a heap."""
        for tokens, digit in enumerate(self.digits[: heap + 1]):
            remaining = heap - tokens
            if digit & 1 and remaining == 0:
                yield tokens, ()
            if digit & 2 and remaining and tokens:
                yield tokens, (remaining,)
            if digit & 4:
                yield from ((tokens, (a, remaining - a)) for a in range(1, remaining // 2 + 1))
            if digit & 8:
                for a in range(1, remaining // 3 + 1):
                    yield from ((tokens, (a, b, remaining - a - b)) for b in range(a, (remaining - a) // 2 + 1))


def nimbers(octal: Octal, count: int) -> array[int]:
    """The nimbers of heaps 0, 1, ..., `count` - 1, by definition: the mex of the options' nimbers.

    Time: a few nanoseconds times `count` squared for each digit that breaks a heap in two; breaking
    it in three costs some hundred times as much.
    """
    result = array("H", bytes(2 * count))
    pairs: list[set[int]] = []  # for each total, the nimbers of two heaps; only for games that break heaps in three
    for heap in range(1, count):
        options: set[int] = set()
        if octal.parts == 3:
            pairs.append(_of_two(result, heap - 1))
        for tokens, digit in enumerate(octal.digits[: heap + 1]):
            remaining = heap - tokens
            if digit & 1 and remaining == 0:
                options.add(0)
            if digit & 2 and remaining and tokens:
                options.add(result[remaining])
            if digit & 4:
                options |= _of_two(result, remaining)
            if digit & 8:
                for part in range(1, remaining // 3 + 1):
                    first = result[part]
                    options.update(first ^ pair for pair in pairs[remaining - part])
        nimber = 0
        while nimber in options:
            nimber += 1
        result[heap] = nimber
    return result


def _of_two(nimbers: array[int], total: int) -> set[int]:
    """The nimbers of all pairs of nonempty heaps with this total, computed at once with long integers."""
    half = total // 2
    if half < 1:
        return set()
    lower, upper = nimbers[1 : half + 1], nimbers[total - half : total][::-1]
    both = int.from_bytes(lower.tobytes(), "little") ^ int.from_bytes(upper.tobytes(), "little")
    return set(memoryview(both.to_bytes(2 * half, "little")).cast("H"))


@lru_cache(maxsize=64)
def some_nimbers(octal: Octal) -> array[int]:
    """The nimbers of the heaps that fit on a board, computed only once."""
    return nimbers(octal, SOME_HEAPS + 1)


def grundy_nimbers(count: int) -> array[int]:
    """The same for Grundy's game: break a heap into two of different sizes (P. M. Grundy, 1939)."""
    result = array("H", bytes(2 * count))
    for heap in range(3, count):
        half = (heap - 1) // 2
        options = set(map(xor, result[1 : half + 1], result[heap - half : heap][::-1]))
        result[heap] = next(nimber for nimber in range(len(options) + 1) if nimber not in options)
    return result
