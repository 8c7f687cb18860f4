"""The search on demand: right on any graph, bounded, and run once for many concurrent requests."""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections import Counter

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.on_demand import Motion, OnDemandPuzzle
from perfect_play.solvers.budget import within
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.status import State
from perfect_play.solvers.untabled import components
from perfect_play.solvers.untabled.choice import has_table
from perfect_play.solvers.untabled.components import OnDemand, TooManyConnected, explore, finish
from tests.helpers import golden, load, name_of

RULES = [rules for rules in registry.listed() if isinstance(rules, OnDemandPuzzle)]
EVERY = [pytest.param(rules, id=name_of(rules)) for rules in RULES]
EMPTY = "-" * 12
LARGE = "---T-----M--12-B--" + "LR----" + "LR----" + "LR------"
SMALL = EMPTY + "12----" + "-" * 20


# --- numbers ------------------------------------------------------------------------------------


def test_plugins_have_variants_searched_on_demand():
    assert len(RULES) >= 12


@pytest.mark.parametrize("rules", EVERY)
def test_numbers_move_as_the_rules_do(rules: OnDemandPuzzle):
    """The fast and the plain side agree: children, solutions, and decoding of numbers."""
    owner: dict[tuple[object, int], object] = {}
    for position in Sample.of(rules).positions:
        family, number, motion = rules.family(position), rules.number(position), rules.motion(position)
        assert owner.setdefault((family, number), position) == position
        assert rules.numbered(position, number) == position
        assert motion.solved(number) == (rules.primitive(position) is Value.WIN)
        children = rules.children(position)
        assert sorted(motion.neighbors(number)) == sorted(map(rules.number, children))
        for child in children:
            assert rules.family(child) == family
            assert position in rules.children(child)


# --- the search ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_components_of_random_graphs_have_the_distances_of_floyd_and_warshall(seed: int):
    """Random graphs of several parts and levels, with and without solutions, against Floyd and Warshall."""
    rng = random.Random(seed)
    count = rng.randrange(1, 40)
    bits = rng.choice((6, 16, 72))
    names = list({rng.getrandbits(bits) for _ in range(count)})
    count = len(names)
    edges = [(a, b) for a in range(count) for b in range(a) if rng.random() < 1.2 / count]
    far = [[0 if a == b else count for a in range(count)] for b in range(count)]
    for a, b in edges:
        far[a][b] = far[b][a] = 1
    for k in range(count):
        for a in range(count):
            for b in range(count):
                far[a][b] = min(far[a][b], far[a][k] + far[k][b])
    solved = {a for a in range(count) if rng.random() < 0.1}
    neighbors = {names[a]: [names[b] for b in range(count) if far[a][b] == 1] for a in range(count)}
    motion = Motion(neighbors.__getitem__, {names[a] for a in solved}.__contains__)
    for first in range(count):
        component = finish(explore(motion, names[first]))
        expected = {}
        for a in range(count):
            if far[first][a] < count:
                nearest = min((far[a][b] for b in solved), default=count)
                expected[names[a]] = LOST if nearest == count else Result(Value.WIN, nearest)
        assert dict(component.items()) == expected
        assert len(component) == len(expected)
        for name in names:
            assert component.find(name) == expected.get(name)
        assert component.find(1 << 80) is None


@pytest.mark.parametrize("variant", golden("rushhour"))
def test_counts_of_the_component_of_the_start_equal_the_recorded_ones(variant: str):
    rules, record = load(f"rushhour/{variant}"), golden("rushhour")[variant]
    counts = Counter(found.remoteness for _, found in OnDemand().component(rules, rules.start()).items())
    assert [counts[remoteness] for remoteness in range(record["maximum"] + 1)] == record["histogram"]
    assert sum(counts.values()) == record["positions"]


def test_children_are_answered_together():
    rules, engine = load("rushhour/easy"), OnDemand()
    children = rules.children(rules.start())
    told = engine.probe_children(rules, rules.start(), children)
    assert [found.remoteness for found in told] == [16, 15, 15]
    assert told == [engine.probe(rules, child) for child in children]
    assert engine.search_count == 1


# --- what is bounded -----------------------------------------------------------------------------


