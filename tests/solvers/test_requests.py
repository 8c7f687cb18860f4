"""The order in which the builder solves: requested variants, then what newcomers try first."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.families import TRIED_FIRST
from perfect_play.server import create_app
from perfect_play.server.middleware.search_workers import CLIENT_HEADER
from perfect_play.solvers import builder as building
from perfect_play.solvers.building import queue as queueing
from perfect_play.solvers.building.builder_process import Progress, take_builder_lock
from perfect_play.solvers.building.queue import Queue
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.building.requests import (
    FILE,
    MAX_BYTES,
    MAX_CLIENTS,
    Request,
    accepting_requests,
    client_tag,
    in_order,
    pending_requests,
    request_solve,
    set_client,
    take_requests,
)
from perfect_play.solvers.manager import RETRY_AT_MOST, PuzzleManager
from perfect_play.solvers.native.compile_client import CompileServer
from perfect_play.solvers.status import RETRY_SECONDS, NotReady
from tests.helpers import load

NAMES = [f"towersofhanoi/3_{disks}" for disks in range(1, 7)]


@pytest.fixture(autouse=True)
def nobody() -> None:
    """Ask for no client in particular."""
    set_client("-")


@pytest.fixture
def some(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve only six variants at start-up."""
    monkeypatch.setattr(PuzzleManager, "presolved", lambda self: list(map(load, NAMES)))


def queue_of(directory: Path, names: list[str], progress: Progress | None = None) -> Queue:
    """A queue of these variants, with requests in this directory's `tables`."""
    manager = PuzzleManager(directory)
    manager.store.directory.mkdir(exist_ok=True)
    progress = progress or Progress(manager.store.directory)
    queue = Queue(manager.store.directory, progress, load)
    queue.add(list(map(load, names)))
    return queue


def test_popular_variants_are_solved_first():
    presolved = [rules.full_id for rules in PuzzleManager(presolve_limit=1 << 62).presolved()]
    first = presolved[: len(TRIED_FIRST)]
    assert first == ["tictactoe/regular", "npuzzle/3", "rubikscube/2x2x2"]
    assert first == [f"{name}/{registry.find(name).opening()}" for name in TRIED_FIRST], "what opens is there first"
    sizes = [load(name).variant.positions or 1 << 40 for name in presolved[len(TRIED_FIRST) :]]
    assert sizes == sorted(sizes)


def test_requests_come_first_in_the_order_of_asking():
    assert in_order("abcde", ["d", "x", "b", "d"]) == ["d", "b", "a", "c", "e"]
    assert in_order("abc", []) == ["a", "b", "c"]


