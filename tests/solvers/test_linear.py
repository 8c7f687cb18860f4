"""Linear algebra, checked against independent searches, tables, and published numbers."""

from __future__ import annotations

import io
import random
import threading
from collections import Counter
from itertools import combinations
from math import comb

import pytest

from perfect_play.puzzles.base import Position, Value, Variant
from perfect_play.puzzles.linear import LinearPuzzle
from perfect_play.solvers.builder import build_one
from perfect_play.solvers.building.builder_process import BuilderProcess
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.result import LOST, Result, result
from perfect_play.solvers.status import State
from perfect_play.solvers.untabled.choice import has_table
from perfect_play.solvers.untabled.linear_algebra import MAX_NEAREST, MAX_NULLITY, MAX_SYSTEMS, LinearAlgebra, System
from tests.helpers import late, load, solved

MINIMA = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117]  # all lit, squares from 1 (OEIS A075462)
NULLITY = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0]  # of the same squares (OEIS A159257)


def lights(size: str) -> LinearPuzzle:
    rules = load(f"lightsout/{size}")
    assert isinstance(rules, LinearPuzzle)
    return rules


def toy(toggles: list[int]) -> LinearPuzzle:
    """A puzzle with only these switches."""

    class Toy(LinearPuzzle):
        id = "toy"
        start = format = parse = None

    Toy.__abstractmethods__ = frozenset()
    rules = Toy(Variant("toy", "Toy"))
    rules.toggles = toggles
    return rules


def distances(toggles: list[int]) -> dict[int, int]:
    """The distance from 0 of every solvable position, by breadth-first search."""
    found, frontier = {0: 0}, [0]
    while frontier:
        further = []
        for position in frontier:
            for toggle in toggles:
                if position ^ toggle not in found:
                    found[position ^ toggle] = found[position] + 1
                    further.append(position ^ toggle)
        frontier = further
    return found


def told(remoteness: int | None) -> Result:
    return LOST if remoteness is None else result(Value.WIN, remoteness)


def assert_right_everywhere(rules: LinearPuzzle, bits: int, step: int = 1) -> None:
    """Check every position, and the children of every `step`th, against a breadth-first search."""
    algebra, far = LinearAlgebra(), distances(list(rules.toggles))
    for position in range(1 << bits):
        assert algebra.probe(rules, position) == told(far.get(position))
        if position % step == 0:
            children = rules.children(position)
            assert algebra.probe_children(rules, position, children) == [told(far.get(child)) for child in children]


# --- against searches ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size", ["1", "1x2", "2x1", "1x5", "2", "2x3", "3x2", "3", "2x5", "3x4", "4x3", "1x11", "5x2", "2x6"]
)
def test_every_position_of_small_boards_is_solved_right(size: str):
    rules = lights(size)
    assert_right_everywhere(rules, len(rules.toggles))


def test_every_seventh_position_of_4x4_is_solved_right():
    assert_right_everywhere(lights("4"), 16, step=7)


@pytest.mark.parametrize("seed", range(40))
def test_every_position_of_random_switches_is_solved_right(seed: int):
    """With moves that duplicate others, do nothing, or keep the distance: Lights Out has none of these."""
    rng = random.Random(seed)
    bits = rng.randrange(1, 8)
    assert_right_everywhere(toy([rng.randrange(1 << bits) for _ in range(rng.randrange(10))]), bits)


def test_a_move_can_stay_as_far():
    rules = toy([0b01, 0b10, 0b11])
    assert LinearAlgebra().probe(rules, 0b11) == told(1)
    assert LinearAlgebra().probe_children(rules, 0b11, rules.children(0b11)) == [told(1), told(1), told(0)]


def by_chasing(rules: LinearPuzzle, rows: int, cols: int, position: int) -> int | None:
    """The fewest presses, by trying every first row and chasing the lights down."""
    best, last = None, (1 << cols) - 1
    for first in range(1 << cols):
        left, count = position, 0
        for row in range(rows):
            above = first if row == 0 else left >> (rows - row) * cols & last
            for col in range(cols):
                if above >> (cols - 1 - col) & 1:
                    left = rules.do_move(left, row * cols + col)
                    count += 1
        if left == 0 and (best is None or count < best):
            best = count
    return best


