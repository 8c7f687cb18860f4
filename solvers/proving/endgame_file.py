"""Endgames of a sowing game: the gains of all boards of few stones, one byte each, in memory or in a file.

The file `<id>.<pits>.endgames` (`<pits>e` if a last stone alone is taken) lies beside the tables. It is a sealed file
(`tables/sealed_file.py`) with one part, `gains`: a signed byte for every board of at most `stones` stones, in the order
of the numbers that `sowing_loops.py` defines. Its description has `game`, `pits`, `stones` and `rules`, which says, as
0 or 1, whether a last stone in the store earns another move, whether one in an empty pit is taken alone, and whether an
empty side of either player ends the game. All blocks are verified when the file is opened, and some gains are derived
from the rules once more, so that a damaged or outdated file is never used.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from perfect_play.puzzles.sowing import Position, SowingGame
from perfect_play.solvers.arrays import Int8s, Int64s
from perfect_play.solvers.native.compiler import SHARED
from perfect_play.solvers.native.search import compiling_for
from perfect_play.solvers.proving import sowing_loops
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import SealedFile, write_sealed

FORMAT = 2
MAX_STONES = 72
"""On any board."""

PART = 1 << 19  # boards a thread takes at a time
CHECKED = 300  # gains re-derived when a file is opened
Board = tuple[int, ...]


def boards_up_to(pits: int, stones: int) -> int:
    """The number of boards with at most this many stones."""
    return comb(stones + 2 * pits, 2 * pits)


def stones_within(pits: int, boards: int) -> int:
    """The most stones whose boards are all among the first `boards`; -1 if there are none."""
    return max(s for s in range(-1, MAX_STONES + 1) if boards_up_to(pits, s) <= boards)


def board_of(rules: SowingGame, position: Position) -> Board:
    """The stones in the mover's pits and in the other player's."""
    turn, stones = position
    sides = stones[: rules.pits], stones[rules.pits + 1 : -1]
    return sides[turn - 1] + sides[2 - turn]


def after(rules: SowingGame, board: Board) -> Iterator[tuple[int, bool, Board]]:
    """The moves of a board, by the rules alone: each one's gain at once, whether the same player moves again, a board.

    The board after a move is as the player who moves next sees it.
    """
    position: Position = 1, (*board[: rules.pits], 0, *board[rules.pits :], rules.total - sum(board))
    for move in rules.moves(position):
        child = rules.do_move(position, move)
        gain = child[1][rules.pits] - child[1][-1] + rules.total - sum(board)
        yield gain, child[0] == 1, board_of(rules, child)


def path_of(directory: Path, rules: SowingGame) -> Path:
    """The path of a game's endgames among the tables in `directory`, whether the file exists or not."""
    return directory / f"{rules.id}.{rules.pits}{'e' if rules.takes_alone else ''}.endgames"


def build_command(rules: SowingGame) -> str:
    """The command that builds the endgames of a variant."""
    return f"python -m solvers endgames {rules.id} {rules.variant.id}"


