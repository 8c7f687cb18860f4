"""Draw levels and nimbers: as in GamesmanClassic, and by definition on random graphs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.draw_levels import MAX_LEVELS, DrawLevel, levels_of, numbered
from perfect_play.solvers.result import DRAWN
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.reader import TableCorrupt
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.verification import verify
from tests.helpers import exhaustive, late, load
from tests.kept_tables import kept_solution, solve_kept
from tests.native.solving import solve as solve_native
from tests.native.solving import task
from tests.puzzles.test_nimbers import mex

GRAPH = {
    **{0: (3, 1), 1: (3, 0), 2: (2, 3), 3: (2, 2), 4: (2, 1), 5: (2, 3), 6: (2, 0), 7: (2, 0), 8: (1, 1), 9: (1, 0)},
    **{10: (0, 1), 11: (0, 2), 12: (0, 0), 13: (0, 1), 14: (0, 1), 15: (0, 0), 19: None, 20: None},
}
HARE = {
    "s-hounds-first": {"1_d---rd----d": (0, 0), "1_-d-d--r---d": (0, 0), "2_-d--rd----d": (0, 1)},
    "s-hare-first": {"2_-dd-r-----d": (0, 0), "1_-d--rd----d": (0, 1)},
    "m-hounds-first": {"1_------d----d-r--d": (0, 0), "1_-dd-----r------d-": (0, 0), "2_-----d-----d-r--d": (0, 1)},
}


def levels(full_id: str, texts: Iterable[str]) -> dict[str, DrawLevel | None]:
    """The levels of these positions, from the table."""
    rules = load(full_id)
    manager = solve_kept([rules])
    return {text: manager.draw_level(rules, rules.parse(text)) for text in texts}


def test_draw_levels_of_the_example_are_those_of_gamesmanclassic():
    """Every draw of GamesmanClassic's graph; 19 and 20 lead to each other, and both have a losing move."""
    expected = {f"1_{node}": level for node, level in GRAPH.items()}
    assert levels("graphgame/1", expected) == expected
    assert levels("graphgame/1", ["1_16"]) == {"1_16": None}, "a win"


@pytest.mark.parametrize("variant", [one if one.startswith("s") else exhaustive(one) for one in HARE])
def test_draw_levels_of_hare_and_hounds_are_the_expected_ones(variant: str):
    assert levels(f"hareandhounds/{variant}", HARE[variant]) == HARE[variant]


def test_draws_that_are_not_pure_have_no_level():
    start = "1_dd-d------r"
    assert levels("hareandhounds/s-hounds-first", [start]) == {start: None}


def natively(full_id: str, tmp_path: Path) -> Store:
    """The table of the native engine."""
    rules, store = load(full_id), Store(tmp_path / "tables")
    found = solve_native(task(partial(load, full_id), tmp_path / "work"))
    store.write_packed(rules, found.codec, found.domain, found.pack(), 0.0)
    return store


LARGER = [exhaustive(full_id) for full_id in ("quickchess/rooks", "hareandhounds/l-hare-first", "quickchess/regular")]


@pytest.mark.parametrize("full_id", [late("hobaggonu/regular"), *LARGER])
def test_compiled_levels_are_those_of_the_reference_solver(full_id: str, tmp_path: Path):
    """For an engine with dense ranks, and one with lists of ranks."""
    rules = load(full_id)
    store, solution = natively(full_id, tmp_path), kept_solution(rules)
    assert solution.levels
    assert solution.margins is not None
    assert [DrawLevel(*level) for level in store.meta(rules).levels] == list(solution.levels)
    drawn = 0
    for position, number in solution.margins.items():
        level = store.draw_level(rules, position)
        assert level == (solution.levels[number - 1] if number else None)
        drawn += level is not None
        assert level is None or solution.results[position] == DRAWN
    assert drawn > 30


def test_levels_beyond_the_limit_are_dropped():
    many = {number: DrawLevel(number, 0) for number in range(MAX_LEVELS + 1)}
    assert numbered(many) == ((), {})
    assert numbered({0: DrawLevel(4, 1), 1: DrawLevel(2, 0)}) == (((2, 0), (4, 1)), {0: 2, 1: 1})


