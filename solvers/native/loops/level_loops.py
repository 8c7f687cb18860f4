"""Breadth-first search through a level of a PuzzleScript: all that its start leads to, as states of few bits.

A state has, for each open cell, the place of what it holds among what it may hold; each number of bits lies in one
word. The last open cell says whether a rule has won the level.
"""

from typing import Any, NamedTuple

from perfect_play.puzzles.puzzlescript.interpreter import TOO_LONG, BoardState, hash_objects, is_won, play_move
from perfect_play.puzzles.puzzlescript.rule_tables import WIN, Tables
from perfect_play.solvers.arrays import Int16s, Int32s, Int64s
from perfect_play.solvers.native.search import DEPTH, ENDED, EXPANDED, GENERATED, OWN, PAUSED

STATES = OWN
"""Where `control` has the number of states; in DEPTH it has that of those whose moves have been made."""
UNTIL_SOLVED = OWN + 1
"""Where it has a 1 if the search ends at the first state that is solved."""
MOST_WORK = OWN + 2
"""Its place in `control`: the most cells that all moves of a state may compare together."""
FULL, TURN_TOO_LONG, NOT_FORESEEN = 3, 4, 5
"""Messages: there is no room for more states; a move takes too long; a cell holds what it should not."""
INPUTS = 5
NO_CHILD, SOLVED = -1, -2
FAR = 32_767
HASH_BITS = (1 << 60) - 1


class StateSpace(NamedTuple):
    """A level to search.

    cells: the place of each open cell in the board. words, shifts, masks: where its bits are. firsts, counts: which of
    `kinds` it may hold; each has the words of its objects. now: what each open cell holds. packed: a state. pushes: the
    inputs. states: the words of each. slots: the number of the state with a hash, or -1. children: INPUTS of each;
    SOLVED alone where the level is won.
    """

    cells: Int64s
    words: Int64s
    shifts: Int64s
    masks: Int64s
    firsts: Int64s
    counts: Int64s
    kinds: Int64s
    now: Int64s
    packed: Int64s
    pushes: Int64s
    states: Int64s
    slots: Int32s
    children: Int32s


def explore(nodes: int, control: Int64s, tables: Tables, board: BoardState, space: StateSpace) -> int:
    """Make all moves of about `nodes` states."""
    end = control[DEPTH] + nodes
    while control[DEPTH] < control[STATES] and control[DEPTH] < end:
        if (control[STATES] + INPUTS) * INPUTS > len(space.children):
            return FULL
        message = expand(control, tables, board, space)
        if message != PAUSED:
            return message
        control[DEPTH] += 1
        control[EXPANDED] += 1
        if control[UNTIL_SOLVED] and space.children[(control[DEPTH] - 1) * INPUTS] == SOLVED:
            return ENDED
    return ENDED if control[DEPTH] == control[STATES] else PAUSED


def expand(control: Int64s, tables: Tables, board: BoardState, space: StateSpace) -> int:
    """Make all moves of one state."""
    state = control[DEPTH]
    for index in range(INPUTS):
        space.children[state * INPUTS + index] = NO_CHILD
    unpack(tables, board, space, state)
    if space.now[len(space.now) - 1] == 1 or is_won(tables, board):
        space.children[state * INPUTS] = SOLVED
        return PAUSED
    work = 0
    for index in range(len(space.pushes)):
        if index > 0:
            write_objects(tables, board, space)
        control[GENERATED] += 1
        result = play_move(tables, board, space.pushes[index])
        work += board.work[0]
        if result & TOO_LONG or work > control[MOST_WORK]:
            return TURN_TOO_LONG
        by_rule = result & WIN != 0 and not is_won(tables, board)
        if not pack(tables, board, space, by_rule):
            return NOT_FORESEEN
        child = number_of(control, space)
        if child != state:
            space.children[state * INPUTS + index] = child
    return PAUSED


def unpack(tables: Tables, board: BoardState, space: StateSpace, state: int) -> None:
    """Put a state onto the board."""
    count = len(space.packed)
    for cell in range(len(space.now)):
        word = space.states[state * count + space.words[cell]]
        space.now[cell] = word >> space.shifts[cell] & space.masks[cell]
    write_objects(tables, board, space)


