"""Hashi: the counts of GamesmanPy, remoteness by a formula, and bridges that cross."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.one_player.hashi import Hashi
from perfect_play.puzzles.view import Add
from tests.helpers import exact_histogram, load, solved

COUNTS = {
    "4x4": [1, 4, 10, 16, 19, 16, 10, 4, 1],
    "6x6_lvl1": [2, 18, 89, 299, 754, 1495, 2399, 3164, 3459, 3139, 2355, 1444, 709, 269, 74, 13, 1],
}
ALL = {"4x4": (1, 5), "6x6_lvl1": (2, 9), "6x6_lvl2": (1, 12), "6x6_lvl3": (2, 14), "6x6_lvl4": (1, 17)}
"""The number of solutions and the remoteness of the start."""


def rules_of(name: str) -> Hashi:
    rules = load(f"hashi/{name}")
    assert isinstance(rules, Hashi)
    return rules


def solutions_of(rules: Hashi) -> list[int]:
    """Every solution, built pair by pair while each island can still get its number of bridges."""
    found: list[list[int]] = [[]]
    for _ in rules.pairs:
        found = [[*built, count] for built in found for count in range(3) if can_be_met(rules, [*built, count])]
    positions = [sum(count * 3**pair for pair, count in enumerate(built)) for built in found]
    return [position for position in positions if rules.primitive(position) is Value.WIN]


def can_be_met(rules: Hashi, built: list[int]) -> bool:
    """Whether no bridges cross, and each island can still end with exactly its number."""
    crossed = [cells for count, (*_, cells) in zip(built, rules.pairs, strict=False) if count]
    least, most = ([0] * len(rules.islands) for _ in range(2))
    for pair, (a, b, _) in enumerate(rules.pairs):
        for island in (a, b):
            least[island] += built[pair] if pair < len(built) else 0
            most[island] += built[pair] if pair < len(built) else 2
    met = all(low <= one.number <= high for low, one, high in zip(least, rules.islands, most, strict=True))
    return met and len({cell for cells in crossed for cell in cells}) == sum(map(len, crossed))


def fewest_moves(rules: Hashi, position: int, solutions: Iterable[int]) -> int:
    """Moves to the nearest solution: each pair cycles to its number of bridges, those ending at zero first."""
    here = rules.bridges(position)
    ways = [zip(here, rules.bridges(solution), strict=True) for solution in solutions]
    return min(sum((there - count) % 3 for count, there in way) for way in ways)


@pytest.mark.parametrize("name", COUNTS)
def test_every_count_is_that_of_gamesmanpy(name: str):
    assert exact_histogram(f"hashi/{name}") == COUNTS[name]


def test_remoteness_follows_from_the_solutions():
    rules = rules_of("4x4")
    solutions = solutions_of(rules)
    for position, result in solved("hashi/4x4").results.items():
        assert result.remoteness == fewest_moves(rules, position, solutions)


@pytest.mark.exhaustive
def test_remoteness_where_bridges_cross_is_the_fewest_moves():
    rules = rules_of("6x6_lvl2")
    results = solved("hashi/6x6_lvl2").results
    assert len(results) == 32_805
    solutions = solutions_of(rules)
    for position, result in results.items():
        assert result.remoteness == fewest_moves(rules, position, solutions)


@pytest.mark.parametrize("name", ALL)
def test_solutions_are_as_many_and_short_as_expected_and_finish_every_island(name: str):
    rules = rules_of(name)
    solutions = solutions_of(rules)
    assert (len(solutions), fewest_moves(rules, 0, solutions)) == ALL[name]
    for solution in solutions:
        board = rules.board(solution).cells
        assert not set(board) & set("12345678ABCDEFGI")


def test_bridges_that_would_cross_are_refused():
    """Pair 2 is vertical and pair 5 horizontal; a third move on a pair removes its bridges."""
    rules = rules_of("6x6_lvl2")
    assert 5 not in rules.moves(3**2)
    assert 5 in rules.moves(3**1)
    assert rules.do_move(2 * 3**2, 2) == 0
    with pytest.raises(IllegalPosition, match="cross"):
        rules.parse(str(3**2 + 2 * 3**5))


def test_board_draws_single_and_double_bridges_and_their_buttons():
    rules = rules_of("4x4")
    assert rules.board(38).cells == "3---2--V---v--V---v--V---v--V---a--V------chhhhha"
    assert [rules.button(0, pair) for pair in rules.moves(0)] == [Add("Q", 21), Add("q", 2), Add("q", 45), Add("Q", 18)]
    assert rules.board(rules.do_move(rules.do_move(0, 1), 1)).cells.startswith("3HHHb")


def test_pairs_that_cross_in_the_middle_are_clicked_elsewhere():
    rules = rules_of("6x6_lvl4")
    assert len({rules.button(0, pair).cell for pair in rules.moves(0)}) == len(rules.pairs)


@pytest.mark.parametrize("text", ["", "-1", "01", "1.0", "x"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        rules_of("4x4").parse(text)


def test_bridges_beyond_an_island_are_refused():
    with pytest.raises(IllegalPosition):
        rules_of("4x4").parse("81")
