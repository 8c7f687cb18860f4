"""Instructions say what the rules do: cases that decide a game are played, and the sentences about them are there."""

from __future__ import annotations

import re

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import LOST, WON, Game, Position, Rules, Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.result import DRAWN
from tests.helpers import load, name_of, result_of

ENDS = [
    ("yote/3x3", "1_WW-------13", "c3", Value.LOSE, "Once **a hand is empty**, whoever is to move"),
    ("yote/3x3", "1_W--------23", "c3", None, "Once **a hand is empty**, whoever is to move"),
    ("tictactwo/regular", "1_-O----OOO--XXX----X------G--------", "G-c4", Value.TIE, "if both do, it is a tie"),
    ("beeline/regular", "2_BWW-B-W------B--", "b1-b3", Value.LOSE, "If bees of **both** players are, only the one on"),
    (
        "beeline/regular",
        "2_--W-W--BBW--B---",
        "d3-b3",
        Value.WIN,
        "the first such cell counts, row by row from the top",
    ),
    ("jan/4x4", "1_bbw-bb-www------", "d3-c3", Value.LOSE, "Whoever **cannot move** loses."),
    ("nutictactoe/3x4", "1_-XOO--XXX-OO", "a1-b1", Value.LOSE, "Whoever **cannot move** loses."),
    ("dodgem/regular", "1_----oo--x-------", "b3-b2", Value.WIN, "if the other player **cannot move**, you lose"),
    ("foxandhounds/4x4", "2_GFG-----", "d4-c3", Value.LOSE, "**no hound is left in a row below it**"),
    ("foxandhounds/4x4", "1_GF--G---", "b2-c3", Value.LOSE, "hounds win when the fox **cannot move**"),
    ("tantfant/regular", "1_OO--O-XXX", "a1-a2", None, "the row where your pieces began **does not count**"),
    ("lewthwaitesgame/3x3", "2_WBWBWBB-W", "a1-b1", Value.LOSE, "Whoever **cannot move** loses."),
    ("change/small", "1_-xxo-o----", "3-1", Value.LOSE, "**all their pieces in the enemy's home row** wins"),
    ("dshogi/3x3", "1_hhlL-----_000_000", "A2 A1", Value.WIN, "**farthest rank**"),
    ("adugo/5x5", "1_NWW-W-WWW--B----WW-----W-W", "a3-c5", Value.LOSE, "by **taking five dogs**"),
    (
        "chess/kqk",
        "1_-------k---------------------K--------------------------------Q-",
        "g1-g6",
        Value.DRAW,
        "a **draw**",
    ),
]
"""A position, a move, the value of what it leads to if play ends there, and the words that say so."""


@pytest.mark.parametrize(("full_id", "text", "name", "value", "words"), ENDS)
def test_instructions_explain_moves_that_decide_a_game(
    full_id: str, text: str, name: str, value: Value | None, words: str
):
    rules = load(full_id)
    assert rules.primitive(after(rules, rules.parse(text), name)) is value
    assert words in rules.instructions


CHOICES = [
    ("tictactwo/4x4", "1_-----X--O-X-OX----G-", set("abcd"), set(), "three on the boards of three and four rows"),
    ("chopsticks/0", "1_2111", set(), {"L0", "L1", "L2"}, "In the variants with passing"),
    (
        "chopsticks/1",
        "1_2111",
        {"L0", "L1"},
        {"L2"},
        "you may also **pass** (where full transfers are not allowed, only while both your hands are in)",
    ),
    ("chopsticks/1", "1_2011", {"L1"}, {"L0"}, "only while both your hands are in"),
    (
        "chopsticks/2",
        "1_2111",
        {"L2"},
        {"L0", "L1"},
        "in those with full transfers, transfer **all the fingers** of a hand",
    ),
    ("chopsticks/3", "1_2011", {"L0", "L2"}, set(), "transfer so that your hands merely **trade places**"),
    ("konane/4x4", "1_oxoxxoxooxoxxoxo", {"a4", "d1", "b3", "c2"}, {"a3"}, "one of their own stones, `o`, in a corner"),
    ("adugo/5x5", "1_IW-WBWWWW-WWWW---W----W---", {"d5", "d5-b5"}, {"d5-c5"}, "or **stop**, by a click on it"),
]
"""A position, moves that there are, moves that there are not, and the words that say so."""


