"""Certificates: the blocks of a solved table, as docs/tables.md describes them, and tables made from these.

A certificate is a zip archive. Its member `manifest.json` has the digest of every other member; these are the blocks of
the table before compression with zstd, and the margins or nimbers beside them. It has neither a date nor the digest of
the rules: whoever solves the same rules in the same layout gets the same digest of the manifest.
"""

import hashlib
import json
import os
import shutil
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import lt
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from perfect_play.puzzles.base import Position, Puzzle, Rules, RulesError
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.retrograde import Progress
from perfect_play.solvers.tables.digest import rules_digest
from perfect_play.solvers.tables.publish import whole
from perfect_play.solvers.tables.reader import FORMAT as TABLE_FORMAT
from perfect_play.solvers.tables.reader import fits
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import (
    Codes,
    Meta,
    PackedTable,
    compressor,
    index_of,
    layout_of,
    margin_part,
)
from perfect_play.solvers.tables.unpacking import LAYOUTS
from perfect_play.solvers.tables.verification import verify

FORMAT = 1
MANIFEST = "manifest.json"
FIELDS = ("puzzle", "variant", "kind", "domain", "layout", "bits", "entries", "block_entries", "blocks", "margins")
"""The fields of a manifest that `Meta` has too."""

DIGEST_BYTES = 16
MOST_BYTES = 1 << 20
"""The longest block that is read, and the most entries it may have; ours have at most 32 KiB."""

MOST_MANIFEST = 1 << 28
ACCEPTED = 100_000
"""Entries of a larger table that are derived again before it is accepted."""


