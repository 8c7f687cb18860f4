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
    known = _states.pop(key, None)
    return known[1] if known is not None and known[0] == level else None


def put(key: Key, level: int, state: Any, size: int, budget: int) -> None:
    """Cache a shard's state of `size` bytes as of the end of this level; beyond `budget` bytes, evict the oldest."""
    for other in [other for other in _states if other[:2] != key[:2]]:
        del _states[other]  # its stage is over
    _states[key] = (level, state, size)
    while sum(known[2] for known in _states.values()) > budget and len(_states) > 1:
        _states.popitem(last=False)


def forget() -> None:
    """Empty the cache."""
    _states.clear()
