"""The tier engine, for a `BoardGame`: dense, tier by tier from the last, with one code of 16 bits for every rank.

One sweep over a tier finds which positions have ended and what each can get by leaving the tier. Within a tier, results
are propagated back by remoteness, wins and losses first, then ties; the rest is drawn (K. Thompson, "Retrograde
analysis of certain endgames", ICCA Journal 9(3), 1986). Moves are taken back if the game can; otherwise the tier's
edges are listed once, at four bytes each. If moves can be taken back and play has ended in many positions, the results
of levels 0 and 1 are looked up from those still undecided instead, which are few then: one in ten in Dōbutsu shōgi,
which takes a third of the time. Where few positions have ended, as in Teeko, it would take four times as long.

With more than TIERS_IN_MEMORY ranks, finished tiers are kept on disk (`tier_archive.py`), and a killed solve resumes
after the last one saved. Memory: two bytes for every rank, or with tiers on disk, for those of the current tier and for
the materials that a material of it leads to; two more for every rank of the current tier; without `list_unmoves`, eight
more for a tier with cycles, and four for each edge.
"""

import time
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.arrangements import Arrangements, Material, Tier
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.boards.moves import MOST_MOVES
from perfect_play.solvers.arrays import Int64s, Uint8s, Uint16s, Uint32s
from perfect_play.solvers.machine import free_memory
from perfect_play.solvers.native import draw_pass
from perfect_play.solvers.native.arrangement_tables import arrangement_scratch, tables_of
from perfect_play.solvers.native.compiler import KernelError
from perfect_play.solvers.native.engine import SolvedVariant, Task
from perfect_play.solvers.native.launch import EDGE_BYTES, TIERS_IN_MEMORY, rank_bytes
from perfect_play.solvers.native.loops.kernel_free import Reverse
from perfect_play.solvers.native.loops.steps import CHUNK, DRAW, HOLE, MISSING, NO_LEVEL, ON_DISK, UNSOLVED
from perfect_play.solvers.native.loops.tiers import Walk
from perfect_play.solvers.native.memory import require_free
from perfect_play.solvers.native.packed_arrays import Addresses
from perfect_play.solvers.native.tier_archive import NAME as NAME
from perfect_play.solvers.native.tier_archive import WIDE, TierArchive
from perfect_play.solvers.result import DRAWN, Codec, RemotenessTooLarge
from perfect_play.solvers.tables.census import FEW, Census, from_histogram
from perfect_play.solvers.tables.table_layout import PackedTable, pack_codes

STRETCH = 16 * CHUNK  # most ranks a thread takes at a time
GROUP = 64  # most chunks a thread takes at a time
SAMPLE = 1_000  # ranks drawn from a tier, to estimate how often play has ended there
REPORT_SECONDS = 5.0
DEEPEST = (1 << 13) - 2  # the greatest remoteness that a 16-bit code can hold beside the bit PENDING
MOST_WALKED = 1 << 25  # most legal positions of a game of which those that play reaches are counted
WALKED_BYTES = 5  # of memory for each of them
WALKING = 60.0  # processor seconds for counting them
SLICE = 1 << 18  # positions between looks at the clock
LEVEL_BYTES = 10  # of memory for each rank, beside those of `draw_pass.py`
NO_EDGES = np.zeros(0, np.int64), np.zeros(0, np.uint32)


class Places(NamedTuple):
    """A tier that is being solved, and what is known of its places.

    start, end: its first rank, and the one after its last. first_material, end_material: likewise. codes, degree, due:
    see `loops/tiers.py`. into, back: edges, as `link` writes them; empty if moves can be taken back. lookahead: whether
    `sweep` looks ahead.
    """

    start: int
    end: int
    first_material: int
    end_material: int
    codes: Uint16s
    degree: Uint16s
    due: Uint16s
    into: Int64s
    back: Uint32s
    lookahead: bool


