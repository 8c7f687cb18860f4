"""Kalah with six pits: the time to fill the endgame table, and to prove starts with it."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.figures import Figure, Target
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.sowing import SowingGame
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.proving.endgames import SowingLoops, board_of, boards_up_to, build, path_of
from perfect_play.solvers.proving.gain_search import Sower

STONES = 20
"""The most stones in an endgame: a table of 226 MB."""

STARTS = {"6x3": Target("below", 2.0), "6x4": None}  # s: of one question


def measure_kalah(workshop: Workshop) -> Iterator[Figure]:
    """Endgame boards per second, then for each start the time of its proof, its value and the boards searched."""
    if not compiler_installed():
        print("Kalah is not measured without Numba.")
        return
    rules = find_variant("kalah/6x4")
    assert isinstance(rules, SowingGame)
    begun = time.perf_counter()
    sowing = SowingLoops(rules, workshop.directory)
    yield Figure("kalah", "compiling", time.perf_counter() - begun, "s")
    path = path_of(workshop.directory / "tables", rules)
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    build(sowing, path, (), STONES, cores(), lambda boards, stones: None)
    boards = boards_up_to(rules.pits, STONES)
    rate = boards / (time.perf_counter() - begun)
    yield Figure("kalah", f"endgames of up to {STONES} stones", rate, "boards/s", note=f"{boards:,} boards, written")
    for variant, target in STARTS.items():
        start = find_variant(f"kalah/{variant}")
        assert isinstance(start, SowingGame)
        sower = Sower(start, workshop.directory)
        begun = time.perf_counter()
        low, high = sower.bounds(board_of(start, start.start()), 0, lambda: True)
        seconds = time.perf_counter() - begun
        assert low == high
        note = f"{low:+d}, {sower.loop.positions:,} boards"
        yield Figure("kalah", f"the start of {variant}, proved", seconds, "s", target=target, note=note)
