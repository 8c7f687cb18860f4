"""Puzzles as Gymnasium environments. Needs the extra `environments`: pip install 'perfect-play[environments]'

import gymnasium
env = gymnasium.make("perfect_play.adapters.gymnasium_env:PerfectPlay/Puzzle-v0", name="npuzzle", variant="2x3")
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np

from perfect_play.adapters.encodings import Array, board, ending, opened, random_start, rendering, rules_of, value_info
from perfect_play.puzzles.base import Puzzle, Value

Info = dict[str, Any]


class PuzzleEnv(gymnasium.Env[Array, np.int64]):
    """One puzzle. An episode ends when it is solved, with reward 1, or at a dead end; every other reward is 0.

    Observations are the characters of the board. `info` has `action_mask`, `legal`, whether the last action was a
    move (others change nothing), and with `values` also `value` and `remoteness`, the moves to go under perfect play,
    if known. `reset` begins at the start of the puzzle, at `options={"position": text}`, or, with
    `options={"random": True}` and where the puzzle always begins at random, at a random position of its table.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self, name: str, variant: str | None = None, *, values: bool = True, render_mode: str | None = None
    ) -> None:
        self.puzzle, self.actions = opened(name, variant)
        rules = rules_of(self.puzzle)
        if not isinstance(rules, Puzzle):
            raise ValueError(f"{rules.full_id} is a game of two players: see perfect_play.adapters.pettingzoo_env.")
        self.position = self.puzzle.start
        self.values, self.render_mode, self._begins_anywhere = values, render_mode, rules.random_start
        self.action_space = gymnasium.spaces.Discrete(self.actions.count)
        self.observation_space = gymnasium.spaces.Box(32, 126, board(self.position).shape, np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Info]:
        """Begin an episode. Raises RulesError if the position given is invalid."""
        super().reset(seed=seed)
        choices = options or {}
        if "position" in choices:
            self.position = self.puzzle.position(choices["position"])
        elif choices.get("random", self._begins_anywhere):
            self.position = random_start(self.puzzle, int(self.np_random.integers(2**31)))
        else:
            self.position = self.puzzle.start
        return board(self.position), self._info(True)

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, Info]:
        """Make a move. The number of an illegal move changes nothing."""
        legal = int(action) in self.actions.legal(self.position)
        if legal:
            self.position = self.position.play(self.actions.name(self.position, int(action)))
        value = ending(self.position)
        return board(self.position), float(legal and value == Value.WIN), value is not None, False, self._info(legal)

    def _info(self, legal: bool) -> Info:
        values = value_info(self.position) if self.values else {}
        return {"action_mask": self.actions.mask(self.position), "legal": legal, **values}

    def render(self) -> str | None:
        return rendering(self.position) if self.render_mode == "ansi" else None


gymnasium.register("PerfectPlay/Puzzle-v0", entry_point="perfect_play.adapters.gymnasium_env:PuzzleEnv")
