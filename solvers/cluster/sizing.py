"""How a variant is shared out among workers, and what each of them needs: said before anything is taken."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.base import Rules
from solvers.cluster.job import Kind
from solvers.native.launch import COMPILER, Plan

SHARDS_A_WORKER = 2
"""More would share out more evenly, but send more: what leads back into the sender's own shard is not sent."""
LARGEST = {"bits": 1 << 31, "runs": 1 << 27}
"""Ranks, or positions, of a shard: an offset has 32 bits, and what a task sorts has to fit into memory."""
WIDEST = 0.2  # of the positions are in the widest level, or less: an estimate
ROOM, MOST_ROOM = 32 << 20, 512 << 20  # bytes for what is sent at a time


@dataclass(frozen=True)
class Shares:
    """shards: how many; memory: bytes for each worker; disk: bytes on the storage that all share; room: see Job."""

    kind: Kind
    shards: int
    memory: int
    disk: int
    room: int
    states: int


def shares_of(rules: Rules, plan: Plan, workers: int, shards: int | None = None) -> Shares:
    """How a variant is shared out among so many workers; `shards`, if somebody has said so."""
    size = rules.size or 0
    positions = rules.variant.positions or size
    kind: Kind = "bits" if rules.dense else "runs"
    count = size if kind == "bits" else positions
    shards = shards or max(SHARDS_A_WORKER * workers, -(-count // LARGEST[kind]))
    mine = -(-shards // workers)  # of a worker
    each = -(-count // shards)
    most = plan.kernel.most
    room = min(max(ROOM, size // 8), MOST_ROOM) if kind == "bits" else ROOM
    if plan.engine == "forward":
        moves = positions * most // 2
        states = mine * 6 * each
        working = 40 * each + 16 * moves // shards
        disk = 26 * positions + 24 * moves
    elif kind == "bits":
        states = mine * each // 8
        working = 2 * each
        disk = 6 * positions + int(WIDEST * 8 * positions * most)
    else:
        states = mine * 16 * each
        working = 24 * each + int(WIDEST * 16 * each * most)
        disk = 20 * positions + int(WIDEST * 16 * positions * most)
    return Shares(kind, shards, COMPILER + states + working + 2 * room, disk, room, states + room)
