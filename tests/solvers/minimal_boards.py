"""Counts the minimal boards of Rush Hour: the interesting ones of M. Fogleman, "Solving Rush Hour, the Puzzle", 2018.

    python -m tests.solvers.minimal_boards 5

A board counts if it is the hardest of those connected with it and no vehicle can be spared; of several that are as
hard, the one that his program keeps. As there, no line is full; there are no walls here. His program finds 1, 8, 48,
288, 1,084 and 4,407 such boards of one to six vehicles.

What stands on a line, and in which order, no move changes. So all boards with the same filling of the twelve lines are
solved together, breadth first from all that are solved. A digit of three bits for each line says where its vehicles
stand; above these 36 bits, a board has its index among all combinations of digits, whether or not vehicles overlap.
Solved boards that are connected without a move of the red car have a label, and so has what is reached from them;
where boards of two labels meet, the labels are joined.
"""

import sys
import time
from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from perfect_play.puzzles.one_player._rushhour_traffic import CELLS, RED_ROW, SIDE

LINES = 2 * SIDE  # the rows, then the columns
FILLINGS: tuple[tuple[int, ...], ...] = ((), (2,), (3,), (2, 2), (2, 3), (3, 2))
"""The lengths of the vehicles on a line that is not full."""
Heads = tuple[int, ...]
"""The places of a line's vehicles along it."""
INDEX = 3 * LINES
"""The bit of a board at which its index begins."""
LAST = SIDE - 2
"""The digit of the red car at the exit."""


class Arrays(NamedTuple):
    """What the search looks up: fillings of lines are numbered from 0 on, line by line, and so are their places.

    counts, firsts: how many places a filling has, and the number of the first. masks: the cells of a place, as bits.
    before: the cells before its vehicles. steps: for each place, from `step_firsts` on, how far on the place after a
    move is, all cells that the vehicle crosses, and those that change. without: for a place and a vehicle of it, the
    filling and the place in it without the vehicle; -1 if there is none.
    """

    counts: Any
    firsts: Any
    masks: Any
    before: Any
    step_firsts: Any
    steps: Any
    without: Any


class Filling(NamedTuple):
    """numbers: the filling of each line. lines: those with vehicles. firsts: the place of each line's digit 0.

    units: what each line's digit adds to a board. flags: a bit for each line with just one vehicle, else 0.
    """

    numbers: Any
    lines: Any
    firsts: Any
    units: Any
    flags: Any


class Search(NamedTuple):
    """The boards reached, in this order, their cells taken and the number of the board that each was reached from.

    labels: of a board, by its index, 0 if it is not reached; below LINES bits for the lines on which all moves of the
    one vehicle have been tried. roots: of a label, another one that it is joined with, or itself. partial,
    partial_cells: two lists of boards on which not all vehicles stand yet.
    """

    boards: Any
    cells: Any
    parents: Any
    labels: Any
    roots: Any
    partial: Any
    partial_cells: Any


class Tables:
    """The arrays; places: the line, the places of its vehicles and their lengths; numbers: of fillings."""

    def __init__(self) -> None:
        self.places: list[tuple[int, Heads, tuple[int, ...]]] = []
        numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        counts, firsts = list[int](), list[int]()
        for line, lengths in product(range(LINES), FILLINGS):
            numbers[line, lengths] = len(counts)
            firsts.append(len(self.places))
            self.places += [(line, heads, lengths) for heads in _heads(lengths, 0)]
            counts.append(len(self.places) - firsts[-1])
        index = {place: number for number, place in enumerate(self.places)}
        masks = [_bits(line, cells) for line, *place in self.places for cells in [_cells(*place)]]
        steps, step_firsts = list[tuple[int, int, int]](), [0]
        without = np.full((len(self.places), 2, 2), -1, np.int64)
        for number, (line, heads, lengths) in enumerate(self.places):
            first = firsts[numbers[line, lengths]]
            for other in range(first, first + counts[numbers[line, lengths]]):
                moved = [i for i in range(len(heads)) if heads[i] != self.places[other][1][i]]
                if len(moved) == 1:
                    ends = sorted((heads[moved[0]], self.places[other][1][moved[0]]))
                    crossed = _bits(line, range(ends[0], ends[1] + lengths[moved[0]]))
                    steps.append((other - number, crossed, masks[number] ^ masks[other]))
            step_firsts.append(len(steps))
            for i in range(len(lengths)):
                fewer = lengths[:i] + lengths[i + 1 :]
                place = index[line, heads[:i] + heads[i + 1 :], fewer]
                without[number, i] = numbers[line, fewer], place - firsts[numbers[line, fewer]]
        self.numbers = numbers
        before = [_bits(line, [head - 1 for head in heads if head]) for line, heads, _ in self.places]
        self.arrays = Arrays(*map(np.array, (counts, firsts, masks, before, step_firsts, steps, without)))


