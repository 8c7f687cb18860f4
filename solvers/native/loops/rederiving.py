"""The loops that hold the entries of a table to those of their children, for `compiled_verification.py`.

Not run from here: see `dense.py`. `forward.py` explains the codes. Each loop looks at entries from `first` to before
`last`, writes the places of those that do not agree to `faults` until it is full, and returns how many these are and
where to go on; -1 - rank reports a rank at which the kernel writes too many numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import IMPOSSIBLE, ONGOING, WON
from perfect_play.solvers.arrays import Int8s, Int64s, Ints, Uint64s
from perfect_play.solvers.native.intrinsics import prefetch
from perfect_play.solvers.native.loops.arrangement_ranks import child_material, rank_within, unrank_to
from perfect_play.solvers.native.loops.forward import primitive_code
from perfect_play.solvers.native.loops.kernels import kernel_children, kernel_margin, kernel_parents, kernel_primitive
from perfect_play.solvers.native.loops.steps import list_moves, make_children, material_at, outcome_of

if TYPE_CHECKING:
    from perfect_play.solvers.native.arrangement_tables import RankScratch, RankTables

CONTRADICTION = -1  # no code: a child has no entry
TIE, DRAW = 2, 3
UNSOLVABLE = 3  # of remotenesses modulo 3


class TableEntries(NamedTuple):
    """A table. ranks: of its entries, ascending; empty if every rank has one. margins: or nimbers; may be empty.

    absent: the code of a rank without entry. missing: that of a child without entry, or CONTRADICTION. lost: that of a
    position that cannot be solved. whole: whether absent entries are to be right, too. ends: whether the kernel knows
    where play has ended; otherwise, at remoteness 0. scored: whether there are margins, not nimbers.
    """

    codes: Ints
    ranks: Int64s
    margins: Int8s
    game: bool
    absent: int
    missing: int
    lost: int
    whole: bool
    ends: bool
    scored: bool


def place_of(number: int, e: TableEntries) -> Any:
    """The place of a rank's entry; -1 if it has none."""
    if len(e.ranks) == 0:
        return number if number < len(e.codes) else -1
    low, high = 0, len(e.ranks)
    while low < high:
        middle = (low + high) >> 1
        if e.ranks[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low if low < len(e.ranks) and e.ranks[low] == number else -1


def derived(count: int, edges: Int64s, e: TableEntries) -> Any:
    """The code that children imply. edges: twice the place of each, plus 1 if the same player moves again, or -1."""
    win, tie, lose, draw = -1, -1, -1, False
    for i in range(count):
        code: Any = np.int64(e.codes[edges[i] >> 1]) if edges[i] >= 0 else e.absent
        if code == e.absent:
            code = e.missing
        if code == CONTRADICTION:
            return CONTRADICTION
        value, level = code & 3, (code >> 2) + 1
        if not e.game:
            if code != e.lost:
                win = code + 1 if win < 0 else min(win, code + 1)
        elif value < TIE and (value == 0) == (edges[i] & 1 == 1):
            win = level if win < 0 else min(win, level)
        elif value < TIE:
            lose = max(lose, level)
        elif value == TIE:
            tie = level if tie < 0 else min(tie, level)
        else:
            draw = True
    if not e.game:
        return e.lost if win < 0 else win if win < e.lost else CONTRADICTION
    return 4 * win if win >= 0 else 4 * tie + TIE if tie >= 0 else DRAW if draw else 4 * lose + 1


def derived_margin(number: int, ended: int, count: int, edges: Int64s, e: TableEntries, scratch: Any) -> Any:
    """The margin or nimber that children imply."""
    if not e.scored:
        least = 1 if ended == WON else 0
        i = 0
        while i < count:
            i += 1
            if e.margins[edges[i - 1] >> 1] == least:
                least, i = least + 1, 0
        return least
    if ended != ONGOING:
        return kernel_margin(number, scratch)
    best = -128
    for i in range(count):
        margin: Any = np.int64(e.margins[edges[i] >> 1])
        best = max(best, margin if edges[i] & 1 == 1 else -margin)
    return best


def wrong_entries(
    first: int, last: int, faults: Int64s, e: TableEntries, out: Int64s, edges: Int64s, scratch: Any
) -> tuple[int, int]:
    """Entries of a table whose rules are a kernel's."""
    fault_count, place = 0, first
    while place < last and fault_count < len(faults):
        code: Any = np.int64(e.codes[place])
        if code == e.absent:
            code = e.lost if e.whole else CONTRADICTION
        if code != CONTRADICTION:
            number: Any = e.ranks[place] if len(e.ranks) > 0 else np.int64(place)
            ended: Any = kernel_primitive(number, scratch) if e.ends else WON if code == 0 else ONGOING
            count = 0
            if ended != ONGOING:
                expected: Any = primitive_code(e.game, e.lost, ended)
            else:
                count = kernel_children(number, out, scratch)
                if count > len(out):
                    return int(-1 - number), last
                for i in range(count):
                    child = place_of(~out[i] if out[i] < 0 else out[i], e)
                    edges[i] = 2 * child + (1 if out[i] < 0 else 0) if child >= 0 else -1
                    prefetch(e.codes, max(child, 0))
                expected = derived(count, edges, e)
            right = expected == code
            if right and len(e.margins) > 0:
                margin: Any = np.int64(e.margins[place])
                right = margin == derived_margin(number, ended, count, edges, e, scratch)
                value = (0 if margin > 0 else 1 if margin < 0 else TIE) if e.scored else 0 if margin > 0 else 1
                right = right and value == code & 3
            if not right:
                faults[fault_count] = place
                fault_count += 1
        place += 1
    return fault_count, place


def missing_parents(
    first: int, last: int, faults: Int64s, e: TableEntries, out: Int64s, scratch: Any
) -> tuple[int, int]:
    """Entries of a puzzle's table with a parent that has none."""
    fault_count, place = 0, first
    while place < last and fault_count < len(faults):
        count = kernel_parents(e.ranks[place], out, scratch)
        if count > len(out):
            return int(-1 - e.ranks[place]), last
        i = 0
        while i < count and place_of(out[i], e) >= 0:
            i += 1
        if i < count:
            faults[fault_count] = place
            fault_count += 1
        place += 1
    return fault_count, place


def wrong_codes(
    first: int, last: int, faults: Int64s, e: TableEntries, t: RankTables, s: RankScratch
) -> tuple[int, int]:
    """Entries of the table of a board game with an entry for every rank."""
    m, fault_count, number = 0, 0, first
    while number < last and fault_count < len(faults):
        m = material_at(number, m, t)
        expected: Any = e.absent
        if unrank_to(number, m, t, s) > 0:
            turn = t.turn[m]
            ended, count = outcome_of(turn, s), 0
            if ended == ONGOING:
                count = list_moves(turn, s)
                ended = s.rules.stuck if count == 0 else ONGOING
            if count > len(s.moves):
                return -1 - number, last
            if count > 0:
                make_children(s.rules.make_move, turn, count, s)
                for i in range(count):
                    material = child_material(i, t, s)
                    child = rank_within(material, t, s) if material >= 0 else -1
                    s.ranks[i] = 2 * child + (1 if s.turns[i] == turn else 0) if child >= 0 else -1
                    prefetch(e.codes, max(child, 0))
                expected = derived(count, s.ranks, e)
            elif ended != IMPOSSIBLE:
                expected = primitive_code(e.game, e.lost, ended)
        code: Any = np.int64(e.codes[number])
        if code != expected and (e.whole or code != e.absent):
            faults[fault_count] = number
            fault_count += 1
        number += 1
    return fault_count, number


def wrong_bits(
    first: int, last: int, faults: Int64s, words: Uint64s, size: int, out: Int64s, scratch: Any
) -> tuple[int, int]:
    """Ranks of a table of remotenesses modulo 3; solutions are among them."""
    fault_count, number = 0, first
    while number < last and fault_count < len(faults):
        code: Any = np.int64(words[number >> 5] >> np.uint64(2 * (number & 31))) & 3
        count = kernel_children(number, out, scratch)
        if count > len(out):
            return int(-1 - number), last
        nearer, unsolvable = False, 0
        for i in range(count):
            if out[i] >= size:
                return int(-1 - number), last
            child: Any = np.int64(words[out[i] >> 5] >> np.uint64(2 * (out[i] & 31))) & 3
            nearer |= child == (code + 2) % 3
            unsolvable += child == UNSOLVABLE
        if (unsolvable != count) if code == UNSOLVABLE else (unsolvable > 0 or not nearer):
            faults[fault_count] = number
            fault_count += 1
        number += 1
    return fault_count, number
