"""PuzzleScripts at native speed: the interpreter, compiled once for all scripts, and the search of their levels."""

import time
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles.puzzlescript import interpreter
from perfect_play.puzzles.puzzlescript.rule_tables import split
from perfect_play.puzzles.puzzlescript.script_program import INPUTS, MOVE_TOO_LONG, Level, Machine
from perfect_play.puzzles.puzzlescript.script_puzzle import WON, ScriptPuzzle
from perfect_play.puzzles.puzzlescript.script_text import ScriptError
from perfect_play.puzzles.values import Value
from perfect_play.solvers.arrays import Int16s, Int64s
from perfect_play.solvers.bound import RESERVE, TooLarge
from perfect_play.solvers.machine import free_memory
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.loops import level_loops as loops
from perfect_play.solvers.native.search import ENDED, EXPANDED, GENERATED, OWN, PAUSED
from perfect_play.solvers.result import LOST, RemotenessTooLarge, Result, result
from perfect_play.solvers.retrograde import Progress, Solution

WORD_BITS = 60
FIRST_ROOM = 1 << 9  # states
MOST_STATES = 1_000_000
"""More are not solved into a table."""
SLICE = 5_000  # states between looks at the clock, at most
GLANCE = 0.05  # seconds that they should take


def compiled_machine() -> Machine:
    """The interpreter at native speed."""
    return Machine(SHARED.loop(interpreter.play_move), SHARED.loop(interpreter.is_won), _array)


class Survey(NamedTuple):
    """What is known of a level. complete: whether everything that its start leads to was met.

    fewest: moves to a solution; None: none was met. positions: those that were met. dead_ends: how many of all
    positions have no solution, and first_dead_end, after how few moves one may come; None where that is not known.
    """

    complete: bool
    fewest: int | None
    positions: int
    dead_ends: int | None
    first_dead_end: int | None