def _heads(lengths: tuple[int, ...], first: int) -> Iterator[Heads]:
    """All places of vehicles of these lengths along a line, in this order."""
    if not lengths:
        yield ()
        return
    for head in range(first, SIDE - sum(lengths) + 1):
        yield from ((head, *others) for others in _heads(lengths[1:], head + lengths[0]))


def _cells(heads: Heads, lengths: tuple[int, ...]) -> list[int]:
    return [place for head, length in zip(heads, lengths, strict=True) for place in range(head, head + length)]


def _on_board(line: int, place: int) -> int:
    return SIDE * line + place if line < SIDE else SIDE * place + line - SIDE


def _bits(line: int, places: Any) -> int:
    return sum(1 << _on_board(line, place) for place in places)


def minimal_boards(vehicles: int) -> Iterator[str]:
    """The minimal boards of so many vehicles, with a letter for each; memory is reserved for 5 to their number."""
    tables = Tables()
    solved = 5 ** (vehicles - 1)  # a vehicle has five places at most, and that of the red car is given
    search = Search(
        boards=np.empty(5 * solved, np.int64),
        cells=np.empty(5 * solved, np.int64),
        parents=np.empty(5 * solved, np.int32),
        labels=np.zeros(5 * solved, np.int32),
        roots=np.arange(solved + 1, dtype=np.int32),
        partial=np.empty((2, solved), np.int64),
        partial_cells=np.empty((2, solved), np.int64),
    )
    columns: dict[int, list[list[int]]] = {}
    rows: list[tuple[int, list[int]]] = []
    for lengths in product(FILLINGS, repeat=SIDE):
        count = sum(map(len, lengths))
        columns.setdefault(count, []).append([tables.numbers[SIDE + i, one] for i, one in enumerate(lengths)])
        if lengths[RED_ROW] == (2,) and count <= vehicles:
            rows.append((vehicles - count, [tables.numbers[i, one] for i, one in enumerate(lengths)]))
    lines = {count: np.array(fillings) for count, fillings in columns.items()}
    minimal = np.empty((1 << 16, LINES), np.int64)
    for count, row in rows:
        for board in minimal[: _minimal(np.array(row), lines[count], minimal, search, tables.arrays)]:
            yield _lettered([tables.places[place] for place in board])


def _lettered(places: list[tuple[int, Heads, tuple[int, ...]]]) -> str:
    letters, unused = ["o"] * CELLS, iter(ascii_uppercase[1:])
    for line, heads, lengths in places:
        for head, length in zip(heads, lengths, strict=True):
            letter = "A" if line == RED_ROW else next(unused)
            for place in range(head, head + length):
                letters[_on_board(line, place)] = letter
    return "".join(letters)


@njit
def _filling(numbers, arrays):  # type: ignore
    lines = np.nonzero(arrays.counts[numbers] > 1)[0]
    units, stride = np.zeros(LINES, np.int64), 1
    for line in lines:
        units[line] = (1 << 3 * line) + (stride << INDEX)
        stride *= arrays.counts[numbers[line]]
    firsts = arrays.firsts[numbers]
    flags = np.where(arrays.without[:, 1, 0][firsts] < 0, 1 << np.arange(LINES), 0)
    return Filling(numbers, lines, firsts, units, flags)


