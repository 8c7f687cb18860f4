"""Chinese Checkers: published counts, and every position of small boards by an independent description."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from perfect_play.puzzles.base import IMPOSSIBLE, IllegalPosition, Value
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.solvers.native import process
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.summary import statistics
from tests.helpers import exhaustive, late, load, result_of

Cell = tuple[int, int]
Pieces = frozenset[Cell]
State = tuple[Pieces, Pieces]
"""The pieces of the player to move, who comes from low numbers, then those of the other."""
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class Diamond:
    """The published rules; cells are (x, y), as in the paper, and the player to move heads for high numbers."""

    def __init__(self, side: int, pieces: int) -> None:
        self.side, self.pieces = side, pieces
        self.cells = [(x, y) for x in range(side) for y in range(side)]
        self.start = frozenset(sorted(self.cells, key=lambda cell: (sum(cell), cell))[:pieces])
        self.goal = self.turned(self.start)

    def turned(self, pieces: Pieces) -> Pieces:
        return frozenset((self.side - 1 - x, self.side - 1 - y) for x, y in pieces)

    def has_won(self, own: Pieces, other: Pieces) -> bool:
        return self.goal <= own | other and bool(self.goal & own)

    def is_blocked(self, own: Pieces, other: Pieces) -> bool:
        last = self.side - 1
        edges = {(last, last - 1), (last, last - 2), (last - 1, last), (last - 2, last)}
        return self.pieces == 6 and (last, last) not in own | other and edges <= other

    def occurs(self, own: Pieces, other: Pieces) -> bool:
        blocked = self.is_blocked(own, other) or self.is_blocked(self.turned(other), self.turned(own))
        return not blocked and not self.has_won(own, other)

    def targets(self, source: Cell, others: Pieces) -> set[Cell]:
        steps = {(source[0] + dx, source[1] + dy) for dx, dy in AROUND}
        reached = [source]
        for x, y in reached:
            for dx, dy in AROUND:
                behind = (x + 2 * dx, y + 2 * dy)
                if (x + dx, y + dy) in others and behind in self.cells and behind not in (*others, *reached):
                    reached.append(behind)
        return ((steps & {*self.cells}) - others | {*reached}) - {source}

    def children(self, own: Pieces, other: Pieces) -> set[State]:
        moved = [
            (self.turned(other), self.turned(own - {source} | {target}))
            for source in own
            for target in self.targets(source, (own | other) - {source})
        ]
        return {child for child in moved if self.occurs(*child)}

    def results(self) -> dict[State, Result | None]:
        """The result of every position; None: a draw. Level by level from the ends."""
        placed = [frozenset(own) for own in combinations(self.cells, self.pieces)]
        states = [(own, other) for own in placed for other in placed if not own & other and self.occurs(own, other)]
        results: dict[State, Result | None] = dict.fromkeys(states)
        over = {(own, other) for own, other in states if self.has_won(self.turned(other), self.turned(own))}
        children = {state: self.children(*state) for state in states if state not in over}
        assert all(children.values())
        results |= dict.fromkeys(over, Result(Value.LOSE, 0))
        for remoteness in range(1, len(states)):
            level = {}
            for state, after in children.items():
                values = [result.value if (result := results[child]) else None for child in after]
                if Value.LOSE in values:
                    level[state] = Result(Value.WIN, remoteness)
                elif {*values} == {Value.WIN}:
                    level[state] = Result(Value.LOSE, remoteness)
            if not level:
                break
            results |= level
            children = {state: after for state, after in children.items() if state not in level}
        return results


def state_of(rules: BoardGame, position: Position) -> State:
    """The position as the player to move sees it: `a1` is (0, 0) for the first player."""
    turn, cells = position
    sets = [
        frozenset(
            (cell % rules.cols, rules.rows - 1 - cell // rules.cols) for cell, char in enumerate(cells) if char == piece
        )
        for piece in "xo"
    ]
    if turn == 1:
        return sets[0], sets[1]
    turned = Diamond(rules.rows, 1).turned
    return turned(sets[1]), turned(sets[0])


@pytest.mark.parametrize("variant_id", ["3x3_1", "3x3_2", "3x3_3", late("7x7_1"), exhaustive("4x4_3")])
def test_every_position_of_small_boards_has_the_result_of_an_independent_description(variant_id: str):
    full_id = f"sternhalma/{variant_id}"
    rules = load(full_id)
    results = Diamond(rules.rows, rules.setup.count("x")).results()
    positions = list(rules.positions())
    assert sum(len({*rules.images(position)}) for position in positions) == 2 * len(results)
    for position in positions:
        actual, expected = result_of(full_id, position), results[state_of(rules, position)]
        assert actual == (expected or Result(Value.DRAW, None)), rules.format(position)


@pytest.mark.parametrize("variant_id", ["3x3_1", "3x3_2", "3x3_3", late("7x7_1")])
def test_first_player_wins_every_small_board(variant_id: str):
    full_id = f"sternhalma/{variant_id}"
    assert result_of(full_id, load(full_id).start()).value is Value.WIN


@pytest.mark.second_ring
def test_positions_and_impossible_arrangements_of_7x7_are_as_many_as_published():
    rules = load("sternhalma/7x7_1")
    assert rules.exact_arrangements.size == 4_704
    assert sum(len({*rules.images(position)}) for position in rules.positions()) == 4_704 - 96


@pytest.mark.exhaustive
def test_impossible_arrangements_of_six_pieces_on_4x4_are_as_many_as_published():
    rules = load("sternhalma/4x4_6")
    arrangements = impossible = 0
    for first in combinations(range(16), 6):
        for second in combinations({*range(16)} - {*first}, 6):
            cells = [1 if cell in first else 2 if cell in second else 0 for cell in range(16)]
            for turn in (1, 2):
                arrangements += 1
                impossible += rules.outcome(cells, turn, rules.goals) == IMPOSSIBLE
    assert (arrangements, impossible) == (3_363_360, 405_420)


@pytest.mark.exhaustive
def test_six_pieces_on_4x4_have_the_published_number_of_draws_and_39_levels(tmp_path: Path):
    rules = load("sternhalma/4x4_6")
    process.run(tmp_path, rules)
    solved = statistics(Store(tmp_path / "tables"), rules)
    assert sum(solved.histogram["draw"].values()) == 85_622
    assert solved.maximum == 38


@pytest.mark.parametrize(
    ("variant_id", "text", "moves"),
    [
        ("3x3_1", "1_--o-x----", "b2-a2 b2-a3 b2-b1 b2-b3 b2-c1 b2-c2"),
        ("4x4_3", "1_---o-o-ox---x--x", "a1-a3 a1-b1 a1-c3 a2-a3 a2-b1 a2-b2 d1-c1 d1-c2 d1-d2"),
        # Not b2-a2, which would complete the goal of `o`.
        ("3x3_2", "1_--o-x-o-x", "b2-a3 b2-b1 b2-b3 b2-c2 c1-a3 c1-b1 c1-c2"),
    ],
)
def test_pieces_step_in_six_directions_and_jump_in_chains(variant_id: str, text: str, moves: str):
    rules = load(f"sternhalma/{variant_id}")
    position = rules.parse(text)
    assert sorted(rules.format_move(position, move) for move in rules.moves(position)) == moves.split()


@pytest.mark.parametrize(
    ("variant_id", "text"),
    [("3x3_1", "1_--x---o--"), ("3x3_1", "2_-x----o--"), ("3x3_2", "1_--x--o-ox"), ("4x4_6", "1_-oo-xoooxx-oxxx-")],
)
def test_arrangements_that_are_won_already_or_block_a_goal_are_refused(variant_id: str, text: str):
    with pytest.raises(IllegalPosition, match="cannot occur"):
        load(f"sternhalma/{variant_id}").parse(text)
