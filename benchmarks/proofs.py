"""Searches that prove values: Connect 4 on six rows and seven columns, and board games without a table."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Figure, Target
from benchmarks.workshop import SEED, Workshop, find_variant, moved_at_random
from perfect_play.puzzles.base import Game, Position
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.proving.book import ends_within_a_move, path_of, read_book, search_kernel_of

if TYPE_CHECKING:
    from perfect_play.solvers.proving.prover import Prover

PEER = {8: (0.28, 1.43), 12: (0.0044, 0.14), 16: (0.00007, 0.025)}
"""Median and worst seconds per position of Steininger's solver in C++, by the discs on the board."""

PEER_START = 39.9  # s
SLOWER = 2.0  # the target is below this multiple
MEDIAN, WORST = 0.1, 2.0  # s, for every move of a position with the book
BOARD_GAMES = {"othello/6x6": (20, 18, 16), "clobber/4x5": (4, 2), "konane/5x6": (8, 6, 4)}
"""Board games, and the numbers of random moves after which positions are searched."""

ENOUGH = 4.0  # seconds allowed for a position of a board game


def measure_proofs(workshop: Workshop) -> Iterator[Figure]:
    """Processor seconds to prove a position's value: median and worst."""
    if not compiler_installed():
        print("Proofs are not measured without Numba.")
        return
    from perfect_play.solvers.proving.prover import Prover

    rules = find_variant("connect4/6x7")
    assert isinstance(rules, Game)
    prover = Prover(rules, workshop.directory)
    for discs, peer in PEER.items():
        drawn = _drawn(rules, discs, 2 if workshop.quick else 50)
        searches = [position for position in drawn if not ends_within_a_move(rules, position)]
        times = [_seconds(prover.table, lambda p=position: prover.bounds(p, lambda: True)) for position in searches]
        times += [0.0] * (len(drawn) - len(searches))
        for how, seconds, limit in zip(("median", "worst"), (statistics.median(times), max(times)), peer, strict=True):
            target, note = Target("below", SLOWER * limit), f"{len(drawn)} positions, {len(searches)} of them searched"
            yield Figure("proofs", f"Connect 4, {discs} discs, {how}", seconds, "s", target=target, note=note)
    if not workshop.quick:
        seconds = _seconds(prover.table, lambda: prover.bounds(rules.start(), lambda: True))
        target = Target("below", SLOWER * PEER_START)
        yield Figure("proofs", "Connect 4, the start", seconds, "s", target=target)
    yield from _every_move(workshop, rules)
    yield from _board_games(workshop)


def _every_move(workshop: Workshop, rules: Game) -> Iterator[Figure]:
    """Seconds to prove every move, with the book: the greatest median, and the worst, of all numbers of discs."""
    from perfect_play.solvers.proving.prover import Prover

    prover = Prover(rules, workshop.directory, book=read_book(path_of(rules, workshop.directory), rules))
    times = []
    for discs in range(10, 12) if workshop.quick else range(search_kernel_of(rules).last):
        drawn = _drawn(rules, discs, 2 if workshop.quick else 40)
        times.append([_seconds(prover.table, lambda p=position: _prove_moves(prover, p)) for position in drawn])
    for how, seconds, most in (
        ("median at its slowest", max(map(statistics.median, times)), MEDIAN),
        ("worst", max(map(max, times)), WORST),
    ):
        note = f"each of {len(times[0])} positions after each of {len(times)} numbers of discs"
        name = f"Connect 4, every move with the book, {how}"
        yield Figure("proofs", name, seconds, "s", target=Target("below", most), note=note)


def _prove_moves(prover: Prover, position: Position) -> None:
    """Prove the values of all children."""
    for child in prover.rules.children(position):
        if not ends_within_a_move(prover.rules, child):
            prover.bounds(child, lambda: True)


def _board_games(workshop: Workshop) -> Iterator[Figure]:
    """The number of board-game positions proved in time, and the time that takes."""
    from perfect_play.solvers.proving.board_prover import BoardProver

    for full_id, depths in BOARD_GAMES.items():
        rules = find_variant(full_id)
        assert isinstance(rules, BoardGame)
        prover = BoardProver(rules, workshop.directory)
        for moves in depths[:1] if workshop.quick else depths:
            drawn = _drawn(rules, moves, 2 if workshop.quick else 20)
            proved, times = 0, []
            for position in drawn:
                begun = time.thread_time()
                proof = prover.prove(position, lambda begun=begun: time.thread_time() < begun + ENOUGH)
                times.append(time.thread_time() - begun)
                proved += proof.value is not None
            note = f"{proved} of {len(drawn)} proved in {ENOUGH:g} s, at worst {max(times):.3g} s"
            yield Figure("proofs", f"{full_id} after {moves} moves, median", statistics.median(times), "s", note=note)


def _drawn(rules: Game, moves: int, count: int) -> list[Position]:
    """Positions after this many random moves, none of which ends the game."""
    rng, found = random.Random(SEED), []
    while len(found) < count:
        position, made = moved_at_random(rules, rng, moves)
        if made == moves:
            found.append(position)
    return found


def _seconds(table: Any, search: Callable[[], object]) -> float:
    """Processor seconds of a search that begins with an empty transposition table."""
    table[:] = 0
    begun = time.thread_time()
    search()
    return time.thread_time() - begun
