"""Variants solved only on request: which, when, and no others."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, Variant
from perfect_play.server import create_app
from perfect_play.solvers import builder as building
from perfect_play.solvers.building import estimate as estimating
from perfect_play.solvers.building import queue as queueing
from perfect_play.solvers.building.builder_process import REQUEST_SECONDS, BuilderProcess, Progress, read_progress
from perfect_play.solvers.building.estimate import (
    MOST_DISK,
    MOST_MEMORY,
    MOST_SECONDS,
    Estimate,
    estimate,
    seconds_left,
    takes_little,
)
from perfect_play.solvers.building.queue import Queue
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.building.requests import accepting_requests, request_solve, set_client
from perfect_play.solvers.cli import build as build_command
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.status import RETRY_SECONDS, NotReady, State
from perfect_play.solvers.untabled.choice import has_table
from tests.helpers import ForwardPuzzle, late, load, solved

ASKED = "chomp/8x8"
OTHER = "chomp/9x9"
SOLVED, NEXT = "sokoban/microban_5_moves", "sokoban/microban_16_moves"  # in less than half a second each


class SpawnRecord:
    """Stands in for starting a builder: records the options, and runs one only when told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.options: list[list[str]] = []
        monkeypatch.setattr(BuilderProcess, "_spawn", lambda _, options: self.options.append(list(options)))

    def run(self, manager: PuzzleManager) -> int:
        """Run the last request in this process."""
        parser = argparse.ArgumentParser()
        build_command.add_command(parser.add_subparsers())
        return build_command.run(manager, parser.parse_args(["build", *self.options[-1]]))


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> SpawnRecord:
    """Start no real builder, and leave nothing to solve except on request."""
    monkeypatch.setattr(PuzzleManager, "presolved", lambda self: [])
    return SpawnRecord(monkeypatch)


@pytest.fixture
def manager(tmp_path: Path, spawned: SpawnRecord) -> PuzzleManager:
    """The manager of a service whose builder was started and had nothing to do."""
    made = PuzzleManager(tmp_path, presolve_limit=1 << 62)
    made.builder.start()
    made.builder._last_start -= REQUEST_SECONDS
    return made


def build(manager: PuzzleManager, *requests: str) -> int | None:
    """Run a builder as started for these requests."""
    return building.build_missing(manager, Reporter(io.StringIO()), fresh=False, requests=requests)


def refusal(manager: PuzzleManager, name: str = ASKED) -> NotReady:
    """The refusal of a request for a variant's start."""
    rules = load(name)
    with pytest.raises(NotReady) as caught:
        manager.result(rules, rules.start())
    return caught.value


def test_requested_variant_is_solved_and_then_answered(manager: PuzzleManager, spawned: SpawnRecord):
    refused = refusal(manager, SOLVED)
    assert refused.status.state is State.SOLVING
    assert (refused.status.progress, refused.retry_after, refused.command) == ({"ahead": 0}, RETRY_SECONDS, None)
    assert spawned.options == [["--fresh"], [f"--request={SOLVED}"]]
    assert spawned.run(manager) == 0
    assert [path.name for path in manager.store.directory.glob("*.sqlite")] == ["sokoban.microban_5_moves.sqlite"]
    rules = load(SOLVED)
    assert manager.result(rules, rules.start()) == solved(SOLVED).result(rules, rules.start())


def test_repeated_requests_start_one_builder(manager: PuzzleManager, spawned: SpawnRecord):
    for name in (ASKED, ASKED, OTHER):
        assert refusal(manager, name).status.state is State.SOLVING
    assert spawned.options[1:] == [[f"--request={ASKED}"]]
    manager.builder._last_start -= REQUEST_SECONDS
    refusal(manager, OTHER)
    assert spawned.options[2:] == [[f"--request={OTHER}"]]


@pytest.mark.second_ring
def test_request_during_a_build_is_solved_after_the_variants_in_progress(
    manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch
):
    """It is solved after the variants in progress, and clients are told so; solved ones are not solved again."""
    done: list[str] = []
    build_one = building.build_one

    def build_while_others_ask(manager_: PuzzleManager, rules: Any, *rest: Any, **options: Any) -> Any:
        if not done:
            assert refusal(manager, NEXT).sentence == f"{NEXT} is going to be solved; 0 before it."
            assert manager.status(load(NEXT)).progress == {"ahead": 0}, "also to who only looks"
        done.append(rules.full_id)
        request_solve(manager.store.directory, SOLVED)
        return build_one(manager_, rules, *rest, **options)

    monkeypatch.setattr(building, "build_one", build_while_others_ask)
    assert build(manager, SOLVED) == 0
    assert done == [SOLVED, NEXT]
    assert build(manager, SOLVED) == 0
    assert done == [SOLVED, NEXT]


