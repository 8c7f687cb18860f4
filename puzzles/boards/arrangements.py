"""Numbers for all ways to place pieces on the cells of a board: the ranks of a `BoardGame`.

*Material* is what is on the board, as in chess: how many pieces of each kind there are in each region of the board, the
extras (such as pieces in hand), and the player to move if that matters. Positions with the same material have
consecutive ranks, and so do the materials of a tier.

Within a material, the first kind's cells are numbered as a set, in the combinatorial number system (D. H. Lehmer, "The
machine tools of combinatorics", in E. F. Beckenbach, Applied Combinatorial Mathematics, 1964): the cells c1 < c2 < ...
have the number C(c1, 1) + C(c2, 2) + .... The next kind's cells are numbered among those still free, and so on; each
number is a digit of the rank.

Symmetry: only one set of each orbit is numbered for the first kind, the *lead*. A position is first turned so that its
lead is that set. If several symmetries do so, the one that makes the rest of the number smallest is taken; the ranks
that the others would give belong to no position: they are *holes*. Holes are few, so there are hardly more ranks than
positions up to symmetry (R. Gasser, "Solving nine men's morris", Computational Intelligence 12, 1996).

`solvers/native/loops/arrangement_ranks.py` computes the same numbers in compiled code.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from math import comb, prod
from operator import getitem
from typing import Any

LEAD_LIMIT = 1 << 17
"""The greatest number of sets a lead should have: a table of their orbits is kept in memory."""

MAX_CELLS = 64
"""Cells are bits of an integer of 64 bits."""

BINOMIAL = [[comb(n, k) for n in range(MAX_CELLS + 1)] for k in range(MAX_CELLS + 1)]
"""BINOMIAL[k][n]: the number of sets of k among n cells."""

Permutation = tuple[int, ...]
Kind = tuple[int, int]
"""A region and a piece, as indices."""


@dataclass(frozen=True, slots=True)
class Material:
    """The number of pieces of each kind on the board, and whatever else all its positions share.

    turn: the player to move; always 1 if ranks take that player's view. counts: the number of each kind, those of the
    first region first. extras: the values of the extras, in order. tier: not below that of anything that leads here.
    """

    turn: int
    counts: tuple[int, ...]
    extras: tuple[int, ...] = ()
    tier: Any = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """The changes to a position when the players change places.

    pieces: for each piece, the one it becomes. cells: the cell that each cell then shows. extras: likewise.
    """

    pieces: tuple[int, ...]
    cells: Permutation
    extras: tuple[int, ...] = ()


@dataclass(frozen=True)
class Orbits:
    """The orbits of all sets of `count` cells of the first region, under the symmetries.

    leads: the numbered set of each orbit, as bits. number: the orbit of every set. symmetry: one that turns it into
    the orbit's. fixing: for each orbit, the symmetries that leave its set as it is.
    """

    leads: array[int] = field(default_factory=lambda: array("Q"))
    number: array[int] = field(default_factory=lambda: array("i"))
    symmetry: array[int] = field(default_factory=lambda: array("i"))
    fixing: list[tuple[int, ...]] = field(default_factory=list)


@dataclass(frozen=True)
class Stretch:
    """The ranks of one material, from `first`.

    kinds: those that occur, in the order of their digits, the lead first. sizes: how many values
    each digit has. orbits: those of the lead; None without symmetry.
    """

    material: Material
    first: int
    size: int
    kinds: tuple[Kind, ...]
    sizes: tuple[int, ...]
    orbits: Orbits | None


@dataclass(frozen=True, slots=True)
class Tier:
    """Materials that are solved together; their ranks run from `first` up to, but not including, `end`."""

    name: Any
    first: int
    end: int
    stretches: tuple[Stretch, ...]


class Arrangements:
    """All arrangements of pieces on cells, by rank."""

    def __init__(
        self,
        pieces: int,
        regions: Sequence[Sequence[int]],
        materials: Sequence[Material],
        symmetries: Sequence[Permutation] = (),
        exchange: Exchange | None = None,
    ) -> None:
        """pieces: how many sorts there are. regions: the cells of each, every cell in one of them.

        symmetries: for each image of the board, the cell that each of its cells shows; a group that keeps every region.
        exchange: None if it matters which player is to move. Raises ValueError.
        """
        cells = sum(map(len, regions))
        if cells > MAX_CELLS or sorted(cell for region in regions for cell in region) != list(range(cells)):
            raise ValueError(f"expected at most {MAX_CELLS} cells, each in one region; got regions {regions}")
        self.cells, self.pieces = cells, pieces
        self.regions = tuple(tuple(sorted(region)) for region in regions)
        identity = tuple(range(cells))
        self.symmetries = (identity, *sorted(set(symmetries) - {identity}))
        self.exchange = exchange
        self._inside = [sum(1 << cell for cell in region) for region in self.regions]
        self.materials = sorted(materials, key=lambda m: (m.tier, m.turn, m.extras, m.counts))
        if len({(m.turn, m.counts, m.extras) for m in materials}) != len(materials):
            raise ValueError("two materials are the same")
        for permutation in self.symmetries:
            if any({permutation[cell] for cell in region} != set(region) for region in self.regions):
                raise ValueError(f"the symmetry {permutation} does not keep every region")
        if exchange is not None:
            shown = [{exchange.cells[cell] for cell in region} for region in regions]
            if sorted(map(sorted, shown)) != sorted(map(sorted, regions)):
                raise ValueError(f"the exchange of cells {exchange.cells} takes a region apart")

    # --- tables -------------------------------------------------------------------------------

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The ranks of each material, in order."""
        stretches, first = [], 0
        for material in self.materials:
            kinds = self._kinds(material)
            orbits = self.orbits(self._count(material, kinds[0])) if kinds and len(self.symmetries) > 1 else None
            sizes = tuple(self._sizes(material, kinds))
            if orbits is not None:
                sizes = (len(orbits.leads), *sizes[1:])
            stretches.append(Stretch(material, first, prod(sizes), kinds, sizes, orbits))
            first += prod(sizes)
        return tuple(stretches)

    @cached_property
    def size(self) -> int:
        """The number of ranks."""
        return self.stretches[-1].first + self.stretches[-1].size if self.stretches else 0

    @cached_property
    def tiers(self) -> tuple[Tier, ...]:
        """The tiers, in the order of play: each leads to itself and to later ones."""
        tiers = []
        for name, group in groupby(self.stretches, key=lambda stretch: stretch.material.tier):
            stretches = tuple(group)
            last = stretches[-1]
            tiers.append(Tier(name, stretches[0].first, last.first + last.size, stretches))
        return tuple(tiers)

    @cached_property
    def _by_material(self) -> dict[tuple[Any, ...], Stretch]:
        return {(s.material.turn, s.material.counts, s.material.extras): s for s in self.stretches}

    @cached_property
    def _firsts(self) -> list[int]:
        return [stretch.first for stretch in self.stretches]

    def _count(self, material: Material, kind: Kind) -> int:
        return material.counts[kind[0] * self.pieces + kind[1]]

    def _kinds(self, material: Material) -> tuple[Kind, ...]:
        """The kinds that occur, the lead first: of the first region, the one with the most sets within the limit."""
        kinds = [(region, piece) for region in range(len(self.regions)) for piece in range(self.pieces)]
        present = [kind for kind in kinds if self._count(material, kind)]
        if len(self.symmetries) > 1:
            cells = len(self.regions[0])
            sets = {kind: comb(cells, self._count(material, kind)) for kind in present if kind[0] == 0} or {(0, 0): 1}
            fit = {kind: number for kind, number in sets.items() if number <= LEAD_LIMIT}
            lead = max(fit, key=fit.__getitem__) if fit else min(sets, key=sets.__getitem__)
            present = [lead, *(kind for kind in present if kind != lead)]
        return tuple(present)

    def _sizes(self, material: Material, kinds: Sequence[Kind]) -> Iterator[int]:
        free = [len(region) for region in self.regions]
        for kind in kinds:
            count = self._count(material, kind)
            yield comb(free[kind[0]], count)
            free[kind[0]] -= count

    def orbits(self, count: int) -> Orbits:
        """The orbits of the sets of `count` cells of the first region, computed once."""
        orbits = self._orbits.get(count)
        if orbits is None:
            orbits = self._orbits[count] = self._make_orbits(count)
        return orbits

    @cached_property
    def _orbits(self) -> dict[int, Orbits]:
        return {}

    @cached_property
    def _ways_back(self) -> list[int]:
        """The inverse of each symmetry."""
        number = {permutation: i for i, permutation in enumerate(self.symmetries)}
        back = []
        for permutation in self.symmetries:
            inverse = tuple(permutation.index(cell) for cell in range(self.cells))
            if inverse not in number:
                raise ValueError(f"the inverse of the symmetry {permutation} is none")
            back.append(number[inverse])
        return back

    def _make_orbits(self, count: int) -> Orbits:
        region, back = self.regions[0], self._ways_back
        place_of = {cell: place for place, cell in enumerate(region)}
        goes = [{place_of[permutation[cell]]: place_of[cell] for cell in region} for permutation in self.symmetries]
        total, columns = comb(len(region), count), BINOMIAL[1 : count + 1]
        orbits = Orbits(number=array("i", [-1]) * total, symmetry=array("i", bytes(4 * total)))
        for number in range(total):
            if orbits.number[number] >= 0:
                continue
            places = _set_of(number, count)
            orbit, fixing = len(orbits.leads), []
            for symmetry, goes_to in enumerate(goes):
                image = sum(map(getitem, columns, sorted([goes_to[place] for place in places])))
                if orbits.number[image] < 0:
                    orbits.number[image], orbits.symmetry[image] = orbit, back[symmetry]
                if image == number:
                    fixing.append(symmetry)
            orbits.leads.append(sum([1 << region[place] for place in places]))
            orbits.fixing.append(tuple(fixing))
        return orbits

    # --- ranks --------------------------------------------------------------------------------

    def material_of(self, turn: int, masks: Sequence[int], extras: tuple[int, ...] = ()) -> Stretch | None:
        """The stretch with this material; None if there is no such material.

        masks: for each piece, the cells it is on, as bits; as seen by the player to move.
        """
        counts = tuple((mask & inside).bit_count() for inside in self._inside for mask in masks)
        return self._by_material.get((turn, counts, extras))

    def rank(self, turn: int, masks: Sequence[int], extras: tuple[int, ...] = ()) -> int:
        """The number of a position, given as for `material_of`. Raises ValueError if there is no such material."""
        if turn == 2 and self.exchange is not None:
            turn, masks, extras = self._exchanged(self.exchange, masks, extras)
        stretch = self.material_of(turn, masks, extras)
        if stretch is None:
            raise ValueError("there is no such material")
        orbits = stretch.orbits
        if orbits is None:
            return stretch.first + self._digits(stretch, masks, 0)
        region, piece = stretch.kinds[0]
        number = _number_of(masks[piece] & self._inside[region], self._inside[region])
        orbit = orbits.number[number]
        turned = self._turned(masks, orbits.symmetry[number])
        remainder = min(self._digits(stretch, self._turned(turned, symmetry), 1) for symmetry in orbits.fixing[orbit])
        return stretch.first + orbit * prod(stretch.sizes[1:]) + remainder

    def _exchanged(
        self, exchange: Exchange, masks: Sequence[int], extras: tuple[int, ...]
    ) -> tuple[int, list[int], tuple[int, ...]]:
        """The position as the other player sees it."""
        exchanged = [0] * self.pieces
        for piece, mask in enumerate(masks):
            exchanged[exchange.pieces[piece]] = self.exchanged_image(mask)
        return 1, exchanged, tuple(extras[extra] for extra in exchange.extras)

    def unrank(self, number: int) -> tuple[int, list[int], tuple[int, ...]]:
        """The turn, the cells of each piece as bits, and the extras of a rank. Raises IndexError."""
        if not 0 <= number < self.size:
            raise IndexError(number)
        stretch = self.stretches[bisect_right(self._firsts, number) - 1]
        digits = number - stretch.first
        values = []
        for size in reversed(stretch.sizes):
            digits, value = divmod(digits, size)
            values.append(value)
        masks, occupied = [0] * self.pieces, 0
        for i, ((region, piece), value) in enumerate(zip(stretch.kinds, reversed(values), strict=True)):
            if i == 0 and stretch.orbits is not None:
                mask = stretch.orbits.leads[value]
            else:
                free = [cell for cell in self.regions[region] if not occupied >> cell & 1]
                count = self._count(stretch.material, (region, piece))
                mask = sum(1 << free[place] for place in _set_of(value, count))
            masks[piece] |= mask
            occupied |= mask
        return stretch.material.turn, masks, stretch.material.extras

    def _digits(self, stretch: Stretch, masks: Sequence[int], since: int) -> int:
        """The digits from the one with index `since` on, as one number."""
        number, occupied = 0, 0
        for i, (region, piece) in enumerate(stretch.kinds):
            mask = masks[piece] & self._inside[region]
            if i >= since:
                number = number * stretch.sizes[i] + _number_of(mask, self._inside[region] & ~occupied)
            occupied |= mask
        return number

    def _turned(self, masks: Sequence[int], symmetry: int) -> Sequence[int]:
        """The image of a position under a symmetry."""
        return [self.image(mask, symmetry) for mask in masks] if symmetry else masks

    def image(self, mask: int, symmetry: int) -> int:
        """The image of a set of cells, as bits, under the symmetry with this index."""
        return _image(mask, self._goes[symmetry])

    def exchanged_image(self, mask: int) -> int:
        """The image of a set of cells, as bits, after the players have changed places."""
        return _image(mask, self._exchanged_cells)

    @cached_property
    def _exchanged_cells(self) -> dict[int, int]:
        return _going(self.exchange.cells if self.exchange is not None else range(self.cells))

    @cached_property
    def _goes(self) -> list[dict[int, int]]:
        return [_going(permutation) for permutation in self.symmetries]


def _going(permutation: Sequence[int]) -> dict[int, int]:
    """Where the bit of each cell goes in an image."""
    return {1 << source: 1 << cell for cell, source in enumerate(permutation)}


def _image(mask: int, goes: Mapping[int, int]) -> int:
    """The cells of `mask` in an image."""
    image = 0
    while mask:
        lowest = mask & -mask
        image |= goes[lowest]
        mask ^= lowest
    return image


def _number_of(mask: int, free: int) -> int:
    """The number of a set of cells, among those that are free, in the combinatorial number system."""
    number, size = 0, 1
    while mask:
        lowest = mask & -mask
        number += BINOMIAL[size][(free & (lowest - 1)).bit_count()]
        mask ^= lowest
        size += 1
    return number


def _set_of(number: int, count: int) -> list[int]:
    """The set of `count` elements with this number, ascending."""
    elements: list[int] = []
    for size in range(count, 0, -1):
        element = bisect_right(BINOMIAL[size], number) - 1
        number -= BINOMIAL[size][element]
        elements.append(element)
    return elements[::-1]