@njit
def _place(board, line, filling):  # type: ignore
    return filling.firsts[line] + (board >> 3 * line & 7)


@njit
def _spread(at, end, length, lines, filling, search, arrays):  # type: ignore
    """Reaches what one move on these lines makes of the boards from `at` to `end`; how many are reached after it.

    Joins the labels of a board and of what a move makes of it. Boards that differ by the place of one vehicle, with
    free cells between, are one move apart: so its moves are tried on the first of these boards only.
    """
    for i in range(at, end):
        board = search.boards[i]
        entry = search.labels[board >> INDEX]
        label = entry >> LINES
        for line in lines:
            if entry >> line & 1:
                continue
            place = _place(board, line, filling)
            others = search.cells[i] ^ arrays.masks[place]
            for step in range(arrays.step_firsts[place], arrays.step_firsts[place + 1]):
                if others & arrays.steps[step, 1]:
                    continue
                after = board + arrays.steps[step, 0] * filling.units[line]
                other = search.labels[after >> INDEX]
                if other == 0:
                    other = label << LINES
                    search.boards[length] = after
                    search.cells[length] = search.cells[i] ^ arrays.steps[step, 2]
                    search.parents[length] = i
                    length += 1
                elif other >> LINES != label:
                    roots = _root(label, search.roots), _root(other >> LINES, search.roots)
                    search.roots[max(roots)] = min(roots)
                search.labels[after >> INDEX] = other | filling.flags[line]
    return length


@njit
def _root(label, roots):  # type: ignore
    while roots[label] != label:
        roots[label] = roots[roots[label]]
        label = roots[label]
    return label


@njit
def _forget(length, search):  # type: ignore
    """Empties the list of the boards reached."""
    for i in range(length):
        search.labels[search.boards[i] >> INDEX] = 0


@njit
def _reach_solved(others, filling, search, arrays):  # type: ignore
    """Reaches all solved boards; how many there are, and how many labels they have.

    Without moves of the red car, each is connected with one on which every other vehicle is stopped by the board's
    edge or by another vehicle when it moves to the left or up. It suffices to place the vehicles in all these ways.
    """
    search.partial[0, 0] = LAST * filling.units[RED_ROW]
    search.partial_cells[0, 0] = arrays.masks[filling.firsts[RED_ROW] + LAST]
    count, side = 1, 0
    for line in others:
        added = 0
        for i in range(count):
            for digit in range(arrays.counts[filling.numbers[line]]):
                mask = arrays.masks[filling.firsts[line] + digit]
                if not search.partial_cells[side, i] & mask:
                    search.partial[1 - side, added] = search.partial[side, i] + digit * filling.units[line]
                    search.partial_cells[1 - side, added] = search.partial_cells[side, i] | mask
                    added += 1
        count, side = added, 1 - side
    length = labels = 0
    for i in range(count):
        board, cells = search.partial[side, i], search.partial_cells[side, i]
        before = 0
        for line in others:
            before |= arrays.before[_place(board, line, filling)]
        if before & ~cells or search.labels[board >> INDEX]:
            continue
        labels += 1
        if labels == 1 << 31 - LINES:
            raise OverflowError("more sets of solved boards than there are labels")
        search.roots[labels] = labels
        search.labels[board >> INDEX] = labels << LINES
        search.boards[length], search.cells[length] = board, cells
        at, length = length, length + 1
        while at < length:
            at, length = length, _spread(at, length, length, others, filling, search, arrays)
    return length, labels


@njit
def _rows_and_columns(board, filling, arrays):  # type: ignore
    row, column = 0, 0
    for line in filling.lines:
        if line < SIDE:
            row |= arrays.masks[_place(board, line, filling)]
        else:
            column |= arrays.masks[_place(board, line, filling)]
    return row, column


