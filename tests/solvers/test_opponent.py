"""Opponents of a chosen strength: what they see, how often they err, and repeatability by seed."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from perfect_play.puzzles.base import Game, Position, Puzzle, Rules, Value
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.alpha_beta import NoEvaluation, alpha_beta
from perfect_play.solvers.reports.opponent import PERFECT, BadStrength, SearchAllowance, Strength, opponent_move
from perfect_play.solvers.reports.position import position_report
from tests.helpers import load, solved

SPENDING = SearchAllowance(2, 10_000, 10.0)


@pytest.fixture(scope="module")
def manager(tmp_path_factory: pytest.TempPathFactory) -> PuzzleManager:
    made = PuzzleManager(tmp_path_factory.mktemp("opponents"))
    for full_id in ("tictactoe/regular", "npuzzle/2x3", "dotsandboxes/1x2"):
        made.store.write(load(full_id), solved(full_id), 0.0)
    return made


def ask(manager: PuzzleManager, rules: Rules, position: Position, strength: str, seed: Any = 0) -> Any:
    return opponent_move(manager, rules, position, Strength.parse(strength), random.Random(seed), SPENDING)


def test_words_for_strengths_are_read_or_refused_with_what_was_expected():
    assert Strength.parse("perfect") == PERFECT == Strength.parse("100")
    assert Strength.parse("0") == Strength(0)
    assert Strength.parse("ahead-60") == Strength(depth=60)
    for text in ("", "101", "-1", "x", "1.5", "ahead-0", "ahead-61", "ahead-", "ahead", "Perfect", "٣", "1000"):
        with pytest.raises(BadStrength, match="expected perfect"):
            Strength.parse(text)


def some(rules: Rules) -> list[Position]:
    going = [position for position in solved(rules.full_id).results if rules.primitive(position) is None]
    return random.Random(1).sample(sorted(going, key=rules.format), min(60, len(going)))


@pytest.mark.parametrize("full_id", ["tictactoe/regular", "npuzzle/2x3", "dotsandboxes/1x2"])
def test_perfect_opponent_never_errs_and_strength_0_always_does(full_id: str, manager: PuzzleManager):
    rules = load(full_id)
    for seed, position in enumerate(some(rules)):
        moves = position_report(manager, rules, position).moves
        best = [move.move for move in moves if (move.value, move.delta) == (moves[0].value, moves[0].delta)]
        perfect, worst = ask(manager, rules, position, "perfect", seed), ask(manager, rules, position, "0", seed)
        assert perfect.move in best
        assert perfect.best
        assert (worst.move in best) == worst.best == (len(best) == len(moves))


def test_the_rate_of_best_moves_is_the_one_asked_for(manager: PuzzleManager):
    rules = load("tictactoe/regular")
    position = rules.parse("xo-------")
    best = Counter(ask(manager, rules, position, "75", seed).best for seed in range(2000))
    assert 1420 <= best[True] <= 1580  # 1500, and 4 standard deviations


@pytest.mark.second_ring
@pytest.mark.parametrize("ahead", [1, 2, 3, 60])
def test_opponent_of_a_depth_plays_as_alpha_beta_of_that_depth(ahead: int, manager: PuzzleManager):
    """A search without an evaluation finds wins and losses within its depth, and nothing else."""
    rules = load("tictactoe/regular")
    assert isinstance(rules, Game)
    differ = 0
    for position in some(rules):
        scores = {}
        for move in rules.moves(position):
            child = rules.do_move(position, move)
            ended = rules.primitive(child)
            if ahead == 1 or ended is not None:
                scores[move] = 1 << 40 if ended is Value.LOSE else 0
            else:
                scores[move] = -alpha_beta(rules, child, ahead - 1, lambda _: 0).value
        best = {move for move, score in scores.items() if score == max(scores.values())}
        assert {ask(manager, rules, position, f"ahead-{ahead}", seed).move for seed in range(40)} == best
        differ += len(best) < len(scores)
    assert differ > 10


def test_a_puzzle_is_solved_once_the_solution_is_in_sight(manager: PuzzleManager):
    rules = load("npuzzle/2x3")
    assert isinstance(rules, Puzzle)
    for position in some(rules):
        moves = position_report(manager, rules, position).moves
        near = [move.move for move in moves if move.child.remoteness is not None and move.child.remoteness < 4]
        chosen = {ask(manager, rules, position, "ahead-4", seed).move for seed in range(30)}
        assert chosen == ({moves[0].move} if near else {move.move for move in moves})


def test_opponent_without_values_uses_an_evaluation_or_refuses(tmp_path: Path):
    nothing = PuzzleManager(tmp_path)
    nothing.explorer.nodes = 1
    rules = load("othello/4x4")
    assert isinstance(rules, Game)
    for ahead in (1, 3):
        expected = alpha_beta(rules, rules.start(), ahead).move
        assert ask(nothing, rules, rules.start(), f"ahead-{ahead}") == (expected, False)
    guess = alpha_beta(rules, rules.start(), SPENDING.depth).move
    assert ask(nothing, rules, rules.start(), "100").move == guess
    assert ask(nothing, rules, rules.start(), "0").move != guess
    rules = load("tictactoe/regular")
    for strength in ("50", "ahead-3"):
        with pytest.raises(NoEvaluation, match="tictactoe has no evaluation"):
            ask(nothing, rules, rules.start(), strength)
