"""The file of a board's pattern databases: whole or absent, and refused if it is damaged, forged or of other rules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.pattern_databases import pattern_file
from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Heuristic, Patterns
from perfect_play.solvers.pattern_databases.pattern_file import (
    PatternFile,
    path_of,
)
from perfect_play.solvers.pattern_databases.tile_search import TileSearcher
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BadFile, write_sealed
from tests.helpers import load
from tests.kept_tables import kept
from tests.pattern_databases import damaged, patterns_of, tiles_of, written


@pytest.fixture(scope="module")
def search() -> TileSearcher:
    return TileSearcher(kept())


def heuristics(directory: Path, rules: SlidingPuzzle, largest: int) -> tuple[Heuristic, Heuristic]:
    return Conflicts(rules.rows, rules.cols), Patterns(PatternFile(written(directory, rules, largest), rules))


def test_pattern_file_reads_back_as_written(tmp_path: Path):
    rules = tiles_of("npuzzle/3")
    made = patterns_of(rules, 4)
    file = PatternFile(written(tmp_path, rules, 4), rules)
    file.check_all()
    assert file.patterns == [pattern for pattern, _ in made]
    assert os.listdir(tmp_path) == ["npuzzle.3.patterns"]
    for number, (_, raw) in enumerate(made):
        for place in range(0, 2 * len(raw), 11):
            assert file.excess(number, place) == raw[place >> 1] >> 4 * (place & 1) & 15


def test_missing_pattern_file_is_refused(tmp_path: Path):
    with pytest.raises(TableMissing, match=r"To build them: python -m solvers patterns npuzzle 3"):
        PatternFile(path_of(tmp_path, load("npuzzle/3")), tiles_of("npuzzle/3"))


def test_patterns_that_make_no_sense_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rules = tiles_of("npuzzle/3")
    for wrong in (3, [3], [{"tiles": 3, "slides": []}], [{"slides": [1]}], [*({"tiles": [], "slides": []},) * 9]):
        path = path_of(tmp_path, rules)
        write_sealed(path, {**pattern_file._required_description(rules), "patterns": wrong}, [("0", b"abc")])
        with pytest.raises(
            BadFile, match=r"3\.patterns is not used: its description makes no sense\. To build it again"
        ):
            PatternFile(path, rules)


def test_a_damaged_block_is_refused_when_it_is_looked_at(tmp_path: Path):
    rules = tiles_of("npuzzle/3")
    path = written(tmp_path, rules, 4)
    damaged(path, PatternFile(path, rules).pattern_parts[1].first + 3)
    file = PatternFile(path, rules)
    file.excess(0, 0)
    with pytest.raises(BadFile, match="the checksum of block 1 is wrong"):
        file.excess(1, 0)
    with pytest.raises(BadFile):
        Patterns(file).first(rules.tiles(rules.start()))


def test_other_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rules = tiles_of("npuzzle/3")
    path = written(tmp_path, rules, 4)
    monkeypatch.setattr("perfect_play.solvers.pattern_databases.pattern_file.rules_digest", lambda rules: "0" * 32)
    with pytest.raises(BadFile, match="made by other rules than today's"):
        PatternFile(path, rules)
    os.replace(path, path_of(tmp_path, load("npuzzle/2x4")))
    with pytest.raises(BadFile):
        PatternFile(path_of(tmp_path, load("npuzzle/2x4")), tiles_of("npuzzle/2x4"))
