"""Rubik's Cube: a hundred random cubes in two phases, and how soon the fewest moves are proved."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.figures import Figure, Target
from benchmarks.native import measure_databases
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.twisty.cubes import CubePuzzle, random_cube
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher
from perfect_play.solvers.pattern_databases.pattern_file import path_of

SEED = "cube"
CUBES = 100
SECONDS = 0.2
LONGEST = Target("below", 21.5)  # moves
SLOWEST = Target("below", 0.25)  # s: SECONDS, and the time between two looks at the clock
SCRAMBLE = 16
SCRAMBLES = 10
PROVED = 20
USUAL = Target("below", 20)  # s, the median
MEMORY = Target("below", 4)  # GB


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
        generated.append(searcher.begin(rules, cube).shortest().generated)
        seconds.append(time.perf_counter() - begun)
    name = f"{SCRAMBLES} scrambles of {SCRAMBLE} random turns, proved"
    note = f"{sum(generated) / sum(seconds):,.0f} generated a second"
    yield Figure("cube", f"{name}, median", statistics.median(seconds), "s", SCRAMBLES, note=note)
    yield Figure("cube", f"{name}, the slowest", max(seconds), "s")
    if not workshop.quick:
        yield from _with_tables(workshop, rules, searcher)


def _with_tables(workshop: Workshop, rules: CubePuzzle, searcher: CubeSearcher) -> Iterator[Figure]:
    """Building tables of distances, and seconds until the fewest moves of random cubes are proved, one thread."""
    yield from measure_databases(
        "cube",
        "",
        "tables of distances",
        "perfect_play.solvers.pattern_databases.distance_process",
        workshop,
        rules,
        MEMORY,
    )
    path = path_of(workshop.directory / "tables", rules)
    yield Figure("cube", "their file", path.stat().st_size / 1e6, "MB")
    begun = time.perf_counter()
    searcher.proofs(rules, wait=True)
    yield Figure("cube", "reading and verifying them", time.perf_counter() - begun, "s")
    rng, times, moves = random.Random(SEED), [], []
    for _ in range(PROVED):
        cube = random_cube(rng)
        begun = time.perf_counter()
        line = searcher.begin(rules, cube).shortest().line
        times.append(time.perf_counter() - begun)
        assert line is not None
        moves.append(len(line))
    name, spread = f"{PROVED} random cubes, proved", (min(times), max(times))
    yield Figure("cube", f"{name}, mean moves", statistics.fmean(moves), "moves", PROVED, (min(moves), max(moves)))
    yield Figure("cube", f"{name}, median", statistics.median(times), "s", PROVED, spread, target=USUAL)
    yield Figure("cube", f"{name}, mean", statistics.fmean(times), "s", PROVED)
    path.unlink()
