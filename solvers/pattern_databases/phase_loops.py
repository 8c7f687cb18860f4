"""The loops of the searches of Rubik's Cube, compiled by `cube_search.py`: depth first, without recursion.

In the first phase a cube is three numbers, the twists of its corners, the flips of its edges, and the places of the
four middle edges, those between U and D. They are 0 if the turns of the second phase suffice: U, D, and halves of the
others. There it is three numbers too, the orders of the corners, of the eight outer edges, and of the middle edges.
"""

from __future__ import annotations

from typing import NamedTuple

from perfect_play.solvers.arrays import Ints
from perfect_play.solvers.native.search import DEPTH, ENDED, EXPANDED, GENERATED, OWN, PAUSED, SUCCESS

TWIST, FLIP, MIDDLE, TURN, NEXT = 0, 1, 2, 3, 4
COLUMNS = 5
AXES, CORNER, LAST, NEXT_TURN = 3, 9, 10, 11
WIDE = 12
TURNS = 18
ABSENT = -1
LIMIT, START_CORNER, MAX_SECOND, SECOND, COUNTS = OWN, OWN + 1, OWN + 2, OWN + 3, OWN + 4
"""Of `control`: the turns to search for, of the first phase if there are two; and for these the order of the cube's
corners, the most turns of the second phase, and those of the solution.
"""


class PhaseTables(NamedTuple):
    """What the searches look up.

    turned_edges: int (18, 12), the edges of a solved cube after each turn. axis_turns: int (AXES, 18), what a turn is
    when seen along each axis. twists, flips, middles; corners, edges, middle_edges: the effects of turns on the numbers
    of the first and of the second phase. by_twist, by_flip; by_corner, by_edge: what `fill` wrote for two of them, each
    with the third. turns: those of the second phase.
    """

    turned_edges: Ints
    axis_turns: Ints
    twists: Ints
    flips: Ints
    middles: Ints
    by_twist: Ints
    by_flip: Ints
    corners: Ints
    edges: Ints
    middle_edges: Ints
    by_corner: Ints
    by_edge: Ints
    turns: Ints


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


def first_phase(nodes: int, control: Ints, rows: Ints, t: PhaseTables) -> int:
    """Go on to the next line of exactly LIMIT turns that ends the first phase, but not sooner.

    Returns SUCCESS with the turns in the rows from 1 on, ENDED when there is no further line, PAUSED after `nodes`
    nodes.
    """
    depth, limit = control[DEPTH], control[LIMIT]
    width, remaining, ended = len(t.middles), nodes, PAUSED
    while True:
        row = rows[depth]
        turn = row[NEXT]
        if turn == TURNS or depth == limit:
            if depth == 0:
                ended = ENDED
                break
            depth -= 1
            continue
        if remaining == 0:
            break
        row[NEXT] = turn + 1
        if not after(turn, row[TURN]):
            continue
        remaining -= 1
        twist, flip, middle = t.twists[row[TWIST], turn], t.flips[row[FLIP], turn], t.middles[row[MIDDLE], turn]
        need = max(t.by_twist[twist * width + middle], t.by_flip[flip * width + middle])
        if depth + 1 + need > limit or (need == 0 and depth + 1 < limit):
            continue
        depth += 1
        child = rows[depth]
        child[TWIST], child[FLIP], child[MIDDLE], child[TURN], child[NEXT] = twist, flip, middle, turn, 0
        if depth == limit:
            ended = SUCCESS
            break
    control[DEPTH] = depth
    control[GENERATED] += nodes - remaining
    return ended


def second_phase(
    max_turns: int, last: int, corner: int, edge: int, middle: int, line: Ints, scratch: Ints, t: PhaseTables
) -> int:
    """The fewest turns, at most `max_turns`, that solve a cube after the first phase, written into `line`; else ABSENT.

    last: the last turn of the first phase. scratch: int64 (max_turns + 2, 4), for the numbers and the next turn of each
    depth.
    """
    width = len(t.middle_edges)
    limit = max(t.by_corner[corner * width + middle], t.by_edge[edge * width + middle])
    while limit <= max_turns:
        depth = 0
        scratch[0, 0], scratch[0, 1], scratch[0, 2], scratch[0, 3] = corner, edge, middle, 0
        while depth >= 0:
            if depth == limit:
                if scratch[depth, 0] == 0 and scratch[depth, 1] == 0 and scratch[depth, 2] == 0:
                    return depth
                depth -= 1
                continue
            i = scratch[depth, 3]
            if i == len(t.turns):
                depth -= 1
                continue
            scratch[depth, 3] = i + 1
            turn = t.turns[i]
            if not after(turn, line[depth - 1] if depth else last):
                continue
            a, b, c = (
                t.corners[scratch[depth, 0], turn],
                t.edges[scratch[depth, 1], turn],
                t.middle_edges[scratch[depth, 2], turn],
            )
            if depth + 1 + max(t.by_corner[a * width + c], t.by_edge[b * width + c]) > limit:
                continue
            line[depth] = turn
            depth += 1
            scratch[depth, 0], scratch[depth, 1], scratch[depth, 2], scratch[depth, 3] = a, b, c, 0
        limit += 1
    return ABSENT


def two_phases(nodes: int, control: Ints, rows: Ints, line: Ints, scratch: Ints, order: Ints, t: PhaseTables) -> int:
    """Go on to the next solution with exactly LIMIT turns in the first phase and at most MAX_SECOND in the second.

    nodes: about the most cubes to generate. rows: int64 (LIMIT + 1, COLUMNS), the first one given, NEXT 0. line:
    receives the turns of the second phase. scratch: int64 (MAX_SECOND + 2, 4). order: int64 (3, 12), the cube's edges,
    and scratch space.

    Returns SUCCESS with the turns of the first phase in the rows from 1 on, ENDED without a further line, or PAUSED.
    """
    begun = control[GENERATED]
    while True:
        remaining = nodes - (control[GENERATED] - begun)
        if remaining <= 0:
            return PAUSED
        ended = first_phase(remaining, control, rows, t)
        if ended != SUCCESS:
            return ended
        limit, corner_after = control[LIMIT], control[START_CORNER]
        initial, current = order[0], order[1]
        for place in range(12):
            current[place] = initial[place]
        for depth in range(1, limit + 1):
            turn = rows[depth, TURN]
            corner_after = t.corners[corner_after, turn]
            for place in range(12):
                order[2, place] = current[t.turned_edges[turn, place]]
            for place in range(12):
                current[place] = order[2, place]
        edge, middle = number_of_order(current, 0, 8, 0), number_of_order(current, 8, 4, 8)
        second = second_phase(control[MAX_SECOND], rows[limit, TURN], corner_after, edge, middle, line, scratch, t)
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
    width = len(t.middles)
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
                t.twists[row[at], axis_turn],
                t.flips[row[at + 1], axis_turn],
                t.middles[row[at + 2], axis_turn],
            )
            need = max(t.by_twist[twist * width + middle], t.by_flip[flip * width + middle])
            child[at], child[at + 1], child[at + 2] = twist, flip, middle
            highest, lowest = max(highest, need), min(lowest, need)
            if depth + 1 + highest > limit:
                break
        if depth + 1 + highest + (highest == lowest and highest > 0) > limit:
            continue
        child[CORNER], child[LAST], child[NEXT_TURN] = t.corners[row[CORNER], turn], turn, 0
        depth += 1
        control[EXPANDED] += 1
        if highest == 0 and child[CORNER] == 0:
            ended = SUCCESS
            break
    control[DEPTH] = depth
    control[GENERATED] += nodes - remaining
    return ended
