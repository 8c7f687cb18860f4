"""Tables are replaced, removed and repaired while being read; writers are killed, and disks fill up."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlitedict

import perfect_play.solvers.tables.publish
import perfect_play.solvers.tables.reader
import perfect_play.solvers.tables.store
from perfect_play.puzzles.base import Value
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.reader import Connections, TableCorrupt, TableMissing
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.unpacking import BlockCache
from tests.helpers import ROOT, late, load, solved
from tests.solvers.tables import (
    DENSE,
    DENSE_BLOCKS,
    SPARSE,
    SPARSE_BLOCKS,
    files,
    shifted,
    written,
    wrong_answers,
)

# --- replaced, removed, repaired while serving --------------------------------------------------------


@pytest.mark.parametrize("full_id", [DENSE, SPARSE])
def test_a_new_table_is_used_at_once(tmp_path, full_id):
    rules, solution, store = load(full_id), solved(full_id), written(tmp_path, full_id)
    assert wrong_answers(store, rules, solution) == ([], 0)
    for by in (1, 300, 70_000, 0):  # other remotenesses, and other widths
        written(tmp_path, full_id, shifted(solution, by))
        assert wrong_answers(store, rules, shifted(solution, by)) == ([], 0)


def test_a_removed_table_is_missing_at_once(tmp_path):
    rules, store = load(DENSE), written(tmp_path, DENSE)
    assert store.probe(rules, rules.start()) == Result(Value.WIN, 7)
    assert store.remove(rules) is True
    with pytest.raises(TableMissing):
        store.probe(rules, rules.start())
    assert store.remove(rules) is False
    written(tmp_path, DENSE)
    assert store.probe(rules, rules.start()) == Result(Value.WIN, 7)


def test_a_damaged_table_is_noticed_and_a_new_one_believed(tmp_path):
    rules, store = load(DENSE), written(tmp_path, DENSE)
    assert store.probe(rules, rules.start()) == Result(Value.WIN, 7)
    store.path(rules).write_bytes(b"damaged")
    with pytest.raises(TableCorrupt):
        store.probe(rules, rules.start())
    written(tmp_path, DENSE)
    assert store.probe(rules, rules.start()) == Result(Value.WIN, 7)


@pytest.mark.second_ring
def test_tables_are_replaced_while_threads_probe(tmp_path):
    rules, solution, store = load(SPARSE), solved(SPARSE), written(tmp_path, SPARSE)
    other = shifted(solution, 10)
    positions, stop, wrong = list(solution.results), threading.Event(), []

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        while not stop.is_set():
            position = rng.choice(positions)
            found = store.probe(rules, position)
            if found not in (solution.results[position], other.results[position]):
                wrong.append((position, found))

    threads = [threading.Thread(target=run_noting(ask, wrong), args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    try:
        for turn in range(12):
            written(tmp_path, SPARSE, other if turn % 2 == 0 else solution)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert wrong == []
    assert wrong_answers(store, rules, solution) == ([], 0)


def run_noting(function, errors: list):
    """Run the function and record what it raises: a thread's exceptions are lost otherwise."""

    def run(*arguments):
        try:
            function(*arguments)
        except Exception as error:
            errors.append(error)

    return run


def test_a_table_removed_between_looking_and_opening_is_missing(tmp_path, monkeypatch):
    rules, store = load(DENSE), written(tmp_path, DENSE)
    real = Connections.get

    def late(self, path, identity):
        Path(path).unlink(missing_ok=True)
        return real(self, path, identity)

    monkeypatch.setattr(Connections, "get", late)
    with pytest.raises(TableMissing):
        store.probe(rules, rules.start())


# --- killed, failed -----------------------------------------------------------------------------------

KILLED_WRITER = """
import os, signal, sys
from perfect_play.puzzles import registry
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.store import Store
os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
rules = registry.load("towersofhanoi", "3_3")
Store(sys.argv[1]).write(rules, solve(rules), 0.0)
"""

WRITER_ON_A_FULL_DISK = """
import resource, signal, sqlite3, sys
from perfect_play.puzzles import registry
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.store import Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
rules = registry.load(*sys.argv[2].split("/"))
solution = solve(rules)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    Store(sys.argv[1]).write(rules, solution, 0.0)
except (OSError, sqlite3.Error) as error:
    print("failed:", error)
"""


def run_script(script: str, *arguments: object, timeout: float = 20) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=timeout)


