"""Decoded blocks of tables, and a cache of them."""

import threading
from array import array
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from perfect_play.solvers.tables.table_layout import Codes

SPARSE_ENTRY_OVERHEAD = 70  # bytes that a decoded text takes beyond its characters


@dataclass(frozen=True, slots=True)
class Block:
    """A decoded block: codes, and the ranks or texts they belong to, if stored."""

    codes: Codes
    keys: Codes | list[bytes] | None

    @property
    def size(self) -> int:
        """Its approximate size in memory, in bytes."""
        keys = self.keys or ()
        if isinstance(keys, array):
            return len(self.codes) * self.codes.itemsize + len(keys) * keys.itemsize
        return len(self.codes) * self.codes.itemsize + sum(map(len, keys)) + len(keys) * SPARSE_ENTRY_OVERHEAD


class BlockCache:
    """The most recently used decoded blocks, within a budget of bytes. Threads may share it.

    A block larger than the budget is kept alone; otherwise it would be reread for every position.
    """

    def __init__(self, budget: int) -> None:
        capacity = max(1, budget)
        self.hits = self.misses = 0
        self._blocks = LRUCache[Any, Block](capacity, getsizeof=lambda block: min(block.size, capacity))
        self._lock = threading.Lock()

    @property
    def used(self) -> int:
        """Bytes of the blocks that are kept."""
        return int(self._blocks.currsize)

    def get(self, key: Any) -> Block | None:
        """The block with this key, or None."""
        with self._lock:
            block = self._blocks.get(key)
            self.hits += block is not None
            self.misses += block is None
            return block

    def put(self, key: Any, block: Block) -> None:
        """Keep a block, dropping the least recently used ones."""
        with self._lock:
            self._blocks[key] = block
