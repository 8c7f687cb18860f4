"""Stands in for the package `models` of GamesmanPy, from which its games import."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

__all__ = ["Game", "MoveValue", "StringMode", "Value"]


class Value(IntEnum):
    """The value of a position for the player to move."""

    Loss = 0
    Draw = 1
    Tie = 2
    Win = 3


class MoveValue(str, Enum):
    """The value of a move, as their server writes it."""

    WIN = "win"
    TIE = "tie"
    DRAW = "draw"
    LOSE = "lose"
    UNDECIDED = "undecided"
    UNSOLVED = "unsolved"


class StringMode(IntEnum):
    """For whom a text is written."""

    Readable = 0
    AUTOGUI = 1
    TUI = 2


class Game:
    """The base class of their games; `games.py` says what they define."""

    uses_half_moves = False

    def hash_ext(self, position: Any) -> Any:
        """The number under which a position is stored."""
        return position
