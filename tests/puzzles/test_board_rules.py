"""The rules of a board game: functions of its module or its class, or shared ones; and what has a default."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import LOST, IllegalPosition, Turn, Variant
from perfect_play.puzzles.boards import BoardGame, Cells, Moves, add, beside, list_steps, step


class CrossingGame(BoardGame):
    """Pieces step toward the other end of a row; who cannot, loses."""

    rows, cols = 1, 4
    setup = "xx-o"
    other_side = ""
    stuck = LOST


def list_moves(cells: Cells, turn: int, moves: Moves, cols: int) -> int:
    count, ahead = 0, 3 - 2 * turn
    for cell in range(cols):
        if cells[cell] == turn and 0 <= cell + ahead < cols and cells[cell + ahead] == 0:
            count = add(moves, count, step(cell, cell + ahead))
    return count


class BothWays(CrossingGame):
    """The same, but pieces may also step back."""

    list_moves = list_steps
    neighbors = beside(1, 4)


class PlacementGame(BoardGame):
    """Pieces are placed anywhere."""

    rows, cols = 1, 3

    @staticmethod
    def list_moves(cells: Cells, turn: int, moves: Moves) -> int:
        count = 0
        for cell in range(3):
            if cells[cell] == 0:
                count = add(moves, count, cell)
        return count


def game(cls: type[BoardGame]) -> BoardGame:
    return cls(Variant("only", "Only"))


def played(rules: BoardGame, text: str) -> set[str]:
    return {rules.format(child) for child in rules.children(rules.parse(text))}


def test_rules_are_functions_below_the_class():
    assert played(game(CrossingGame), "1_xx-o") == {"2_x-xo"}
    assert played(game(CrossingGame), "2_x-xo") == set()
    assert game(CrossingGame).primitive((2, "x-xo")) == "lose"


def test_a_class_adopts_a_rule_by_its_name():
    assert played(game(BothWays), "1_x-xo") == {"2_-xxo", "2_xx-o"}
    assert played(game(CrossingGame), "1_x-xo") == {"2_-xxo"}, "the game that it derives from keeps its own"


def test_a_class_may_write_its_own_rule():
    assert played(game(PlacementGame), "2_x--") == {"1_xo-", "1_x-o"}


def test_pieces_are_those_of_the_setup_if_there_is_one():
    crossing = game(CrossingGame)
    assert crossing.counts == {"x": (2,), "o": (1,)}
    with pytest.raises(IllegalPosition):
        crossing.parse("1_x--o")


def test_any_pieces_may_be_there_if_the_board_begins_empty():
    filling = game(PlacementGame)
    assert filling.format(filling.start()) == "1_---"
    assert {filling.format(filling.parse(f"1_{cells}")) for cells in ("---", "xxx", "oo-")} == {
        "1_---",
        "1_xxx",
        "1_oo-",
    }


def test_materials_have_at_most_as_many_pieces_as_cells():
    counts = {counts for _, counts, _ in game(PlacementGame).materials()}
    assert counts == {(x, o) for x in range(4) for o in range(4 - x)}


class Halves(PlacementGame):
    """Of which player 2 has no more than player 1."""

    def possible(self, turn: Turn, x: int, o: int) -> bool:
        return o <= x


def test_a_game_keeps_the_rules_of_the_one_it_derives_from():
    assert played(game(Halves), "2_x--") == {"1_xo-", "1_x-o"}


def test_a_game_may_rule_out_more():
    assert {counts for _, counts, _ in game(Halves).materials()} == {(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)}
