"""Reads the files of solved tables: checks each part's checksum, and keeps decoded blocks within a budget.

A part is trusted only if its checksum is right, which also covers its name and the rules' digest; so a damaged,
misplaced or foreign part is never used. Nothing is ever written here.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, cast, get_args

from perfect_play.puzzles.base import Game, Rules, StaleRules
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import Codec
from perfect_play.solvers.retrograde import Domain
from perfect_play.solvers.tables import census
from perfect_play.solvers.tables.digest import is_stale, rules_digest
from perfect_play.solvers.tables.table_layout import MARGIN, PLACE, REMOTENESS, Meta
from perfect_play.solvers.tables.unpacking import (
    LAYOUTS,
    Block,
    BlockCache,
    DenseLayout,
    ZstdError,
    decompressed,
    unpack_numbers,
)

MAX_OPEN = 24  # per thread

Identity = tuple[int, int, int]
"""A file's inode, modification time and size. A table that replaces another has a different one."""


def identity_of(stat: os.stat_result) -> Identity:
    """The identity of a file."""
    return (stat.st_ino, stat.st_mtime_ns, stat.st_size)


def identity_at(path: Path) -> Identity | None:
    """The identity of the file at a path; None if there is none that can be looked at."""
    try:
        return identity_of(os.stat(path))
    except OSError:
        return None


class Connections:
    """Opens connections on request; threads may share it, and a forked process starts afresh."""

    def __init__(self) -> None:
        self._local = threading.local()

    def get(self, path: str, identity: Identity) -> sqlite3.Connection:
        """The thread's connection, reopened if the file or the process has changed. Raises sqlite3.Error."""
        local = self._local
        if getattr(local, "pid", None) != os.getpid():
            local.pid, local.connections = os.getpid(), OrderedDict()
        connections: OrderedDict[str, tuple[Identity, sqlite3.Connection]] = local.connections
        entry = connections.get(path)
        if entry is not None and entry[0] == identity:
            connections.move_to_end(path)
            return entry[1]
        if entry is not None:
            entry[1].close()
        uri = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
        connection = sqlite3.connect(uri, uri=True)
        connections[path] = (identity, connection)
        while len(connections) > MAX_OPEN:
            connections.popitem(last=False)[1][1].close()
        return connection


FORMAT = 4
CHECKSUM_BYTES = 16
BESIDES = {"m": MARGIN, "d": REMOTENESS, "p": PLACE}  # first letter of a part's name -> typecode of its numbers


class TableError(NoAnswer):
    """A table cannot answer; the message says why and what to do."""


class TableMissing(TableError):
    """The variant has not been solved, or only by older rules."""


class TableCorrupt(TableError):
    """The table's file is damaged: nothing in it is trusted."""


class NotCovered(TableError):
    """The position is legal, but its result is not known."""


def build_command(rules: Rules) -> str:
    """The command that builds this table."""
    return f"python -m solvers solve {rules.id} {rules.variant.id}"


RELOAD = "systemctl reload perfect-play"


def stale_sentence(rules: Rules) -> str:
    """The sentence on rules whose files have changed since they were imported, and what to do."""
    sentence = str(StaleRules(rules.full_id))
    return f"{sentence[0].upper()}{sentence[1:]} the service."


@dataclass(frozen=True)
class OpenTable:
    """A table whose meta has been read and checked; valid while the file's identity is the same."""

    identity: Identity
    meta: Meta
    codec: Codec
    layout: DenseLayout
    first_keys: Sequence[Any]
    doors: dict[int, int]  # place -> number of the door there, for a puzzle in blocks


