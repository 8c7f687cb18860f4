"""Measured figures and their targets: statistics, printed tables and JSON."""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from perfect_play.solvers.machine import cores


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


SOLVE_8_PUZZLE = Target("at least", 200_000)  # positions/s
DENSE_BYTES = Target("below", 0.5)  # bytes/position, of all dense tables of more than 10,000 positions together
GAME_BYTES = Target("below", 0.15)  # the same for games of two players
WARM_START = Target("below", 1)  # s until the first answer, with all tables present
FIRST_ANSWER = Target("below", 2)  # s until the first available answer, with no table present
BLOCK_PROBE = Target("below", 0.2)  # ms, of a position whose block is on the disk
FACE = Target("at least", 100_000)  # positions/s, of one batch from Python
ALL_READY = Target("below", 120)  # s until all start-up variants can be answered, with no table present at first
POSITION_SHARE = Target("at least", 0.5)  # of the rate of a bare Flask route under the same gunicorn
TAIL = Target("below", 5)  # p99 of latencies under load, as a multiple of p50
BATCH = Target("at least", 50_000)  # positions/s
DEAREST = Target("below", 2.1)  # s of processor time, of one request: its budget of 2 s and the last step of a search
BESIDE = Target("below", 2)  # p99 of positions beside eight expensive clients, relative to that of positions alone

TARGETS = (
    ("solving the 8-puzzle", SOLVE_8_PUZZLE, "positions/s"),
    ("dense tables above 10,000 positions, together", DENSE_BYTES, "bytes/position"),
    ("game tables above 10,000 positions, together", GAME_BYTES, "bytes/position"),
    ("a probe whose block is on the disk", BLOCK_PROBE, "ms"),
    ("a batch of positions from Python", FACE, "positions/s"),
    ("warm start, first answer", WARM_START, "s"),
    ("cold start, first available answer", FIRST_ANSWER, "s"),
    ("cold start, everything available", ALL_READY, "s"),
    ("8-puzzle positions, uncached, to a bare Flask route", POSITION_SHARE, "ratio"),
    ("their latency under load, p99 to p50", TAIL, "ratio"),
    ("many positions in one request", BATCH, "positions/s"),
    ("the most expensive request of any route", DEAREST, "s"),
    ("positions beside eight expensive clients, p99 to that alone", BESIDE, "ratio"),
)


@dataclass(frozen=True)
class Figure:
    """A measured figure: `value` is the median of `runs` measurements, `spread` their minimum and maximum."""

    group: str
    what: str
    value: float
    unit: str
    runs: int = 1
    spread: tuple[float, float] | None = None
    target: Target | None = None
    note: str = ""

    @classmethod
    def of(cls, group: str, what: str, values: Sequence[float], unit: str, **more: Any) -> Figure:
        """The figure for several measurements of the same quantity."""
        spread = (min(values), max(values)) if len(values) > 1 else None
        return cls(group, what, statistics.median(values), unit, len(values), spread, **more)

    @property
    def verdict(self) -> str:
        """Whether the figure meets its target, in words; empty without a target."""
        if self.target is None:
            return ""
        return f"{self.target}: {'met' if self.target.met(self.value) else 'MISSED'}"

    def row(self) -> tuple[str, ...]:
        """The cells of its row in a table."""
        spread = f"{digits(self.spread[0])} .. {digits(self.spread[1])}" if self.spread else ""
        return (self.what, digits(self.value), self.unit, spread, " ".join(filter(None, (self.verdict, self.note))))


def digits(value: float) -> str:
    """A number with three significant digits, or as an integer if it is large."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def seconds_of(work: Callable[[], object]) -> float:
    """The seconds one call takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def ratios(rates: Sequence[float], base: Sequence[float]) -> list[float]:
    """Each rate divided by the base rate measured right before or after it, so that a slow moment affects both."""
    return [rate / other for rate, other in zip(rates, base, strict=True)]


HEAD = ("what", "median", "unit", "least .. greatest", "target, note")


def print_group(title: str, figures: Iterable[Figure]) -> None:
    """Print the figures of a group as a table."""
    rows = [HEAD, *(figure.row() for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}")
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].rjust(widths[1])]
        cells += [cell.ljust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        print("  ".join(cells).rstrip())


def print_targets() -> None:
    """Print all targets."""
    print("Targets, on a machine of two cores:")
    for what, target, unit in TARGETS:
        print(f"  {what}: {target} {unit}")


def write_json(path: Path, figures: Iterable[Figure], quick: bool, seconds: float) -> None:
    """Write all figures of a run, with the machine and versions needed to compare them.

    quick: whether the run was a quick one. seconds: how long it took.
    """
    told = {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "seconds": round(seconds, 1),
        "quick": quick,
        "machine": {
            "cores": cores(),
            "system": platform.system(),
            "architecture": platform.machine(),
            "python": platform.python_version(),
        },
        "targets": [{"what": what, "target": str(target), "unit": unit} for what, target, unit in TARGETS],
        "figures": [as_json(figure) for figure in figures],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def as_json(figure: Figure) -> dict[str, Any]:
    """A figure as JSON, with its target in words."""
    fields = {key: value for key, value in asdict(figure).items() if key != "target"}
    met = None if figure.target is None else figure.target.met(figure.value)
    return {**fields, "target": None if figure.target is None else str(figure.target), "met": met}
