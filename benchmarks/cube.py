"""Rubik's Cube: a hundred random cubes in two phases, and how soon the fewest moves of scrambles are proved."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.figures import Figure, Target
from benchmarks.workshop import Workshop, find_variant
from puzzles.twisty.cubes import CubePuzzle, random_cube
from solvers.cube.search import CubeSearcher
from solvers.native.launch import compiler_installed

SEED = "cube"
CUBES = 100
SECONDS = 0.2
LONGEST = Target("below", 21.5)  # moves
SLOWEST = Target("below", 0.25)  # s: SECONDS, and the time between two looks at the clock
SCRAMBLE = 16
SCRAMBLES = 10


def measure_cube(workshop: Workshop) -> Iterator[Figure]:
    """Moves and seconds of solutions in two phases, then seconds and positions of proofs."""
    if not compiler_installed():
        print("Rubik's Cube is not measured without Numba.")
        return
    rules, rng = find_variant("rubikscube3/3x3x3"), random.Random(SEED)
    assert isinstance(rules, CubePuzzle)
    begun = time.perf_counter()
    searcher = CubeSearcher(workshop.directory)
    yield Figure("cube", "compiling, and making the tables", time.perf_counter() - begun, "s")
    moves, seconds = [], []
    for _ in range(CUBES):
        cube = random_cube(rng)
        begun = time.perf_counter()
        line, _ = searcher.some_line(rules, cube, SECONDS)
        seconds.append(time.perf_counter() - begun)
        moves.append(len(line))
    note = f"at most {SECONDS} s each, seed {SEED!r}"
    spread = min(moves), max(moves)
    yield Figure(
        "cube", f"{CUBES} random cubes, mean moves", statistics.fmean(moves), "moves", CUBES, spread, note=note
    )
    yield Figure("cube", f"{CUBES} random cubes, most moves", max(moves), "moves", target=LONGEST)
    yield Figure("cube", f"{CUBES} random cubes, mean time", statistics.fmean(seconds), "s")
    yield Figure("cube", f"{CUBES} random cubes, the slowest", max(seconds), "s", target=SLOWEST)
    seconds, generated = [], []
    for _ in range(SCRAMBLES):
        (cube,) = rules.solutions()
        for _ in range(SCRAMBLE):
            cube = rules.do_move(cube, rng.choice(list(rules.moves(cube))))
        begun = time.perf_counter()
        generated.append(searcher.shortest(rules, cube).generated)
        seconds.append(time.perf_counter() - begun)
    name = f"{SCRAMBLES} scrambles of {SCRAMBLE} random turns, proved"
    note = f"{sum(generated) / sum(seconds):,.0f} generated a second"
    yield Figure("cube", f"{name}, median", statistics.median(seconds), "s", SCRAMBLES, note=note)
    yield Figure("cube", f"{name}, the slowest", max(seconds), "s")