def warm_up(loops: Any, scratch: Any, rules: Rules) -> None:
    """Compile the loops, by calling them with nothing to do."""
    t = tables_of(Arrangements(1, [range(1)], [Material(1, (0,))]))
    s = arrangement_scratch(t, Addresses())
    codes, flags, due = np.zeros(0, np.uint16), np.zeros(0, np.uint8), np.zeros(0, np.uint16)
    pair = np.zeros((2, 0), np.uint8)
    into, back = NO_EDGES
    p = Places(0, 0, 0, 0, codes, codes, due, into, back, False)
    loops.count_ended(into, 0, t, s)
    loops.sweep(0, 0, p, t, into, s)
    loops.promote(0, 0, False, 0, p)
    loops.propagate(0, 0, False, 0, pair, p, t, s)
    loops.pull(0, 0, 0, pair, p, t, s)
    loops.due_ties(0, 0, p, flags)
    loops.link(0, 0, p, t, s)
    loops.count_codes(0, 0, into, t, codes, 0, np.zeros((2, 0), np.int64), s)
    for end in (loops.finish, loops.settle):
        end(0, 0, codes)
    ends = np.zeros(1, np.int64)
    loops.count_draws(0, 0, codes, t, ends, flags, s)
    loops.link_draws(0, 0, codes, t, ends, back, s)
    loops.walk(Walk(back, flags, flags, into, codes), 0, 0, t, s, t, s)


def solve(task: Task) -> SolvedVariant:
    """Solve every legal position of a board game.

    Raises KernelError, OSError, MemoryError, RemotenessTooLarge, TooLarge, BadFile.
    """
    solver = TierSolver(task)
    solver.require_bound()
    return (_in_memory if solver.size <= TIERS_IN_MEMORY else _on_disk)(solver).solved()


def _in_memory(solver: "TierSolver") -> "AllTiers":
    codes, later = np.empty(solver.size, np.uint16), solver.nothing_later()
    for number, tier in reversed(list(enumerate(solver.tiers))):
        own_codes = codes[tier.first : tier.end]
        solver.solve(number, own_codes, later)
        solver.add_later(later, number, own_codes)
        solver.tell(tier, "is solved", tier.first)
    return AllTiers(solver, codes, solver.count(0, codes))


def _on_disk(solver: "TierSolver") -> "AllTiers":
    archive = TierArchive(solver.task, solver.rules.arrangements)
    for number in reversed(range(len(solver.tiers) - archive.tiers)):
        tier = solver.tiers[number]
        later = np.where(solver.tables.first[:-1] < archive.first, UNSOLVED, ON_DISK)
        codes = archive.new_codes(places := tier.end - tier.first)
        solver.solve(number, codes[:places], later, archive)
        archive.add(codes, solver.count(tier.first, codes[:places]))
        solver.tell(tier, "is solved", tier.first)
    return AllTiers(solver, archive, archive.counts)


class Bytes:
    """An array of 16-bit codes, or TierArchive, as one of bytes; HOLE becomes 255, the code for no entry."""

    def __init__(self, codes: Any) -> None:
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, part: slice) -> Uint8s:
        return np.asarray(self.codes[part]).astype(np.uint8)