class TimedVariant(ForwardPuzzle):
    """A variant whose name begins with the seconds it takes."""

    id = "x"

    def __init__(self, name: str) -> None:
        super().__init__({0: []}, {})
        self.variant = Variant(name, name)


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    """A queue that accepts requests for variants named by the seconds they take: `1a`, `8b` and so on."""
    names: dict[str, Rules] = {}

    def admit(full_id: str) -> Rules:
        puzzle_id, _, name = full_id.partition("/")
        return names.setdefault(name, TimedVariant(name)) if puzzle_id == "x" else load(full_id)

    def seconds(rules: Rules) -> float:
        return float(rules.variant.id[0])

    monkeypatch.setattr(queueing, "estimate", lambda rules: Estimate("reference", 0, 0, seconds(rules)))
    monkeypatch.setattr(queueing, "is_quick", lambda rules: seconds(rules) <= 2)
    with accepting_requests(tmp_path):
        yield Queue(tmp_path, Progress(tmp_path), admit)


def ask(queue: Queue, client: str, *names: str) -> None:
    """Request variants for a client."""
    set_client(client)
    for name in names:
        request_solve(queue._directory, f"x/{name}")
    set_client("-")


def order(queue: Queue, side: bool = False) -> list[str]:
    """The variants that a lane takes, one after another."""
    return [rules.variant.id for rules in iter(lambda: queue.take(side), None)]


def test_the_smallest_is_solved_first_and_among_equals_what_was_asked_for_last(queue: Queue):
    ask(queue, "a", "8a", "1a", "8b", "3a", "4a", "1b")
    assert order(queue) == ["1b", "1a", "4a", "3a", "8b", "8a"]


def test_a_crawler_keeps_nobody_waiting(queue: Queue):
    """Many small variants of one client are not all solved before a larger one of another."""
    ask(queue, "crawler", *(f"1{number}" for number in range(20)))
    assert [queue.take().variant.id for _ in range(3)] == ["119", "118", "117"]
    ask(queue, "visitor", "4a", "1a")
    taken = order(queue)
    assert taken.index("1a") == 0
    assert taken.index("4a") <= 3, "the crawler's account and the next small one make up for it"


def test_variant_requested_by_two_clients_is_charged_to_both(queue: Queue):
    for client in ("a", "b"):
        ask(queue, client, "8a")
    ask(queue, "c", "8b")
    assert queue.take().variant.id == "8b", "asked for last"
    assert queue.take().variant.id == "8a"
    assert dict(queue._accounts) == {"a": 4.0, "b": 4.0, "c": 8.0}


def test_the_side_lane_takes_what_is_quick_and_the_main_lane_all(queue: Queue):
    queue.add([load("pancakes/7")])
    ask(queue, "a", "8a", "1a", "8b", "2a")
    assert order(queue, side=True) == ["1a", "2a", "7"]
    assert order(queue) == ["8b", "8a"]


def test_a_lane_waits_while_the_other_is_at_work(queue: Queue, monkeypatch: pytest.MonkeyPatch):
    """More may be asked for meanwhile."""
    ask(queue, "a", "8a")
    busy = queue.take()
    assert busy is not None
    naps = iter((lambda: ask(queue, "b", "1a"), lambda: queue.finish(busy), lambda: queue.finish(quick)))
    monkeypatch.setattr(queueing.time, "sleep", lambda seconds: next(naps)())
    quick = queue.next(side=True)
    assert quick is not None
    assert quick.variant.id == "1a"
    assert queue.next(side=True) is None
    assert list(naps) == []


def test_requested_variants_are_in_the_progress(queue: Queue):
    queue.add([load("pancakes/7")])
    ask(queue, "a", "8a", "1a")
    assert queue.take() is not None
    progress = read_progress(queue._directory)
    assert progress is not None
    assert (progress["queue"], progress["requested"]) == (["x/8a", "pancakes/7"], ["x/8a"])


def test_failed_variant_is_not_tried_again(
    manager: PuzzleManager, spawned: SpawnRecord, monkeypatch: pytest.MonkeyPatch
):
    tried: list[str] = []

    def build_one(manager_: PuzzleManager, rules: Any, *rest: Any, **options: Any) -> None:
        tried.append(rules.full_id)
        raise MemoryError

    monkeypatch.setattr(building, "build_one", build_one)
    assert build(manager, ASKED) == 1
    for _ in range(3):
        manager.builder._last_start -= REQUEST_SECONDS
        refused = refusal(manager)
        assert refused.status.state is State.UNAVAILABLE
        assert f"{ASKED} could not be solved: memory ran out." in refused.sentence
        assert refused.command == "python -m solvers solve chomp 8x8"
    assert spawned.options == [["--fresh"]]
    assert build(manager, ASKED) == 0, "nor by a builder that runs for another reason"
    assert tried == [ASKED]


