"""The L-game: the counts of GamesmanClassic, hand-computed moves, and misshapen Ls."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.view import VOID, Move
from perfect_play.solvers.result import DRAWN
from tests.helpers import histograms, load, result_of, solved
from tests.puzzles.reached import moves_from

ID = "lgame/regular"


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    exact, _ = histograms(load(ID), solved(ID))
    assert exact == {
        "win": {"1": 24_576, "3": 864, "5": 2592, "7": 352, "9": 3808},
        "lose": {"0": 480, "2": 96, "4": 96, "6": 160, "8": 96},
        "draw": {"": 40_352},
    }
    assert result_of(ID, load(ID).start()) == DRAWN


def test_first_move_takes_the_l_to_five_places():
    """Five places for the L, each alone or with either neutral piece on one of six empty cells."""
    moves = moves_from(ID, "1_WBB--RB--RB--RRG")
    assert len(moves) == 5 * (1 + 2 * 6)
    assert {name: after for name, after in moves.items() if " " not in name} == {
        "c4-d2": "2_W-BB-R-B-R-B-RRG",
        "d4-c2": "2_W-BB-RB--RB--RRG",
        "d3-b4": "2_WBBB-R-B-R---RRG",
        "c2-d4": "2_W--B-R-B-RBB-RRG",
        "d2-c4": "2_W-B--RB--RBB-RRG",
    }
    assert moves["d4-c2 W-a1"] == "2_--BB-RB--RB-WRRG"


@pytest.mark.exhaustive
def test_a_player_whose_l_fits_nowhere_else_has_lost():
    rules = load(ID)
    ended = [position for position in solved(ID).results if rules.primitive(position) is not None]
    assert all(rules.primitive(position) is Value.LOSE and not rules.moves(position) for position in ended)
    assert len(ended) == 480 // 16


def test_buttons_of_an_l_with_a_neutral_piece_start_at_no_cell_of_the_game():
    rules = load(ID)
    buttons = {
        rules.format_move(rules.start(), move): rules.button(rules.start(), move) for move in rules.moves(rules.start())
    }
    assert buttons["d4-c2"] == Move(3, 2 * 11 + 2)
    assert buttons["d4-c2 W-d3"].target == 11 + 3
    board = rules.board(rules.start())
    assert (board.rows, board.cols) == (11, 11)
    sources = {button.source for name, button in buttons.items() if " " in name}
    assert all(board.cells[source] == VOID for source in sources), "what stands for an L is no cell of the game"


@pytest.mark.parametrize(
    "text", ["1_WBB-BRB--R---RRG", "2_WBB--RB-R-B--RRG", "1_WBBB-RB--R---RRG", "1_WBB--RB--RB--RRW"]
)
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)
