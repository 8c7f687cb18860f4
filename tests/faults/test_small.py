"""Faults that can be injected in this process, without a service."""

from __future__ import annotations

import os
import random
import runpy
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.server import create_app
from perfect_play.server.operations import shared_files
from perfect_play.server.operations.metrics import BUCKETS
from perfect_play.solvers import limiter
from perfect_play.solvers.builder import Lane
from perfect_play.solvers.building.builder_process import Progress, take_builder_lock
from perfect_play.solvers.building.queue import Queue
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.limiter import AT_ONCE, Limiter, TooManySearches
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.store import Store
from tests.faults.clients import judged
from tests.faults.truth import TABLED, UNTABLED, questions, results
from tests.helpers import ROOT, solved
from tests.helpers import load as rules_of
from tests.pattern_databases import tiles_of, written
from tests.solvers.searching import searches
from tests.solvers.tables import shifted

# --- the judge ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "expected"), [(0, "right"), (2, "wrong")])
def test_the_judge_sees_what_is_wrong(by: int, expected: str, tmp_path: Path):
    """A service whose tables are all two moves off answers every question wrong, and is judged so."""
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    for full_id in ("nqueens/6", "tictactoe/regular"):
        Store(tmp_path / "tables").write(rules_of(full_id), shifted(solved(full_id), by), 0.0)
    asked = [question for question in questions(1) if question.path.startswith(("/puzzles/nq", "/games/tic"))]
    assert len(asked) > 50
    for question in asked:
        answer = client.get(question.path)
        assert judged(question, answer.status_code, answer.headers, answer.data)[0] == expected, question.path


def test_expected_results_contain_every_value_and_many_questions():
    values = {found.value for full_id in (*TABLED, *UNTABLED) for found in results(full_id).values()}
    assert values == {Value.WIN, Value.LOSE, Value.TIE, Value.DRAW}
    assert len({question.path for question in questions(1)}) > 300


# --- too many searches ----------------------------------------------------------------------------


def test_threads_of_a_worker_are_always_left(settings: SimpleNamespace):
    assert settings.threads >= 4 * AT_ONCE


