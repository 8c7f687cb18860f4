"""Compares solving with Dask workers to native solving on this machine: the overhead, and the gain of two workers."""

import importlib.util
from collections.abc import Iterator

from benchmarks.figures import Figure, Target
from benchmarks.solving import NATIVE
from benchmarks.workshop import Run, Workshop, find_variant

CLUSTER = "perfect_play.solvers.cluster.cluster_process"
VARIANTS = ("npuzzle/3x4", "npuzzle/2x6", "pancakes/9")
QUICK = ("npuzzle/2x5",)
OVERHEAD = Target("below", 2)  # times native


def measure_cluster(workshop: Workshop) -> Iterator[Figure]:
    """Ratios to native solving, in total and of solving alone; efficiency of two workers; bytes sent per position."""
    if importlib.util.find_spec("distributed") is None:
        print("Dask is not installed, so nothing is measured on a cluster.")
        return
    for name in QUICK if workshop.quick else VARIANTS:
        native, by_two = _again(workshop, name, NATIVE), _again(workshop, name, CLUSTER, "--workers=2")
        by_one = _again(workshop, name, CLUSTER, "--workers=1")
        note = f"{native.seconds:.1f} s natively, {by_two.seconds:.1f} s by 2 workers"
        ratio = by_two.seconds / native.seconds
        yield Figure(f"{name}, 2 workers : native", ratio, "ratio", target=OVERHEAD, note=note)
        solving, of_one, of_native = (run.reports["seconds"] for run in (by_two, by_one, native))
        note = f"{of_native:.1f} s, {solving:.1f} s"
        yield Figure(f"{name}, of it solving", solving / of_native, "ratio", target=OVERHEAD, note=note)
        note = f"{of_one:.1f} s by one worker"
        yield Figure(f"{name}, efficiency of 2 workers, solving", of_one / solving / 2, "ratio", note=note)
        sent = by_two.reports["sent"] / by_two.reports["positions"]
        yield Figure(f"{name}, sent from shard to shard", sent, "bytes/position")


def _again(workshop: Workshop, name: str, module: str, *options: str) -> Run:
    """The second of two runs: the first has compiled."""
    rules = find_variant(name)
    workshop.run(module, rules, *options)
    return workshop.run(module, rules, *options)
