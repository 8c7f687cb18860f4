"""Games for OpenSpiel, with a perfect bot and policy.

Needs the extra `environments`: pip install 'perfect-play[environments]'

import perfect_play.adapters.open_spiel_game  # registers the game
import pyspiel

game = pyspiel.load_game("perfect_play", {"id": "tictactoe", "variant": "regular"})
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as policies

from perfect_play.adapters.encodings import Actions, board, ending, opened, rendering, rules_of, turn
from perfect_play.objects import Game, Position
from perfect_play.puzzles.base import Game as GameRules
from perfect_play.puzzles.base import Value

MAX_LENGTH = 1_000
DEFAULTS = {"id": "tictactoe", "variant": "", "max_length": MAX_LENGTH}
RETURN = {Value.WIN: 1.0, Value.LOSE: -1.0}

TYPE = pyspiel.GameType(
    short_name="perfect_play",
    long_name="Perfect Play",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class SpielGame(pyspiel.Game):
    """One game. Parameters: `id`, `variant` (the usual one if empty), and `max_length`, after which play is a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = params or {}
        self.id, self.variant = str(parameters.get("id", DEFAULTS["id"])), str(parameters.get("variant", ""))
        self.longest = int(parameters.get("max_length", MAX_LENGTH))
        game, actions = opened(self.id, self.variant or None)
        if not isinstance(rules_of(game), GameRules):
            raise ValueError(f"{game!r} is a puzzle: see perfect_play.adapters.gymnasium_env.")
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(TYPE, info, parameters)

    def new_initial_state(self, state: str | StateStruct | None = None) -> SpielState:
        """The start, or the position of a text or of what `to_struct` gave. Raises PositionError."""
        initial = SpielState(self)
        if state is not None:
            text = state.position if isinstance(state, StateStruct) else state
            initial._key = initial.opened[0].position(text)._key
        return initial

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        return _Observer(self)


@dataclass(frozen=True)
class StateStruct:
    """A position as the states of OpenSpiel's own games give it: the rows of the board, the player, and the text."""

    board: list[str]
    current_player: int
    position: str

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def to_json(self) -> str:
        return json.dumps(asdict(self))


class SpielState(pyspiel.State):
    """A position, kept in the form that the rules use, which can be copied."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._names = game.id, game.variant or None
        self._longest = game.longest
        self._moves_made = 0
        self._key = self.opened[0].start._key

    @property
    def opened(self) -> tuple[Game, Actions]:
        """The game of `perfect_play`, and its moves as numbers."""
        return opened(*self._names)

    @property
    def position(self) -> Position:
        """The position as an object of `perfect_play`."""
        return _position(self.opened[0], self._key)

    def current_player(self) -> int:
        """0 or 1, or pyspiel's mark of a state where play is over."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else turn(self.position) - 1

    def is_terminal(self) -> bool:
        return self._moves_made >= self._longest or _ending(self.opened[0], self._key) is not None

    def returns(self) -> list[float]:
        """1 to the winner and -1 to the loser; else 0."""
        value = _ending(self.opened[0], self._key)
        own_return = 0.0 if value is None else RETURN.get(value, 0.0)
        return [own_return, -own_return] if turn(self.position) == 1 else [-own_return, own_return]

    def _legal_actions(self, player: int) -> list[int]:
        return self.opened[1].legal(self.position)

    def _apply_action(self, action: int) -> None:
        self._key = self.position.play(self.opened[1].name(self.position, action))._key
        self._moves_made += 1

    def _action_to_string(self, player: int, action: int) -> str:
        names = self.opened[1].names
        return names[action] if names is not None else self.opened[1].name(self.position, action)

    def to_struct(self) -> StateStruct:
        """The position, to be stored or read by other programs."""
        return StateStruct(rendering(self.position).splitlines(), self.current_player(), self.position.text)

    def __str__(self) -> str:
        return f"{turn(self.position)} {self.position.text}\n{rendering(self.position)}"


@lru_cache(maxsize=1024)
def _position(game: Game, key: Any) -> Position:
    """A position, cached so that its moves are found only once."""
    return Position(game, key)


@lru_cache(maxsize=1024)
def _ending(game: Game, key: Any) -> Value | None:
    """How play has ended, cached since searches ask several times a move."""
    return ending(_position(game, key))


class _Observer:
    """Gives the position as text, and as a tensor: the player to move, then the characters of the board."""

    def __init__(self, game: SpielGame) -> None:
        size = board(opened(game.id, game.variant or None)[0].start).size
        self.tensor = np.zeros(1 + size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[0] = turn(state.position)
        self.tensor[1:] = board(state.position).ravel()

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)


class PerfectPolicy(policies.Policy):
    """Plays a best move, each equally often: one of the best value, and of those a fastest win or a slowest loss."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game, [0, 1])

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        """The probability of each move, 0 for those that are not best: OpenSpiel's own algorithms ask for all.

        Raises NoAnswer if the value of the position is not known.
        """
        best = best_actions(state)
        return {action: (action in best) / len(best) for action in state.legal_actions()}


def best_actions(state: SpielState) -> list[int]:
    """The numbers of the best moves. Raises NoAnswer if the value of the position is not known."""
    moves = state.position.moves
    if moves[0].value is None:
        _ = state.position.value  # raises NoAnswer
    first = moves[0].value, moves[0].delta
    numbers = state.opened[1].number
    return [numbers(state.position, move.name) for move in moves if (move.value, move.delta) == first]


class PerfectBot(pyspiel.Bot):
    """Plays a best move, the first of the list."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__()

    def step(self, state: SpielState) -> int:
        return min(best_actions(state))

    def step_with_policy(self, state: SpielState) -> tuple[list[tuple[int, float]], int]:
        action = self.step(state)
        return [(action, 1.0)], action

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: a move depends on the position alone."""


pyspiel.register_game(TYPE, SpielGame)