def test_variant_that_killed_the_builder_twice_is_unavailable(manager: PuzzleManager):
    for times in (1, 2):
        progress = Progress(manager.store.directory)
        progress.take_over(read_progress(manager.store.directory))
        progress.current = {"id": ASKED, "positions": 0, "expected": 6562, "seconds": 0.1}
        progress.write(at_once=True)  # this builder's last report
        assert refusal(manager).status.state is State.SOLVING, f"killed {times} times"
    assert build(manager, ASKED) == 1
    assert refusal(manager).status.state is State.UNAVAILABLE
    assert manager.missing(load(ASKED))


def test_words_in_the_file_of_requests_start_nothing_else(manager: PuzzleManager):
    assert build(manager, "", "chomp", "chomp/8x8/x", "x/y", "chess/kpkp", "nim/3_4_5", "chomp/99x99") == 0
    assert list(manager.store.directory.glob("*.sqlite")) == []


def test_cheap_variants_are_solved_on_demand_and_others_are_not(monkeypatch: pytest.MonkeyPatch):
    for name in (ASKED, "kalah/4x3", "quixo/4x4", "towersofhanoi/3_15"):
        assert takes_little(load(name)), name
    for name in ("npuzzle/3x4", "chess/kpkp", "othello/6x6", "quarto/regular", "topitop/regular", "connect4/5x5"):
        assert not takes_little(load(name)), name
    most = Estimate("dense", MOST_MEMORY, MOST_DISK, MOST_SECONDS)
    more = [
        Estimate("dense", MOST_MEMORY + 1, 0, 0.0),
        Estimate("dense", 0, MOST_DISK + 1, 0.0),
        Estimate("dense", 0, 0, MOST_SECONDS + 0.1),
    ]
    for found in (most, *more, None):
        monkeypatch.setattr(estimating, "estimate", lambda rules, found=found: found)
        assert takes_little.__wrapped__(load(ASKED)) is (found is most), found


def test_seconds_left_add_what_is_solved_now_and_what_waits():
    known = load("tictactoe/regular")
    now = {"id": "x/y", "positions": 250, "expected": 1000, "seconds": 10}
    assert seconds_left(now, []) == 30
    assert seconds_left({}, []) == seconds_left(now | {"positions": 1000}, []) == 1
    assert seconds_left(now, [known] * 3) >= 30 + round(3 * known.variant.positions / 4_000_000)
    assert seconds_left({}, [known] * 9000) > seconds_left({}, [known])
    assert seconds_left({}, [known, load("nim/1_3_5_7_9_11")]) is None, "of unknown size"


def test_estimate_of_a_large_variant_needs_no_plan(monkeypatch: pytest.MonkeyPatch):
    """Serving processes estimate; planning a board game numbers its positions, which may take seconds."""
    planned: list[str] = []
    monkeypatch.setattr(estimating, "estimate", lambda rules: planned.append(rules.full_id))
    for rules in registry.listed():
        takes_little.__wrapped__(rules)
    assert "quixo/4x4" in planned
    assert {"topitop/regular", "winkers/simplified", "quarto/regular"}.isdisjoint(planned)


def test_variants_solved_at_start_up_open_or_are_small(tmp_path: Path):
    """Variants marked by a plug-in but too large for start-up are solved on demand; `solve` solves both."""
    manager = PuzzleManager(tmp_path, presolve_limit=1 << 62)
    start, both = manager.presolved(), manager.presolved(siblings=True)
    assert {load(name) for name in ("dao/4x4", "rubikscube/2x2x2", "tantrix/2_2_1")} < set(start)
    assert {load(name) for name in ("connect4/4x5", "tantrix/4_4_2", "towersofhanoi/3_12")} < set(both) - set(start)
    assert set(both) > set(start)
    assert both == [rules for rules in both if rules.variant.presolve]
    marked = {rules for rules in registry.listed() if rules.variant.presolve and has_table(rules)}
    assert set(both) == marked, "whatever a plug-in marks is solved, sooner or later, without a command"
    opening = {rules for rules in marked if rules.variant.id == rules.opening()}
    assert opening < set(start)
    assert all(rules.variant.positions <= 10_000 for rules in set(start) - opening)


def test_settings_say_what_is_solved(tmp_path: Path):
    rules = load(ASKED)
    positions = rules.variant.positions
    for presolve, limit, expected in (
        ("all", positions, True),
        ("all", positions - 1, False),
        ("none", positions, False),
        ("npuzzle", positions, False),
        (ASKED, positions, False),  # at start-up
    ):
        assert PuzzleManager(tmp_path, presolve_limit=limit, presolve=presolve).on_demand(rules) is expected, presolve