class BadCertificate(NoAnswer):
    """A certificate cannot be accepted; the message says why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path.name} is not accepted: {reason}.")


def digest_of(raw: bytes) -> str:
    """The digest of a member of a certificate: BLAKE2b, 16 bytes, in hexadecimal digits."""
    return hashlib.blake2b(raw, digest_size=DIGEST_BYTES).hexdigest()


def certify(store: Store, rules: Rules, path: Path) -> str:
    """Write the certificate of a table, whole or not at all; returns the digest of its manifest.

    Raises NoAnswer for a table of remotenesses modulo 3, TableMissing, TableCorrupt, and OSError.
    """
    meta = store.meta(rules)
    if not LAYOUTS[meta.layout].coded:
        raise NoAnswer(
            f"The table of {rules.full_id} has remotenesses modulo 3, which no entry proves by its children."
        )
    with whole(path) as temporary, ZipFile(temporary, "w", ZIP_DEFLATED) as archive:

        def add(name: str, raw: bytes) -> str:
            member = ZipInfo(name)  # of no date, so that the same table always makes the same archive
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, raw)
            return digest_of(raw)

        fields = {name: getattr(meta, name) for name in FIELDS} | {"margins": meta.margins and not meta.levels}
        digests = {name: add(name, raw) for name, raw in store.raw_parts(rules)}
        return add(MANIFEST, json.dumps({"format": FORMAT, **fields, "digests": digests}, indent=0).encode())


def accept(
    store: Store, rules: Rules, path: Path, sample: int | None, tell: Progress | None = None
) -> tuple[Meta, str]:
    """Make the blocks of a certificate the table of these rules; returns its meta and the digest of its manifest.

    First every digest is compared, and entries are derived again from their children by the rules: this many random
    ones, or by default all, but ACCEPTED of larger tables. The table is published only if all are right. Raises
    BadCertificate, OSError, and sqlite3.Error.
    """
    with Certificate(path, rules) as certificate:
        histogram, firsts = certificate.checked()
        staging = Store(store.directory / f".accepting.{rules.id}.{rules.variant.id}")
        shutil.rmtree(staging.directory, ignore_errors=True)  # of a run that was killed
        try:
            packed = certificate.packed(histogram, firsts)
            codec, domain = certificate.meta.codec, certificate.meta.domain
            meta = staging.write_packed(rules, codec, domain, packed, 0.0)
            sample = sample or (ACCEPTED if meta.entries > ACCEPTED else None)
            try:
                faults = verify(staging, rules, limit=1, sample=sample, tell=tell, seed=None)
            except (RulesError, ArithmeticError, LookupError, TypeError, ValueError) as error:
                raise BadCertificate(path, f"an entry is no position ({type(error).__name__}: {error})") from error
            if faults:
                raise BadCertificate(path, faults[0])
            os.replace(staging.path(rules), store.path(rules))
        finally:
            shutil.rmtree(staging.directory, ignore_errors=True)
        return meta, certificate.digest


@dataclass
class Certificate:
    """An open certificate of a variant. It raises BadCertificate for whatever its file may hold."""

    path: Path
    rules: Rules

    def __enter__(self) -> "Certificate":
        try:
            self._archive = ZipFile(self.path)
        except (BadZipFile, ValueError) as error:
            raise self._bad("it is no zip archive") from error
        manifest = self._read(MANIFEST, MOST_MANIFEST)
        self.digest = digest_of(manifest)
        try:
            fields = json.loads(manifest)
            self._digests, stated = fields["digests"], {name: fields[name] for name in FIELDS}
            extra: dict[str, Any] = {"positions": 0, "maximum": 0, "histogram": {}, "seconds": 0.0, "built": ""}
            self.meta = Meta(format=TABLE_FORMAT, rules=rules_digest(self.rules), **stated, **extra)
            known = fields["format"] == FORMAT and isinstance(self._digests, dict)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._bad("its manifest cannot be understood") from error
        if not known:
            raise self._bad(f"its format is not {FORMAT}")
        if (self.meta.puzzle, self.meta.variant) != (self.rules.id, self.rules.variant.id):
            raise self._bad(f"it is that of {self.meta.puzzle}/{self.meta.variant}")
        if not self._plausible():
            raise self._bad(f"its manifest says what cannot be of {self.rules.full_id}")
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def _plausible(self) -> bool:
        meta, rules = self.meta, self.rules
        return (
            fits(meta, rules)
            and meta.layout == layout_of(rules) != "modulo3"
            and (meta.domain != "closure" or (isinstance(rules, Puzzle) and rules.backward))
            and type(meta.margins) is bool
            and 0 < meta.block_entries <= MOST_BYTES
            and meta.blocks == -(-meta.entries // meta.block_entries) <= len(self._digests)
            and (meta.layout != "dense" or meta.entries == rules.size)
        )

    def _bad(self, reason: str) -> BadCertificate:
        return BadCertificate(self.path, reason)

    def _read(self, name: str, limit: int) -> bytes:
        """The bytes of a member, of which no more than `limit` are read into memory."""
        try:
            with self._archive.open(name) as member:
                raw = member.read(limit + 1)
        except (BadZipFile, KeyError, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise self._bad(f"{name} cannot be read ({error})") from error
        if len(raw) > limit:
            raise self._bad(f"{name} has more than {limit:,} bytes")
        return raw

    def _part(self, name: str) -> bytes:
        """A block or what is beside it, of the right digest."""
        raw = self._read(name, MOST_BYTES)
        if digest_of(raw) != self._digests.get(name):
            raise self._bad(f"the digest of {name} is not that of the manifest")
        return raw

    def checked(self) -> tuple[Counter[Any], Sequence[Any]]:
        """How many positions have each result, and the first key of every block. Reads all blocks."""
        meta, layout = self.meta, LAYOUTS[self.meta.layout]
        images = self.rules.images if self.rules.symmetric and not layout.ranked else None
        counts, firsts, last = Counter[int](), [], None
        for number in range(meta.blocks):
            try:
                block = layout.block(meta.codec, self._part(str(number)))
            except (ValueError, IndexError, OverflowError) as error:
                raise self._bad(f"block {number} is no block of codes ({error})") from error
            count = min(meta.block_entries, meta.entries - number * meta.block_entries)
            keys: Any = range(count) if block.keys is None else block.keys
            if len(block.codes) != count or len(keys) != count:
                raise self._bad(f"block {number} has {len(block.codes)} entries, not {count}")
            if block.keys is not None:
                ascending = all(map(lt, keys, keys[1:])) and (last is None or last < keys[0])
                if not ascending or (layout.ranked and keys[-1] >= (self.rules.size or 0)):
                    raise self._bad(f"the keys of block {number} are not in order")
                last = keys[-1]
                firsts.append(keys[0])
            if meta.margins and len(self._part(margin_part(number))) != count:
                raise self._bad(f"{margin_part(number)} does not have {count} bytes")
            if images is None:
                counts.update(block.codes)
                continue
            for key, code in zip(keys, block.codes, strict=True):
                counts[code] += len(set(images(self._position(key))))
        return meta.codec.histogram(counts.items()), firsts

    def _position(self, text: bytes) -> Position:
        """The position of an entry with texts as keys."""
        try:
            return self.rules.parse(text.decode())
        except (RulesError, UnicodeDecodeError) as error:
            raise self._bad(f"an entry is no position ({error})") from error

    def packed(self, histogram: Counter[Any], firsts: Sequence[Any]) -> PackedTable:
        """The parts of the table, given what `checked` returned."""
        meta = self.meta

        def parts() -> Iterator[tuple[str, bytes]]:
            compress = compressor(meta.entries, in_order=meta.layout == "sorted")
            for number in range(meta.blocks):
                yield str(number), compress(self._part(str(number)))
                if meta.margins:
                    yield margin_part(number), compress(self._part(margin_part(number)))
            if meta.layout == "sorted":
                yield "index", index_of(Codes("Q", firsts))
            elif meta.layout == "sparse":
                yield "index", compress(b"\n".join(firsts))

        return PackedTable(
            meta.layout, parts(), meta.entries, meta.block_entries, meta.blocks, histogram, packed_margins=meta.margins
        )