def by_definition(moves: dict[int, set[int]], losing: set[int]) -> dict[int, DrawLevel]:
    """Levels computed the slow way: one position at a time, in order of level and remoteness."""
    found: dict[int, DrawLevel] = {}

    def lost(there: set[int]) -> list[DrawLevel]:
        return [found[child] for child in there if child in found and found[child].remoteness % 2 == 0]

    for level in range(len(moves) + 1):
        begins = {
            place
            for place in moves.keys() - found
            if (place in losing if level == 0 else any(child in found for child in moves[place]))
        }
        found |= {place: DrawLevel(level, 0) for place in begins}
        for remoteness in range(1, 2 * len(moves)):
            for place in moves.keys() - found:
                good = [one for one in lost(moves[place]) if one == (level, remoteness - 1)]
                bad = moves[place] <= found.keys() and not lost(moves[place])
                if (remoteness % 2 and good) or (
                    remoteness % 2 == 0
                    and bad
                    and max(found[child] for child in moves[place]) == (level, remoteness - 1)
                ):
                    found[place] = DrawLevel(level, remoteness)
    lose = {place for place, known in found.items() if known.remoteness % 2 == 0}
    impure = {child for place in lose for child in moves[place] & lose}
    while True:
        more = impure | {place for place in moves if moves[place] & impure}
        if more == impure:
            return {place: known for place, known in found.items() if place not in impure}
        impure = more


@pytest.mark.parametrize("seed", range(60))
def test_levels_are_those_of_the_definition(seed: int):
    rng = random.Random(seed)
    size = rng.randrange(3, 14)
    moves = {
        place: set(rng.choices(range(size), k=rng.choice((1, 1, 1, 2, 3)))) - {place} or {(place + 1) % size}
        for place in range(size)
    }
    losing = set(rng.sample(range(size), rng.randrange(1, 1 + size // 3)))
    assert levels_of(moves, losing) == by_definition(moves, losing)


@pytest.mark.parametrize(
    ("full_id", "position", "expected"),
    [
        ("expantix/3", "1_---------", 1),
        ("expantix/3", "1_XXXXXX-X-", 0),
        ("graphgame/0", "1_10", 1),
        ("graphgame/1", "1_0", None),
        ("notakto/regular", "1_---------", 2),
        exhaustive("tactix/regular", "1_OOOOOOOOOOOOOOOO", 0),
        exhaustive("tactix/regular", "1_------O-----O---", 0),
        exhaustive("tactix/regular", "1_OO--------------", 2),
        late("chess/4x4-krk", None, None),
    ],
)
def test_nimbers_of_sample_positions_are_as_expected_or_absent(
    full_id: str, position: str | None, expected: int | None
):
    rules = load(full_id)
    manager = solve_kept([rules])
    assert manager.nimber(rules, rules.parse(position) if position else rules.start()) == expected


@pytest.mark.second_ring
@pytest.mark.parametrize(
    ("full_id", "each"),
    [
        ("expantix/3", 1),
        ("notakto/regular", 1),
        exhaustive("expantix/4", 50),
        exhaustive("notakto/board2", 50),
    ],
)
def test_compiled_nimbers_are_the_least_that_no_move_leads_to(full_id: str, each: int, tmp_path: Path):
    rules, store = load(full_id), natively(full_id, tmp_path)
    assert not verify(store, rules, sample=500)
    for position, result in islice(store.entries(rules), 0, None, each):
        nimber = store.nimber(rules, position)
        ended = rules.primitive(position)
        after = {store.nimber(rules, child) for child in (() if ended else rules.children(position))}
        assert nimber == (mex(after) if ended is None else int(ended is Value.WIN))
        assert (result.value is Value.WIN) == (nimber != 0)


def test_a_wrong_nimber_is_found(tmp_path: Path):
    rules, store = load("expantix/3"), Store(tmp_path)
    solution = solve(rules)
    assert solution.margins is not None
    store.write(rules, solution, 0.0)
    assert verify(store, rules) == []
    start = rules.canonical(rules.start())
    store.write(rules, replace(solution, margins={**solution.margins, start: 5}), 0.0)
    assert any("nimber 5" in fault for fault in verify(store, rules))


@pytest.mark.parametrize("levels", [((0, 0),), ((0, -1), (0, 1)), ((0,), (0, 1))])
def test_damaged_levels_are_refused(levels: Any, tmp_path: Path):
    """Too few for the numbers stored with the codes, or no levels at all."""
    rules, store = load("hareandhounds/s-hounds-first"), Store(tmp_path)
    store.write(rules, replace(solve(rules), levels=levels), 0.0)
    with pytest.raises(TableCorrupt):
        store.draw_level(rules, rules.parse("2_-d--rd----d"))
