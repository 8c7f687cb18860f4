"""What each cell of a level may ever hold, by its rules: so a position has a short text and few bits.

The sets are at least as large as what play leads to: a cell changes by a rule for one cell, wherever it matches, or as
something that rules or players move comes or goes, wherever its layer has room.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from perfect_play.puzzles.puzzlescript.tables import ALL_MOVEMENTS, LAYERS_A_WORD, Tables, joined

MAX_KINDS = 1_000


class Change(NamedTuple):
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


class Changes:
    """All that may happen to one cell. changes: by rules. mobile: the objects that may move, with their layers."""

    def __init__(self, tables: Tables) -> None:
        words = tables.object_words
        self._tables = tables
        self.layers = [joined(tables.layer_masks, layer, words) for layer in range(tables.layer_count)]
        self.changes: list[Change] = []
        mobile = joined(tables.player, 0, words)
        for cell in range(len(tables.cells) // 4):
            gap, replaced, first, end = tables.cells[4 * cell : 4 * cell + 4]
            if gap or not replaced:
                continue
            choices = tuple(joined(tables.choices, choice, words) for choice in range(first, end))
            present, missing = joined(tables.present, cell, words), joined(tables.missing, cell, words)
            removed, put = joined(tables.removed, cell, words), joined(tables.put, cell, words)
            self.changes.append(Change(present, missing, choices, removed, put))
            for layer, mask in enumerate(self.layers):
                if self._is_pushed(cell, layer):
                    mobile |= (put & mask) or next((any_of for any_of in choices if any_of & mask), mask)
        self.mobile = [
            (1 << number, mask)
            for mask in self.layers
            for number in range(mobile.bit_length())
            if mobile & mask & 1 << number
        ]

    def _is_pushed(self, cell: int, layer: int) -> bool:
        word = self._tables.pushed[cell * self._tables.movement_words + layer // LAYERS_A_WORD]
        return bool(word >> 5 * (layer % LAYERS_A_WORD) & ALL_MOVEMENTS)

    def closure(self, cell: int, present: int, limit: int = MAX_KINDS) -> list[int] | None:
        """All that a cell may hold, from what it holds at first; None if that is more than the limit.

        present: the objects that may be anywhere.
        """
        changes = [change for change in self.changes if _may_match(change, present)]
        mobile = [(number, mask) for number, mask in self.mobile if number & present]
        kinds = {cell: None}
        waiting = [cell]
        for kind in waiting:  # grows during the loop
            results = [change.result(kind) for change in changes]
            results += [kind ^ number for number, mask in mobile if kind & number or not kind & mask]
            for result in results:
                if result not in kinds:
                    kinds[result] = None
                    waiting.append(result)
            if len(kinds) > limit:
                return None
        return list(kinds)

    def objects(self, cells: Iterable[int]) -> int:
        """The objects that may be anywhere in a level that begins with these cells."""
        present = 0
        for cell in cells:
            present |= cell
        before = -1
        while before != present:
            before = present
            for change in self.changes:
                if _may_match(change, present):
                    present |= change.put
        return present


def _may_match(change: Change, present: int) -> bool:
    return change.present & ~present == 0 and all(any_of & present for any_of in change.choices)
