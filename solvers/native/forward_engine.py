"""The forward engine, for games and for puzzles that cannot be solved backward: all that the start reaches.

First everything the start reaches is found, level by level, with the moves (`reached_graph.py`). If every move leads to
the next level, as in games that fill a board, one sweep from the last level back solves all; so it does if no position
can repeat, after these have been put on new levels. Otherwise results are propagated backward along reverse edges from
the ended positions, wins and losses first, then ties; the rest is drawn (the algorithm of `retrograde.py`). The
checkpoint holds what the start reaches.

Most of the time would be waiting for memory. So the children of 128 positions or more are listed, their slots are
prefetched, and they are looked up afterward; ranks are sorted by digits, in parts that fit the cache; and loops that
create no array are compiled without reference counts, for which threads would wait. Time O(moves); memory about 22
bytes a position and 4 a move; with new levels 54 and 8, with reverse edges 38 and 8.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from perfect_play.puzzles.base import Game, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.arrays import Int8s, Ints
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.native import draw_pass
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.counting import count_reached
from perfect_play.solvers.native.engine import KernelTask, SolvedVariant, place_in
from perfect_play.solvers.native.loops.forward import Listing, Moves, Slots
from perfect_play.solvers.native.loops.graph import WORST
from perfect_play.solvers.native.loops.kernel_free import Reverse
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.native.reached_graph import ABSENT, WORKING, Graph, graph_of, key_type, warm_up_slots
from perfect_play.solvers.result import Codec, RemotenessTooLarge, Result
from perfect_play.solvers.retrograde import Domain, wants_nimbers
from perfect_play.solvers.tables.table_layout import PackedTable, pack_codes, pack_ranks

NAME = "forward"
TIE, DRAW = 2, 3  # codes
WEIGHED = 1 << 21  # ranks whose positions are counted at a time


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    places, numbers, slots = np.zeros(0, np.int64), np.zeros(1, np.int64), np.zeros(0, np.uint32)
    codes, counts = np.zeros(0, WORKING), np.zeros(0, np.uint16)
    keys, visited = np.zeros(0, key_type(rules)), np.zeros(0, np.uint8)
    listing, moves = Listing(numbers, scratch, numbers, numbers), Moves(counts, slots, slots, numbers)
    loops.explore(True, 0, 0, slots, places, Slots(keys, visited, codes), listing, moves)
    loops.solve_some(True, 0, ABSENT, slots, counts, slots, codes)
    loops.count_edges(slots, places)
    loops.turn_edges(slots, counts, slots, places, slots)
    loops.margins_of_some(False, slots, counts, slots, np.zeros(0, np.int8))
    loops.find_spans(slots, counts, 0, places)
    loops.peel(slots, places, slots, places, counts, slots, slots)
    warm_up_slots(loops, rules)
    loops.propagate_back(True, codes, ABSENT, Reverse(places, slots), counts, places, 0, places)


def solve(task: KernelTask) -> SolvedVariant:
    """Solve everything the start reaches. Raises KernelError, OSError, MemoryError, RemotenessTooLarge."""
    graph = graph_of(task)
    reverse = None
    if not _sweep(graph) and not (graph.layered() and _sweep(graph)):
        reverse = graph.reversed()
        _propagate(graph, reverse)
    extra, levels = None, None
    if has_margins(task):
        extra = solve_margins(graph)
    elif reverse is not None and isinstance(task.rules, Game) and graph.positions <= draw_pass.MOST_PLACES:
        levels = _draw_levels(graph, reverse)
        extra = levels.numbers if levels else None
    reverse = None
    graph.levels.clear()  # the moves are no longer needed
    if task.rules.dense:
        ranks, codes = np.flatnonzero(graph.visited).astype(np.uint64), graph.codes
        if extra is not None:
            extra[graph.visited == 0] = 0
    else:
        ranks, codes, extra = graph.in_order(extra)
    return solved_ranks(task, ranks, codes, extra, levels.kinds if levels else ())


def solved_ranks(
    task: KernelTask,
    ranks: Ints,
    codes: Ints,
    extra: Int8s | None = None,
    kinds: Sequence[DrawLevel] = (),
    domain: Domain = "reachable",
) -> SolvedVariant:
    """What the engine returns.

    ranks: ascending. codes, extra: by rank, or in that order if not every rank is a position; `extra` has the margins,
    the nimbers, or the numbers of the levels of draws, `kinds`.
    """
    dense = task.rules.dense
    wide = Codec("game" if isinstance(task.rules, Game) else "puzzle", 16)
    histogram = wide.histogram(enumerate(task.tally(codes, wide.no_entry + 1).tolist()))
    codec = Codec.fitting(wide.kind, max((entry.remoteness or 0 for entry in histogram), default=0))
    codes = codes if codec.bits == wide.bits else codes.astype(np.uint8)  # 65535 becomes 255, 65534 becomes 254

    def place_of(number: int) -> int | None:
        place = place_in(ranks, number)
        return number if dense and place is not None else place

    def find(number: int) -> Result | None:
        place = place_of(number)
        return None if place is None else codec.decode(int(codes[place]))

    def margin(number: int) -> int | None:
        place = place_of(number)
        return None if place is None or extra is None else int(extra[place])

    def weighted() -> Counter[Result] | None:
        counts = np.zeros(codec.no_entry + 1)
        for first in range(0, len(ranks), WEIGHED):
            part = slice(first, first + WEIGHED)
            weights = None if dense else task.weights(ranks[part])
            if weights is None:
                return None
            counts += np.bincount(codes[part], weights, len(counts))
        return codec.histogram(enumerate(counts))

    def results(requested: Ints, weights: Ints) -> Counter[Result]:
        places = np.minimum(np.searchsorted(ranks, requested), len(ranks) - 1)
        present = ranks[places] == requested
        matches = codes[requested[present]] if dense else codes[places[present]]
        return codec.histogram(enumerate(np.bincount(matches, weights[present], codec.no_entry + 1)))

    def pack() -> PackedTable:
        if dense:
            packed = pack_codes(codes, codec, histogram)
        else:
            packed = pack_ranks([(ranks, codes)], codec, len(codes), histogram, task.sorted_block)
        return packed if extra is None else replace(packed, margins=extra, levels=kinds)

    return SolvedVariant(
        codec,
        domain,
        histogram,
        pack,
        find,
        lambda rng, count: map(int, ranks[rng.integers(0, len(ranks), count)]),
        margin=margin if extra is not None and task.kernel.margin is not None else None,
        weighted=weighted,
        results=results,
        reachable_census=lambda: None if dense or domain == "closure" else count_reached(task, len(codes), results),
    )


def _sweep(graph: Graph) -> bool:
    """Find the codes of every level from those of later ones; False, and none are found, if moves lead elsewhere."""
    module, codec = graph.task.loops, graph.codec
    if len(graph.levels) > codec.limit:
        return False
    options = codec.kind == "game", codec.not_solvable, ABSENT
    if graph.sweep(lambda chunk: int(module.solve_some(*options, *chunk, graph.codes))):
        return True
    for chunk in graph.chunks():
        graph.codes[chunk.slots[chunk.counts > 0]] = ABSENT
    return False


def _propagate(graph: Graph, reverse: Reverse) -> None:
    """Find the codes of all positions, by retrograde analysis along reverse edges."""
    task, module, codec, codes = graph.task, graph.task.loops, graph.codec, graph.codes
    game, degree = codec.kind == "game", graph.degrees()
    solved = np.flatnonzero(codes < TIE) if game else np.flatnonzero(codes == 0)
    ties = np.flatnonzero(codes == TIE) if game else solved[:0]
    buffer, solved_count, level = np.empty(graph.positions, np.int64), len(solved) + len(ties), 0
    while len(solved):
        level = _require_fit(task, codec, level + 1)
        number = module.propagate_back(game, codes, ABSENT, reverse, degree, solved, level, buffer)
        solved, solved_count = buffer[:number].copy(), solved_count + number
        task.report(positions=(graph.positions + solved_count) // 2, level=level)
    level = 0
    while len(ties):
        level = _require_fit(task, codec, level + 1)
        number = module.propagate_ties(codes, ABSENT, reverse, ties, level, buffer)
        ties = buffer[:number].copy()
    visited = graph.keys if len(graph.keys) else graph.visited
    codes[(codes == ABSENT) & (visited != 0)] = DRAW if game else codec.not_solvable


def _require_fit(task: KernelTask, codec: Codec, level: int) -> int:
    if level > codec.limit:
        raise RemotenessTooLarge(f"{task.rules.full_id}: remoteness {level} does not fit in {codec.bits} bits")
    return level


def _draw_levels(graph: Graph, reverse: Reverse) -> draw_pass.Levels | None:
    is_draw = (graph.codes == DRAW).astype(np.uint8)
    if not is_draw.any():
        return None
    fringe = np.zeros(graph.slots, np.uint8)
    return draw_pass.find_levels(graph.task, is_draw, fringe, reverse)


# --- margins and nimbers --------------------------------------------------------------------------


def keeps_nimbers(rules: Rules) -> bool:
    """Whether nimbers are computed: for impartial board games without a closed form."""
    return isinstance(rules, BoardGame) and wants_nimbers(rules)


def has_margins(task: KernelTask) -> bool:
    """Whether positions have margins or nimbers."""
    return task.kernel.margin is not None or keeps_nimbers(task.rules)


def solve_margins(graph: Graph) -> Any:
    """The margin of every position by slot, as signed bytes, or the nimbers of an impartial game without a closed form.

    Returns None if the game has no nimbers after all. Raises KernelError, MemoryError.
    """
    task, module = graph.task, graph.task.loops
    nimbers = keeps_nimbers(task.rules)
    require_free(task.rules, graph.slots)
    values = np.full(graph.slots, WORST, np.int8)
    ended = np.concatenate([chunk.slots[chunk.counts == 0] for chunk in graph.chunks()])
    if nimbers:
        if (graph.codes[ended] > 1).any():
            return None
        values[ended] = 1 - graph.codes[ended].astype(np.int8)
    else:
        _require_margin(task.rules, graph, module.end_margins(ended, graph.keys, values, task.scratch[0]))
    if graph.sweep(lambda chunk: int(module.margins_of_some(nimbers, *chunk, values))):
        return values
    return None if nimbers else _require_margin(task.rules, graph, int(graph.levels[0][0].slots[0]))


def _require_margin(rules: Rules, graph: Graph, failed: int) -> None:
    """Raise KernelError if a slot is given, whose position has no margin."""
    if failed >= 0:
        raise no_margin(rules, graph.rank(failed))


def no_margin(rules: Rules, number: int) -> KernelError:
    """The error for a rank that has no margin."""
    name = rules.format(rules.unrank(number))
    return KernelError(f"{rules.full_id}: play from {name!r} need not end, or can be won by more than 127 points.")
