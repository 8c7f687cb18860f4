"""Shared by the tests of tables: writing tables, inspecting their files, querying every position."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.result import Result
from perfect_play.solvers.retrograde import Solution
from perfect_play.solvers.tables.reader import TableCorrupt, TableMissing
from perfect_play.solvers.tables.store import Store
from tests.helpers import load, solved

DENSE = "towersofhanoi/3_3"
SPARSE = "bishoppuzzle/4x5_4"
DENSE_BLOCKS = "towersofhanoi/4_8"  # two blocks
SPARSE_BLOCKS = "bishoppuzzle/4x5_8"  # two blocks


def written(directory: Path, full_id: str, solution: Solution | None = None) -> Store:
    """A store with the table of this variant, from another solution if one is given."""
    store = Store(directory)
    store.write(load(full_id), solution or solved(full_id), 1.5)
    return store


def files(directory: Path) -> list[str]:
    """The names of all files there, including hidden ones."""
    return sorted(path.name for path in directory.iterdir())


def parts_of(path: Path) -> dict[str, bytes]:
    """All parts of a table's file, as stored."""
    connection = sqlite3.connect(path)
    try:
        return dict(connection.execute("SELECT key, value FROM parts"))
    finally:
        connection.close()


def set_part(path: Path, name: str, value: object) -> None:
    """Change one part behind the store's back."""
    connection = sqlite3.connect(path)
    connection.execute("UPDATE parts SET value = ? WHERE key = ?", (value, name))
    connection.commit()
    connection.close()


def shifted(solution: Solution, by: int) -> Solution:
    """The solution with every remoteness changed."""
    return Solution(
        solution.domain, {p: Result(found.value, found.remoteness + by) for p, found in solution.results.items()}
    )


def wrong_answers(store: Store, rules: Rules, solution: Solution) -> tuple[list, int]:
    """(positions answered wrongly, the number of positions not answered at all)."""
    wrong, refused = [], 0
    for position, found in solution.results.items():
        try:
            if store.probe(rules, position) != found:
                wrong.append(position)
        except (TableCorrupt, TableMissing):
            refused += 1
    return wrong, refused