class Reader:
    """The files in one directory. Threads may share it; nothing is opened before it is needed."""

    def __init__(self, directory: Path | str, cache_bytes: int = 64 << 20) -> None:
        self.directory = Path(directory)
        self._folder = os.path.join(self.directory, "")
        self.cache = BlockCache(cache_bytes)
        self._opened: dict[str, OpenTable] = {}
        self._damaged: dict[str, tuple[Identity, TableCorrupt]] = {}
        self._connections = Connections()

    def path(self, rules: Rules) -> Path:
        """Where the table of these rules is, or would be."""
        return Path(self._file(rules))

    def _file(self, rules: Rules) -> str:
        """The same as text: making a Path would take longer than the lookup itself."""
        return f"{self._folder}{rules.id}.{rules.variant.id}.sqlite"

    def _open(self, rules: Rules) -> OpenTable:
        path = self._file(rules)
        try:
            stat = os.stat(path)
        except OSError:
            raise self._missing(rules) from None
        identity = identity_of(stat)
        damaged = self._damaged.get(path)
        if damaged is not None:
            if damaged[0] == identity:
                raise copy(damaged[1])
            self._damaged.pop(path, None)
        opened = self._opened.get(path)
        if opened is None or opened.identity != identity:
            opened = self._read_meta(rules, identity)
            self._opened[path] = opened
        if opened.meta.rules != rules_digest(rules):
            if is_stale(rules):
                raise TableMissing(stale_sentence(rules), RELOAD, "To reload it")
            raise _outdated(rules, "was made by other rules than today's")
        if isinstance(rules, Scored) and not opened.meta.margins:
            raise _outdated(rules, "does not say by how much one wins")
        return opened

    def _read_meta(self, rules: Rules, identity: Identity) -> OpenTable:
        raw = self._part(rules, identity, "meta", None)
        try:
            fields = json.loads(raw)
            if fields.get("format") != FORMAT:
                raise _outdated(rules, f"has format {fields.get('format')!r}, not {FORMAT}")
            meta = Meta(**fields)
        except (ValueError, TypeError, AttributeError) as error:
            raise self._corrupt(rules, "meta cannot be read") from error
        if (meta.puzzle, meta.variant) != (rules.id, rules.variant.id):
            raise self._corrupt(rules, f"it is the table of {meta.puzzle}/{meta.variant}")
        if not fits(meta, rules):
            raise self._corrupt(rules, "meta says what cannot be of these rules")
        layout, first_keys = LAYOUTS[meta.layout], cast(Sequence[Any], ())
        if layout.indexed and meta.blocks:
            try:
                first_keys = layout.index(self._part(rules, identity, "index", meta.rules))
            except (ZstdError, ValueError) as error:
                raise self._corrupt(rules, f"index: {error}") from error
        doors: dict[int, int] = {}
        if meta.doors:
            places = accumulate(self._besides(rules, "places", self._part(rules, identity, "places", meta.rules)).codes)
            doors = {place: door for door, place in enumerate(places)}
        return OpenTable(identity, meta, meta.codec, layout, first_keys, doors)

    def _block(self, rules: Rules, opened: OpenTable, number: int, kind: str = "") -> Block:
        key = (rules.full_id, opened.identity, number, kind)
        block = self.cache.get(key)
        if block is None:
            block = self._load(rules, opened, number, kind)
            self.cache.put(key, block)
        return block

    def _load(self, rules: Rules, opened: OpenTable, number: int, kind: str = "") -> Block:
        """A block of codes; of kind `m`, the margins beside it; of kind `d`, the remotenesses of doors."""
        name = f"{kind}{number}"
        part = self._part(rules, opened.identity, name, opened.meta.rules)
        if kind:
            return self._besides(rules, name, part)
        try:
            return opened.layout.block(opened.codec, decompressed(part))
        except (ZstdError, ValueError, IndexError) as error:
            raise self._corrupt(rules, f"block {name}: {error}") from error

    def _besides(self, rules: Rules, name: str, part: bytes) -> Block:
        """The numbers in a part of another kind."""
        try:
            return unpack_numbers(part, BESIDES[name[0]])
        except (ZstdError, ValueError) as error:
            raise self._corrupt(rules, f"block {name}: {error}") from error

    def _part(self, rules: Rules, identity: Identity, name: str, digest: str | None) -> bytes:
        """One part of the file, after checking its checksum."""
        sealed = self._sealed(rules, identity, name)
        if sealed is None:
            raise self._corrupt(rules, f"part {name} is missing")
        checksum, payload = sealed[:CHECKSUM_BYTES], sealed[CHECKSUM_BYTES:]
        if checksum != checksum_of(rules, name, digest, payload):
            raise self._corrupt(rules, f"the checksum of part {name} is wrong")
        return payload

    def _sealed(self, rules: Rules, identity: Identity, name: str) -> bytes | None:
        """One part of the file with its checksum in front; None if there is none."""
        try:
            connection = self._connections.get(self._file(rules), identity)
            row = connection.execute("SELECT value FROM parts WHERE key = ?", (name,)).fetchone()
        except UnicodeDecodeError as error:  # SQLite's own message quotes what it read
            raise self._corrupt(rules, "SQLite cannot read it") from error
        except (sqlite3.Error, OSError) as error:
            if not self.path(rules).exists():
                raise self._missing(rules) from error
            raise self._corrupt(rules, str(error)) from error
        return row[0] if row is not None and isinstance(row[0], bytes) else None

    def _missing(self, rules: Rules) -> TableMissing:
        return TableMissing(f"{rules.full_id} is not solved yet.", build_command(rules))

    def _corrupt(self, rules: Rules, reason: str) -> TableCorrupt:
        """The error to raise; from now on `meta` raises it too, until the file changes."""
        error = TableCorrupt(
            f"The table of {rules.full_id} is damaged ({reason}); nothing of it is served.",
            build_command(rules),
            "To solve it again",
        )
        path = str(self.path(rules))
        with contextlib.suppress(OSError):
            self._damaged[path] = (identity_of(os.stat(path)), error)
        return error