def test_a_killed_writer_leaves_no_table_and_is_swept_up(tmp_path):
    rules, store = load(DENSE), Store(tmp_path)
    assert run_script(KILLED_WRITER, tmp_path).returncode == -signal.SIGKILL
    (leftover,) = files(tmp_path)
    assert leftover.endswith(".tmp")
    with pytest.raises(TableMissing):
        store.probe(rules, rules.start())
    store.sweep()
    assert files(tmp_path) == []


def test_a_killed_writer_leaves_the_old_table(tmp_path):
    store = written(tmp_path, DENSE)
    assert run_script(KILLED_WRITER, tmp_path).returncode == -signal.SIGKILL
    assert len(files(tmp_path)) == 2
    assert wrong_answers(store, load(DENSE), solved(DENSE)) == ([], 0)
    store.sweep()
    assert files(tmp_path) == [store.path(load(DENSE)).name]


def test_sweep_leaves_the_living_and_what_is_not_its_own(tmp_path):
    store = written(tmp_path, DENSE)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    keep = [
        f".towersofhanoi.3_3.sqlite.{os.getpid()}.tmp",  # a writer at work
        ".builder.lock",
        ".progress",
        "notes.txt",
        "towersofhanoi.3_3.sqlite",
    ]
    go = [
        f".towersofhanoi.3_3.sqlite.{ended.pid}.tmp",
        f".towersofhanoi.3_3.sqlite.{ended.pid}.tmp-journal",
        f".nim.3_3_3.sqlite.{ended.pid}.tmp",
        ".nim.3_3_3.sqlite.nonsense.tmp",
        f"..progress.{ended.pid}.tmp",
        ".progress.json",
    ]
    for name in {*keep, *go} - {"towersofhanoi.3_3.sqlite"}:
        (tmp_path / name).write_text("x")
    store.sweep()
    assert files(tmp_path) == sorted(keep)


def test_sweep_leaves_the_writers_of_other_users(tmp_path, monkeypatch):
    (tmp_path / ".towersofhanoi.3_3.sqlite.1.tmp").write_text("x")
    monkeypatch.setattr(os, "kill", failing(PermissionError(1, "Operation not permitted")))
    Store(tmp_path).sweep()
    assert files(tmp_path) == [".towersofhanoi.3_3.sqlite.1.tmp"]


def test_sweep_without_a_directory_creates_none(tmp_path):
    Store(tmp_path / "none").sweep()
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("full_id", "room"),
    [
        (DENSE, 0),
        (DENSE, 5000),
        (SPARSE_BLOCKS, 0),
        (SPARSE_BLOCKS, 9000),
        late("topspin/8_4", 5000),
        ("hopndrop/map3", 9000),
    ],
)
def test_full_disk_fails_the_write_and_leaves_the_old_table_answering(tmp_path, full_id, room):
    """The write fails, the old table still answers, and nothing is left behind."""
    store, rules = written(tmp_path, full_id), load(full_id)
    assert store.path(rules).stat().st_size > room
    ran = run_script(WRITER_ON_A_FULL_DISK, tmp_path, full_id, room)
    assert ran.stdout.startswith("failed:")
    assert ran.returncode == 0
    assert wrong_answers(store, rules, solved(full_id)) == ([], 0)
    assert files(tmp_path) == [store.path(rules).name]


def test_full_disk_is_a_sentence_that_names_the_disk_and_the_setting(tmp_path, monkeypatch, capfd):
    real = sqlite3.connect

    def connect(*arguments, **options):
        connection = real(*arguments, **options)
        connection.execute("PRAGMA max_page_count = 3")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)
    assert main(["--data-dir", str(tmp_path), "solve", *SPARSE_BLOCKS.split("/")]) == 1
    out, err = capfd.readouterr()
    assert (
        f"{SPARSE_BLOCKS} could not be solved: No space left on device; make room for {tmp_path}, where what was "
        "complete is kept, or use another folder: --data-dir or UWAPI_DATA_DIR. Nothing was changed." in out + err
    )
    assert "Traceback" not in out + err
    assert files(tmp_path / "tables") == []


