"""How much faster each engine solves on more cores of one machine."""

import os
from collections.abc import Iterator

from benchmarks.figures import Figure, Target
from benchmarks.solving import NATIVE
from benchmarks.workshop import Workshop, find_variant
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.launch import plan_of

VARIANTS = (
    "npuzzle/3x4",
    "pancakes/9",
    "topspin/12_4",
    "towersofhanoi/4_16",
    "pegsolitaire/english",
    "connect4/5x5",
    "clobber/4x5",
    "teeko/standard",
    "yote/4x4",
)
"""At least one of each engine, long enough to be shared out."""

QUICK = ("npuzzle/2x5",)
SIXTEEN = Target("at least", 10)  # times as fast on 16 cores as on one


def measure_cores(workshop: Workshop) -> Iterator[Figure]:
    """Seconds of solving on one core, and how many times as fast on 2, 4, 8 and 16, as far as there are so many."""
    bound = os.sched_getaffinity(0)
    numbers = [number for number in (1, 2, 4, 8, 16) if number <= cores()]
    for name in QUICK if workshop.quick else VARIANTS:
        rules = find_variant(name)
        plan = plan_of(rules)
        assert plan is not None
        workshop.run(NATIVE, rules)  # compiles
        seconds: dict[int, float] = {}
        try:
            for number in numbers:
                os.sched_setaffinity(0, sorted(bound)[:number])  # processes started from here inherit it
                seconds[number] = workshop.run(NATIVE, rules).reports["seconds"]
                note = f"{plan.engine}, {seconds[number]:.2f} s"
                target = SIXTEEN if number == 16 else None
                yield Figure(f"{name}, {number} cores", seconds[1] / seconds[number], "times", target=target, note=note)
        finally:
            os.sched_setaffinity(0, bound)
        workshop.store.remove(rules)
