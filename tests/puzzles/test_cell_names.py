"""How moves name the cells of boards: found from the start, whatever position is shown."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.notation.cell_names import DROPS, CellNames, cell_names
from perfect_play.puzzles.translations import translations
from tests.helpers import load

CASES = {
    "tictactoe/regular": CellNames(3, -1, "a"),
    "othello/4x4": CellNames(1, 1, "a"),
    "dshogi/regular": CellNames(1, 1, "A"),
    "domineering/4x4": CellNames(4, -1, "a"),
    "sokoban/1": CellNames(9, -1, "a"),
    "snakestale/lvl2": CellNames(4, -1, "a"),
    "gridnavigation/wall": CellNames(7, -1, "a"),
    "klotski/donkey": CellNames(5, -1, "a"),
    "hashi/4x4": CellNames(7, -1, "a"),
    "connect4/6x7": DROPS,
    "kayles/5": None,
    "topspin/6_2": None,
}
"""Rows from the bottom, and from the top; moves in one row; arrows named by one end; bridges; columns alone; none."""
FROM_THE_TOP = {"en": "counted from the top", "es": "se cuentan desde arriba", "fr": "se comptent à partir du haut"}


@pytest.mark.parametrize("full_id", CASES)
def test_names_of_cells_are_read_from_the_moves_of_the_start(full_id: str):
    assert cell_names(load(full_id)) == CASES[full_id]


@pytest.mark.second_ring
def test_games_whose_rows_are_counted_from_the_top_say_so_in_every_language():
    counted = set()
    for rules in registry.listed():
        names = cell_names(rules)
        if names and names.step > 0:
            counted.add(rules.id)
            texts = {code: translations()[code, rules.id].instructions for code in ("es", "fr")}
            for code, text in {"en": rules.instructions, **texts}.items():
                assert FROM_THE_TOP[code] in " ".join(text.split()), (rules.id, code)
    assert counted == {"dshogi", "othello"}, "all others are counted from the bottom"
