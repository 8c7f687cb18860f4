"""Answers in this process: from the tables of a data directory, or without one where that is possible."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from perfect_play.objects import Game
from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.puzzles.picture import picture_of
from perfect_play.puzzles.values import Value
from perfect_play.solvers.builder import EXPECTED, build_one, why_failed
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.space import Budget
from perfect_play.solvers.reports.best_lines import LineLimits, best_lines, steps
from perfect_play.solvers.reports.judgments import BadPlay, JudgedMove, judge, named_move, played_moves
from perfect_play.solvers.reports.line_counts import count_lines
from perfect_play.solvers.reports.opponent import PERFECT, SearchAllowance, Strength, best_moves, opponent_move
from perfect_play.solvers.reports.partial import UnsolvedPosition, report_now
from perfect_play.solvers.reports.position import Facts, PositionReport, known_report, position_report
from perfect_play.solvers.reports.position_drawing import draw_svg
from perfect_play.solvers.result import Result
from perfect_play.solvers.settings import default_data_dir
from perfect_play.solvers.status import NoTable
from perfect_play.solvers.tables.reader import NotCovered
from perfect_play.solvers.untabled.choice import table_of
from perfect_play.source import KnownMove, MoveVerdict, PositionFacts, Report

if TYPE_CHECKING:
    from perfect_play.solvers.datasets.rows import DataSet

SPENDING = SearchAllowance(depth=8, nodes=1_000_000, seconds=20.0)
LINE = LineLimits(Budget(nodes=1_000_000, seconds=20.0), moves=100_000)


@cache
def _manager(data_dir: Path) -> PuzzleManager:
    """One per data directory, as it caches what it has read."""
    return PuzzleManager(data_dir)


def open_local(name: str, variant: str | None, data_dir: str | PathLike[str] | None, solve: bool) -> Game:
    """The game that `perfect_play.open` gives. Raises RulesError."""
    cls = registry.find(name)
    rules = registry.load(cls.id, variant or cls.opening())
    source = Local(_manager(Path(data_dir or default_data_dir()).absolute()), rules)
    if solve and source.takes_seconds:
        source.solve()
    return Game(source)


class Local:
    """The source of one variant. Its keys are the positions of the rules."""

    def __init__(self, manager: PuzzleManager, rules: Rules) -> None:
        self.manager = manager
        self.rules = rules
        self.words = picture_of(rules).description
        self.id, self.variant = rules.id, rules.variant.id
        self.name, self.description = rules.name, rules.variant.name
        self.place = str(manager.data_dir)

    def opening(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """By id, variant and data directory."""
        return open_local, (self.id, self.variant, self.place, False)

    def start(self) -> Position:
        return self.rules.start()

    def read(self, text: str) -> Position:
        return read_position(self.rules, text)

    def keys(self, texts: Sequence[str]) -> list[Position]:
        return [read_position(self.rules, text) for text in texts]

    def text(self, key: Position) -> str:
        return self.rules.format(key)

    def turn(self, key: Position) -> int:
        return self.rules.turn(key)

    def report(self, key: Position) -> Report:
        """What is known of a position within two seconds."""
        report = report_now(self.manager, self.rules, key)
        moves = [
            KnownMove(self.words(key, move.move), _value(move.value), move.delta, self._known_of(move.child))
            for move in report.moves
        ]
        return Report(self._known_of(report.facts), tuple(moves))

    def _known_of(self, facts: Facts | UnsolvedPosition) -> PositionFacts:
        turn = self.rules.turn(facts.position)
        return PositionFacts(facts.position, turn, _value(facts.value), facts.remoteness, facts.nimber, facts.margin)

    def children(self, key: Position) -> list[tuple[str, Position]]:
        rules = self.rules
        if rules.primitive(key) is not None:
            return []
        return [(self.words(key, move), rules.do_move(key, move)) for move in rules.moves(key)]

    def after(self, key: Position, move: str) -> Position | None:
        with suppress(BadPlay):
            return named_move(self.rules, key, move, 1).after
        return None

    def why_unknown(self, key: Position) -> NoAnswer:
        try:
            position_report(self.manager, self.rules, key)
        except NoAnswer as error:
            return error
        return NoAnswer(f"The value of {self.text(key)!r} was not found in time. Ask again.")

    def values(self, keys: Sequence[Position]) -> list[Result]:
        """The results of positions, in one pass over the table if it has them all. Raises NoAnswer."""
        try:
            results = self.manager.stored_results(self.rules, keys)
        except NotCovered:
            results = None
        return [self.manager.result(self.rules, key) for key in keys] if results is None else results

    def line(self, key: Position) -> list[tuple[str, Position]]:
        lines = best_lines(self.manager, self.rules, key, LINE).lines
        return [
            (self.words(before, move), after)
            for before, move, after in steps(self.rules, key, lines[0] if lines else ())
        ]

    def count_lines(self, key: Position) -> int | None:
        return count_lines(self.manager, self.rules, key, LINE.budget.seconds)

    def choose(self, key: Position, strength: str, seed: str | None) -> tuple[str, Position] | None:
        """An opponent's move; the service chooses the same one for the same seed. Raises BadStrength, NoAnswer."""
        level, rules = Strength.parse(strength), self.rules
        if not self.children(key):
            return None
        if level == PERFECT and seed is None:
            move = best_moves(self.manager, rules, key, known_report(self.manager, rules, key), SPENDING)[0]
        else:
            rng = Random(None if seed is None else f"{rules.full_id} {rules.format(key)} {seed}")
            move = opponent_move(self.manager, rules, key, level, rng, SPENDING).move
        return self.words(key, move), rules.do_move(key, move)

    def judge(self, key: Position, moves: Sequence[str]) -> list[MoveVerdict]:
        judged_moves = judge(self.manager, self.rules, played_moves(self.rules, key, moves)).moves
        return [self._verdict(move) for move in judged_moves]

    def _verdict(self, judged: JudgedMove) -> MoveVerdict:
        play, name = judged.play, self.words
        best = None if judged.best is None else name(play.before, judged.best)
        parts = str(judged.kind), judged.value, judged.lost, judged.only, best, judged.points, play.after
        return MoveVerdict(name(play.before, play.move), *parts)

    def svg(self, key: Position) -> str:
        report = report_now(self.manager, self.rules, key)
        return draw_svg(self.rules, key, report if isinstance(report, PositionReport) else None)

    def everything(self) -> Iterator[tuple[Position, Result]]:
        table = table_of(self.rules)
        if table is None:
            raise NoTable(f"{self.rules.full_id} has no table, so its positions are not listed.")
        return self.manager.store.entries(table)

    def data(self, columns: Sequence[str], sample: int | None, seed: int) -> DataSet:
        from perfect_play.solvers.datasets.rows import DataSet

        return DataSet.of(self.manager, self.rules, columns, sample, seed)

    @property
    def takes_seconds(self) -> bool:
        """Whether the table is missing, and is one that a service builds at startup, within seconds."""
        table = table_of(self.rules)
        return table is not None and self.manager.missing(self.rules) and self.manager.at_start(table)

    def solve(self) -> None:
        table = table_of(self.rules)
        if table is None or not self.manager.missing(self.rules):
            return
        try:
            build_one(self.manager, table, Reporter(io.StringIO()), _silent)
        except EXPECTED as error:
            raise why_failed(self.manager, table, error) from error


def _value(value: Any) -> Value | None:
    """A value; None for `unsolved`."""
    return value if isinstance(value, Value) else None


def _silent(count: int) -> None:
    """Report no progress."""
