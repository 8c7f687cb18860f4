"""The loops of the searches of Rubik's Cube, compiled by `cube_search.py`: depth first, without recursion.

In the first phase a cube is three numbers, the twists of its corners, the flips of its edges, and the places of the
four middle edges, those between U and D. They are 0 if the turns of the second phase suffice: U, D, and halves of the
others. There it is three numbers too, the orders of the corners, of the eight outer edges, and of the middle edges.
"""

from typing import NamedTuple

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.native.search import DEPTH, ENDED, EXPANDED, GENERATED, OWN, PAUSED, SUCCESS

TURN, NEXT, COLUMNS = 3, 4, 5
AXES, CORNER, LAST, NEXT_TURN = 3, 9, 10, 11
WIDE = 12
TURNS = 18
ABSENT = -1
UNLIMITED = 1 << 62
LIMIT, START_CORNER, MAX_SECOND, SECOND, COUNTS = OWN, OWN + 1, OWN + 2, OWN + 3, OWN + 4
"""Of `control`: the turns to search for, of the first phase if there are two; and for these the order of the cube's
corners, the most turns of the second phase, and those of the solution.
"""


class Phase(NamedTuple):
    """A phase. first, second, third: int (numbers, 18), the effects of turns on its three numbers. by_first, by_second:
    what `fill` wrote for the first and for the second number, each with the third. turns: those that it may use.
    """

    first: Ints
    second: Ints
    third: Ints
    by_first: Ints
    by_second: Ints
    turns: Ints


class PhaseTables(NamedTuple):
    """What the searches look up.

    turned_edges: int (18, 12), the edges of a solved cube after each turn. axis_turns: int (AXES, 18), what a turn is
    when seen along each axis. one: the twists, flips and middles. two: the orders of corners, outer and middle edges.
    """

    turned_edges: Ints
    axis_turns: Ints
    one: Phase
    two: Phase


def after(turn: int, last: int) -> int:
    """Whether a turn can follow another in a shortest line: it is of another face, of two opposite ones in order.

    Turns are numbered by faces, three each, opposite faces next to each other. last: ABSENT before the first turn.
    """
    if last == ABSENT:
        return 1
    face, before = turn // 3, last // 3
    return int(face != before and not (face ^ 1 == before and face < before))


