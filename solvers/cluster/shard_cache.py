"""What a worker remembers of the shards it has worked on, within a budget: all of it can be had from the files.

A task takes a shard's state out, and puts it back when it is done: one that fails leaves none.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

Key = tuple[str, str, int]
"""The directory of the solve, the stage, the shard."""

_states: OrderedDict[Key, tuple[int, Any, int]] = OrderedDict()


def take(key: Key, level: int) -> Any:
    """The state of a shard when this level was complete, or None."""
    known = _states.pop(key, None)
    return known[1] if known is not None and known[0] == level else None


def put(key: Key, level: int, state: Any, size: int, budget: int) -> None:
    """Remember a shard's state; what was used longest ago is forgotten beyond `budget` bytes."""
    for other in [other for other in _states if other[:2] != key[:2]]:
        del _states[other]  # of a stage that is over
    _states[key] = (level, state, size)
    while sum(known[2] for known in _states.values()) > budget and len(_states) > 1:
        _states.popitem(last=False)


def forget() -> None:
    """Forget everything."""
    _states.clear()