@pytest.mark.parametrize("size", ["5", "5x6", "6x5", "6", "7x4", "19x4", "25x2", "8", "16x8", "13x8"])
def test_samples_of_larger_boards_agree_with_chasing_lamps(size: str):
    rules, algebra, rng = lights(size), LinearAlgebra(), random.Random(size)
    rows, cols = map(int, size.split("x")) if "x" in size else (int(size), int(size))
    position, lost, positions = rules.start(), rng.getrandbits(rows * cols), []
    for _ in range(3):
        position = rules.do_move(position, rng.randrange(rows * cols))
        positions += [position, rng.getrandbits(rows * cols), 1 << rng.randrange(rows * cols), lost]
    for position in positions[: 4 if cols == 8 else 12]:
        assert algebra.probe(rules, position) == told(by_chasing(rules, rows, cols, position))


def test_boards_of_5x5_near_the_end_have_the_fewest_presses():
    """All positions made by at most four presses, each of which takes no fewer to solve."""
    rules, algebra = lights("5"), LinearAlgebra()
    near = {0: 0}
    for count in range(1, 5):
        for presses in combinations(rules.toggles, count):
            position = 0
            for toggle in presses:
                position ^= toggle
            near.setdefault(position, count)
    assert len(near) == 15_276  # all these sets of presses have different effects
    assert all(algebra.probe(rules, position) == told(count) for position, count in near.items())


@pytest.mark.parametrize("size", ["6", "9", "14", "19", "25", "23x15", "13x17", "25x24"])
def test_children_are_what_they_are_when_asked_themselves(size: str):
    rules, algebra, rng = lights(size), LinearAlgebra(), random.Random(size)
    position = rules.start()
    for _ in range(40):
        position = rules.do_move(position, rng.randrange(len(rules.toggles)))
    children = rules.children(position)
    told_all = algebra.probe_children(rules, position, children)
    assert len(told_all) == len(children)
    for move in rng.sample(range(len(children)), 12):
        assert algebra.probe(rules, children[move]) == told_all[move]
    here = algebra.probe(rules, position).remoteness
    assert here - 1 in {child.remoteness for child in told_all}
    assert {child.remoteness for child in told_all} <= {here - 1, here + 1}


@pytest.mark.parametrize("size", ["4", "9", "19", "23x11"])
def test_unsolvable_lamps_are_lost_and_stay_lost(size: str):
    """One lamp in a set of presses that changes nothing: every solvable position has an even number of these lit."""
    rules, algebra = lights(size), LinearAlgebra()
    quiet = System(rules.toggles).null_space[0]
    lamps = len(rules.toggles)
    cell = quiet.bit_length() - 1
    position = 1 << (lamps - 1 - cell)
    assert algebra.probe(rules, position) == LOST
    assert algebra.probe_children(rules, position, rules.children(position)) == [LOST] * lamps


# --- against tables -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["2", "3", late("4")])
def test_table_and_algebra_agree(tmp_path, size: str):
    rules, manager = lights(size), PuzzleManager(tmp_path)
    positions = range(1 << len(rules.toggles))
    assert manager.solver_name(rules) == "linear algebra"
    by_algebra = [manager.result(rules, position) for position in positions[:: 16 if size == "4" else 1]]
    manager.store.write(rules, solved(f"lightsout/{size}"), 0.0)
    assert manager.solver_name(rules) == "table"
    table, algebra = manager.store, LinearAlgebra()
    assert by_algebra == [table.probe(rules, position) for position in positions[:: 16 if size == "4" else 1]]
    assert all(table.probe(rules, position) == algebra.probe(rules, position) for position in positions)


@pytest.mark.exhaustive
@pytest.mark.skipif(not compiler_installed(), reason="the table of 5x5 needs the compiler")
def test_table_and_algebra_agree_on_5x5(tmp_path):
    rules, manager, algebra = lights("5"), PuzzleManager(tmp_path), LinearAlgebra()
    meta = build_one(manager, rules, Reporter(io.StringIO()), lambda done: None)
    assert (meta.positions, meta.maximum) == (8_388_608, 15)
    assert {int(remoteness): count for remoteness, count in meta.histogram["win"].items()} == counted("5")
    rng = random.Random(5)
    for position in [rng.getrandbits(25) for _ in range(4000)]:
        assert manager.store.probe(rules, position) == algebra.probe(rules, position)
        children = rules.children(position)
        if position % 20 == 0:
            told_all = algebra.probe_children(rules, position, children)
            assert told_all == [manager.store.probe(rules, child) for child in children]


