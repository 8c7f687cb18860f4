"""Searches that prove values: Connect 4 on six rows and seven columns, and board games without a table."""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence

from benchmarks.figures import Figure, Target, each_timed, seconds_of, timed
from benchmarks.workshop import SEED, Workshop, find_variant, moved_at_random
from perfect_play.puzzles.base import Game, Position
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.sowing import SowingGame
from perfect_play.solvers.machine import cores
from perfect_play.solvers.proving import endgame_file
from perfect_play.solvers.proving.board_prover import BoardProver
from perfect_play.solvers.proving.endgame_file import SowingLoops, board_of, boards_up_to, build
from perfect_play.solvers.proving.gain_search import Sower
from perfect_play.solvers.proving.opening_book import ends_within_a_move, path_of, read_book, search_kernel_of
from perfect_play.solvers.proving.prover import Prover

PEER = {0: (39.9, 39.9), 8: (0.28, 1.43), 12: (0.0044, 0.14), 16: (0.00007, 0.025)}
"""Median and worst seconds per position of Steininger's solver in C++, by the discs on the board."""

SLOWER = 2.0  # the target is below this multiple
MEDIAN, WORST = 0.1, 2.0  # s, for every move of a position with the book
BOARD_GAMES = {"othello/6x6": (20, 18, 16), "clobber/4x5": (4, 2), "konane/5x6": (8, 6, 4)}
"""Board games, and the numbers of random moves after which positions are searched."""

ENOUGH = 4.0  # seconds allowed for a position of a board game


def measure_proofs(workshop: Workshop) -> Iterator[Figure]:
    """Processor seconds to prove a position's value: median and worst."""
    rules, quick = find_variant("connect4/6x7"), workshop.quick
    assert isinstance(rules, Game)
    prover = Prover(rules, workshop.directory)
    for discs, peer in list(PEER.items())[1 if quick else 0 :]:
        drawn = _drawn(rules, discs, 1 if discs == 0 else 2 if quick else 50)
        times = _times(prover, lambda position: _bounds(prover, position), drawn)
        for how, seconds, limit in zip(("median", "worst"), (statistics.median(times), max(times)), peer, strict=True):
            target, note = Target("below", SLOWER * limit), f"{len(drawn)} positions"
            yield Figure(f"Connect 4, {discs} discs, {how}", seconds, "s", target=target, note=note)
    prover = Prover(rules, workshop.directory, book=read_book(path_of(rules, workshop.directory), rules))

    def every_move(position: Position) -> None:
        for child in rules.children(position):
            _bounds(prover, child)

    several = range(10, 12) if quick else range(search_kernel_of(rules).last)
    all_times = [_times(prover, every_move, _drawn(rules, discs, 2 if quick else 40)) for discs in several]
    for how, seconds, most in (
        ("median at its slowest", max(map(statistics.median, all_times)), MEDIAN),
        ("worst", max(map(max, all_times)), WORST),
    ):
        note = f"each of {len(all_times[0])} positions after each of {len(all_times)} numbers of discs"
        name = f"Connect 4, every move with the book, {how}"
        yield Figure(name, seconds, "s", target=Target("below", most), note=note)
    for full_id, depths in BOARD_GAMES.items():
        yield from _board_game(workshop, full_id, depths[:1] if quick else depths)


def _bounds(prover: Prover, position: Position) -> None:
    """Prove the value of a position, unless it is plain to see."""
    if not ends_within_a_move(prover.rules, position):
        prover.bounds(position, lambda: True)


def _times(prover: Prover, search: Callable[[Position], None], positions: Sequence[Position]) -> list[float]:
    """Processor seconds of a search from each position, which begins with an empty transposition table."""
    times = []
    for position in positions:
        prover.table[:] = 0
        times += each_timed(search, [position], time.thread_time)[1]
    return times


def _board_game(workshop: Workshop, full_id: str, depths: Sequence[int]) -> Iterator[Figure]:
    """The number of board-game positions proved in time, and the time that takes."""
    rules = find_variant(full_id)
    assert isinstance(rules, BoardGame)
    prover = BoardProver(rules, workshop.directory)

    def proved(position: Position) -> bool:
        begun = time.thread_time()
        return prover.prove(position, lambda: time.thread_time() < begun + ENOUGH).value is not None

    for moves in depths:
        results, times = each_timed(proved, _drawn(rules, moves, 2 if workshop.quick else 20), time.thread_time)
        note = f"{sum(results)} of {len(results)} proved in {ENOUGH:g} s"
        yield Figure.of(f"{full_id} after {moves} moves, median", times, "s", note=note)


def _drawn(rules: Game, moves: int, count: int) -> list[Position]:
    """Positions after this many random moves, none of which ends the game."""
    rng, drawn = random.Random(SEED), []
    while len(drawn) < count:
        position, done = moved_at_random(rules, rng, moves)
        if done == moves:
            drawn.append(position)
    return drawn


# --- Kalah with six pits --------------------------------------------------------------------------


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
    path, boards = endgame_file.path_of(workshop.directory / "tables", rules), boards_up_to(rules.pits, stones)
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
