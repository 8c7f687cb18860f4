"""Gobblet Gobblers: its rules against an independent version with stacks, its picture, and the small game whole."""

from __future__ import annotations

import random

import pytest

from perfect_play.puzzles.base import IllegalPosition, Value
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.view import Add, Move
from perfect_play.solvers.result import DRAWN
from tests.helpers import histograms, load, result_of, solved
from tests.puzzles.reached import moves_from

ID, SMALL = "gobbletgobblers/regular", "gobbletgobblers/small"
SUPPLY = {ID: (2, 2, 2), SMALL: (2, 1)}
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
Stacks = list[list[tuple[int, str]]]
"""The pieces on each cell as (size, owner), the visible one last."""


def stacks_of(text: str) -> Stacks:
    boards = [text[first : first + 9] for first in range(2, len(text), 9)]
    return [[(size, board[cell]) for size, board in enumerate(boards) if board[cell] != "-"] for cell in range(9)]


def text_of(stacks: Stacks, turn: str, sizes: int) -> str:
    owners = [dict(stack) for stack in stacks]
    return f"{turn}_" + "".join(owners[cell].get(size, "-") for size in range(sizes) for cell in range(9))


def texts_after(full_id: str, text: str) -> list[str]:
    """The positions one move away."""
    supply, mine = SUPPLY[full_id], "XO"[int(text[0]) - 1]
    found = []
    for size, number in enumerate(supply):
        lifted = [cell for cell, stack in enumerate(stacks_of(text)) if stack[-1:] == [(size, mine)]]
        if sum((size, mine) in stack for stack in stacks_of(text)) < number:
            lifted.append(-1)
        for source in lifted:
            for target in range(9):
                stacks = stacks_of(text)
                if target != source and (not stacks[target] or stacks[target][-1][0] < size):
                    if source >= 0:
                        stacks[source].pop()
                    stacks[target].append((size, mine))
                    found.append(text_of(stacks, "21"[int(text[0]) - 1], len(supply)))
    return sorted(found)


def ended(text: str) -> Value | None:
    """The value to the player to move of a position with a row of visible pieces."""
    top = [stack[-1][1] if stack else "-" for stack in stacks_of(text)]
    rows = {"".join(top[int(cell)] for cell in row) for row in ROWS}
    mine, others = ("XXX", "OOO") if text[0] == "1" else ("OOO", "XXX")
    return Value.WIN if mine in rows else Value.LOSE if others in rows else None


@pytest.mark.parametrize("full_id", [ID, SMALL])
def test_random_games_follow_an_independent_version_of_the_rules(full_id: str):
    rules, rng, ends, seen = load(full_id), random.Random(1), set(), 0
    while seen < 500 or ends != set(Value) - {Value.TIE, Value.DRAW}:
        position = rules.start()
        while (value := rules.primitive(position)) is None:
            text = rules.format(position)
            assert ended(text) is None
            assert sorted(map(rules.format, rules.children(position))) == texts_after(full_id, text)
            position, seen = rng.choice(rules.children(position)), seen + 1
        assert value is ended(rules.format(position))
        ends.add(value)


@pytest.mark.exhaustive
def test_small_game_has_the_known_counts_and_result_of_the_start():
    exact, _ = histograms(load(SMALL), solved(SMALL))
    assert exact == {"win": {"0": 9744, "1": 124_368}, "lose": {"0": 9528}, "draw": {"": 115_346}}
    assert result_of(SMALL, load(SMALL).start()) == DRAWN


def test_moves_cover_only_smaller_pieces_and_never_lift_a_covered_one():
    moves = moves_from(ID, "1_O--------X--------O-X------")
    assert moves["M-b3"] == "2_O--------XX-------O-X------"
    assert not any(name.endswith("-a3") for name in moves)  # nothing covers the largest
    assert moves["c3-b2"] == "2_O--------X--------O---X----"
    assert not any(name.startswith("a3-") for name in moves)  # it covers one of mine


def test_lines_uncovered_by_a_lift_win_for_the_opponent_unless_covered_again():
    """A player who uncovers the opponent's row may cover it again; if both have a row, the opponent has won."""
    lifts = moves_from(ID, "1_O---------OO------X--------")
    rules = load(ID)
    assert {name: rules.primitive(rules.parse(after)) for name, after in lifts.items() if name[:3] == "a3-"} == {
        **dict.fromkeys(("a3-b3", "a3-c3"), None),
        **dict.fromkeys(("a3-a2", "a3-b2", "a3-c2", "a3-a1", "a3-b1", "a3-c1"), Value.WIN),
    }
    assert rules.primitive(rules.parse("1_XX-OO------X--O------------")) is Value.WIN
    assert rules.primitive(rules.parse("2_XX-OO------X--O------------")) is Value.WIN


def test_the_picture_shows_what_is_visible_and_what_is_in_hand():
    rules = load(ID)
    picture = picture_of(rules)
    position = rules.parse("1_O--------X--------O-X------")
    assert picture.cells(position) == "Q-Z------" + position[1] + "XYZOPQX---P-"
    buttons = {rules.format_move(position, move): picture.button(position, move) for move in rules.moves(position)}
    assert buttons["M-b3"] == Add("-", 9 + 9 + 1)
    assert buttons["c3-b2"] == Move(2, 4)


@pytest.mark.parametrize("text", ["1_XXX------" + "-" * 18, "2_" + "-" * 18 + "OOO------"])
def test_illegal_positions_are_refused(text: str):
    with pytest.raises(IllegalPosition):
        load(ID).parse(text)