# --- published numbers --------------------------------------------------------------------------


def test_lit_boards_and_nullities_are_as_published():
    algebra = LinearAlgebra()
    for side, (least, nullity) in enumerate(zip(MINIMA, NULLITY, strict=True), start=1):
        rules = lights(str(side))
        assert algebra.probe(rules, rules.start()) == told(least)
        assert len(System(rules.toggles).null_space) == nullity


def test_null_spaces_of_all_sizes_are_small():
    greatest: Counter[int] = Counter()
    for rows in range(1, 26):
        for cols in range(rows, 26):
            greatest[len(System(lights(f"{rows}x{cols}").toggles).null_space)] += 1
    assert sum(greatest.values()) == 325
    assert max(greatest) == 16  # of 19 x 19
    assert max(greatest) <= MAX_NULLITY


@pytest.mark.parametrize("side", [6, 7, 8, 10, 25])
def test_farthest_position_without_a_null_space_needs_all_presses(side: int):
    rules = lights(str(side))
    system = System(rules.toggles)
    position = 0
    for toggle in rules.toggles:
        position ^= toggle
    assert system.null_space == []
    assert LinearAlgebra().probe(rules, position) == told(side**2)


def counted(size: str) -> dict[int, int]:
    """The number of positions of each remoteness, by counting presses instead of positions.

    Cells in the same vectors of the null space are interchangeable, so only the number of each kind pressed
    matters; it is minimal if no vector reduces it.
    """
    null_space = System(lights(size).toggles).null_space
    vectors = [0]
    for basis in null_space:
        vectors += [vector ^ basis for vector in vectors]
    kinds = Counter(tuple(vector >> cell & 1 for vector in vectors) for cell in range(len(lights(size).toggles)))
    sums = {(0,) * len(vectors): Counter({0: 1})}
    for kind, cells in kinds.items():
        further: dict[tuple[int, ...], Counter[int]] = {}
        for gains, counts in sums.items():
            for pressed in range(cells + 1):
                after = tuple(gain + (cells - 2 * pressed) * bit for gain, bit in zip(gains, kind, strict=True))
                into = further.setdefault(after, Counter())
                for total, ways in counts.items():
                    into[total + pressed] += ways * comb(cells, pressed)
        sums = further
    found: Counter[int] = Counter()
    for gains, counts in sums.items():
        best = min(gains)
        for total, ways in counts.items():
            found[total + best] += ways
    assert all(count % len(vectors) == 0 for count in found.values())
    return {remoteness: count // len(vectors) for remoteness, count in sorted(found.items())}


@pytest.mark.parametrize(
    ("size", "solvable", "greatest"),
    [("2", 16, 4), ("3", 512, 9), ("5", 8_388_608, 15), ("6", 2**36, 36), ("7", 2**49, 49), ("8", 2**64, 64)],
)
def test_solvable_boards_and_the_most_moves_are_the_published_numbers(size: str, solvable: int, greatest: int):
    counts = counted(size)
    assert sum(counts.values()) == solvable
    assert max(counts) == greatest
    if size in ("2", "3"):
        assert counts == dict(Counter(distances(list(lights(size).toggles)).values()))


def test_gods_number_of_4x4_is_7():
    counts = Counter(distances(list(lights("4").toggles)).values())
    assert (sum(counts.values()), max(counts)) == (4096, 7)


# --- the engine itself --------------------------------------------------------------------------


def test_a_null_space_that_is_too_large_is_refused_with_a_sentence():
    System([1] * (MAX_NULLITY + 1))
    with pytest.raises(ValueError, match="the null space has 21 dimensions, more than 20"):
        System([1] * (MAX_NULLITY + 2))


def test_caches_of_the_algebra_are_bounded():
    algebra = LinearAlgebra()
    for side in range(1, 26):
        for cols in (side, 3, 4):
            algebra.probe(lights(f"{side}x{cols}"), 0)
    for position in range(MAX_NEAREST + 100):
        algebra.probe(lights("6"), position)
    assert algebra._system.cache_info().currsize == algebra._system.cache_info().maxsize == MAX_SYSTEMS
    assert algebra._nearest.cache_info().currsize == algebra._nearest.cache_info().maxsize == MAX_NEAREST
    assert algebra.probe(lights("3"), 0b111111111) == told(5)


def test_threads_share_the_algebra():
    algebra, wrong = LinearAlgebra(), []
    rules, far = lights("3x4"), distances(list(lights("3x4").toggles))

    def ask(seed: int) -> None:
        for position in random.Random(seed).sample(range(1 << 12), 1500):
            told_all = algebra.probe_children(rules, position, rules.children(position))
            if [found.remoteness for found in told_all] != [far.get(child) for child in rules.children(position)]:
                wrong.append(position)

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# --- the manager --------------------------------------------------------------------------------


def test_small_sizes_have_a_table(tmp_path):
    tabled = {size for size in ("1", "2", "3", "4", "5", "6", "8", "25", "2x3", "7x4") if has_table(lights(size))}
    assert tabled == {"2", "3", "4", "5"}
    presolved = [rules.variant.id for rules in PuzzleManager(tmp_path).presolved() if rules.id == "lightsout"]
    assert presolved == ["2", "3", "4"]
    assert not has_table(load("nim/3_3_3"))
    assert has_table(load("npuzzle/3"))


@pytest.mark.parametrize("size", ["3", "5", "6", "7x4", "25"])
def test_algebra_answers_without_a_table(tmp_path, size: str):
    rules, manager = lights(size), PuzzleManager(tmp_path / "none")
    status = manager.status(rules)
    assert status.state is State.AVAILABLE
    assert status.detail == f"lightsout/{size} is answered without a table, by linear algebra."
    assert manager.result(rules, rules.start()).value is Value.WIN
    children = rules.children(rules.start())
    assert manager.child_results(rules, rules.start(), children) == [manager.result(rules, child) for child in children]
    assert not (tmp_path / "none").exists()


def test_table_answers_before_the_algebra(tmp_path, monkeypatch):
    rules, manager = lights("3"), PuzzleManager(tmp_path)
    manager.store.write(rules, solved("lightsout/3"), 0.0)
    monkeypatch.setattr(LinearAlgebra, "probe", None)
    monkeypatch.setattr(LinearAlgebra, "probe_children", None)
    assert manager.status(rules).detail == "lightsout/3 is solved."
    assert manager.result(rules, rules.start()) == told(5)
    children = rules.children(rules.start())
    assert [found.remoteness for found in manager.child_results(rules, rules.start(), children)] == [
        4,
        6,
        4,
        6,
        4,
        6,
        4,
        6,
        4,
    ]


def test_algebra_replaces_a_damaged_table_and_wakes_the_builder(tmp_path, monkeypatch):
    rules, manager = lights("3"), PuzzleManager(tmp_path)
    manager.store.write(rules, solved("lightsout/3"), 0.0)
    suspected: list[Position] = []
    monkeypatch.setattr(BuilderProcess, "wake", lambda self, suspects=(), requested=None: suspected.extend(suspects))
    path = manager.store.path(rules)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert manager.result(rules, rules.start()) == told(5)
    assert suspected == ["lightsout/3"]
    assert manager.status(rules).state is State.AVAILABLE
    assert manager.solver_name(rules) == "linear algebra"


def test_rare_positions_are_drawn_with_equal_chances():
    """All 4x4 positions three presses away; some have several shortest solutions."""
    rules, algebra, rng = load("lightsout/4"), LinearAlgebra(), random.Random(3)
    every = {p for p in range(1 << 16) if algebra.probe(rules, p) == Result(Value.WIN, 3)}
    drawn = Counter(algebra.draw_rare(rules, rng, {3}) for _ in range(40 * len(every)))
    del drawn[None]
    assert set(drawn) == every
    mean = drawn.total() / len(every)
    chi_square = sum((n - mean) ** 2 / mean for n in drawn.values())
    assert chi_square < len(every) + 5 * (2 * len(every)) ** 0.5
    assert algebra.draw_rare(rules, rng, {8}) is None, "nothing is farther than 7"
