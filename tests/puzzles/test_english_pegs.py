"""The English board: its starts, typed boards, orders by hand, and proofs checked against a full search."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, Value
from perfect_play.puzzles.one_player import _pegsolitaire_english as english_pegs
from perfect_play.puzzles.one_player._pegsolitaire_english import OTHER_CLASS, PAGODAS, TOO_LIGHT, hopeless
from perfect_play.puzzles.one_player.pegsolitaire import PegSolitaire
from perfect_play.solvers.pathfinding.best_first import a_star
from perfect_play.solvers.pathfinding.choose import by_order, shortest
from perfect_play.solvers.pathfinding.deepening import ida_star
from tests.helpers import exhaustive, load

DRAWN = {  # pegs and the board
    "cross": (6, "**---****-x-**--xxx-----x------x---**---****---**"),
    "plus": (9, "**---****-x-**---x----xxxxx----x---**-x-****---**"),
    "pyramid": (16, "**---****-x-**--xxx---xxxxx-xxxxxxx**---****---**"),
    "diamond": (24, "**-x-****xxx**-xxxxx-xxx-xxx-xxxxx-**xxx****-x-**"),
    "english": (32, "**xxx****xxx**xxxxxxxxxx-xxxxxxxxxx**xxx****xxx**"),
}
CELLS = [(place // 7, place % 7) for place, here in enumerate(DRAWN["english"][1]) if here != "*"]
SOLVABLE = 8  # jumps


def rules_of(variant: str) -> PegSolitaire:
    rules = load(f"pegsolitaire/{variant}")
    assert isinstance(rules, PegSolitaire)
    return rules


def position_of(*cells: tuple[int, int]) -> int:
    """The position with pegs on these rows and columns."""
    return sum(1 << 32 - CELLS.index(cell) for cell in cells)


@cache
def solvable() -> frozenset[int]:
    """The classes of all positions solvable in at most SOLVABLE jumps, by undoing jumps level by level."""
    rules = rules_of("english")
    level = found = set(map(rules.canonical, rules.solutions()))
    for _ in range(SOLVABLE):
        level = {rules.canonical(parent) for position in level for parent in rules.parents(position)}
        found = found | level
    return frozenset(found)


# --- starts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", DRAWN)
def test_boards_as_drawn_are_solved_down_to_the_center_by_both_searches(board: str):
    pegs, drawn = DRAWN[board]
    rules = rules_of(board)
    assert rules.board(rules.start()).cells == drawn
    assert rules.start().bit_count() == pegs
    for found in (shortest(rules, rules.start()), ida_star(rules, rules.start())):
        assert len(found.line) == pegs - 1
        position = rules.start()
        for move in found.line:
            assert move in rules.moves(position)
            position = rules.do_move(position, move)
        assert rules.format(position) == "-" * 16 + "x" + "-" * 16


def test_diamond_and_plus_have_the_pegs_that_their_distances_say():
    steps = {cell: (abs(cell[0] - 3), abs(cell[1] - 3)) for cell in CELLS}
    assert rules_of("diamond").start() == position_of(*(cell for cell in CELLS if 0 < sum(steps[cell]) <= 3))
    assert rules_of("plus").start() == position_of(*(c for c in CELLS if 0 in steps[c] and max(steps[c]) <= 2))


@pytest.mark.parametrize("board", DRAWN)
def test_any_start_can_be_typed(board: str):
    typed = registry.load("pegsolitaire", f"english_{DRAWN[board][1]}")
    assert typed.start() == rules_of(board).start()
    assert typed.variant.id == "english_" + DRAWN[board][1].replace("*", "")
    assert typed is registry.load("pegsolitaire", typed.variant.id)
    assert typed.variant.custom
    assert typed.format(typed.start()) == typed.variant.id.removeprefix("english_")


@pytest.mark.parametrize(
    "typed",
    [
        "english_",
        "english_" + "-" * 33,
        "english_" + "x" * 32,
        "english_" + "x" * 34,
        "english_" + "x" * 49,
        "english_" + "o" * 33,
        "english_*" + "x" * 33,
        "x" * 33,
        "english_" + "x" * 47 + "**",
        "triangle_" + "x" * 33,
    ],
)
def test_typed_boards_that_are_no_start_are_refused_with_the_rule(typed: str):
    with pytest.raises(BadCustomVariant, match="33 cells of the English board row by row") as raised:
        registry.load("pegsolitaire", typed)
    assert ("no peg" in str(raised.value)) == (typed == "english_" + "-" * 33)


# --- orders ---------------------------------------------------------------------------------------


def test_heuristics_of_the_cross_by_hand():
    cross = rules_of("cross").start()
    assert {name: order(cross) for name, order in rules_of("cross").orders().items()} == {
        "base": 6,
        "one": 12,
        "two": 12 + 1 + 2 + 0 + 2 + 1 + 0,
        "manhattan": 1 + 1 + 0 + 1 + 1 + 0,
        "alternative-1": 12 + 0 + 3 + 0 + 3 + 1 + 0,
        "alternative-2": 12 + 1 + 0 + 0 + 0 + 0 + 0,
    }
    assert english_pegs.ORDERS["one"](position_of((0, 2), (0, 4), (1, 4), (6, 3))) == 2 * 4 + 2
    assert rules_of("triangle").orders() == {}


def test_weights_are_the_same_from_all_sides():
    rules, rng = rules_of("english"), random.Random(6)
    for _ in range(50):
        position = rng.randrange(1, 2**33)
        for order in rules.orders().values():
            assert len({order(image) for image in rules.images(position)}) == 1


EXPANDED = {"alternative-1": 33, "two": 258, "manhattan": 11_772, "base": 256, "alternative-2": 3900, "one": 48_267}
STUDY = {
    **{"alternative-1": 170, "two": 103_402, "manhattan": 1_801_655},
    **{"base": 26_807, "alternative-2": 530_402, "one": 4_713_300},
}


@pytest.mark.parametrize("order", [exhaustive(order) if EXPANDED[order] > 10_000 else order for order in EXPANDED])
def test_every_order_solves_the_central_game_in_31_jumps(order: str):
    """By fewer positions than the study's program generated."""
    rules = rules_of("english")
    found = by_order(rules, rules.start(), order)
    assert (len(found.line), found.expanded) == (31, EXPANDED[order])
    assert found.generated < STUDY[order]


