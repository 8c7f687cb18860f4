"""What measurements share: a temporary data directory, processes that solve, and random positions."""

import json
import os
import random
import subprocess
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.solvers.locks import helper
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.compile_client import CompileServer
from perfect_play.solvers.native.launch import goes_native, solve_native

SEED = 8


@dataclass(frozen=True)
class Run:
    """A process that has ended: its seconds, peak memory in GB, and reports."""

    seconds: float
    memory: float
    reports: dict[str, Any]


class Workshop:
    """A data directory. quick: whether to measure only enough to see that everything works."""

    def __init__(self, directory: Path, quick: bool) -> None:
        self.directory = directory
        self.quick = quick
        self.manager = PuzzleManager(directory, presolve_limit=500 if quick else None)
        self.store = self.manager.store

    def solve(self, *variants: Rules) -> None:
        """Solve those of these variants that have no table yet, as the service would."""
        with CompileServer() as server:
            for rules in filter(self.manager.missing, variants):
                reference = not goes_native(rules)
                solve_native(self.directory, rules, lambda done: None, server=server, reference=reference)

    def run(self, module: str, rules: Rules, *options: str) -> Run:
        """Run a module that solves a variant in this directory. Raises RuntimeError if it fails."""
        begun = time.perf_counter()
        command = [module, str(self.directory), rules.id, rules.variant.id, *options]
        reports: dict[str, Any] = {}
        with helper(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for line in process.stdout:
                reports |= json.loads(line)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{module} failed for {rules.full_id}: {reports.get('error', process.returncode)}")
        return Run(time.perf_counter() - begun, used.ru_maxrss / 1e6, reports)

    def stored_positions(self, rules: Rules, count: int) -> list[Position]:
        """Random positions of a table, each under a random symmetry; the same ones every time."""
        rng = random.Random(SEED)
        stored = [position for position, _ in islice(self.store.entries(rules), 500_000)]
        return [rng.choice(sorted(set(rules.images(position)))) for position in rng.choices(stored, k=count)]


def random_positions(rules: Rules, count: int, seed: int | str = SEED) -> list[Position]:
    """Random positions with a rank, all equally likely; the same ones for the same seed."""
    assert rules.size is not None
    rng = random.Random(seed)
    return [rules.unrank(rng.randrange(rules.size)) for _ in range(count)]


def moved_at_random(rules: Rules, rng: random.Random, moves: int) -> tuple[Position, int]:
    """A position after at most this many random moves, none of which ends play, and how many were made."""
    position = rules.start()
    for done in range(moves):
        ahead = [child for child in rules.children(position) if rules.primitive(child) is None]
        if not ahead:
            return position, done
        position = rng.choice(ahead)
    return position, moves


def find_variant(full_id: str) -> Rules:
    """The rules of `<id>/<variant>`."""
    return registry.load(*full_id.split("/"))