def _outdated(rules: Rules, clause: str) -> TableMissing:
    """The error of a table that must be solved again, with what is said of it."""
    return TableMissing(f"The table of {rules.full_id} {clause}.", build_command(rules), "To solve it again")


def fits(meta: Meta, rules: Rules) -> bool:
    """Whether a table's meta is plausible, for a table with right checksums that another program wrote."""
    numbers = (meta.entries, meta.block_entries, meta.blocks, meta.positions, meta.maximum, meta.doors)
    counts = meta.histogram.values() if isinstance(meta.histogram, dict) else ()
    layout = LAYOUTS.get(meta.layout) if isinstance(meta.layout, str) else None
    return (
        layout is not None
        and all(type(number) is int and 0 <= number < 1 << 63 for number in numbers)
        and all(isinstance(text, str) for text in (meta.rules, meta.built))
        and meta.domain in get_args(Domain)
        and meta.kind == ("game" if isinstance(rules, Game) else "puzzle")
        and type(meta.bits) is int
        and meta.bits in layout.widths
        and (not layout.ranked or (rules.size is not None and meta.block_entries > 0))
        and isinstance(meta.histogram, dict)
        and all(isinstance(by_remoteness, dict) for by_remoteness in counts)
        and (meta.census is None or census.fits(meta.census))
        and isinstance(meta.levels, list | tuple)
        and all(isinstance(level, list) and len(level) == 2 for level in meta.levels)
        and all(type(number) is int and number >= 0 for level in meta.levels for number in level)
        and (meta.margins or not meta.levels)
    )


def checksum_of(rules: Rules, name: str, digest: str | None, payload: bytes | memoryview) -> bytes:
    """The checksum stored in front of a part of a table of these rules."""
    hasher = hashlib.blake2b(payload, digest_size=CHECKSUM_BYTES)
    hasher.update(f"\0{rules.full_id}\0{name}\0{digest}".encode())
    return hasher.digest()
