"""The two tasks of a stage that goes level by level: one level of one shard, and what a shard writes in the end.

A shard's state is the outcome of all its levels. A worker remembers it; one that does not restores it from the files of
these levels: each names the last one before it, and the shards that had sent something for it.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from perfect_play.solvers.cluster.job import BACK, REACH, ShardJob, sent_name, step_of, task_name
from perfect_play.solvers.cluster.pieces import PieceFile, PieceWriter
from perfect_play.solvers.cluster.reach import BitShard, MovesShard, RunShard
from perfect_play.solvers.cluster.value_passing import ValueShard

STATES: OrderedDict[tuple[str, str, int], tuple[int, Any]] = OrderedDict()
"""What this worker remembers: by directory, stage and shard, its last level and its state after that."""


def run_level(
    job: ShardJob, out: PieceWriter, shard: int, stage: str, level: int, last: int, senders: Sequence[int]
) -> dict[str, Any]:
    """Run one level of a shard: apply what was sent for it, and send on what that leads to.

    last: the last level before this in which the shard had a task, or -1. senders: the shards that sent something for
    it. In the note, `found` is the number of positions of the level, `to` who is sent something. Raises KernelError,
    FileDamaged, OSError.
    """
    state = _state(job, shard, stage, last)
    frontier = state.absorb(job.sent_files(stage, level, senders), level) if level else state.begin()
    with job.write(sent_name(stage, level, shard)) as sent:
        state.send(frontier, sent)
    state.write_level(out)
    _remember(job, shard, stage, level, state)
    to = sorted({int(name.partition(".")[0]) for name in sent.names})
    return {"found": len(frontier), "to": to, "bytes": sent.length, "senders": senders, "last": last}


def end_stage(job: ShardJob, out: PieceWriter, shard: int, stage: str, last: int, bits: int) -> dict[str, Any]:
    """Write what a shard has found in a stage. bits: of a code in the table. Raises FileDamaged, OSError."""
    note: dict[str, Any] = _state(job, shard, stage, last).end(out, _levels(job, shard, stage, last), bits)
    return note


def _levels(job: ShardJob, shard: int, stage: str, last: int) -> list[tuple[int, PieceFile]]:
    """The levels up to the last one in which a shard had a task, and their files. Raises FileDamaged, OSError."""
    levels: list[tuple[int, PieceFile]] = []
    while last >= 0:
        levels.append((last, job.read(task_name(step_of(stage, last), shard))))
        last = levels[-1][1].note["last"]
    return levels[::-1]


def _state(job: ShardJob, shard: int, stage: str, last: int) -> Any:
    """The state of a shard after a level: taken from memory, so a task that fails leaves none; or restored."""
    level, state = STATES.pop((job.directory, stage, shard), (None, None))
    if level != last:
        kinds: dict[str, Any] = {BACK: BitShard if job.width else RunShard, REACH: MovesShard}
        state = kinds.get(stage, ValueShard)(job, stage, shard)
        for earlier, file in _levels(job, shard, stage, last):
            state.restore(earlier, file)
    return state


def _remember(job: ShardJob, shard: int, stage: str, level: int, state: Any) -> None:
    """Remember a shard's state; forget those of other stages, and the oldest if they are too large."""
    for key in [key for key in STATES if key[:2] != (job.directory, stage)]:
        del STATES[key]
    STATES[job.directory, stage, shard] = level, state
    while len(STATES) > 1 and sum(state.size for _, state in STATES.values()) > job.cache_bytes:
        STATES.popitem(last=False)
