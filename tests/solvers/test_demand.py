"""Variants solved only on request: which, when, and no others."""

from __future__ import annotations

import argparse
import io
from pathlib import Path
from typing import Any

import pytest

from puzzles import registry
from server import create_app
from solvers import builder as building
from solvers.building import estimate as estimating
from solvers.building.estimate import MOST_DISK, MOST_MEMORY, MOST_SECONDS, Estimate, estimate, takes_little
from solvers.building.process import ASKED_SECONDS, BuilderProcess
from solvers.building.progress_file import Progress, read_progress
from solvers.building.reporter import Reporter
from solvers.building.requests import heard_in, wish
from solvers.cli import build as build_command
from solvers.manager import PuzzleManager
from solvers.status import RETRY_SECONDS, NotReady, State
from solvers.untabled.choice import has_table
from tests.helpers import load, solved

ASKED = "chomp/8x8"
OTHER = "chomp/9x9"
SOLVED, NEXT = "sokoban/microban_5_moves", "sokoban/microban_16_moves"  # in less than half a second each


class Spawned:
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
def spawned(monkeypatch: pytest.MonkeyPatch) -> Spawned:
    """Start no real builder, and leave nothing to solve except on request."""
    monkeypatch.setattr(PuzzleManager, "presolved", lambda self: [])
    return Spawned(monkeypatch)


@pytest.fixture
def manager(tmp_path: Path, spawned: Spawned) -> PuzzleManager:
    """The manager of a service whose builder was started and had nothing to do."""
    made = PuzzleManager(tmp_path, presolve_limit=1 << 62)
    made.builder.start()
    made.builder._nudged -= ASKED_SECONDS
    return made


def build(manager: PuzzleManager, *wished: str) -> int | None:
    """Run a builder as started for these wishes."""
    return building.build_missing(manager, Reporter(io.StringIO()), fresh=False, wished=wished)


def refusal(manager: PuzzleManager, name: str = ASKED) -> NotReady:
    """The refusal of a request for a variant's start."""
    rules = load(name)
    with pytest.raises(NotReady) as caught:
        manager.result(rules, rules.start())
    return caught.value


def test_what_is_asked_for_is_solved_and_then_answered(manager: PuzzleManager, spawned: Spawned):
    refused = refusal(manager, SOLVED)
    assert refused.status.state is State.SOLVING
    assert (refused.status.progress, refused.retry_after, refused.command) == ({"ahead": 0}, RETRY_SECONDS, None)
    assert spawned.options == [["--fresh"], [f"--wish={SOLVED}"]]
    assert spawned.run(manager) == 0
    assert [path.name for path in manager.store.directory.glob("*.sqlite")] == ["sokoban.microban_5_moves.sqlite"]
    rules = load(SOLVED)
    assert manager.result(rules, rules.start()) == solved(SOLVED).result(rules, rules.start())


def test_who_asks_again_and_again_starts_one_builder(manager: PuzzleManager, spawned: Spawned):
    for name in (ASKED, ASKED, OTHER):
        assert refusal(manager, name).status.state is State.SOLVING
    assert spawned.options[1:] == [[f"--wish={ASKED}"]]
    manager.builder._nudged -= ASKED_SECONDS
    refusal(manager, OTHER)
    assert spawned.options[2:] == [[f"--wish={OTHER}"]]


def test_a_builder_at_work_hears_of_it(manager: PuzzleManager, monkeypatch: pytest.MonkeyPatch):
    """It is solved after the variants in progress, and clients are told so; solved ones are not solved again."""
    done: list[str] = []
    build_one = building.build_one

    def build_while_others_ask(manager_: PuzzleManager, rules: Any, *rest: Any, **options: Any) -> Any:
        if not done:
            assert refusal(manager, NEXT).sentence == f"{NEXT} is going to be solved; 0 before it."
            assert manager.status(load(NEXT)).progress == {"ahead": 0}, "also to who only looks"
        done.append(rules.full_id)
        wish(manager.store.directory, SOLVED)
        return build_one(manager_, rules, *rest, **options)

    monkeypatch.setattr(building, "build_one", build_while_others_ask)
    assert build(manager, SOLVED) == 0
    assert done == [SOLVED, NEXT]
    assert build(manager, SOLVED) == 0
    assert done == [SOLVED, NEXT]


def test_one_lane_solves_what_is_asked_for(tmp_path: Path):
    manager = PuzzleManager(tmp_path, presolve_limit=1 << 62)
    (tmp_path / "tables").mkdir()
    with heard_in(tmp_path / "tables"):
        queue = building._Queue(manager, Progress(tmp_path), Reporter(io.StringIO()))
        queue.add([load("pancakes/7")])
        for name in ("kalah/4x2", ASKED, "kalah/4x3"):
            wish(tmp_path / "tables", name)
        assert queue.take(aside=True) is load("pancakes/7"), "though it is asked for by nobody"
        assert queue.take(aside=True) is None
        assert [queue.take() for _ in range(4)] == [*map(load, ("kalah/4x2", ASKED, "kalah/4x3")), None]


