"""A report on a puzzle or game: who wins, how long it takes, how hard it is, and what random play comes to.

Counts of positions are those of its table. What each position takes, its moves and how many of them are right, is
looked at in every entry of a table of at most SAMPLE, else in so many random positions. The chances of random play are
exact where play from the start cannot repeat and leads to at most EXACT positions, else those of up to PLAYS plays.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Game, Position, PositionError, Rules, Value
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.line_counts import count_lines
from perfect_play.solvers.reports.mining import Miner, candidates, effort
from perfect_play.solvers.tables.summary import statistics
from perfect_play.solvers.untabled.choice import table_of

SAMPLE = 20_000
EXACT = 50_000
PLAYS, LONGEST_PLAY, SECONDS = 1000, 1000, 5.0
CRITICAL = 20

Chances = tuple[float, float, float, float]
"""That the first player wins, that the second does, that neither does, and the expected number of moves."""


class Critical(NamedTuple):
    """A position in which one move is right, its value, remoteness and number of moves."""

    position: str
    value: Value
    remoteness: int | None
    moves: int


@dataclass(frozen=True)
class GameReport:
    """The report on one variant; the fields of its JSON.

    lines: how many best lines the start has. positions, classes, meaning, histogram: as in the statistics. shares: of
    the positions by value. sampled, exhaustive: how many positions the next fields are of, and whether these are all.
    branching: the mean number of moves, and the greatest. only_moves: the share of the positions that are not lost in
    which one of several moves is right. mistakes: the share of moves that lose value there. decisive: the numbers of
    the moves of a best line that are only moves. random_play: the `Chances`, and whether they are exact; None for a
    puzzle. changed: in a comparison, the share of the sampled positions whose value is another in the other variant,
    of those that are legal in both. critical: the hardest only moves, by effort.
    """

    id: str
    name: str
    start: str
    value: Value
    remoteness: int | None
    lines: int | None
    positions: int | None
    classes: int | None
    meaning: str | None
    histogram: dict[str, dict[str, int]]
    shares: dict[str, float]
    sampled: int
    exhaustive: bool
    branching: tuple[float, int]
    only_moves: float
    mistakes: float
    decisive: list[int]
    random_play: tuple[Chances, bool] | None
    changed: float | None
    critical: list[Critical]

    def as_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {**asdict(self), "critical": [item._asdict() for item in self.critical]}


def report_on(manager: PuzzleManager, rules: Rules, seed: str, other: Rules | None = None) -> GameReport:
    """The report on a variant. other: the variant that it is compared with. Raises NotReady, NothingToDraw."""
    rng = random.Random(f"{rules.full_id} report {seed}")
    start, first = rules.start(), manager.result(rules, rules.start())
    table = table_of(rules)
    counts = None if manager.missing(rules) or table is None else statistics(manager.store, table, seconds=0.0)
    histogram = {} if counts is None else counts.histogram
    total = sum(sum(row.values()) for row in histogram.values())
    sample = _Sample(Miner(manager, rules, 1))
    deadline = Deadline(2 * SECONDS)
    for position in islice(candidates(manager, rules, rng), SAMPLE):
        sample.add(position, other)
        if deadline.passed:
            break
    entries = manager.store.meta(table).entries if counts is not None and table is not None else None
    return GameReport(
        id=rules.full_id,
        name=f"{rules.name}, {rules.variant.name}",
        start=rules.format(start),
        value=first.value,
        remoteness=first.remoteness,
        lines=count_lines(manager, rules, start),
        positions=None if counts is None else counts.positions,
        classes=None if counts is None else counts.classes,
        meaning=None if counts is None else counts.meaning,
        histogram=histogram,
        shares={value: sum(row.values()) / total for value, row in histogram.items()},
        sampled=sample.count,
        exhaustive=entries is not None and entries <= SAMPLE and not deadline.passed,
        branching=(sample.moves / max(1, sample.open), sample.most),
        only_moves=sample.only / max(1, sample.held),
        mistakes=sample.losing / max(1, sample.choices),
        decisive=list(sample.decisive(start)),
        random_play=chances(rules, rng) if isinstance(rules, Game) else None,
        changed=sample.changed / sample.shared if sample.shared else None,
        critical=sample.hardest(),
    )


class _Sample:
    """Counts what positions take. held: positions that are not lost and have moves; choices: all their moves."""

    def __init__(self, miner: Miner) -> None:
        self.miner = miner
        self.count = self.open = self.moves = self.most = self.only = self.held = self.losing = self.choices = 0
        self.shared = self.changed = 0
        self._critical: list[tuple[float, Critical]] = []

    def add(self, position: Position, other: Rules | None) -> None:
        """Count a position; other: the variant that it is looked up in as well."""
        miner, rules = self.miner, self.miner.rules
        try:
            result = miner.manager.result(rules, position)
        except NoAnswer:
            return
        self.count += 1
        if other is not None:
            self._compare(rules.format(position), result.value, other)
        if rules.primitive(position) is not None:
            return
        options = miner.options(position)
        self.open += 1
        self.moves += len(options)
        self.most = max(self.most, len(options))
        if result.value is Value.LOSE or not options:
            return
        right = miner.right(result, options)
        self.held += 1
        self.choices += len(options)
        self.losing += len(options) - len(right)
        if len(right) == 1 < len(options):
            self.only += 1
            bits = effort(rules, result.remoteness or 0, len(options))
            item = Critical(rules.format(position), result.value, result.remoteness, len(options))
            self._critical.append((bits, item))
            if len(self._critical) > 100 * CRITICAL:
                self._critical = self._sorted()[:CRITICAL]

    def _sorted(self) -> list[tuple[float, Critical]]:
        return sorted(self._critical, key=lambda entry: (-entry[0], entry[1].position))

    def _compare(self, text: str, value: Value, other: Rules) -> None:
        try:
            value_there = self.miner.manager.result(other, other.parse(text)).value
        except (PositionError, NoAnswer):
            return
        self.shared += 1
        self.changed += value_there is not value

    def hardest(self) -> list[Critical]:
        """The positions with one right move that take the most effort."""
        return [item for _, item in self._sorted()[:CRITICAL]]

    def decisive(self, position: Position) -> Iterator[int]:
        """The numbers of the moves of a best line at which one of several moves is right."""
        miner = self.miner
        result = miner.manager.result(miner.rules, position)
        for number in range(1, (result.remoteness or 0) + 1):
            result, options = miner.manager.result(miner.rules, position), miner.options(position)
            if result.value is not Value.LOSE and len(miner.right(result, options)) == 1 < len(options):
                yield number
            position = miner.best(position).child


def chances(rules: Game, rng: random.Random) -> tuple[Chances, bool]:
    """The chances if both players move at random, and whether they are exact."""
    exact = _exact_chances(rules)
    if exact is not None:
        return exact, True
    outcomes, moves, deadline = Counter[int](), 0, Deadline(SECONDS)
    while outcomes.total() < PLAYS and not (deadline.passed and outcomes):
        position, number = rules.start(), 0
        while rules.primitive(position) is None and number < LONGEST_PLAY:
            position = rng.choice(rules.children(position))
            number += 1
        outcomes[_winner(rules, position)] += 1
        moves += number
    plays = outcomes.total()
    return (outcomes[1] / plays, outcomes[2] / plays, outcomes[0] / plays, moves / plays), False


def _winner(rules: Game, position: Position) -> int:
    """Who has won where play has ended; 0: neither."""
    value, turn = rules.primitive(position), rules.turn(position)
    return {Value.WIN: turn, Value.LOSE: 3 - turn}.get(value or Value.DRAW, 0)


def _exact_chances(rules: Game) -> Chances | None:
    """The same, exactly; None if a position can repeat, or there are too many."""
    done: dict[Position, Chances | None] = {}
    stack = [rules.start()]
    while stack:
        position = stack[-1]
        if done.get(position) is not None:
            stack.pop()
            continue
        if rules.primitive(position) is not None:
            winner = _winner(rules, position)
            done[position] = (float(winner == 1), float(winner == 2), float(winner == 0), 0.0)
            continue
        children = rules.children(position)
        after = [done.get(child) for child in children]
        if None not in after:
            means = [sum(parts) / len(children) for parts in zip(*filter(None, after), strict=True)]
            done[position] = (means[0], means[1], means[2], means[3] + 1)
            continue
        if position in done or len(done) > EXACT:
            return None
        done[position] = None
        stack += [child for child in children if child not in done]
        if any(child in done and done[child] is None for child in children):
            return None
    return done[rules.start()]
