"""Alpha-beta: published answers, agreement with plain minimax, and with the tables near the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from perfect_play.puzzles.base import Game, Position, Value
from perfect_play.solvers.pathfinding.alpha_beta import (
    MAX_EVALUATION,
    MOST_AHEAD,
    WON,
    BadLimit,
    Evaluate,
    NoEvaluation,
    OutOfBudget,
    alpha_beta,
    deepening,
    evaluation_of,
)
from perfect_play.solvers.result import Result
from tests.helpers import SIGNS, late, load, result_of


def game(full_id: str) -> Game:
    rules = load(full_id)
    assert isinstance(rules, Game)
    return rules


def minimax(rules: Game, position: Position, limit: int, evaluate: Evaluate, depth: int = 0) -> tuple[Any, int]:
    """(the first best move, its value), by definition, trying every line."""
    ended = rules.primitive(position)
    if ended is not None:
        return None, SIGNS[ended] * (WON - depth)
    if limit == 0:
        return None, evaluate(position)
    worths = []
    for move in rules.moves(position):
        child = rules.do_move(position, move)
        value = minimax(rules, child, limit - 1, evaluate, depth + 1)[1]
        worths.append((move, value if rules.turn(child) == rules.turn(position) else -value))
    best = max(value for _, value in worths)
    return next(move for move, value in worths if value == best), best


def walked(rules: Game, moves: int, rng: random.Random) -> Position:
    """Where `moves` random moves lead, or fewer if the game ends."""
    position = rules.start()
    for _ in range(moves):
        if rules.primitive(position) is None:
            position = rules.do_move(position, rng.choice(list(rules.moves(position))))
    return position


def test_answers_on_dominoes_are_those_of_the_course_assignment():
    """The answers of a course assignment, CMPSC 442 at Penn State: move, value, leaves.

    It evaluates ended positions like any other.
    """
    rules = game("domineering/3x3")
    start = rules.start()
    after = rules.do_move(start, 1)
    answers = []
    for position in (start, after):
        for limit in (1, 2):
            found = alpha_beta(rules, position, limit, knows_ends=False)
            answers.append((limit, divmod(found.move, 3), found.value, found.leaves))
    assert answers == [(1, (0, 1), 2, 6), (2, (0, 1), 3, 10), (1, (2, 0), -3, 2), (2, (2, 0), -2, 5)]


PLAYED = [
    ("domineering/3x3", 4),
    ("domineering/4x4", 3),
    ("othello/4x4", 4),
    ("dotsandboxes/2x2", 3),
    ("kalah/3x3", 5),
    ("mancala/3x2", 5),
]


@pytest.mark.parametrize(("full_id", "deepest"), PLAYED)
def test_alpha_beta_equals_minimax_with_fewer_leaves(full_id: str, deepest: int):
    rules, rng = game(full_id), random.Random(7)
    evaluate = evaluation_of(rules)
    saved = 0
    for _ in range(25):
        position = walked(rules, rng.randrange(9), rng)
        for limit in range(1, deepest + 1):
            found = alpha_beta(rules, position, limit)
            assert (found.move, found.value) == minimax(rules, position, limit, evaluate)
            saved += counted(rules, position, limit) - found.leaves
    assert saved > 0, "nothing was ever left out"


def counted(rules: Game, position: Position, limit: int) -> int:
    """The number of leaves."""
    if limit == 0 or rules.primitive(position) is not None:
        return 1
    return sum(counted(rules, child, limit - 1) for child in rules.children(position))


ENDING = ["tictactoe/regular", "domineering/3x3", "domineering/4x2", "dotsandboxes/1x2", "hexapawn/3x3"]


@pytest.mark.parametrize("full_id", [*ENDING, late("othello/4x4")])
def test_alpha_beta_to_the_end_equals_the_table(full_id: str):
    """As well as the remotenesses of wins and losses, whatever the evaluation says."""
    rules, rng = game(full_id), random.Random(3)
    worst: Evaluate = lambda position: -(WON << 10)  # noqa: E731
    for _ in range(12):
        position = walked(rules, rng.randrange(2, 7), rng)
        known = result_of(full_id, position)
        assert known is not None
        found = alpha_beta(rules, position, MOST_AHEAD, worst)
        assert found.complete
        assert found.proved_value is known.value
        if known.value is not Value.TIE:
            assert found.remoteness == known.remoteness
        if found.move is not None:
            child = rules.do_move(position, found.move)
            reached = result_of(full_id, child)
            assert reached is not None
            turned = 1 if rules.turn(child) == rules.turn(position) else -1
            assert SIGNS[reached.value] * turned == SIGNS[known.value]


def test_a_win_is_proved_before_every_line_ends():
    rules = game("domineering/4x4")
    position = rules.parse("--xx-----x---x--")
    found = deepening(rules, position, MOST_AHEAD, 1 << 40, 1e9)
    known = result_of("domineering/4x4", position)
    assert known == Result(Value.WIN, found.remoteness)
    assert found.proved_value is Value.WIN
    assert not found.complete
    assert found.value > MAX_EVALUATION


def test_deepening_is_the_search_to_the_limit():
    rules = game("kalah/3x2")
    for limit in range(1, 8):
        found, direct = (search(rules, limit) for search in (deepened, searched))
        assert found == direct


def deepened(rules: Game, limit: int) -> Any:
    return deepening(rules, rules.start(), limit, 1 << 40, 1e9)


def searched(rules: Game, limit: int) -> Any:
    return alpha_beta(rules, rules.start(), limit)


def test_complete_search_is_not_deepened():
    rules = game("dotsandboxes/1x2")
    found = deepened(rules, MOST_AHEAD)
    assert found.complete
    assert (found.limit, found.value) == (MOST_AHEAD, 0)
    assert found == searched(rules, MOST_AHEAD)


def test_bounds_on_positions_and_time_stop_the_search_with_the_last_whole_depth():
    rules = game("domineering/4x4")
    whole = searched(rules, 4)
    assert alpha_beta(rules, rules.start(), 4, nodes=whole.nodes) == whole
    with pytest.raises(OutOfBudget, match="positions"):
        alpha_beta(rules, rules.start(), 4, nodes=whole.nodes - 1)
    with pytest.raises(OutOfBudget, match="time"):
        alpha_beta(rules, rules.start(), 4, seconds=-1.0)
    below = [searched(rules, limit) for limit in (1, 2, 3)]
    spent = sum(found.nodes for found in below)
    assert deepening(rules, rules.start(), 9, spent, 1e9) == below[2]
    assert deepening(rules, rules.start(), 9, 1, -1.0) == below[0], "the first search is always made"


def test_the_end_has_no_move():
    rules = game("othello/4x4")
    found = alpha_beta(rules, rules.parse("2_xxxxxxxxxooooooo"), 3)
    assert (found.move, found.value, found.leaves, found.nodes) == (None, -WON, 1, 1)


@pytest.mark.parametrize("full_id", ["nim/3_5", "towersofhanoi/3_3", "tictactoe/regular"])
def test_game_without_an_evaluation_is_refused(full_id: str):
    with pytest.raises(NoEvaluation, match="evaluation"):
        evaluation_of(load(full_id))


@pytest.mark.parametrize("limit", [0, -1, MOST_AHEAD + 1])
def test_limits_of_no_moves_or_too_many_ahead_are_refused(limit: int):
    with pytest.raises(BadLimit, match="moves ahead"):
        deepened(game("othello/4x4"), limit)


@pytest.mark.parametrize("full_id", [full_id for full_id, _ in PLAYED])
def test_an_evaluation_is_for_the_player_to_move(full_id: str):
    """So it is the same for all images, including those with the players exchanged."""
    rules, rng = game(full_id), random.Random(5)
    evaluate = evaluation_of(rules)
    for moves in range(12):
        position = walked(rules, moves, rng)
        assert {evaluate(image) for image in rules.images(position)} == {evaluate(position)}
