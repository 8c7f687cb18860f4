"""The file of a variant's pattern databases, which is mapped into memory: see `tables/sealed_file.py`.

`<id>.<variant>.patterns`, beside the tables, has a part for each pattern, and in its description `variant`, `rules`,
`seconds`, `built`, and in `patterns` for each pattern its `tiles` and `slides`: how many placements need 0, 1, 2, ...
slides. A block is verified when it is first looked at. The data stays in the system's page cache, shared by all
processes.

Two placements of a pattern share a byte, the first in the lower four bits; each is half of the slides needed beyond the
tiles' distances from home; 15 stands for all greater values. Placement number n has the tiles on combination n div k!
of cells, ordered by the sum of 2^cell, in permutation n mod k! of the lexicographically ordered permutations on these
cells, with the k tiles counted from 0.

Those of Rubik's Cube are three tables of distances, whose `tiles` are empty: two without and one with the places of a
tetrad's corners. Cubes take two bits each, the first of four in the lowest bits of a byte: 0 if the distance is at most
2, 5 or 9, in this order of the tables; 1 or 2 if it is one or two more; else 3. `CubeNumbering` says which cube has
which place.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import perm
from pathlib import Path
from typing import Any, NamedTuple

from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.tables.digest import require_current, rules_digest
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BLOCK, SealedFile, write_sealed

FORMAT = 2
MOST_CELLS = 25  # of a board

Slides = tuple[int, ...]
"""The number of places of a pattern that need 0, 1, 2, ... slides of its tiles."""


class Pattern(NamedTuple):
    """One pattern: its tiles, none for cubes, and the histogram of the slides or turns that its places need."""

    tiles: tuple[int, ...]
    slides: Slides


def path_of(directory: Path, rules: Rules) -> Path:
    """The path of a variant's file among the tables in `directory`, whether it exists or not."""
    return directory / f"{rules.id}.{rules.variant.id}.patterns"


def build_command(rules: Rules) -> str | None:
    """The command that builds the databases of a variant; None if it is a board too large for them."""
    if isinstance(rules, SlidingPuzzle) and len(rules.tiles(rules.start())) > MOST_CELLS:
        return None
    return f"python -m solvers patterns {rules.id} {rules.variant.id}"


def publish_patterns(
    path: Path, rules: Rules, patterns: Iterable[tuple[Pattern, memoryview]], seconds: Callable[[], float]
) -> None:
    """Write the databases of a variant, atomically. Raises OSError, StaleRules; then nothing has changed.

    patterns: each with its packed data. seconds: called at the end for the seconds the build took.
    """
    require_current(rules)
    listed: list[dict[str, Any]] = []
    description = {**_required_description(rules), "patterns": listed}

    def parts() -> Iterator[tuple[str, memoryview]]:
        for pattern, raw in patterns:
            yield str(len(listed)), raw
            listed.append(pattern._asdict())
        description["seconds"] = round(seconds(), 3)
        description["built"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    write_sealed(path, description, parts())


def _required_description(rules: Rules) -> dict[str, Any]:
    return {"kind": "patterns", "format": FORMAT, "variant": rules.full_id, "rules": rules_digest(rules)}


class PatternFile(SealedFile):
    """An open file.

    patterns: with the part of each in `pattern_parts`. To read byte i of a part, call `check` unless
    `checked[part.block + i // BLOCK]` is set; then it is `data[part.first + i]`.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        """Open the file of a variant. Raises TableMissing, BadFile."""
        self.rules = rules
        command = build_command(rules)
        try:
            super().__init__(path, _required_description(rules), command)
        except FileNotFoundError:
            raise TableMissing(
                f"There are no pattern databases of {rules.full_id}.", command, "To build them"
            ) from None
        with self.understanding():
            self.patterns = [
                Pattern(tuple(each["tiles"]), tuple(each["slides"])) for each in self.description["patterns"]
            ]
            self.pattern_parts = [self.parts[str(number)] for number in range(len(self.patterns))]

    def excess(self, pattern: int, place: int) -> int:
        """Half of the slides that a place of a pattern needs beyond its tiles' distances. Raises BadFile."""
        part = self.pattern_parts[pattern]
        block = part.block + (place >> 1) // BLOCK
        if not self.checked[block]:
            self.check(block)
        return self.data[part.first + (place >> 1)] >> 4 * (place & 1) & 15


# --- division of a board into patterns ------------------------------------------------------------


Patterns = tuple[tuple[int, ...], ...]

LARGEST = 8  # tiles of a pattern
MAX_PLACES = 600_000_000
"""Of the tiles of a pattern, unless more are requested: each takes three bytes of memory, and half a byte on disk."""

SIXES: Mapping[tuple[int, int], Patterns] = {
    (5, 5): ((1, 2, 3, 6, 7, 8), (4, 5, 9, 10, 14, 15), (11, 12, 16, 17, 21, 22), (13, 18, 19, 20, 23, 24))
}
"""Patterns of at most six tiles by size of board, from Korf and Felner (2002), figure 3, turned by 180 degrees."""


def partition(rows: int, cols: int, largest: int | None = None) -> Patterns:
    """The tiles of a board divided into patterns of at most `largest`; by default, the most for `MAX_PLACES`.

    Unless a better division is listed, they are divided in order, as equally as possible: 15 as 8 and 7.
    """
    cells = rows * cols
    limit = largest or max(tiles for tiles in range(1, LARGEST + 1) if perm(cells, tiles) <= MAX_PLACES)
    if limit == 6 and (rows, cols) in SIXES:
        return SIXES[rows, cols]
    parts = -(-(cells - 1) // limit)
    ends = [-(-(cells - 1) * part // parts) for part in range(parts + 1)]
    return tuple(tuple(range(first + 1, end + 1)) for first, end in pairwise(ends))
