"""Mining: the positions of a variant that make good exercises, found by looking through its table or at random ones.

The kinds: `only-move`, where exactly one of several moves is right, `length` times in a row; `unique`, whose only best
line takes `length` moves or more; `hardest`, the farthest from the end, one after the other; `trap`, where a move turns
a win into a loss that takes `length` moves or more to prove; `zugzwang`, which would be worth more if the other player
were to move.
"""

import random
from collections.abc import Iterator
from math import ceil, gcd, log2
from typing import NamedTuple

from perfect_play.puzzles.base import OPPOSITE, BadText, Game, Move, Position, PositionError, Puzzle, Rules, Value
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.line_counts import count_lines
from perfect_play.solvers.reports.position import PositionReport, position_report
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.sampling import DIFFICULTIES, NothingToDraw
from perfect_play.solvers.untabled.choice import table_of

KINDS = ("only-move", "unique", "hardest", "trap", "zugzwang")
WORTH = {Value.LOSE: 0, Value.DRAW: 1, Value.TIE: 1, Value.WIN: 2}
IN_WORDS = {Value.LOSE: "lost", Value.DRAW: "a draw", Value.TIE: "a tie", Value.WIN: "won"}
WHOLE = 1 << 20  # entries of a table that is looked through from end to end, in a random order
LONGEST = 200  # moves of a solution


class UnfitKind(BadText):
    """Such positions are not in this puzzle or game; the message says which are."""


class MinedPosition(NamedTuple):
    """A position and its solution, a line of moves; what the solution shows if that is not the best line."""

    position: Position
    result: Result
    solution: tuple[Move, ...]
    remark: str = ""


class Option(NamedTuple):
    """A move, the position after it, and its value and remoteness for the player who makes it."""

    move: Move
    child: Position
    value: Value
    remoteness: int | None


def mine(
    manager: PuzzleManager, rules: Rules, kind: str, length: int, rng: random.Random, deadline: Deadline
) -> Iterator[MinedPosition]:
    """Positions of a kind, none twice, up to symmetry, until the deadline or the end of the table.

    The same for the same state of `rng` and the same table. Raises UnfitKind, NotReady and NothingToDraw.
    """
    if kind in ("trap", "zugzwang") and isinstance(rules, Puzzle):
        raise UnfitKind(f"{rules.id} is a puzzle, where there is no {kind}. Ask for only-move, unique or hardest.")
    miner = Miner(manager, rules, length)
    examined = set[Position]()
    positions = _hardest(manager, rules, rng) if kind == "hardest" else candidates(manager, rules, rng)
    for position in positions:
        if deadline.passed:
            return
        canonical = rules.canonical(position)
        if canonical in examined:
            continue
        examined.add(canonical)
        mined = miner.examined(kind, position)
        if mined is not None:
            yield mined


