"""Chooses how many shards a variant is divided into, and estimates the memory and disk that the workers need."""

from dataclasses import dataclass
from typing import Literal

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.solvers.native.launch import COMPILER_BYTES, Plan, tier_bytes

Kind = Literal["bits", "runs", "tiers"]
SHARDS_A_WORKER = 2
"""More shards would balance better but send more, because known positions of the sender's own shard are not sent."""
LARGEST = {"bits": 1 << 31, "runs": 1 << 27}
"""The most ranks, or positions, of a shard: an offset has 32 bits, and what a task sorts must fit in memory."""
WIDEST = 0.2  # estimate: the widest level has at most this fraction of the positions
MIN_BUFFER, MAX_BUFFER = 32 << 20, 512 << 20  # bytes, for what is sent at a time


@dataclass(frozen=True)
class ShardPlan:
    """The division of a variant into shards.

    kind: how ranks are assigned to shards: `bits`, consecutive ranks to each; `runs`, by a hash; `tiers`, a tier to
    each. shards: their number. memory: bytes for each worker. disk: bytes on the shared storage. buffer_bytes: for what
    is sent, and as much again for what is sorted. cache_bytes: for the shards that a worker remembers.
    """

    kind: Kind
    shards: int
    memory: int
    disk: int
    buffer_bytes: int
    cache_bytes: int


def plan_shards(rules: Rules, plan: Plan, workers: int, shards: int | None = None) -> ShardPlan:
    """How to divide a variant among this many workers, into the given number of shards if there is one."""
    if isinstance(rules, BoardGame) and plan.kernel is None:
        return _plan_tiers(rules)
    size = rules.size or 0
    positions = rules.variant.positions or size
    kind: Kind = "bits" if rules.dense and plan.engine != "forward" else "runs"
    count = size if kind == "bits" else positions
    shards = shards or max(SHARDS_A_WORKER * workers, -(-count // LARGEST[kind]))
    mine = -(-shards // workers)  # shards of a worker
    each = -(-count // shards)
    assert plan.kernel is not None
    max_moves = plan.kernel.most
    buffer = min(max(MIN_BUFFER, size // 8), MAX_BUFFER) if kind == "bits" else MIN_BUFFER
    moves = positions * max_moves
    cached = mine * each // 8 if kind == "bits" else mine * 16 * each
    if plan.engine == "forward":
        working = 40 * each + 8 * moves // shards
        disk = 50 * positions + (10 if plan.kernel.margin is None else 13) * moves
    elif kind == "bits":
        working = 6 * each
        disk = 7 * positions + int(WIDEST * 8 * moves)
    else:
        working = 24 * each + int(WIDEST * 16 * moves / shards)
        disk = 32 * positions + int(WIDEST * 16 * moves)
    return ShardPlan(kind, shards, COMPILER_BYTES + cached + working + 2 * buffer, disk, buffer, cached + buffer)


def _plan_tiers(rules: BoardGame) -> ShardPlan:
    """Every tier is a shard; a worker has one at a time in memory, besides what it maps of others."""
    numbering = rules.arrangements
    largest = max(tier.end - tier.first for tier in numbering.tiers)
    disk = 4 * numbering.size + numbering.size // 2
    return ShardPlan("tiers", len(numbering.tiers), COMPILER_BYTES + tier_bytes(rules) * largest, disk, 0, 0)
