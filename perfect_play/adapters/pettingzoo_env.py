"""Games as PettingZoo environments. Needs the extra `environments`: pip install 'perfect-play[environments]'

from perfect_play.adapters.pettingzoo_env import env
game = env("connect4", "4x5")
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from perfect_play.adapters.encodings import board, ending, opened, rendering, rules_of, turn, value_info
from perfect_play.puzzles.base import Game, Value

REWARD = {Value.WIN: 1, Value.LOSE: -1}
MAX_MOVES = 1_000
Observation = dict[str, Any]


def env(name: str, variant: str | None = None, **options: Any) -> Any:
    """The environment, wrapped like PettingZoo's own: an illegal move ends the episode and loses."""
    checked = wrappers.TerminateIllegalWrapper(GameEnv(name, variant, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class GameEnv(AECEnv):
    """One game. The winner gets 1 and the loser -1 at the end; a tie, or play beyond `max_moves`, gives 0.

    An observation has the characters of the board as `observation`, and `action_mask`. `infos` of the player to move
    has, with `values`, the position's `value` and `remoteness` under perfect play, if known.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "perfect_play_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        name: str,
        variant: str | None = None,
        *,
        values: bool = True,
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.actions = opened(name, variant)
        rules = rules_of(self.game)
        if not isinstance(rules, Game):
            raise ValueError(f"{rules.full_id} is a puzzle: see perfect_play.adapters.gymnasium_env.")
        self.position = self.game.start
        self.values, self.max_moves, self.render_mode = values, max_moves, render_mode
        self.possible_agents = ["player_1", "player_2"]
        shape = board(self.position).shape
        space = spaces.Dict(
            {
                "observation": spaces.Box(32, 126, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self.actions.count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin at the start, or at `options={"position": text}`. Raises RulesError if that is not a legal position."""
        choices = options or {}
        self.position = self.game.position(choices["position"]) if "position" in choices else self.game.start
        self.agents = list(self.possible_agents)
        self.moves_made = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: int | None) -> None:
        """Make a move of the player to move. Raises ValueError if it is not legal."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self._cumulative_rewards[mover] = 0
        self._clear_rewards()
        self.position = self.position.play(self.actions.name(self.position, action))
        self.moves_made += 1
        self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """Update whose turn it is, and whether play is over."""
        self.agent_selection = self.possible_agents[turn(self.position) - 1]
        value = ending(self.position)
        if value is not None:
            reward = REWARD.get(value, 0)
            self.rewards = {agent: reward if agent == self.agent_selection else -reward for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves_made >= self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {} for agent in self.agents}
        if self.values:
            self.infos[self.agent_selection] = value_info(self.position)

    def observe(self, agent: str) -> Observation:
        """A player's observation: the board, and the moves if it is their turn and play goes on."""
        is_over = self.terminations[agent] or self.truncations[agent]
        to_move = agent == self.agent_selection and not is_over
        mask = self.actions.mask(self.position) if to_move else np.zeros(self.actions.count, np.int8)
        return {"observation": board(self.position), "action_mask": mask}

    def render(self) -> str | None:
        return rendering(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is held open."""
