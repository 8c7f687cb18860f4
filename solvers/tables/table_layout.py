"""Divides a table into parts: packs a solution into blocks (`unpacking.py` reads them).

*dense*: code number r is the result of the positions of rank r. *modulo3*: the same with two bits per rank, the
remoteness modulo 3; `walked` finds the whole remoteness. *sorted*: the existing ranks in ascending order, each
with its code. *sparse*: the texts of the canonical positions in ascending order, each with its code. In the last two,
the part `index` holds the first rank or text of every block. For games won by points, a part `m0`, `m1`, ... beside
each block holds a signed byte for each of its codes: the margin by which the player to move wins. An impartial game
without a closed form has nimbers there, and a game with pure draws the number of each one's level (`draw_levels.py`),
from 1 on. Wide codes are stored byte by byte, the lowest bytes of all of a block's codes first, so that a few great
remotenesses cost little. A *modulo3* table of a puzzle in blocks (`Blocks`) also has a part `places`, with the doors of
a block, and parts `d0`, `d1`, ... with the whole remoteness of each door of block 0, 1, ... of the puzzle. Blocks hold
10 to 32 KiB before compression with zstd, small enough that reading one position's block costs some ten microseconds,
and large enough to compress well.
"""

from __future__ import annotations

import threading
from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain, islice
from operator import sub
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from perfect_play.puzzles.base import Position, Puzzle, Rules, RulesError
from perfect_play.puzzles.values import Blocks
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.machine import cores
from perfect_play.solvers.result import Codec, Kind, Result
from perfect_play.solvers.retrograde import Domain, Solution

if TYPE_CHECKING:
    Codes = array[int]
else:
    Codes = array

BLOCK_BYTES = 32 * 1024
SORTED_ENTRIES = 1024  # per block of the sorted layout, where adding up the differences takes the time
SPARSE_BYTES = 16 * 1024  # per block with texts, which take longer to decode than numbers
RANK = "Q"  # the typecode of an array of ranks
RANK_BYTES = 8
MODULO3_BLOCK = BLOCK_BYTES * 4  # ranks per block with two bits each
MARGIN = "b"  # the typecode of an array of margins
PLACE, REMOTENESS = "I", "H"  # those of arrays of places in a block of a puzzle, and of whole remotenesses
NO_REMOTENESS = 65535
LEVEL = 12  # of zstd
LEVEL_OF_LARGE = 9  # the last tenth is not worth four times the time
LEVEL_OF_SORTED = 7  # blocks of sorted tables are hardly smaller at level 12, which takes three times as long
LARGE = 1 << 22  # entries
PARALLEL = 1 << 18  # entries; from here on blocks are compressed on all cores
VERY_LARGE = 1 << 28  # ranks; from here on a reversible puzzle has two bits per rank
BATCH = 8  # blocks of a large table that a thread compresses at a time
MAX_WAITING = 8  # how many times as many are compressed ahead of being read

Layout = Literal["dense", "modulo3", "sorted", "sparse"]


@dataclass(frozen=True)
class Meta:
    """A table's metadata.

    positions: those with a result (a closure's unsolvable ones are not counted); if positions have ranks, those sharing
    one count as one. entries: codes stored, absent ones included. histogram: value -> remoteness (as text, "" for none)
    -> positions. margins: whether there are parts `m0`, .... census: the fields of a `Census`, which counts positions
    as a player sees them, or None. levels: those of pure draws, as [level, remoteness]. doors: how many ranks each of
    the parts `d0`, ... covers; 0 if there are none.
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
    margins: bool = False
    census: dict[str, Any] | None = None
    levels: Sequence[Sequence[int]] = ()
    doors: int = 0

    def as_json(self) -> dict[str, Any]:
        """The fields by name, as stored in a table; empty optional ones are left out."""
        fields = asdict(self)
        for name in ("margins", "census", "levels", "doors"):
            if not fields[name]:
                del fields[name]
        return fields

    @property
    def codec(self) -> Codec:
        """How this table encodes results."""
        return Codec(self.kind, self.bits)


@dataclass(frozen=True)
class PackedTable:
    """A solution in parts, by name: the blocks "0", "1", ..., made as they are read, and "index" if there is one.

    margins: an array, of any kind, with a signed byte for each entry in order; None if there are none, or if they are
    among the parts already (`packed_margins`). levels: those of pure draws. doors: as in `Meta`. grown: a file that
    has the parts already, each with its checksum, and becomes the table.
    """

    layout: Layout
    parts: Iterable[tuple[str, bytes]]
    entries: int
    block_entries: int
    blocks: int
    histogram: Counter[Result]
    margins: Any = None
    packed_margins: bool = False
    levels: Sequence[DrawLevel] = ()
    doors: int = 0
    grown: Path | None = None

    def margin_parts(self) -> Iterator[tuple[str, bytes]]:
        """The margins in parts, by name; nothing if there are none."""
        if self.margins is not None:
            step = self.block_entries
            raw = (self.margins[start : start + step].tobytes for start in range(0, self.entries, step))
            numbered = _number_blocks(raw, self.entries, in_order=self.layout == "sorted")
            yield from ((margin_part(int(number)), part) for number, part in numbered)


def margin_part(number: int) -> str:
    """The name of the part with a block's margins."""
    return f"m{number}"


