"""The time budget of an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from perfect_play.solvers import budget


class Times:
    """Clocks that stand still until a test moves them."""

    def __init__(self) -> None:
        self.processor = self.clock = 100.0

    def thread_time(self) -> float:
        return self.processor

    def monotonic(self) -> float:
        return self.clock

    def work(self, seconds: float) -> None:
        self.processor += seconds
        self.clock += seconds


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Iterator[Times]:
    times = Times()
    monkeypatch.setattr(budget, "time", times)
    yield times
    budget.limit_to(None)


def test_seconds_are_of_processor_time(times: Times):
    budget.limit_to(2.0)
    times.clock += 9.0  # others had the processor
    assert budget.seconds_left() == 2.0
    times.processor += 1.5
    assert budget.seconds_left() == 0.5
    assert budget.Deadline(0.2).seconds_left == pytest.approx(0.2)
    with budget.within(1.0):
        assert budget.seconds_left() == 0.5
    times.processor += 0.5
    assert budget.seconds_left() == 0.0


def test_deadline_passes_by_the_clock(times: Times):
    budget.limit_to(2.0)
    with budget.within(1.0):
        deadline = budget.Deadline(0.5)
        times.clock += 2.6
        assert deadline.passed
        assert budget.seconds_left() == 1.0, "waiting for the compiler takes nothing from it"
        times.clock += 7.5
        assert budget.seconds_left() == 0.0


def test_answer_in_a_hurry_has_less_time_except_where_unhurried(times: Times):
    budget.limit_to(2.0)
    budget.hurry(2.0)
    times.clock += 1.0
    with budget.unhurried():
        times.clock += 4.0
        assert budget.clock_left() == 5.0
    assert budget.clock_left() == 1.0
    assert budget.seconds_left() == 2.0
    times.clock += 1.0
    assert budget.seconds_left() == 0.0
    budget.limit_to(2.0)
    assert budget.clock_left() == 10.0


def test_waiting_ends_with_the_time(times: Times):
    asked: list[float] = []

    def never(seconds: float) -> bool:
        asked.append(seconds)
        times.clock += seconds
        return False

    budget.limit_to(2.0)
    assert not budget.wait(never)
    assert sum(asked) == pytest.approx(10.0)
    assert max(asked) == budget.LOOK
    budget.limit_to(2.0)
    assert not budget.wait(never, 0.25)
    assert budget.wait(lambda seconds: True)


def test_wait_ends_when_the_client_has_gone():
    gone = threading.Event()
    budget.limit_to(1e6, gone.is_set)
    try:
        assert not budget.wait(lambda seconds: bool(gone.set()))
    finally:
        budget.limit_to(None)


def test_long_work_is_noticed_at_a_checkpoint(times: Times):
    noticed: list[float] = []
    with budget.when_long(0.5, lambda: noticed.append(times.processor)):
        times.work(0.4)
        budget.checkpoint()
        assert noticed == []
        times.work(0.2)
        assert budget.seconds_left(3.0) == 3.0
        times.work(0.2)
        budget.checkpoint()
    budget.checkpoint()
    assert noticed == [pytest.approx(100.6)]


def test_processor_time_is_read_anew_after_a_millisecond(times: Times):
    first = budget.recent_time()
    times.work(0.0005)
    assert budget.recent_time() == first
    times.work(0.001)
    assert budget.recent_time() == times.processor


def test_unset_budget_limits_no_search_and_no_wait():
    assert budget.seconds_left(3.0) == 3.0
    assert budget.wait(threading.Semaphore(1).acquire)


def test_the_time_is_up_when_nobody_waits():
    waits = [True]
    budget.limit_to(5.0, lambda: not waits[0])
    try:
        assert 4.0 < budget.seconds_left() <= 5.0
        waits[0] = False
        assert budget.seconds_left() == budget.seconds_left(1.0) == 0.0
        with budget.within(3.0):
            assert budget.seconds_left() == 0.0
    finally:
        budget.limit_to(None)
    assert budget.seconds_left(3.0) == 3.0
