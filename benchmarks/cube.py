"""Rubik's Cube: a hundred random cubes in two phases, and how soon the fewest moves are proved."""

import random
from collections.abc import Iterator

from benchmarks.figures import Figure, Target, each_timed, seconds_of, timed
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.twisty.cubes import CubePuzzle, random_cube
from perfect_play.solvers.pattern_databases.cube_search import CubeSearcher
from perfect_play.solvers.pattern_databases.pattern_file import path_of

BUILDER = "perfect_play.solvers.pattern_databases.pattern_process"
SEED = "cube"
CUBES, SECONDS = 100, 0.2
LONGEST = Target("below", 21.5)  # moves
SLOWEST = Target("below", 0.25)  # s: SECONDS, and the time between two looks at the clock
SCRAMBLES, TURNS = 10, 16
PROVED = 20
USUAL = Target("below", 20)  # s, the median
MEMORY = Target("below", 4)  # GB


def measure_cube(workshop: Workshop) -> Iterator[Figure]:
    """Moves and seconds of solutions in two phases, then seconds and positions of proofs."""
    rules, rng = find_variant("rubikscube3/3x3x3"), random.Random(SEED)
    assert isinstance(rules, CubePuzzle)
    searcher, seconds = timed(lambda: CubeSearcher(workshop.directory))
    yield Figure("compiling, and making the tables", seconds, "s")
    cubes = [random_cube(rng) for _ in range(CUBES)]
    solved, times = each_timed(lambda cube: searcher.some_line(rules, cube, SECONDS), cubes)
    moves, note = [len(line) for line, _ in solved], f"at most {SECONDS} s each, seed {SEED!r}"
    yield Figure.of(f"{CUBES} random cubes, mean moves", moves, "moves", mean=True, note=note)
    yield Figure(f"{CUBES} random cubes, most moves", max(moves), "moves", target=LONGEST)
    yield Figure.of(f"{CUBES} random cubes, mean time", times, "s", mean=True)
    yield Figure(f"{CUBES} random cubes, the slowest", max(times), "s", target=SLOWEST)
    scrambles = [_scrambled(rules, rng) for _ in range(2 if workshop.quick else SCRAMBLES)]
    proofs, times = each_timed(lambda cube: searcher.begin(rules, cube).shortest(), scrambles)
    note = f"{sum(proof.generated for proof in proofs) / sum(times):,.0f} generated a second"
    yield Figure.of(f"{len(scrambles)} scrambles of {TURNS} random turns, proved, median", times, "s", note=note)
    if not workshop.quick:
        yield from _with_tables(workshop, rules, searcher)


def _scrambled(rules: CubePuzzle, rng: random.Random) -> object:
    (cube,) = rules.solutions()
    for _ in range(TURNS):
        cube = rules.do_move(cube, rng.choice(list(rules.moves(cube))))
    return cube


def _with_tables(workshop: Workshop, rules: CubePuzzle, searcher: CubeSearcher) -> Iterator[Figure]:
    """Building tables of distances, and seconds until the fewest moves of random cubes are proved, one thread."""
    run = workshop.run(BUILDER, rules)
    path = path_of(workshop.directory / "tables", rules)
    note = f"all cores, compiling included; {path.stat().st_size / 1e6:,.0f} MB"
    yield Figure("tables of distances", run.seconds, "s", note=note)
    yield Figure("greatest memory while they are built", run.memory, "GB", target=MEMORY)
    yield Figure("reading and verifying them", seconds_of(lambda: searcher.proofs(rules, wait=True)), "s")
    rng = random.Random(SEED)
    cubes = [random_cube(rng) for _ in range(PROVED)]
    proofs, times = each_timed(lambda cube: searcher.begin(rules, cube).shortest(), cubes)
    moves = [len(proof.line or ()) for proof in proofs]
    yield Figure.of(f"{PROVED} random cubes, proved, mean moves", moves, "moves", mean=True)
    yield Figure.of(f"{PROVED} random cubes, proved, median", times, "s", target=USUAL)
    yield Figure.of(f"{PROVED} random cubes, proved, mean", times, "s", mean=True)
    path.unlink()
