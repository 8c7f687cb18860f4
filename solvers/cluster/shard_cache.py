"""A worker's cache of the shards it has worked on, within a memory budget; all of it can be restored from the files.

A task takes a shard's state out and puts it back when done, so a task that fails leaves none.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

Key = tuple[str, str, int]
"""The directory of the solve, the stage, the shard."""

_states: OrderedDict[Key, tuple[int, Any, int]] = OrderedDict()


def take(key: Key, level: int) -> Any:
    """Take out the state of a shard as of the end of this level; None if it is not cached."""
    cached = _states.pop(key, None)
    return cached[1] if cached is not None and cached[0] == level else None


def put(key: Key, level: int, state: Any, size: int, budget: int) -> None:
    """Cache a shard's state of `size` bytes as of the end of this level; beyond `budget` bytes, evict the oldest."""
    for stale in [stale for stale in _states if stale[:2] != key[:2]]:
        del _states[stale]  # its stage is over
    _states[key] = (level, state, size)
    while sum(cached[2] for cached in _states.values()) > budget and len(_states) > 1:
        _states.popitem(last=False)


def forget() -> None:
    """Empty the cache."""
    _states.clear()
