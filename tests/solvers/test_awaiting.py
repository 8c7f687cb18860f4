"""An answer waits for a table that is quickly solved, but not long, not twice, and not in others' places."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfect_play.puzzles.base import Position, Rules
from perfect_play.server import create_app
from perfect_play.solvers import manager as managing
from perfect_play.solvers.building.builder_process import BuilderProcess, Progress, take_builder_lock
from perfect_play.solvers.building.estimate import QUICK, estimate, is_quick
from perfect_play.solvers.building.requests import accepting_requests, set_client, take_requests
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import Result
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.untabled.answerer import Answerer
from tests.helpers import load, solved

QUICKLY = "sokoban/microban_5_moves"
RULES = load(QUICKLY)


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PuzzleManager]:
    """The manager of a service with a builder that accepts requests and solves nothing."""
    monkeypatch.setattr(BuilderProcess, "_spawn", lambda self, options: False)
    monkeypatch.setattr(managing, "AWAIT_SECONDS", 0.2)
    manager = PuzzleManager(tmp_path, presolve_limit=1 << 62, searches=3)
    manager.builder.start()
    lock = take_builder_lock(manager.store.directory)
    assert lock is not None
    with accepting_requests(manager.store.directory):
        yield manager
    os.close(lock)


def solve_when_asked(manager: PuzzleManager) -> threading.Thread:
    """A builder that solves the variant as soon as it is asked for."""

    def build() -> None:
        while not take_requests(manager.store.directory):
            time.sleep(0.01)
        manager.store.write(RULES, solved(QUICKLY), 0.0)

    thread = threading.Thread(target=build)
    thread.start()
    return thread


def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The naps of those who wait."""
    pauses: list[float] = []
    sleep = time.sleep
    monkeypatch.setattr(managing.time, "sleep", lambda seconds: (pauses.append(seconds), sleep(seconds)))
    return pauses


def test_quickly_solved_variant_is_answered_by_the_first_request(
    manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch
):
    solved(QUICKLY)
    monkeypatch.setattr(managing, "AWAIT_SECONDS", 60.0)
    building = solve_when_asked(manager)
    try:
        assert manager.result(RULES, RULES.start()) == solved(QUICKLY).result(RULES, RULES.start())
    finally:
        building.join()


def test_first_answer_of_the_service_has_the_value(manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch):
    solved(QUICKLY)
    monkeypatch.setattr(managing, "AWAIT_SECONDS", 60.0)
    app = create_app({"data_dir": manager.data_dir, "build": False, "presolve_limit": 1 << 62})
    app.extensions["manager"].builder.start()
    building = solve_when_asked(manager)
    try:
        answer = app.test_client().get(f"/universal/v1/{QUICKLY}/positions/?p={RULES.format(RULES.start())}")
    finally:
        building.join()
    assert answer.get_json()["positionValue"] == "win"


def test_failed_wait_is_not_repeated(manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch):
    pauses = naps(monkeypatch)
    for _ in range(3):
        with pytest.raises(NotReady):
            manager.result(RULES, RULES.start())
        assert 0 < len(pauses) <= 5
        count = len(pauses)
        monkeypatch.setattr(managing, "AWAIT_SECONDS", 60.0)  # it would take long now
    assert len(pauses) == count


def test_request_holding_a_search_or_refusing_one_does_not_wait(
    manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch
):
    pauses = naps(monkeypatch)
    for block in (manager.limiter, manager.limiter.refusing(SearchTooLong("No search was asked for."))):
        with block, pytest.raises(NotReady):
            manager.result(RULES, RULES.start())
    assert pauses == []


def test_a_search_that_finds_nothing_answers_from_a_table_solved_meanwhile(
    manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch
):
    """The builder works while the search does."""
    rules, solution = load("tictactoe/misere"), solved("tictactoe/misere")

    class Search(Answerer):
        def probe(self, rules: Rules, position: Position) -> Result:
            manager.store.write(rules, solution, 0.0)
            raise SearchTooLong("The search found nothing.")

    monkeypatch.setattr(PuzzleManager, "direct", lambda self, rules: Search())
    assert manager.result(rules, rules.start()) == solution.result(rules, rules.start())


def test_requests_beyond_the_limit_do_not_wait(manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch):
    pauses = naps(monkeypatch)
    for clients in (["a"] * managing.AWAITING, ["-"] * managing.AWAITING_EACH):
        manager._awaiting = clients
        set_client("-")
        with pytest.raises(NotReady):
            manager.result(RULES, RULES.start())
    assert pauses == []


def test_slow_variant_is_not_waited_for(manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch):
    pauses = naps(monkeypatch)
    rules = load("towersofhanoi/3_15")
    assert not is_quick(rules)
    with pytest.raises(NotReady):
        manager.result(rules, rules.start())
    assert pauses == []


def test_small_variants_are_quick_and_large_ones_are_not():
    for name in ("pancakes/6", QUICKLY, "towersofhanoi/3_12", "chess/4x3-kpk"):
        assert is_quick(load(name)), name
    for name in ("quixo/4x4", "npuzzle/3x4", "connect4/5x5"):
        assert not is_quick(load(name)), name
    cost = estimate(load("pancakes/7"))
    assert cost is not None
    assert cost.seconds > QUICK


def test_requested_variants_are_reported_by_health_and_metrics(manager: PuzzleManager):
    progress = Progress(manager.store.directory)
    progress.side = {"id": "pancakes/7", "positions": 7, "expected": 5040, "seconds": 0.5}
    progress.queue, progress.requested = [QUICKLY, "pancakes/6"], [QUICKLY]
    progress.write(at_once=True)
    client = create_app({"data_dir": manager.data_dir, "build": False, "presolve": "none"}).test_client()
    for path in ("/ready", "/api/progress"):
        answer = client.get(path, follow_redirects=True)
        assert answer.status_code == 200, "for what is solved at the start is there"
        assert answer.get_json()["requested"] == [QUICKLY]
        assert answer.get_json()["solving"] == progress.side
    metrics = client.get("/metrics", follow_redirects=True).get_data(as_text=True)
    assert "\nperfectplay_requested 1.0\n" in metrics
    assert 'perfectplay_solving_positions{variant="pancakes/7"} 7.0' in metrics