def test_each_request_stands_once_and_only_while_somebody_accepts_it(tmp_path: Path):
    request_solve(tmp_path, NAMES[0])
    assert list(tmp_path.iterdir()) == [], "a serving process makes no file"
    with accepting_requests(tmp_path):
        for name in (NAMES[1], NAMES[0], NAMES[1]):
            request_solve(tmp_path, name)
        asked = [Request(NAMES[1], "-"), Request(NAMES[0], "-")]
        assert pending_requests(tmp_path) == asked
        assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
        assert take_requests(tmp_path) == asked
        assert take_requests(tmp_path) == pending_requests(tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_a_name_stands_for_a_few_clients_at_most(tmp_path: Path):
    with accepting_requests(tmp_path):
        for client in ("a", "b", "a", "c d", "x" * 99, *map(str, range(9))):
            set_client(client)
            request_solve(tmp_path, NAMES[0])
        set_client("-")
        clients = [request.client for request in take_requests(tmp_path)]
        assert clients == ["a", "b", "-", "0"]
        assert len(clients) == MAX_CLIENTS


def test_clients_are_told_apart_by_their_address():
    assert client_tag("127.0.0.1") == client_tag("127.0.0.1") != client_tag("127.0.0.2")
    assert client_tag("2001:db8::1") == client_tag("2001:db8::2") != client_tag("2001:db8:0:1::1")
    assert client_tag(None) == client_tag("nobody") == "-"


def test_the_file_of_requests_is_bounded_and_never_a_link(tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"")
    (tmp_path / FILE).symlink_to(elsewhere)
    request_solve(tmp_path, NAMES[0])
    assert elsewhere.read_bytes() == b""
    with accepting_requests(tmp_path):
        assert elsewhere.read_bytes() == b""
        (tmp_path / FILE).write_bytes(b"\xff" * (MAX_BYTES - 5))
        request_solve(tmp_path, NAMES[0])
        assert (tmp_path / FILE).stat().st_size == MAX_BYTES - 5
        assert in_order(NAMES, [request.full_id for request in pending_requests(tmp_path)]) == NAMES


def test_requested_variants_are_taken_by_both_lanes(tmp_path: Path):
    native, plain = ["towersofhanoi/3_12", "pancakes/7"], ["towersofhanoi/3_2", "towersofhanoi/3_3", "nqueens/4"]
    progress = Progress(tmp_path)
    tables = tmp_path / "tables"
    queue = queue_of(tmp_path, native + plain, progress)
    assert progress.queue == native + plain
    with accepting_requests(tables):
        taken = queue.take()
        assert taken is load(plain[0]), "the first that the other lane does not take"
        request_solve(tables, plain[2])
        request_solve(tables, native[1])
        assert [queue.take(), queue.take(side=True)] == [load(plain[2]), load(native[1])]
        assert [queue.take(side=True), queue.take(side=True)] == [load(native[0]), None]
        assert [queue.take(), queue.take()] == [load(plain[1]), None]
    assert progress.queue == []


def test_popular_variants_are_taken_by_both_lanes(tmp_path: Path):
    names = ["npuzzle/3", "rubikscube/2x2x2", "nqueens/4", "towersofhanoi/3_12"]
    queue = queue_of(tmp_path, names)
    assert [queue.take(side=True), queue.take()] == [load("npuzzle/3"), load("rubikscube/2x2x2")]
    assert [queue.take(), queue.take(side=True)] == [load("nqueens/4"), load("towersofhanoi/3_12")]


def test_the_other_lane_helps_where_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queueing, "BUSY_QUEUE", 3)
    names = ["towersofhanoi/3_2", "towersofhanoi/3_3", "towersofhanoi/3_12"]
    queue = queue_of(tmp_path, names)
    assert [queue.take(side=True) for _ in range(4)] == [load(name) for name in (names[2], *names[:2])] + [None]


def test_a_variant_solved_in_the_other_process_has_the_same_table(tmp_path: Path):
    rules = load("dotsandboxes/1x2")
    here, there = PuzzleManager(tmp_path / "here"), PuzzleManager(tmp_path / "there")
    with CompileServer() as server:
        building.build_one(here, rules, Reporter(io.StringIO()), lambda done: None, server)
        building.build_one(there, rules, Reporter(io.StringIO()), lambda done: None, server, separate=True)
    first, second = (replace(one.store.meta(rules), seconds=0.0, built="") for one in (here, there))
    assert first == second
    assert here.result(rules, rules.start()) == there.result(rules, rules.start())


def test_the_lane_of_the_rest_takes_a_native_one_that_is_requested(tmp_path: Path):
    """The other lane may be busy with another variant for long."""
    queue = queue_of(tmp_path, ["towersofhanoi/3_2", "towersofhanoi/3_12"])
    with accepting_requests(tmp_path / "tables"):
        request_solve(tmp_path / "tables", "towersofhanoi/3_12")
        assert queue.take() is load("towersofhanoi/3_12")


def test_the_builder_solves_next_what_is_requested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, some: None):
    done: list[str] = []
    manager, build_one = PuzzleManager(tmp_path), building.build_one

    def build_and_request(manager_, rules, *rest, **options):
        done.append(rules.full_id)
        if len(done) == 2:
            request_solve(manager.store.directory, NAMES[-1])
            request_solve(manager.store.directory, NAMES[-2])
        return build_one(manager_, rules, *rest, **options)

    monkeypatch.setattr(building, "build_one", build_and_request)
    assert building.build_missing(manager, Reporter(io.StringIO())) == 0
    assert done == [NAMES[0], NAMES[1], NAMES[4], NAMES[5], NAMES[2], NAMES[3]], "what was asked for last comes first"
    assert not (manager.store.directory / FILE).exists()


