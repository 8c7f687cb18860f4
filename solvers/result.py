"""The result of a solved position, its value and remoteness, and the codes that store results in a few bits.

A code is an unsigned integer of 8, 16 or 32 bits. The largest means "no entry". For a puzzle, the next largest means
"not solvable", and every other code is a remoteness. For a game, a code is four times the remoteness plus the index of
the value in WIN, LOSE, TIE, DRAW; a draw has no remoteness and counts as 0. A table names the kind and width of its
codes, so no number is ever ambiguous.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from perfect_play.puzzles.base import OPPOSITE, Position, Rules, Value

Kind = Literal["puzzle", "game"]
VALUES = (Value.WIN, Value.LOSE, Value.TIE, Value.DRAW)
WIDTHS = {8: "B", 16: "H", 32: "I"}  # bits -> array typecode


@dataclass(frozen=True, slots=True)
class Result:
    """The value of a position for the player to move, and its remoteness.

    remoteness is None for a draw, and for a puzzle's position that cannot be solved.
    """

    value: Value
    remoteness: int | None


LOST = Result(Value.LOSE, None)
DRAWN = Result(Value.DRAW, None)


@lru_cache(maxsize=1 << 17)
def result(value: Value, remoteness: int | None) -> Result:
    """The shared Result with this value and remoteness: millions of positions have few distinct results.

    That of a draw, even one that has ended, is DRAWN.
    """
    return DRAWN if value is Value.DRAW else Result(value, remoteness)


def to_mover(rules: Rules, position: Position, child: Position, value: Value) -> Value:
    """What the value of a child is to the player who moves there from a position; in a puzzle there is only one."""
    return value if rules.turn(child) == rules.turn(position) else OPPOSITE[value]


class RemotenessTooLarge(Exception):
    """A remoteness does not fit in the widest code."""


class NoMargins(Exception):
    """The margins of a game cannot be computed; the message says why."""


MARGIN_LIMIT = 127
"""The largest margin, because a margin is stored in a signed byte."""


@dataclass(frozen=True, slots=True)
class Codec:
    """Encodes and decodes results, for one kind of rules and one width in bits."""

    kind: Kind
    bits: int

    @property
    def typecode(self) -> str:
        """The `array` typecode of these codes."""
        return WIDTHS[self.bits]

    @property
    def no_entry(self) -> int:
        """The code of a rank that holds no position."""
        return (1 << self.bits) - 1

    @property
    def not_solvable(self) -> int:
        """The code of a puzzle's position that cannot be solved."""
        return (1 << self.bits) - 2

    @property
    def limit(self) -> int:
        """The largest remoteness that fits."""
        return (1 << self.bits) - 3 if self.kind == "puzzle" else (1 << (self.bits - 2)) - 2

    @classmethod
    def fitting(cls, kind: Kind, maximum: int) -> "Codec":
        """The narrowest codec for remotenesses up to `maximum`. Raises RemotenessTooLarge."""
        for bits in WIDTHS:
            codec = cls(kind, bits)
            if maximum <= codec.limit:
                return codec
        raise RemotenessTooLarge(f"remoteness {maximum} does not fit in 32 bits")

    def encode(self, result: Result) -> int:
        """The code of a result. Raises RemotenessTooLarge, or ValueError for a result that this kind cannot have."""
        remoteness = result.remoteness
        if result != (LOST if self.kind == "puzzle" else DRAWN):
            values = (Value.WIN,) if self.kind == "puzzle" else (Value.WIN, Value.LOSE, Value.TIE)
            if result.value not in values or remoteness is None or remoteness < 0:
                raise ValueError(f"a {self.kind} has no result {result}")
        if remoteness is not None and remoteness > self.limit:
            raise RemotenessTooLarge(f"remoteness {remoteness} does not fit in {self.bits} bits")
        if self.kind == "puzzle":
            return self.not_solvable if remoteness is None else remoteness
        return (remoteness or 0) * 4 + VALUES.index(result.value)

    def decode(self, code: int) -> Result | None:
        """The result of a code; None for `no_entry`."""
        return _decoded(self.kind, self.bits, code)

    def histogram(self, counts: Iterable[tuple[int, int]]) -> Counter[Result]:
        """The number of positions with each result, given pairs of a code and its count."""
        decoded = ((self.decode(code), int(number)) for code, number in counts if number)
        return Counter({result: number for result, number in decoded if result is not None})


@lru_cache(maxsize=1 << 14)  # a table has few different codes
def _decoded(kind: Kind, bits: int, code: int) -> Result | None:
    codec = Codec(kind, bits)
    if code == codec.no_entry:
        return None
    if kind == "puzzle":
        return LOST if code == codec.not_solvable else result(Value.WIN, code)
    value = VALUES[code & 3]
    return DRAWN if value is Value.DRAW else result(value, code >> 2)


MODULO3 = Codec("puzzle", 2)
"""Two bits: a remoteness modulo 3, or 3 for a position that cannot be solved; its methods encode and decode nothing."""


def histogram_table(counter: Counter[Result]) -> dict[str, dict[str, int]]:
    """The number of positions by value, then by remoteness as text, in order: as in a table's meta."""
    rows: dict[str, dict[str, int]] = {}
    for result in sorted(counter, key=lambda r: (r.value, -1 if r.remoteness is None else r.remoteness)):
        remoteness = "" if result.remoteness is None else str(result.remoteness)
        rows.setdefault(str(result.value), {})[remoteness] = counter[result]
    return rows
