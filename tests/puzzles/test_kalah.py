"""Kalah: published margins, by an independent search; each rule by example; the kernel on a whole small board."""

from __future__ import annotations

from functools import cache

import pytest

from perfect_play.puzzles.base import OPPOSITE, IllegalPosition, Rules, Value, value_by_points
from perfect_play.puzzles.view import Add
from tests.helpers import load, solved
from tests.puzzles.walking import graph_by_kernel, graph_by_rules

MARGINS = {"2x2": -2, "2x4": -10, "3x1": 0, "3x2": 4, "3x3": 2, "3x4": 2, "4x2": 6}
SOLVED = ["2x2", "2x4", "3x1", "3x2", "3x3"]

Side = tuple[int, ...]


@cache
def margin(own: Side, others: Side) -> int:
    """The margin of stones that the player to move stores from here on under optimal play."""
    if not any(own) or not any(others):
        return sum(own) - sum(others)
    return max(sown(own, others, pit) for pit in range(len(own)) if own[pit])


def sown(own: Side, others: Side, first: int) -> int:
    """The same after sowing a pit: a lap is own pits, own store, the opponent's pits."""
    pits = len(own)
    way = [*own, 0, *others]
    stones, way[first] = way[first], 0
    for step in range(1, stones + 1):
        way[(first + step) % len(way)] += 1
    last = (first + stones) % len(way)
    if last < pits and way[last] == 1 and way[-1 - last]:
        way[pits] += 1 + way[-1 - last]
        way[last] = way[-1 - last] = 0
    here, there = tuple(way[:pits]), tuple(way[pits + 1 :])
    return way[pits] + (margin(here, there) if last == pits else -margin(there, here))


def first_value(rules: Rules) -> Value:
    """The value of the start by the rules, stopping at the first winning move."""
    known: dict[int | None, Value] = {}

    def value(position) -> Value:
        number = rules.rank(position)
        if number not in known:
            best = rules.primitive(position)
            for child in rules.children(position) if best is None else ():
                again = rules.turn(child) == rules.turn(position)
                found = value(child) if again else OPPOSITE[value(child)]
                best = found if best is None or found is Value.WIN or best is Value.LOSE else best
                if best is Value.WIN:
                    break
            assert best is not None
            known[number] = best
        return known[number]

    return value(rules.start())


@pytest.mark.parametrize("variant", MARGINS)
def test_margin_of_each_start_is_the_published_one(variant: str):
    pits, stones = map(int, variant.split("x"))
    side = (stones,) * pits
    assert margin(side, side) == MARGINS[variant]
    assert first_value(load(f"kalah/{variant}")) is value_by_points(MARGINS[variant])


@pytest.mark.parametrize("variant", SOLVED)
def test_values_and_margins_are_those_computed(variant: str):
    rules, solution = load(f"kalah/{variant}"), solved(f"kalah/{variant}")
    pits = int(variant[0])
    assert len(solution.results) == rules.variant.positions
    for (turn, stones), found in solution.results.items():
        assert turn == 1
        own, others = stones[: pits + 1], stones[pits + 1 :]
        lead = own[-1] - others[-1] + margin(own[:-1], others[:-1])
        assert found.value is value_by_points(lead)
        assert solution.margins is not None
        assert solution.margins[1, stones] == lead


@pytest.mark.parametrize("variant", ["2x4", "3x1"])
def test_the_kernel_reaches_what_the_rules_reach(variant: str):
    """The same ranks and ends, and the same player on extra turns."""
    rules = load(f"kalah/{variant}")
    found = graph_by_kernel(rules)
    assert found == graph_by_rules(rules)
    assert any(child < 0 for _, children in found.values() for child in children)


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("1_3,3,3,0_3,3,3,0", 2, "2_3,3,0,1_4,4,3,0"),
        ("1_3,3,3,0_3,3,3,0", 0, "1_0,4,4,1_3,3,3,0"),  # the last stone into the store: an extra turn
        ("2_3,3,3,0_3,3,3,0", 4, "2_3,3,3,0_0,4,4,1"),
        ("1_1,0,5,2_2,2,3,3", 0, "2_0,0,5,5_2,0,3,3"),  # into its own empty pit: captures it and the pit opposite
        ("1_1,0,5,2_2,0,3,5", 0, "2_0,1,5,2_2,0,3,5"),  # not if that is empty
        ("1_7,1,1,0_3,3,3,0", 0, "2_0,2,2,6_4,4,0,0"),  # after a full lap
        ("1_0,0,1,2_5,5,5,0", 2, "1_0,0,0,3_0,0,0,15"),  # the mover's side is empty: the game is over
        ("1_1,0,5,2_0,3,0,7", 0, "2_0,0,0,11_0,0,0,7"),  # the opponent's side is empty
    ],
)
def test_sowing_follows_each_rule_of_stores_captures_and_the_end(before: str, move: int, expected: str):
    rules = load("kalah/3x3")
    position = rules.parse(before)
    assert move in rules.moves(position)
    assert rules.format(rules.do_move(position, move)) == expected


@pytest.mark.parametrize("text", ["1_3,3,3,0_0,0,0,9", "2_0,0,0,0_3,3,3,9", "1_0,0,0,9_3,3,3,0", "1_0,0,0,9_0,0,0,8"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition, match=r"is over|expected 18"):
        load("kalah/3x3").parse(text)


def test_board_shows_both_sides_and_a_button_on_each_pit():
    rules = load("kalah/3x3")
    position = rules.parse("2_0,1,0,13_2,0,1,1")
    assert rules.board(position).cells == "11-2*" + "*-1-d"
    assert [rules.button(position, move) for move in rules.moves(position)] == [Add("-", cell) for cell in (3, 1)]