def test_board_in_too_large_a_component_is_refused():
    rules, engine = load("rushhour/basic"), OnDemand(max_positions=94)
    for _ in range(2):
        with pytest.raises(TooManyConnected, match="More than 94 positions are connected with this one"):
            engine.probe(rules, rules.start())
    assert engine.bytes == 0
    assert engine.probe(rules, rules.parse(SMALL)) == Result(Value.WIN, 1)
    assert OnDemand(max_positions=95).probe(rules, rules.start()) == Result(Value.WIN, 10)


def test_a_level_is_not_searched_to_its_end_when_it_is_too_much():
    """The limit is checked within a level: there is no time or memory for ten million neighbors."""
    asked = []

    def neighbors(number: int) -> list[int]:
        asked.append(number)
        return [number * 3000 + i for i in range(1, 3001)] if number < 10**9 else []

    with pytest.raises(TooManyConnected):
        finish(explore(Motion(neighbors, lambda _: False), 1), 10_000)
    assert len(asked) <= 1 + components.BATCH


def test_time_is_bounded():
    rules = load("rushhour/hard")
    with pytest.raises(SearchTooLong, match="not been searched yet"):
        OnDemand(seconds=0).probe(rules, rules.start())


def tried(engine: OnDemand, rules: OnDemandPuzzle, position: str) -> Result | None:
    """The result of a position; None if time ran out."""
    with contextlib.suppress(components.SearchPaused):
        return engine.probe(rules, position)
    return None


def test_a_search_that_ran_out_of_time_goes_on_when_asked_again():
    rules = load("rushhour/medium")
    engine, asked = OnDemand(seconds=0), 1
    while (found := tried(engine, rules, rules.start())) is None:
        asked += 1
    assert asked > 10
    assert engine.search_count == 1
    assert not engine._set_aside
    assert found == OnDemand().probe(rules, rules.start())


def test_number_of_suspended_searches_is_bounded():
    rules = load("rushhour/hard")
    engine = OnDemand(seconds=0)
    for board in rules.starts()[:5]:
        with pytest.raises(SearchTooLong):
            engine.probe(rules, board)
    assert len(engine._set_aside) == components.SET_ASIDE


def test_the_budget_of_a_thread_bounds_its_searches():
    rules, engine = load("rushhour/hard"), OnDemand()
    with within(0), pytest.raises(SearchTooLong):
        engine.probe(rules, rules.start())
    assert engine.probe(rules, rules.start()).value is Value.WIN


def test_search_out_of_time_is_suspended_and_resumed():
    """By another request's search of the same family."""
    rules = load("rushhour/easy")
    engine = OnDemand(seconds=0.05)
    with engine._alone(("rushhour", rules.family(rules.start()))):
        with pytest.raises(SearchTooLong):
            engine.probe(rules, rules.start())
        engine.seconds = 30
        assert engine.probe(rules, rules.parse(SMALL)) == Result(Value.WIN, 1), "others are not held up"
        engine.seconds = 0.05
    engine.seconds = 30
    assert engine.probe(rules, rules.start()) == Result(Value.WIN, 16)
    assert engine._searching == {}


def test_cache_of_components_is_bounded_and_keeps_the_latest():
    rules = load("rushhour/expert")
    boards = [board for board in rules.starts() if "m" in board][:12]
    engine = OnDemand(max_bytes=120_000)
    for board in boards:
        engine.probe(rules, board)
        kept = [component for some in engine._components.values() for component in some]
        assert engine.bytes == sum(component.size for component in kept) <= 120_000
    before = engine.search_count
    assert before > len(kept) >= 1
    engine.probe(rules, boards[-1])
    assert engine.search_count == before + (
        engine._cached_component(_key(rules, boards[-1]), rules.number(boards[-1])) is None
    )


def _key(rules: OnDemandPuzzle, position: object) -> components.Key:
    return rules.id, rules.family(position)


def test_component_used_last_stays_in_the_cache():
    rules = load("rushhour/easy")
    first, second, third = (rules.parse(EMPTY + f"12{'-' * 4}" + rest + "--") for rest in ROWS)
    engine = OnDemand()
    size = sum(engine.component(rules, board).size for board in (first, second))
    engine = OnDemand(max_bytes=size)
    for board in (first, second, first, third, first):
        engine.probe(rules, board)
    assert engine.search_count == 3, "second went, first stayed"
    engine.probe(rules, second)
    assert engine.search_count == 4


