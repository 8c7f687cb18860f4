"""Kalah with six pits: the time to fill the endgame table, and to prove starts with it."""

from collections.abc import Iterator

from benchmarks.figures import Figure, Target, seconds_of, timed
from benchmarks.workshop import Workshop, find_variant
from perfect_play.puzzles.sowing import SowingGame
from perfect_play.solvers.machine import cores
from perfect_play.solvers.proving.endgame_file import SowingLoops, board_of, boards_up_to, build, path_of
from perfect_play.solvers.proving.gain_search import Sower

STONES, QUICK = 20, 12
"""The most stones in an endgame: a table of 226 MB."""

STARTS = {"6x3": Target("below", 2.0), "6x4": None}  # s: of one question


def measure_kalah(workshop: Workshop) -> Iterator[Figure]:
    """Endgame boards per second, then for each start the time of its proof, its value and the boards searched."""
    rules = find_variant("kalah/6x4")
    assert isinstance(rules, SowingGame)
    stones = QUICK if workshop.quick else STONES
    sowing, seconds = timed(lambda: SowingLoops(rules, workshop.directory))
    yield Figure("compiling", seconds, "s")
    path, boards = path_of(workshop.directory / "tables", rules), boards_up_to(rules.pits, stones)
    path.parent.mkdir(parents=True, exist_ok=True)
    seconds = seconds_of(lambda: build(sowing, path, (), stones, cores(), lambda boards, stones: None))
    yield Figure(f"endgames of up to {stones} stones", boards / seconds, "boards/s", note=f"{boards:,} boards, written")
    for variant, target in list(STARTS.items())[: 1 if workshop.quick else None]:
        start = find_variant(f"kalah/{variant}")
        assert isinstance(start, SowingGame)
        sower, board = Sower(start, workshop.directory), board_of(start, start.start())
        (low, high), seconds = timed(lambda sower=sower, board=board: sower.bounds(board, 0, lambda: True))
        assert low == high
        note = f"{low:+d}, {sower.loop.positions:,} boards"
        yield Figure(f"the start of {variant}, proved", seconds, "s", target=target, note=note)
