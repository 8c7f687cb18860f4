"""TacTix: the counts of GamesmanClassic, and legal removals."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import Result
from tests.helpers import histograms, load, result_of, solved
from tests.puzzles.reached import moves_from, reached, row

ID, SMALL = "tactix/regular", "tactix/3x3"


def test_small_board_has_the_known_counts_and_result_of_the_start():
    assert reached(SMALL) == {"win": row(1, 54, 469, 265, 13), "lose": row(0, 2, 48, 59, 46, 5)}
    assert result_of(SMALL, load(SMALL).start()) == Result(Value.WIN, 7)


@pytest.mark.exhaustive
def test_every_count_is_that_of_gamesmanclassic():
    """GamesmanClassic's counts are doubled here, since either player may be to move."""
    exact, _ = histograms(load(ID), solved(ID))
    counts = {
        "win": row(1, 64, 3132, 13_556, 27_712, 10_416, 2192, 72, 12),
        "lose": row(0, 1, 96, 692, 3492, 2782, 1160, 148, 8, 1),
    }
    assert exact == {value: {str(far): 2 * count for far, count in table.items()} for value, table in counts.items()}
    assert result_of(ID, load(ID).start()) == Result(Value.LOSE, 16)


def test_moves_remove_single_counters_or_runs_of_neighbors():
    """Single counters, and horizontal or vertical runs of neighbors."""
    assert moves_from(ID, "1_OOO---O-O-------") == {
        "a4": "2_-OO---O-O-------",
        "b4": "2_O-O---O-O-------",
        "c4": "2_OO----O-O-------",
        "c3": "2_OOO-----O-------",
        "a2": "2_OOO---O---------",
        "a4-b4": "2_--O---O-O-------",
        "b4-c4": "2_O-----O-O-------",
        "c4-c3": "2_OO------O-------",
        "a4-c4": "2_------O-O-------",
    }
    assert len(moves_from(ID, load(ID).format(load(ID).start()))) == 64