class SowingLoops:
    """The compiled loops for the rules of a variant. choose: binomial coefficients. flags: `rules` of `sow`."""

    def __init__(self, rules: SowingGame, data_dir: Path) -> None:
        """Compile the loops, or take them from the compiler's cache. Raises OSError."""
        self.rules = rules
        self.pits = rules.pits
        self.flags = np.array([rules.extra_turn, rules.takes_alone, rules.either_ends], np.int64)
        width = 2 * rules.pits
        self.choose = np.array([[comb(n, k) for k in range(width + 1)] for n in range(MAX_STONES + width + 1)])
        with compiling_for(data_dir):
            self.loops = SHARED.loops(sowing_loops)
            self.loops.fill(np.zeros(1, np.int8), 0, 0, 0, self.choose, self.flags, *self.fill_scratch(0))

    def fill_scratch(self, stones: int) -> tuple[Int64s, Int64s]:
        """Rows of boards and frames for lines of moves that store none of this many stones."""
        rows = self.pits * stones + 2
        return np.zeros((rows + 1, 2 * self.pits), np.int64), np.zeros((rows, sowing_loops.COLUMNS), np.int64)

    def number(self, board: Board) -> int:
        """The number of a board."""
        return int(sowing_loops.number_of(board, self.choose))

    def fill(
        self,
        gains: Int8s,
        begin: int,
        stones: int,
        threads: int = 1,
        tell: Callable[[int, int], None] = lambda boards, stones: None,
    ) -> None:
        """Find the gains of all boards of `begin` to `stones` stones; those of boards with fewer are known.

        gains: int8, of all boards of up to `stones` stones. tell: called with the boards done, and the stones of these.
        """
        gains[0] = 0
        with ThreadPoolExecutor(threads) as pool:
            scratch = [self.fill_scratch(stones) for _ in range(threads)]
            for total in range(max(begin, 1), stones + 1):
                first, last = boards_up_to(self.pits, total - 1), boards_up_to(self.pits, total)
                gains[first:last] = sowing_loops.UNKNOWN
                for begun in range(first, last, threads * PART):
                    parts = [(at, min(at + PART, last)) for at in range(begun, last, PART)][:threads]
                    list(pool.map(partial(self._part, gains, total), parts, scratch))
                    tell(parts[-1][1], total)

    def _part(self, gains: Int8s, stones: int, part: tuple[int, int], scratch: tuple[Int64s, Int64s]) -> None:
        self.loops.fill(gains, *part, stones, self.choose, self.flags, *scratch)

    def check(self, gains: Int8s, count: int = CHECKED) -> str | None:
        """Derive some gains from those of the next boards, by the rules alone; return what is wrong, or None."""
        rng = random.Random(1)
        stones = stones_within(self.pits, len(gains))
        for _ in range(count):
            total = rng.randint(1, stones)
            cuts = sorted(rng.randint(0, total) for _ in range(2 * self.pits - 1))
            board = tuple(b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True))
            if self.rules.either_ends and not (any(board[: self.pits]) and any(board[self.pits :])):
                continue
            expected = max(
                gain + (1 if goes_again else -1) * int(gains[self.number(child)])
                for gain, goes_again, child in after(self.rules, board)
            )
            if gains[self.number(board)] != expected:
                return f"the gain of {board} is {gains[self.number(board)]}; its children imply {expected}"
        return None


def write_endgames(path: Path, rules: SowingGame, stones: int, gains: Int8s) -> None:
    """Write a file of endgames, atomically. Raises OSError; then nothing has changed."""
    write_sealed(path, {**_required_description(rules), "stones": stones}, [("gains", gains)])


def read_endgames(path: Path, sowing: SowingLoops) -> tuple[int, Int8s]:
    """The stones and the gains of a file, mapped into memory. Raises TableMissing, BadFile."""
    rules = sowing.rules
    command = build_command(rules)
    try:
        file = SealedFile(path, _required_description(rules), command)
    except FileNotFoundError:
        raise TableMissing(f"There are no endgames of {rules.full_id} in a file.", command, "To build them") from None
    with file.understanding():
        stones, part = file.description["stones"], file.parts["gains"]
        if part.length != boards_up_to(sowing.pits, stones):
            raise ValueError
    file.check_all()
    gains = np.frombuffer(file.data, np.int8, part.length, part.first)
    wrong = sowing.check(gains)
    if wrong is not None:
        raise file.bad(f"it is damaged ({wrong})")
    return stones, gains


def build(
    sowing: SowingLoops,
    path: Path,
    start: Sequence[int] | Int8s,
    stones: int,
    threads: int,
    tell: Callable[[int, int], None],
    every: float = 60.0,
) -> None:
    """Build a file of boards of up to `stones` stones, saving at most once every `every` seconds. Raises OSError.

    start: the gains of boards of fewer stones. tell: as for `SowingLoops.fill`.
    """
    gains = np.empty(boards_up_to(sowing.pits, stones), np.int8)
    gains[: len(start)] = start
    saved_at = time.monotonic()
    for total in range(stones_within(sowing.pits, len(start)) + 1, stones + 1):
        sowing.fill(gains, total, total, threads, tell)
        if total == stones or time.monotonic() - saved_at > every:
            finished = gains[: boards_up_to(sowing.pits, total)]
            wrong = sowing.check(finished)
            assert wrong is None, wrong
            write_endgames(path, sowing.rules, total, finished)
            saved_at = time.monotonic()


def _required_description(rules: SowingGame) -> dict[str, Any]:
    flags = [int(flag) for flag in (rules.extra_turn, rules.takes_alone, rules.either_ends)]
    return {"kind": "endgames", "format": FORMAT, "game": rules.id, "pits": rules.pits, "rules": flags}
