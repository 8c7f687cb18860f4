"""Amazons: published numbers of moves and a winner, small boards by an independent search."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value, Variant
from perfect_play.puzzles.boards.game import BoardGame, Position
from perfect_play.puzzles.two_player.amazons import Amazons
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of

SMALLEST, SMALL = "amazons/2x3_1", "amazons/3x3_1"
Cell = tuple[int, int]


@cache
def moves_left(rows: int, cols: int, own: Cell, other: Cell, blocked: frozenset[Cell]) -> int:
    """Moves to the end; odd if won by the player to move, who has one amazon."""

    def in_line(start: Cell, taken: set[Cell]) -> list[Cell]:
        reached = []
        for down, right in product((-1, 0, 1), repeat=2):
            row, col = start[0] + down, start[1] + right
            while (down or right) and 0 <= row < rows and 0 <= col < cols and (row, col) not in taken:
                reached.append((row, col))
                row, col = row + down, col + right
        return reached

    after = [
        moves_left(rows, cols, other, target, blocked | {arrow})
        for target in in_line(own, {own, other, *blocked})
        for arrow in in_line(target, {target, other, *blocked})
    ]
    won = [moves for moves in after if moves % 2 == 0]
    return 1 + (min(won) if won else max(after, default=-1))


def searched(rules: BoardGame, position: Position) -> Result:
    """The result of a position with one amazon each by the search above."""
    turn, cells = position
    where = {divmod(cell, rules.cols): piece for cell, piece in enumerate(cells)}
    own, other = ([cell for cell, piece in where.items() if piece == wanted] for wanted in ("xo", "ox")[turn - 1])
    blocked = frozenset(cell for cell, piece in where.items() if piece == "b")
    moves = moves_left(rules.rows, rules.cols, own[0], other[0], blocked)
    return Result(Value.WIN if moves % 2 else Value.LOSE, moves)


def test_every_position_of_the_smallest_board_has_the_result_of_an_independent_search():
    rules = load(SMALLEST)
    positions = list(rules.positions())
    assert len(positions) == rules.variant.positions
    for position in positions:
        assert result_of(SMALLEST, position) == searched(rules, position)


def test_start_of_nine_cells_has_the_result_of_an_independent_search():
    assert result_of(SMALL, load(SMALL).start()) == searched(load(SMALL), load(SMALL).start())


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rows", "cols", "wins"), [(4, 4, False), (4, 5, True), (5, 4, False)])
def test_winner_with_four_amazons_each_is_that_of_another_search(rows: int, cols: int, wins: bool):
    from tests.puzzles.amazons_search import first_player_wins  # is compiled

    _, cells = load(f"amazons/{rows}x{cols}").start()
    first, second = (sum(1 << place for place, cell in enumerate(cells) if cell == piece) for piece in "xo")
    assert first_player_wins(rows, cols, first, second) is wins


@pytest.mark.exhaustive
def test_second_player_wins_on_4x4_with_four_amazons_each():
    assert result_of("amazons/4x4", load("amazons/4x4").start()) == Result(Value.LOSE, 8)


def test_published_first_move_on_six_rows_and_five_columns_leaves_157_answers():
    rules = Amazons(Variant("6x5", "6x5", (6, 5, (20, 24, 26, 28))))
    start = rules.start()
    (move,) = (move for move in rules.moves(start) if rules.format_move(start, move) == "b1-b4(d4)")
    assert len(rules.moves(rules.do_move(start, move))) == 157


@pytest.mark.parametrize("full_id", ["amazons/4x5", "amazons/5x4"])
def test_start_of_twenty_cells_has_eighty_five_moves_and_their_mirror_images(full_id: str):
    rules = load(full_id)
    assert len(rules.moves(rules.start())) == 2 * 85


def test_amazon_may_shoot_over_the_cell_it_came_from():
    rules = load(SMALLEST)
    position = rules.parse("2_bxbbo-")
    assert [rules.format_move(position, move) for move in rules.moves(position)] == ["b1-c1(b1)"]


@pytest.mark.parametrize("text", ["2_-o--x-", "1_-ob-x-"])
def test_number_of_arrows_says_whose_turn_it_is(text: str):
    with pytest.raises(IllegalPosition):
        load(SMALLEST).parse(text)
