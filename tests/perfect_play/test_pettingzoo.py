"""Games as PettingZoo environments: the library's own test, and results that match the rules."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.perfect_play.extras import needs

needs("pettingzoo", "environments")

from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from perfect_play.adapters import encodings  # noqa: E402
from perfect_play.adapters.pettingzoo_env import GameEnv, env  # noqa: E402


@pytest.fixture(autouse=True)
def tables(few_tables: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UWAPI_DATA_DIR", str(few_tables))
    encodings.opened.cache_clear()


NAMES = "tictactoe/regular kayles/9 mutorere/regular dotsandboxes/2x2 hexapawn/3x3_capture nim/3_4_5 notakto/regular"
GAMES = [*NAMES.split(), "ponghauki/regular", "turningcoins/ruler_5", "connect4/4x4"]
"""Ten: with ties, draws, margins and several turns in a row; of the last, moves are numbered position by position."""


@pytest.mark.parametrize("full_id", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_library_finds_no_fault(full_id: str):
    name, variant = full_id.split("/")

    def made(**options: Any) -> Any:
        return env(name, variant, max_moves=60, values=full_id != GAMES[-1], **options)

    api_test(made(), num_cycles=50)
    seed_test(made, num_cycles=20)
    render_test(made)


def test_two_environments_of_a_game_do_not_disturb_each_other():
    one, other = env("tictactoe"), env("tictactoe")
    one.reset()
    other.reset()
    one.step(4)
    other.step(0)
    assert one.observe("player_2")["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]
    assert other.observe("player_2")["action_mask"].tolist() == [0, 1, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("action", [None, -1, 9, "a", 0.5])
def test_action_that_is_no_move_is_refused_and_changes_nothing(action: Any):
    game = GameEnv("tictactoe")
    game.reset()
    with pytest.raises(ValueError, match="not the number of a move"):
        game.step(action)
    assert (game.position, game.moves_made) == (game.game.start, 0)


@pytest.mark.parametrize("moves", [1, 60])
def test_game_that_is_over_takes_only_the_step_of_none(moves: int):
    """Whether play has ended or is cut off, no moves are offered, and both players leave."""
    game = env("tictactoe", max_moves=moves)
    game.reset()
    for action in range(moves):
        if game.terminations[game.agent_selection]:
            break
        game.step(action)
    assert not any(game.observe(agent)["action_mask"].any() for agent in game.agents)
    with pytest.raises(ValueError, match="None"):
        game.step(8)
    game.step(None)
    game.step(None)
    assert game.agents == []


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