def test_what_failed_is_not_tried_again(manager: PuzzleManager, spawned: Spawned, monkeypatch: pytest.MonkeyPatch):
    tried: list[str] = []

    def build_one(manager_: PuzzleManager, rules: Any, *rest: Any, **options: Any) -> None:
        tried.append(rules.full_id)
        raise MemoryError

    monkeypatch.setattr(building, "build_one", build_one)
    assert build(manager, ASKED) == 1
    for _ in range(3):
        manager.builder._nudged -= ASKED_SECONDS
        refused = refusal(manager)
        assert refused.status.state is State.UNAVAILABLE
        assert f"{ASKED} could not be solved: memory ran out." in refused.sentence
        assert refused.command == "python -m solvers solve chomp 8x8"
    assert spawned.options == [["--fresh"]]
    assert build(manager, ASKED) == 0, "nor by a builder that runs for another reason"
    assert tried == [ASKED]


def test_what_kills_the_builder_twice_is_left_alone(manager: PuzzleManager):
    for times in (1, 2):
        progress = Progress(manager.store.directory)
        progress.take_over(read_progress(manager.store.directory))
        progress.current = {"id": ASKED, "positions": 0, "expected": 6562, "seconds": 0.1}
        progress.write(now=True)  # this builder's last report
        assert refusal(manager).status.state is State.SOLVING, f"killed {times} times"
    assert build(manager, ASKED) == 1
    assert refusal(manager).status.state is State.UNAVAILABLE
    assert manager.missing(load(ASKED))


def test_words_in_the_file_of_wishes_start_nothing_else(manager: PuzzleManager):
    assert build(manager, "", "chomp", "chomp/8x8/x", "x/y", "chess/kpkp", "nim/3_4_5", "chomp/99x99") == 0
    assert list(manager.store.directory.glob("*.sqlite")) == []


def test_only_what_takes_little_is_solved_on_demand(monkeypatch: pytest.MonkeyPatch):
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


def test_to_plan_what_is_large_takes_no_time(monkeypatch: pytest.MonkeyPatch):
    """Serving processes estimate; planning a board game numbers its positions, which may take seconds."""
    planned: list[str] = []
    monkeypatch.setattr(estimating, "estimate", lambda rules: planned.append(rules.full_id))
    for rules in registry.listed():
        takes_little.__wrapped__(rules)
    assert "quixo/4x4" in planned
    assert {"topitop/regular", "winkers/simplified", "quarto/regular"}.isdisjoint(planned)


def test_at_the_start_is_solved_what_opens_and_what_is_small(tmp_path: Path):
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


def test_on_demand_are_listed_variants_that_need_a_table_and_are_not_solved_at_the_start(tmp_path: Path):
    manager = PuzzleManager(tmp_path, presolve_limit=1 << 62)
    for name in ("tictactoe/regular", "nim/3_4_5", "lightsout/5", "pegsolitaire/cross", "hashi/6x6_lvl4"):
        rules = load(name)
        assert manager.on_demand(rules) is (name == "hashi/6x6_lvl4"), name
    found = estimate(load("hashi/6x6_lvl4"))
    assert found is not None
    assert found.seconds < MOST_SECONDS


def test_what_is_searched_meanwhile_is_solved_as_well(manager: PuzzleManager, spawned: Spawned):
    rules = load("hexapawn/5x4")
    assert manager.answered_by(rules, rules.start()) == "proving search"
    assert spawned.options[1:] == [["--wish=hexapawn/5x4"]]


def service(tmp_path: Path, build: bool) -> Any:
    return create_app({"data_dir": tmp_path, "build": build, "presolve_limit": 1 << 62})


@pytest.mark.parametrize(
    "path",
    [
        "/games/chomp/variants/8x8/",
        "/games/chomp/variants/8x8/positions/{}/",
        "/universal/v1/chomp/8x8/",
        "/universal/v1/chomp/8x8/positions/?p={}",
        "/api/chomp/8x8/known/?search=false",
        "/api/chomp/8x8/best-move/",
    ],
)
def test_whoever_opens_a_variant_has_it_solved(path: str, tmp_path: Path, spawned: Spawned):
    app = service(tmp_path, build=True)
    app.extensions["manager"].builder._nudged -= ASKED_SECONDS
    start = app.test_client().get("/api/chomp/8x8/").get_json()["response"]["startPosition"]
    app.extensions["manager"].builder._nudged -= ASKED_SECONDS
    assert spawned.options == [["--fresh"]], "to look at what there is has nothing solved"
    app.test_client().get(path.format(start))
    assert spawned.options == [["--fresh"], [f"--wish={ASKED}"]]


def test_it_is_told_in_words_and_when_to_ask_again(tmp_path: Path, spawned: Spawned):
    app = service(tmp_path, build=True)
    variant = app.test_client().get("/games/chomp/variants/8x8/").get_json()["response"]["variant"][0]
    assert variant["status"] == "solving"
    answer = app.test_client().get(f"/games/chomp/variants/8x8/positions/{variant['startPosition']}/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_SECONDS))
    said = answer.get_json()
    assert said["error"] == f"{ASKED} is going to be solved, as it is asked for."
    assert said["progress"] == {"ahead": 0}, "by which the page knows that it is worth waiting"
    assert "command" not in said


def test_a_service_that_builds_nothing_says_how_to(tmp_path: Path, spawned: Spawned):
    client = service(tmp_path, build=False).test_client()
    variant = client.get("/games/chomp/variants/8x8/").get_json()["response"]["variant"][0]
    assert variant["status"] == "unavailable"
    answer = client.get(f"/games/chomp/variants/8x8/positions/{variant['startPosition']}/")
    assert (answer.status_code, answer.get_json()["command"]) == (503, "python -m solvers solve chomp 8x8")
    assert answer.get_json()["error"] == f"{ASKED} is not solved yet."
    assert spawned.options == []