class TierSolver:
    """Solves one tier at a time, given the codes of those it leads to."""

    def __init__(self, task: Task) -> None:
        assert isinstance(task.rules, BoardGame)
        self.task, self.rules = task, task.rules
        numbering = self.rules.arrangements
        self.tiers, self.size = numbering.tiers, numbering.size
        self.tables = tables_of(numbering)
        self.scratch = [arrangement_scratch(self.tables, task.addresses) for _ in range(task.threads)]
        lengths = [len(tier.stretches) for tier in self.tiers]
        self._materials = [(end - length, end) for length, end in zip(lengths, accumulate(lengths), strict=True)]
        self._reported = time.monotonic()

    def require_bound(self) -> None:
        """Raise TooLarge if there are more ranks than the variant's `positions` allow."""
        self.task.require(self.size, lambda: self.size - 1)

    def nothing_later(self) -> Int64s:
        """An array for `add_later`."""
        return np.full(len(self.tables.turn), UNSOLVED, np.int64)

    def add_later(self, later: Int64s, number: int, codes: Uint16s) -> None:
        """Note in `later` where the codes of the tier with this index are. The array `codes` must not be freed."""
        later[slice(*self._materials[number])] = codes.ctypes.data - codes.itemsize * self.tiers[number].first

    def tell(self, tier: Tier, status: str, swept_from: int) -> None:
        """Report what has become of a tier, and how many positions have been swept, unless it has just reported."""
        now = time.monotonic()
        if now - self._reported > REPORT_SECONDS:
            self._reported = now
            self.task.report(positions=self.size - swept_from, stage=f"tier {tier.name} {status}")

    def leads_to(self, number: int) -> list[int]:
        """The indices of the other tiers that the one with this index leads to. Raises KernelError."""
        start, end, (m, materials) = self.tiers[number].first, self.tiers[number].end, self._materials[number]
        led = np.zeros((self.task.threads, len(self.tables.turn)), np.uint8)

        def survey(thread: int, first: int, last: int) -> None:
            s = self.scratch[thread]
            self._checked(self.task.loops.survey(start + first, start + last, m, self.tables, led[thread], s))

        self.task.in_chunks(survey, end - start, STRETCH, CHUNK)
        led[:, m:materials] = 0
        return [index for index, bounds in enumerate(self._materials) if led[:, slice(*bounds)].any()]

    def solve(self, number: int, codes: Uint16s, later: Int64s, archive: TierArchive | None = None) -> None:
        """Write the codes of the tier with this index. later: see `add_later`. archive: the later tiers, if on disk.

        Raises KernelError, MemoryError, RemotenessTooLarge, BadFile.
        """
        tier, module, t = self.tiers[number], self.task.loops, self.tables
        start, places = tier.first, tier.end - tier.first
        unmoves = self.rules.list_unmoves is not None
        require_free(self.rules, places * rank_bytes(self.rules))
        degree, due = np.zeros(places, np.uint16), np.zeros(-(-places // CHUNK), np.uint16)
        into = NO_EDGES[0] if unmoves else np.zeros(places + 1, np.int64)
        lookahead = unmoves and self._often_ended(number)
        p = Places(start, tier.end, *self._materials[number], codes, degree, due, into, NO_EDGES[1], lookahead)

        stretches = [(0, places)] if archive is None else [(each.first - start, each.size) for each in tier.stretches]
        edges = sum(self._sweep(low, low + size, tier, p, later, archive) for low, size in stretches)
        if not edges:
            self._each(module.settle, codes)
            return
        if not unmoves:
            require_free(self.rules, EDGE_BYTES * edges)
            np.cumsum(into, out=into)
            p = p._replace(back=np.zeros(edges, np.uint32))

            def link(thread: int, first: int, last: int) -> None:
                module.link(start + first, start + last, p, t, self.scratch[thread])

            self.task.in_chunks(link, places, STRETCH, CHUNK)
        flags = np.array([due == 0, np.zeros(len(due))], np.uint8)
        self._levels(tier, False, flags, p)
        self.task.in_chunks(lambda thread, first, last: module.due_ties(first, last, p, flags[0]), len(due), GROUP, 1)
        flags[1][:] = 0
        self._levels(tier, True, flags, p)
        self._each(module.finish, codes)

    def _sweep(self, low: int, high: int, tier: Tier, p: Places, later: Int64s, archive: TierArchive | None) -> int:
        """Sweep the places from `low` to before `high`; return how many edges they have within the tier."""
        whole = low - low % CHUNK

        def sweep(thread: int, first: int, last: int) -> int:
            if thread == 0:
                self.tell(tier, f"is swept, {100 * (whole + first) // (p.end - p.start)} %", p.end - whole - first)
            s, edges, rank = self.scratch[thread], 0, p.start + max(low, whole + first)
            while (swept := self.task.loops.sweep(rank, p.start + whole + last, p, self.tables, later, s)) <= MISSING:
                assert archive is not None
                material, edges, rank = int(s.ranks[0]), edges + int(s.ranks[1]), MISSING - swept
                archive.load(material, later)
            return edges + self._checked(swept)

        edges = sum(self.task.in_chunks(sweep, high - whole, STRETCH, CHUNK))
        if archive is not None:
            archive.unload(later)
        return edges

    def count(self, first: int, codes: Uint16s) -> Int64s:
        """Of the ranks that these are the codes of, how many have each code, and how many positions: [2, 65,536].

        first: the first of the ranks. Symmetric positions count separately.
        """
        ways = [self.rules.ways_to_move(stretch.material) for stretch in self.rules.arrangements.stretches]
        both, counts = np.array(ways, np.int64), np.zeros((self.task.threads, 2, 1 << 16), np.int64)

        def part(thread: int, low: int, high: int) -> None:
            s = self.scratch[thread]
            self.task.loops.count_codes(first + low, first + high, both, self.tables, codes, first, counts[thread], s)

        self.task.in_chunks(part, len(codes), STRETCH, CHUNK)
        total: Int64s = counts.sum(axis=0)
        return total

    def _often_ended(self, number: int) -> bool:
        """Whether play has ended in so many positions of a tier, by a sample, that looking ahead is faster."""
        tier = self.tiers[number]
        ranks = np.sort(np.random.default_rng(0).integers(tier.first, tier.end, SAMPLE))
        first, _ = self._materials[number]
        ended, going_on = self.task.loops.count_ended(ranks, first, self.tables, self.scratch[0])
        return bool(3 * ended > 2 * going_on)

    def _levels(self, tier: Tier, ties: bool, flags: Uint8s, p: Places) -> None:
        """Propagate results within a tier, by remoteness: ties, or wins and losses. flags: see `loops/tiers.py`."""
        module, level, chunks = self.task.loops, 0, len(p.due)
        while True:
            current = flags[level % 2]
            np.bitwise_or(current, p.due == level, out=current)
            if not current.any():
                level = int(p.due.min(initial=NO_LEVEL))
                if level == NO_LEVEL:
                    return
                continue
            if level >= DEEPEST:
                raise RemotenessTooLarge(f"{self.rules.full_id}: remoteness {level} does not fit in 15 bits")

            def promote(thread: int, first: int, last: int, level: int = level) -> None:
                module.promote(first, last, ties, level, p)

            def pull(thread: int, first: int, last: int, level: int = level) -> None:
                s = self.scratch[thread]
                self._checked(module.pull(first, last, level, flags, p, self.tables, s))

            def propagate(thread: int, first: int, last: int, level: int = level) -> None:
                s = self.scratch[thread]
                self._checked(module.propagate(first, last, ties, level, flags, p, self.tables, s))

            self.tell(tier, f"is solved up to remoteness {level}", p.start)
            self.task.in_chunks(promote, chunks, GROUP, 1)
            if p.lookahead and level == 1 and not ties:
                self.task.in_chunks(pull, chunks, GROUP, 1)
                current[:] = 0
            else:
                self.task.in_chunks(propagate, chunks, GROUP, 1)
            level += 1

    def _each(self, loop: Any, codes: Uint16s) -> None:
        self.task.in_chunks(lambda thread, first, last: loop(first, last, codes), len(codes), STRETCH, CHUNK)

    def _checked(self, count: int) -> int:
        """Return `count`, a loop's result; raise KernelError if it is negative: the rules contradict themselves."""
        if count >= 0:
            return count
        name = self.rules.format(self.rules.unrank(-1 - count))
        raise KernelError(
            f"{self.rules.full_id}: at {name!r} the rules contradict themselves: play goes on without a move, there are"
            f" more than {MOST_MOVES} moves, or one leads to pieces that `counts` and `possible` do not allow or to a "
            f"lower `tier`.\n  Run: python -m solvers check {self.rules.id}"
        )


class AllTiers:
    """The codes of all ranks, and what is computed from them. counts: of all, as by `TierSolver.count`."""

    def __init__(self, solver: TierSolver, codes: Any, counts: Int64s) -> None:
        self.task, self.rules, self.size = solver.task, solver.rules, solver.size
        self.tables, self.scratch, self.codes, self.counts = solver.tables, solver.scratch, codes, counts

    def solved(self) -> SolvedVariant:
        """The solved variant, as an engine returns it. Raises MemoryError, OSError."""
        codes, (histogram, weighted) = self.codes, (WIDE.histogram(enumerate(row)) for row in self.counts)
        levels = self.levels() if histogram[DRAWN] and self.size <= draw_pass.MOST_PLACES else None
        codec = Codec.fitting("game", max((entry.remoteness or 0 for entry in histogram), default=0))
        packed = codes if codec.bits == WIDE.bits else Bytes(codes)

        def pack() -> PackedTable:
            table = draw_pass.with_levels(pack_codes(packed, codec, histogram), levels)
            return replace(table, parts=(), grown=packed.path) if isinstance(packed, TierArchive) else table

        return SolvedVariant(
            codec,
            "legal",
            histogram,
            pack,
            lambda number: WIDE.decode(int(codes[number])),
            self.sample,
            weighted=lambda: weighted,
            reachable_census=self.reachable_census,
        )

    def sample(self, rng: np.random.Generator, count: int) -> Iterable[int]:
        """About `count` random ranks that belong to a position."""
        return (number for number in map(int, rng.integers(0, self.size, count)) if self.codes[number] != HOLE)

    def levels(self) -> draw_pass.Levels | None:
        """The levels of the draws, by rank; None if there is none. Raises MemoryError."""
        require_free(self.rules, LEVEL_BYTES * self.size)
        self.task.report(stage="levels of draws")
        into, fringe, edges = np.zeros(self.size + 1, np.int64), np.zeros(self.size, np.uint8), NO_EDGES[1]
        codes, t = self.codes[:], self.tables

        def count(thread: int, first: int, last: int) -> bool:
            return bool(self.task.loops.count_draws(first, last, codes, t, into, fringe, self.scratch[thread]))

        if not all(self.task.in_chunks(count, self.size, STRETCH, CHUNK)):
            return None
        np.cumsum(into, out=into)
        if into[-1]:
            require_free(self.rules, EDGE_BYTES * int(into[-1]))
            edges = np.zeros(int(into[-1]), np.uint32)

            def link(thread: int, first: int, last: int) -> None:
                self.task.loops.link_draws(first, last, codes, t, into, edges, self.scratch[thread])

            self.task.in_chunks(link, self.size, STRETCH, CHUNK)
        return draw_pass.find_levels(self.task, (codes == DRAW).astype(np.uint8), fringe, Reverse(into, edges))

    def reachable_census(self) -> Census | None:
        """The census of what play from the start leads to; None if that takes too long or too much memory."""
        rules = self.rules
        exact = rules.exact_arrangements
        if exact.size > MOST_WALKED or WALKED_BYTES * exact.size + self.size > free_memory() // 2:
            return None
        self.task.report(stage="counting")
        e, ends = tables_of(exact), time.process_time() + WALKING
        x, counts = arrangement_scratch(e, self.scratch[0].rules), np.zeros(1 << 16, np.int64)
        stack, visited = np.empty(exact.size, np.uint32), np.zeros(exact.size, np.uint8)
        reached, codes = np.zeros(self.size, np.uint8), self.codes[:]
        stack[0], waiting = rules.exact_rank(rules.start()), 1
        visited[stack[0]] = 1
        while waiting:
            walk = Walk(stack, visited, reached, counts, codes)
            waiting = self.task.loops.walk(walk, waiting, SLICE, self.tables, self.scratch[0], e, x)
            if waiting and time.process_time() > ends:
                return None
        histogram = WIDE.histogram(enumerate(counts))
        census = from_histogram("reachable", histogram, int(np.count_nonzero(reached)))
        deepest = np.flatnonzero((reached != 0) & (codes >> 2 == census.maximum) & (codes & 3 != DRAW))
        some = (rules.images(rules.unrank(int(rank))) for rank in deepest[:FEW])
        texts = [rules.format(next(one for one in images if visited[rules.exact_rank(one)])) for images in some]
        return replace(census, deepest=sorted(texts), deepest_classes=len(deepest))
