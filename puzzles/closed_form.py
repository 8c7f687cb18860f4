"""Impartial games solved by a formula: a base class that needs only a start, the moves and a heap's nimber.

The game is played on a board of cells by taking; who cannot move loses (normal play). The board
splits into independent heaps, and the nimber of the whole is the XOR of theirs. A subclass
writes three methods: `start_board`, `options` and `heap_nimber`; turns, texts, boards, values
and exact remoteness follow. `docs/combinatorial-games.md` builds one step by step.

A position is (turn, cells): the player to move, 1 or 2, and the board's characters. Every
filling of the cells that `legal` accepts is legal, with either player to move.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from operator import xor
from typing import ClassVar

from perfect_play.puzzles.base import IllegalPosition, MalformedPosition, Turn, Value, short
from perfect_play.puzzles.mixins import Impartial
from perfect_play.puzzles.turns import NEXT, Position, read_turn
from perfect_play.puzzles.view import Board, Button

Heaps = tuple[int, ...]


def sorted_heaps(heaps: Iterable[int]) -> Heaps:
    """The nonempty heaps, sorted by size."""
    return tuple(sorted(filter(None, heaps)))


def without_pairs(heaps: Iterable[int]) -> set[int]:
    """The sizes that occur an odd number of times."""
    unpaired: set[int] = set()
    for heap in heaps:
        if heap in unpaired:
            unpaired.remove(heap)
        else:
            unpaired.add(heap)
    return unpaired


def check_heaps(heaps: Heaps, max_heaps: int, max_cells: int, step: int = 1, name: str = "heaps") -> None:
    """Checks that heaps typed by a user fit on a board of rows with `step` cells per token.

    max_heaps: heaps; max_cells: cells of the board; name: what the message calls the heaps. Raises ValueError.
    """
    if len(heaps) > max_heaps:
        raise ValueError(f"That is {len(heaps)} {name}, more than {max_heaps}.")
    cells = len(heaps) * max(heaps) * step
    if cells > max_cells:
        raise ValueError(f"That is {len(heaps)} {name} of up to {max(heaps)}: {cells:,} cells, more than {max_cells}.")


@cache
def partitions(total: int) -> int:
    """The number of ways to write `total` as a sum of positive integers (OEIS A000041)."""
    counts = [1] + [0] * total
    for part in range(1, total + 1):
        for sum_ in range(part, total + 1):
            counts[sum_] += counts[sum_ - part]
    return counts[total]


def nimbers_by_definition(count: int, options: Callable[[int], Iterable[int]]) -> list[int]:
    """The nimbers of the positions 0, 1, ..., `count` - 1; moves lead from each to lower ones, its options."""
    nimbers: list[int] = []
    for number in range(count):
        after = {nimbers[option] for option in options(number)}
        nimbers.append(next(nimber for nimber in range(len(after) + 1) if nimber not in after))
    return nimbers


@dataclass(frozen=True, slots=True)
class Take:
    """A move: its button, its name, and the cells it leaves."""

    button: Button
    name: str
    cells: str


class ClosedFormGame(Impartial):
    """An impartial taking game whose nimbers are known."""

    gap: ClassVar[str] = "-"  # what a cell holds once taken
    pairs_cancel: ClassVar[bool] = False  # two heaps of equal size cancel: a coin turned twice
    heap_word: ClassVar[str] = "row"  # what people call a heap

    # the three methods that an author writes

    @abstractmethod
    def start_board(self) -> Board:
        """The board before the first move, from the options of the variant."""

    @abstractmethod
    def options(self, cells: str) -> Iterable[Take]:
        """The moves from a board, in a fixed order."""

    @abstractmethod
    def heap_nimber(self, heap: int) -> int:
        """The nimber of one heap."""

    # optional; the defaults suit a row of cells in which every run of free cells is a heap

    def heaps(self, cells: str) -> Iterable[int]:
        """The sizes of the heaps on a board, in any order. Empty heaps may be left out."""
        return map(len, cells.split(self.gap))

    def named_heaps(self, cells: str) -> Iterable[tuple[str, int]]:
        """The nonempty heaps in board order, each with a name for people. Default: by their size."""
        return ((f"{self.heap_word} of {heap}", heap) for heap in self.heaps(cells) if heap)

    def gathered(self, heaps: Iterable[int]) -> Heaps:
        """These heaps as one canonical sum. Default: `sorted_heaps`, without pairs that cancel."""
        return sorted_heaps(without_pairs(heaps) if self.pairs_cancel else heaps)

    def place(self, heaps: Iterable[int]) -> str:
        """A board with these heaps and as many cells as the start; it need not be legal."""
        (free,) = set(self.first_board.cells)
        row = self.gap.join(free * heap for heap in heaps)
        return row.ljust(len(self.first_board.cells), self.gap)

    @cached_property
    def game(self) -> str:
        """Starts with the same text here have the same moves from the same heaps. Default: the id."""
        return self.id

    def sum_remoteness(self, heaps: Heaps) -> int | None:
        """The remoteness of a sum of heaps, if there is a formula. Default: None, there is none."""
        return None

    def bound(self) -> int:
        """An upper bound on the number of positions, up to the order of heaps. Default: for a row of cells."""
        return partitions(len(self.first_board.cells) + 1)

    def bound_from(self, heaps: Heaps) -> int:
        """The same bound on the positions that can be reached from these heaps. Override it with `bound`.

        In a row, a heap takes its cells and one more to separate it from the next, so the number of partitions of
        the total is an upper bound.
        """
        if type(self).bound is not ClosedFormGame.bound:
            return self.bound()
        return partitions(sum(heaps) + len(heaps))

    def legal(self, cells: str) -> bool:
        """Whether play can lead to a board of valid characters. Default: yes."""
        return True

    def write_cells(self, cells: str) -> str:
        """The cells as text. Default: unchanged."""
        return cells

    def read_cells(self, text: str) -> str:
        """The inverse of `write_cells`; may return anything for other text, as the caller checks the result."""
        return text

    # what follows from these

    @cached_property
    def first_board(self) -> Board:
        """`start_board`, computed only once."""
        return self.start_board()

    def start(self) -> Position:
        return (1, self.first_board.cells)

    def moves(self, position: Position) -> Iterable[Take]:
        return list(self.options(position[1]))

    def do_move(self, position: Position, move: Take) -> Position:
        return (NEXT[position[0]], move.cells)

    def children(self, position: Position) -> list[Position]:
        turn = NEXT[position[0]]
        return [(turn, take.cells) for take in self.options(position[1])]

    def primitive(self, position: Position) -> Value | None:
        return None if next(iter(self.options(position[1])), None) else Value.LOSE

    def nimber(self, position: Position) -> int:
        return self.sum_nimber(self.heaps(position[1]))

    def sum_nimber(self, heaps: Iterable[int]) -> int:
        """The nimber of a sum of heaps."""
        return reduce(xor, map(self.heap_nimber, heaps), 0)

    def heap_options(self, heap: int) -> set[Heaps]:
        """The results of one move from a single heap: each option as its nonempty heaps, sorted."""
        alone = self.place((heap,)) if heap else ""
        return {sorted_heaps(self.heaps(take.cells)) for take in self.options(alone)} if heap else set()

    def canonical(self, position: Position) -> Position:
        """The same board with player 1 to move: the game is impartial."""
        return (1, position[1])

    def images(self, position: Position) -> Iterable[Position]:
        return ((1, position[1]), (2, position[1]))

    def format(self, position: Position) -> str:
        return f"{position[0]}_{self.write_cells(position[1])}"

    def parse(self, text: str) -> Position:
        turn, board = read_turn(text, "the board", limit=20_000)
        cells = self.read_cells(board)
        if self.write_cells(cells) != board:
            raise MalformedPosition(f"{short(text)}: expected a board like {short(self.format(self.start()))}.")
        return self._checked(cells, turn, text)

    def from_board(self, cells: str, turn: Turn) -> Position:
        return self._checked(cells, turn, cells)

    def _checked(self, cells: str, turn: Turn, text: str) -> Position:
        """The position, if it is legal; `text` is what the error message quotes."""
        first = self.first_board.cells
        if len(cells) != len(first):
            raise MalformedPosition(f"{short(text)}: expected {len(first)} cells, not {len(cells)}.")
        for cell, (char, full) in enumerate(zip(cells, first, strict=True)):
            if char not in (full, self.gap):
                raise MalformedPosition(f"{short(text)}: cell {cell}: expected it as at the start, or taken.")
        if not self.legal(cells):
            start = short(self.format(self.start()))
            raise IllegalPosition(f"{short(text)}: no play from the start {start} leads here.")
        return (turn, cells)

    def format_move(self, position: Position, move: Take) -> str:
        return move.name

    def board(self, position: Position) -> Board:
        return Board(self.first_board.rows, self.first_board.cols, position[1])

    def button(self, position: Position, move: Take) -> Button:
        return move.button
