"""How a table is laid out in parts: packing a solution into blocks, and reading a block.

*dense*: code number r is the result of the positions of rank r. *sparse*: the texts of
the canonical positions in order, each with its code; the part `index` holds the first text of
every block. Blocks hold about 32 KiB before compression with zstd, which is small enough that
reading one position's block costs some ten microseconds, and large enough to compress well.
"""

from __future__ import annotations

import threading
from array import array
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import zstandard

from puzzles.base import Rules
from solvers.result import Codec, Kind, Result
from solvers.retrograde import Domain, Solution

if TYPE_CHECKING:
    Codes = array[int]
else:
    Codes = array

BLOCK_BYTES = 32 * 1024
LEVEL, LEVEL_OF_LARGE = 12, 9  # of zstd: on large tables the last tenth is not worth four times the time
LARGE = 1 << 22  # codes
SPARSE_ENTRY_OVERHEAD = 70  # bytes a decoded text takes beyond its characters

Layout = Literal["dense", "sparse"]


@dataclass(frozen=True)
class Meta:
    """What a table says about itself.

    positions: how many it has a result for (a closure's unsolvable ones are not counted); with a
    dense layout those of one rank count as one. entries: codes stored, absent ones included.
    histogram: value -> remoteness (as text, "" for none) -> positions.
    """

    format: int
    puzzle: str
    variant: str
    kind: Kind
    domain: Domain
    layout: Layout
    bits: int
    entries: int
    block_entries: int
    blocks: int
    positions: int
    maximum: int
    histogram: dict[str, dict[str, int]]
    rules: str
    seconds: float
    built: str

    @property
    def codec(self) -> Codec:
        """How results are coded in this table."""
        return Codec(self.kind, self.bits)


@dataclass(frozen=True, slots=True)
class Block:
    """A decoded block: codes, and in a sparse layout the texts they belong to."""

    codes: Codes
    keys: list[bytes] | None

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""
        texts = 0 if self.keys is None else sum(map(len, self.keys)) + len(self.keys) * SPARSE_ENTRY_OVERHEAD
        return len(self.codes) * self.codes.itemsize + texts


@dataclass(frozen=True)
class Packed:
    """A solution in parts, by name: "index" if sparse, and the blocks "0", "1", ..., made as they are read."""

    layout: Layout
    parts: Iterable[tuple[str, bytes]]
    entries: int
    block_entries: int
    blocks: int
    histogram: Counter[Result]


def pack(rules: Rules, solution: Solution, codec: Codec) -> Packed:
    """The parts of a solved variant's table: dense where positions have ranks."""
    if not rules.size:
        return _pack_sparse(rules, solution, codec)
    codes = array(codec.typecode, [codec.no_entry]) * rules.size
    rank, encode = rules.rank, codec.encode
    images = rules.images if rules.symmetric else None
    for position, found in solution.results.items():
        code = encode(found)
        for image in images(position) if images else (position,):
            number = rank(image)
            assert number is not None, "what has no rank cannot be solved"
            codes[number] = code
    counted = Counter(codes)
    histogram = Counter({known: n for code, n in counted.items() if (known := codec.decode(code)) is not None})
    return pack_codes(codes, codec, histogram)


def pack_codes(codes: Any, codec: Codec, histogram: Counter[Result]) -> Packed:
    """The parts of a dense table. `codes`: an array, of whatever kind, of this codec's width."""
    step = BLOCK_BYTES * 8 // codec.bits

    def blocks() -> Iterator[tuple[str, bytes]]:
        level = LEVEL if len(codes) < LARGE else LEVEL_OF_LARGE
        compress = zstandard.ZstdCompressor(level=level).compress
        for number, start in enumerate(range(0, len(codes), step)):
            yield str(number), compress(codes[start : start + step].tobytes())

    return Packed("dense", blocks(), len(codes), step, -(-len(codes) // step), histogram)


def _pack_sparse(rules: Rules, solution: Solution, codec: Codec) -> Packed:
    entries = sorted((rules.format(position).encode(), found) for position, found in solution.results.items())
    longest = max((len(key) for key, _ in entries), default=1)
    step = max(64, BLOCK_BYTES // (longest + 1 + codec.bits // 8))

    def parts() -> Iterator[tuple[str, bytes]]:
        compress = zstandard.ZstdCompressor(level=LEVEL).compress
        yield "index", compress(b"\n".join(key for key, _ in entries[::step]))
        for number, start in enumerate(range(0, len(entries), step)):
            keys, found = zip(*entries[start : start + step], strict=True)
            codes = array(codec.typecode, map(codec.encode, found))
            yield str(number), compress(len(keys).to_bytes(4, "little") + codes.tobytes() + b"\n".join(keys))

    histogram: Counter[Result] = Counter()
    for position, known in solution.results.items():
        histogram[known] += len(set(rules.images(position))) if rules.symmetric else 1
    return Packed("sparse", parts(), len(entries), step, -(-len(entries) // step), histogram)


def unpack_block(layout: Layout, codec: Codec, part: bytes) -> Block:
    """A block from its compressed part."""
    raw = zstandard.decompress(part)
    codes = array(codec.typecode)
    if layout == "dense":
        codes.frombytes(raw)
        return Block(codes, None)
    count = int.from_bytes(raw[:4], "little")
    end = 4 + count * codes.itemsize
    codes.frombytes(raw[4:end])
    return Block(codes, raw[end:].split(b"\n"))


def unpack_index(part: bytes) -> list[bytes]:
    """The first text of every block of a sparse layout."""
    return zstandard.decompress(part).split(b"\n")


def histogram_table(counter: Counter[Result]) -> dict[str, dict[str, int]]:
    """Positions by value and by remoteness as text, in order: the form that meta has."""
    rows: dict[str, dict[str, int]] = {}
    for found in sorted(counter, key=lambda r: (r.value, -1 if r.remoteness is None else r.remoteness)):
        remoteness = "" if found.remoteness is None else str(found.remoteness)
        rows.setdefault(str(found.value), {})[remoteness] = counter[found]
    return rows


class BlockCache:
    """The decoded blocks used last, within a budget of bytes. Shared by all threads."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.used = 0
        self._blocks: OrderedDict[Any, tuple[Block, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Any) -> Block | None:
        """The block of this key, or None."""
        with self._lock:
            found = self._blocks.get(key)
            if found is None:
                return None
            self._blocks.move_to_end(key)
            return found[0]

    def put(self, key: Any, block: Block) -> None:
        """Keep a block, dropping those used longest ago."""
        size = block.size
        with self._lock:
            old = self._blocks.pop(key, None)
            self.used += size - (old[1] if old else 0)
            self._blocks[key] = (block, size)
            while self.used > self.budget and len(self._blocks) > 1:
                _, (_, dropped) = self._blocks.popitem(last=False)
                self.used -= dropped
