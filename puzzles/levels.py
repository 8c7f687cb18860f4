"""Puzzles of which new levels can be made: the mix-in `LevelMaker`, and what draws pieces at random."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import ClassVar, NamedTuple, TypeVar

from perfect_play.puzzles.base import Position, Puzzle

Piece = TypeVar("Piece")


class LevelSizes(NamedTuple):
    """What levels may be asked for.

    pieces: how many are drawn, of which kind, and how many if nothing is said. sides: the rows and the columns that a
    board may have; none if all boards have one size. size: the rows and columns if nothing is said.
    """

    pieces: range
    kind: str
    usual: int
    sides: range = range(0)
    size: tuple[int, int] = (0, 0)


class LevelMaker(Puzzle):
    """A puzzle of which new levels can be made. A level is a custom variant, and its text is the id of that."""

    level_sizes: ClassVar[LevelSizes]

    hardened: ClassVar[bool] = True
    """Whether a level that is drawn is replaced by the hardest position on its board: among all that are connected with
    it if moves can be undone, else among all that can be solved."""

    most_positions: ClassVar[int] = 30_000
    """A level is dropped that is connected with more, or leads to more."""

    @classmethod
    @abstractmethod
    def random_level(cls, rng: Random, size: tuple[int, int], pieces: int) -> str | None:
        """A level with so many pieces placed at random; None if they found no room."""

    def level_text(self, position: Position) -> str:
        """The level that begins at a position. Default: that of these rules, for puzzles that are not `hardened`."""
        return self.variant.id

    def with_one_less(self, position: Position) -> Iterable[str]:
        """The levels without one of the things on the board that may make no difference. Default: none."""
        return ()

    def level_class(self, position: Position) -> Position:
        """One position for all that are solved in as many moves and ways. Default: `canonical`."""
        return self.canonical(position) if self.symmetric else position

    @abstractmethod
    def apparent_distance(self, position: Position) -> int:
        """How far from solved a position looks: a move that makes it larger is counter-intuitive."""


def scattered(
    rng: Random, places: Sequence[tuple[Collection[int], Piece]], count: int, taken: Collection[int] = ()
) -> list[tuple[Collection[int], Piece]] | None:
    """So many of these places, which share no cell, and none that is `taken`; None if they found no room."""
    chosen, free = [], places
    cells = set(taken)
    for _ in range(count):
        free = [place for place in free if cells.isdisjoint(place[0])]
        if not free:
            return None
        chosen.append(rng.choice(free))
        cells.update(chosen[-1][0])
    return chosen