def candidates(manager: PuzzleManager, rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Every position of a table that is not too large, in a random order; else random ones, without end."""
    table = table_of(rules)
    meta = manager.ask_table(rules, lambda table: manager.store.meta(table), request=True)
    if table is not None and meta is not None and meta.entries <= WHOLE:
        first, step = rng.randrange(meta.entries), rng.randrange(meta.entries) or 1
        while gcd(step, meta.entries) > 1:
            step = step % meta.entries + 1
        for number in range(meta.entries):
            yield manager.store.position_of(table, (first + number * step) % meta.entries)
        return
    while True:
        yield manager.random_position(rules, rng, None)


def _hardest(manager: PuzzleManager, rules: Rules, rng: random.Random, tries: int = 20) -> Iterator[Position]:
    """Random positions, from the greatest remoteness down, so many tries each."""
    for remoteness in range(manager.greatest_remoteness(rules), 0, -1):
        try:
            yield from (manager.random_position(rules, rng, (remoteness,)) for _ in range(tries))
        except NothingToDraw:
            continue


class Miner:
    """Examines positions of one variant. length: as the kinds have it."""

    def __init__(self, manager: PuzzleManager, rules: Rules, length: int) -> None:
        self.manager, self.rules, self.length = manager, rules, length
        self.puzzle = isinstance(rules, Puzzle)

    def examined(self, kind: str, position: Position) -> MinedPosition | None:
        """The position with its solution if it is of this kind, else None."""
        try:
            result = self.manager.result(self.rules, position)
            if result.remoteness == 0 or (self.puzzle and result.value is Value.LOSE):
                return None
            if self.rules.primitive(position) is not None:
                return None
            look = {"only-move": self._only_moves, "trap": self._trap, "zugzwang": self._zugzwang}
            return look.get(kind, self._best_line if kind == "hardest" else self._unique)(position, result)
        except (NoAnswer, PositionError):
            return None

    def options(self, position: Position) -> list[Option]:
        """The moves with their values. Raises NoAnswer."""
        rules, turn = self.rules, self.rules.turn(position)
        moves = list(rules.moves(position))
        children = [rules.do_move(position, move) for move in moves]
        results = self.manager.child_results(rules, position, children)
        return [
            Option(move, child, after.value if rules.turn(child) == turn else OPPOSITE[after.value], after.remoteness)
            for move, child, after in zip(moves, children, results, strict=True)
        ]

    def right(self, result: Result, options: list[Option]) -> list[Option]:
        """The moves that keep the value; in a puzzle, those that begin a shortest solution."""
        keeping = [option for option in options if option.value is result.value]
        return [option for option in keeping if self.shortens(result, option)] if self.puzzle else keeping

    @staticmethod
    def shortens(result: Result, option: Option) -> bool:
        """Whether a move that keeps the value takes no more moves than the best."""
        return result.remoteness is None or option.remoteness == result.remoteness - 1

    def best(self, position: Position) -> Option:
        """The first of the best moves."""
        result = self.manager.result(self.rules, position)
        keeping = [option for option in self.options(position) if option.value is result.value]
        return next((option for option in keeping if self.shortens(result, option)), keeping[0])

    def _only_moves(self, position: Position, result: Result) -> MinedPosition | None:
        """Whether one of several moves is right, `length` times in a row; the other player replies with a best move."""
        if result.value is Value.LOSE:
            return None
        rules, current, mover, line = self.rules, position, self.rules.turn(position), list[Move]()
        for number in range(self.length):
            while number and rules.turn(current) != mover:
                if rules.primitive(current) is not None:
                    return None
                reply = self.best(current)
                line.append(reply.move)
                current = reply.child
            if rules.primitive(current) is not None:
                return None
            options = self.options(current)
            right = self.right(self.manager.result(rules, current), options)
            if len(right) != 1 or len(options) == 1:
                return None
            line.append(right[0].move)
            current = right[0].child
        return MinedPosition(position, result, tuple(line))

    def _unique(self, position: Position, result: Result) -> MinedPosition | None:
        if (result.remoteness or 0) < self.length or count_lines(self.manager, self.rules, position) != 1:
            return None
        return self._best_line(position, result)

    def _best_line(self, position: Position, result: Result, first: tuple[Move, ...] = ()) -> MinedPosition:
        """The position with its best line."""
        line, current = list[Move](), position
        while self.rules.primitive(current) is None and len(line) < LONGEST and result.remoteness is not None:
            best = self.best(current)
            line.append(best.move)
            current = best.child
        return MinedPosition(position, result, (*first, *line))

    def _trap(self, position: Position, result: Result) -> MinedPosition | None:
        """Whether a move loses what was won; of several, the one whose refutation takes longest is shown."""
        if result.value is not Value.WIN:
            return None
        losing = [option for option in self.options(position) if option.value is Value.LOSE]
        deepest = max(losing, key=lambda option: option.remoteness or 0, default=None)
        if deepest is None or (deepest.remoteness or 0) < self.length:
            return None
        after = self.manager.result(self.rules, deepest.child)
        refutation = self._best_line(deepest.child, after, (deepest.move,)).solution
        name = self.rules.format_move(position, deepest.move)
        return MinedPosition(position, result, refutation, f"{name} loses, though the position is won.")

    def _zugzwang(self, position: Position, result: Result) -> MinedPosition | None:
        """Whether the player to move would rather not be: with the other to move, his position is worth more."""
        rules = self.rules
        assert isinstance(rules, Game)
        if result.value is Value.WIN:
            return None
        board, turn = rules.board(position), rules.turn(position)
        passed = rules.from_board(board.cells, 2 if turn == 1 else 1)
        if rules.turn(passed) == turn or rules.board(passed).cells != board.cells:
            return None
        rules.parse(rules.format(passed))
        other = OPPOSITE[self.manager.result(rules, passed).value]
        if WORTH[other] <= WORTH[result.value]:
            return None
        mined = self._best_line(position, result)
        return mined._replace(
            remark=f"It is {IN_WORDS[result.value]}; with the other player to move it would be {IN_WORDS[other]}."
        )


# --- positions with one right move ----------------------------------------------------------------


GRADES = dict(zip(DIFFICULTIES, (6.0, 12.0, float("inf")), strict=True))
"""The bits of effort below which an exercise has each difficulty."""

SECONDS = 1.5  # for finding one
LEAST_TRIES = 10  # however long they take
DRAWS = 20  # until a new position is met


class Exercise(NamedTuple):
    """The report on a position whose first move is the only one that is right, and its difficulty."""

    report: PositionReport
    difficulty: str


def effort(rules: Rules, remoteness: int, choices: int) -> float:
    """The bits of a sequence of one's own moves to the end, as if there were so many choices every time."""
    own_moves = remoteness if isinstance(rules, Puzzle) else ceil(remoteness / 2)
    return own_moves * log2(choices)


def difficulty_of(rules: Rules, result: Result, choices: int) -> str | None:
    """The difficulty of a position with so many moves as an exercise; None if it is none: all is lost, or decided."""
    if result.value is Value.LOSE or result.remoteness is None or choices < 2:
        return None
    bits = effort(rules, result.remoteness, choices)
    return next(difficulty for difficulty, limit in GRADES.items() if bits < limit)


def draw_exercise(manager: PuzzleManager, rules: Rules, rng: random.Random, difficulty: str | None = None) -> Exercise:
    """A random exercise, of this one of DIFFICULTIES if given; the same for the same state of `rng`.

    Raises NothingToDraw, also if none is found in time, NotReady and NotCovered.
    """
    limit = GRADES[difficulty or DIFFICULTIES[-1]]
    longest = manager.greatest_remoteness(rules)
    while longest > 1 and effort(rules, longest, 2) >= limit:
        longest -= 1
    deadline, miner = Deadline(SECONDS), Miner(manager, rules, 1)
    earlier_positions: set[Position] = set()
    while len(earlier_positions) < LEAST_TRIES or not deadline.passed:
        position = _new_position(manager, rules, rng, range(1, longest + 1), earlier_positions)
        if position is None:
            break
        earlier_positions.add(position)
        result = manager.result(rules, position)
        grade = difficulty_of(rules, result, len(list(rules.moves(position))))
        if grade is None or difficulty not in (None, grade):
            continue
        if len(miner.right(result, miner.options(position))) == 1:
            return Exercise(position_report(manager, rules, position), grade)
    kind = f"was {difficulty} and had" if difficulty else "had"
    raise NothingToDraw(
        f"{len(earlier_positions)} random positions of {rules.full_id} were tried, and none {kind} one right move."
    )


def _new_position(
    manager: PuzzleManager, rules: Rules, rng: random.Random, remotenesses: range, earlier_positions: set[Position]
) -> Position | None:
    """A random position that was not met: a drawn one, or where random moves from one that was met lead; else None."""
    for _ in range(DRAWS):
        position = manager.random_position(rules, rng, remotenesses)
        for _ in range(remotenesses.stop):
            if position not in earlier_positions:
                return position
            going_on = [child for child in rules.children(position) if rules.primitive(child) is None]
            if not going_on:
                break
            position = rng.choice(going_on)
    return None