def test_variants_on_demand_are_listed_ones_not_solved_at_start_up(tmp_path: Path):
    manager = PuzzleManager(tmp_path, presolve_limit=1 << 62)
    for name in ("tictactoe/regular", "nim/3_4_5", "lightsout/5", "pegsolitaire/cross", "hashi/6x6_lvl4"):
        rules = load(name)
        assert manager.on_demand(rules) is (name == "hashi/6x6_lvl4"), name
    found = estimate(load("hashi/6x6_lvl4"))
    assert found is not None
    assert found.seconds < MOST_SECONDS


def test_variant_answered_by_a_search_is_solved_as_well(manager: PuzzleManager, spawned: SpawnRecord):
    rules = load("hexapawn/5x4")
    assert manager.answered_by(rules, rules.start()) == "proving search"
    assert spawned.options[1:] == [["--request=hexapawn/5x4"]]


def test_search_that_proves_nothing_says_how_far_the_table_is(manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch):
    def too_long(*_: object) -> None:
        raise SearchTooLong("It was not proved in time.")

    rules = load("hexapawn/5x4")
    monkeypatch.setattr(PuzzleManager, "_direct_result", too_long)
    current = {"id": rules.full_id, "positions": 30, "expected": 70, "seconds": 1.0}
    for progress, facts in ((None, {}), ({"alive": True, "current": current}, current)):
        monkeypatch.setattr(manager.builder, "progress", lambda progress=progress: progress)
        with pytest.raises(SearchTooLong) as caught:
            manager.result(rules, rules.start())
        assert caught.value.facts.get("progress", {}) == facts


def service(tmp_path: Path, build: bool) -> Any:
    return create_app({"data_dir": tmp_path, "build": build, "presolve_limit": 1 << 62})


@pytest.mark.parametrize(
    "path",
    [
        "/games/chomp/variants/8x8/positions/{}/",
        "/universal/v1/chomp/8x8/positions/?p={}",
        "/api/chomp/8x8/known/?search=false",
        late("/api/chomp/8x8/best-move/"),
    ],
)
def test_question_about_a_position_requests_its_variant(path: str, tmp_path: Path, spawned: SpawnRecord):
    app = service(tmp_path, build=True)
    app.extensions["manager"].builder._last_start -= REQUEST_SECONDS
    client = app.test_client()
    start = client.get("/api/chomp/8x8/").get_json()["response"]["startPosition"]
    for page in (
        "/api/catalogue/",
        "/games/",
        "/games/chomp/",
        "/games/chomp/variants/8x8/",
        "/universal/v1/",
        "/universal/v1/chomp/",
        "/universal/v1/chomp/8x8/",
        "/api/chomp/8x8/preview/",
        "/api/chomp/8x8/statistics/",
        "/ready",
    ):
        assert client.get(page).status_code in (200, 503), page
    app.extensions["manager"].builder._last_start -= REQUEST_SECONDS
    assert spawned.options == [["--fresh"]], "to look at what there is has nothing solved"
    app.test_client().get(path.format(start))
    assert spawned.options == [["--fresh"], [f"--request={ASKED}"]]


def test_refusal_of_a_requested_variant_says_when_to_retry(tmp_path: Path, spawned: SpawnRecord):
    app = service(tmp_path, build=True)
    variant = app.test_client().get("/games/chomp/variants/8x8/").get_json()["response"]["variant"][0]
    assert variant["status"] == "unavailable"
    app.extensions["manager"].builder._last_start -= REQUEST_SECONDS
    answer = app.test_client().get(f"/games/chomp/variants/8x8/positions/{variant['startPosition']}/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_SECONDS))
    said = answer.get_json()
    assert said["error"] == f"{ASKED} is going to be solved, as it is asked for."
    assert said["progress"] == {"ahead": 0}, "by which the page knows that it is worth waiting"
    assert 1 <= said["secondsLeft"] < 60
    assert "command" not in said


def test_a_service_that_builds_nothing_says_how_to(tmp_path: Path, spawned: SpawnRecord):
    client = service(tmp_path, build=False).test_client()
    variant = client.get("/games/chomp/variants/8x8/").get_json()["response"]["variant"][0]
    assert variant["status"] == "unavailable"
    answer = client.get(f"/games/chomp/variants/8x8/positions/{variant['startPosition']}/")
    assert (answer.status_code, answer.get_json()["command"]) == (503, "python -m solvers solve chomp 8x8")
    assert answer.get_json()["error"] == f"{ASKED} is not solved yet."
    assert spawned.options == []
