"""Linear Disks: published numbers, single moves, the strength of the heuristic, and refusals."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import BadCustomVariant, IllegalPosition, MalformedPosition
from perfect_play.puzzles.one_player.lineardisks import LinearDisks
from perfect_play.puzzles.view import Board, Move
from perfect_play.solvers.pathfinding.best_first import a_star, breadth_first
from perfect_play.solvers.pathfinding.choose import shortest
from perfect_play.solvers.pathfinding.space import Budget, UnfinishedSearch
from tests.helpers import load, solved

DISTINCT = {4: [3, 3, 6, None], 5: [4, 3, 5, 12, None], 6: [5, 5, 6, 10, 15, None], 7: [6, 5, 9, 10, 16, 25, None]}
"""By number of cells, the moves that reverse 1, 2, 3, ... distinct disks; None: they cannot be reversed."""
ALIKE = [7, 6, 10, 8, 9, 6, 4, 0]
"""The same on eight cells for 1, 2, 3, ... identical disks."""


def disks(id: str) -> LinearDisks:
    rules = load(f"lineardisks/{id}")
    assert isinstance(rules, LinearDisks)
    return rules


@pytest.mark.parametrize(
    ("id", "moves"),
    [
        *((f"distinct_{cells}_{n}", moves) for cells, row in DISTINCT.items() for n, moves in enumerate(row, 1)),
        *((f"identical_8_{n}", moves) for n, moves in enumerate(ALIKE, 1)),
    ],
)
def test_starts_take_the_published_moves_by_table_and_by_search(id: str, moves: int | None):
    """By table and by two searches; each proves the unsolvable ones so."""
    rules = disks(id)
    start = rules.start()
    known = solved(rules.full_id).result(rules, start)
    assert known is not None
    assert known.remoteness == moves
    for search in (a_star, breadth_first):
        line = search(rules, start).line
        assert (None if line is None else len(line)) == moves
    if moves is None:
        assert "1 positions; none is solved" in shortest(rules, start).reason


@pytest.mark.parametrize("id", ["distinct_12_6", "distinct_10_5", "identical_16_8"])
def test_the_heuristic_saves_nine_tenths(id: str):
    """Breadth-first search, stopped after expanding ten times as many positions, has no answer."""
    rules = disks(id)
    found = a_star(rules, rules.start())
    assert found.line is not None
    if id == "distinct_12_6":
        assert len(found.line) == 21
    with pytest.raises(UnfinishedSearch) as stopped:
        breadth_first(rules, rules.start(), Budget(nodes=100 * found.generated))
    assert stopped.value.expanded > 10 * found.expanded
    assert stopped.value.bound <= len(found.line)


def test_moves_step_or_jump_over_one_disk_and_never_over_two():
    """A step either way, a jump over one disk either way; never over two, over none, or onto another."""
    rules = disks("distinct_7_4")
    position = rules.parse("12-34--")
    told = {
        rules.format_move(position, move): rules.format(rules.do_move(position, move)) for move in rules.moves(position)
    }
    assert told == {
        "1-3": "-2134--",
        "2-3": "1-234--",
        "4-3": "123-4--",
        "4-6": "12--43-",
        "5-3": "1243---",
        "5-6": "12-3-4-",
    }
    assert rules.button(position, (0, 2)) == Move(0, 2)
    assert rules.board(position) == Board(1, 7, "12-34--")
    blocked = rules.parse("1234---")
    assert [rules.format_move(blocked, move) for move in rules.moves(blocked)] == ["3-5", "4-5"]


def test_distinct_disks_beyond_the_limit_are_refused():
    rules = disks("identical_16_15")
    assert rules.format(rules.start()) == "1" * 15 + "-"
    names = load("lineardisks/identical_16_12")
    assert shortest(names, names.start()).line is not None
    with pytest.raises(BadCustomVariant, match="more than 700,000"):
        LinearDisks.find_variant("distinct_12_11")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("distinct_4_5", "5 disks are too many for 4 cells"),
        ("identical_16_16", "16 disks are too many"),
        ("distinct_12_7", "3,991,680 positions, more than 700,000"),
        ("distinct_1_1", "from 2 to 16"),
        ("distinct_7_0", "the number of disks"),
        ("distinct_07_4", "Type identical or distinct"),
        ("distinct_99_4", "from 2 to 16"),
        ("other_7_4", "Type identical or distinct"),
        ("distinct_7_4_", "Type identical or distinct"),
        ("distinct_" + "7" * 3000, "Type identical or distinct"),
    ],
)
def test_bad_starts_are_refused_with_the_reason(text: str, part: str):
    with pytest.raises(BadCustomVariant, match=part):
        LinearDisks.find_variant(text)


@pytest.mark.parametrize(
    ("id", "text", "error"),
    [
        ("distinct_7_4", "1234--", MalformedPosition),
        ("distinct_7_4", "12345--", MalformedPosition),
        ("distinct_7_4", "1233---", IllegalPosition),
        ("distinct_7_4", "123----", IllegalPosition),
        ("identical_8_4", "11111---", IllegalPosition),
        ("identical_8_4", "1112----", MalformedPosition),
    ],
)
def test_bad_positions_are_refused_with_the_kind_of_error(id: str, text: str, error: type[Exception]):
    with pytest.raises(error, match="expected"):
        disks(id).parse(text)