@njit
def _hardest(filling, search, arrays):  # type: ignore
    """Reaches all boards that can be solved; of each connected set of them the hardest board and its moves.

    Of several boards that are as hard, it is the one of which the rows, as bits, are least, then the columns. After its
    moves stand the flags of the lines on which a shortest solution moves. Leaves out sets in which the red car is
    always at the exit.
    """
    others = filling.lines[filling.lines != RED_ROW]
    goals, labels = _reach_solved(others, filling, search, arrays)
    ends = [0, goals, _spread(0, goals, goals, np.array([RED_ROW]), filling, search, arrays)]
    while ends[-1] > ends[-2]:
        ends.append(_spread(ends[-2], ends[-1], ends[-1], filling.lines, filling, search, arrays))
    best, moves = np.empty(labels + 1, np.int64), np.zeros(labels + 1, np.int64)
    for level in range(len(ends) - 2, 0, -1):
        for i in range(ends[level], ends[level + 1]):
            label = _root(search.labels[search.boards[i] >> INDEX] >> LINES, search.roots)
            if moves[label] == 0:
                best[label], moves[label] = i, level
            elif moves[label] == level:
                key = _rows_and_columns(search.boards[i], filling, arrays)
                if key < _rows_and_columns(search.boards[best[label]], filling, arrays):
                    best[label] = i
    sets = np.nonzero(moves)[0]
    hardest = np.empty((len(sets), 3), np.int64)
    for at, label in enumerate(sets):
        i = best[label]
        hardest[at] = search.boards[i], moves[label], 0
        while i >= goals:
            changed = search.boards[i] ^ search.boards[search.parents[i]]
            for line in filling.lines:
                if changed >> 3 * line & 7:
                    hardest[at, 2] |= filling.flags[line]
            i = search.parents[i]
    _forget(ends[-1], search)
    return hardest


@njit
def _spared(board, most, moving, filling, search, arrays):  # type: ignore
    """Whether a board without one of its vehicles, other than the red car, takes as many moves.

    Without a vehicle that moves in a shortest solution it does not: the other moves of this solution solve it then.
    """
    for line in filling.lines:
        for fewer, digit in arrays.without[_place(board, line, filling)]:
            if line == RED_ROW or fewer < 0 or moving >> line & 1:
                continue
            numbers = filling.numbers.copy()
            numbers[line] = fewer
            other = _filling(numbers, arrays)
            start, cells = digit * other.units[line], arrays.masks[other.firsts[line] + digit]
            for rest in filling.lines:
                if rest != line:
                    start += (board >> 3 * rest & 7) * other.units[rest]
                    cells |= arrays.masks[_place(board, rest, filling)]
            search.boards[0], search.cells[0] = start, cells
            search.labels[start >> INDEX] = 1 << LINES
            at, end, solved = 0, 1, False
            for _ in range(most - 1):
                at, end = end, _spread(at, end, end, other.lines, other, search, arrays)
                for i in range(at, end):
                    solved = solved or search.boards[i] >> 3 * RED_ROW & 7 == LAST
                if solved:
                    break
            _forget(end, search)
            if not solved:
                return True
    return False


@njit
def _minimal(rows, columns, minimal, search, arrays):  # type: ignore
    """Writes the places of each minimal board with this filling of the rows; how many there are."""
    count = 0
    for column in columns:
        filling = _filling(np.append(rows, column), arrays)
        for board, moves, moving in _hardest(filling, search, arrays):
            if not _spared(board, moves, moving, filling, search, arrays):
                if count == len(minimal):
                    raise MemoryError("more minimal boards with one filling of the rows than there is room for")
                for line in range(LINES):
                    minimal[count, line] = _place(board, line, filling)
                count += 1
    return count


if __name__ == "__main__":
    for vehicles in range(1, int(sys.argv[1]) + 1):
        begun = time.process_time()
        count = sum(1 for _ in minimal_boards(vehicles))
        print(f"{vehicles} vehicles: {count:,}, {time.process_time() - begun:.1f} s of processor time", flush=True)
