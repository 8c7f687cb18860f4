"""A table as small files, and the service's answers from them: in a browser, which runs this module under Pyodide.

A *piece* is an archive (zip) of parts of the table, each with its checksum as in the table's file: `head` of what every
answer needs, and 0, 1, ... of blocks in order, with the margins beside them. Only the standard library is used here.
"""

import json
import random
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, PositionError, Rules
from perfect_play.puzzles.laws.sample import after_moves
from perfect_play.puzzles.mixins import Impartial, Scored, nimber_of
from perfect_play.puzzles.notation import autogui
from perfect_play.server.protocols.kayles_halfmoves import HalfPosition
from perfect_play.server.protocols.position_answers import position_answer, read_touched
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.reader import Identity, NotCovered, OpenTable
from perfect_play.solvers.tables.sampling import NothingToDraw, draw, remotenesses_of
from perfect_play.solvers.tables.store import Store

HEAD = "head"
LARGEST = 60_000  # bytes of a piece
MOST = 4_000  # pieces of a table
WRITING_TIME = (1980, 1, 1, 0, 0, 0)
"""When parts were written, as archives say: always the same, so that these are the same bytes."""


class TableTooLarge(NoAnswer):
    """A table takes too many pieces, or too large ones."""


def pieces(store: Store, rules: Rules) -> Iterator[tuple[str, bytes]]:
    """The pieces of a table, by name. Raises TableTooLarge, TableMissing, TableCorrupt."""
    meta = store.meta(rules)
    if meta.layout == "modulo3":
        raise TableTooLarge(f"{rules.full_id}: a value takes a walk through blocks.")
    yield HEAD, _archive(store, rules, ["meta", "index"] if meta.layout in ("sorted", "sparse") else ["meta"])
    step = step_of(meta.blocks)
    for first in range(0, meta.blocks, step):
        numbers = range(first, min(meta.blocks, first + step))
        names = [f"{kind}{number}" for number in numbers for kind in (("", "m") if meta.margins else ("",))]
        archive = _archive(store, rules, names)
        if len(archive) > LARGEST:
            raise TableTooLarge(f"{rules.full_id} takes more than {MOST:,} files of {LARGEST // 1000} kB.")
        yield str(first // step), archive


def step_of(blocks: int) -> int:
    """How many blocks are in a piece."""
    return max(1, -(-blocks // MOST))


def _archive(store: Store, rules: Rules, names: Sequence[str]) -> bytes:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name in names:
            file.writestr(zipfile.ZipInfo(name, WRITING_TIME), store.sealed(rules, name))
    return archive.getvalue()


# --- reading ----------------------------------------------------------------------------------


class Lacking(Exception):
    """A piece has not been given yet; the message is its name."""


class PieceStore(Store):
    """A table of which pieces are given when they are asked for. given: by name."""

    def __init__(self, step: int) -> None:
        super().__init__("")
        self.given: dict[str, bytes] = {}
        self._step = step

    def _open(self, rules: Rules) -> OpenTable:
        if rules.full_id not in self._opened:
            self._opened[rules.full_id] = self._read_meta(rules, (0, 0, 0))
        return self._opened[rules.full_id]

    def _sealed(self, rules: Rules, identity: Identity, name: str) -> bytes | None:
        number = name.removeprefix("m")
        piece = str(int(number) // self._step) if number.isdecimal() else HEAD
        if piece not in self.given:
            raise Lacking(piece)
        try:
            return zipfile.ZipFile(BytesIO(self.given[piece])).read(name)
        except (zipfile.BadZipFile, KeyError, EOFError):
            return None


class TableOracle:
    """The results in a store's table, as the manager gives them."""

    def __init__(self, store: Store) -> None:
        self.limiter = Limiter()
        self._store = store

    def result(self, rules: Rules, position: Position, /) -> Result:
        return self._store.probe(registry.table_holder(rules), position)

    def child_results(self, rules: Rules, position: Position, children: Sequence[Position], /) -> list[Result]:
        return self._store.probe_each(registry.table_holder(rules), children)

    def margin(self, rules: Rules, position: Position, /) -> int | None:
        return self._store.margin(registry.table_holder(rules), position) if isinstance(rules, Scored) else None

    def nimber(self, rules: Rules, position: Position, /) -> int | None:
        nimber = nimber_of(rules, position)
        unknown = nimber is None and isinstance(rules, Impartial)
        return self._store.nimber(registry.table_holder(rules), position) if unknown else nimber

    def draw_level(self, rules: Rules, position: Position, /) -> DrawLevel | None:
        return self._store.draw_level(registry.table_holder(rules), position)


class TableAnswers:
    """The answers about a variant, as JSON: `answer`, null if there is none; `lacking`, pieces to give; or `error`."""

    def __init__(self, puzzle_id: str, variant_id: str, step: int) -> None:
        self._rules = registry.load(puzzle_id, variant_id)
        self._table = registry.table_holder(self._rules)
        self._store = PieceStore(step)
        self._oracle = TableOracle(self._store)

    def give(self, piece: str, content: Any) -> None:
        """Take a piece. content: its bytes."""
        self._store.given[piece] = bytes(content)

    def ask(self, question: str, *details: str) -> str:
        """Answer about a `position` with its text, or a `start` with its difficulty, or "", and a seed."""
        try:
            reply = {"answer": (self._position if question == "position" else self._start)(*details)}
        except Lacking as lacking:
            return json.dumps({"lacking": lacking.args})
        except (PositionError, NotCovered, NothingToDraw):
            reply = {"answer": None}
        except NoAnswer as error:
            reply = {"error": error.sentence}
        self._store.given.clear()  # what has been decoded is kept
        return json.dumps(reply)

    def _position(self, text: str) -> Any:
        position = read_touched(self._rules, text)
        whole = position.position if isinstance(position, HalfPosition) else position
        lacking: set[str] = set()
        for each in [whole, *(after_moves(self._rules, whole) if self._rules.primitive(whole) is None else ())]:
            try:
                self._store.get(self._table, each)
            except Lacking as error:
                lacking.update(error.args)
        if lacking:
            raise Lacking(*sorted(lacking))
        return position_answer(self._oracle, self._rules, position)

    def _start(self, difficulty: str, seed: str) -> Any:
        greatest = self._store.meta(self._table).maximum
        remotenesses = remotenesses_of(difficulty, greatest) if difficulty else None
        position = draw(self._store, self._table, random.Random(seed), remotenesses)
        return autogui.write_position(self._rules, position)
