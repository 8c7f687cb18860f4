"""Benchmarks of perfect play: questions about positions of many games, and a key with the value of every move.

`questions.jsonl` and `games.jsonl` are for the player that is tested, `key.jsonl` for the score. The same seed and
version are the same bytes on every machine. Every tenth position is told in three disguises as well.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Rules, RulesError, Value
from perfect_play.solvers import __version__
from perfect_play.solvers.datasets.disguise import STORIES, Disguise
from perfect_play.solvers.datasets.rows import DataSet, records
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import PositionReport, position_report
from perfect_play.solvers.tables.publish import whole
from perfect_play.solvers.untabled.choice import has_table

VERSION = 1
GAMES = 100
SMALLEST, LARGEST = 100, 200_000  # positions of a variant
POOL = 4
"""Positions drawn for each one that is asked about, so that there are rare kinds among them."""

DISGUISED = 10
"""Every so many positions, one is told in disguise as well."""

DEPTHS = (2, 5, 9, 14, 20)
"""The least remotenesses of the kinds of depth after the first."""

POINTS = {Value.WIN: 1.0, Value.TIE: 0.5, Value.DRAW: 0.5, Value.LOSE: 0.0}
"""What a value counts in a score."""

PLAIN = "plain"
DESCRIPTION, QUESTIONS, KEY, RULES = "benchmark.json", "questions.jsonl", "key.jsonl", "games.jsonl"


class Item(NamedTuple):
    """A position to ask about."""

    text: str
    report: PositionReport

    @property
    def keeping(self) -> int:
        """How many moves keep the value."""
        moves = self.report.moves
        return sum(move.value is moves[0].value for move in moves)

    @property
    def kind(self) -> tuple[str, int, int]:
        """Its value, its depth, and whether one move, some or all keep the value: what is mixed evenly."""
        several = min(self.keeping, 2) if self.keeping < len(self.report.moves) else 3
        return str(self.report.facts.value), depth_of(self.report.facts.remoteness), several


def depth_of(remoteness: int | None) -> int:
    """The kind of depth, from 0 on; one more than the greatest for endless play."""
    return len(DEPTHS) + 1 if remoteness is None else sum(remoteness >= least for least in DEPTHS)


def games(number: int = GAMES) -> list[Rules]:
    """The variants of the benchmark: the largest of each game that are small enough, then the next, by id."""
    ordered: list[tuple[int, str, Rules]] = []
    for cls in registry.all_rules():
        if issubclass(cls, Game):
            variants = [registry.load(cls.id, each.id) for each in cls.variants]
            fitting = [each for each in variants if SMALLEST <= each.variant.positions <= LARGEST and has_table(each)]
            fitting.sort(key=lambda rules: (-rules.variant.positions, rules.variant.id))
            ordered += [(place, rules.full_id, rules) for place, rules in enumerate(fitting)]
    return [rules for _, _, rules in sorted(ordered, key=lambda entry: entry[:2])[:number]]


def make(
    folder: Path,
    manager: PuzzleManager,
    variants: list[Rules],
    seed: int,
    positions: int,
    begun: Callable[[str], object] = str,
) -> int:
    """Write a benchmark of these solved variants; returns the number of questions. Raises NoAnswer, OSError.

    begun: called with the name of each variant.
    """
    head = {"benchmark": VERSION, "version": __version__, "seed": seed}
    with (
        whole(folder / QUESTIONS) as questions_path,
        whole(folder / KEY) as key_path,
        whole(folder / RULES) as rules_path,
        questions_path.open("wb") as questions,
        key_path.open("wb") as key,
        rules_path.open("wb") as rules_file,
    ):
        digest, total = hashlib.sha256(), 0
        for file in (questions, key, rules_file):
            file.write(_line(head))
        for rules in variants:
            begun(rules.full_id)
            tellings = [None, *(Disguise(rules, number, seed) for number in range(len(STORIES)))]
            texts = {_name(number): _rules(rules, telling) for number, telling in enumerate(tellings)}
            rules_file.write(_line({"game": rules.full_id, "rules": texts}))
            for number, item in enumerate(_items(manager, rules, seed, positions)):
                for telling, disguise in enumerate(tellings if number % DISGUISED == 0 else tellings[:1]):
                    entry = {"id": f"{rules.full_id}:{number}:{_name(telling)}", "game": rules.full_id}
                    question, answers = _question_and_key(rules, item, disguise, f"{seed} {entry['id']}")
                    question_line, key_line = _line(entry | question), _line(entry | answers)
                    questions.write(question_line)
                    key.write(key_line)
                    digest.update(question_line + key_line)
                    total += 1
    about = {**head, "digest": digest.hexdigest(), "questions": total, "games": [each.full_id for each in variants]}
    with whole(folder / DESCRIPTION) as path:
        path.write_bytes(orjson.dumps(about, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return total


def read(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """The lines of a file of a benchmark, but the first. Raises RulesError if there is none."""
    try:
        with (folder / name).open("rb") as file:
            next(file)
            yield from map(orjson.loads, file)
    except (OSError, StopIteration, ValueError) as error:
        raise _no_benchmark(folder, name, error) from error


def description(folder: Path) -> dict[str, Any]:
    """What a benchmark says of itself. Raises RulesError if there is none, or of another version."""
    try:
        about: dict[str, Any] = orjson.loads((folder / DESCRIPTION).read_bytes())
        if about["benchmark"] != VERSION:
            raise ValueError(f"its version is {about['benchmark']}, not {VERSION}")
    except (OSError, LookupError, TypeError, ValueError) as error:
        raise _no_benchmark(folder, DESCRIPTION, error) from error
    return about


def _no_benchmark(folder: Path, name: str, error: Exception) -> RulesError:
    return RulesError(f"{folder / name} is not of a benchmark: {error}. To make one: benchmark make -o {folder}")


def _name(telling: int) -> str:
    return f"disguise{telling}" if telling else PLAIN


def _line(entry: dict[str, Any]) -> bytes:
    return orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE)


def _items(manager: PuzzleManager, rules: Rules, seed: int, positions: int) -> Iterator[Item]:
    """The positions with several moves to ask about, evenly of all kinds that there are."""
    data = DataSet.of(manager, rules, ["position", "remoteness"], POOL * positions, seed)
    kinds: dict[tuple[str, int, int], list[Item]] = defaultdict(list)
    for batch in data.batches():
        for row in records(batch):
            item = Item(row["position"], position_report(manager, rules, rules.parse(row["position"])))
            if len(item.report.moves) > 1:
                kinds[item.kind].append(item)
    rng = random.Random(f"{seed} {rules.full_id}")
    for kind in sorted(kinds):
        rng.shuffle(kinds[kind])
    rounds = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    mixed = [item for each in rounds for item in each if item is not None]
    yield from mixed[:positions]


def _rules(rules: Rules, disguise: Disguise | None) -> str:
    return disguise.rules if disguise else f"{rules.name}, {rules.variant.name}. {rules.instructions}"


def _question_and_key(
    rules: Rules, item: Item, disguise: Disguise | None, seed: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The question about a position, and its key: each move's value, slowness, whether it is best, and plain name."""
    facts, moves = item.report.facts, list(item.report.moves)
    best = moves[0]
    random.Random(seed).shuffle(moves)
    if disguise:
        names = disguise.moves(facts.position, [move.child.position for move in moves])
        cells = disguise.cells(facts.position)
        shown = {
            "turn": disguise.side(facts.position),
            "board": "\n".join(f"{cell}: {piece}" for cell, piece in cells.items()),
            "state": cells,
        }
    else:
        names = [move.name for move in moves]
        board = rules.board(facts.position)
        rows = [board.cells[first : first + board.cols] for first in range(0, len(board.cells), board.cols)]
        shown = {"turn": str(rules.turn(facts.position)), "board": "\n".join(rows), "state": rows}
    key = {
        name: [move.value, move.delta, move.rank == best.rank, move.name]
        for name, move in zip(names, moves, strict=True)
    }
    answers = {
        "position": item.text,
        "value": facts.value,
        "remoteness": facts.remoteness,
        "only": item.keeping == 1,
        "best": best.value,
        "moves": key,
    }
    return {**shown, "moves": names}, answers