def layout_of(rules: Rules) -> Layout:
    """The layout of a variant's table, whichever engine solves it."""
    if not rules.size:
        return "sparse"
    if not rules.dense:
        return "sorted"
    very_large = isinstance(rules, Puzzle) and rules.backward and rules.reversible and rules.size >= VERY_LARGE
    return "modulo3" if very_large else "dense"


def pack(rules: Rules, solution: Solution, codec: Codec) -> PackedTable:
    """The parts of a solved variant's table."""
    return replace(_packed(rules, solution, codec), levels=solution.levels)


def _packed(rules: Rules, solution: Solution, codec: Codec) -> PackedTable:
    if not rules.size:
        return _pack_sparse(rules, solution, codec)
    if layout_of(rules) == "modulo3":
        packed_words = array(RANK, [(1 << 64) - 1]) * -(-rules.size // 32)
        coded = dict(_ranked(rules, _position_codes(solution, codec)))
        for number, code in coded.items():
            packed_words[number >> 5] ^= (3 - code % 3) << 2 * (number & 31)
        histogram = codec.histogram(Counter(coded.values()).items())
        return pack_modulo3([packed_words], rules.size, histogram, _doors_of(rules, coded))
    if rules.dense:
        codes = array(codec.typecode, [codec.no_entry]) * rules.size
        for number, code in _ranked(rules, _position_codes(solution, codec)):
            codes[number] = code
        packed = pack_codes(codes, codec, codec.histogram(Counter(codes).items()))
        return replace(packed, margins=_margins(rules, solution, range(rules.size)))
    ranked = dict(_ranked(rules, _position_codes(solution, codec)))
    ranks = array(RANK, sorted(ranked))
    codes = array(codec.typecode, map(ranked.__getitem__, ranks))
    packed = pack_ranks([(ranks, codes)], codec, len(ranks), codec.histogram(Counter(codes).items()))
    return replace(packed, margins=_margins(rules, solution, ranks))


def _position_codes(solution: Solution, codec: Codec) -> Iterator[tuple[Position, int]]:
    """Every position of a solution, and the code of its result."""
    return ((position, codec.encode(result)) for position, result in solution.results.items())


def _ranked(rules: Rules, numbers: Iterable[tuple[Position, int]]) -> Iterator[tuple[int, int]]:
    """The same with ranks in place of positions, including those of images."""
    images = None if rules.images_share_rank or not rules.symmetric else rules.images
    for position, number in numbers:
        for image in images(position) if images else (position,):
            place = rules.rank(image)
            if place is None:
                name = rules.format(image)
                raise RulesError(f"{rules.full_id}: {name!r} can be solved but has no rank. Correct `rank`.")
            yield place, number


def _margins(rules: Rules, solution: Solution, ranks: Iterable[int]) -> Codes | None:
    """The margin of each of these ranks; 0 where there is no position."""
    if solution.margins is None:
        return None
    ranked = dict(_ranked(rules, solution.margins.items()))
    return array(MARGIN, (ranked.get(number, 0) for number in ranks))


def by_bytes(raw: bytes, width: int) -> bytes:
    """Numbers of `width` bytes, the lowest first, with the lowest bytes of all of them first, and so on."""
    return raw if width == 1 else b"".join(raw[place::width] for place in range(width))


def pack_codes(codes: Any, codec: Codec, histogram: Counter[Result]) -> PackedTable:
    """The parts of a dense table. codes: an array, of any kind, of this codec's width."""
    step, parts = BLOCK_BYTES * 8 // codec.bits, _number_blocks(_raw_blocks(codes, codec), len(codes))
    return PackedTable("dense", parts, len(codes), step, -(-len(codes) // step), histogram)


def code_blocks(codes: Any, codec: Codec, entries: int) -> Iterator[bytes]:
    """The blocks of a dense table with this many entries that begin with these codes."""
    return _compressed(_raw_blocks(codes, codec), entries)


def _raw_blocks(codes: Any, codec: Codec) -> Iterator[Callable[[], bytes]]:
    step, width = BLOCK_BYTES * 8 // codec.bits, codec.bits // 8
    return (partial(_codes_block, codes, start, start + step, width) for start in range(0, len(codes), step))


def _codes_block(codes: Any, start: int, end: int, width: int) -> bytes:
    return by_bytes(codes[start:end].tobytes(), width)


@dataclass(frozen=True)
class Doors:
    """The whole remotenesses of the doors of a puzzle in blocks.

    length: ranks of a block. places: of the doors in a block, ascending. rows: for each block, an array of 16-bit
    numbers, the remoteness of each door, or NO_REMOTENESS.
    """

    length: int
    places: Sequence[int]
    rows: Iterable[Any]

    def parts(self, entries: int) -> Iterator[tuple[str, bytes]]:
        """The parts of a table with this many entries, by name."""
        places = array(PLACE, map(sub, self.places, [0, *self.places]))
        yield "places", compressor(entries)(by_bytes(places.tobytes(), places.itemsize))
        raw = (partial(by_bytes, row.tobytes(), 2) for row in self.rows)
        yield from ((f"d{number}", part) for number, part in _number_blocks(raw, entries))


def door_places(rules: Puzzle, blocks: Blocks) -> list[int]:
    """The places of the doors in each block, ascending; solutions count as doors."""
    solutions = (rules.rank(solution) for solution in rules.solutions() or ())
    return sorted({*blocks.doors, *(rank % blocks.length for rank in solutions if rank is not None)})


def _doors_of(rules: Rules, remotenesses: dict[int, int]) -> Doors | None:
    """The doors of a puzzle in blocks, given the remotenesses of ranks; None for other rules."""
    kernel = rules.kernel()
    if not isinstance(rules, Puzzle) or kernel is None or kernel.blocks is None:
        return None
    places, length = door_places(rules, kernel.blocks), kernel.blocks.length
    firsts = range(0, rules.size or 0, length)
    rows = (array(REMOTENESS, [remotenesses.get(first + place, NO_REMOTENESS) for place in places]) for first in firsts)
    return Doors(length, places, rows)


def pack_modulo3(
    chunks: Iterable[Any], entries: int, histogram: Counter[Result], doors: Doors | None = None
) -> PackedTable:
    """The parts of a table with two bits per rank.

    chunks: arrays of 64-bit elements, the first rank lowest; all but the last fill whole blocks.
    """
    step = MODULO3_BLOCK // 32
    raw = (chunk[start : start + step].tobytes for chunk in chunks for start in range(0, len(chunk), step))
    parts, blocks = _number_blocks(raw, entries), -(-entries // MODULO3_BLOCK)
    if doors is None:
        return PackedTable("modulo3", parts, entries, MODULO3_BLOCK, blocks, histogram)
    parts = chain(parts, doors.parts(entries))
    return PackedTable("modulo3", parts, entries, MODULO3_BLOCK, blocks, histogram, doors=doors.length)


def pack_ranks(
    chunks: Iterable[tuple[Any, Any]],
    codec: Codec,
    entries: int,
    histogram: Counter[Result],
    block: Callable[[Codes, Codes], bytes] | None = None,
) -> PackedTable:
    """The parts of a sorted table.

    chunks: ranks in ascending order and their codes, in arrays of any kind, of 64 bits and of
    this codec's width; each chunk continues where the last ended. block: does what `sorted_block` does.
    """
    firsts = array(RANK)

    def raw() -> Iterator[Callable[[], bytes]]:
        for ranks, codes in _in_steps(chunks, SORTED_ENTRIES, codec):
            firsts.append(ranks[0])
            yield partial(block or sorted_block, ranks, codes)

    def parts() -> Iterator[tuple[str, bytes]]:
        yield from _number_blocks(raw(), entries, in_order=True)
        yield "index", index_of(firsts)

    return PackedTable("sorted", parts(), entries, SORTED_ENTRIES, -(-entries // SORTED_ENTRIES), histogram)


def index_of(firsts: Codes) -> bytes:
    """The part `index` of a sorted table, from the first rank of every block."""
    return _compressor_of(LEVEL)(firsts.tobytes())


def _in_steps(chunks: Iterable[tuple[Any, Any]], step: int, codec: Codec) -> Iterator[tuple[Codes, Codes]]:
    """The same ranks and codes, `step` at a time."""
    ranks, codes = array(RANK), array(codec.typecode)
    for some_ranks, some_codes in chunks:
        for start in range(0, len(some_ranks), step):
            ranks.frombytes(some_ranks[start : start + step].tobytes())
            codes.frombytes(some_codes[start : start + step].tobytes())
            if len(ranks) >= step:
                yield ranks[:step], codes[:step]
                ranks, codes = ranks[step:], codes[step:]
    if ranks:
        yield ranks, codes


def sorted_block(ranks: Codes, codes: Codes) -> bytes:
    """A block: the count, the width of a difference, the differences of ranks (lowest bytes first), the codes."""
    count, bits = len(ranks), 8 * RANK_BYTES
    number = int.from_bytes(ranks.tobytes(), "little")  # of all ranks, so that one subtraction gives all differences
    differences = (number - (number << bits)) & ((1 << bits * count) - 1)
    planes = by_bytes(differences.to_bytes(RANK_BYTES * count, "little"), RANK_BYTES)
    width = max(1, -(-len(planes.rstrip(b"\0")) // count))
    head = count.to_bytes(4, "little") + bytes([width])
    return head + planes[: width * count] + by_bytes(codes.tobytes(), codes.itemsize)


def compressor(entries: int, in_order: bool = False) -> Callable[[bytes], bytes]:
    """Return a function that compresses the blocks of a table with this many entries. Only one thread may use it.

    in_order: they are blocks of a sorted table.
    """
    level = LEVEL_OF_SORTED if in_order else LEVEL if entries < LARGE else LEVEL_OF_LARGE
    return _compressor_of(level)


def _compressor_of(level: int) -> Callable[[bytes], bytes]:
    import zstandard  # not at the top: a browser reads tables without it

    return zstandard.ZstdCompressor(level=level).compress


def _number_blocks(
    raw: Iterable[Callable[[], bytes]], entries: int, in_order: bool = False
) -> Iterator[tuple[str, bytes]]:
    """Blocks by number, compressed."""
    return ((str(number), block) for number, block in enumerate(_compressed(raw, entries, in_order)))


def _compressed(raw: Iterable[Callable[[], bytes]], entries: int, in_order: bool = False) -> Iterator[bytes]:
    """Blocks, compressed on all cores a little ahead of being read; a small table's, on this core only."""
    if entries < PARALLEL:
        compress = compressor(entries, in_order)
        yield from (compress(block()) for block in raw)
        return
    local = threading.local()

    def compressed(blocks: list[Callable[[], bytes]]) -> list[bytes]:
        if not hasattr(local, "compress"):
            local.compress = compressor(entries, in_order)
        return [local.compress(block()) for block in blocks]

    waiting: deque[Future[list[bytes]]] = deque()
    pending = iter(raw)
    with ThreadPoolExecutor(cores()) as pool:
        while blocks := list(islice(pending, BATCH)):
            waiting.append(pool.submit(compressed, blocks))
            if len(waiting) > MAX_WAITING:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _pack_sparse(rules: Rules, solution: Solution, codec: Codec) -> PackedTable:
    entries = sorted((rules.format(position).encode(), result) for position, result in solution.results.items())
    longest = max((len(key) for key, _ in entries), default=1)
    step = max(64, SPARSE_BYTES // (longest + 1 + codec.bits // 8))

    def parts() -> Iterator[tuple[str, bytes]]:
        compress = _compressor_of(LEVEL)
        yield "index", compress(b"\n".join(key for key, _ in entries[::step]))
        for number, start in enumerate(range(0, len(entries), step)):
            keys, results = zip(*entries[start : start + step], strict=True)
            codes = array(codec.typecode, map(codec.encode, results))
            raw = by_bytes(codes.tobytes(), codes.itemsize)
            yield str(number), compress(len(keys).to_bytes(4, "little") + raw + b"\n".join(keys))

    histogram: Counter[Result] = Counter()
    for position, position_result in solution.results.items():
        histogram[position_result] += len(set(rules.images(position))) if rules.symmetric else 1
    margins = None
    if solution.margins is not None:
        texts = {rules.format(position).encode(): margin for position, margin in solution.margins.items()}
        margins = array(MARGIN, (texts[key] for key, _ in entries))
    return PackedTable("sparse", parts(), len(entries), step, -(-len(entries) // step), histogram, margins)
