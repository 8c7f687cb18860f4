"""Stands in for the package `models` of GamesmanPy, from which its games import."""

from enum import IntEnum, StrEnum
from typing import Any

__all__ = ["Game", "MoveValue", "StringMode", "Value"]


class Value(IntEnum):
    """The value of a position for the player to move."""

    Loss = 0
    Draw = 1
    Tie = 2
    Win = 3


class StringMode(IntEnum):
    """For whom a text is written."""

    Readable = 0
    AUTOGUI = 1
    TUI = 2


class MoveValue(StrEnum):
    """The value of a move, as GamesmanPy's server writes it."""

    WIN, TIE, DRAW, LOSE = "win", "tie", "draw", "lose"
    UNDECIDED, UNSOLVED = "undecided", "unsolved"


class Game:
    """The base class of GamesmanPy's games; `games.py` says what they define."""

    uses_half_moves = False

    @staticmethod
    def hash_ext(position: Any) -> Any:
        """The number under which a position is stored."""
        return position
