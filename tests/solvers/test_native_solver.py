"""Compiled searches: who waits for one, and for how long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Position
from perfect_play.solvers import budget
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import WAITING, Limiter, SearchTooLong, TooManySearches
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native import compiler
from perfect_play.solvers.proving.board_prover import BoardProver
from perfect_play.solvers.result import Result
from perfect_play.solvers.settings import KERNEL_DIR
from perfect_play.solvers.untabled.native_solver import CompilerFailed, NativeSolver
from perfect_play.solvers.untabled.searched_boards import TABLES, SearchedBoards
from tests.helpers import load
from tests.kept_tables import kept
from tests.solvers.searching import with_seconds

PATIENCE = 60.0  # seconds


class SlowSolver(NativeSolver[str, Result]):
    """Its searches are names of variants, and are made only when a test lets them."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir)
        self.limiter = Limiter(3)
        self.begun: list[str] = []
        self.allowed: dict[str, threading.Event] = {}

    def probe(self, rules: Any, position: Position) -> Result:
        raise NotImplementedError

    def make(self, rules: Any) -> str:
        self.begun.append(rules.full_id)
        assert self.allowed.setdefault(rules.full_id, threading.Event()).wait(PATIENCE)
        return f"search of {rules.full_id}"

    def allow(self, full_id: str) -> None:
        self.allowed.setdefault(full_id, threading.Event()).set()


GAMES = (
    "1dchess/regular",
    "4squaretictactoe/3x3",
    "clobber/2x3",
    "dodgem/regular",
    "mutorere/misere",
    "notakto/regular",
    "tictactoe/regular",
)
SLOW, QUICK = load("sim/regular"), load("topitop/regular")


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[SlowSolver]:
    solver = SlowSolver(tmp_path)
    yield solver
    solver.allow(SLOW.full_id)
    budget.limit_to(None)


def asking(solver: SlowSolver) -> threading.Thread:
    """A thread that waits for the slow search."""
    thread = threading.Thread(target=solver.search, args=(SLOW,), daemon=True)
    thread.start()
    while SLOW.full_id not in solver.begun:
        thread.join(0.001)
    return thread


def test_search_of_another_variant_does_not_delay_a_request(slow: SlowSolver):
    slow.allow(QUICK.full_id)
    waiting = asking(slow)
    assert slow.search(QUICK) == "search of topitop/regular"
    assert slow.search(QUICK) == slow.cached(QUICK)
    assert waiting.is_alive()


def test_search_is_compiled_once_for_all_waiting_requests(slow: SlowSolver):
    threads = [asking(slow), asking(slow)]
    slow.allow(SLOW.full_id)
    for thread in threads:
        thread.join(PATIENCE)
    assert slow.search(SLOW) == "search of sim/regular"
    assert slow.begun == [SLOW.full_id]


def test_request_out_of_time_stops_waiting_for_the_compiler(slow: SlowSolver):
    budget.limit_to(0.01)
    with pytest.raises(SearchTooLong, match="sim/regular is answered by a search that is being compiled"):
        slow.search(SLOW)
    budget.limit_to(None)
    slow.allow(SLOW.full_id)
    assert slow.search(SLOW) == "search of sim/regular", "it went on"
    assert slow.begun == [SLOW.full_id]


def test_request_of_an_impatient_client_is_told_of_the_compiler_before_its_time_is_up(slow: SlowSolver):
    budget.limit_to(1e6, patience=0.01)
    with pytest.raises(SearchTooLong, match="is being compiled") as refusal:
        slow.search(SLOW)
    assert refusal.value.facts == {"progress": {"compiling": True}}
    refusal.value.table_progress = {"progress": {"ahead": 1}}
    assert refusal.value.facts == {"progress": {"ahead": 1}}, "of its table, if one is on its way"


def test_request_of_a_client_that_has_gone_stops_waiting(slow: SlowSolver):
    gone = threading.Event()
    budget.limit_to(1e6, gone.is_set)
    threading.Timer(0.05, gone.set).start()
    with pytest.raises(SearchTooLong):
        slow.search(SLOW)


def test_waiting_requests_hold_no_search_and_are_limited(slow: SlowSolver):
    threads = [asking(slow) for _ in range(WAITING)]
    with slow.limiter:  # three slots are free
        pass
    while True:  # until all of them wait
        budget.limit_to(0.001)
        try:
            slow.search(QUICK)
        except TooManySearches:
            break
        except SearchTooLong:
            continue
    assert all(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("error", [ImportError("no"), OSError("full")])
def test_failed_compilation_is_explained_to_waiting_requests(
    slow: SlowSolver, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    def fail(rules: Any) -> str:
        raise error

    monkeypatch.setattr(slow, "make", fail)
    with pytest.raises(NoAnswer, match=r"Numba is not installed|could not be compiled: full") as told:
        slow.search(SLOW)
    assert isinstance(told.value, CompilerFailed) == isinstance(error, OSError)
    monkeypatch.undo()
    slow.allow(SLOW.full_id)
    assert slow.search(SLOW)


@pytest.mark.exhaustive
def test_five_games_asked_for_in_turn_are_each_loaded_once(monkeypatch: pytest.MonkeyPatch):
    """Also with more transposition tables than are kept, and the search is fetched once for all moves."""
    made: list[str] = []
    fetched: list[str] = []

    def make(self: Any, rules: Any) -> BoardProver:
        prover = BoardProver(rules, kept(), 1 << 12)
        made.append(rules.full_id)
        return prover

    manager = PuzzleManager(kept())
    games = list(map(load, GAMES))
    assert len(games) == TABLES + 1
    solver = with_seconds(SearchedBoards(kept()), 0.01)
    solver.explorer = manager.explorer
    monkeypatch.setattr(SearchedBoards, "make", make)
    searched = solver.search
    monkeypatch.setattr(solver, "search", lambda rules: fetched.append(rules.full_id) or searched(rules))
    for _ in range(2):
        for rules in games:
            position = rules.start()
            try:
                solver.probe_children(rules, position, rules.children(position))
            except NoAnswer:
                continue
    assert made == [rules.full_id for rules in games]
    assert len(fetched) <= 2 * len(games)
    searches = [solver.search(rules) for rules in games]
    for rules, search in zip(games, searches, strict=True):
        solver.search(rules)
        search.prove(rules.start(), lambda: False)  # has a table from here on, whatever was remembered before
    assert [search._table is not None for search in searches] == [False] + TABLES * [True]


@pytest.mark.second_ring
def test_search_is_compiled_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(KERNEL_DIR, str(tmp_path / "kernels"))
    monkeypatch.setattr(compiler, "_directories", [])
    before, rules = len(compiler.ADDRESSED), load("sim/regular")
    solver = PuzzleManager(tmp_path, searches=3).direct(rules)
    assert isinstance(solver, SearchedBoards)
    assert solver.search(rules).rules is rules
    new = compiler.ADDRESSED[before:]
    assert new
    assert {function.cache_hits for function in new} == {1}, "they were only loaded here"