class LevelSearch:
    """The states that a position of a level leads to, as far as they have been found."""

    def __init__(self, rules: ScriptPuzzle, position: str) -> None:
        self.rules = rules
        self._level = Level.played_by(rules.level, compiled_machine())
        layout, words = rules.level.layout, rules.program.tables.object_words
        self._kinds = [kind for members in rules.kinds.values() for kind in members]
        begins = [0, *accumulate(len(members) for members in rules.kinds.values())]
        first_of = dict(zip(rules.kinds, begins, strict=False))
        self._open = [place for place, cell in enumerate(layout) if len(rules.kinds[cell]) > 1]
        self._firsts = [first_of[layout[place]] for place in self._open]
        counts = [len(rules.kinds[layout[place]]) for place in self._open]
        places, self.words = _places([*counts, 2])
        inputs = [push for name, push in INPUTS.items() if name != "action" or not rules.without_action]
        room = _room(FIRST_ROOM, self.words)
        self._space = loops.StateSpace(
            cells=_array(self._open),
            words=_array([place.word for place in places]),
            shifts=_array([place.shift for place in places]),
            masks=_array([place.mask for place in places]),
            firsts=_array(self._firsts),
            counts=_array(counts),
            kinds=_array([word for kind in self._kinds for word in split(kind, words)]),
            now=_array([0] * len(places)),
            packed=_array([0] * self.words),
            pushes=_array(inputs),
            **room,
        )
        self.control = np.zeros(OWN + 3, np.int64)
        self._loop, self._refill = SHARED.loop(loops.explore), SHARED.loop(loops.fill_slots)
        cells = rules.cells_of(position)
        self._level.prepare(cells, layout)
        open_places = [rules.kinds[layout[place]].index(cells[place]) for place in self._open]
        for place, number in zip(places, [*open_places, int(position.endswith(WON))], strict=True):
            self._space.states[place.word] |= number << place.shift
        self.control[loops.STATES] = 1
        self.control[loops.MOST_WORK] = rules.most_work
        self._refill(1, self._space)

    @property
    def states(self) -> int:
        """How many have been found."""
        return int(self.control[loops.STATES])

    @property
    def steps(self) -> int:
        """How many moves have been made."""
        return int(self.control[GENERATED])

    @property
    def expanded(self) -> int:
        """Of how many the moves have been made."""
        return int(self.control[EXPANDED])

    @property
    def bytes(self) -> int:
        """Bytes of memory for the states, with the room that is not used yet."""
        arrays = (self._space.states, self._space.slots, self._space.children)
        return sum(array.nbytes for array in arrays)

    def compile(self) -> None:
        """Compile all that a search needs, or load it."""
        self._loop(0, self.control, self._level.program.machine_tables, self._level.board, self._space)
        self.distances()

    def result(self, check: Callable[[int], None]) -> Result:
        """The result of the position, by a search that ends at the first solution. Raises as `run`."""
        self.control[loops.UNTIL_SOLVED] = 1
        self.run(check)
        fewest = int(self.distances()[0])
        return LOST if fewest == loops.FAR else result(Value.WIN, fewest)

    def line(self) -> list[str]:
        """The inputs of a shortest solution, once it has been found."""
        distances, children = self.distances(), self._space.children
        state, inputs = 0, []
        while distances[state]:
            reached = children[loops.INPUTS * state : loops.INPUTS * state + loops.INPUTS].tolist()
            index = next(i for i, child in enumerate(reached) if child >= 0 and distances[child] < distances[state])
            inputs.append(list(INPUTS)[index])
            state = reached[index]
        return inputs

    def run(self, check: Callable[[int], None]) -> None:
        """Find all states. check: called with their number from time to time; what it raises ends the search.

        Raises ScriptError if a move takes too long, and TooLarge if memory runs out.
        """
        message, level, nodes = PAUSED, self._level, 1
        while message != ENDED:
            begun = time.perf_counter()
            message = self._loop(nodes, self.control, level.program.machine_tables, level.board, self._space)
            nodes = min(SLICE, 2 * nodes) if time.perf_counter() - begun < GLANCE else max(1, nodes // 2)
            check(self.states)
            if message == loops.FULL:
                self._grow()
            elif message == loops.TURN_TOO_LONG:
                raise ScriptError(self.rules.level.line, MOVE_TOO_LONG)
            elif message == loops.NOT_FORESEEN:
                raise ScriptError(self.rules.level.line, "A cell holds what its rules were not thought to put there.")

    def _grow(self) -> None:
        old, count = self._space, len(self._space.children) // loops.INPUTS
        count += count // 8
        if count * (8 * self.words + 8 + 4 * loops.INPUTS) + RESERVE > free_memory():
            raise TooLarge(f"there is no memory for {count:,} positions")
        more = _room(count, self.words)
        for name in ("states", "children"):
            more[name][: len(getattr(old, name))] = getattr(old, name)
        self._space = old._replace(**more)
        self._refill(self.states, self._space)

    def distances(self) -> Int16s:
        """The fewest moves from each state to a solved one, or `loops.FAR`. Raises RemotenessTooLarge."""
        states, children = self.states, self._space.children
        distances, firsts = np.empty(states, np.int16), np.zeros(states + 1, np.int32)
        parents, queue = np.empty(states * loops.INPUTS, np.int32), np.empty(states, np.int32)
        if SHARED.loop(loops.measure_distances)(states, children, distances, firsts, parents, queue) < 0:
            raise RemotenessTooLarge(f"{self.rules.full_id}: more than {loops.FAR - 1:,} moves")
        return distances

    def survey(self, complete: bool) -> Survey:
        """What is known of the level. complete: whether all states have been found. Raises RemotenessTooLarge."""
        distances, children = self.distances(), self._space.children
        fewest = None if distances[0] == loops.FAR else int(distances[0])
        lost = np.flatnonzero(distances == loops.FAR)
        if not complete:
            return Survey(False, fewest, self.states, None, None)
        moves, begin, end = 0, 0, 1  # the states that as few moves lead to are in a row
        while len(lost) and lost[0] >= end:
            begin, end = end, int(children[loops.INPUTS * begin : loops.INPUTS * end].max()) + 1
            moves += 1
        return Survey(True, fewest, self.states, len(lost), moves if len(lost) else None)

    def texts(self) -> list[str]:
        """The text of each state."""
        rules, space, count = self.rules, self._space, self.states
        level, planes = rules.level, rules.planes
        states = space.states[: count * self.words].reshape(count, self.words)
        grid = np.empty((count, len(planes), level.height, level.width), np.uint8)
        kinds = np.array(
            [[ord(plane.letters[kind & plane.mask]) for plane in planes] for kind in self._kinds], np.uint8
        )
        for place, cell in enumerate(level.layout):
            letters = [ord(plane.letters[cell & plane.mask]) for plane in planes]
            grid[:, :, place % level.height, place // level.height] = letters
        for number, place in enumerate(self._open):
            places = states[:, space.words[number]] >> space.shifts[number] & space.masks[number]
            grid[:, :, place % level.height, place // level.height] = kinds[self._firsts[number] + places]
        text, length = grid.tobytes().decode("ascii"), len(level.layout) * len(planes)
        won = states[:, space.words[-1]] >> space.shifts[-1] & 1
        return [
            text[length * number : length * number + length] + (WON if flag else "")
            for number, flag in enumerate(won.tolist())
        ]


class _Place(NamedTuple):
    """Where a number lies in the words of a state."""

    word: int
    shift: int
    mask: int


def _places(counts: list[int]) -> tuple[list[_Place], int]:
    """Room for a number below each of these, none in two words; and how many words these are."""
    places: list[_Place] = []
    word = used = 0
    for count in counts:
        width = (count - 1).bit_length()
        if used + width > WORD_BITS:
            word, used = word + 1, 0
        places.append(_Place(word, used, (1 << width) - 1))
        used += width
    return places, word + 1


def _array(numbers: Sequence[int]) -> Int64s:
    return np.array(numbers, np.int64)


def _room(states: int, words: int) -> dict[str, Any]:
    return {
        "states": np.zeros(states * words, np.int64),
        "slots": np.full(2 * states, -1, np.int32),
        "children": np.full(states * loops.INPUTS, loops.NO_CHILD, np.int32),
    }


def solve_script(rules: ScriptPuzzle, tell: Progress) -> Solution:
    """Everything that the start of a level leads to, solved. Raises ScriptError, TooLarge, RemotenessTooLarge."""
    search = LevelSearch(rules, rules.start())

    def check(states: int) -> None:
        tell(states)
        if states > MOST_STATES:
            raise TooLarge(f"its start leads to more than {MOST_STATES:,} positions")

    search.run(check)
    distances = search.distances().tolist()
    by_moves: dict[int, Result] = {moves: result(Value.WIN, moves) for moves in {*distances}}
    by_moves[loops.FAR] = LOST
    return Solution("reachable", {text: by_moves[moves] for text, moves in zip(search.texts(), distances, strict=True)})
