"""Squirrels Go Nuts: every level by an independent search on sets of cells, and legality."""

from __future__ import annotations

from functools import cache

import pytest

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Value
from perfect_play.puzzles.one_player.squirrels import LEVELS, SIZES
from perfect_play.puzzles.picture import picture_of
from perfect_play.solvers.result import LOST, Result
from tests.helpers import load, reachable, result_of, solved

NUMBERS = {  # remoteness of the start, the greatest it reaches, number of solvable positions it reaches
    "starter": (3, 5, 69),
    "junior": (13, 19, 114),
    "expert": (26, 31, 215),
    "master": (24, 24, 695),
    "wizard": (33, 46, 531),
}
Squirrel = tuple[int, frozenset[tuple[int, int]], tuple[int, int], bool]  # number, cells, paws, has its nut
State = tuple[frozenset[Squirrel], frozenset[tuple[tuple[int, int], int]]]  # and the filled holes


@cache
def level(text: str) -> tuple[State, dict, set]:
    """(start, owner of each hole, cells of flowers), parsed independently from the text."""
    bodies, paws, holes, flowers = {}, {}, {}, set()
    for cell, token in enumerate(text.split("|")):
        place = divmod(cell, 4)
        for part in token.split(" "):
            fields = part.split("_")
            if fields[0] == "N":
                bodies.setdefault(fields[1], set()).add(place)
                if fields[2] == "O":
                    paws[fields[1]] = place
            elif fields[0] == "H":
                holes[place] = 0 if fields[2] == "N" else int(fields[2])
            elif fields[0] == "B":
                flowers.add(place)
    squirrels = frozenset((int(n), frozenset(cells), paws[n], True) for n, cells in bodies.items())
    return (squirrels, frozenset()), holes, flowers


def children(state: State, holes: dict, flowers: set) -> set[State]:
    squirrels, filled = state
    found = set()
    for squirrel in squirrels:
        number, cells, (row, col), has_nut = squirrel
        taken = flowers.union(*(other for name, other, _, _ in squirrels if name != number))
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            moved = frozenset((r + down, c + right) for r, c in cells)
            if taken & moved or not all(r in range(4) and c in range(4) for r, c in moved):
                continue
            paws = (row + down, col + right)
            drops = has_nut and paws in holes and paws not in dict(filled)
            after = (number, moved, paws, has_nut and not drops)
            found.add(((squirrels - {squirrel}) | {after}, filled | ({(paws, number)} if drops else set())))
    return found


@pytest.mark.parametrize("name", NUMBERS)
def test_levels_agree_with_an_independent_search(name: str):
    """Forward from the start, not beyond ended positions; then every remoteness by retrograde analysis."""
    start, holes, flowers = level(LEVELS[name.capitalize()])
    before: dict[State, list[State]] = {start: []}
    waiting, level_of, remoteness = [start], {}, 0
    while waiting:
        state = waiting.pop()
        filled = state[1]
        lost = any(holes[place] != number for place, number in filled)
        if not lost and len(filled) == len(state[0]):
            level_of[state] = 0
        elif not lost:
            for child in children(state, holes, flowers):
                if child not in before:
                    before[child] = []
                    waiting.append(child)
                before[child].append(state)
    frontier = list(level_of)
    while frontier:
        remoteness += 1
        frontier = [parent for parent in {p for state in frontier for p in before[state]} if parent not in level_of]
        level_of |= dict.fromkeys(frontier, remoteness)
    assert (level_of[start], max(level_of.values()), len(level_of)) == NUMBERS[name]

    rules = load(f"squirrels/{name}")
    assert rules.format(rules.start()) == LEVELS[name.capitalize()]
    assert result_of(rules.full_id, rules.start()) == Result(Value.WIN, NUMBERS[name][0])
    results = [result_of(rules.full_id, position) for position in reachable(rules, stop_at_end=True)]
    assert len(results) == len(before)
    expected = sorted(level_of.values())
    assert sorted(found.remoteness for found in results if found.value is Value.WIN) == expected


@pytest.mark.parametrize("name", NUMBERS)
def test_every_position_that_can_be_solved_is_in_the_table(name: str):
    rules = load(f"squirrels/{name}")
    assert len(solved(rules.full_id).results) == SIZES[name.capitalize()]
    for position, found in solved(rules.full_id).results.items():
        assert rules.parse(rules.format(position)) == position
        if found.remoteness:
            after = [result_of(rules.full_id, child) for child in rules.children(position)]
            assert min(child.remoteness for child in after if child != LOST) == found.remoteness - 1


STARTER = "-|-|H_1_2|-|H_2_1|N_1_O_0|N_1_X_1|-|-|B|N_2_O_0|-|-|-|N_2_X_4|H_3_N"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("H_1_2", "H_1_2_D3"),  # no such nut
        ("H_1_2|-|H_2_1", "H_1_2_D1|-|H_2_1_D1"),  # twice
        ("N_1_O_0|N_1_X_1|-|-|B", "N_1_O_0|B|-|-|N_1_X_1"),  # torn apart
        ("B|N_2_O_0|-|-|-|N_2_X_4", "N_2_O_0|-|-|-|N_2_X_4|B"),  # on a flower
        ("-|-|-|N_2_X_4", "-|-|-|-"),
        ("N_2_O_0", "-"),
        ("H_2_1|N_1_O_0|N_1_X_1", "N_1_O_0 H_2_1|N_1_X_1|-"),  # the nut would have dropped
        ("H_3_N", "H_3_2"),  # another hole
        ("|B|", "|-|"),
    ],
)
def test_illegal_positions_are_refused(old: str, new: str):
    rules = load("squirrels/starter")
    assert rules.format(rules.parse(STARTER)) == STARTER
    assert old in STARTER
    with pytest.raises(IllegalPosition):
        rules.parse(STARTER.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", STARTER[:-6], STARTER + "|-", STARTER.replace("B", "b"), "-|" * 5000])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition) as caught:
        load("squirrels/starter").parse(text)
    assert len(str(caught.value)) < 400


def test_a_nut_in_a_wrong_hole_loses():
    rules = load("squirrels/starter")
    for wrong in ("H_1_2_D1", "H_2_1_D2", "H_3_N_D1", "H_3_N_D2"):
        text = STARTER.replace(wrong[:5], wrong)
        assert rules.primitive(rules.parse(text)) is Value.LOSE
        assert result_of(rules.full_id, rules.parse(text)) == LOST
    right = rules.parse(STARTER.replace("H_1_2", "H_1_2_D2").replace("H_2_1", "H_2_1_D1"))
    assert rules.primitive(right) is Value.WIN


def test_text_tells_nuts_apart_that_the_picture_hides():
    """The picture shows nothing of a covered hole; the board of the old protocol has a row for all holes."""
    rules = load("squirrels/wizard")
    picture, alike = picture_of(rules), 0
    for position in rules.solutions():
        one, two, *rest = position.nuts
        other = position._replace(nuts=(two, one, *rest))
        assert rules.parse(rules.format(other)) == other
        assert rules.primitive(other) is Value.LOSE
        assert rules.board(other) != rules.board(position)
        alike += picture.cells(other) == picture.cells(position)
    assert alike > 0
