"""Shared by two-player games: texts that begin with the player to move, and pieces `x` and `o`."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import MalformedPosition, Turn, Value, Variant
from perfect_play.puzzles.turns import (
    EXCHANGED,
    NEXT,
    OWN_AND_OTHER,
    CellsGame,
    Position,
    check_pieces,
    moved,
    read_turn,
)


class Row(CellsGame):
    """Three cells; nothing is ever moved."""

    id = "row"

    def start(self) -> Position:
        return (1, "x-o")

    def moves(self, position: Position) -> list[int]:
        return []

    def do_move(self, position: Position, move: int) -> Position:
        return position

    def primitive(self, position: Position) -> Value:
        return Value.TIE

    def from_board(self, cells: str, turn: Turn) -> Position:
        check_pieces(cells, 3)
        return (turn, cells)


def test_players_and_their_pieces_change_places():
    for turn, (own, other) in OWN_AND_OTHER.items():
        assert NEXT[NEXT[turn]] == turn != NEXT[turn]
        assert OWN_AND_OTHER[NEXT[turn]] == (other, own)
        assert f"{own}-{other}".translate(EXCHANGED) == f"{other}-{own}"
    assert OWN_AND_OTHER[1][0] == "x"


def test_the_player_to_move_is_read():
    assert read_turn("1_x-o") == (1, "x-o")
    assert read_turn("2_") == (2, "")
    assert read_turn("2_1_x", limit=5) == (2, "1_x")


@pytest.mark.parametrize("text", ["", "1", "_", "0_x", "3_x", "1-x", "x_1_", "12_x", " 1_x", "١_x"])
def test_text_without_a_player_to_move_is_refused(text: str):
    with pytest.raises(MalformedPosition, match=r"expected '1_' or '2_' \(the player to move\), then the stones\."):
        read_turn(text, "the stones")


def test_texts_longer_than_the_limit_are_refused():
    with pytest.raises(MalformedPosition, match=r"\.\.\. \(102 characters\): expected '1_' or '2_'"):
        read_turn("1_" + "x" * 100, limit=101)


def test_pieces_of_the_wrong_number_or_kind_are_refused_with_the_cells():
    check_pieces("", 0)
    check_pieces("xo-", 3)
    for cells in ("xo", "xo--", "xO-", "xo1"):
        with pytest.raises(MalformedPosition, match=f"^'{cells}': expected 3 points, each 'x', 'o' or '-'"):
            check_pieces(cells, 3, "points")
    with pytest.raises(MalformedPosition, match=r"^'1_xo': expected 3 cells"):
        check_pieces("xo", 3, text="1_xo")


def test_a_piece_takes_what_it_moves_to():
    assert moved("xo-", 0, 1) == "-x-"
    assert moved("xo-", 1, 2) == "x-o"


def test_texts_of_a_game_of_cells_read_back_or_are_refused():
    rules = Row(Variant("3", "3 cells"))
    for text in ("1_x-o", "2_---"):
        position = rules.parse(text)
        assert rules.format(position) == text
        assert position == (rules.turn(position), text[2:]) == (int(text[0]), text[2:])
    with pytest.raises(MalformedPosition, match=r"^'x-o': expected '1_' or '2_'.*then the cells"):
        rules.parse("x-o")
    with pytest.raises(MalformedPosition, match=r"^'x-': expected 3 cells"):
        rules.parse("1_x-")
