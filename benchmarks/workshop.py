"""The shared setup of all measurements: a temporary data directory, with all start-up tables built on first use."""

from __future__ import annotations

import gc
import random
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from benchmarks.figures import seconds_of
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.server.notation import autogui
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.launch import goes_native, solve_native
from perfect_play.solvers.result import LOST
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.layout import Meta
from perfect_play.solvers.tables.store import Store

WORTH_TIMING = 0.02  # seconds; the time of a shorter solve is mostly measurement error
RUNS = 3  # of each solve worth timing
SEED = 8


@dataclass(frozen=True)
class Built:
    """The time and size of solving and writing one start-up variant."""

    rules: Rules
    meta: Meta
    classes: int  # positions solved, up to symmetry
    size: int  # bytes of the file
    solving: list[float]  # seconds, of every run
    writing: float  # seconds; 0 where the native engine wrote the table
    native: bool = False


class Workshop:
    """Builds what measurements need, once, on first use."""

    def __init__(self, directory: Path, quick: bool) -> None:
        self.directory = directory
        self.quick = quick
        self.manager = PuzzleManager(directory)

    @cached_property
    def built(self) -> list[Built]:
        """All start-up variants and their larger siblings, solved and written, smallest first."""
        print("solving the start-up variants and their larger siblings ...", file=sys.stderr, flush=True)
        return [self._build(rules) for rules in self.manager.presolved(siblings=True)]

    def _build(self, rules: Rules) -> Built:
        if goes_native(rules):
            solve_native(self.directory, rules, lambda done: None)
            meta = self.manager.store.meta(rules)
            size = self.manager.store.path(rules).stat().st_size
            return Built(rules, meta, meta.positions, size, [meta.seconds], 0.0, native=True)
        times: list[float] = []
        for run in range(1 if self.quick else RUNS):
            if run and times[0] < WORTH_TIMING:
                break
            gc.collect()
            begun = time.perf_counter()
            solution = solve(rules)
            times.append(time.perf_counter() - begun)
        store = self.manager.store
        writing = seconds_of(lambda: store.write(rules, solution, times[0]))
        size = store.path(rules).stat().st_size
        return Built(rules, store.meta(rules), len(solution.results), size, times, writing)

    @property
    def store(self) -> Store:
        """The store, with all tables built."""
        assert self.built
        return self.manager.store

    @property
    def data_dir(self) -> Path:
        """The data directory, with all tables built."""
        assert self.built
        return self.directory

    def stored_positions(self, rules: Rules, count: int) -> list[Position]:
        """Random positions of a table, each under a random symmetry; the same ones every time."""
        rng = random.Random(SEED)
        stored = [position for position, _ in islice(self.store.entries(rules), 500_000)]
        chosen = rng.choices(stored, k=count)
        return [rng.choice(sorted(set(rules.images(position)))) for position in chosen]

    def random_paths(self, puzzle_id: str, variant_id: str, count: int) -> list[str]:
        """Requests for random solvable positions of a puzzle with ranks; the same ones every time."""
        rules = registry.load(puzzle_id, variant_id)
        assert rules.size
        rng = random.Random(SEED)
        paths: list[str] = []
        while len(paths) < count:
            position = rules.unrank(rng.randrange(rules.size))
            if self.store.probe(rules, position) != LOST:
                paths.append(f"/puzzles/{puzzle_id}/{variant_id}/{autogui.write_position(rules, position)}")
        return paths

    def walked_paths(self, game_id: str, variant_id: str, count: int) -> list[str]:
        """Requests for positions of random play from a game's start; the same ones every time."""
        rules = registry.load(game_id, variant_id)
        rng = random.Random(SEED)
        paths: list[str] = []
        position = rules.start()
        while len(paths) < count:
            name = autogui.write_position(rules, position)
            paths.append(f"/games/{game_id}/variants/{variant_id}/positions/{name}")
            moves = list(rules.moves(position))
            position = rules.do_move(position, rng.choice(moves)) if moves else rules.start()
        return paths


def moved_at_random(rules: Rules, rng: random.Random, moves: int) -> tuple[Position, int]:
    """A position after at most this many random moves, none of which ends play, and how many were made."""
    position = rules.start()
    for made in range(moves):
        ahead = [child for child in rules.children(position) if rules.primitive(child) is None]
        if not ahead:
            return position, made
        position = rng.choice(ahead)
    return position, moves


def find_variant(full_id: str) -> Rules:
    """The rules of `<id>/<variant>`."""
    puzzle_id, variant_id = full_id.split("/")
    return registry.load(puzzle_id, variant_id)
