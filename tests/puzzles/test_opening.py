"""The default variant is the one people mean, with a start that leaves something to play."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Puzzle, Rules, Value

MEANT = {
    "chomp": "4x5",
    "connect4": "6x7",
    "dao": "4x4",
    "domineering": "4x4",
    "dotsandboxes": "2x2",
    "grundy": "8_5",
    "kalah": "6x4",
    "lightsout": "5",
    "npuzzle": "3",
    "nqueens": "8",
    "othello": "4x4",
    "rubikscube": "2x2x2",
    "tictactoe": "regular",
    "toadsandfrogspuzzle": "6",
    "towersofhanoi": "3_3",
}


@pytest.mark.parametrize(("name", "variant"), MEANT.items())
def test_it_is_the_one_people_mean(name: str, variant: str):
    assert registry.find(name).opening() == variant


@pytest.mark.parametrize("cls", registry.all_rules(), ids=lambda cls: cls.id)
def test_there_is_something_to_play(cls: type[Rules]):
    """No puzzle that begins at its nominal start is solved in two moves, and no game ends after every first move."""
    rules = registry.load(cls.id, cls.opening())
    assert rules.variant.custom == (not cls.variants)
    if isinstance(rules, Puzzle) and rules.random_start:
        return
    reached, ended = [rules.start()], {Value.WIN} if isinstance(rules, Puzzle) else {*Value}
    for _ in range(3 if isinstance(rules, Puzzle) else 2):
        assert reached
        over = [rules.primitive(position) in ended for position in reached]
        assert not (any(over) if isinstance(rules, Puzzle) else all(over))
        reached = [child for position in reached for child in rules.children(position)]


def test_without_a_word_of_the_plug_in_the_first_opens():
    assert registry.find("hexapawn").opens == ""
    assert registry.find("hexapawn").opening() == "3x3"
