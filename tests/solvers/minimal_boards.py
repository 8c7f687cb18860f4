"""Counts the minimal boards of Rush Hour: the interesting ones of M. Fogleman, "Solving Rush Hour, the Puzzle", 2018.

    python -m tests.solvers.minimal_boards 5

A board counts if it is the hardest of those connected with it and no vehicle can be spared; of several that are as
hard, the one that his program keeps. As there, no line is full; there are no walls here. His program finds 1, 8, 48,
288, 1,084 and 4,407 such boards of one to six vehicles.

What stands on a line, and in which order, no move changes. So all boards with the same filling of the twelve lines are
solved together: a digit for each line says where its vehicles stand, and a number of twelve digits is a board.
"""

import sys
import time
from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase
from typing import Any

import numpy as np
from numba import njit

from perfect_play.puzzles.one_player._rushhour_traffic import CELLS, RED_ROW, SIDE

LINES = 2 * SIDE  # the rows, then the columns
FILLINGS: tuple[tuple[int, ...], ...] = ((), (2,), (3,), (2, 2), (2, 3), (3, 2))
"""The lengths of the vehicles on a line that is not full."""
Heads = tuple[int, ...]
"""The places of a line's vehicles along it."""


class Tables:
    """What the search looks up: fillings of lines are numbered from 0 on, line by line, and so are their places.

    counts, firsts: how many places a filling has, and the number of the first. masks: the cells of a place, as bits.
    steps: for each place, from `step_firsts` on, the place after a move, and all cells that the vehicle crosses.
    without: for a place and a vehicle of it, the filling and the place in it without the vehicle; -1 if there is none.
    """

    def __init__(self) -> None:
        self.places: list[tuple[int, Heads, tuple[int, ...]]] = []  # line, places of its vehicles, lengths
        numbers: dict[tuple[int, tuple[int, ...]], int] = {}
        counts, firsts = list[int](), list[int]()
        for line, lengths in product(range(LINES), FILLINGS):
            numbers[line, lengths] = len(counts)
            firsts.append(len(self.places))
            self.places += [(line, heads, lengths) for heads in _heads(lengths, 0)]
            counts.append(len(self.places) - firsts[-1])
        index = {place: number for number, place in enumerate(self.places)}
        steps, step_firsts = list[tuple[int, int]](), [0]
        without = np.full((len(self.places), 2, 2), -1, np.int64)
        for number, (line, heads, lengths) in enumerate(self.places):
            first = firsts[numbers[line, lengths]]
            for other in range(first, first + counts[numbers[line, lengths]]):
                moved = [i for i in range(len(heads)) if heads[i] != self.places[other][1][i]]
                if len(moved) == 1:
                    ends = sorted((heads[moved[0]], self.places[other][1][moved[0]]))
                    steps.append((other - first, _bits(line, range(ends[0], ends[1] + lengths[moved[0]]))))
            step_firsts.append(len(steps))
            for i in range(len(lengths)):
                fewer = lengths[:i] + lengths[i + 1 :]
                place = index[line, heads[:i] + heads[i + 1 :], fewer]
                without[number, i] = numbers[line, fewer], place - firsts[numbers[line, fewer]]
        self.numbers = numbers
        self.arrays = (
            np.array(counts),
            np.array(firsts),
            np.array([_bits(line, cells) for line, *place in self.places for cells in [_cells(*place)]]),
            np.array(step_firsts),
            np.array(steps),
            without,
        )


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
    """The minimal boards of so many vehicles, with a letter for each."""
    tables = Tables()
    boards = np.empty((1 << 16, LINES), np.int64)
    for filling in _fillings(tables, vehicles - 1, 0):
        lines = np.array([line for line in range(LINES) if filling[line] != tables.numbers[line, ()]])
        for board in boards[: _minimal(np.array(filling), lines, boards, *tables.arrays)]:
            yield _lettered([tables.places[place] for place in board])


def _fillings(tables: Tables, vehicles: int, line: int) -> Iterator[tuple[int, ...]]:
    """The fillings of the lines from this one on with the red car and so many other vehicles."""
    if line == LINES:
        if not vehicles:
            yield ()
        return
    for lengths in FILLINGS if line != RED_ROW else [(2,)]:
        count = len(lengths) if line != RED_ROW else 0
        if count <= vehicles:
            number = tables.numbers[line, lengths]
            yield from ((number, *others) for others in _fillings(tables, vehicles - count, line + 1))


def _lettered(places: list[tuple[int, Heads, tuple[int, ...]]]) -> str:
    letters, unused = ["o"] * CELLS, iter(ascii_uppercase[1:])
    for line, heads, lengths in places:
        for head, length in zip(heads, lengths, strict=True):
            letter = "A" if line == RED_ROW else next(unused)
            for place in range(head, head + length):
                letters[_on_board(line, place)] = letter
    return "".join(letters)


@njit
def _unmet(size):  # type: ignore
    distances = np.empty(size, np.int64)
    for number in range(size):
        distances[number] = -1
    return distances


