"""Summarizes a table: positions by value and remoteness, and a few of those farthest from the end.

The counts are in the table's meta. If the census names no deepest positions, they are searched for block by block, for
a limited time.
"""

from dataclasses import dataclass

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.result import Codec, result
from perfect_play.solvers.tables.census import FEW, Census, Meaning
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import Codes, Meta
from perfect_play.solvers.tables.unpacking import LAYOUTS

SECONDS = 0.4  # the longest search for the deepest positions


@dataclass(frozen=True)
class Statistics:
    """The statistics of one table. histogram: positions by value, and by remoteness as text, "" for none.

    positions, classes, unsolvable, meaning: as in a `Census`. maximum: the greatest remoteness. deepest: some positions
    that have it, no two of them equal by symmetry. complete: whether all others are their images.
    """

    meaning: Meaning
    positions: int
    classes: int | None
    unsolvable: int | None
    maximum: int
    histogram: dict[str, dict[str, int]]
    deepest: tuple[Position, ...]
    complete: bool


def statistics(store: Store, rules: Rules, few: int = FEW, seconds: float = SECONDS) -> Statistics:
    """The statistics of a table. Raises TableMissing or TableCorrupt."""
    meta = store.meta(rules)
    census = census_of(meta)
    deepest: tuple[Position, ...]
    if census.deepest is None:
        deepest, complete = _deepest(store, rules, meta, few, Deadline(seconds))
    else:
        deepest = tuple(map(rules.parse, census.deepest[:few]))
        complete = len(deepest) == census.deepest_classes
    return Statistics(
        census.meaning,
        census.positions,
        census.classes,
        census.unsolvable(rules),
        census.maximum,
        census.histogram,
        deepest,
        complete,
    )


def census_of(meta: Meta) -> Census:
    """The census of a table; if it has none, the stored entries are counted as they are."""
    if meta.census is not None:
        return Census(**meta.census)
    return Census("classes", meta.positions, meta.positions, meta.histogram)


def _deepest(store: Store, rules: Rules, meta: Meta, few: int, deadline: Deadline) -> tuple[tuple[Position, ...], bool]:
    """(at most `few` positions of the greatest remoteness; whether these are all)."""
    if not LAYOUTS[meta.layout].coded:
        return (), False  # a remoteness modulo 3 does not show how deep a position is
    codes = _codes_of(meta.codec, meta)
    deepest: dict[Position, Position] = {}
    for block in range(meta.blocks):
        if block and deadline.passed:
            return tuple(deepest.values()), False
        held = store.block_codes(rules, block)
        for code in codes:
            for place in _places(held, code):
                position = store.position_of(rules, block * meta.block_entries + place)
                representative = rules.canonical(position) if rules.symmetric else position
                if len(deepest) == few and representative not in deepest:
                    return tuple(deepest.values()), False
                deepest.setdefault(representative, position)
                if deadline.passed:
                    return tuple(deepest.values()), False
    return tuple(deepest.values()), True


def _codes_of(codec: Codec, meta: Meta) -> list[int]:
    values = [value for value, rows in meta.histogram.items() if str(meta.maximum) in rows]
    return [codec.encode(result(Value(value), meta.maximum)) for value in values]


def _places(codes: Codes, target: int) -> list[int]:
    if target not in codes:
        return []
    return [place for place, code in enumerate(codes) if code == target]
