"""Solved tables in SQLite, one file per variant: written whole, probed read-only.

A file `<id>.<variant>.sqlite` is a key-value table (written with sqlitedict, without pickle) of
parts: `meta` (JSON), blocks `0`, `1`, ... of codes compressed with zstd, `index` in a sorted or sparse
layout, and `m0`, `m1`, ... with a byte for each code: margins, nimbers, or levels of draws.
`table_layout.py` defines what is in a block; `reader.py` reads a file's parts, each with its checksum.

A table appears whole or not at all: it is written under a temporary name, read back, and
published by `os.replace`. Reading never writes and never creates a file.
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain
from typing import cast

from perfect_play.puzzles.base import Game, Position, Rules
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.result import LOST, Codec, Kind, Result, histogram_table
from perfect_play.solvers.retrograde import Domain, Solution
from perfect_play.solvers.tables import census
from perfect_play.solvers.tables.derive import LeadsNowhere, walked
from perfect_play.solvers.tables.digest import require_current, rules_digest
from perfect_play.solvers.tables.publish import publish, sweep
from perfect_play.solvers.tables.reader import FORMAT, NotCovered, OpenTable, Reader, TableError, checksum_of
from perfect_play.solvers.tables.table_layout import MARGIN, RANK, Codes, Meta, PackedTable, margin_part, pack
from perfect_play.solvers.tables.unpacking import LAYOUTS, Block, ZstdError, decompressed

MOST_BLOCKS = 256  # that a batch of lookups holds outside the cache: 8 MiB


class Store(Reader):
    """All tables in one directory. Threads may share it; nothing is opened before it is needed."""

    # --- reading ------------------------------------------------------------------------------

    def probe(self, rules: Rules, position: Position) -> Result:
        """The stored result of a legal position.

        Raises TableMissing, TableCorrupt, or NotCovered for a position that solving from the
        start never reached.
        """
        return self.probe_each(rules, (position,))[0]

    def probe_each(self, rules: Rules, positions: Iterable[Position]) -> list[Result]:
        """The stored results of several positions of a variant, reading each block and decoding each code only once.

        Raises as `probe`.
        """
        opened = self._open(rules)
        if not opened.layout.coded:
            return [self._walked(rules, opened, position) for position in positions]
        key, place = opened.layout.key, opened.layout.place
        step, first_keys, decode = opened.meta.block_entries, opened.first_keys, opened.codec.decode
        blocks: dict[int, Block] = {}

        def block(number: int) -> Block:
            loaded = blocks.get(number)
            if loaded is None:
                if len(blocks) == MOST_BLOCKS:
                    blocks.clear()
                loaded = blocks[number] = self._block(rules, opened, number)
            return loaded

        decoded: dict[int, Result | None] = {}
        results = []
        for position in positions:
            entry = key(rules, position)
            location = None if entry is None else place(entry, step, first_keys, block)
            result = None
            if location is not None:
                number, offset = location
                code = block(number).codes[offset]
                if code not in decoded:
                    decoded[code] = decode(code)
                result = decoded[code]
            if result is None:
                unranked = entry is None and not opened.layout.indexed
                if opened.meta.domain != "closure" and not unranked:
                    raise _not_covered(rules, position)
                result = LOST
            results.append(result)
        return results

    def margin(self, rules: Rules, position: Position) -> int:
        """The margin by which the player to move wins, in a game won by points. Raises as `probe`."""
        opened = self._open(rules)
        place = self._place(rules, opened, position)
        if place is None or self._result_at(rules, opened, place) is None:
            raise _not_covered(rules, position)
        number, offset = place
        margins = self._block(rules, opened, number, "m").codes
        if offset >= len(margins):
            raise self._corrupt(rules, f"part {margin_part(number)} is too short")
        return margins[offset]

    def nimber(self, rules: Rules, position: Position) -> int | None:
        """The nimber of a position of an impartial game; None if the table has none. Raises as `probe`."""
        meta = self.meta(rules)
        return self.margin(rules, position) if meta.margins and not meta.levels else None

    def draw_level(self, rules: Rules, position: Position) -> DrawLevel | None:
        """The level of a pure draw; None for any other position. Raises as `probe`."""
        levels = self.meta(rules).levels
        number = self.margin(rules, position) if levels else 0
        if not 0 <= number <= len(levels):
            raise self._corrupt(rules, f"there is no level {number} of draws")
        return DrawLevel(*levels[number - 1]) if number else None

    def _place(self, rules: Rules, opened: OpenTable, position: Position) -> tuple[int, int] | None:
        """The block that holds a position's code, and the code's place in it; None if there is none."""
        key = opened.layout.key(rules, position)
        if key is None:
            return None
        block = partial(self._block, rules, opened)
        return opened.layout.place(key, opened.meta.block_entries, opened.first_keys, block)

    def _result_at(self, rules: Rules, opened: OpenTable, place: tuple[int, int]) -> Result | None:
        number, offset = place
        return opened.codec.decode(self._block(rules, opened, number).codes[offset])

    def _walked(self, rules: Rules, opened: OpenTable, position: Position) -> Result:
        try:
            code_at, known_at = partial(self._modulo3, rules, opened), partial(self._at_door, rules, opened)
            return walked(rules, position, code_at, opened.meta.maximum, known_at)
        except LeadsNowhere:
            raise self._corrupt(rules, "no move leads nearer to the end") from None

    def _modulo3(self, rules: Rules, opened: OpenTable, number: int) -> int:
        block, place = divmod(number, opened.meta.block_entries)
        bits = self._block(rules, opened, block).codes[place >> 5]
        return bits >> 2 * (place & 31) & 3

    def _at_door(self, rules: Rules, opened: OpenTable, number: int) -> int | None:
        """The whole remoteness of a rank, if the table has it, as for doors; else None."""
        if not opened.doors:
            return None
        block, place = divmod(number, opened.meta.doors)
        door = opened.doors.get(place)
        if door is None:
            return None
        remotenesses = self._block(rules, opened, block, "d").codes
        if door >= len(remotenesses):
            raise self._corrupt(rules, f"part d{block} is too short")
        return remotenesses[door]

    def modulo3(self, rules: Rules, number: int) -> int:
        """The two bits of a rank in a table of remotenesses modulo 3. Raises TableMissing or TableCorrupt."""
        return self._modulo3(rules, self._open(rules), number)

    def get(self, rules: Rules, position: Position, default: Result | None = None) -> Result | None:
        """As `probe`, but `default` if there is no answer."""
        try:
            return self.probe(rules, position)
        except TableError:
            return default

    def meta(self, rules: Rules) -> Meta:
        """The table's metadata. Raises TableMissing or TableCorrupt."""
        return self._open(rules).meta

    def entries(self, rules: Rules) -> Iterator[tuple[Position, Result]]:
        """A position of every rank, or every canonical position, with its stored result.

        Raises TableMissing or TableCorrupt.
        """
        opened = self._open(rules)
        meta, codec = opened.meta, opened.codec
        if not opened.layout.coded:
            every = map(rules.unrank, range(meta.entries))
            walked = ((position, self._walked(rules, opened, position)) for position in every)
            yield from ((position, walked_result) for position, walked_result in walked if walked_result is not LOST)
            return
        for number in range(meta.blocks):
            block = self._load(rules, opened, number)
            for place, code in enumerate(block.codes):
                result = codec.decode(code)
                if result is None:
                    continue
                key = number * meta.block_entries + place if block.keys is None else block.keys[place]
                yield _position(rules, key), result

    def block_codes(self, rules: Rules, number: int) -> Codes:
        """The codes of a block of a table. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        return self._block(rules, opened, number).codes

    def entries_of(self, rules: Rules, number: int) -> tuple[Sequence[int | bytes], Codes, Codes | None]:
        """The ranks or texts of a block's entries, their codes, and the byte beside each, if there is one.

        Raises TableMissing or TableCorrupt.
        """
        opened = self._open(rules)
        meta, block = opened.meta, self._load(rules, opened, number)
        first = number * meta.block_entries
        keys = range(first, min(meta.entries, first + meta.block_entries)) if block.keys is None else block.keys
        return keys, block.codes, self._load(rules, opened, number, "m").codes if meta.margins else None

    def raw_parts(self, rules: Rules) -> Iterator[tuple[str, bytes]]:
        """The blocks by name, decompressed, each before its margins or nimbers. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        kinds = ("", "m") if opened.meta.margins and not opened.meta.levels else ("",)
        for number in range(opened.meta.blocks):
            for kind in kinds:
                part = self._part(rules, opened.identity, name := f"{kind}{number}", opened.meta.rules)
                try:
                    yield name, decompressed(part)
                except ZstdError as error:
                    raise self._corrupt(rules, f"block {name}: {error}") from error

    def sealed(self, rules: Rules, name: str) -> bytes:
        """A part with its checksum in front, which is right. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        payload = self._part(rules, opened.identity, name, digest := None if name == "meta" else opened.meta.rules)
        return checksum_of(rules, name, digest, payload) + payload

    def position_of(self, rules: Rules, entry: int) -> Position:
        """The position of an entry, counted from 0. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        number, place = divmod(entry, opened.meta.block_entries)
        keys = self._block(rules, opened, number).keys
        return _position(rules, entry if keys is None else keys[place])

    def codes(self, rules: Rules) -> Codes:
        """All codes of a dense table, by rank, or words of two bits a rank. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        codes = Codes(opened.codec.typecode if opened.layout.coded else RANK)
        for number in range(opened.meta.blocks):
            codes.extend(self._load(rules, opened, number).codes)
        return codes

    def ranks(self, rules: Rules) -> tuple[Codes, Codes]:
        """All ranks of a sorted table, ascending, and their codes. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        ranks, codes = Codes(RANK), Codes(opened.codec.typecode)
        for number in range(opened.meta.blocks):
            block = self._load(rules, opened, number)
            ranks.extend(cast(Codes, block.keys))
            codes.extend(block.codes)
        return ranks, codes

    def margins(self, rules: Rules) -> Codes:
        """All margins of a game won by points, in the order of its codes.

        Raises TableMissing or TableCorrupt.
        """
        opened = self._open(rules)
        margins = Codes(MARGIN)
        for number in range(opened.meta.blocks):
            margins.extend(self._load(rules, opened, number, "m").codes)
        return margins

    def check(self, rules: Rules) -> Meta:
        """Read every part and compare its checksum. Raises TableMissing or TableCorrupt."""
        opened = self._open(rules)
        stored = sum(len(self._load(rules, opened, number).codes) for number in range(opened.meta.blocks))
        if stored != -(-opened.meta.entries // opened.layout.per_item):
            raise self._corrupt(rules, f"{stored} entries instead of {opened.meta.entries}")
        if opened.meta.margins and len(self.margins(rules)) != stored:
            raise self._corrupt(rules, f"{stored} entries, but not as many margins")
        for number in range(-(-opened.meta.entries // opened.meta.doors) if opened.meta.doors else 0):
            if len(self._load(rules, opened, number, "d").codes) != len(opened.doors):
                raise self._corrupt(rules, f"part d{number} is not as long as there are doors")
        return opened.meta

    # --- writing ------------------------------------------------------------------------------

    def write(self, rules: Rules, solution: Solution, seconds: float, count: bool = True) -> Meta:
        """Write the table of a solved variant and publish it whole; the old one stays until then.

        count: whether to take a census, which may take longer than the rest.

        Raises OSError or sqlite3.Error if it cannot be written, StaleRules if the files of the rules have
        changed since they were imported (then nothing has changed), and TableCorrupt if what was written
        does not read back.
        """
        finite = [result.remoteness for result in solution.results.values() if result.remoteness is not None]
        kind: Kind = "game" if isinstance(rules, Game) else "puzzle"
        packed = pack(rules, solution, Codec.fitting(kind, max(finite, default=0)))
        codec = LAYOUTS[packed.layout].codec(kind, max(finite, default=0))
        counted = census.of_solution(rules, solution) if count else None
        return self.write_packed(rules, codec, solution.domain, packed, seconds, counted)

    def write_packed(
        self,
        rules: Rules,
        codec: Codec,
        domain: Domain,
        packed: PackedTable,
        seconds: float,
        counted: census.Census | None = None,
    ) -> Meta:
        """As `write`, for a solution already in parts and counted."""
        require_current(rules)
        digest = rules_digest(rules)
        meta = Meta(
            format=FORMAT,
            puzzle=rules.id,
            variant=rules.variant.id,
            kind=codec.kind,
            domain=domain,
            layout=packed.layout,
            bits=codec.bits,
            entries=packed.entries,
            block_entries=packed.block_entries,
            blocks=packed.blocks,
            positions=packed.histogram.total(),
            maximum=max((result.remoteness or 0 for result in packed.histogram), default=0),
            histogram=histogram_table(packed.histogram),
            rules=digest,
            seconds=round(seconds, 3),
            built=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            margins=packed.packed_margins or packed.margins is not None,
            census=None if counted is None else asdict(counted),
            levels=packed.levels,
            doors=packed.doors,
        )

        def sealed() -> Iterator[tuple[str, bytes]]:
            for name, raw in chain(packed.parts, packed.margin_parts()):
                yield name, checksum_of(rules, name, digest, raw) + raw
            raw = json.dumps(meta.as_json()).encode()
            yield "meta", checksum_of(rules, "meta", None, raw) + raw

        publish(self.path(rules), sealed(), packed.grown)
        return meta

    def remove(self, rules: Rules) -> bool:
        """Delete the table of these rules; return whether there was one."""
        try:
            self.path(rules).unlink()
        except FileNotFoundError:
            return False
        return True

    def sweep(self) -> None:
        """Delete what killed writers left. Only for the holder of the builder's lock."""
        sweep(self.directory)


def _position(rules: Rules, key: int | bytes) -> Position:
    """The position stored under this rank or text."""
    return rules.unrank(key) if isinstance(key, int) else rules.parse(key.decode())


def _not_covered(rules: Rules, position: Position) -> NotCovered:
    return NotCovered(
        f"{rules.full_id}: {rules.format(position)!r} is legal, but the start never leads to it: "
        "its value is not known."
    )
