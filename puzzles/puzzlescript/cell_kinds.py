"""What each cell of a level may ever hold, by its rules: so a position has a short text and few bits.

The sets are at least as large as what play leads to: a cell changes by a rule for one cell, wherever it matches, or as
something that rules or players move comes or goes, wherever its layer has room.
"""

from collections.abc import Iterable
from typing import NamedTuple

from perfect_play.puzzles.puzzlescript.rule_tables import ALL_MOVEMENTS, MOVEMENT_BITS, Tables, mask_at

MAX_KINDS = 1_500
TRIALS, TRIALS_A_LEVEL = 100_000, 500_000
"""The most changes tried for what one cell may hold, and all cells of a level."""


class CellChange(NamedTuple):
    """What a rule makes of a cell that has all of `present`, none of `missing`, and any of each of `choices`."""

    present: int
    missing: int
    choices: tuple[int, ...]
    removed: int
    put: int

    def result(self, cell: int) -> int:
        """The cell after it, or as it is if it does not match."""
        matches = cell & self.present == self.present and not cell & self.missing
        return cell & ~self.removed | self.put if matches and all(cell & any_of for any_of in self.choices) else cell


class CellChanges:
    """All that may happen to a cell. mobile: the objects that may move, with their layers. trials: changes tried."""

    def __init__(self, tables: Tables) -> None:
        words = tables.object_words
        self._changes: dict[CellChange, None] = {}
        self._closures: dict[tuple[int, int], tuple[list[int] | None, int]] = {}
        self.trials = 0
        self.layers = [mask_at(tables.layer_masks, layer, words) for layer in range(tables.layer_count)]
        mobile = mask_at(tables.player, 0, words)
        for cell in range(len(tables.cells) // 4):
            gap, replaced, first, end = tables.cells[4 * cell : 4 * cell + 4]
            if gap or not replaced:
                continue
            choices = tuple(mask_at(tables.choices, choice, words) for choice in range(first, end))
            present, missing = mask_at(tables.present, cell, words), mask_at(tables.missing, cell, words)
            removed, put = mask_at(tables.removed, cell, words), mask_at(tables.put, cell, words)
            self._changes[CellChange(present, missing, choices, removed, put)] = None
            pushed = mask_at(tables.pushed, cell, tables.movement_words)
            for mask in self.layers if pushed else ():
                if pushed & ALL_MOVEMENTS:
                    mobile |= (put & mask) or next((any_of for any_of in choices if any_of & mask), mask)
                pushed >>= MOVEMENT_BITS
        self.mobile = [
            (1 << number, mask)
            for mask in self.layers
            for number in range(mobile.bit_length())
            if mobile & mask & 1 << number
        ]

    def of_level(self, cells: Iterable[int]) -> dict[int, list[int]] | None:
        """All that each cell of a level may hold, by what is drawn in it; None if that is much or takes too long."""
        firsts = dict.fromkeys(cells)
        objects = self._objects(firsts)
        results: dict[int, list[int]] = {}
        every: set[int] = set()
        trials = 0
        for first in firsts:
            if (first, objects) not in self._closures:
                self._closures[first, objects] = self._closure(first, objects)
                self.trials += self._closures[first, objects][1]
            kinds, more = self._closures[first, objects]
            every.update(kinds or ())
            trials += more
            if kinds is None or len(every) > MAX_KINDS or trials > TRIALS_A_LEVEL:
                return None
            results[first] = kinds
        return results

    def _closure(self, first: int, objects: int) -> tuple[list[int] | None, int]:
        """All that a cell may hold in a level with these objects, None if that is too much, and how many were tried."""
        changes = [change for change in self._changes if _may_match(change, objects)]
        mobile = [(number, mask) for number, mask in self.mobile if number & objects]
        kinds = {first: None}
        trials = len(self._changes)
        waiting = [first]
        for kind in waiting:  # grows during the loop
            children = [change.result(kind) for change in changes]
            children += [kind ^ number for number, mask in mobile if kind & number or not kind & mask]
            new = [child for child in dict.fromkeys(children) if child not in kinds]
            kinds |= dict.fromkeys(new)
            waiting += new
            trials += len(children)
            if len(kinds) > MAX_KINDS or trials > TRIALS:
                return None, trials
        return list(kinds), trials

    def _objects(self, cells: Iterable[int]) -> int:
        """The objects that may be anywhere in a level that begins with these cells."""
        objects, before = 0, -1
        for cell in cells:
            objects |= cell
        while before != objects:
            before = objects
            for change in self._changes:
                if _may_match(change, objects):
                    objects |= change.put
            self.trials += len(self._changes)
        return objects


def _may_match(change: CellChange, objects: int) -> bool:
    return change.present & ~objects == 0 and all(any_of & objects for any_of in change.choices)
