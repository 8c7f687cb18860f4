"""0 to 10 by 1 or 2: published numbers, nimbers by definition, and typed starts."""

from __future__ import annotations

import pytest

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, Game, IllegalPosition, MalformedPosition, PositionError, Value
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.puzzles.view import Add
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.closed_form_answers import ClosedForms
from tests.helpers import load, reachable, result_of, solved

ID = "0to10by1or2"
STARTS = ["regular", "21_1_2_3", "25_1_3_4", "20_2_3", "12_5", "9_3_4", "30_1_2_6_11_30"]


def closed(variant: str) -> ClosedFormGame:
    rules = load(f"{ID}/{variant}")
    assert isinstance(rules, ClosedFormGame)
    return rules


def test_start_wins_in_7_and_there_are_11_positions():
    rules = load(f"{ID}/regular")
    assert len({total for _, total in reachable(rules)}) == len(solved(f"{ID}/regular").results) == 11
    assert result_of(f"{ID}/regular", rules.start()) == Result(Value.WIN, 7)
    assert rules.variant.positions == 11


def test_ids_of_one_game_load_the_same_rules_and_typed_starts_are_custom():
    assert load("1210/regular") is load(f"{ID}/10_1_2") is load(f"{ID}/regular")
    assert load(f"{ID}/10_1_3").variant.custom


@pytest.mark.parametrize("variant", STARTS)
def test_answers_without_a_table_equal_those_with_one(variant: str):
    """The answers by nimbers are those of the reference solver, and nimbers are those of the definition."""
    rules, answers = closed(variant), ClosedForms()
    assert answers.exact(rules)
    for position in reachable(rules):
        assert answers.probe(rules, position) == solved(f"{ID}/{variant}").result(rules, position)
        after = {rules.nimber(child) for child in rules.children(position)}
        assert rules.nimber(position) == next(n for n in range(len(after) + 1) if n not in after)


def test_shared_memory_answers_for_different_numbers():
    """Three short of the goal is lost by 1 or 2, won by 1, 2 or 3, and again lost by 1 or 2."""
    answers = ClosedForms()
    for variant, value in (("9_1_2", Value.LOSE), ("9_1_2_3", Value.WIN), ("12_1_2", Value.LOSE)):
        rules = closed(variant)
        position = rules.parse(f"1_{rules.variant.options[0] - 3}")
        assert answers.probe(rules, position).value is value
        assert answers.probe(rules, position) == result_of(f"{ID}/{variant}", position)


@pytest.mark.parametrize("most", range(1, 6))
def test_nimber_with_all_numbers_is_the_remainder(most: int):
    """The shortfall counts modulo `most` + 1: Bachet's game."""
    rules = closed("_".join(map(str, (60, *range(1, most + 1)))))
    for total in range(61):
        assert rules.nimber(rules.parse(f"1_{total}")) == (60 - total) % (most + 1)


def test_longest_game_takes_as_many_moves_as_its_number():
    rules = closed("500_1")
    assert ClosedForms().probe(rules, rules.start()) == Result(Value.LOSE, 500)


def test_moves_add_up_to_ten_and_lose_for_who_faces_it():
    rules = load(f"{ID}/regular")
    position = rules.parse("2_8")
    assert rules.board(position).cells == "xxxxxxxx--"
    assert [rules.button(position, move) for move in rules.moves(position)] == [Add("x", 8), Add("x", 9)]
    assert [rules.format_move(position, move) for move in rules.moves(position)] == ["add 1", "add 2"]
    assert [rules.format(child) for child in rules.children(position)] == ["1_9", "1_10"]
    assert len(list(rules.moves(rules.parse("1_9")))) == 1
    for text in ("1_10", "2_10"):
        assert rules.primitive(rules.parse(text)) is Value.LOSE


def test_player_who_cannot_add_loses():
    rules = load(f"{ID}/20_2_3")
    assert rules.primitive(rules.parse("1_19")) is Value.LOSE
    assert list(rules.moves(rules.parse("1_19"))) == []


REFUSED: list[tuple[str, str, type[PositionError]]] = [
    ("regular", "7", MalformedPosition),
    ("regular", "1_11", MalformedPosition),
    ("regular", "1_07", MalformedPosition),
    ("regular", "1_-1", MalformedPosition),
    ("regular", "1_", MalformedPosition),
    ("regular", "3_7", MalformedPosition),
    ("20_2_3", "1_1", IllegalPosition),  # not a sum of the numbers
    ("12_5", "1_6", IllegalPosition),
]


@pytest.mark.parametrize(("variant", "text", "error"), REFUSED)
def test_illegal_and_malformed_positions_are_refused(variant: str, text: str, error: type[PositionError]):
    with pytest.raises(error, match=r"expected|leads here"):
        load(f"{ID}/{variant}").parse(text)


@pytest.mark.parametrize("text", ["0_1", "501_1", "10_1_1", "10_2_1", "10_11", "99_100", "10", "10_0", "9_1_2_3_4_5_6"])
def test_typed_starts_out_of_bounds_are_refused_with_the_help_sentence(text: str):
    game = registry.find(ID)
    assert issubclass(game, Game)
    assert game.custom is not None
    with pytest.raises(BadCustomVariant) as caught:
        game.find_variant(text)
    assert game.custom.help in str(caught.value)
