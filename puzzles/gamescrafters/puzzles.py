"""Plug-ins for puzzles of GamesmanPuzzles, whose positions are objects: here, the texts that these write and read."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from perfect_play.puzzles.base import Move, Position, Puzzle, Value
from perfect_play.puzzles.gamescrafters.adapting import (
    PATIENCE,
    Adapter,
    in_order,
    members_of,
    nearby,
    seeded,
)
from perfect_play.puzzles.gamescrafters.puzzlesolver import PuzzleValue, StringMode
from perfect_play.puzzles.watch import step

METHODS = (
    *("generateStartPosition", "fromString", "toString", "primitive", "generateMoves", "doMove"),
    *("moveString", "generateSolutions"),
)
VALUES = {PuzzleValue.SOLVABLE: Value.WIN, PuzzleValue.UNSOLVABLE: Value.LOSE, PuzzleValue.UNDECIDED: None}
REMEMBERED = 1 << 16
"""Objects that are kept, as making one from its text takes long."""


def adapted(theirs: Any) -> type[Adapter]:
    """The plug-in for a class of theirs, solved backward if its moves are taken back rightly. Raises UnfitFile."""
    members = members_of(theirs, METHODS, "puzzle of GamesmanPuzzles")
    members["random_start"] = bool(getattr(theirs, "startRandomized", False))
    with suppress(Exception):  # which is reported when the plug-in is tried
        backward: Any = type(theirs.__name__, (_Backward,), members)
        rules = backward(backward.variants[0])
        if rules.takes_moves_back():
            return type(rules)
    return type(theirs.__name__, (_Theirs,), members)


class _Theirs(Adapter, Puzzle):
    """A variant."""

    def prepare(self, name: str) -> None:
        with seeded():
            start = self.theirs.generateStartPosition(name)
        self._objects: dict[str, Any] = {}
        self._first = self._text_of(start)
        self._exploring = nearby(self)

    def _text_of(self, puzzle: Any) -> str:
        text = str(puzzle.toString(StringMode.HUMAN_READABLE))
        if len(self._objects) >= REMEMBERED:
            self._objects.clear()
            self._exploring = nearby(self)
        self._objects[text] = puzzle
        return text

    def object_of(self, position: Position) -> Any:
        """Their object: as it was met, as `fromString` makes it, or else as play from the start makes it."""
        puzzle = self._objects.get(position)
        if puzzle is None:
            with suppress(Exception):
                made_object = self.theirs.fromString(self.variant.id, position)
                if self._text_of(made_object) == position:
                    return made_object
            self._explore_to(position)
            puzzle = self._objects[position]
        return puzzle

    def _explore_to(self, position: Position) -> None:
        end = time.process_time() + PATIENCE
        while position not in self._objects:
            step()
            if time.process_time() > end or next(self._exploring, None) is None:
                raise ValueError("`fromString` does not read it, and no play from the start was met that leads there")

    def start(self) -> Position:
        return self._first

    def moves(self, position: Position) -> list[Move]:
        return in_order(self.object_of(position).generateMoves("legal"))

    def do_move(self, position: Position, move: Move) -> Position:
        return self._text_of(self.object_of(position).doMove(move))

    def primitive(self, position: Position) -> Value | None:
        value = self.object_of(position).primitive()
        if value not in VALUES:
            raise ValueError(f"`primitive` of {self.theirs.__name__} gives {value!r}, which is no PuzzleValue")
        return VALUES[value]

    def format(self, position: Position) -> str:
        text: str = position
        return text

    def read(self, text: str) -> Position:
        self.object_of(text)
        return text

    def faults(self) -> Iterator[str]:
        """Those of texts, and of moves that are taken back wrongly."""
        yield from super().faults()
        if not self.backward and any(True for _ in self.object_of(self._first).generateSolutions()):
            yield f"the moves that {self.theirs.__name__} calls `undo` are not those that lead to a position: not used"

    def is_read(self, position: Position) -> bool:
        """Whether `fromString` reads what `toString` writes."""
        with suppress(Exception):
            puzzle = self.theirs.fromString(self.variant.id, position)
            return bool(puzzle.toString(StringMode.HUMAN_READABLE) == position)
        return False

    def autogui(self, position: Position) -> str:
        return str(self.object_of(position).toString(StringMode.AUTOGUI))

    def written_moves(self, position: Position) -> list[tuple[Move, str, str]]:
        puzzle = self.object_of(position)
        modes = StringMode.HUMAN_READABLE, StringMode.AUTOGUI
        return [(move, *(_move_text(puzzle, move, mode) for mode in modes)) for move in self.moves(position)]


def _move_text(puzzle: Any, move: Move, mode: StringMode) -> str:
    try:
        return str(puzzle.moveString(move, mode))
    except TypeError:  # some write their moves in one way
        return str(puzzle.moveString(move))


class _Backward(_Theirs):
    """A variant that is solved from its solutions by the moves that their class calls `undo`."""

    def solutions(self) -> list[Position]:
        return [self._text_of(puzzle) for puzzle in self.object_of(self._first).generateSolutions()]

    def parents(self, position: Position) -> list[Position]:
        puzzle = self.object_of(position)
        return [self._text_of(puzzle.doMove(move)) for move in in_order(puzzle.generateMoves("undo"))]

    def takes_moves_back(self) -> bool:
        """Whether there are solutions, and near the start and before them every move is taken back, and no other."""
        ends = self.solutions()
        before = [parent for end in ends[:4] for parent in self.parents(end)]
        positions = [*self._near, *ends, *before]
        return bool(ends) and all(
            all(position in self.parents(child) for child in self.children(position))
            and all(position in self.children(parent) for parent in self.parents(position))
            for position in positions[: 4 * len(self._near)]
        )
