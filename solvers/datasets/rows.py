"""`DataSet`: a solved table as rows, one for each class of symmetric positions, read in batches in order of rank.

A batch is a range of the table's blocks, so it depends on nothing but the table: the rows are the same each time,
however many processes read them.
"""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import numpy as np

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadText, Position, Rules, Value, short, suggest
from perfect_play.puzzles.mixins import Impartial, Scored, nimber_of
from perfect_play.solvers.arrays import Bools, Ints, Texts
from perfect_play.solvers.datasets.columns import COLUMNS, COSTLY
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.line_counts import count_lines, lines_by_level
from perfect_play.solvers.reports.position import PositionReport, position_report
from perfect_play.solvers.result import LOST, VALUES
from perfect_play.solvers.status import NoTable
from perfect_play.solvers.tables.unpacking import LAYOUTS
from perfect_play.solvers.untabled.choice import table_of

BATCH = 1 << 17
"""Entries of the table in a batch, up to a block more; a quarter of a million at most."""

FEW = 1 << 15
"""Rows for which no other processes are started, and whose lines are always counted all together."""

MOST_COUNTED = 2_000_000
"""Rows of a table whose lines are counted all together, in memory."""

APART = 100
"""One row in so many, or fewer, are counted one by one."""

NAMES = {"value": tuple(map(str, VALUES)), "split": ("train", "validation", "test")}
"""Columns of names, which a batch holds as indexes."""

NONE = -1
"""A remoteness that does not exist."""

Batch = dict[str, Any]
"""The columns by name: arrays of integers; lists of texts (`position`) and of lists (`moves`)."""


Lines = Callable[[Position], int | None]
"""The number of best lines of a position."""


class BlockRange(NamedTuple):
    """Blocks of a table, from `first` to before `last`."""

    first: int
    last: int


class Entries(NamedTuple):
    """Entries of a table that have a result, as arrays: their ranks or texts, codes, bytes beside them, and numbers."""

    keys: Ints | Texts
    codes: Ints
    margins: Ints
    numbers: Ints