@pytest.mark.second_ring
def test_refusal_gives_the_new_place_in_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A request for the last of a long queue puts it first at once; a query about it does not."""
    manager = PuzzleManager(tmp_path)
    names = [rules.full_id for rules in manager.presolved() if not rules.full_id.startswith("lightsout/")]
    last, other = load(names[-1]), load(names[-2])
    lock = take_builder_lock(manager.store.directory)
    assert lock is not None
    progress = Progress(manager.store.directory)
    progress.queue = names
    progress.write(at_once=True)
    monkeypatch.setattr(manager.builder, "_spawn", lambda options: False)
    manager.builder.start()
    try:
        with accepting_requests(manager.store.directory):
            for _ in range(2):
                assert manager.status(last).progress == {"ahead": len(names) - 1}
            with pytest.raises(NotReady, match=r"is going to be solved; 0 before it\.$") as caught:
                manager.result(last, last.start())
            assert (caught.value.status.progress, caught.value.retry_after) == ({"ahead": 0}, RETRY_SECONDS)
            with pytest.raises(NotReady) as caught:
                manager.result(other, other.start())
            assert caught.value.status.progress == {"ahead": 1}
            assert manager.status(load(names[0])).progress == {"ahead": 2}
        with pytest.raises(NotReady) as caught:
            manager.result(last, last.start())
        assert caught.value.retry_after == RETRY_AT_MOST, "nobody listens, so it has to wait for all the others"
    finally:
        os.close(lock)


def test_a_search_worker_that_builds_nothing_is_heard(tmp_path: Path):
    """It answers slow requests, such as statistics and starts by difficulty."""
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    directory = tmp_path / "tables"
    directory.mkdir()
    with accepting_requests(directory):
        for path in ("api/towersofhanoi/3_4/statistics", "puzzles/npuzzle/2x3/start?difficulty=hard"):
            assert client.get(path, follow_redirects=True).status_code == 503
        asked = [request.full_id for request in pending_requests(directory)]
        assert asked == ["npuzzle/2x3"], "statistics are no question about a position"


def test_outside_texts_never_become_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    app = create_app({"data_dir": tmp_path, "build": False})
    manager, client = app.extensions["manager"], app.test_client()
    monkeypatch.setattr(manager.builder, "_spawn", lambda options: False)
    manager.builder.start()
    manager.store.directory.mkdir(parents=True)
    with accepting_requests(manager.store.directory):
        for path in (
            "hanoi/9_9/A--",
            "hanoi/..%2f..%2fx/A--",
            "hanoi/3_3%0anpuzzle%2f3/A--",
            "hanoi/3_3/nonsense",
            "x/y/z",
        ):
            assert client.get(f"/puzzles/{path}").status_code in (400, 404)
        assert (manager.store.directory / FILE).read_bytes() == b""
        assert client.get("/puzzles/hanoi/3_3/7-0-0").status_code == 503
        assert (manager.store.directory / FILE).read_bytes() == (
            f"towersofhanoi/3_3 {client_tag('127.0.0.1')}\n".encode()
        ), "by its own name, not the alias"


def test_variant_solved_by_the_side_lane_is_reported(tmp_path: Path):
    manager = PuzzleManager(tmp_path)
    lock = take_builder_lock(manager.store.directory)
    assert lock is not None
    try:
        progress = Progress(manager.store.directory)
        progress.side = {"id": "pancakes/7", "positions": 7, "expected": 5040, "seconds": 0.5}
        progress.write(at_once=True)
        status = manager.status(load("pancakes/7"))
        assert status.detail == "pancakes/7 is being solved: 7 of about 5,040 positions so far."
        assert status.progress == progress.side
        progress.path.write_bytes(progress.path.read_bytes()[:-1])
        assert manager.builder.progress() == {"alive": True, "starting": True}, "what is damaged is not believed"
    finally:
        os.close(lock)


def test_a_search_worker_asks_for_the_client_of_the_serving_worker(tmp_path: Path):
    """Over its socket there is no address; a client that has one cannot choose its tag."""
    client = create_app({"data_dir": tmp_path, "build": False}).test_client()
    directory = tmp_path / "tables"
    directory.mkdir()
    with accepting_requests(directory):
        for address, tag in (("", "abc"), ("", "a b\u00e9"), ("10.0.0.1", "abc")):
            base = {"REMOTE_ADDR": address}
            client.get("/puzzles/hanoi/3_3/7-0-0", environ_base=base, headers={CLIENT_HEADER: tag})
        tags = [request.client for request in take_requests(directory)]
    assert tags == ["abc", "-", client_tag("10.0.0.1")]
