"""Shared grid code, checked against coordinate geometry."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import grid
from perfect_play.puzzles.base import Variant

SIZES = [(1, 1), (1, 4), (3, 1), (2, 3), (3, 2), (3, 3), (4, 5), (5, 5)]


def places(rows: int, cols: int) -> list[tuple[int, int]]:
    return [(row, col) for row in range(rows) for col in range(cols)]


def test_variant_of_a_board_has_the_id_name_and_options_of_its_size():
    assert grid.board_variant(2, 3, 23, testing=True) == Variant(
        "2x3", "2 rows, 3 columns", (2, 3), testing=True, positions=23
    )
    assert grid.board_variant(4, 5, presolve=False, name="Large") == Variant("4x5", "Large", (4, 5), presolve=False)


def test_names_are_those_of_a_chessboard():
    assert [grid.cell_name(cell, 8, 8) for cell in (0, 7, 56, 63, 36)] == ["a8", "h8", "a1", "h1", "e4"]
    assert [grid.cell_name(cell, 2, 3) for cell in range(6)] == ["a2", "b2", "c2", "a1", "b1", "c1"]
    assert grid.step_name((5, 2), 2, 3) == "c1-c2"


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_neighbors_are_one_step_away(rows: int, cols: int):
    board = places(rows, cols)
    for cell, (row, col) in enumerate(board):
        near = [i for i, (r, c) in enumerate(board) if abs(r - row) + abs(c - col) == 1]
        assert grid.neighbors(cell, rows, cols) == near


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_rays_are_what_a_queen_attacks(rows: int, cols: int):
    board = places(rows, cols)
    for cell, (row, col) in enumerate(board):
        rays = grid.rays(cell, rows, cols)
        for (down, right), ray in zip(grid.DIRECTIONS, rays, strict=True):
            assert [board[i] for i in ray] == [(row + i * down, col + i * right) for i in range(1, len(ray) + 1)]
        attacked = {i for i, (r, c) in enumerate(board) if r == row or c == col or abs(r - row) == abs(c - col)}
        assert {i for ray in rays for i in ray} == attacked - {cell}
        assert sum(map(len, rays)) == len(attacked) - 1


def test_images_of_a_rectangle_are_its_four_reflections():
    """Abc    fed    def    cba
    def -> cba    abc    fed
    """
    assert grid.mirrored("abcdef", 3) == "cbafed"
    assert grid.upside_down("abcdef", 3) == "defabc"
    assert grid.transposed("abcdef", 3) == "adbecf"
    assert grid.four_images("abcdef", 3) == grid.all_images("abcdef", 3) == ["abcdef", "fedcba", "defabc", "cbafed"]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_symmetries_are_all_that_keep_neighbors_together(rows: int, cols: int):
    """Four for a rectangle, eight for a square, all different unless the board is a line."""
    symmetries = grid.symmetries(rows, cols)
    assert len(symmetries) == (8 if rows == cols else 4)
    assert len(set(symmetries)) == (len(symmetries) if min(rows, cols) > 1 else min(rows * cols, 2))
    board = "".join(map(chr, range(ord("A"), ord("A") + rows * cols)))
    for image, seen in zip(grid.all_images(board, cols), symmetries, strict=True):
        assert image == "".join(board[cell] for cell in seen)
        assert sorted(seen) == list(range(rows * cols))
        for cell in range(rows * cols):
            near = {seen[other] for other in grid.neighbors(cell, rows, cols)}
            assert near == set(grid.neighbors(seen[cell], rows, cols))
