"""The time budget of an answer."""

from __future__ import annotations

import pytest

from solvers import budget


@pytest.mark.parametrize(("seconds", "left"), [(0.5, 9.5), (budget.SETTING_UP, 9.2), (5.0, 9.2)])
def test_setting_up_counts_for_a_while(monkeypatch: pytest.MonkeyPatch, seconds: float, left: float):
    now = [100.0]
    monkeypatch.setattr(budget.time, "monotonic", lambda: now[0])
    with budget.within(10.0):
        with budget.setting_up():
            now[0] += seconds
        assert budget.seconds_left() == pytest.approx(left)


def test_without_a_budget_setting_up_sets_none():
    with budget.setting_up():
        pass
    assert budget.seconds_left(3.0) == 3.0


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
