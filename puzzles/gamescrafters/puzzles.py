"""Plug-ins for puzzles of GamesmanPuzzles, whose positions are objects: here, the texts that these write and read."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from perfect_play.puzzles.base import Move, Position, Puzzle, Value
from perfect_play.puzzles.gamescrafters.adapting import Adapter, in_order, in_steps, members_of, nearby, seeded
from perfect_play.puzzles.gamescrafters.puzzlesolver import PuzzleValue, StringMode

METHODS = (
    *("generateStartPosition", "fromString", "toString", "primitive", "generateMoves", "doMove"),
    *("moveString", "generateSolutions"),
)
VALUES = {PuzzleValue.SOLVABLE: Value.WIN, PuzzleValue.UNSOLVABLE: Value.LOSE, PuzzleValue.UNDECIDED: None}
REMEMBERED = 1 << 16
"""Objects that are kept, as making one from its text takes long."""


def adapted(original: Any) -> type[Adapter]:
    """The plug-in for a class of GamesmanPuzzles, solved backward if moves are taken back rightly. Raises UnfitFile."""
    members = members_of(original, METHODS, "puzzle of GamesmanPuzzles")
    members["random_start"] = bool(getattr(original, "startRandomized", False))
    with suppress(Exception):  # which is reported when the plug-in is tried
        backward: Any = type(original.__name__, (_Backward,), members)
        rules = backward(backward.variants[0])
        if rules.takes_moves_back():
            return type(rules)
    return type(original.__name__, (_Forward,), members)


class _Forward(Adapter, Puzzle):
    """A variant."""

    def prepare(self, name: str) -> None:
        with seeded():
            start = self.original.generateStartPosition(name)
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
        """The object: as it was met, as `fromString` makes it, or else as play from the start makes it."""
        puzzle = self._objects.get(position)
        if puzzle is None:
            with suppress(Exception):
                return self._objects[self.read_alone(position)]
            self.explore_until(lambda: position in self._objects)
            puzzle = self._objects[position]
        return puzzle

    def start(self) -> Position:
        return self._first

    def moves(self, position: Position) -> list[Move]:
        return in_order(self.object_of(position).generateMoves("legal"))

    def do_move(self, position: Position, move: Move) -> Position:
        return self._text_of(self.object_of(position).doMove(move))

    def primitive(self, position: Position) -> Value | None:
        value = self.object_of(position).primitive()
        if value not in VALUES:
            raise ValueError(f"`primitive` of {self.original.__name__} gives {value!r}, which is no PuzzleValue")
        return VALUES[value]

    def format(self, position: Position) -> str:
        text: str = position
        return text

    def read(self, text: str) -> Position:
        self.object_of(text)
        return text

    def read_alone(self, text: str) -> Position:
        puzzle = self.original.fromString(self.variant.id, text)
        if str(puzzle.toString(StringMode.HUMAN_READABLE)) != text:
            raise ValueError("`fromString` reads another position")
        return text if text in self._objects else self._text_of(puzzle)  # an object that play has met is right

    def faults(self) -> Iterator[str]:
        """Those of texts, and of moves that are taken back wrongly."""
        yield from super().faults()
        said = None
        with suppress(Exception):
            said = self.object_of(self._first).variant
        if said != self.variant.id:
            yield f"{self.original.__name__} gives {said!r} as `variant`, which should be {self.variant.id!r}: not used"
        if not self.backward and any(True for _ in self.object_of(self._first).generateSolutions()):
            yield f"the moves that {self.original.__name__} calls `undo` are not those that lead there: not used"

    def is_read(self, position: Position) -> bool:
        """Whether `fromString` reads what `toString` writes."""
        with suppress(Exception):
            return bool(self.read_alone(position))
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


class _Backward(_Forward):
    """A variant that is solved from its solutions by the moves that the class calls `undo`."""

    def solutions(self) -> list[Position]:
        return [self._text_of(puzzle) for puzzle in self.object_of(self._first).generateSolutions()]

    def parents(self, position: Position) -> list[Position]:
        puzzle = self.object_of(position)
        return [self._text_of(puzzle.doMove(move)) for move in in_order(puzzle.generateMoves("undo"))]

    def takes_moves_back(self) -> bool:
        """Whether there are solutions, and near the start and before them every move is taken back, and no other."""
        ends = self.solutions()
        before = [parent for end in in_steps(ends[:4]) for parent in self.parents(end)]
        positions = [*self._near, *ends, *before] if ends else []
        return bool(ends) and all(
            all(position in self.parents(child) for child in self.children(position))
            and all(position in self.children(parent) for parent in self.parents(position))
            for position in in_steps(positions[: 4 * len(self._near)])
        )