@dataclass(frozen=True)
class DataSet:
    """The table of a variant as rows of some columns.

    manager: reads the table. sample: how many rows, drawn at random; None: all. seed: the same one draws the same rows.
    """

    manager: PuzzleManager = field(repr=False, compare=False)
    id: str
    variant: str
    columns: tuple[str, ...]
    sample: int | None = None
    seed: int = 0

    @classmethod
    def of(
        cls, manager: PuzzleManager, rules: Rules, columns: Sequence[str] = (), sample: int | None = None, seed: int = 0
    ) -> DataSet:
        """The data set of these rules, with the usual columns or those named. Raises BadText, NoAnswer."""
        table = table_of(rules)
        if table is None:
            raise NoTable(f"{rules.full_id} has no table, so its positions are not listed.")
        meta = manager.store.meta(table)
        missing = set() if isinstance(table, Scored) else {"margin"}
        stored = bool(meta.margins and not meta.levels)
        counted = isinstance(table, Impartial) and (stored or nimber_of(table, table.start()) is not None)
        missing |= set() if counted else {"nimber"}
        for name in columns:
            if name not in COLUMNS:
                raise BadText(f"There is no column {short(name)}.{suggest(name, COLUMNS)} Columns: {_column_list()}.")
            if name in missing:
                raise BadText(f"{table.full_id} has no {name}.")
        if sample is not None and sample < 1:
            raise BadText(f"{sample} rows: expected 1 or more.")
        names = columns or [name for name in COLUMNS if name not in missing and name not in COSTLY]
        ordered = tuple(name for name in COLUMNS if name in names)
        data = cls(manager, table.id, table.variant.id, ordered, sample, seed)
        if "lines" in ordered and data._together and data.all_rows > MOST_COUNTED:
            raise BadText(
                f"Lines are counted in tables of up to {MOST_COUNTED:,} rows, and {table.full_id} has "
                f"{data.all_rows:,}. Ask for a sample of fewer than {data.all_rows // APART:,} rows."
            )
        return data

    @property
    def rules(self) -> Rules:
        """The rules whose table it is."""
        return registry.load(self.id, self.variant)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies in other processes have a manager there."""
        return _open_data_set, (self.manager.data_dir, self.id, self.variant, self.columns, self.sample, self.seed)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.all_rows if self.sample is None else min(self.sample, self.all_rows)

    @property
    def all_rows(self) -> int:
        """The rows of the whole table: if it lists the entries that there are, `positions` may count their images."""
        meta = self.manager.store.meta(self.rules)
        return meta.entries if LAYOUTS[meta.layout].indexed else meta.positions

    @property
    def _together(self) -> bool:
        """Whether lines are counted for the whole table, not for each row."""
        return self.all_rows <= FEW or self.rows * APART > self.all_rows

    def batches(self, processes: int = 1) -> Iterator[Batch]:
        """The rows in batches, none of them empty, on so many processes. Raises TableMissing or TableCorrupt."""
        return filter(size_of, self.numbered_batches(processes))

    def numbered_batches(self, processes: int = 1, first: int = 0) -> Iterator[Batch]:
        """The same from number `first` on, where empty ones count, too."""
        lines = self._lines() if "lines" in self.columns and self._together else None
        alone = processes == 1 or self.rows <= FEW or lines is not None
        read, parts = partial(self.read, lines=lines), islice(self._parts(), first, None)
        for batch in map(read, parts) if alone else self._on_processes(processes, parts):
            yield {name: batch[name] for name in self.columns}

    def _on_processes(self, processes: int, parts: Iterator[BlockRange | Entries]) -> Iterator[Batch]:
        waiting: deque[Future[Batch]] = deque()
        with ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent) as pool:
            for part in parts:
                waiting.append(pool.submit(self.read, part))
                if len(waiting) > processes + 1:  # bounds what lies in memory
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _lines(self) -> Lines:
        """The number of best lines of each position of the table; 0 for those that the table gives no end."""
        rules, counts = self.rules, dict[Position, int]()
        for level in lines_by_level(rules, self.manager.store.entries(rules)):
            counts |= level
        return lambda position: counts.get(rules.canonical(position) if rules.symmetric else position, 0)

    def _parts(self) -> Iterator[BlockRange | Entries]:
        """The table as ranges of blocks; of a sample, the entries that are drawn from each range."""
        meta = self.manager.store.meta(self.rules)
        step = max(1, BATCH // max(1, meta.block_entries))
        ranges = [BlockRange(first, min(first + step, meta.blocks)) for first in range(0, meta.blocks, step)]
        if self.sample is None:
            yield from ranges
            return
        drawn = np.array(sorted(random.Random(self.seed).sample(range(self.all_rows), self.rows)), np.int64)
        before = 0
        for block_range in ranges:
            keys, codes, margins, numbers = self._entries(block_range)
            after = before + len(keys)
            places = drawn[(drawn >= before) & (drawn < after)] - before
            if len(places):
                yield Entries(keys[places], codes[places], margins[places], numbers[places])
            before = after

    def _entries(self, block_range: BlockRange) -> Entries:
        rules, first = self.rules, block_range.first * self.manager.store.meta(self.rules).block_entries
        blocks = map(self._block, range(block_range.first, block_range.last))
        keys, codes, margins = map(np.concatenate, zip(*blocks, strict=True))
        return Entries(keys, codes, margins, keys if rules.size else np.arange(first, first + len(keys)))

    def _block(self, number: int) -> tuple[Ints | Texts, Ints, Ints]:
        """The ranks or texts in a block that have a result, their codes, and the bytes beside them, if any."""
        store, rules = self.manager.store, self.rules
        meta = store.meta(rules)
        keys: Any
        keys, raw_codes, raw_margins = store.entries_of(rules, number)
        codes = np.frombuffer(raw_codes, raw_codes.typecode)
        if meta.layout == "modulo3":
            bits = 2 * np.arange(32, dtype=np.uint64)
            codes = (codes[:, None] >> bits & np.uint64(3)).ravel()[: len(keys)]
        exists: Bools = codes != meta.codec.no_entry
        margins = np.zeros(len(codes), np.int8) if raw_margins is None else np.frombuffer(raw_margins, np.int8)
        if isinstance(keys, list):  # of texts
            every: Any = np.empty(len(keys), object)
            every[:] = keys
        else:
            every = np.arange(keys.start, keys.stop) if isinstance(keys, range) else np.frombuffer(keys, np.uint64)
        return every[exists], codes[exists], margins[exists]

    def read(self, part: BlockRange | Entries, lines: Lines | None = None) -> Batch:
        """The rows of a part of the table, with these columns and `split`."""
        rules, columns = self.rules, set(self.columns)
        meta = self.manager.store.meta(rules)
        keys, codes, margins, numbers = part if isinstance(part, Entries) else self._entries(part)
        several = rules.size and rules.symmetric and not rules.images_share_rank  # ranks of a class
        unrank = rules.unrank if rules.size else _text_parser(rules)
        by_code = set() if several or meta.layout == "modulo3" else {"class", "split", "value", "remoteness", "margin"}
        positions = [unrank(key) for key in keys.tolist()] if columns - by_code else []
        batch: Batch = {"class": numbers.astype(np.int64)}
        if several:
            batch["class"] = np.array([rules.rank(rules.canonical(position)) for position in positions], np.int64)
        batch["split"] = split_of(batch["class"])
        batch["value"], batch["remoteness"] = self._results(codes, positions)
        batch["margin"] = margins
        if "nimber" in columns:
            batch["nimber"] = (
                margins if meta.margins else np.array([nimber_of(rules, each) for each in positions], np.int32)
            )
        if "position" in columns:
            batch["position"] = list(map(rules.format, positions))
        if "turn" in columns:
            batch["turn"] = np.fromiter(map(rules.turn, positions), np.int8, len(positions))
        if "board" in columns:
            cells = "".join(rules.board(position).cells for position in positions)
            batch["board"] = np.frombuffer(cells.encode(), np.uint8).reshape(len(positions), -1)
        if "lines" in columns:
            count = lines or (lambda position: count_lines(self.manager, rules, position, seconds=None))
            batch["lines"] = np.array(list(map(count, positions)), np.uint64)
        if columns & {"best_moves", "moves"}:
            reports = [position_report(self.manager, rules, position) for position in positions]
            batch["best_moves"] = np.array(list(map(_best_moves, reports)), np.int32)
            batch["moves"] = [_moves(rules, report) for report in reports]
        return batch

    def _results(self, codes: Ints, positions: Sequence[Position]) -> tuple[Ints, Ints]:
        """The values, as indexes of VALUES, and the remotenesses."""
        meta = self.manager.store.meta(self.rules)
        lost = VALUES.index(LOST.value)
        if meta.layout == "modulo3":
            results = self.manager.store.probe_each(self.rules, positions)
            return np.zeros(len(codes), np.int8), np.array([result.remoteness for result in results], np.int32)
        remotenesses = codes.astype(np.int32)  # with a sign
        if meta.kind == "puzzle":
            solvable = codes != meta.codec.not_solvable
            return np.where(solvable, 0, lost).astype(np.int8), np.where(solvable, remotenesses, NONE)
        values = (codes & 3).astype(np.int8)
        return values, np.where(values == VALUES.index(Value.DRAW), np.int32(NONE), remotenesses >> 2)


@cache
def _manager(data_dir: Path) -> PuzzleManager:
    return PuzzleManager(data_dir)


def _end_with_parent() -> None:
    """Let a process of the pool end when the one that started it is killed: it would wait for work forever."""

    def wait() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _open_data_set(data_dir: Path, *fields: Any) -> DataSet:
    return DataSet(_manager(data_dir), *fields)


def split_of(classes: Ints) -> Ints:
    """The part of the data that each class belongs to, as an index: a hash of its number (SplitMix64)."""
    mixed = classes.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    tenth = ((mixed ^ mixed >> np.uint64(31)) % np.uint64(10)).astype(np.int8)
    return np.maximum(tenth - 7, 0).astype(np.int8)


def size_of(batch: Batch) -> int:
    """The number of rows."""
    return len(next(iter(batch.values())))


def records(batch: Batch) -> Iterator[dict[str, Any]]:
    """The rows of a batch, each as values by column: names for indexes, None for what does not exist."""
    columns: list[Any] = []
    for name, column in batch.items():
        values = column if isinstance(column, list) else column.tolist()
        if name in NAMES:
            values = map(NAMES[name].__getitem__, values)
        elif name == "remoteness":
            values = (None if value == NONE else value for value in values)
        columns.append(values)
    for values in zip(*columns, strict=True):
        yield dict(zip(batch, values, strict=True))


def concatenate_batches(batches: Iterator[Batch]) -> dict[str, Any]:
    """All rows as one array for each column: texts as NumPy's, lists of moves as objects. Empty if there are none."""
    columns: dict[str, list[Any]] = {}
    for batch in batches:
        for name, column in batch.items():
            if name == "moves":
                moves: Any = np.empty(len(column), object)
                moves[:] = column
                column = moves
            columns.setdefault(name, []).append(np.asarray(column))
    return {name: np.concatenate(parts) for name, parts in columns.items()}


def _text_parser(rules: Rules) -> Any:
    return lambda text: rules.parse(text.decode())


def _best_moves(report: PositionReport) -> int:
    return sum(move.rank == report.moves[0].rank for move in report.moves)


def _moves(rules: Rules, report: PositionReport) -> list[dict[str, Any]]:
    return [
        {
            "move": move.name,
            "position": rules.format(move.child.position),
            "value": str(move.value),
            "remoteness": move.child.remoteness,
        }
        for move in report.moves
    ]


def _column_list() -> str:
    return ", ".join(COLUMNS)
