"""Grundy's game: split a heap into two of different sizes; a player who cannot loses.

A position is (player to move, cells): a row for each heap of the start, `o` a token, `*` beyond the heap,
and between two tokens a link `c`, or `-` if it is cut. Its text is the player, `_` and the cells. Every pattern of cut
links is legal, with either player to move. Nimbers are computed by definition; whether they are periodic is unknown (P.
M. Grundy, "Mathematics and games", 1939; E. R. Berlekamp, J. H. Conway, R. K. Guy, "Winning Ways", ch. 4).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from math import prod

from perfect_play.puzzles import Add, Board, CustomVariant
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take, check_heaps, partitions, sorted_heaps
from perfect_play.puzzles.octal_codes import grundy_nimbers

MAX_HEAPS, MAX_TOKENS, MAX_CELLS = 20, 250, 500


@cache
def _nimbers() -> array[int]:
    return grundy_nimbers(MAX_TOKENS + 1)


def _heaps(text: str) -> tuple[int, ...]:
    heaps = tuple(map(int, text.split("_")))
    check_heaps(heaps, MAX_HEAPS, MAX_CELLS, step=2)
    return heaps


class GrundysGame(ClosedFormGame):
    name = "Grundy's Game"
    description = "Split a heap into two of different sizes; whoever no longer can has lost."
    instructions = """On your turn, cut a link between two tokens to split a heap into two of **different sizes**.
        Heaps of one or two cannot be split. Whoever makes the **last cut** wins."""
    author = "Patrick Michael Grundy"
    date_created = "1939"
    custom = CustomVariant(
        pattern=r"[1-9][0-9]{0,2}(_[1-9][0-9]{0,2})*",
        options=_heaps,
        help=(
            "Type the sizes of the heaps with underscores between them, each at least 1: "
            f"at most {MAX_HEAPS} heaps, and heaps times the largest at most {MAX_TOKENS}."
        ),
        example="8_5",
    )
    heap_word = "heap"

    def prepare(self, *first_heaps: int) -> None:
        self.first_heaps = first_heaps

    def start_board(self) -> Board:
        columns = 2 * max(self.first_heaps) - 1
        rows = ("c".join("o" * heap).ljust(columns, "*") for heap in self.first_heaps)
        return Board(len(self.first_heaps), columns, "".join(rows))

    def _runs(self, cells: str) -> Iterator[tuple[int, int]]:
        """(first cell, tokens) of every heap, row by row."""
        columns = self.first_board.cols
        for row in range(0, len(cells), columns):
            begin = row
            for run in cells[row : row + columns].rstrip("*").split("-"):
                yield begin, (len(run) + 1) // 2
                begin += len(run) + 1

    def options(self, cells: str) -> Iterable[Take]:
        """Heap by heap, link by link."""
        columns = self.first_board.cols
        for begin, heap in self._runs(cells):
            row, place = begin // columns + 1, begin % columns // 2
            for part in range(1, heap):
                if 2 * part != heap:
                    cut = begin + 2 * part - 1
                    name = f"row {row}, cut between {place + part} and {place + part + 1}"
                    yield Take(Add("c", cut), name, f"{cells[:cut]}-{cells[cut + 1 :]}")

    def heaps(self, cells: str) -> list[int]:
        return [heap for _, heap in self._runs(cells)]

    def heap_nimber(self, heap: int) -> int:
        return _nimbers()[heap]

    def heap_options(self, heap: int) -> set[Heaps]:
        return {sorted_heaps((part, heap - part)) for part in range(1, (heap + 1) // 2)}

    def bound(self) -> int:
        return prod(map(partitions, self.first_heaps))

    def bound_from(self, heaps: Heaps) -> int:
        """The number of partitions of the total size of the heaps that can still be split."""
        return partitions(sum(heap for heap in heaps if heap > 2))

    def legal(self, cells: str) -> bool:
        pairs = zip(cells, self.first_board.cells, strict=True)
        return all(char == first or first == "c" for char, first in pairs)