@pytest.mark.second_ring
def test_a_disk_that_is_full_when_all_is_committed(tmp_path):
    """For a table of many pages, lack of space is noticed late."""
    rules = load("rubikscube/2x2x2_FR")
    try:
        ran = run_script(WRITER_ON_A_FULL_DISK, tmp_path, rules.full_id, 100_000, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.fail("the writer waits for ever")
    assert (ran.stdout, ran.stderr) == ("failed: disk I/O error\n", "")
    assert files(tmp_path) == []


def failing(error: Exception):
    def fail(*arguments, **named):
        raise error

    return fail


@pytest.mark.parametrize(
    ("owner", "name", "error"),
    [
        (os, "replace", OSError(28, "No space left on device")),
        (os, "fsync", OSError(5, "Input/output error")),
        (sqlitedict, "SqliteDict", sqlite3.OperationalError("unable to open database file")),
        (perfect_play.solvers.tables.publish, "_read_back", sqlite3.OperationalError("disk I/O error")),
    ],
    ids=["replace", "fsync", "open", "read back"],
)
def test_a_failed_write_leaves_the_old_table(tmp_path, monkeypatch, owner, name, error):
    store = written(tmp_path, DENSE)
    monkeypatch.setattr(owner, name, failing(error))
    with pytest.raises(type(error)):
        written(tmp_path, DENSE, shifted(solved(DENSE), 1))
    monkeypatch.undo()
    assert wrong_answers(store, load(DENSE), solved(DENSE)) == ([], 0)
    assert files(tmp_path) == [store.path(load(DENSE)).name]


def test_table_that_does_not_read_back_is_not_published(tmp_path, monkeypatch):
    """If the disk corrupts data: the table is read back before it replaces the old one."""
    store = written(tmp_path, DENSE)
    real = sqlitedict.SqliteDict

    class Forgetful(real):
        def __setitem__(self, key, value):
            super().__setitem__(key, value[:-1] + b"?" if key == "0" else value)

    monkeypatch.setattr(sqlitedict, "SqliteDict", Forgetful)
    with pytest.raises((sqlite3.Error, TableCorrupt)):
        written(tmp_path, DENSE, shifted(solved(DENSE), 1))
    monkeypatch.undo()
    assert wrong_answers(store, load(DENSE), solved(DENSE)) == ([], 0)
    assert files(tmp_path) == [store.path(load(DENSE)).name]


# --- threads and forks --------------------------------------------------------------------------------


def test_threads_that_probe_together_get_right_answers(tmp_path):
    """Several tables, and a cache that holds hardly a block."""
    names = [DENSE, SPARSE, DENSE_BLOCKS, SPARSE_BLOCKS]
    for full_id in names:
        written(tmp_path, full_id)
    store, wrong = Store(tmp_path, cache_bytes=40_000), []
    known = {full_id: list(solved(full_id).results.items()) for full_id in names}

    def ask(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(150):
            full_id = rng.choice(names)
            position, found = rng.choice(known[full_id])
            if store.probe(load(full_id), position) != found:
                wrong.append((full_id, position))

    threads = [threading.Thread(target=run_noting(ask, wrong), args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert store.cache.used <= 200_000


def test_a_forked_child_answers(tmp_path):
    """As when a server forks after something has been read."""
    rules, solution, store = load(SPARSE), solved(SPARSE), written(tmp_path, SPARSE)
    assert wrong_answers(store, rules, solution) == ([], 0)
    receive, send = os.pipe()
    child = os.fork()
    if child == 0:
        answer = b"failed"
        try:
            store.cache = BlockCache(0)  # so that the child must read the file itself
            if wrong_answers(store, rules, solution) == ([], 0):
                answer = b"right"
        finally:
            os.write(send, answer)
            os._exit(0)
    os.close(send)
    with os.fdopen(receive, "rb") as pipe:
        assert pipe.read() == b"right"
    assert os.waitpid(child, 0)[1] == 0
    assert wrong_answers(store, rules, solution) == ([], 0)


def test_tables_beyond_the_connection_limit_are_all_read(tmp_path, monkeypatch):
    monkeypatch.setattr(perfect_play.solvers.tables.reader, "MAX_OPEN", 3)
    names = [f"towersofhanoi/{rods}_{disks}" for rods in (3, 4) for disks in (1, 2, 3, 4)]
    for full_id in names:
        written(tmp_path, full_id)
    store = Store(tmp_path, cache_bytes=0)
    for full_id in [*names, *reversed(names)]:
        assert wrong_answers(store, load(full_id), solved(full_id)) == ([], 0)
    assert len(store._connections._local.connections) == 3
