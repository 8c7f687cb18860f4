"""Proves that the nimbers of a taking-and-breaking game are periodic.

Guy and Smith's theorem: let k be the most tokens that can be taken at once. If G(n + p) = G(n) for all n from n0 to
before 2 n0 + p + k, then it holds for all n from n0 on. Proof: let n be the least heap beyond. A move from n + p leaves
two heaps of at least n + p - k together, so the larger has at least n0 + p tokens, and p can be taken off it without
changing its nimber: this makes a move from n to the same nimber; and conversely. With h heaps instead of two (1: games
in which heaps are never broken; 3: hexadecimal games), the same argument needs n from n0 to before h n0 + (h - 1) p +
k. (R. K. Guy, C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philos. Soc. 52, 1956.)
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from perfect_play.puzzles.octal_codes import Octal

NEEDLE = 1 << 16  # nimbers at the end to search for an earlier repetition of
ATTEMPTS = 5_000
STEP = 1 << 14


@dataclass(frozen=True)
class Period:
    """A proved period: G(n + period) = G(n) for all n from `pre_period` on; both are the least such numbers.

    exceptions: the number of heaps below the pre-period that differ from the period continued downward.
    largest: the largest nimber of all. checked: the number of heaps, from 0, whose nimbers prove it.
    """

    pre_period: int
    period: int
    exceptions: int
    largest: int
    checked: int

    @property
    def end(self) -> int:
        """The heap from which on every nimber is that of a smaller heap."""
        return self.pre_period + self.period

    def reduced(self, heap: int) -> int:
        """The heap below `end` with the same nimber."""
        return heap if heap < self.end else self.pre_period + (heap - self.pre_period) % self.period

    def as_json(self) -> dict[str, int]:
        """Its fields, by name."""
        return asdict(self)


def heaps_needed(octal: Octal, pre_period: int, period: int) -> int:
    """The number of heaps, from 0, whose nimbers prove such a period."""
    parts = max(1, octal.parts)
    return max(parts * pre_period + parts * period + octal.most, pre_period + period + octal.most)


def find_period(values: memoryview, octal: Octal) -> Period | None:
    """The least period that these nimbers, bytes or 16-bit words, prove; None if they prove none.

    Time: usually a few passes over the nimbers.
    """
    count, width = len(values), values.itemsize
    parts = max(1, octal.parts)
    needle = min(NEEDLE, count // 3) if parts > 1 else min(NEEDLE, octal.most)
    if needle < 1 or count <= needle + octal.most:
        return None
    raw = values.tobytes()
    backward = raw[::width][::-1]  # the low byte of each nimber
    tail, period = backward[:needle], 0
    for _ in range(ATTEMPTS):
        period = backward.find(tail, period + 1)
        if period < 0 or heaps_needed(octal, 0, period) > count:
            return None
        pre_period = _begin(raw, count, width, period)
        if heaps_needed(octal, pre_period, period) <= count:
            return _period_of(values, octal, pre_period, period)
    return None


def _begin(raw: bytes, count: int, width: int, period: int) -> int:
    """The least heap from which on all known nimbers repeat after `period`."""
    begin = count - period
    while begin > 0:
        first = max(0, begin - STEP)
        if raw[first * width : begin * width] != raw[(first + period) * width : (begin + period) * width]:
            while (
                raw[(begin - 1) * width : begin * width] == raw[(begin - 1 + period) * width : (begin + period) * width]
            ):
                begin -= 1
            return begin
        begin = first
    return 0


def _period_of(values: memoryview, octal: Octal, pre_period: int, period: int) -> Period:
    times = max(1, STEP // period)
    repeated = values[pre_period : pre_period + period].tobytes() * times
    exceptions = 0
    for end in range(pre_period, 0, -period * times):
        actual = values[max(0, end - period * times) : end].tobytes()
        expected = repeated[len(repeated) - len(actual) :]
        both = (int.from_bytes(actual, "little") ^ int.from_bytes(expected, "little")).to_bytes(len(actual), "little")
        if values.itemsize == 1:
            exceptions += len(both) - both.count(0)
        else:
            exceptions += sum(map(bool, memoryview(both).cast("H")))
    largest = max(set(values[: pre_period + period]))
    return Period(pre_period, period, exceptions, largest, heaps_needed(octal, pre_period, period))


def read_periods(raw: Mapping[str, Any]) -> dict[str, Period]:
    """Periods by code, from JSON."""
    return {code: Period(**numbers) for code, numbers in raw.items()}
