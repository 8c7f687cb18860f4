"""The scheme of a solve on a cluster: steps, each a set of tasks that read and write files in the shared directory.

A task is a function of the job, the file that it writes, a number (of a shard, or a tier) and plain values; it returns
the note of that file. So the file says that the task is done, and a run that resumes another one does only what is
missing. Tiers, levels and lists differ in their tasks alone. This runs in the process that hands out the tasks.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.bound import Bound
from perfect_play.solvers.cluster.job import ShardJob, sent_name, step_of, task_name, task_of_job
from perfect_play.solvers.cluster.pieces import note_of
from perfect_play.solvers.cluster.shards import end_stage, run_level
from perfect_play.solvers.machine import cores
from perfect_play.solvers.native.checkpoint import map_array
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import whole

VERSION = 2  # of the files' contents
HEAD = "head.json"


class Journal:
    """The directory of one variant's solve, on storage that all workers see.

    shards: their number, that of the interrupted run if it is resumed. solve: what marks its files.
    """

    def __init__(self, rules: Rules, data_dir: Path, shards: int) -> None:
        self.directory = directory_of(rules, data_dir)
        head = {"rules": rules_digest(rules), "version": VERSION}
        try:
            contents = json.loads((self.directory / HEAD).read_text())
        except (OSError, ValueError):
            contents = None
        self.resumed = isinstance(contents, dict) and contents == {**contents, **head} and "shards" in contents
        if not self.resumed:
            self.remove()
            contents = {**head, "shards": shards}
            with whole(self.directory / HEAD) as temporary:
                temporary.write_text(json.dumps(contents))
        self.shards: int = contents["shards"]
        self.solve = hashlib.blake2b(repr(sorted(contents.items())).encode(), digest_size=8).hexdigest()

    def drop(self, *names: str) -> None:
        """Delete files that are no longer needed."""
        for name in names:
            (self.directory / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Delete everything."""
        shutil.rmtree(self.directory, ignore_errors=True)


def directory_of(rules: Rules, data_dir: Path) -> Path:
    """The directory of the files of a variant's solve."""
    return data_dir / "work" / f"{rules.id}.{rules.variant.id}.cluster"


if TYPE_CHECKING:
    from perfect_play.solvers.cluster.dask_executor import DaskExecutor

Call = tuple[int, tuple[Any, ...]]
"""The number of a task, and its arguments after that."""


@dataclass
class ClusterSearch:
    """One variant's solve.

    report: called with progress as keyword arguments. sent: bytes that shards have sent to each other. passes: how
    often each position is visited, 1 or 2, to scale the progress. last: by stage, the last level in which each shard
    had a task.
    """

    rules: Rules
    job: ShardJob
    journal: Journal
    executor: DaskExecutor
    report: Callable[..., None]
    sent: int = 0
    passes: int = 1
    last: dict[str, dict[int, int]] = field(default_factory=dict)

    def run(
        self,
        step: str,
        task: Callable[..., Any],
        calls: Mapping[int, tuple[Any, ...]],
        after: Mapping[int, Iterable[int]] | None = None,
        anywhere: bool = False,
    ) -> Iterator[tuple[int, Any]]:
        """Run a step; yield the number and the note of each task, at first those of tasks that were done before.

        after: the numbers of tasks that must be done before each. anywhere: as in `DaskExecutor.run`.
        """
        waiting, complete = dict(calls), set[int]()

        def ready() -> list[Call]:
            selected = [number for number in waiting if after is None or complete.issuperset(after[number])]
            return [(number, waiting.pop(number)) for number in selected]

        for number in calls:
            note = note_of(self.job.path(task_name(step, number)), self.job.solve)
            if note is not None:
                del waiting[number]
                complete.add(number)
                yield number, note
        for number, note in self.executor.run(self.job, task, step, ready, anywhere):
            complete.add(number)
            self.sent += note.get("bytes", 0)
            yield number, note

    def run_levels(self, stage: str) -> Iterator[tuple[int, int]]:
        """Run a stage level by level; yield each level, and how many positions it has.

        The shards that have a task are all of them at first, and then those that were sent something.
        """
        level, last = 0, self.last.setdefault(stage, {})
        senders: dict[int, list[int]] = {shard: [] for shard in range(self.job.shards)}
        while senders:
            calls = {shard: (stage, level, last.get(shard, -1), theirs) for shard, theirs in senders.items()}
            notes = sorted(self.run(step_of(stage, level), run_level, calls))
            senders = {}
            for shard, note in notes:
                last[shard] = level
                for receiver in note["to"]:
                    senders.setdefault(receiver, []).append(shard)
            yield level, sum(note["found"] for _, note in notes)
            level += 1

    def end(self, stage: str, bits: int = 0) -> list[Any]:
        """Have every shard write what it has found in a stage; return the notes. bits: of a code in the table."""
        calls = {shard: (stage, last, bits) for shard, last in self.last[stage].items()}
        return [note for _, note in sorted(self.run(step_of(stage), end_stage, calls))]

    def reach(self, stage: str, keep_sent: bool) -> list[int]:
        """Find all positions of a stage; return how many there are in each level. Raises what tasks raise, TooLarge."""
        counts: list[int] = []
        bound = Bound(self.rules, ranks=self.rules.dense)
        for level, count in self.run_levels(stage):
            if count:
                counts.append(count)
                bound.check(sum(counts), None)
                self.report(positions=sum(counts) // self.passes, level=level)
            if not keep_sent:
                self.drop_sent(stage, level - 1)
        return counts

    def drop_sent(self, stage: str, level: int) -> None:
        """Delete what was sent at a level."""
        self.journal.drop(*(sent_name(stage, level, shard) for shard in range(self.job.shards)))

    # --- what all have found, for the native engine -----------------------------------------------

    def task(self) -> Any:
        """What the native engine would be given to solve the variant here. Raises KernelError."""
        task = task_of_job(self.job, cores())
        task.report = self.report
        return task

    def array(self, name: str, dtype: np.dtype[Any], length: int) -> Any:
        """A new array, in a file of the journal, since it may be larger than memory. Raises OSError."""
        return np.asarray(map_array(self.journal.directory / name, dtype, length, 0))

    def joined(self, arrays: list[Any]) -> Any:
        """These arrays one after the other. Raises OSError."""
        return np.concatenate(arrays, out=self.array("joined", arrays[0].dtype, sum(map(len, arrays))))