def write_objects(tables: Tables, board: BoardState, space: StateSpace) -> None:
    """Put what the open cells hold onto the board; the others never change."""
    words = tables.object_words
    for cell in range(len(space.cells)):
        kind = space.firsts[cell] + space.now[cell]
        for word in range(words):
            board.objects[space.cells[cell] * words + word] = space.kinds[kind * words + word]


def pack(tables: Tables, board: BoardState, space: StateSpace, by_rule: bool) -> bool:
    """Write the state on the board to `packed`; return whether each cell holds what it may hold."""
    for word in range(len(space.packed)):
        space.packed[word] = 0
    for cell in range(len(space.cells)):
        place = space.now[cell]
        if not holds(tables, board, space, cell, place):
            place = 0
            while place < space.counts[cell] and not holds(tables, board, space, cell, place):
                place += 1
            if place == space.counts[cell]:
                return False
        space.packed[space.words[cell]] |= place << space.shifts[cell]
    if by_rule:
        last = len(space.now) - 1
        space.packed[space.words[last]] |= 1 << space.shifts[last]
    return True


def holds(tables: Tables, board: BoardState, space: StateSpace, cell: int, place: int) -> bool:
    """Whether an open cell holds what is at a place among what it may hold."""
    words = tables.object_words
    for word in range(words):
        kind = (space.firsts[cell] + place) * words + word
        if board.objects[space.cells[cell] * words + word] != space.kinds[kind]:
            return False
    return True


def number_of(control: Int64s, space: StateSpace) -> int:
    """The number of the state in `packed`, a new one if it was not met before."""
    count, size = len(space.packed), len(space.slots)
    slot = slot_of(space.packed, size)
    while space.slots[slot] >= 0:
        state, same = space.slots[slot], True
        for word in range(count):
            if space.states[state * count + word] != space.packed[word]:
                same = False
        if same:
            return int(state)
        slot = slot + 1 if slot + 1 < size else 0
    state = control[STATES]
    for word in range(count):
        space.states[state * count + word] = space.packed[word]
    space.slots[slot] = state
    control[STATES] += 1
    return int(state)


def slot_of(packed: Any, size: int) -> int:
    """The slot where the search for a state begins."""
    number = hash_objects(packed)
    number = (number ^ number >> 29) * 0x1F123BB5 & HASH_BITS
    return (number ^ number >> 32) % size


def fill_slots(states: int, space: StateSpace) -> None:
    """Find slots for all states, after more have been made."""
    count, size = len(space.packed), len(space.slots)
    for slot in range(size):
        space.slots[slot] = -1
    for state in range(states):
        for word in range(count):
            space.packed[word] = space.states[state * count + word]
        slot = slot_of(space.packed, size)
        while space.slots[slot] >= 0:
            slot = slot + 1 if slot + 1 < size else 0
        space.slots[slot] = state


def measure_distances(
    states: int, children: Int32s, distances: Int16s, firsts: Int32s, parents: Int32s, queue: Int32s
) -> int:
    """Write the fewest moves from each state to a solved one, FAR if there are none; return the most, or -1.

    firsts: room for one number more than there are states, all 0; parents: for as many as there are children; queue:
    for as many as there are states. -1: distances are FAR or more.
    """
    for index in range(states * INPUTS):
        if children[index] >= 0:
            firsts[children[index]] += 1
    for state in range(states):
        firsts[state + 1] += firsts[state]
    for index in range(states * INPUTS):
        child = children[index]
        if child >= 0:
            firsts[child] -= 1
            parents[firsts[child]] = index // INPUTS
    end = 0
    for state in range(states):
        distances[state] = FAR
        if children[state * INPUTS] == SOLVED:
            distances[state] = 0
            queue[end] = state
            end += 1
    place = most = 0
    while place < end:
        state = queue[place]
        most = distances[state]
        for index in range(firsts[state], firsts[state + 1]):
            parent = parents[index]
            if distances[parent] == FAR:
                if most + 1 == FAR:
                    return -1
                distances[parent] = most + 1
                queue[end] = parent
                end += 1
        place += 1
    return int(most)
