"""Compares solving with Dask workers to native solving on this machine: the overhead, and the gain of two workers."""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.figures import Figure, Target
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.base import Rules
from perfect_play.solvers.locks import helper
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.settings import ROOT

VARIANTS = ("npuzzle/3x4", "npuzzle/2x6", "pancakes/9")
QUICK = ("npuzzle/2x5",)
OVERHEAD = Target("below", 2)  # times native
WORKERS = 2


@dataclass(frozen=True)
class Run:
    """One solve, from the start of its process to the table. Times in seconds; cpu: of all processes together."""

    wall: float
    solving: float
    cpu: float
    sent: int
    positions: int


def measure_cluster(workshop: Workshop) -> Iterator[Figure]:
    """Ratios to native solving, in total and of solving alone; efficiency of two workers; bytes sent per position."""
    if importlib.util.find_spec("distributed") is None or not compiler_installed():
        print("Dask or Numba is not installed, so nothing is measured on a cluster.")
        return
    for name in QUICK if workshop.quick else VARIANTS:
        rules = find_variant(name)
        one, two = f"--workers={1}", f"--workers={WORKERS}"
        for options in ((), (one,)):  # which compile all loops, so that no later run does
            run(workshop, rules, *options)
        native, by_two, by_one = run(workshop, rules), run(workshop, rules, two), run(workshop, rules, one)
        again = run(workshop, rules)
        walls = [by_two.wall / known.wall for known in (native, again)]
        solving = [by_two.solving / known.solving for known in (native, again)]
        note = f"{native.wall:.1f} and {again.wall:.1f} s natively, {by_two.wall:.1f} s by {WORKERS} workers"
        yield Figure.of("cluster", f"{name}, {WORKERS} workers : native", walls, "ratio", target=OVERHEAD, note=note)
        note = f"{native.solving:.1f} and {again.solving:.1f} s, {by_two.solving:.1f} s"
        yield Figure.of("cluster", f"{name}, of it solving", solving, "ratio", target=OVERHEAD, note=note)
        yield Figure("cluster", f"{name}, processor time : native", by_two.cpu / native.cpu, "ratio")
        note = f"{by_one.solving:.1f} s by one worker"
        efficiency = by_one.solving / by_two.solving / WORKERS
        yield Figure("cluster", f"{name}, efficiency of {WORKERS} workers, solving", efficiency, "ratio", note=note)
        yield Figure("cluster", f"{name}, sent from shard to shard", by_two.sent / by_two.positions, "bytes/position")


def run(workshop: Workshop, rules: Rules, *options: str) -> Run:
    """Solve a variant: natively, or, as `options` of the command line say, with workers."""
    module = "perfect_play.solvers.cluster.process" if options else "perfect_play.solvers.native.process"
    command = [sys.executable, "-m", module, str(workshop.directory), rules.id, rules.variant.id, *options]
    begun, used = time.perf_counter(), _processor_time()
    told: dict[str, float] = {}
    with helper(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told |= json.loads(line)
    wall, cpu = time.perf_counter() - begun, _processor_time() - used
    if not told.get("done"):
        raise RuntimeError(f"{rules.full_id} was not solved: {told}")
    os.unlink(workshop.manager.store.path(rules))
    return Run(wall, told["solved"], cpu, int(told.get("sent", 0)), int(told["positions"]))


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
