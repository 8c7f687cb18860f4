"""The live bar of a solve, as a terminal of 80 columns shows it."""

from __future__ import annotations

import io
import re
import time

import pytest
from rich.console import Console

from perfect_play.solvers.building.reporter import LiveReporter, Reporter
from tests.helpers import load


@pytest.mark.parametrize("full_id", ["towersofhanoi/3_3", "pegsolitaire/trapezoid"])
@pytest.mark.parametrize(("expected", "done", "seconds"), [(239_500_800, 120_000_000, 1000), (5000, 20, 1)])
def test_bar_and_time_left_fit_into_eighty_columns(full_id: str, expected: int, done: int, seconds: int):
    reporter = LiveReporter()
    console = Console(width=80, force_terminal=True, record=True)
    task = reporter._progress
    reporter.begin(load(full_id), expected)
    reporter._first = time.monotonic() - seconds, 0
    task._tasks[reporter._task].start_time = task.get_time() - seconds
    reporter.stage("natively (dense), needs about 449 MB of memory, 479 MB of disk")
    for part in (1, 2):
        reporter.tell(done * part // 2)
        time.sleep(0.02)
    console.print(task)
    (line,) = console.export_text().splitlines()
    assert len(line) == 80
    assert line.startswith(full_id)
    assert re.search(r"[━╸╺]{8,} +", line), "the bar"
    assert f" {done:,} positions " in line
    assert re.search(r" [\d,]+/s (\d+:)?\d\d:\d\d left$", line)


def test_the_rate_of_a_resumed_solve_is_that_of_what_it_adds(monkeypatch: pytest.MonkeyPatch):
    clock, said = [0.0], io.StringIO()
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    reporter = Reporter(said)
    reporter.begin(load("towersofhanoi/3_3"), 2000)
    for seconds, done in ((6.0, 1000), (16.0, 1200), (26.0, 1500)):
        clock[0] = seconds
        reporter.tell(done)
    assert said.getvalue().splitlines() == [
        "towersofhanoi/3_3: 1,000 positions",
        "towersofhanoi/3_3: 1,200 positions, 20/s, about 40 s left",
        "towersofhanoi/3_3: 1,500 positions, 25/s, about 20 s left",
    ]