@njit
def _decoded(number, filling, lines, counts, firsts, masks, places):  # type: ignore
    """The cells taken on a board, as bits, -1 if two vehicles overlap; writes the place of each line."""
    taken = 0
    for line in lines:
        count = counts[filling[line]]
        places[line] = firsts[filling[line]] + number % count
        number //= count
        if taken & masks[places[line]]:
            return -1
        taken |= masks[places[line]]
    return taken


@njit
def _spread(queue, length, distances, stop, filling, lines, counts, firsts, masks, step_firsts, steps):  # type: ignore
    """Breadth first from the boards in the queue to those with the distance -1; the length of the queue after.

    stop: whether to end at the first board that is solved, which is then the last one of the queue.
    """
    places = firsts[filling]
    last_red = counts[filling[RED_ROW]] - 1
    at = 0
    while at < length:
        number = queue[at]
        at += 1
        taken = _decoded(number, filling, lines, counts, firsts, masks, places)
        stride = 1
        for line in lines:
            place, count = places[line], counts[filling[line]]
            digit = place - firsts[filling[line]]
            others = taken ^ masks[place]
            for step in range(step_firsts[place], step_firsts[place + 1]):
                if not others & steps[step, 1]:
                    after = number + (steps[step, 0] - digit) * stride
                    if distances[after] < 0:
                        distances[after] = distances[number] + 1
                        queue[length] = after
                        length += 1
                        if stop and line == RED_ROW and steps[step, 0] == last_red:
                            return length
            stride *= count
    return length


@njit
def _number(places, filling, lines, counts, firsts):  # type: ignore
    number, stride = 0, 1
    for line in lines:
        number += (places[line] - firsts[filling[line]]) * stride
        stride *= counts[filling[line]]
    return number, stride


@njit
def _spared(places, most, filling, lines, counts, firsts, masks, step_firsts, steps, without):  # type: ignore
    """Whether a board without one of its vehicles, other than the red car, takes as many moves."""
    for line in lines:
        for vehicle in range(2):
            if line == RED_ROW or without[places[line], vehicle, 0] < 0:
                continue
            fewer, others = filling.copy(), places.copy()
            fewer[line] = without[places[line], vehicle, 0]
            others[line] = firsts[fewer[line]] + without[places[line], vehicle, 1]
            start, size = _number(others, fewer, lines, counts, firsts)
            distances, queue = _unmet(size), np.empty(size, np.int64)
            queue[0], distances[start] = start, 0
            length = _spread(queue, 1, distances, True, fewer, lines, counts, firsts, masks, step_firsts, steps)
            if distances[queue[length - 1]] == most:
                return True
    return False


@njit
def _minimal(filling, lines, boards, counts, firsts, masks, step_firsts, steps, without):  # type: ignore
    """Writes the places of each minimal board of a filling; how many there are."""
    places = firsts[filling]
    best = places.copy()
    size = 1
    for line in lines:
        size *= counts[filling[line]]
    found = 0
    last_red = firsts[filling[RED_ROW]] + counts[filling[RED_ROW]] - 1
    members, distances = _unmet(size), _unmet(size)
    queue, solved = np.empty(size, np.int64), np.empty(size, np.int64)
    for number in range(size):
        if members[number] >= 0 or _decoded(number, filling, lines, counts, firsts, masks, places) < 0:
            continue
        if places[RED_ROW] != last_red:
            continue
        members[number], queue[0] = 0, number
        length = _spread(queue, 1, members, False, filling, lines, counts, firsts, masks, step_firsts, steps)
        goals = 0
        for i in range(length):
            _decoded(queue[i], filling, lines, counts, firsts, masks, places)
            if places[RED_ROW] == last_red:
                distances[queue[i]] = 0
                solved[goals] = queue[i]
                goals += 1
        length = _spread(solved, goals, distances, False, filling, lines, counts, firsts, masks, step_firsts, steps)
        most = distances[solved[length - 1]]
        if most == 0:  # the red car cannot even leave the exit
            continue
        least_row, least_column = -1, -1
        for i in range(length - 1, -1, -1):
            if distances[solved[i]] < most:
                break
            _decoded(solved[i], filling, lines, counts, firsts, masks, places)
            row, column = 0, 0
            for line in range(SIDE):
                row |= masks[places[line]]
                column |= masks[places[SIDE + line]]
            if least_row < 0 or row < least_row or (row == least_row and column < least_column):
                least_row, least_column = row, column
                best = places.copy()
        if not _spared(best, most, filling, lines, counts, firsts, masks, step_firsts, steps, without):
            if found == len(boards):
                raise MemoryError("more minimal boards of one filling than there is room for")
            for line in range(LINES):
                boards[found, line] = best[line]
            found += 1
    return found


if __name__ == "__main__":
    for vehicles in range(1, int(sys.argv[1]) + 1):
        begun = time.process_time()
        count = sum(1 for _ in minimal_boards(vehicles))
        print(f"{vehicles} vehicles: {count:,}, {time.process_time() - begun:.1f} s of processor time", flush=True)
