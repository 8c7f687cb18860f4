"""Taking-and-breaking games by their octal code, from any heaps: take adjacent tokens, and break the heap.

A position is (player to move, cells): a row for each heap of the start, `o` a token, `-` where one is
gone, `*` where none ever was. In games with a 4 before the point, in which a heap may be broken
without taking, a link `c` stands between two tokens; it goes when it is broken or a token beside it
is taken. A heap is a run of tokens, or of linked ones; the text is the player, `_` and the cells. Every pattern in
which each link has a token on both sides is legal, with either player to move. Nimbers are computed by definition, see
`puzzles/octal_codes.py`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod

from perfect_play.puzzles import Add, Board, CustomVariant, Move, Variant
from perfect_play.puzzles.closed_form import ClosedFormGame, Heaps, Take, check_heaps, partitions, sorted_heaps
from perfect_play.puzzles.octal_codes import CODE, BadCode, Octal, some_nimbers, usual_code

MAX_HEAPS, MAX_CELLS = 20, 500


def _start(text: str) -> tuple[Octal, Heaps]:
    code, *sizes = text.split("_")
    heaps = tuple(map(int, sizes))
    try:
        octal = Octal.parse(code)
    except BadCode as error:
        raise ValueError(str(error)) from None
    if octal.parts > 2:
        raise ValueError(f"In {octal.code} three heaps may remain, which no row shows.")
    check_heaps(heaps, MAX_HEAPS, MAX_CELLS, step=2 if octal.digits[0] else 1)
    return octal, heaps


def _listed(name: str, code: str, heap: int) -> Variant:
    """One heap in a game that has a name."""
    title = f"{name}, {code}: one heap of {heap}"
    return Variant(re.sub("[^a-z]", "", name.lower()), title, (Octal.parse(code), (heap,)), testing=True, positions=60)


class OctalGame(ClosedFormGame):
    name = "Octal Games"
    also_called = ("Taking and breaking",)
    description = "Take tokens from a heap and break it, as the game's code allows; whoever cannot move loses."
    instructions = """The digit in place *k* of the code says what may be left of a heap when you take *k* adjacent
        tokens: 1 nothing, 2 one heap, 4 two heaps, and sums of these. A 4 before the point lets you break a heap in
        two by cutting a link. Whoever makes the **last move** wins."""
    author = "Richard K. Guy and Cedric A. B. Smith"
    date_created = "1956"
    variants = (
        _listed("Dawson's Kayles", "0.07", 12),
        _listed("Guiles", "0.15", 12),
        _listed("Treblecross", "0.007", 12),
        _listed("Officers", "0.6", 10),
    )
    custom = CustomVariant(
        pattern=rf"{CODE}(_[1-9][0-9]{{0,2}})+",
        options=_start,
        help=(
            "Type an octal code and the sizes of the heaps with underscores between them, each at least 1: at most "
            f"{MAX_HEAPS} heaps, and heaps times the largest at most {MAX_CELLS}, half that with a 4 before the point."
        ),
        example="0.137_3_4_5",
    )
    heap_word = "heap"

    @classmethod
    def find_variant(cls, variant_id: str) -> Variant:
        """As for any game; the code may be written as `.77` or `0·77`."""
        return super().find_variant(usual_code(variant_id))

    def prepare(self, octal: Octal, first_heaps: tuple[int, ...]) -> None:
        self.octal, self.first_heaps = octal, first_heaps
        self.game = f"{self.id} {octal.code}"
        self.step = 2 if octal.digits[0] else 1  # cells from one token to the next
        self.columns = (max(first_heaps) - 1) * self.step + 1

    def start_board(self) -> Board:
        rows = ("c".join("o" * heap) if self.step == 2 else "o" * heap for heap in self.first_heaps)
        return Board(len(self.first_heaps), self.columns, "".join(row.ljust(self.columns, "*") for row in rows))

    def _runs(self, cells: str) -> Iterator[tuple[int, int]]:
        """(first cell, tokens) of every heap, row by row."""
        for row in range(0, len(cells), self.columns):
            for run in self._run.finditer(cells, row, row + self.columns):
                yield run.start(), (run.end() - run.start() - 1) // self.step + 1

    @cached_property
    def _run(self) -> re.Pattern[str]:
        return re.compile("o(?:co)*" if self.step == 2 else "o+")

    def options(self, cells: str) -> Iterable[Take]:
        """Heap by heap: breaks, then takes, small ones first, each from the left."""
        step, digits = self.step, self.octal.digits
        for begin, heap in self._runs(cells):
            row, place = begin // self.columns + 1, begin % self.columns // step
            if digits[0]:
                for i in range(1, heap):
                    link = begin + i * step - 1
                    name = f"row {row}, break between {place + i} and {place + i + 1}"
                    yield Take(Add("c", link), name, f"{cells[:link]}-{cells[link + 1 :]}")
            for tokens in range(1, min(heap, self.octal.most) + 1):
                for before in range(heap - tokens + 1):
                    parts = (before > 0) + (heap - tokens - before > 0)
                    if digits[tokens] >> parts & 1:
                        yield self._take(cells, row, begin, place, before, tokens)

    def _take(self, cells: str, row: int, begin: int, place: int, before: int, tokens: int) -> Take:
        first, last = begin + before * self.step, begin + (before + tokens - 1) * self.step
        start = first - (cells[max(first - 1, 0)] == "c")
        end = last + 1 + (cells[last + 1 : last + 2] == "c")
        after = cells[:start] + "-" * (end - start) + cells[end:]
        number = place + before + 1
        if tokens == 1:
            return Take(Add("o", first), f"row {row}, take {number}", after)
        return Take(Move(first, last), f"row {row}, take {number} to {number + tokens - 1}", after)

    def heaps(self, cells: str) -> list[int]:
        return [heap for _, heap in self._runs(cells)]

    def heap_nimber(self, heap: int) -> int:
        return some_nimbers(self.octal)[heap]

    def heap_options(self, heap: int) -> set[Heaps]:
        return {sorted_heaps(heaps) for _, heaps in self.octal.options(heap)}

    def bound(self) -> int:
        """The product, over the rows, of the number of heap collections with at most the row's tokens."""
        return prod(self.bound_from((heap,)) for heap in self.first_heaps)

    def bound_from(self, heaps: Heaps) -> int:
        """The number of collections with at most as many tokens in total; if heaps never break, heap by heap.

        If a heap breaks in two at most, and only as tokens are taken, it is the number of partitions, as in a row.
        """
        if self.octal.parts < 2:
            return prod(heap + 1 for heap in heaps)
        if self.octal.parts == 2 and not self.octal.digits[0]:
            return partitions(sum(heaps) + len(heaps))
        return sum(map(partitions, range(sum(heaps) + 1)))

    def legal(self, cells: str) -> bool:
        voids = all((a == "*") == (b == "*") for a, b in zip(cells, self.first_board.cells, strict=True))
        links = (cell for cell, char in enumerate(cells) if char == "c")
        return voids and all(cells[cell - 1] == cells[cell + 1] == "o" for cell in links)
