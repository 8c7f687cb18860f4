"""Levels of draws and nimbers: as GamesmanClassic has them, and by definition on random graphs."""

from __future__ import annotations

import random

import pytest

from solvers.untabled.small_graphs import DrawLevel, draw_level, levels_of, nimber
from tests.helpers import load

GRAPH = {
    **{0: (3, 1), 1: (3, 0), 2: (2, 3), 3: (2, 2), 4: (2, 1), 5: (2, 3), 6: (2, 0), 7: (2, 0), 8: (1, 1), 9: (1, 0)},
    **{10: (0, 1), 11: (0, 2), 12: (0, 0), 13: (0, 1), 14: (0, 1), 15: (0, 0), 19: None, 20: None},
}
HARE = {
    "s-hounds-first": {"1_d---rd----d": (0, 0), "1_-d-d--r---d": (0, 0), "2_-d--rd----d": (0, 1)},
    "s-hare-first": {"2_-dd-r-----d": (0, 0), "1_-d--rd----d": (0, 1)},
    "m-hounds-first": {"1_------d----d-r--d": (0, 0), "1_-dd-----r------d-": (0, 0), "2_-----d-----d-r--d": (0, 1)},
}


def test_the_example_of_pure_draws():
    """Every draw of GamesmanClassic's graph; 19 and 20 lead to each other, and both have a losing move."""
    rules = load("graphgame/1")
    assert {node: draw_level(rules, rules.parse(f"1_{node}")) for node in GRAPH} == GRAPH
    assert draw_level(rules, rules.parse("1_16")) is None, "a win"


@pytest.mark.parametrize("variant", HARE)
def test_hare_and_hounds(variant: str):
    rules = load(f"hareandhounds/{variant}")
    assert {text: draw_level(rules, rules.parse(text)) for text in HARE[variant]} == HARE[variant]


def test_draws_that_are_not_pure_have_no_level():
    rules = load("hareandhounds/s-hounds-first")
    assert draw_level(rules, rules.start()) is None
    assert draw_level(load("chess/kqk"), load("chess/kqk").start()) is None, "too large"


def by_definition(moves: dict[int, set[int]], losing: set[int]) -> dict[int, DrawLevel]:
    """Levels found slowly: one position at a time, in the order of level and remoteness."""
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
        ("tactix/regular", "1_OOOOOOOOOOOOOOOO", 0),
        ("tactix/regular", "1_------O-----O---", 0),
        ("tactix/regular", "1_OO--------------", 2),
        ("chess/4x4-krk", None, None),
    ],
)
def test_nimbers(full_id: str, position: str | None, expected: int | None):
    rules = load(full_id)
    assert nimber(rules, rules.parse(position) if position else rules.start()) == expected