# --- what is never solved -------------------------------------------------------------------------


def test_jumps_never_add_to_the_weights():
    lines = [((r, c), (r + a, c + b), (r + 2 * a, c + 2 * b)) for r, c in CELLS for a, b in ((0, 1), (1, 0))]
    lines = [line for line in lines if set(line) <= set(CELLS)]
    assert len(lines) == 38
    for pagoda in PAGODAS:
        weights = dict(zip(CELLS, map(int, pagoda.replace("/", " ").split()), strict=True))
        for a, over, b in lines:
            assert weights[a] + weights[over] >= weights[b]
            assert weights[b] + weights[over] >= weights[a]
        assert sum(map(abs, weights.values())) < 120, "a sum stays within its field"


def test_hopeless_positions_stay_hopeless():
    """Nothing solvable in at most 8 jumps is judged unsolvable, and the judgment survives any jump."""
    rules, rng = rules_of("english"), random.Random(8)
    assert len(solvable()) == 1 + 1 + 2 + 8 + 39 + 171 + 719 + 2757 + 9751
    assert all(hopeless(position) is None for position in solvable())
    reasons = {TOO_LIGHT: 0, OTHER_CLASS: 0}
    for _ in range(300):
        position = position_of(*rng.sample(CELLS, rng.randrange(5, 20)))
        why = hopeless(position)
        for _ in range(5):
            if why is None or not rules.children(position):
                break
            reasons[why] += 1
            position = rng.choice(rules.children(position))
            assert hopeless(position) == why or why == OTHER_CLASS
            assert hopeless(position) is not None
    assert min(reasons.values()) > 30


def test_searches_agree_with_what_is_taken_back():
    """As a table would: random positions of 2 to 9 pegs, half of them drawn from the solvable ones."""
    rules, rng = rules_of("english"), random.Random(9)
    counts = {True: 0, False: 0}
    known = sorted(solvable())
    for _ in range(150):
        some = position_of(*rng.sample(CELLS, rng.randrange(2, SOLVABLE + 2)))
        child = rng.choice(rules.children(rng.choice(known)) or [some])  # may have lost what it takes
        for position in (some, child, rng.choice(known)):
            expected = rules.canonical(position) in solvable()
            counts[expected] += 1
            found = shortest(rules, position)
            assert (found.line is not None) == expected, rules.format(position)
            if found.line is not None:
                assert len(found.line) == position.bit_count() - 1
            assert (a_star(rules, position).line is None) == (found.line is None)
    assert min(counts.values()) > 100


def test_two_pegs_apart_are_proved_impossible():
    """Of the 528 boards of two pegs four are solvable, in one jump; the others are recognized or have no other jump."""
    rules = rules_of("english")
    how = dict.fromkeys((None, "the rules", "A*"), 0)
    for pair in combinations(CELLS, 2):
        found = shortest(rules, position_of(*pair))
        if found.line is None:
            assert found.reason.endswith(".")
            how[found.method] += 1
            if abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]) > 1:
                assert rules.moves(position_of(*pair)) == []
        else:
            assert len(found.line) == 1
            how[None] += 1
    assert how == {None: 4, "the rules": 524, "A*": 0}
    apart = rules.parse("-" * 15 + "x-x" + "-" * 15)
    assert apart == position_of((3, 2), (3, 4))
    assert shortest(rules, apart).reason == TOO_LIGHT
    assert rules.primitive(apart) is not Value.WIN
