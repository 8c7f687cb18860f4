"""Shared by the environments for learning: moves as numbers, boards as arrays, and results as rewards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import perfect_play
from perfect_play.local import Local
from perfect_play.objects import Game, Position
from perfect_play.puzzles.base import Rules, Value
from perfect_play.puzzles.on_demand import OnDemandPuzzle
from perfect_play.solvers.errors import NoAnswer

MAX_EXPLORED = 20_000  # the most positions visited to learn the names of all moves
MOST_MOVES = 512  # of one position, where moves are numbered position by position

Array = NDArray[np.uint8]


class Actions:
    """Moves as numbers from 0 to `count` - 1.

    names: the name of each number, the same in every position; None if not all names can be known: then a move's number
    is its index among the moves of its position.
    """

    def __init__(self, names: Sequence[str] | None) -> None:
        self.names = None if names is None else tuple(names)
        self.count = MOST_MOVES if self.names is None else len(self.names)
        self._number = {name: number for number, name in enumerate(self.names or ())}

    def legal(self, position: Position) -> list[int]:
        """The numbers of the moves of a position, ascending. Raises ValueError if one has none."""
        names = position.legal
        if self.names is None:
            if len(names) > MOST_MOVES:
                raise ValueError(f"{position!r} has {len(names)} moves; at most {MOST_MOVES} have numbers.")
            return list(range(len(names)))
        unknown = [name for name in names if name not in self._number]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is a move of {position!r}, but not among the actions given.")
        return sorted(self._number[name] for name in names)

    def name(self, position: Position, action: int | None) -> str:
        """The name of a legal move. Raises ValueError if it is not legal."""
        if action is None or action not in self.legal(position):
            raise ValueError(f"{action} is not the number of a move of {position!r}.")
        return position.legal[action] if self.names is None else self.names[action]

    def number(self, position: Position, name: str) -> int:
        """The number of a legal move."""
        return position.legal.index(name) if self.names is None else self._number[name]

    def mask(self, position: Position) -> NDArray[np.int8]:
        """1 for each legal move, 0 for every other number."""
        mask = np.zeros(self.count, np.int8)
        mask[self.legal(position)] = 1
        return mask


@lru_cache(maxsize=64)
def opened(name: str, variant: str | None) -> tuple[Game, Actions]:
    """A puzzle or game of this process with its actions. Raises RulesError."""
    game = perfect_play.open(name, variant)
    return game, Actions(move_names(game))


def move_names(game: Game) -> tuple[str, ...] | None:
    """The names of all moves of all positions, sorted.

    None if that takes more than EXPLORED positions, or if play from the start leads to those of one board only.
    """
    if isinstance(rules_of(game), OnDemandPuzzle):
        return None
    children = game._source.children
    visited, waiting, names = {game.start._key}, [game.start._key], set()
    while waiting:
        for name, after in children(waiting.pop()):
            names.add(name)
            if after not in visited:
                if len(visited) == MAX_EXPLORED:
                    return None
                visited.add(after)
                waiting.append(after)
    return tuple(sorted(names, key=lambda name: (len(name), name)))


def rules_of(game: Game) -> Rules:
    """The rules of a game of this process. Raises ValueError for one of a service."""
    return _local(game).rules


def _local(game: Game) -> Local:
    if not isinstance(game._source, Local):
        raise ValueError(f"{game!r} is answered by a service. Environments need perfect_play.open(...).")
    return game._source


def random_start(game: Game, seed: int) -> Position:
    """A random position of the game's table, the same for the same seed; the start if there is no table."""
    source = _local(game)
    try:
        return Position(game, source.manager.random_position(source.rules, random.Random(seed), None))
    except NoAnswer:
        return game.start


def board(position: Position) -> Array:
    """The characters of the board as numbers, row by row."""
    rules: Any = rules_of(position.game)
    view = rules.board(position._key)
    return np.frombuffer(view.cells.encode("ascii"), np.uint8).reshape(view.rows, view.cols).copy()


def rendering(position: Position) -> str:
    """The board as lines of text."""
    return "\n".join(bytes(row).decode() for row in board(position))


def turn(position: Position) -> int:
    """The player to move, 1 or 2, without asking for values."""
    return rules_of(position.game).turn(position._key)


def ending(position: Position) -> Value | None:
    """The value of a position where play has ended, for the player to move; None if it goes on."""
    value: Value | None = rules_of(position.game).primitive(position._key)
    if value is None and not position.legal:
        return Value.LOSE  # a puzzle's dead end
    return value


def value_info(position: Position) -> dict[str, Any]:
    """Value and remoteness for `info`, each only if there is one that is known."""
    try:
        result = position.result
    except NoAnswer:
        return {}
    facts = {"value": str(result.value), "remoteness": result.remoteness}
    return {name: fact for name, fact in facts.items() if fact is not None}
