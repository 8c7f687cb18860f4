"""`BoardPositions`: which pieces can be where on a board of cells; texts, images and ranks follow from that.

A position is (player to move, cells): one character per cell, then one digit per *extra*, such as the pieces in hand.
Its text is the player, `_` and these characters: `1_x--o-xo--ox-o--x`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from operator import itemgetter, sub
from typing import Any, ClassVar

from perfect_play.puzzles.base import Game, IllegalPosition, MalformedPosition, Turn, short
from perfect_play.puzzles.boards.arrangements import Arrangements, Exchange, Material, Permutation
from perfect_play.puzzles.boards.layout import Layout
from perfect_play.puzzles.boards.packing import Packing
from perfect_play.puzzles.turns import NEXT, read_turn
from perfect_play.puzzles.view import EMPTY, Board

Position = tuple[Turn, str]

LARGEST = 1 << 63
"""The greatest size: ranks are integers of 64 bits, with a sign."""

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
DIGIT_NUMBERS = bytes.maketrans(DIGITS.encode(), bytes(range(len(DIGITS))))
NUMBER_DIGITS = bytes.maketrans(bytes(range(len(DIGITS))), DIGITS.encode())


def _counts_that_fit(ranges: Sequence[Sequence[int]], cells: int) -> Iterator[tuple[int, ...]]:
    """Every choice of one number of each range that are together at most `cells`, in lexicographic order."""
    if not ranges:
        yield ()
        return
    for count in ranges[0]:
        if count <= cells:
            for others in _counts_that_fit(ranges[1:], cells - count):
                yield (count, *others)


class BoardPositions(Game):
    """The part of a `BoardGame` that declares its positions."""

    pieces: ClassVar[str] = "xo"
    """A letter for each sort of piece."""

    other_side: str = ""
    """What each of `pieces` becomes when the players change places and the other one is to move, such as "ox", if both
    players move alike; if they move alike only once the board is turned, as pawns do, declare `exchanged_cells` as
    well. "" (the default): they do not move alike."""

    images_share_rank = True

    rows: int
    cols: int

    counts: Mapping[str, Iterable[int]]
    """The possible numbers of each piece on the board, which together must not be more than its cells."""

    regions: Sequence[tuple[Sequence[int], Mapping[str, Iterable[int]]]] = ()
    """In place of `counts`, where pieces are confined to parts of the board: the cells of each part, and its counts."""

    extras: Sequence[Iterable[int]] = ()
    """The values of each extra number, from 0 to 35."""

    exchanged_extras: Sequence[int] = ()
    """For each extra, the extra whose value it takes when the players change places. Empty: its own."""

    exchanged_cells: Permutation = ()
    """For each cell, the cell whose piece it shows when the players change places. If the board is then
    turned upside down, these are all cells in reverse order. Each region shows a region. Empty: its own."""

    symmetries: Sequence[Permutation] = ()
    """For each image of the board, the cell that each of its cells shows, as returned by `grid.symmetries`."""

    # what authors may override

    def possible(self, *about: Any, **named: Any) -> bool:
        """Whether there are positions with this player to move, these counts in order, and these extras."""
        return True

    def tier(self, *about: Any, **named: Any) -> Any:
        """A number, or a tuple of numbers, that no move lowers, given the counts and extras; the same for both players.

        Once it rises, play never returns, so the game is solved tier by tier, the last one first. Default: 0.
        """
        return 0

    def materials(self) -> Iterator[tuple[Turn, tuple[int, ...], tuple[int, ...]]]:
        """Every possible combination of the player to move, the counts in order, and the extras."""
        each = [counts for _, counts in self.regions] or [self.counts]
        ranges = [[tuple(counts.get(piece, (0,))) for piece in self.pieces] for counts in each]
        turns: tuple[Turn, ...] = (1, 2)
        fitting = [list(_counts_that_fit(*one)) for one in zip(ranges, map(len, self._regions), strict=True)]
        for turn, regions, extras in product(turns, product(*fitting), product(*self.extras)):
            counts = tuple(chain.from_iterable(regions))
            if self.possible(turn, *counts, *extras):
                yield turn, counts, extras

    def ways_to_move(self, material: Material) -> int:
        """The number of players who can be to move with this material; 2 only if ranks take the mover's view."""
        keys = [(material.turn, material.counts, material.extras)]
        if self.other_side:
            keys.append((2, *self._swapped(material.counts, material.extras)))
        return sum(key in self._legal for key in keys)

    def _swapped(self, counts: tuple[int, ...], extras: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Counts and extras after the players have changed places."""
        becomes = list(map(self.pieces.index, self.other_side))
        shown = [self._starts[region] for region in self._regions_shown]
        swapped = tuple(counts[start + becomes[i]] for start in shown for i in range(len(becomes)))
        return swapped, tuple(extras[extra] for extra in self._exchanged_extras)

    # positions

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    def format(self, position: Position) -> str:
        """The player, `_`, the cells and the extras."""
        return f"{position[0]}_{position[1]}"

    def parse(self, text: str) -> Position:
        """Reads the player and the cells; `from_board` checks them."""
        turn, cells = read_turn(text, limit=2 + self.cells + len(self.extras))
        return self.read(cells, turn)

    def read(self, cells: str, turn: Turn) -> Position:
        """The position with these cells and extras, and this player to move.

        Raises MalformedPosition or IllegalPosition.
        """
        board, extras = cells[: self.cells], cells[self.cells :]
        if len(cells) != self.cells + len(self.extras) or set(board) - {EMPTY, *self.pieces} or set(extras) - {*DIGITS}:
            letters = ", ".join(map(repr, self.pieces))
            digits = f", then {len(self.extras)} digits" if self.extras else ""
            raise MalformedPosition(f"{short(cells)}: expected {self.cells} cells, each {letters} or '-'{digits}.")
        if not self.is_legal((turn, cells)):
            raise IllegalPosition(f"{cells!r}: {self._why_illegal((turn, cells))}")
        return (turn, cells)

    def _why_illegal(self, position: Position) -> str:
        """The material of an illegal position, and the legal material most like it."""
        turn, counts, extras = self.material(position)
        numbers = counts + extras

        def difference(legal: tuple[int, tuple[int, ...]]) -> tuple[int, bool]:
            return sum(map(abs, map(sub, numbers, legal[1]))), legal[0] != turn

        mover, expected = min(self._legal_in_order, key=difference)
        actual = self._described(turn, counts, extras)
        like = self._described(mover, expected[: len(counts)], expected[len(counts) :])
        place = " in other parts of the board" if like == actual else ""
        return f"there is no position with {actual}. Expected, for example, {like}{place}."

    def _described(self, turn: int, counts: tuple[int, ...], extras: tuple[int, ...]) -> str:
        numbers = [sum(counts[i :: len(self.pieces)]) for i in range(len(self.pieces))]
        pieces = ", ".join(f"{number} {piece!r}" for number, piece in zip(numbers, self.pieces, strict=True))
        digits = f", the digits {self.text([0] * self.cells + [*extras])[self.cells :]!r}" if extras else ""
        return f"{pieces}{digits} and player {turn} to move"

    @cached_property
    def layout(self) -> Layout:
        """Where the board shows the cells and extras. Default: row by row; with extras, all in one row."""
        if self.extras:
            return Layout(1, self.cells + len(self.extras), range(self.cells + len(self.extras)))
        return Layout(self.rows, self.cols, range(self.cells))

    def from_board(self, cells: str, turn: Turn) -> Position:
        """Reads what is in the places of the layout."""
        return self.read(self.layout.read(cells), turn)

    def board(self, position: Position) -> Board:
        """The cells and extras in the places of the layout."""
        return self.layout.show(position[1])

    def numbers(self, cells: str) -> list[int]:
        """The cells and extras as the functions of the rules see them."""
        count = self.cells
        return [*cells[:count].encode().translate(self._number), *cells[count:].encode().translate(DIGIT_NUMBERS)]

    def text(self, numbers: Sequence[int]) -> str:
        """The inverse of `numbers`."""
        codes, count = bytes(numbers), self.cells
        return (codes[:count].translate(self._letter) + codes[count:].translate(NUMBER_DIGITS)).decode()

    # symmetry and ranks

    def images(self, position: Position) -> Iterable[Position]:
        """The images under the symmetries of the board, each also with the players exchanged if possible."""
        positions = [position]
        if self.other_side and self.is_legal(exchanged := self._exchanged(position)):
            positions.append(exchanged)
        return [(turn, "".join(image(cells))) for turn, cells in positions for image in self._images]

    def twins(self, position: Position) -> Iterable[Position]:
        """The images in those places of the list in which the start's images equal it."""
        images = list(self.images(position))
        return [images[place] for place in self._places_of_start]

    @cached_property
    def _places_of_start(self) -> list[int]:
        start = self.start()
        return [place for place, image in enumerate(self.images(start)) if image == start]

    def _exchanged(self, position: Position) -> Position:
        turn, cells = position
        board = cells[: self.cells].translate(self._becomes)
        if self.exchanged_cells:
            board = "".join([board[cell] for cell in self.exchanged_cells])
        extras = "".join([cells[self.cells + extra] for extra in self._exchanged_extras])
        return (NEXT[turn], board + extras)

    def rank(self, position: Position) -> int:
        """The number of the position among all arrangements of the pieces."""
        turn, cells = position
        if not self.dense:
            return self.packing.rank(self.numbers(cells), turn)
        return self.arrangements.rank(turn, self._masks(position), self._extras(position))

    def _masks(self, position: Position) -> list[int]:
        """For each piece, its cells as bits."""
        board = position[1][self.cells - 1 :: -1]  # from the last cell on, which is the highest bit
        return [int(board.translate(only), 2) for only in self._only]

    def _extras(self, position: Position) -> tuple[int, ...]:
        return tuple(map(DIGITS.index, position[1][self.cells :]))

    def unrank(self, number: int) -> Position:
        """A position of this rank."""
        if not self.dense:
            pieces, mover = self.packing.unrank(number)
            packed: Position = (2 if mover == 2 else 1, self.text(pieces))
            return self._exchanged(packed) if self.other_side and not self.is_legal(packed) else packed
        turn, masks, extras = self.arrangements.unrank(number)
        numbers = [0] * self.cells
        for piece, mask in enumerate(masks, 1):
            for cell in range(self.cells):
                if mask >> cell & 1:
                    numbers[cell] = piece
        position: Position = (2 if turn == 2 else 1, self.text([*numbers, *extras]))
        return position if self.is_legal(position) else self._exchanged(position)

    def positions(self) -> Iterator[Position]:
        """One position of every rank that belongs to any."""
        for number in range(self.arrangements.size):
            position = self.unrank(number)
            if self.rank(position) == number:
                yield position

    @cached_property
    def size(self) -> int | None:  # type: ignore[override]
        """All ranks are below this; None if they would take more than 63 bits, so that positions have no ranks."""
        size = self.arrangements.size if self.dense else self.packing.size
        return size if size <= LARGEST else None

    @cached_property
    def arrangements(self) -> Arrangements:
        """The numbering of all positions if `dense`."""
        exchange = self._exchange
        materials = {}
        for turn, counts, extras in self._legal:
            if turn == 2 and exchange is not None:
                counts, extras = self._swapped(counts, extras)
            view = 1 if exchange is not None else turn
            materials[view, counts, extras] = Material(view, counts, extras, self.tier(*counts, *extras))
        return Arrangements(len(self.pieces), self._regions, list(materials.values()), self._permutations, exchange)

    @cached_property
    def exact_arrangements(self) -> Arrangements:
        """The numbering of all positions, symmetric ones apart from each other."""
        materials = [Material(turn, counts, extras) for turn, counts, extras in sorted(self._legal)]
        return Arrangements(len(self.pieces), self._regions, materials, [], None)

    def exact_rank(self, position: Position) -> int:
        """The number of the position in `exact_arrangements`."""
        return self.exact_arrangements.rank(position[0], self._masks(position), self._extras(position))

    @cached_property
    def packing(self) -> Packing:
        """The numbering of all positions if not `dense`."""
        if self.extras:
            raise ValueError(f"{self.full_id} has extras, so it must be dense")
        return Packing(self.cells, len(self.pieces), (tuple(range(self.cells)), *self._permutations), self._exchange)

    @cached_property
    def _exchange(self) -> Exchange | None:
        if not self.other_side:
            return None
        becomes = tuple(map(self.pieces.index, self.other_side))
        return Exchange(becomes, tuple(self.exchanged_cells) or tuple(range(self.cells)), self._exchanged_extras)

    @cached_property
    def _legal(self) -> frozenset[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        return frozenset(self.materials())

    @cached_property
    def _legal_in_order(self) -> list[tuple[int, tuple[int, ...]]]:
        return [(turn, counts + extras) for turn, counts, extras in sorted(self._legal)]

    def material(self, position: Position) -> tuple[Turn, tuple[int, ...], tuple[int, ...]]:
        """The player to move, the counts of all pieces in all regions, and the extras."""
        turn, cells = position
        return turn, self._counts(cells[: self.cells]), tuple(map(DIGITS.index, cells[self.cells :]))

    def is_legal(self, position: Position) -> bool:
        """Whether there can be such pieces and extras with this player to move."""
        return self.material(position) in self._legal

    def _counts(self, board: str) -> tuple[int, ...]:
        inside = ["".join([board[cell] for cell in region]) for region in self._regions] if self.regions else [board]
        return tuple(region.count(piece) for region in inside for piece in self.pieces)

    @cached_property
    def _regions(self) -> Sequence[Sequence[int]]:
        return [cells for cells, _ in self.regions] or [range(self.cells)]

    @cached_property
    def _starts(self) -> list[int]:
        return [region * len(self.pieces) for region in range(len(self._regions))]

    @cached_property
    def _regions_shown(self) -> list[int]:
        """For each region, the one whose pieces it shows when the players have changed places."""
        shown = self.exchanged_cells or range(self.cells)
        return [
            next(i for i, region in enumerate(self._regions) if shown[cells[0]] in region) for cells in self._regions
        ]

    @cached_property
    def _permutations(self) -> list[Permutation]:
        identity = tuple(range(self.cells))
        return [tuple(p) for p in dict.fromkeys(map(tuple, self.symmetries)) if p != identity]

    @cached_property
    def _images(self) -> list[Callable[[str], Iterable[str]]]:
        """Functions that read the cells and extras as each image of the board shows them; first the board itself."""
        extras = range(self.cells, self.cells + len(self.extras))
        return [itemgetter(*image, *extras) for image in (range(self.cells), *self._permutations)]

    @cached_property
    def _exchanged_extras(self) -> tuple[int, ...]:
        return tuple(self.exchanged_extras) or tuple(range(len(self.extras)))

    @cached_property
    def _only(self) -> list[dict[int, int]]:
        """For each piece, a table for `str.translate` that writes 1 for it and 0 for all else."""
        letters = EMPTY + self.pieces
        return [{ord(letter): ord("01"[letter == piece]) for letter in letters} for piece in self.pieces]

    @cached_property
    def _number(self) -> bytes:
        return bytes.maketrans((EMPTY + self.pieces).encode(), bytes(range(1 + len(self.pieces))))

    @cached_property
    def _letter(self) -> bytes:
        return bytes.maketrans(bytes(range(1 + len(self.pieces))), (EMPTY + self.pieces).encode())

    @cached_property
    def _becomes(self) -> dict[int, int]:
        return str.maketrans(self.pieces, self.other_side)
