"""All that the start leads to, with the moves, for the forward engine: found level by level, each position once.

Positions have slots (`loops/graph.py`): their ranks, or places in a hash table. Memory 22 bytes a position, 4 a move;
16 bytes a position if ranks have at most 32 bits. For the backward engine, all that leads to a solution, without moves.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import Game, Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.arrays import Int8s, Int64s, Ints, Uint16s, Uint32s, Uint64s
from perfect_play.solvers.native.engine import TURNS, KernelTask
from perfect_play.solvers.native.loops.forward import Listing, Moves, Slots
from perfect_play.solvers.native.loops.graph import BATCH, FULL
from perfect_play.solvers.native.loops.kernel_free import Reverse
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.result import Codec, RemotenessTooLarge

CHECKPOINT = "graph"  # not the name of the engine, which saved something else before
CHUNK = 1 << 14  # positions a thread takes at a time
MIN_CHUNK = 256  # the fewest, on a short level
CHECKPOINT_SECONDS = 10.0
WORKING = np.uint16  # the type of codes until it is known how wide they must be
ABSENT = 65535
SLOT_BYTES = 10  # of memory for a slot of the hash table
MOVE_BYTES = 64  # of memory for the moves of a position, at most in nearly all games
MOST_NARROW = (1 << 32) - 1  # ranks, if the table has 32 bits for each
FEWEST_SLOTS = 1 << 10
UNKNOWN_SLOTS = 1 << 23  # to begin with, if the number of positions is not declared; doubled once they do not suffice
MOST_SLOTS = 1 << 31
PART = 1 << 13  # ranks are divided into parts of about this many, which fit in the cache, and sorted there
MOST_PART_BITS = 12  # at most so many of a rank's bits say which part it belongs to
DIGIT = 11  # bits by which ranks are sorted at a time, at most
SPREAD = 8, 5  # slots for that many positions: more take memory, fewer take time


class Chunk(NamedTuple):
    """Some positions of a level: the slot of each, how many moves it has, and the moves, as `explore` writes them."""

    slots: Uint32s
    counts: Uint16s
    edges: Uint32s


class Expansion(NamedTuple):
    """What became of a share of a level: a chunk, None if slots ran out; the new slots of children, and their ranks."""

    share: slice
    chunk: Chunk | None
    new_slots: Uint32s
    new_ranks: Int64s


def starts_of(rules: Rules, backward: bool = False) -> list[int]:
    """The ranks of the start and its images under symmetry, or `backward` of the solutions, ascending."""
    solutions = rules.solutions() or () if isinstance(rules, Puzzle) else ()
    numbers = set(map(rules.rank, solutions if backward else rules.images(rules.start())))
    return sorted(number for number in numbers if number is not None)


def key_type(rules: Rules) -> Any:
    """The type of ranks in the hash table: as narrow as they allow, but one for all board games, which share loops."""
    return np.int64 if isinstance(rules, BoardGame) or (rules.size or 0) > MOST_NARROW else np.uint32


def warm_up_slots(loops: Any, rules: Rules) -> None:
    """Compile the loops over slots and ranks, by calling them with nothing to do."""
    ranks, slots, numbers = np.zeros(0, np.uint64), np.zeros(0, np.uint32), np.zeros(1, np.int64)
    keys, codes, block = np.zeros(0, key_type(rules)), np.zeros(0, WORKING), np.zeros(5, np.uint8)
    loops.tally(codes, np.zeros((4, 1), np.int64))
    loops.find_slots(ranks, keys, slots)
    loops.move_slots(keys, codes, 0, 0, Slots(keys, np.zeros(0, np.uint8), codes), slots)
    loops.move_edges(slots, slots, slots)
    loops.count_digits(keys, 0, numbers)
    loops.divide(keys, codes, np.zeros(0, np.int8), 0, numbers, ranks, slots)
    loops.sort_divided(ranks, slots, numbers, 0, 0, numbers, ranks, slots)
    loops.write_block(ranks, block[5:], 1, block)


def graph_of(task: KernelTask, backward: bool = False) -> "Graph":
    """The graph of all that a variant's start leads to, or `backward` of all that leads to a solution.

    Raises KernelError, OSError, MemoryError, RemotenessTooLarge.
    """
    rules = task.rules
    if rules.dense:
        assert rules.size is not None
        return Graph(task, rules.size)
    saved = task.checkpoint.read_state(CHECKPOINT)
    positions = rules.variant.positions
    expected = FEWEST_SLOTS + positions * SPREAD[0] // SPREAD[1] if positions else UNKNOWN_SLOTS
    return Graph(task, saved[0]["slots"] if saved else expected, backward)


class Graph:
    """What the start leads to.

    levels: the chunks of each level. codes: by slot, that of each ended position, or `backward` of each position;
    ABSENT for all others. keys: see `loops/graph.py`.
    """

    def __init__(self, task: KernelTask, slots: int, backward: bool = False) -> None:
        self.task, self.backward = task, backward
        self.codec = Codec("game" if isinstance(task.rules, Game) else "puzzle", 16)
        self._make_room(slots)
        self.levels: list[list[Chunk]] = []
        self.positions = 0
        self._scratch = self._new_scratch()
        self._explore()
        del self._scratch

    def _make_room(self, slots: int) -> None:
        """Have so many slots, all empty. Raises MemoryError."""
        rules = self.task.rules
        if slots >= MOST_SLOTS:
            raise MemoryError(f"{rules.full_id} has more than the {MOST_SLOTS:,} positions that fit a solve.")
        require_free(rules, slots * (3 if rules.dense else SLOT_BYTES))
        self.slots = slots
        self.keys = np.zeros(0 if rules.dense else slots, key_type(rules))
        self.visited = np.zeros(slots if rules.dense else 0, np.uint8)
        self.codes = np.full(slots, ABSENT, WORKING)

    def _grow(self, chunks: list[Chunk]) -> Uint32s:
        """Have more slots, and move what all levels and these chunks say of them; returns where each slot has moved.

        Raises MemoryError.
        """
        task, keys, codes, moved = self.task, self.keys, self.codes, np.zeros(self.slots, np.uint32)

        def move(thread: int, first: int, last: int) -> None:
            task.loops.move_slots(keys, codes, first, last, slots, moved)

        def moved_chunk(chunk: Chunk) -> Chunk:
            edges = np.empty_like(chunk.edges)
            task.loops.move_edges(chunk.edges, moved, edges)
            return Chunk(moved[chunk.slots], chunk.counts, edges)

        self._make_room(2 * self.slots)
        slots = Slots(self.keys, self.visited, self.codes)
        task.in_chunks(move, len(keys), -(-len(keys) // task.threads))
        self.levels = [self.on_chunks(moved_chunk, level) for level in self.levels]
        chunks[:] = self.on_chunks(moved_chunk, chunks)
        self._saved = 0
        return moved

    def _new_scratch(self) -> list[tuple[Any, Any, Any]]:
        """For each thread, arrays for the moves from a chunk, for the slots found and for the ranks there."""
        moves = CHUNK * self.task.kernel.most
        return [
            (np.empty(moves, np.uint32), np.empty(moves, np.uint32), np.empty(moves, np.int64))
            for _ in range(self.task.threads)
        ]

    def _explore(self) -> None:
        """Find all levels. Raises KernelError, OSError, MemoryError."""
        task, saved = self.task, time.monotonic()
        frontier = self._resumed()
        ranks = self.keys[frontier].astype(np.int64) - 1 if len(self.keys) else frontier.astype(np.int64)
        self._saved = len(self.levels)
        if self.backward:
            self.codes[frontier] = len(self.levels)
        while len(frontier):
            chunks, frontier, ranks = self._next_level(frontier, ranks)
            if self.backward and len(self.levels) > self.codec.limit:
                raise RemotenessTooLarge(f"{task.rules.full_id} has a remoteness of {len(self.levels)}")
            self.positions += sum(len(chunk.slots) for chunk in chunks)
            self.levels.append(chunks)
            count = self.positions + len(frontier)
            if len(frontier):
                task.require(count, partial(ranks.__getitem__, -1), MOVE_BYTES * len(frontier))
            task.report(positions=self.positions // (1 if self.backward else 2), level=len(self.levels))
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                for level in range(self._saved, len(self.levels)):
                    self._save(level)
                state = {"slots": self.slots, "levels": len(self.levels)}
                task.checkpoint.write_state(CHECKPOINT, self._of_slots(frontier), **state)
                self._saved, saved = len(self.levels), time.monotonic()

    def _next_level(self, frontier: Uint32s, ranks: Int64s) -> tuple[list[Chunk], Uint32s, Int64s]:
        """The frontier as chunks, and the slots of the children that are new, and their ranks.

        What finds no slot is tried again once there are more. Raises KernelError, MemoryError.
        """
        task = self.task
        chunks: list[Chunk] = []
        new_slots: list[Uint32s] = []
        new_ranks: list[Int64s] = []
        while len(frontier):
            expand = partial(self._expand, frontier, ranks)
            expansions = task.in_chunks(expand, len(frontier), CHUNK, MIN_CHUNK)
            chunks += [expansion.chunk for expansion in expansions if expansion.chunk is not None]
            new_slots += [expansion.new_slots for expansion in expansions]
            new_ranks += [expansion.new_ranks for expansion in expansions]
            failed = [expansion.share for expansion in expansions if expansion.chunk is None]
            if not failed:
                break
            task.require(self.slots, partial(ranks.__getitem__, -1), SLOT_BYTES * 2 * self.slots)
            moved = self._grow(chunks)
            frontier = moved[np.concatenate([frontier[share] for share in failed])]
            ranks = np.concatenate([ranks[share] for share in failed])
            new_slots = [moved[slots] for slots in new_slots]
        return chunks, task.concatenated(new_slots), task.concatenated(new_ranks)

    def _expand(self, frontier: Uint32s, ranks: Int64s, thread: int, first: int, last: int) -> Expansion:
        """What becomes of part of the frontier."""
        share = frontier[first:last]
        task, codec = self.task, self.codec
        slots = Slots(self.keys, self.visited, self.codes)
        listing = Listing(task.outs[thread], task.scratch[thread], *np.empty((2, BATCH + task.kernel.most), np.int64))
        moves = Moves(np.zeros(len(share), np.uint16), *self._scratch[thread])
        if self.backward:
            out = moves.new_slots, moves.new_ranks
            total, new = task.loops.explore_back(
                len(self.levels) + 1, task.size, ranks[first:last], slots, listing, *out
            )
        else:
            options = codec.kind == "game", codec.not_solvable, task.size
            total, new = task.loops.explore(*options, share, ranks[first:last], slots, listing, moves)
        chunk = None
        if total != FULL:
            chunk = Chunk(share, moves.counts, moves.edges[: task.in_range(total)].copy())
        return Expansion(slice(first, last), chunk, moves.new_slots[:new].copy(), moves.new_ranks[:new].copy())

    # --- the checkpoint ---------------------------------------------------------------------------

    def _name(self, number: int) -> str:
        """The name of a level's file in the checkpoint, with the number of slots, as it fits no other."""
        return f"level{number}.{self.slots}"

    def _save(self, number: int) -> None:
        slots, counts, edges = (np.concatenate(parts) for parts in zip(*self.levels[number], strict=True))
        arrays = {**self._of_slots(slots), "codes": self.codes[slots], "counts": counts, "edges": edges}
        self.task.checkpoint.write_arrays(self._name(number), arrays)

    def _of_slots(self, slots: Any) -> dict[str, Any]:
        """The arrays from which `_restored` puts positions into their slots again."""
        return {"slots": slots, "keys": self.keys[slots]} if len(self.keys) else {"slots": slots}

    def _resumed(self) -> Any:
        """The slots of the first level to explore; those before are read from the checkpoint, if there is one."""
        saved = self.task.checkpoint.read_state(CHECKPOINT)
        if saved is None:
            starts = np.array(starts_of(self.task.rules, self.backward), np.uint64)
            slots = np.zeros(len(starts), np.uint32)
            if len(self.keys):
                self.task.loops.find_slots(starts, self.keys, slots)
            else:
                slots[:] = starts
                self.visited[slots] = 1
            return slots
        state, frontier = saved
        for number in range(state["levels"]):
            level = self.task.checkpoint.read_arrays(self._name(number))
            slots = self._restored(level)
            self.codes[slots] = level["codes"]
            self.levels.append(list(_divided(Chunk(slots, level["counts"], level["edges"]))))
            self.positions += len(slots)
        return self._restored(frontier)

    def _restored(self, arrays: dict[str, Any]) -> Any:
        """The slots of a level, whose positions are put there again."""
        slots = arrays["slots"]
        if len(self.keys):
            self.keys[slots] = arrays["keys"]
        else:
            self.visited[slots] = 1
        return slots

    # --- once all is found ------------------------------------------------------------------------

    def sweep(self, part: Callable[[Chunk], int]) -> bool:
        """Go over all levels, from the last to the first; return whether all is solved.

        part: solves what can be solved in a chunk; returns how many of its positions remain.
        """
        return not any(any(self.on_chunks(part, level)) for level in reversed(self.levels))

    def on_chunks(self, part: Any, chunks: list[Chunk]) -> list[Any]:
        """The results of part(chunk), on all threads."""
        task = self.task
        if len(chunks) < 2:
            return [part(chunk) for chunk in chunks]
        return list(task.pool.map(part, chunks))

    def rank(self, slot: int) -> int:
        """The rank of the position in a slot."""
        return int(self.keys[slot]) - 1 if len(self.keys) else slot

    def chunks(self) -> list[Chunk]:
        """All chunks."""
        return [chunk for level in self.levels for chunk in level]

    def reversed(self) -> Reverse:
        """All moves, grouped by the slots they lead to. Raises MemoryError."""
        module, chunks = self.task.loops, self.chunks()
        total = sum(len(chunk.edges) for chunk in chunks)
        require_free(self.task.rules, 8 * self.slots + 4 * total)
        into, back = np.zeros(self.slots + 1, np.int64), np.zeros(total, np.uint32)
        self.on_chunks(lambda chunk: module.count_edges(chunk.edges, into), chunks)
        np.cumsum(into, out=into)
        self.on_chunks(lambda chunk: module.turn_edges(*chunk, into, back), chunks)
        return Reverse(into, back)

    def degrees(self) -> Any:
        """The number of moves out of each position, by slot."""
        degree = np.zeros(self.slots, np.uint16)
        for chunk in self.chunks():
            degree[chunk.slots] = chunk.counts
        return degree

    def layered(self) -> bool:
        """Put positions on new levels, so that every move leads to a later one; False if play can repeat a position.

        Raises MemoryError.
        """
        task, module, starts, chunks = self.task, self.task.loops, self.levels[0], self.chunks()
        ends = [0, *accumulate(len(chunk.edges) for chunk in chunks)]
        require_free(task.rules, 16 * self.slots + 8 * ends[-1])
        edges = np.concatenate([chunk.edges for chunk in chunks])
        chunks = [
            chunk._replace(edges=edges[first:last]) for chunk, (first, last) in zip(chunks, pairwise(ends), strict=True)
        ]
        self.levels = [chunks]
        into, spans = np.zeros(self.slots + 1, np.int64), np.zeros(self.slots, np.int64)

        def count(chunk: Chunk, first: int) -> None:
            module.count_edges(chunk.edges, into)
            module.find_spans(chunk.slots, chunk.counts, first, spans)

        list(task.pool.map(count, chunks, ends))
        scratch = self._new_scratch()

        def peel(thread: int, first: int, last: int) -> tuple[Chunk, Ints]:
            share, (moves, new_slots, _) = ready[first:last], scratch[thread]
            counts = np.empty(len(share), np.uint16)
            total, new = module.peel(share, spans, edges, into, counts, moves, new_slots)
            return Chunk(share, counts, moves[:total].copy()), new_slots[:new].copy()

        ready = np.concatenate([chunk.slots for chunk in starts])
        ready, levels, remaining = ready[into[ready] == 0], [], self.positions
        while len(ready):
            remaining -= len(ready)
            peeled = task.in_chunks(peel, len(ready), CHUNK, MIN_CHUNK)
            levels.append([chunk for chunk, _ in peeled])
            ready = np.concatenate([new for _, new in peeled])
        if not remaining:
            self.levels = levels
        return not remaining

    def in_order(self, extra: Int8s | None) -> tuple[Uint64s, Uint16s, Int8s | None]:
        """The ranks of all positions in ascending order, the code of each, and its byte of `extra`.

        extra: by slot, or None. The keys and codes are given up. Ranks are divided by their highest bits first, into
        parts that fit the processor's cache. Raises MemoryError.
        """
        task, module = self.task, self.task.loops
        require_free(task.rules, 13 * self.positions)
        extra_bytes = np.zeros(0, np.int8) if extra is None else extra
        bits = int(self.keys.max()).bit_length()
        shift = max(0, bits - min(MOST_PART_BITS, (self.positions // PART).bit_length()))
        counts = np.zeros((task.threads, 1 << (bits - shift)), np.int64)
        ranks, values = np.empty(self.positions, np.uint64), np.empty(self.positions, np.uint32)

        def count(thread: int, first: int, last: int) -> None:
            module.count_digits(self.keys[first:last], shift, counts[thread])

        def divide(thread: int, first: int, last: int) -> None:
            part = slice(first, last)
            arrays = self.keys[part], self.codes[part], extra_bytes[part]
            module.divide(*arrays, shift, places[thread], ranks, values)

        def sort(thread: int, first: int, last: int) -> None:
            scratch = np.empty(1 << width, np.int64), np.empty(longest, np.uint64), np.empty(longest, np.uint32)
            module.sort_divided(ranks, values, ends[first : last + 1], passes, width, *scratch)

        share = -(-self.slots // task.threads)
        task.in_chunks(count, self.slots, share)
        places = np.cumsum(counts.T).reshape(counts.T.shape).T - counts
        task.in_chunks(divide, self.slots, share)
        del self.keys, self.codes
        ends = np.concatenate([[0], places[-1]])
        longest, passes = int(np.diff(ends).max()), 2 * -(-shift // (2 * DIGIT))
        width = -(-shift // max(1, passes))
        task.in_chunks(sort, len(ends) - 1, 1 + len(ends) // (TURNS * task.threads))
        return ranks, values.astype(WORKING), None if extra is None else (values >> 16).astype(np.int8)


def _divided(chunk: Chunk) -> Iterator[Chunk]:
    """The parts of a long chunk."""
    ends = np.cumsum(chunk.counts, dtype=np.int64)
    first = 0
    for start in range(0, len(chunk.slots), CHUNK):
        part = slice(start, start + CHUNK)
        last = int(ends[part][-1])
        yield Chunk(chunk.slots[part], chunk.counts[part], chunk.edges[first:last])
        first = last
