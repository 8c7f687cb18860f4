"""`Source`: where a game's objects get their answers, either in this process or from a service.

A source represents positions by *keys* of its own, which are opaque to everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from perfect_play.puzzles.values import Value
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Result

if TYPE_CHECKING:
    from perfect_play.solvers.datasets.rows import DataSet

Key = Any  # hashable and immutable


class PositionFacts(NamedTuple):
    """What is known of a position. value: None if unknown. turn: the player to move; 1 in a puzzle."""

    key: Key
    turn: int
    value: Value | None
    remoteness: int | None
    nimber: int | None
    margin: int | None


class KnownMove(NamedTuple):
    """A move, its value to the player who makes it, if known, and what is known of the position it leads to."""

    name: str
    value: Value | None
    delta: int
    child: PositionFacts


class Report(NamedTuple):
    """What is known of a position and its moves, best first."""

    position: PositionFacts
    moves: tuple[KnownMove, ...]


class MoveVerdict(NamedTuple):
    """A move of a line of play, and how good it was.

    kind: `best`; `slower`: not the best, but the value is kept; `mistake`; or `unknown`. value: what the move leaves to
    the player who made it. lost: how much less that counts than the value before; a win counts 1, a tie or a draw 0.5.
    only: whether no other move keeps the value. best: a best move, this one if it is one. points: given away by
    the move, in a game won by points. position: where it leads, of a source its key. None: unknown.
    """

    move: str
    kind: str
    value: Value | None
    lost: float | None
    only: bool | None
    best: str | None
    points: int | None
    position: Any


class Source(Protocol):
    """Answers for one variant. Raises RulesError for invalid arguments, and NoAnswer if a value is not known."""

    id: str
    variant: str
    name: str
    description: str
    place: str
    """Where the answers come from: a data directory or an address."""

    def opening(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """A function and the arguments with which it opens the same game."""

    def start(self) -> Key:
        """The start."""

    def read(self, text: str) -> Key:
        """The position that a text names, in any notation. Raises RulesError."""

    def keys(self, texts: Sequence[str]) -> Sequence[Key]:
        """The positions that texts name, perhaps not checked until they are used."""

    def text(self, key: Key) -> str:
        """The readable text of a position."""

    def turn(self, key: Key) -> int:
        """The player to move, 1 or 2; always 1 in a puzzle."""

    def report(self, key: Key) -> Report:
        """What is known of a position now."""

    def children(self, key: Key) -> Sequence[tuple[str, Key]]:
        """The moves by name, and the positions they lead to."""

    def after(self, key: Key, move: str) -> Key | None:
        """The position after a move, named in any notation; None if there is no such move."""

    def why_unknown(self, key: Key) -> NoAnswer:
        """An error that says why the value of a position is not known."""

    def values(self, keys: Sequence[Key]) -> list[Result]:
        """The results of positions, at once if possible. Raises RulesError, NoAnswer."""

    def line(self, key: Key) -> Sequence[tuple[str, Key]]:
        """The moves of a best line, and the positions they lead to; empty if there is none. Raises NoAnswer."""

    def count_lines(self, key: Key) -> int | None:
        """The number of best lines; None if it is not known. Raises NoAnswer."""

    def choose(self, key: Key, strength: str, seed: str | None) -> tuple[str, Key] | None:
        """The move that an opponent of this strength makes, and where it leads; None if play is over."""

    def judge(self, key: Key, moves: Sequence[str]) -> list[MoveVerdict]:
        """How good each move of a line of play from a position was. Raises RulesError, NoAnswer."""

    def svg(self, key: Key) -> str:
        """A picture, with the moves in the colors of their values if these are known."""

    def everything(self) -> Iterator[tuple[Key, Result]]:
        """Each position in the table, one of each class of symmetry. Raises NoAnswer if there is none."""

    def data(self, columns: Sequence[str], sample: int | None, seed: int) -> DataSet:
        """The table as rows of these columns, or of the usual ones. Raises RulesError, NoAnswer."""

    def solve(self) -> None:
        """Build the table, if one is needed and missing. Raises NoAnswer if that fails."""