ROWS = ("LR----" + "-" * 12, "-" * 6 + "LR----" + "-" * 6, "-" * 12 + "LR----")


def test_component_larger_than_the_cache_is_answered_uncached():
    rules, engine = load("rushhour/easy"), OnDemand(max_bytes=1000)
    assert engine.probe(rules, rules.start()) == Result(Value.WIN, 16)
    assert engine.probe(rules, rules.start()) == Result(Value.WIN, 16)
    assert (engine.search_count, engine.bytes) == (2, 0)


def test_each_family_of_components_is_searched_by_itself():
    """A vehicle shut in by two walls and a red car that cannot move: one component per placement of walls."""
    rules, engine = load("rushhour/walls"), OnDemand()
    one = rules.parse("LRx---" + "------" + "12x---" + "-" * 20)
    other = rules.parse("---xLR".replace("-", "-") + "------" + "12x---" + "-" * 20)
    assert engine.probe(rules, one) == LOST == engine.probe(rules, other)
    blocked = rules.parse("---LR-" + "xx-x--" + "12x---" + "-" * 20)
    assert len(engine.component(rules, blocked)) == 5
    split = ["LRxLR-" + "------" + "12x---" + "-" * 20, "LRx-LR" + "------" + "12x---" + "-" * 20]
    assert engine.component(rules, rules.parse(split[0])) is engine.component(rules, rules.parse(split[1]))


# --- many at once --------------------------------------------------------------------------------


def test_many_ask_and_one_searches(monkeypatch):
    rules, engine, wrong = load("rushhour/medium"), OnDemand(), []
    expected = {rules.numbered(rules.start(), n): found for n, found in engine.component(rules, rules.start()).items()}
    engine = OnDemand()
    explore = components.explore

    def explore_slowly(motion: Motion, first: int) -> components.ComponentSearch:
        time.sleep(0.05)
        return explore(motion, first)

    monkeypatch.setattr(components, "explore", explore_slowly)
    barrier = threading.Barrier(8)

    def ask(seed: int) -> None:
        barrier.wait()
        for position in random.Random(seed).sample(sorted(expected), 200):
            if engine.probe(rules, position) != expected[position]:
                wrong.append(position)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert engine.search_count == 1


def test_concurrent_requests_for_several_boards_search_each_once():
    rules = load("rushhour/easy")
    boards = rules.starts()[:6]
    expected = [OnDemand().probe(rules, board) for board in boards]
    engine, told = OnDemand(), {}

    def ask(board: str) -> None:
        told[board] = engine.probe(rules, board)

    threads = [threading.Thread(target=ask, args=(board,)) for board in boards * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [told[board] for board in boards] == expected
    assert engine.search_count <= len(boards)
    assert engine._searching == {}


# --- the manager ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY)
def test_variant_searched_on_demand_has_no_table(rules: Rules, tmp_path):
    assert not has_table(rules)
    manager = PuzzleManager(tmp_path / "none")
    status = manager.status(rules)
    assert status.state is State.AVAILABLE
    assert status.detail == f"{rules.full_id} is answered without a table, by search on demand."
    assert not manager.at_start(rules)


def test_search_on_demand_writes_no_files(tmp_path):
    rules, manager = load("rushhour/easy"), PuzzleManager(tmp_path / "none")
    assert manager.result(rules, rules.start()) == Result(Value.WIN, 16)
    assert manager.peek(rules, rules.start()) == Result(Value.WIN, 16)
    assert manager.random_position(rules, random.Random(1), None) in rules.starts()
    assert not (tmp_path / "none").exists()


def test_random_position_has_the_wanted_remoteness(tmp_path):
    rules, manager = load("rushhour/basic"), PuzzleManager(tmp_path)
    rng = random.Random(3)
    for remoteness in (1, 5, 10):
        drawn = {manager.random_position(rules, rng, [remoteness]) for _ in range(10)}
        assert {manager.result(rules, position).remoteness for position in drawn} == {remoteness}
        assert len(drawn) > 3
