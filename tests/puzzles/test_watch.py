"""A plug-in method that does not return is interrupted, and the sentence says where."""

from __future__ import annotations

import itertools
import signal
import threading
from collections.abc import Callable

import pytest

from perfect_play.puzzles import registry, watch
from perfect_play.puzzles._template import Template
from perfect_play.puzzles.checks import check
from perfect_play.puzzles.watch import DoesNotReturn, limited_memory, step, watched

RULES = Template(Template.variants[0])


class Endless(Template):
    """Its moves never end on one stone."""

    def moves(self, position: int):
        while position == 2:
            pass
        return super().moves(position)


class GrowingTemplate(Template):
    """It has ever more moves."""

    def images(self, position: int):
        return list(itertools.chain(super().images(position), itertools.count() if position == 2 else ()))


class EndlessText(Template):
    def format(self, position: int) -> str:
        while position == 2:
            pass
        return super().format(position)


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(watch, "SECONDS", 0.5)


def watching(what: str, act: Callable[[], object]) -> None:
    with watched(what, RULES):
        step(2)
        act()


def test_an_endless_loop_is_given_up():
    *_, last = check(Endless(RULES.variant))
    assert last.startswith("template/5: sampling positions")
    assert "`moves` (line" in last
    assert "test_watch.py) has not returned after 0.5 seconds of computing" in last


@pytest.mark.second_ring
def test_the_law_and_the_position_are_named(monkeypatch):
    monkeypatch.setattr(EndlessText, "start", lambda self: 2)
    *_, last = check(EndlessText(RULES.variant))
    assert last.startswith("template/5: law 'purity', position 2: `format`")
    with pytest.raises(DoesNotReturn, match=r"a law, position '--f--': `moves`"):
        watching("a law", lambda: Endless.moves(RULES, 2))


@pytest.mark.second_ring
def test_plugin_that_eats_memory_is_interrupted(monkeypatch):
    monkeypatch.setattr(watch, "SECONDS", 60.0)
    with limited_memory(1 << 29):
        *_, last = check(GrowingTemplate(RULES.variant))
    assert last.startswith("template/5: law")
    assert "memory" in last


@pytest.mark.second_ring
def test_each_step_has_its_own_time():
    with watched("steps", RULES):
        for _ in range(4):
            step(2)
            sum(range(10_000_000))


def test_an_interruption_says_where():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt, match="Stopped at template/5: a law, position '--f--'"):
            watching("template/5: a law", lambda: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)


def test_check_restores_signal_handlers_and_timers():
    before = signal.getsignal(signal.SIGALRM)
    assert check(RULES) == []
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_check_in_another_thread_runs_without_a_watch():
    found: list[list[str]] = []
    thread = threading.Thread(target=lambda: found.append(check(RULES)))
    thread.start()
    thread.join()
    assert found == [[]]


def test_a_plugin_of_outside_that_does_not_return_is_left_out(tmp_path):
    path = tmp_path / "stuck.py"
    path.write_text(
        "from perfect_play.puzzles._template import Template\n\nclass Stuck(Template):\n    id = 'stuck'\n\n"
        "    def moves(self, position):\n        while True:\n            pass\n"
    )
    with pytest.raises(registry.BrokenPlugin, match=r"`moves` \(line \d of stuck.py\) has not returned"):
        registry.load_file(path)