@pytest.mark.parametrize(("full_id", "text", "allowed", "refused", "words"), CHOICES)
def test_instructions_name_allowed_moves(full_id: str, text: str, allowed: set[str], refused: set[str], words: str):
    rules = load(full_id)
    position = rules.parse(text)
    names = {rules.format_move(position, move) for move in rules.moves(position)}
    if full_id == "tictactwo/4x4":
        assert all("-" in name for name in names), "no fourth stone"
    else:
        assert allowed <= names
        assert not refused & names
    assert words in rules.instructions


def test_kings_alone_draw():
    rules = load("chess/4x4-krk")
    assert isinstance(rules, BoardGame)
    alone = [position for position in rules.positions() if not set(position[1]) & set("Rr")]
    assert alone
    assert {result_of(rules.full_id, position) for position in alone} == {DRAWN}
    assert "nobody can force mate" in rules.instructions


def after(rules: Rules, position: Position, name: str) -> Position:
    """The position after the move of this name."""
    return next(
        rules.do_move(position, move) for move in rules.moves(position) if rules.format_move(position, move) == name
    )


# --- of every game --------------------------------------------------------------------------------


def games() -> list[Rules]:
    """The first listed variant of each game."""
    first = {rules.id: rules for rules in reversed(registry.listed()) if isinstance(rules, Game)}
    return list(first.values())


def marks(rules: Rules, position: Position) -> set[str]:
    """The letters that one move or another puts on the board or takes from a cell."""
    before = rules.board(position).cells
    changed = set[str]()
    for child in rules.children(position):
        for cell, other in zip(before, rules.board(child).cells, strict=False):
            if cell != other:
                changed |= {cell, other}
    return {mark for mark in changed if mark.isalpha()}


NAMED_OTHERWISE = {
    "1dchess": "The capitals begin",
    "chess": "White, the capitals, begins",
    "dshogi": "The capitals, green on the board, begin",
    "forestfox": "Player 1 leads",
    "hareandhounds": "The hounds begin unless the variant says",
    "neutron": "On the first move of the game, by `X`",
    "quickchess": "The capitals begin",
    "snake": "Player 1, who begins, moves the head",
    "tictacchec": "the capitals begin",
}


def test_instructions_name_the_mark_of_the_first_player():
    unsaid = []
    for rules in games():
        start, text = rules.start(), rules.instructions.replace("*", "")
        first = marks(rules, start)
        second = {mark for child in rules.children(start) if rules.turn(child) == 2 for mark in marks(rules, child)}
        if rules.id in NAMED_OTHERWISE:
            is_clear = NAMED_OTHERWISE[rules.id] in text
        else:
            sentences = re.split(r"(?<=[.;:])\s", text)
            beginning = [sentence for sentence in sentences if re.search(r"begin|[Pp]layer 1|first player", sentence)]
            is_clear = any(f"`{mark}`" in sentence for sentence in beginning for mark in first - second)
        if first - second and second - first and not is_clear:
            unsaid.append(rules.id)
    assert unsaid == []


SAID_OTHERWISE = ("allqueenschess", "expantix", "tactix")
"""Games that name who makes the last move, or in which nobody is ever without one."""


def can_be_stuck(rules: Rules) -> bool:
    return isinstance(rules, BoardGame) and rules.stuck in (LOST, WON) and rules.id not in SAID_OTHERWISE


@pytest.mark.parametrize("rules", [*filter(can_be_stuck, games())], ids=name_of)
def test_instructions_say_what_happens_to_a_player_without_moves(rules: Rules):
    assert re.search(r"(cannot|can|without a)\s\**(move|put|make)|no \**move|trapped", rules.instructions)
