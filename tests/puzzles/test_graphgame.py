"""Graph: every node of the graphs of GamesmanClassic."""

from __future__ import annotations

import pytest

from perfect_play.puzzles.base import MalformedPosition
from perfect_play.solvers.result import Result
from tests.helpers import load, result_of
from tests.puzzles.reached import moves_from

NODES = {
    "0": "L0 W1 W1 L2 W3 W3 L4 W5 W5 L6 W7",
    "1": "D D D D D D D D D D D D D D D D W1 W1 L0 D D",
    "2": "W4 W4 L3 D W2 W2 W1 D D L1 T1 L0 W0 W0 W0 T0",
}
"""The result of each node for the player to move: win, lose, tie or draw, and the remoteness."""


def written(result: Result) -> str:
    return f"{result.value.value[0].upper()}{'' if result.remoteness is None else result.remoteness}"


@pytest.mark.parametrize("variant", NODES)
def test_results_of_every_node_are_those_of_gamesman_classic(variant: str):
    full_id = f"graphgame/{variant}"
    rules = load(full_id)
    expected = NODES[variant].split()
    for turn in "12":
        found = [result_of(full_id, rules.parse(f"{turn}_{node}")) for node in range(len(expected))]
        assert [written(result) for result in found if result is not None] == expected


def test_moves_are_the_edges_of_each_graph():
    assert moves_from("graphgame/0", "1_10") == {"9": "2_9", "8": "2_8"}
    assert moves_from("graphgame/1", "2_17") == {"11": "1_11", "18": "1_18", "20": "1_20"}
    assert moves_from("graphgame/2", "1_15") == {}


@pytest.mark.parametrize("text", ["1_11", "1_010", "1_-1", "1_x", "1_", "3_0"])
def test_malformed_positions_are_refused(text: str):
    with pytest.raises(MalformedPosition):
        load("graphgame/0").parse(text)
