"""Proves values of positions of a `BoardGame` from its compiled rules, a slice at a time, so that it can be stopped.

The depth rises by one move at a time, and at each depth the search asks of both players whether they can force a win
(`board_loops.py`); so the first proof is the quickest win. If every line of both refutations has ended, nobody can win:
the position is a tie. Draws by endless play cannot be proved this way.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import DRAWN, Turn, Value
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.puzzles.boards.positions import Position
from perfect_play.puzzles.turns import NEXT
from perfect_play.solvers.arrays import Int8s, Int64s
from perfect_play.solvers.budget import SearchStopped, in_time
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.packed_arrays import Addresses
from perfect_play.solvers.native.rules import board_addresses
from perfect_play.solvers.native.search import SearchLoop, compiling_for
from perfect_play.solvers.proving import board_loops as loops

ENTRIES = 1 << 21
"""Entries of a transposition table, of 16 bytes each, or more where a position takes more than 60 bits."""

SLICE = 20_000
"""Positions between looks at the clock, some 30 ms."""

DEEPEST = 200
"""The most moves to look ahead."""

WORD_BITS = 60  # bits of a key's word that are used for cells and extras, above one for the player to move
EXTRA = 6  # bits of an extra


class Proof(NamedTuple):
    """What is proved of a position.

    value: None while it is open. moves: to the end, for a win or a loss. refuted: for each player, the moves within
    which they cannot force a win. reply: a position that a best move leads to, for a win, if the search met one.
    """

    value: Value | None
    moves: int | None
    refuted: dict[Turn, int]
    reply: Position | None = None


class BoardScratch(NamedTuple):
    """The arrays of a search. cells, cell_words: the same memory, a byte for each cell, and eight cells a number."""

    rules: Addresses
    frames: Int64s
    cells: Int8s
    cell_words: Int64s
    moves: Int64s
    weights: Int64s
    history: Int64s
    key: Int64s
    slots: Int64s
    shifts: Int64s
    table: Int64s


class BoardProver:
    """Searches positions of one variant. Threads may share it.

    rules: the variant. data_dir: where compiled code is kept. entries: the size of the transposition table, a power
    of 2.
    """

    def __init__(self, rules: BoardGame, data_dir: Path, entries: int = ENTRIES) -> None:
        self.rules = rules
        self._lock = threading.Lock()
        slots, shifts = _layout(rules)
        self._images = slots, shifts
        self._shape = entries, int(slots.max()) + 2
        self._table: Int64s | None = None
        self._history = np.zeros((2, loops.SIGNS), np.int64)
        with compiling_for(data_dir):
            self._addresses = board_addresses(rules)
            self._search = SHARED.loop(loops.board_search)
            self.loop = SearchLoop(self._search_alone, SLICE, np.zeros(loops.COUNTS, np.int64), self._new_scratch(1))

    def prove(self, position: Position, go_on: Callable[[], bool] = in_time, deepest: int = DEEPEST) -> Proof:
        """What can be proved of a position while `go_on()` is true, looking at most `deepest` moves ahead."""
        turn = self.rules.turn(position)
        refuted: dict[Turn, int] = {turn: -1, NEXT[turn]: -1}
        s = self._new_scratch(min(deepest, DEEPEST) + 2)
        with suppress(SearchStopped):
            for depth in range(min(deepest, DEEPEST) + 1):
                for attacker in (turn, NEXT[turn]):
                    if refuted[attacker] >= depth:
                        continue
                    answer = self._answer(position, attacker, depth, s, go_on)
                    if answer >= 0:
                        if attacker != turn:
                            return Proof(Value.LOSE, answer, refuted)
                        return Proof(Value.WIN, answer, refuted, self._reply(position, s))
                    refuted[attacker] = ~answer
                if min(refuted.values()) == loops.FOREVER:
                    return Proof(Value.DRAW if self.rules.stuck == DRAWN else Value.TIE, None, refuted)
        return Proof(None, None, refuted)

    def moves_to_tie(self, position: Position, go_on: Callable[[], bool] = in_time) -> int | None:
        """The fewest moves to a tie if neither player lets the other win; None if they are not found in time."""
        level, visited, moves = [position], {self.rules.canonical(position)}, 0
        while level:
            moves += 1
            following = []
            for child in (child for parent in level for child in self.rules.children(parent)):
                ended = self.rules.primitive(child)
                if ended is Value.TIE:
                    return moves
                if ended is not None or self.rules.canonical(child) in visited:
                    continue
                visited.add(self.rules.canonical(child))
                proof = self.prove(child, go_on)
                if proof.value is None:
                    return None
                if proof.value is Value.TIE:
                    following.append(child)
            level = following
        return None

    def clear(self) -> None:
        """Give back the memory of the transposition table, which the next search begins anew."""
        self._table = None

    def _answer(
        self, position: Position, attacker: Turn, depth: int, s: BoardScratch, go_on: Callable[[], bool]
    ) -> int:
        """The answer of the loops. Raises SearchStopped."""
        numbers, control = self.rules.numbers(position[1]), np.zeros(loops.COUNTS, np.int64)
        s.cells[0, : len(numbers)] = numbers
        s.frames[0, [loops.DEPTH_LEFT, loops.TURN, loops.NEXT]] = depth, position[0], -1
        control[loops.ATTACKER] = attacker
        self.loop.finish(go_on, control, s)
        return int(s.frames[0, loops.ANSWER])

    def _search_alone(self, *arguments: Any) -> int:
        with self._lock:  # an entry of the table has several words
            ended: int = self._search(*arguments)
        return ended

    def _reply(self, position: Position, s: BoardScratch) -> Position | None:
        """The position that the last move searched leads to; None if no move was."""
        if s.frames[0, loops.NEXT] <= 0:
            return None
        for child in self.rules.children(position):
            numbers = self.rules.numbers(child[1])
            if child[0] == s.frames[1, loops.TURN] and list(s.cells[1, : len(numbers)]) == list(numbers):
                return child
        return None

    def _new_scratch(self, rows: int) -> BoardScratch:
        """New arrays for a search with this many rows, with the table and the history that all searches share."""
        slots, shifts = self._images
        table = self._table
        if table is None:
            table = self._table = np.zeros(self._shape, np.int64)
        key = np.zeros(self._shape[1] - 1, np.int64)
        cells = np.zeros((rows, -(-shifts.shape[1] // 8)), np.int64)
        return BoardScratch(
            self._addresses,
            np.zeros((rows, loops.KEY + len(key)), np.int64),
            cells.view(np.int8),
            cells,
            np.zeros((rows, MOST_MOVES), np.int64),
            np.zeros(loops.SORTED, np.int64),
            self._history,
            key,
            slots,
            shifts,
            table,
        )


def _layout(rules: BoardGame) -> tuple[Int64s, Int64s]:
    """For each image of the board, the word of a key where each cell or extra is, and its lowest bit there."""
    bits = [len(rules.pieces).bit_length()] * rules.cells + [EXTRA] * len(rules.extras)
    places, number, shift = [], 0, 1
    for width in bits:
        if shift + width > WORD_BITS + 1:
            number, shift = number + 1, 1
        places.append((number, shift))
        shift += width
    extras = range(rules.cells, len(bits))
    images = [(*range(rules.cells), *extras), *((*image, *extras) for image in rules.symmetries)]
    inverse = [np.argsort(image) for image in images]
    layout = np.array([[places[place] for place in image] for image in inverse], np.int64)
    return np.ascontiguousarray(layout[:, :, 0]), np.ascontiguousarray(layout[:, :, 1])
