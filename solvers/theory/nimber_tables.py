"""Tables of nimbers: a sealed file (`tables/sealed_file.py`) for each code, `nimbers/<code>.nimbers`.

Its part `nimbers` has those of heaps 0, 1, ..., `width` bytes each, little endian; its description has `code`, `width`
and `period`, the proved one or null. A block is verified whenever one of its nimbers is read.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from perfect_play.puzzles.octal_codes import Octal
from perfect_play.solvers.tables.sealed_file import BLOCK, BadFile, SealedFile, write_sealed
from perfect_play.solvers.theory.period import Period

FORMAT = 2


class NimberTable(SealedFile):
    """An open table: it has the nimbers of heaps 0 to heaps - 1, `width` bytes each."""

    def __init__(self, data_dir: Path, octal: Octal) -> None:
        """Open the table of a game. Raises BadFile, and FileNotFoundError if there is none."""
        super().__init__(path_of(data_dir, octal), _expected(octal))
        with self.understanding():
            self.width: int = self.description["width"]
            self.heaps = self.parts["nimbers"].length // self.width
            period = self.description["period"]
            self.period = period and Period(**period)

    def nimber(self, heap: int) -> int:
        """The nimber of a heap that the table has. Raises BadFile."""
        part = self.parts["nimbers"]
        block, place = divmod(heap * self.width, BLOCK)
        return int.from_bytes(self.read_block(part.block + block)[place : place + self.width], "little")


def path_of(data_dir: Path, octal: Octal) -> Path:
    """The path of a game's table, whether it exists or not."""
    return data_dir / "nimbers" / f"{octal.code}.nimbers"


def publish_nimbers(data_dir: Path, octal: Octal, values: memoryview, period: Period | None) -> None:
    """Publish a table of the nimbers of heaps 0, 1, ..., as bytes or 16-bit words. Raises OSError.

    Without a period, it does not replace a sound table that has one, or more heaps.
    """
    with suppress(BadFile):
        table = open_table(data_dir, octal)
        if table is not None and period is None and (table.period or table.heaps > len(values)):
            return
    facts = {"width": values.itemsize, "period": period and period.as_json()}
    write_sealed(path_of(data_dir, octal), {**_expected(octal), **facts}, [("nimbers", values)])


def open_table(data_dir: Path, octal: Octal) -> NimberTable | None:
    """The table of a game; None if there is none. Raises BadFile."""
    try:
        return NimberTable(data_dir, octal)
    except FileNotFoundError:
        return None


def _expected(octal: Octal) -> dict[str, Any]:
    return {"kind": "nimbers", "format": FORMAT, "code": octal.code}
