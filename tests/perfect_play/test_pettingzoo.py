"""Games as PettingZoo environments: the library's own test, and results that match the rules."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.perfect_play.extras import needs

needs("pettingzoo", "environments")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from perfect_play.adapters import encodings  # noqa: E402
from perfect_play.adapters.pettingzoo_env import GameEnv, env  # noqa: E402


@pytest.fixture(autouse=True)
def tables(few_tables: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(few_tables))
    encodings.opened.cache_clear()


@pytest.mark.parametrize(
    ("name", "variant"), [("tictactoe", "regular"), ("kayles", "9"), ("mutorere", "regular"), ("dotsandboxes", "2x2")]
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_library_finds_no_fault(name: str, variant: str):
    api_test(env(name, variant, max_moves=60), num_cycles=200)
    seed_test(lambda: env(name, variant, max_moves=60), num_cycles=20)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_an_environment_is_copied_and_goes_on_from_the_same_position(again: Callable[[GameEnv], GameEnv]):
    game = GameEnv("tictactoe")
    game.reset(seed=1)
    game.step(4)
    other = again(game)
    other.step(0)
    assert other.position != game.position
    game.step(0)
    assert other.position == game.position


def test_rewards_are_the_results():
    """Perfect play from a position that player 1 wins in 5 moves, and the same with a mistake by player 1."""
    game = GameEnv("tictactoe")
    for first, rewards in (("a2", {"player_1": 1, "player_2": -1}), ("c3", {"player_1": 0, "player_2": 0})):
        game.reset(options={"position": "xo-------"})
        game.step(game.actions.number(game.position, first))
        while not game.terminations[game.agent_selection]:
            assert not any(game.rewards.values())
            game.step(game.actions.number(game.position, game.position.moves[0].name))
        assert game.rewards == rewards


def test_perfect_play_ends_as_the_values_say():
    game = GameEnv("tictactoe")
    game.reset()
    values = []
    while game.agents and not game.terminations[game.agent_selection]:
        values.append(game.infos[game.agent_selection]["value"])
        game.step(game.actions.number(game.position, game.position.moves[0].name))
    assert set(values) == {"tie"}
    assert game.rewards == {"player_1": 0, "player_2": 0}


def test_endless_play_is_cut_off():
    game = GameEnv("mutorere", max_moves=7)
    game.reset()
    rng = np.random.default_rng(1)
    while game.agents and not (game.truncations[game.agent_selection] or game.terminations[game.agent_selection]):
        game.step(int(rng.choice(np.flatnonzero(game.observe(game.agent_selection)["action_mask"]))))
    assert game.moves_made <= 7


def test_illegal_action_loses():
    game = env("tictactoe")
    game.reset(options={"position": "xo-------"})
    mask = game.observe("player_1")["action_mask"]
    game.step(int(np.flatnonzero(mask == 0)[0]))
    assert game.rewards["player_1"] == -1


def test_a_puzzle_is_refused():
    with pytest.raises(ValueError, match="gymnasium_env"):
        GameEnv("npuzzle")
