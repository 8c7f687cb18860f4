"""Alpha-beta: published answers, the same answers as plain minimax, and those of the tables at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from puzzles.base import Game, Position
from solvers.cli import main
from solvers.search import (
    MOST_AHEAD,
    BadLimit,
    Evaluate,
    NoEvaluation,
    OutOfBudget,
    alpha_beta,
    deepening,
    evaluation_of,
)
from tests.helpers import SIGNS, load, solved


def game(full_id: str) -> Game:
    rules = load(full_id)
    assert isinstance(rules, Game)
    return rules


def minimax(rules: Game, position: Position, limit: int, evaluate: Evaluate) -> tuple[Any, int]:
    """(the first best move, its value), by the definition; every line is gone through."""
    if limit == 0 or rules.primitive(position) is not None:
        return None, evaluate(position)
    worths = []
    for move in rules.moves(position):
        child = rules.do_move(position, move)
        value = minimax(rules, child, limit - 1, evaluate)[1]
        worths.append((move, value if rules.turn(child) == rules.turn(position) else -value))
    best = max(value for _, value in worths)
    return next(move for move, value in worths if value == best), best


def walked(rules: Game, moves: int, rng: random.Random) -> Position:
    """Where so many random moves lead, or fewer if the game is over."""
    position = rules.start()
    for _ in range(moves):
        if rules.primitive(position) is None:
            position = rules.do_move(position, rng.choice(list(rules.moves(position))))
    return position


def test_the_assignment_on_dominoes():
    """The answers of an assignment of a course, CMPSC 442 at Penn State: move, value, leaves."""
    rules = game("domineering/3x3")
    start = rules.start()
    after = rules.do_move(start, 1)
    answers = []
    for position in (start, after):
        for limit in (1, 2):
            found = alpha_beta(rules, position, limit)
            answers.append((limit, divmod(found.move, 3), found.value, found.leaves))
    assert answers == [(1, (0, 1), 2, 6), (2, (0, 1), 3, 10), (1, (2, 0), -3, 2), (2, (2, 0), -2, 5)]


@pytest.mark.parametrize(
    ("position", "limit", "move", "value", "leaves"),
    [
        ("---------", 1, "b3-b2", 2, 6),
        ("---------", 2, "b3-b2", 3, 10),
        ("-x--x----", 1, "a1-b1", -3, 2),
        ("-x--x----", 2, "a1-b1", -2, 5),
    ],
)
def test_the_same_by_the_command(
    position: str, limit: int, move: str, value: int, leaves: int, capsys: pytest.CaptureFixture[str]
):
    """Vertical is to move on the empty board, horizontal after vertical's domino from (0, 1)."""
    assert main(["best-move", "domineering", "3x3", position, f"--limit={limit}"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == [f"domineering/3x3  {position}", f"best move {move}, value {value}"]
    assert told[2].startswith(f"{leaves} leaves, ")


PLAYED = [
    ("domineering/3x3", 4),
    ("domineering/4x4", 3),
    ("othello/4x4", 4),
    ("dotsandboxes/2x2", 3),
    ("kalah/3x3", 5),
    ("mancala/3x2", 5),
]


@pytest.mark.parametrize(("full_id", "deepest"), PLAYED)
def test_it_finds_what_minimax_finds(full_id: str, deepest: int):
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
    """How many leaves there are."""
    if limit == 0 or rules.primitive(position) is not None:
        return 1
    return sum(counted(rules, child, limit - 1) for child in rules.children(position))


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "domineering/3x3", "dotsandboxes/1x2", "hexapawn/3x3"])
def test_to_the_end_it_finds_the_values_of_the_table(full_id: str):
    """With an evaluation that knows who has won, and nothing else."""
    rules, rng = game(full_id), random.Random(3)
    solution = solved(full_id)
    evaluate: Evaluate = lambda position: SIGNS[rules.primitive(position)]  # noqa: E731
    for _ in range(12):
        position = walked(rules, rng.randrange(2, 7), rng)
        known = solution.result(rules, position)
        assert known is not None
        found = alpha_beta(rules, position, MOST_AHEAD, evaluate)
        assert found.whole
        assert found.value == SIGNS[known.value]
        if found.move is not None:
            child = rules.do_move(position, found.move)
            reached = solution.result(rules, child)
            assert reached is not None
            turned = 1 if rules.turn(child) == rules.turn(position) else -1
            assert SIGNS[reached.value] * turned == SIGNS[known.value]


def test_deepening_is_the_search_to_the_limit():
    rules = game("kalah/3x2")
    for limit in range(1, 8):
        found, direct = (search(rules, limit) for search in (deepened, searched))
        assert found == direct


def deepened(rules: Game, limit: int) -> Any:
    return deepening(rules, rules.start(), limit, 1 << 40, 1e9)


def searched(rules: Game, limit: int) -> Any:
    return alpha_beta(rules, rules.start(), limit)


def test_what_is_whole_needs_no_deeper_search():
    rules = game("dotsandboxes/1x2")
    found = deepened(rules, MOST_AHEAD)
    assert found.whole
    assert (found.limit, found.value) == (MOST_AHEAD, 0)
    assert found == searched(rules, MOST_AHEAD)


def test_bounds():
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
    assert (found.move, found.value, found.leaves, found.nodes) == (None, -2, 1, 1)


@pytest.mark.parametrize("full_id", ["nim/3_5", "towersofhanoi/3_3", "tictactoe/regular"])
def test_without_an_evaluation(full_id: str):
    with pytest.raises(NoEvaluation, match="evaluation"):
        evaluation_of(load(full_id))


@pytest.mark.parametrize("limit", [0, -1, MOST_AHEAD + 1])
def test_bad_limits(limit: int):
    with pytest.raises(BadLimit, match="moves ahead"):
        deepened(game("othello/4x4"), limit)


@pytest.mark.parametrize("full_id", [full_id for full_id, _ in PLAYED])
def test_an_evaluation_is_for_the_player_to_move(full_id: str):
    """So it is the same for all images, those with the players exchanged included."""
    rules, rng = game(full_id), random.Random(5)
    evaluate = evaluation_of(rules)
    for moves in range(12):
        position = walked(rules, moves, rng)
        assert {evaluate(image) for image in rules.images(position)} == {evaluate(position)}
