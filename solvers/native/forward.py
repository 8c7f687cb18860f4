"""The forward engine, for games and for puzzles that cannot be solved backward: all that the start reaches.

First everything the start reaches is found, level by level. If every move leads to the next level, as in games that
fill a board, one sweep from the last level back solves all. Otherwise results are propagated backward along reverse
edges from the ended positions, wins and losses first, then ties; the rest is drawn (the algorithm of `retrograde.py`).
If every rank is a position, arrays are indexed by rank; otherwise ranks are kept in ascending lists. The checkpoint
holds what the start reaches. Time O(moves x log moves); with reverse edges, memory about 19 bytes a place and 4 a move.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from puzzles.base import Game, Rules
from puzzles.boards.game import BoardGame
from solvers.native import draws, margins
from solvers.native.counting import count_reached
from solvers.native.engine import Solved, Task
from solvers.native.memory import require_free
from solvers.native.sorted_lists import Lists, find_place, sample
from solvers.result import Codec, Kind, RemotenessTooLarge, Result
from solvers.tables.layout import Packed, pack_codes, pack_ranks

NAME = "forward"
CHUNK = 1 << 16  # positions a thread takes at a time
CHECKPOINT_SECONDS = 5.0
WORKING = np.uint16  # the type of codes until it is known how wide they must be
ABSENT = 65535
NO_RANKS = np.zeros(0, np.uint64)


def warm_up(module: Any, rules: Rules) -> None:
    """Compile the loops that most variants of this kind need, by calling them with nothing to do."""
    if isinstance(rules, BoardGame):
        return  # they are shared, and compiled already
    numbers, places, codes = np.zeros(64, np.int64), np.zeros(0, np.int64), np.zeros(0, WORKING)
    if rules.dense:
        seen, edges = np.zeros(0, np.uint8), np.zeros(0, np.uint32)
        module.reach_dense(True, 0, seen, codes, places, places, places, numbers, numbers, places)
        module.count_edges(NO_RANKS, codes, seen, ABSENT, 0, 0, edges, places, False, places, numbers, numbers)
    else:
        module.reach(NO_RANKS, False, 0, numbers, numbers, NO_RANKS)
        module.solve_level(True, 0, NO_RANKS, codes, NO_RANKS, codes, numbers, numbers)
    if hasattr(module, "solve_margins"):
        margins.warm_up(module)


def warm_up_shared(module: Any) -> None:
    """The same for the loops that call no kernel."""
    places = np.zeros(0, np.int64)
    codes, edges = np.zeros(0, WORKING), np.zeros(0, np.uint32)
    module.propagate_back(True, codes, ABSENT, places, edges, places, places, 0, places)


def solve(task: Task) -> Solved:
    """Solve everything the start reaches. Raises KernelError, OSError, MemoryError, RemotenessTooLarge."""
    return _solve_dense(task) if task.rules.dense else _solve_lists(task)


def _working(task: Task) -> Codec:
    return Codec("game" if isinstance(task.rules, Game) else "puzzle", 16)


def starts_of(rules: Rules) -> list[int]:
    """The ranks of the start and its images under symmetry, ascending."""
    numbers = {rules.rank(image) for image in rules.images(rules.start())}
    return sorted(number for number in numbers if number is not None)


# --- every rank is a position ---------------------------------------------------------------------


def _solve_dense(task: Task) -> Solved:
    size = task.rules.size
    assert size is not None
    require_free(task.rules, 19 * size)
    arrays = _PlaceArrays(np.zeros(size, np.uint8), *_empty(size))
    counted = _reach_dense(task, size, arrays)
    seen = arrays.seen
    working = _solve_by_reverse_edges(task, NO_RANKS, arrays, counted)
    codec, codes = _narrow(task, [working])
    counts = np.bincount(codes[0], minlength=codec.no_entry + 1)
    histogram = codec.histogram(enumerate(counts))
    known = margins.solve_margins(task, [np.flatnonzero(seen).astype(np.uint64)])

    def pack() -> Packed:
        made = pack_codes(codes[0], codec, histogram)
        if known is None:
            return made
        everywhere = np.zeros(size, np.int8)
        everywhere[known.ranks.astype(np.int64)] = known.values
        return replace(made, margins=everywhere)

    def results(wanted: Any, weights: Any) -> Counter[Result]:
        return codec.histogram(enumerate(np.bincount(codes[0][wanted], weights, codec.no_entry + 1)))

    return Solved(
        codec,
        "reachable",
        histogram,
        pack,
        lambda number: codec.decode(int(codes[0][number])),
        lambda rng, some: _sample_reached(rng, some, seen),
        margin=known.find if known else None,
        results=results,
    )


@dataclass
class _PlaceArrays:
    """Four arrays indexed by place: whether reached, its code, the numbers of moves into and out of it; and edges.

    `into` has one element more than places. Once solved, the edges into a place begin there.
    """

    seen: Any
    codes: Any
    into: Any
    degree: Any
    edges: Any = None


def _empty(places: int) -> tuple[Any, Any, Any]:
    return np.full(places, ABSENT, WORKING), np.zeros(places + 1, np.int64), np.zeros(places, np.int64)


def _reach_dense(task: Task, size: int, arrays: _PlaceArrays) -> bool:
    """Find all that the start reaches; return whether this filled the other arrays too, as it does unless resumed."""
    module, most, checkpoint = task.module, task.kernel.most, task.checkpoint
    working = _working(task)
    game, lost = working.kind == "game", working.not_solvable
    state = checkpoint.read_state(NAME)
    if state is None:
        level, frontier = 0, np.array(starts_of(task.rules), np.int64)
        arrays.seen[frontier] = 1
        reached = len(frontier)
    else:
        level, reached = state["level"], state["reached"]
        arrays.seen = checkpoint.read_array(f"seen{level % 2}", np.uint8, size)
        frontier = checkpoint.read_array(f"frontier{level % 2}", np.int64, state["length"])
    saved = time.monotonic()

    def part(thread: int, share: Any) -> Any:
        found = task.buffer(thread, len(share) * most + 1)
        out, scratch = task.outs[thread], task.scratch[thread]
        seen, codes, into, degree = arrays.seen, arrays.codes, arrays.into, arrays.degree
        count = module.reach_dense(game, lost, seen, codes, into, degree, share, out, scratch, found)
        return found[: task.in_range(count)].copy()

    while len(frontier):
        frontier = np.concatenate(task.in_parts(part, frontier))
        reached, level = reached + len(frontier), level + 1
        task.report(positions=reached // 2, level=level)
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            checkpoint.write_array(f"seen{level % 2}", arrays.seen)
            checkpoint.write_array(f"frontier{level % 2}", frontier)
            checkpoint.write_state(NAME, level=level, reached=reached, length=len(frontier))
            saved = time.monotonic()
    if state is not None:
        arrays.codes, arrays.into, arrays.degree = _empty(size)
    return state is None


def _sample_reached(rng: Any, some: int, seen: Any) -> Iterable[int]:
    ranks = np.flatnonzero(seen)
    return map(int, rng.choice(ranks, min(some, len(ranks)), replace=False))


# --- few of many ranks are positions --------------------------------------------------------------


def _solve_lists(task: Task) -> Solved:
    def reach(frontier: Any, *given: Any) -> int:
        return int(task.module.reach(frontier, False, *given))

    lists = Lists(task, NAME)
    if not lists.levels:
        lists.add(np.array(starts_of(task.rules), np.uint64))
    while len(lists.levels[-1]):
        lists.add(lists.unseen(lists.expand_last(reach, CHUNK)))
    levels = lists.levels = lists.levels[:-1]
    reached = levels if task.kernel.margin is not None or margins.keeps_nimbers(task.rules) else []
    draws_found = None
    if lists.graded:
        working = _sweep_back(task, lists)
    else:
        ranks = lists.levels[0]
        for level in levels[1:]:
            ranks = lists.merged(ranks, level)
        levels = lists.levels = [ranks]
        require_free(task.rules, 18 * len(ranks))
        arrays = _PlaceArrays(np.zeros(0, np.uint8), *_empty(len(ranks)))
        working = [_solve_by_reverse_edges(task, ranks, arrays, False)]
        drawn = (working[0] == 3).astype(np.uint8)
        if isinstance(task.rules, Game) and len(ranks) <= draws.MOST_PLACES and drawn.any():
            fringe = np.zeros(len(ranks), np.uint8)
            draws_found = draws.find_levels(task, drawn, fringe, arrays.into, arrays.edges)
    codec, codes = _narrow(task, working)
    counts = np.sum([np.bincount(some, minlength=codec.no_entry + 1) for some in codes], axis=0)
    histogram = codec.histogram(enumerate(counts))

    def find(number: int) -> Result | None:
        level, place = find_place(levels, number)
        return None if level is None else codec.decode(int(codes[level][place]))

    def weighted() -> Counter[Result] | None:
        counts = np.zeros(codec.no_entry + 1)
        for ranks, some in zip(levels, codes, strict=True):
            weights = task.weights(ranks)
            if weights is None:
                return None
            counts += np.bincount(some, weights, codec.no_entry + 1)
        return codec.histogram(enumerate(counts))

    def results(wanted: Any, weights: Any) -> Counter[Result]:
        counts = np.zeros(codec.no_entry + 1)
        for ranks, some in zip(levels, codes, strict=True):
            places = np.minimum(np.searchsorted(ranks, wanted), len(ranks) - 1)
            here = ranks[places] == wanted
            counts += np.bincount(some[places[here]], weights[here], codec.no_entry + 1)
        return codec.histogram(enumerate(counts))

    known = margins.solve_margins(task, reached)

    def pack() -> Packed:
        made = pack_ranks(lists.by_rank(codes), codec, histogram.total(), histogram)
        made = draws.with_levels(made, draws_found)
        return made if known is None else replace(made, margins=known.values)

    return Solved(
        codec,
        "reachable",
        histogram,
        pack,
        find,
        lambda rng, some: sample(rng, some, levels),
        margin=known.find if known and not margins.keeps_nimbers(task.rules) else None,
        weighted=weighted,
        results=results,
        reached=lambda: count_reached(task, histogram.total(), results),
    )


def _sweep_back(task: Task, lists: Lists) -> list[Any]:
    """The codes of every level, each computed from those of the next, where every move leads."""
    codec, levels = _working(task), lists.levels
    codes = [np.empty(len(ranks), WORKING) for ranks in levels]
    done, total = 0, sum(map(len, levels))
    for level in reversed(range(len(levels))):
        if level >= lists.solved_from:
            codes[level][:] = task.checkpoint.read_array(f"codes{level}", WORKING, len(levels[level]))
            continue
        ranks, mine = levels[level], codes[level]
        last = level + 1 == len(levels)
        below, theirs = (NO_RANKS, codes[level][:0]) if last else (levels[level + 1], codes[level + 1])
        solve_level = partial(_solve_level, task, codec, ranks, mine, below, theirs)
        task.in_chunks(solve_level, len(ranks), CHUNK)
        lists.save_codes(level, codes)
        done += len(ranks)
        task.report(positions=(total + done) // 2)
    return codes


def _solve_level(
    task: Task, codec: Codec, ranks: Any, mine: Any, below: Any, theirs: Any, thread: int, first: int, last: int
) -> None:
    some, out, scratch = ranks[first:last], task.outs[thread], task.scratch[thread]
    lost, game = codec.not_solvable, codec.kind == "game"
    task.module.solve_level(game, lost, some, mine[first:last], below, theirs, out, scratch)


# --- both -----------------------------------------------------------------------------------------


def _solve_by_reverse_edges(task: Task, ranks: Any, arrays: _PlaceArrays, counted: bool) -> Any:
    """The codes of all places, by retrograde analysis along reverse edges.

    ranks: that of each place; empty if places are ranks. counted: whether `arrays` already has the codes of ended
    positions and the counts of moves.
    """
    module, codec = task.module, _working(task)
    game, lost = codec.kind == "game", codec.not_solvable
    seen, codes, into, degree = arrays.seen, arrays.codes, arrays.into, arrays.degree
    places = len(codes)
    edges = np.zeros(0, np.uint32 if places < 1 << 31 else np.uint64)

    def ended(thread: int, first: int, last: int) -> None:
        module.solve_primitives(game, lost, ranks, codes, seen, ABSENT, first, last, task.scratch[thread])

    def count(thread: int, first: int, last: int, filling: bool = False) -> None:
        out, scratch = task.outs[thread], task.scratch[thread]
        module.count_edges(ranks, codes, seen, ABSENT, first, last, edges, into, filling, degree, out, scratch)

    if not counted:
        task.in_chunks(ended, places, CHUNK)
        task.in_chunks(count, places, CHUNK)
    np.cumsum(into, out=into)
    require_free(task.rules, int(into[-1]) * edges.itemsize)
    edges = arrays.edges = np.zeros(int(into[-1]), edges.dtype)
    task.in_chunks(partial(count, filling=True), places, CHUNK)

    done = int(np.count_nonzero(codes != ABSENT))
    ties = np.flatnonzero(codes == 2) if game else np.zeros(0, np.int64)
    frontier = np.flatnonzero(codes < 2) if game else np.flatnonzero(codes == 0)
    found = np.empty(places, np.int64)
    level = 0
    while len(frontier):
        level = _require_fit(task, codec, level + 1)
        number = module.propagate_back(game, codes, ABSENT, into, edges, degree, frontier, level, found)
        frontier, done = found[:number].copy(), done + number
        task.report(positions=(places + done) // 2, level=level)
    level = 0
    while len(ties):
        level = _require_fit(task, codec, level + 1)
        number = module.propagate_ties(codes, ABSENT, into, edges, ties, level, found)
        ties = found[:number].copy()
    left = codes == ABSENT if len(ranks) else (codes == ABSENT) & (seen != 0)
    codes[left] = 3 if game else lost
    return codes


def _require_fit(task: Task, codec: Codec, level: int) -> int:
    if level > codec.limit:
        raise RemotenessTooLarge(f"{task.rules.full_id}: remoteness {level} does not fit in {codec.bits} bits")
    return level


def _narrow(task: Task, working: list[Any]) -> tuple[Codec, list[Any]]:
    """The narrowest codec that fits these codes, and the codes in it."""
    wide = _working(task)
    special = wide.not_solvable if wide.kind == "puzzle" else wide.no_entry
    known = [codes[codes < special] for codes in working]
    greatest = max((int(codes.max()) for codes in known if len(codes)), default=0)
    kind: Kind = wide.kind
    codec = Codec.fitting(kind, greatest if kind == "puzzle" else greatest >> 2)
    if codec.bits == wide.bits:
        return codec, working
    return codec, [codes.astype(np.uint8) for codes in working]  # 65535 becomes 255, 65534 becomes 254
