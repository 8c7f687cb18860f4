"""Puzzles as Gymnasium environments: the library's own check, and values that lie in their spaces."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.perfect_play.extras import needs

needs("gymnasium", "environments")

import gymnasium  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.utils.env_match import check_environments_match  # noqa: E402

from perfect_play.adapters import encodings  # noqa: E402
from perfect_play.adapters.gymnasium_env import PuzzleEnv  # noqa: E402

MADE = "perfect_play.adapters.gymnasium_env:PerfectPlay/Puzzle-v0"


@pytest.fixture(autouse=True)
def tables(few_tables: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(few_tables))
    encodings.opened.cache_clear()


NAMES = "npuzzle/2x3 lightsout/2 sokoban/2 rushhour/easy towersofhanoi/3_3 solitairechess/5 nqueens/5"
PUZZLES = [*NAMES.split(), "gridnavigation/zigzag", "pegsolitaire/triangle", "npuzzle/4"]
"""Ten, with tables and without, with dead ends, and with moves that are numbered position by position."""

SEARCHED = ("gridnavigation/zigzag", "npuzzle/4", "rushhour/easy")


@pytest.mark.parametrize("full_id", PUZZLES)
@pytest.mark.filterwarnings("ignore:.*`check_environments_match`")
def test_the_library_finds_no_fault(full_id: str):
    name, variant = full_id.split("/")

    def made() -> Any:
        return gymnasium.make(MADE, name=name, variant=variant, values=full_id not in SEARCHED, render_mode="ansi")

    check_env(made().unwrapped, skip_render_check=False)
    check_environments_match(made(), made(), num_steps=10)
    several = gymnasium.vector.SyncVectorEnv([made] * 3)
    several.reset(seed=3)
    for _ in range(5):
        several.step(several.action_space.sample())
    several.close()


def test_perfect_play_solves_it_in_as_many_moves_as_info_says():
    env = PuzzleEnv("npuzzle", "2x3")
    _, info = env.reset(seed=3, options={"position": "5432-1"})
    left, rewards = info["remoteness"], []
    while True:
        best = env.position.moves[0].name
        _, reward, over, _, info = env.step(env.actions.number(env.position, best))
        rewards.append(reward)
        assert info["remoteness"] == left - len(rewards)
        if over:
            break
    assert rewards == [0.0] * (left - 1) + [1.0]


def test_starts_are_random_where_that_is_asked_for_and_the_same_for_a_seed():
    env = PuzzleEnv("npuzzle", "2x3")
    boards = [env.reset(seed=seed, options={"random": True})[0].tobytes() for seed in (1, 1, 2, 3, 4)]
    assert boards[0] == boards[1]
    assert len(set(boards)) > 2


def test_other_boards_than_that_of_the_start_have_numbers_for_their_moves():
    """Each board of Rush Hour has vehicles of its own, and its own moves."""
    env = PuzzleEnv("rushhour", values=False)
    for seed in range(8):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].sum() == len(env.position.legal)
        env.step(np.flatnonzero(info["action_mask"])[-1])


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_is_copied_and_goes_on_from_the_same_position(again: Callable[[PuzzleEnv], PuzzleEnv]):
    env = PuzzleEnv("npuzzle", "2x3")
    env.reset(seed=3, options={"position": "5432-1"})
    other = again(env)
    assert other.position == env.position
    action = env.actions.legal(env.position)[0]
    assert (other.step(action)[0] == env.step(action)[0]).all()


def test_step_after_the_end_changes_nothing_and_is_not_rewarded():
    env = PuzzleEnv("npuzzle", "2x3")
    env.reset(options={"position": "1234-5"})
    assert env.step(env.actions.number(env.position, env.position.moves[0].name))[1:3] == (1.0, True)
    for action in (*range(env.actions.count), -1, 10**9):
        _, reward, over, _, info = env.step(action)
        assert (reward, over, info["legal"]) == (0.0, True, False)


def test_a_number_that_is_no_move_changes_nothing():
    env = PuzzleEnv("npuzzle", "2x3")
    before, info = env.reset(options={"position": "1234-5"})
    assert info["legal"]
    (illegal, *_) = np.flatnonzero(info["action_mask"] == 0)
    after, reward, over, _, info = env.step(illegal)
    assert (before == after).all()
    assert (reward, over, info["legal"]) == (0.0, False, False)


def test_a_game_is_refused():
    with pytest.raises(ValueError, match="pettingzoo_env"):
        PuzzleEnv("tictactoe")
