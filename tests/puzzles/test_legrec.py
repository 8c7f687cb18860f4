"""Le Grec: counts of GamesmanClassic, jumps, and what a stuck player gets."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, result_of
from tests.puzzles.reached import by_value, moves_from

COUNTS = {
    "advancement-comparison": {"win": 35_608, "lose": 19_828, "draw": 756_476},
    "stuck-player-wins": {"win": 35_528, "lose": 19_764, "draw": 756_620},
    "stuck-player-loses": {"win": 112_364, "lose": 108_008, "draw": 591_540},
}
REGULAR = "legrec/advancement-comparison"


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", COUNTS)
def test_counts_are_those_of_gamesmanclassic(variant: str):
    full_id = f"legrec/{variant}"
    assert by_value(full_id) == COUNTS[variant]
    assert result_of(full_id, load(full_id).start()) == DRAWN


def test_pieces_move_forward_and_over_enemies():
    assert moves_from(REGULAR, "2_XOOXX-XXOOXOOOX-") == {
        "a2-b3": "1_XOOXXOXX-OXOOOX-",
        "b2-b3": "1_XOOXXOXXO-XOOOX-",
        "b1-d1": "1_XOOXX-XXOOXOO-XO",
    }


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        ("OO--OXOXOXXXOOXX", {"compares": Value.WIN, "wins": Value.WIN, "loses": Value.LOSE}),
        ("-OOXOOXX-OOOXXXX", {"compares": Value.LOSE, "wins": Value.WIN, "loses": Value.LOSE}),
        ("XXXXXXX--OOOOOOO", dict.fromkeys(("compares", "wins", "loses"))),
        ("OOOOOOO--XXXXXXX", dict.fromkeys(("compares", "wins", "loses"), Value.LOSE)),
        ("OOOOOOOX-XXXXXX-", dict.fromkeys(("compares", "wins", "loses"), Value.LOSE)),
    ],
)
def test_ends_by_arrival_are_alike_and_a_stuck_player_gets_what_the_variant_says(
    cells: str, values: dict[str, Value | None]
):
    ids = {"compares": "advancement-comparison", "wins": "stuck-player-wins", "loses": "stuck-player-loses"}
    assert {faced: load(f"legrec/{ids[faced]}").primitive((1, cells)) for faced in ids} == values
