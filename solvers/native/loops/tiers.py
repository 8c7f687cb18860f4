"""The loops of the tier engine, in the subset of Python that Numba compiles.

Run only as compiled by `compiler.py`; they serve every `BoardGame`. `codes` has a code of 16 bits
for every rank of the tier: that of `result.py` once the result is known; PENDING plus that of the best result by moves
that leave the tier, while moves within it may change it; OPEN if no move leaves the tier; HOLE if the rank belongs to
no position. `degree` has, for every rank of the tier, the number of moves within the tier that are not yet known to be
good for the opponent, times the number of symmetries of the board: if p symmetries leave the parent as it is, and c the
child, a result passed to the parent stands for p / c of its moves.

The *place* of a rank is its distance from `start`, the tier's first. Places are dealt out in chunks. `due` has, for
each chunk, the next level at which a pending result may become final; `flags`, in a row for even levels and one for odd
ones, whether the chunk has results of this level, or of the next. No two threads change a code in different ways at the
same time: `promote` changes only its own chunk; in `propagate`, all threads write the same value for a win, and a loss
is written only by the thread that refutes the last move, which never happens in a winning position.

Where many positions have ended, `sweep` looks ahead: it counts moves that end play as known, and such results are not
passed on again. The results of level 1 are then looked for by `pull`, from the few positions still undecided.

`p` is the `Places` of the tier, `t` the `RankTables` of the ranks, `s` a `RankScratch`, all of
`solvers/native/`. A negative result, -1 - rank, reports a rank at which the rules contradict themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import IMPOSSIBLE, ONGOING
from perfect_play.solvers.arrays import Int64s, Uint8s, Uint16s, Uint32s
from perfect_play.solvers.native.intrinsics import fetch_add, prefetch
from perfect_play.solvers.native.loops.arrangement_ranks import child_material, rank_within, unrank_to
from perfect_play.solvers.native.loops.steps import (
    CHUNK,
    DRAW,
    HOLE,
    NO_LEVEL,
    OPEN,
    PENDING,
    TIE,
    child_rank,
    expand,
    list_moves,
    list_unmoves,
    make_children,
    material_at,
    outcome_of,
    sweep_one,
    tell,
)

if TYPE_CHECKING:
    from perfect_play.solvers.native.arrangement_tables import RankScratch, RankTables
    from perfect_play.solvers.native.tier_engine import Places


def count_ended(ranks: Int64s, tier_first: int, t: RankTables, s: RankScratch) -> tuple[int, int]:
    """In how many positions of these ascending ranks play has ended, and in how many it goes on.

    tier_first: the first material of the tier.
    """
    m, ended, going_on = tier_first, 0, 0
    for i in range(len(ranks)):
        m = material_at(ranks[i], m, t)
        if unrank_to(ranks[i], m, t, s) > 0:
            outcome = outcome_of(t.turn[m], s)
            going_on += outcome == ONGOING
            ended += outcome != ONGOING and outcome != IMPOSSIBLE
    return ended, going_on


def survey(first: int, last: int, tier_first: int, t: RankTables, led: Uint8s, s: RankScratch) -> int:
    """Mark in `led`, an array for all materials, those that moves from ranks `first` to before `last` lead to.

    tier_first: the first material of the tier.
    """
    m = tier_first
    for number in range(first, last):
        m = material_at(number, m, t)
        turn = t.turn[m]
        if unrank_to(number, m, t, s) == 0 or outcome_of(turn, s) != ONGOING:
            continue
        count = list_moves(turn, s)
        if count < 0 or count > len(s.moves):
            return -1 - number
        make_children(s.rules.make_move, turn, count, s)
        for i in range(count):
            material = child_material(i, t, s)
            if material < tier_first:
                return -1 - number
            led[material] = 1
    return 0


def sweep(first: int, last: int, p: Places, t: RankTables, later: Int64s, s: RankScratch) -> Any:
    """Find which ranks from `first` to before `last` have ended, and what each can get by leaving the tier.

    later: for each material, the address where rank 0 would have its code, if the codes of its tier began there;
    UNSOLVED if it has none, ON_DISK if they must be loaded. Adds to `into`, unless it is empty, the number of edges
    into each place. Returns how many edges there are within the tier. If codes must be loaded, it stops: it returns
    MISSING - number, and writes their material to `s.ranks[0]`, and the edges before this rank to `s.ranks[1]`.
    """
    m = p.first_material
    edges = 0
    for number in range(first, last):
        m = material_at(number, m, t)
        # Compiled twice: a branch inside would make it a tenth slower.
        count = (
            sweep_one(number, m, True, p, t, later, s) if p.lookahead else sweep_one(number, m, False, p, t, later, s)
        )
        if count < 0:
            s.ranks[1] = edges
            return count
        edges += count
    return edges


def link(first: int, last: int, p: Places, t: RankTables, s: RankScratch) -> int:
    """Write the edges into each rank: twice the place they come from, plus 1 if the same player moves again.

    `into` says where the edges into each place end; afterward, where they begin.
    """
    m = p.first_material
    for number in range(first, last):
        place = number - p.start
        if p.degree[place] == 0:
            continue
        m = material_at(number, m, t)
        turn = t.turn[m]
        count = expand(number, m, t, s)
        for i in range(count):
            child = child_rank(i, t, s)
            if child < p.end:
                p.back[fetch_add(p.into, child - p.start, -1) - 1] = 2 * place + (s.turns[i] == turn)
    return 0


def promote(first: int, last: int, ties: bool, level: int, p: Places) -> int:
    """Make pending results of this level final, in chunks from `first` to before `last` that are due."""
    for chunk in range(first, last):
        if p.due[chunk] != level:
            continue
        following: Any = NO_LEVEL
        low = chunk * CHUNK
        for place in range(low, min(low + CHUNK, len(p.degree))):
            code = np.int64(p.codes[place])
            if code < PENDING or code >= OPEN:
                continue
            code -= PENDING
            value, due_level = code & 3, code >> 2
            if value == DRAW or (value == TIE) != ties:
                continue
            if due_level > level:
                following = min(following, due_level)
            elif due_level == level and (value != 1 or p.degree[place] == 0):
                p.codes[place] = code
        p.due[chunk] = following
    return 0


def pull(first: int, last: int, level: int, flags: Uint8s, p: Places, t: RankTables, s: RankScratch) -> Any:
    """Pass the wins and losses of this level to parents in chunks from `first` to before `last`.

    Like `propagate`, but from each undecided position it looks for the results, which is faster where they are many.
    """
    following = flags[(level + 1) & 1]
    for chunk in range(first, last):
        low = chunk * CHUNK
        m = material_at(p.start + low, p.first_material, t)
        for place in range(low, min(low + CHUNK, len(p.degree))):
            code = np.int64(p.codes[place])
            if code < PENDING or code == HOLE:
                continue
            m = material_at(p.start + place, m, t)
            turn = t.turn[m]
            count = expand(p.start + place, m, t, s)
            staying = 0
            for i in range(count):
                material = child_material(i, t, s)
                if material < p.first_material:
                    return -1 - (p.start + place)
                if material < p.end_material:
                    s.ranks[staying], s.turns[staying] = rank_within(material, t, s) - p.start, s.turns[i]
                    prefetch(p.codes, s.ranks[staying])
                    staying += 1
            for i in range(staying):
                code = np.int64(p.codes[s.ranks[i]])
                if code >> 2 == level and code & 3 < TIE:
                    tell(place, code, s.turns[i] == turn, t.images, level + 1, p, following)
    return 0


def propagate(
    first: int, last: int, ties: bool, level: int, flags: Uint8s, p: Places, t: RankTables, s: RankScratch
) -> Any:
    """Pass all results of this level, in flagged chunks, to the parents."""
    images, current, following = t.images, flags[level & 1], flags[(level + 1) & 1]
    for chunk in range(first, last):
        if current[chunk] == 0:
            continue
        current[chunk] = 0
        low = chunk * CHUNK
        m = material_at(p.start + low, p.first_material, t)
        for place in range(low, min(low + CHUNK, len(p.degree))):
            code = np.int64(p.codes[place])
            if code >> 2 != level or code & 3 == DRAW or (code & 3 == TIE) != ties:
                continue
            if len(p.into) > 0:
                for i in range(p.into[place], p.into[place + 1]):
                    same_player = p.back[i] & 1 == 1
                    tell(np.int64(p.back[i] >> 1), code, same_player, images, level + 1, p, following)
                continue
            m = material_at(p.start + place, m, t)
            turn = t.turn[m]
            stabilizer = unrank_to(p.start + place, m, t, s)
            if p.lookahead and level == 0 and outcome_of(turn, s) != ONGOING:
                continue
            count = list_unmoves(turn, s)
            if count > len(s.moves):
                return -1 - (p.start + place)
            make_children(s.rules.unmake_move, turn, count, s)
            parents = 0
            for i in range(count):
                material = child_material(i, t, s)
                if material < p.first_material or material >= p.end_material:
                    continue
                parent = rank_within(material, t, s) - p.start
                prefetch(p.codes, parent)
                prefetch(p.degree, parent)
                s.ranks[parents], s.turns[parents], s.decrement[parents] = (
                    parent,
                    s.turns[i],
                    images * s.stabilizer[0] // stabilizer,
                )
                parents += 1
            for i in range(parents):
                same_player = s.turns[i] == turn
                tell(s.ranks[i], code, same_player, s.decrement[i], level + 1, p, following)
    return 0


def due_ties(first: int, last: int, p: Places, flags: Uint8s) -> None:
    """Write the first level of a pending tie in chunks `first` to before `last`, and whether they have ties of 0."""
    for chunk in range(first, last):
        soonest: Any = NO_LEVEL
        flag = 0
        low = chunk * CHUNK
        for place in range(low, min(low + CHUNK, len(p.codes))):
            code = np.int64(p.codes[place])
            if code == TIE:
                flag = 1
            elif code >= PENDING and code < OPEN and code & 3 == TIE:
                soonest = min(soonest, (code - PENDING) >> 2)
        p.due[chunk], flags[chunk] = soonest, flag


def finish(first: int, last: int, codes: Uint16s) -> None:
    """Mark what is still undecided at places from `first` to before `last` as drawn."""
    for place in range(first, last):
        code = np.int64(codes[place])
        if code >= PENDING and code != HOLE:
            codes[place] = DRAW


def settle(first: int, last: int, codes: Uint16s) -> None:
    """In a tier without edges, make every pending result final."""
    for place in range(first, last):
        code = np.int64(codes[place])
        if code >= PENDING and code != HOLE:
            codes[place] = code - PENDING


def count_codes(
    first: int, last: int, both: Int64s, t: RankTables, codes: Uint16s, start: int, counts: Int64s, s: RankScratch
) -> None:
    """Add to the rows of `counts`, for each code, how many ranks from `first` to before `last`, and positions, have it.

    both: for each material, how many of the two players can be to move. start: the rank that `codes` begins with.
    """
    m, end, symmetric = 0, first, False
    for number in range(first, last):
        code = codes[number - start]
        if code == HOLE:
            continue
        if number >= end:
            m = material_at(number, m, t)
            end, symmetric = t.first[m + 1], False
            if t.orbits[m] >= 0:
                lead = (number - t.first[m]) // t.tail_sizes[m]
                orbit, end = t.orbit_first[m] + lead, t.first[m] + (lead + 1) * t.tail_sizes[m]
                symmetric = t.fixing_first[orbit + 1] - t.fixing_first[orbit] > 1
        counts[0, code] += 1
        counts[1, code] += both[m] * (t.images // unrank_to(number, m, t, s) if symmetric else t.images)


# --- once all tiers are solved: here `codes` has every rank ---------------------------------------


class Walk(NamedTuple):
    """What `walk` works on.

    stack: the exact ranks of positions, which no two share. visited: which exact ranks have been there. reached: which
    ranks have been visited. counts: for each code, the positions visited that have it. codes: by rank.
    """

    stack: Uint32s
    visited: Uint8s
    reached: Uint8s
    counts: Int64s
    codes: Uint16s


def walk(w: Walk, waiting: int, most: int, t: RankTables, s: RankScratch, e: RankTables, x: RankScratch) -> int:
    """Visit at most `most` of the positions on the stack, and put those on it that their moves lead to.

    waiting: how many there are. e, x: the `RankTables` and a `RankScratch` of exact ranks; t, s: those
    of the codes' ranks. Returns how many wait.
    """
    stack, visited = w.stack, w.visited
    while waiting > 0 and most > 0:
        waiting -= 1
        most -= 1
        number = int(stack[waiting])
        low, high = 0, len(e.turn)
        while high - low > 1:
            middle = (low + high) >> 1
            if e.first[middle] <= number:
                low = middle
            else:
                high = middle
        unrank_to(number, low, e, x)
        turn = e.turn[low]
        for word in range(len(x.cell_words)):
            s.children[0, word] = x.cell_words[word]
        s.turns[0] = turn
        rank = rank_within(child_material(0, t, s), t, s)
        w.reached[rank] = 1
        w.counts[w.codes[rank]] += 1
        if outcome_of(turn, x) != ONGOING:
            continue
        count = list_moves(turn, x)
        make_children(x.rules.make_move, turn, count, x)
        for i in range(count):
            child = rank_within(child_material(i, e, x), e, x)
            if visited[child] == 0:
                visited[child] = 1
                stack[waiting] = child
                waiting += 1
    return waiting


def count_draws(
    first: int, last: int, codes: Uint16s, t: RankTables, into: Int64s, fringe: Uint8s, s: RankScratch
) -> bool:
    """Add to `into` the number of moves from draws, of ranks `first` to before `last`, into each draw.

    fringe: receives 1 for a draw with a move that loses. Returns False if in a draw the same player can move twice.
    """
    m = 0
    for number in range(first, last):
        if codes[number] != DRAW:
            continue
        m = material_at(number, m, t)
        turn = t.turn[m]
        count = expand(number, m, t, s)
        for move in range(count):
            if s.turns[move] == turn:
                return False
            child = child_rank(move, t, s)
            if codes[child] == DRAW:
                fetch_add(into, child, 1)
            else:
                fringe[number] = 1
    return True


def link_draws(
    first: int, last: int, codes: Uint16s, t: RankTables, into: Int64s, edges: Uint32s, s: RankScratch
) -> None:
    """Write the edges from these draws into each draw: twice the rank each comes from.

    into: where the edges into each rank end; afterward, where they begin.
    """
    m = 0
    for number in range(first, last):
        if codes[number] != DRAW:
            continue
        m = material_at(number, m, t)
        count = expand(number, m, t, s)
        for move in range(count):
            child = child_rank(move, t, s)
            if codes[child] == DRAW:
                edges[fetch_add(into, child, -1) - 1] = 2 * number
