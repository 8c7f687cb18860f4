"""Stands in for the package `puzzlesolver` of GamesmanPuzzles, whose puzzles import from several of its modules."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

__all__ = [
    *("Enum", "GeneralSolver", "IndexSolver", "NoUndoSolver", "PickleSolver", "Puzzle", "PuzzleException"),
    *("PuzzleValue", "ServerPuzzle", "SolitaireChessSolver", "SqliteSolver", "StringMode", "TUI", "classproperty"),
    "deprecated",
]


class PuzzleValue:
    """The values of positions."""

    SOLVABLE = "win"
    UNSOLVABLE = "lose"
    UNDECIDED = "undecided"
    MAX_REMOTENESS = 127


class StringMode(int, Enum):
    """For whom a text is written."""

    AUTOGUI = 0
    HUMAN_READABLE = 1
    HUMAN_READABLE_MULTILINE = 2


class PuzzleException(Exception):
    """What a puzzle raises for a text that names no position."""


class classproperty:
    """A property of a class."""

    def __init__(self, function: Any) -> None:
        self.function = getattr(function, "__func__", function)

    def __get__(self, instance: Any, owner: type) -> Any:
        return self.function(owner)


def deprecated(message: str) -> Callable[[Any], Any]:
    """The decorator of methods that should not be used any more."""
    return lambda function: function


class Puzzle:
    """The base class of GamesmanPuzzles' puzzles; `puzzles.py` says what they define."""

    startRandomized = False

    def moveString(self, move: Any, mode: StringMode) -> str:
        """A move as text."""
        return str(move)

    def generateSolutions(self) -> list[Puzzle]:
        """The solutions, if they are easily listed."""
        return []


class ServerPuzzle(Puzzle):
    """The base class of puzzles with variants."""


class GeneralSolver:
    """Solvers and the terminal: imported, never used here."""


TUI = IndexSolver = NoUndoSolver = PickleSolver = SolitaireChessSolver = SqliteSolver = GeneralSolver