def test_clients_beyond_the_search_limit_get_503_with_retry_after(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(limiter, "WAIT_SECONDS", 0.01)
    app = create_app({"data_dir": tmp_path, "build": False})
    client, manager = app.test_client(), app.extensions["manager"]
    paths = (
        "/puzzles/rushhour/basic/",  # only rules: needs no search
        "/puzzles/rushhour/basic/" + "-" * 36 + "12",
        "/api/npuzzle/4/solution?p=12345678-abc9def",
        "/api/domineering/4x5/best-move",
        "/games/nim/variants/1_3_5/positions/R_A_5_3_--l--l-ll-lllll/",  # a closed form
    )
    with searches(manager.limiter, AT_ONCE):
        answers = [client.get(path) for path in paths]
    assert [answer.status_code for answer in answers] == [200, 503, 503, 503, 200]
    for answer in answers[1:4]:
        assert answer.headers["Retry-After"] == str(TooManySearches.retry_after)
        assert "3 searches are running" in answer.get_data(as_text=True)
    assert [client.get(path).status_code for path in paths] == [200] * 5


def test_search_limiter_may_be_entered_again_by_its_holder():
    one = Limiter(1)
    with one, one:
        pass
    with one:
        pass


def test_places_are_given_back():
    few, most, seen = Limiter(2), 0, []
    lock = threading.Lock()

    def search() -> None:
        nonlocal most
        for _ in range(200):
            try:
                with few:
                    with lock:
                        seen.append(1)
                        most = max(most, len(seen))
                    with lock:
                        seen.pop()
            except TooManySearches:
                continue

    threads = [threading.Thread(target=search) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most <= 2
    with searches(few, 2), pytest.raises(TooManySearches), few:
        pass


# --- what the builder says ------------------------------------------------------------------------


def test_damaged_progress_file_never_breaks_an_answer(tmp_path: Path):
    """The service still reports what it knows; a builder counts as running, since its lock is held here."""
    app = create_app({"data_dir": tmp_path, "build": False, "presolve_limit": 100})
    client, path = app.test_client(), tmp_path / "tables" / ".progress"
    lock = take_builder_lock(tmp_path / "tables")
    assert lock is not None
    progress = Progress(tmp_path / "tables")
    progress.current = {"id": "towersofhanoi/3_2", "positions": 5, "expected": 9, "seconds": 0.1}
    progress.queue, progress.failed, progress.attempts = ["nqueens/4"], {"chomp/2x2": "why"}, {"chomp/2x2": 1}
    progress.write(at_once=True)
    raw, rng = path.read_bytes(), random.Random(5)
    assert b"positions so far" in client.get("/puzzles/hanoi/3_2/R_A_2_3_A--B--/").data
    for at in range(0, len(raw), 4):
        damaged = bytearray(raw)
        damaged[at] ^= rng.randrange(1, 256)
        path.write_bytes(damaged)
        others = ("/metrics", "/puzzles/hanoi/3_2/R_A_2_3_A--B--/", "/puzzles/nqueens/4/")
        for asked in ("/ready", others[at // 4 % len(others)]):
            assert client.get(asked).status_code in (200, 503), (asked, bytes(damaged))
    os.close(lock)


def test_solved_variant_clears_its_count_of_failed_attempts(tmp_path: Path):
    """Otherwise two deaths in a year would exclude a variant."""
    rules, progress = rules_of("towersofhanoi/3_1"), Progress(tmp_path)
    progress.attempts, progress.queue = {rules.full_id: 1}, [rules.full_id]
    manager = PuzzleManager(tmp_path)
    Lane(manager, Queue(manager.store.directory, progress, rules_of), Reporter(), progress).build(rules)
    assert (progress.attempts, progress.failed) == ({}, {})


# --- files ----------------------------------------------------------------------------------------


def test_a_table_that_is_removed_while_it_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert main(["--data-dir", str(tmp_path), "solve", "hanoi", "3_2"]) == 0
    app = create_app({"data_dir": tmp_path, "build": False})
    client, whole = app.test_client(), (tmp_path / "tables" / "towersofhanoi.3_2.sqlite").read_bytes()
    assert client.get("/api/towersofhanoi/3_2/table").data == whole
    real = PuzzleManager.ask_table

    def late(manager, rules, ask):
        found = real(manager, rules, ask)
        manager.store.path(rules).unlink()
        return found

    monkeypatch.setattr(PuzzleManager, "ask_table", late)
    answer = client.get("/api/towersofhanoi/3_2/table")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")


def test_removing_takes_pattern_databases_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = written(tmp_path / "tables", tiles_of("npuzzle/4"), 2)
    assert main(["--data-dir", str(tmp_path), "tables", "rm", "npuzzle", "4"]) == 0
    assert capsys.readouterr().out == "Removed: pattern databases of npuzzle/4.\n"
    assert not path.exists()
    assert main(["--data-dir", str(tmp_path), "tables", "rm", "npuzzle", "4"]) == 0
    assert capsys.readouterr().out == "There was no such table.\n"


# --- counts of requests ---------------------------------------------------------------------------


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Gunicorn's settings, with temporary files in the test's own folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    return SimpleNamespace(**runpy.run_path(str(ROOT / "server" / "gunicorn.conf.py")))


def test_counts_of_killed_services_are_removed(settings: SimpleNamespace, tmp_path: Path):
    (tmp_path / "perfect-play-dead").mkdir()
    (tmp_path / "perfect-play-dead" / "lock").touch()
    (tmp_path / "perfect-play-of-somebody").mkdir()
    first, second = SimpleNamespace(), SimpleNamespace()
    settings.on_starting(first)
    del os.environ[shared_files.COUNTS]
    settings.on_starting(second)
    left = {Path(first.shared_dir).name, Path(second.shared_dir).name, "perfect-play-of-somebody"}
    assert {path.name for path in tmp_path.iterdir()} == left
    for server in (first, second):
        server.search_socket.close()
        os.close(server.shared_dir_lock)
        settings.on_exit(server)
    del os.environ[shared_files.COUNTS]


def test_room_for_counts_is_taken_at_once_and_given_back(settings: SimpleNamespace, monkeypatch: pytest.MonkeyPatch):
    """What is written stays; if there is no room, a worker keeps its counts to itself."""
    server, worker = SimpleNamespace(), SimpleNamespace(pid=os.getpid(), log=SimpleNamespace(warning=print))
    settings.on_starting(server)
    shared_files.allocate_counts(worker)
    paths = shared_files.counts_of(os.getpid())
    for kind, path in paths.items():
        assert path.stat().st_blocks * 512 >= shared_files.COUNT_BYTES[kind] == path.stat().st_size
        with path.open("r+b") as file:
            file.write((1000).to_bytes(4, "little") + b"x" * 996)
    settings.child_exit(server, worker)
    assert [path.read_bytes()[4:] for path in paths.values()] == [b"x" * 996] * 2

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    for path in paths.values():
        path.unlink()
    shared_files.allocate_counts(worker)
    assert shared_files.COUNTS not in os.environ
    assert {path.name for path in Path(server.shared_dir).iterdir()} == {"lock", "searches"}
    server.search_socket.close()
    os.close(server.shared_dir_lock)
    settings.on_exit(server)


def test_the_room_is_enough():
    """For every route, status and bucket: 300 bytes per entry, as written."""
    app = create_app({"data_dir": "/nonexistent", "build": False})
    routes = len({rule.rule for rule in app.url_map.iter_rules()})
    assert routes * (len(BUCKETS) + 3) * 300 < shared_files.COUNT_BYTES["histogram"]
    assert routes * 10 * 300 < shared_files.COUNT_BYTES["counter"]
