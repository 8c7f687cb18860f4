"""Measured figures and their targets: statistics, printed tables and JSON."""

import json
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from perfect_play.solvers.machine import cores

T = TypeVar("T")
S = TypeVar("S")


@dataclass(frozen=True)
class Target:
    """The target of a figure: at least, or below, `limit`, in the unit of the figure."""

    word: str  # "at least" or "below"
    limit: float

    def met(self, value: float) -> bool:
        """Whether a value meets the target."""
        return value >= self.limit if self.word == "at least" else value < self.limit

    def __str__(self) -> str:
        return f"{self.word} {self.limit:,g}"


TARGETS = {
    "solving the 8-puzzle": (Target("at least", 200_000), "positions/s"),
    "dense tables above 10,000 positions, together": (Target("below", 0.5), "bytes/position"),
    "game tables above 10,000 positions, together": (Target("below", 0.15), "bytes/position"),
    "a probe whose block is on the disk": (Target("below", 0.2), "ms"),
    "a batch of positions from Python": (Target("at least", 100_000), "positions/s"),
    "warm start, first answer": (Target("below", 1), "s"),
    "cold start, first available answer": (Target("below", 2), "s"),
    "cold start, everything available": (Target("below", 120), "s"),
    "8-puzzle positions, uncached, to a bare Flask route": (Target("at least", 0.5), "ratio"),
    "a position of the 8-puzzle beyond a bare Flask route": (Target("below", 150), "us"),
    "their latency under load, p99 to p50": (Target("below", 5), "ratio"),
    "many positions in one request": (Target("at least", 50_000), "positions/s"),
    "the most expensive request of any route": (Target("below", 2.1), "s"),  # its budget, and a search's last step
    "positions beside eight expensive clients, p99 to that alone": (Target("below", 2), "ratio"),
}
"""The targets of the service as a whole, on a machine of two cores; others stand where they are measured."""


@dataclass(frozen=True)
class Figure:
    """A measured figure: `value` is that of `runs` measurements, `spread` their minimum and maximum."""

    what: str
    value: float
    unit: str
    runs: int = 1
    spread: tuple[float, float] | None = None
    target: Target | None = None
    note: str = ""

    @classmethod
    def of(cls, what: str, values: Sequence[float], unit: str, *, mean: bool = False, **more: Any) -> "Figure":
        """The median, or the mean, of several measurements of the same quantity."""
        spread = (min(values), max(values)) if len(values) > 1 else None
        value = statistics.fmean(values) if mean else statistics.median(values)
        return cls(what, value, unit, len(values), spread, **more)

    @classmethod
    def for_target(cls, target: str, values: Sequence[float]) -> "Figure":
        """The figure that a target of `TARGETS` is about, under the same name."""
        return cls.of(target, values, TARGETS[target][1], target=TARGETS[target][0])

    @property
    def met(self) -> bool | None:
        """Whether the figure meets its target; None without one."""
        return None if self.target is None else self.target.met(self.value)

    def row(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        spread = f"{digits(self.spread[0])} .. {digits(self.spread[1])}" if self.spread else ""
        verdict = "" if self.target is None else f"{self.target}: {'met' if self.met else 'MISSED'}"
        return (self.what, digits(self.value), self.unit, spread, " ".join(filter(None, (verdict, self.note))))

    def as_json(self) -> dict[str, Any]:
        """Its fields, with the target in words."""
        return {**asdict(self), "target": None if self.target is None else str(self.target), "met": self.met}


def digits(value: float) -> str:
    """A number with three significant digits, or as an integer if it is large."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def timed(work: Callable[[], T], clock: Callable[[], float] = time.perf_counter) -> tuple[T, float]:
    """What a call returns, and the seconds it takes."""
    begun = clock()
    result = work()
    return result, clock() - begun


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds a call takes."""
    return timed(work)[1]


def each_timed(
    work: Callable[[S], T], cases: Iterable[S], clock: Callable[[], float] = time.perf_counter
) -> tuple[list[T], list[float]]:
    """What a call returns for each of these cases, and the seconds each takes."""
    results, seconds = [], []
    for case in cases:
        result, duration = timed(lambda case=case: work(case), clock)  # type: ignore[misc]
        results.append(result)
        seconds.append(duration)
    return results, seconds


def ratios(rates: Sequence[float], base: Sequence[float]) -> list[float]:
    """Each rate divided by the base rate measured right before or after it, so that a slow moment affects both."""
    return [rate / other for rate, other in zip(rates, base, strict=True)]


def print_group(title: str, figures: Iterable[Figure]) -> None:
    """Print the figures of a group as a table."""
    rows = [("what", "value", "unit", "least .. greatest", "target, note"), *(figure.row() for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}")
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1])]
        cells += [cell.ljust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        print("  ".join(cells).rstrip(), flush=True)


def write_json(path: Path, measured: dict[str, list[Figure]], quick: bool, seconds: float) -> None:
    """Write the figures of each group, with the machine and versions needed to compare them.

    quick: whether the run was a quick one. seconds: how long it took.
    """
    report = {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "seconds": round(seconds, 1),
        "quick": quick,
        "machine": {
            "cores": cores(),
            "system": platform.system(),
            "architecture": platform.machine(),
            "python": platform.python_version(),
        },
        "figures": [{"group": name, **figure.as_json()} for name, figures in measured.items() for figure in figures],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