def fill(distances: Ints, first: Ints, second: Ints, turns: Ints) -> int:
    """Write the fewest turns that bring two numbers to 0 to `distances`, breadth first; return the greatest.

    distances: int8 (first numbers * second numbers,), -1 everywhere. first, second: int (numbers, 18), the effects of
    turns on them. turns: those that may be used.
    """
    width, depth, added = len(second), 0, 1
    distances[0] = 0
    while added:
        added = 0
        for number in range(len(distances)):
            if distances[number] != depth:
                continue
            for turn in turns:
                target = first[number // width, turn] * width + second[number % width, turn]
                if distances[target] < 0:
                    distances[target] = depth + 1
                    added += 1
        depth += 1
    return depth - 1


def number_of_order(order: Ints, first: int, count: int, base: int) -> int:
    """The lexicographic number of `count` elements of an order, which are base, base + 1, ..."""
    number = 0
    for i in range(count):
        smaller = order[first + i] - base
        for j in range(i):
            smaller -= order[first + j] < order[first + i]
        number = number * (count - i) + smaller
    return number


def next_line(nodes: int, rows: Ints, depth: int, limit: int, phase: Phase) -> tuple[int, int, int]:
    """Go on from `depth` to the next line of exactly `limit` turns that brings the numbers to 0, but not sooner.

    rows: int64 (limit + 1, COLUMNS), the first one given, with the turn before the line.

    Returns SUCCESS with the turns in the rows from 1 on, ENDED when there is no further line, or PAUSED after `nodes`
    nodes; the depth; and how many nodes there were.
    """
    width, remaining, ended = len(phase.third), nodes, PAUSED
    while True:
        row = rows[depth]
        place = row[NEXT]
        if place == len(phase.turns) or depth == limit:
            if depth == 0:
                ended = ENDED
                break
            depth -= 1
            continue
        if remaining == 0:
            break
        row[NEXT] = place + 1
        turn = phase.turns[place]
        if not after(turn, row[TURN]):
            continue
        remaining -= 1
        first, second, third = phase.first[row[0], turn], phase.second[row[1], turn], phase.third[row[2], turn]
        need = max(phase.by_first[first * width + third], phase.by_second[second * width + third])
        if depth + 1 + need > limit or (need == 0 and depth + 1 < limit):
            continue
        depth += 1
        child = rows[depth]
        child[0], child[1], child[2], child[TURN], child[NEXT] = first, second, third, turn, 0
        if depth == limit:
            ended = SUCCESS
            break
    return ended, depth, nodes - remaining


def second_phase(max_turns: int, rows: Ints, phase: Phase) -> int:
    """The fewest turns, at most `max_turns`, that solve a cube after the first phase; else ABSENT.

    rows: as for `next_line`, with max_turns + 1 rows; receives the turns.
    """
    width = len(phase.third)
    least = max(phase.by_first[rows[0, 0] * width + rows[0, 2]], phase.by_second[rows[0, 1] * width + rows[0, 2]])
    for limit in range(least, max_turns + 1):
        rows[0, NEXT] = 0
        if limit == 0 or next_line(UNLIMITED, rows, 0, limit, phase)[0] == SUCCESS:
            return limit
    return ABSENT


def two_phases(nodes: int, control: Ints, rows: Ints, second_rows: Ints, order: Ints, t: PhaseTables) -> int:
    """Go on to the next solution with exactly LIMIT turns in the first phase and at most MAX_SECOND in the second.

    nodes: about the most cubes to generate. rows: int64 (LIMIT + 1, COLUMNS), the first one given, NEXT 0. second_rows:
    int64 (MAX_SECOND + 1, COLUMNS), receives the turns of the second phase. order: int64 (3, 12), the cube's edges, and
    scratch space.

    Returns SUCCESS with the turns of the first phase in the rows from 1 on, ENDED without a further line, or PAUSED.
    """
    limit, begun = control[LIMIT], control[GENERATED]
    while True:
        remaining = nodes - (control[GENERATED] - begun)
        if remaining <= 0:
            return PAUSED
        ended, control[DEPTH], generated = next_line(remaining, rows, control[DEPTH], limit, t.one)
        control[GENERATED] += generated
        if ended != SUCCESS:
            return ended
        corner_after = control[START_CORNER]
        initial, current = order[0], order[1]
        for place in range(12):
            current[place] = initial[place]
        for depth in range(1, limit + 1):
            turn = rows[depth, TURN]
            corner_after = t.two.first[corner_after, turn]
            for place in range(12):
                order[2, place] = current[t.turned_edges[turn, place]]
            for place in range(12):
                current[place] = order[2, place]
        top = second_rows[0]
        top[0], top[1] = corner_after, number_of_order(current, 0, 8, 0)
        top[2], top[TURN] = number_of_order(current, 8, 4, 8), rows[limit, TURN]
        second = second_phase(control[MAX_SECOND], second_rows, t.two)
        if second != ABSENT:
            control[SECOND] = second
            return SUCCESS


def deepen(nodes: int, control: Ints, rows: Ints, t: PhaseTables) -> int:
    """Generate at most `nodes` cubes within the limit.

    rows: int64 (LIMIT + 1, WIDE): for each axis the three numbers of the cube seen along it, the order of its corners,
    its last turn (LAST), and the next one to try (NEXT_TURN).

    Returns SUCCESS with the turns in the rows from 1 to the depth when all numbers are 0; then edges may still be out
    of order. ENDED if nothing within the limit remains, or PAUSED.

    A bound that all three axes agree on can be raised by one: the last turn of a solution keeps the numbers of its own
    axis 0, so that they need one turn less (M. Reid, "New upper bounds", Cube-Lovers, 7 January 1995).
    """
    depth, limit, remaining = control[DEPTH], control[LIMIT], nodes
    one, width = t.one, len(t.one.third)
    ended = PAUSED
    while True:
        row = rows[depth]
        turn = row[NEXT_TURN]
        if turn == TURNS or depth == limit:
            if depth == 0:
                ended = ENDED
                break
            depth -= 1
            continue
        if remaining == 0:
            break
        row[NEXT_TURN] = turn + 1
        if not after(turn, row[LAST]):
            continue
        remaining -= 1
        child = rows[depth + 1]
        highest, lowest = 0, TURNS
        for axis in range(AXES):
            axis_turn, at = t.axis_turns[axis, turn], 3 * axis
            twist, flip, middle = (
                one.first[row[at], axis_turn],
                one.second[row[at + 1], axis_turn],
                one.third[row[at + 2], axis_turn],
            )
            need = max(one.by_first[twist * width + middle], one.by_second[flip * width + middle])
            child[at], child[at + 1], child[at + 2] = twist, flip, middle
            highest, lowest = max(highest, need), min(lowest, need)
            if depth + 1 + highest > limit:
                break
        if depth + 1 + highest + (highest == lowest and highest > 0) > limit:
            continue
        child[CORNER], child[LAST], child[NEXT_TURN] = t.two.first[row[CORNER], turn], turn, 0
        depth += 1
        control[EXPANDED] += 1
        if highest == 0 and child[CORNER] == 0:
            ended = SUCCESS
            break
    control[DEPTH] = depth
    control[GENERATED] += nodes - remaining
    return ended
