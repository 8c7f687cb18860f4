"""Reports the progress of a solve: a live bar in a terminal, plain lines elsewhere."""

import sys
import time
from contextlib import AbstractContextManager
from typing import Any, TextIO

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.tables.table_layout import Meta


def summary(rules: Rules, meta: Meta) -> str:
    """One line about a solved variant."""
    rate = f" ({meta.positions / meta.seconds:,.0f}/s)" if meta.seconds > 0.05 else ""
    return (
        f"{rules.full_id}: {meta.positions:,} positions stored in {meta.seconds:.2f} s{rate}, "
        f"greatest remoteness {meta.maximum}"
    )


class Reporter(AbstractContextManager["Reporter"]):
    """Plain lines: one when a variant is solved, and one every few seconds during a long solve."""

    def __init__(self, stream: TextIO | None = None, every: float = 5.0) -> None:
        self.stream = stream or sys.stdout
        self.every = every
        self._rules: Rules | None = None
        self._expected = 0
        self._reported_at = 0.0
        self._first: tuple[float, int] | None = None
        """When positions were first reported, and how many: a resumed solve has some already."""

    def say(self, line: str) -> None:
        """Write one line."""
        print(line, file=self.stream, flush=True)

    def begin(self, rules: Rules, expected: int) -> None:
        """Begin the report on a variant."""
        self._rules, self._expected = rules, expected
        self._reported_at, self._first = time.monotonic(), None

    def rate(self, count: int) -> float:
        """Positions a second since they were first reported; 0 the first time. count: how many there are now."""
        time_now = time.monotonic()
        since, before = self._first = self._first or (time_now, count)
        return (count - before) / max(time_now - since, 1e-3)

    def tell(self, count: int) -> None:
        """Report the number of positions done."""
        time_now, rate = time.monotonic(), self.rate(count)
        if time_now - self._reported_at < self.every or self._rules is None:
            return
        self._reported_at = time_now
        reliable = rate > 0 and count > self._expected // 1000  # before that, it is a guess
        remaining = (
            f", about {(self._expected - count) / rate:.0f} s left" if reliable and self._expected > count else ""
        )
        speed = f", {rate:,.0f}/s" if rate else ""
        self.say(f"{self._rules.full_id}: {count:,} positions{speed}{remaining}")

    def stage(self, doing: str) -> None:
        """Report the current stage of the solve."""
        if self._rules is not None:
            self.say(f"{self._rules.full_id}: {doing}")

    def finish(self, rules: Rules, meta: Meta) -> None:
        """Report that a variant is solved and its table published."""
        self.say(summary(rules, meta))

    def __exit__(self, *_: object) -> None:
        """Nothing to clean up."""


class LiveReporter(Reporter):
    """A live bar with positions, rate and time left, drawn by rich to fit 80 columns; other output appears above it."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.table import Column

        super().__init__()
        self._progress = Progress(
            TextColumn("{task.description}", table_column=Column(max_width=22, overflow="ellipsis", no_wrap=True)),
            BarColumn(bar_width=None, table_column=Column(ratio=1, min_width=8)),
            TextColumn("{task.completed:,.0f} positions", table_column=Column(justify="right", no_wrap=True)),
            TextColumn("{task.fields[rate]}/s", table_column=Column(justify="right", no_wrap=True)),
            TimeRemainingColumn(compact=True, table_column=Column(no_wrap=True)),
            TextColumn("left", table_column=Column(no_wrap=True)),
            console=Console(file=self.stream),
            expand=True,
            transient=True,
        )
        self._task: Any = None

    def __enter__(self) -> "LiveReporter":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def say(self, line: str) -> None:
        """Write one line above the bar."""
        self._progress.console.print(line, markup=False, highlight=False, soft_wrap=True)

    def begin(self, rules: Rules, expected: int) -> None:
        """Show a bar for this variant in place of the last one."""
        super().begin(rules, expected)
        self._drop_bar()
        self._task = self._progress.add_task(rules.full_id, total=expected or None, rate="-")

    def tell(self, count: int) -> None:
        """Advance the bar."""
        self._progress.update(self._task, completed=count, rate=f"{self.rate(count):,.0f}")

    def finish(self, rules: Rules, meta: Meta) -> None:
        """Replace the bar with a line."""
        self._drop_bar()
        super().finish(rules, meta)

    def _drop_bar(self) -> None:
        if self._task is not None:
            self._progress.remove_task(self._task)
            self._task = None


def reporter() -> Reporter:
    """Return the reporter that suits standard output."""
    return LiveReporter() if sys.stdout.isatty() else Reporter()
