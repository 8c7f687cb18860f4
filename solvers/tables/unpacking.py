"""Reads the parts of a table: one class for each of the layouts that `table_layout.py` packs."""

import threading
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.result import MODULO3, WIDTHS, Codec, Kind
from perfect_play.solvers.tables.table_layout import RANK, RANK_BYTES, Codes, Layout

try:
    from zstandard import ZstdDecompressor
    from zstandard import ZstdError as ZstdError
except ModuleNotFoundError:  # in a browser, where the standard library is that of Python 3.14
    from compression.zstd import ZstdError as ZstdError  # type: ignore[import-not-found, no-redef]
    from compression.zstd import decompress

    class ZstdDecompressor:  # type: ignore[no-redef]
        """As that of `zstandard`."""

        decompress = staticmethod(decompress)


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
        self._budget = budget
        self.hits = self.misses = self.used = 0
        """used: bytes of the blocks that are kept."""
        self._blocks = OrderedDict[Any, Block]()
        self._lock = threading.Lock()

    def get(self, key: Any) -> Block | None:
        """The block with this key, or None."""
        with self._lock:
            block = self._blocks.get(key)
            if block is None:
                self.misses += 1
            else:
                self.hits += 1
                self._blocks.move_to_end(key)
            return block

    def put(self, key: Any, block: Block) -> None:
        """Keep a block, dropping the least recently used ones."""
        with self._lock:
            if (replaced := self._blocks.pop(key, None)) is not None:
                self.used -= replaced.size
            self._blocks[key] = block
            self.used += block.size
            while self.used > self._budget and len(self._blocks) > 1:
                self.used -= self._blocks.popitem(last=False)[1].size


Place = tuple[int, int]
"""The number of a block, and an index in it."""


class _Decompressor(threading.local):
    """One for each thread, because creating one takes a fifth of the time of decompressing a block."""

    def __init__(self) -> None:
        self.decompressor = ZstdDecompressor()


_DECOMPRESSOR = _Decompressor()


def decompressed(part: bytes) -> bytes:
    """The contents of a compressed part. Raises ZstdError."""
    return _DECOMPRESSOR.decompressor.decompress(part)


class DenseLayout:
    """The code of every rank, in order. A position without rank is lost."""

    ranked = True
    """Whether positions are stored by rank, otherwise by text."""

    indexed = False
    """Whether a part `index` holds the first key of every block."""

    coded = True
    """Whether a code gives a whole result."""

    widths: Collection[int] = WIDTHS
    """Bits that a code may have."""

    per_item = 1
    """Codes in an item of a decoded block."""

    def codec(self, kind: Kind, maximum: int) -> Codec:
        """The codec of a table with remotenesses up to `maximum`. Raises RemotenessTooLarge."""
        return Codec.fitting(kind, maximum)

    def key(self, rules: Rules, position: Any) -> Any:
        """The key a position is stored under; None if it cannot be stored."""
        return rules.rank(position)

    def place(self, key: Any, step: int, first_keys: Sequence[Any], block: Callable[[int], Block]) -> Place | None:
        """The place of a key's code; None if there is none.

        step: entries of a block. first_keys: of every block, if the layout is indexed. block: reads one by number.
        """
        number, offset = divmod(key, step)
        return number, offset

    def block(self, codec: Codec, raw: bytes) -> Block:
        """A block from its decompressed part. Raises ValueError or IndexError if it is damaged."""
        return Block(_numbers(raw, codec.typecode), None)

    def index(self, part: bytes) -> Sequence[Any]:
        """The first key of every block, from the part `index`. Raises ZstdError or ValueError."""
        firsts = array(RANK)
        firsts.frombytes(decompressed(part))
        return firsts


class Modulo3Layout(DenseLayout):
    """Two bits for every rank: the remoteness modulo 3, which guides the walk in `walked`."""

    coded = False
    widths = (MODULO3.bits,)
    per_item = 32

    def codec(self, kind: Kind, maximum: int) -> Codec:
        """The codec of two bits, whatever the maximum."""
        return MODULO3

    def block(self, codec: Codec, raw: bytes) -> Block:
        """A block of words of 64 bits, the first rank lowest. Raises as `DenseLayout.block`."""
        codes = array(RANK)
        codes.frombytes(raw)
        return Block(codes, None)


class SortedLayout(DenseLayout):
    """The existing ranks, in order, each with its code."""

    indexed = True

    def place(self, key: Any, step: int, first_keys: Sequence[Any], block: Callable[[int], Block]) -> Place | None:
        """As `DenseLayout.place`, by bisection of the first keys, and then of the block."""
        number = bisect_right(first_keys, key) - 1
        if number < 0:
            return None
        keys = block(number).keys
        assert keys is not None
        offset = bisect_right(keys, key) - 1
        return (number, offset) if offset >= 0 and keys[offset] == key else None

    def block(self, codec: Codec, raw: bytes) -> Block:
        """A block of codes and ranks; the ranks are stored as differences. Raises as `DenseLayout.block`."""
        count, width = int.from_bytes(raw[:4], "little"), raw[4]
        end = 5 + width * count
        differences = _numbers(raw[5:end] + bytes((RANK_BYTES - width) * count), RANK)
        return Block(_numbers(raw[end:], codec.typecode), array(RANK, accumulate(differences)))


class SparseLayout(SortedLayout):
    """The texts of the canonical positions, in order, each with its code."""

    ranked = False

    def key(self, rules: Rules, position: Any) -> bytes:
        """The text of the canonical position."""
        return rules.format(rules.canonical(position) if rules.symmetric else position).encode()

    def block(self, codec: Codec, raw: bytes) -> Block:
        """A block of codes and texts. Raises as `DenseLayout.block`."""
        end = 4 + int.from_bytes(raw[:4], "little") * (codec.bits // 8)
        return Block(_numbers(raw[4:end], codec.typecode), raw[end:].split(b"\n"))

    def index(self, part: bytes) -> Sequence[Any]:
        """The first text of every block."""
        return decompressed(part).split(b"\n")


LAYOUTS: dict[Layout, DenseLayout] = {
    "dense": DenseLayout(),
    "modulo3": Modulo3Layout(),
    "sorted": SortedLayout(),
    "sparse": SparseLayout(),
}


def _numbers(raw: bytes, typecode: str) -> Codes:
    """The numbers that `by_bytes` wrote. Raises ValueError."""
    numbers = array(typecode)
    width = numbers.itemsize
    if width > 1:
        count, remainder = divmod(len(raw), width)
        if remainder:
            raise ValueError(f"{len(raw)} bytes, not a multiple of {width}")
        mixed = bytearray(len(raw))
        for place in range(width):
            mixed[place::width] = raw[place * count : (place + 1) * count]
        raw = bytes(mixed)
    numbers.frombytes(raw)
    return numbers


def unpack_numbers(part: bytes, typecode: str) -> Block:
    """Margins, remotenesses or places, from their compressed part. Raises ZstdError or ValueError."""
    return Block(_numbers(decompressed(part), typecode), None)
