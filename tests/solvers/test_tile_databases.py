"""The file of a board's pattern databases: whole or absent, and refused if it is damaged, forged or of other rules."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Heuristic, Patterns
from perfect_play.solvers.pattern_databases.pattern_file import (
    BLOCK,
    HEAD_BYTES,
    MAGIC,
    PatternFile,
    path_of,
    publish_patterns,
)
from perfect_play.solvers.pattern_databases.tile_search import TileSearcher
from perfect_play.solvers.tables.reader import TableCorrupt, TableError, TableMissing, checksum_of
from tests.helpers import ROOT, load
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


def test_a_building_that_ends_early_leaves_nothing(tmp_path: Path):
    rules = tiles_of("npuzzle/3")

    def half() -> Iterator[object]:
        yield patterns_of(rules, 4)[0]
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        publish_patterns(path_of(tmp_path, rules), rules, half(), lambda: 0.0)  # type: ignore[arg-type]
    assert os.listdir(tmp_path) == []
    before = written(tmp_path, rules, 4).read_bytes()
    with pytest.raises(OSError, match="No space left"):
        publish_patterns(path_of(tmp_path, rules), rules, half(), lambda: 0.0)  # type: ignore[arg-type]
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


KILLED = """
import os, signal, sys
from pathlib import Path
from perfect_play.solvers.pattern_databases.pattern_file import path_of, publish_patterns
from tests.kept_tables import kept
from tests.pattern_databases import patterns_of, tiles_of
rules = tiles_of("npuzzle/3")
def killed():
    yield patterns_of(rules, 4)[0]
    os.kill(os.getpid(), signal.SIGKILL)
publish_patterns(path_of(Path(sys.argv[1]), rules), rules, killed(), lambda: 0.0)
"""


def test_a_killed_builder_leaves_nothing_that_is_read(tmp_path: Path):
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL
    (left,) = os.listdir(tmp_path)
    assert left.endswith(".tmp")
    rules = tiles_of("npuzzle/3")
    with pytest.raises(TableMissing):
        PatternFile(path_of(tmp_path, rules), rules)
    written(tmp_path, rules, 4)
    assert os.listdir(tmp_path) == ["npuzzle.3.patterns"], "what was left is swept up"


@pytest.mark.parametrize("at", [0, 9, 20, 40, 300])
def test_a_damaged_head_is_refused(tmp_path: Path, at: int):
    rules = tiles_of("npuzzle/3")
    path = written(tmp_path, rules, 4)
    damaged(path, at)
    with pytest.raises(TableCorrupt, match=r"head is not as it was written\) and not used\. To build them"):
        PatternFile(path, rules)


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["tiles", "slides", "bytes"]), inner),
    max_leaves=6,
)


def test_a_forged_head_is_refused(tmp_path: Path):
    """Even with a valid checksum its contents are checked, and no other error is raised."""
    rules = tiles_of("npuzzle/2x3")
    path = written(tmp_path, rules, 3)
    raw, honest = path.read_bytes(), PatternFile(path, rules)
    sums = b"".join(honest._sums)

    @settings(deadline=None, database=None, derandomize=True, max_examples=300)
    @given(st.sampled_from(sorted(honest.meta)), JSONS, st.binary(max_size=8), st.integers(-1, 4))
    def read(name: str, value: object, more: bytes, cut: int) -> None:
        told = json.dumps({**honest.meta, name: value}).encode()[: None if cut < 0 else cut * 10]
        head = len(told).to_bytes(4, "little") + told + sums + more
        forged = MAGIC + len(head).to_bytes(4, "little") + checksum_of(rules, "head", None, head) + head
        path.write_bytes(forged + raw[len(forged) :])
        try:
            opened = PatternFile(path, rules)
        except TableError:
            return
        assert opened.patterns == honest.patterns
        opened.check_all()

    read()


@pytest.mark.parametrize("size", [0, 5, 100, HEAD_BYTES, HEAD_BYTES + BLOCK, HEAD_BYTES + 2 * BLOCK - 1])
def test_a_file_that_was_cut_is_refused(tmp_path: Path, size: int):
    rules = tiles_of("npuzzle/3")
    path = written(tmp_path, rules, 4)
    os.truncate(path, size)
    with pytest.raises(TableCorrupt):
        PatternFile(path, rules)


def test_a_damaged_block_is_refused_when_it_is_looked_at(tmp_path: Path):
    rules = tiles_of("npuzzle/3")
    path = written(tmp_path, rules, 4)
    damaged(path, HEAD_BYTES + BLOCK + 3)
    file = PatternFile(path, rules)
    file.excess(0, 0)
    with pytest.raises(TableCorrupt, match="the checksum of block 1 is wrong"):
        file.excess(1, 0)
    with pytest.raises(TableCorrupt):
        Patterns(file).first(rules.tiles(rules.start()))


def test_other_rules_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rules = tiles_of("npuzzle/3")
    path = written(tmp_path, rules, 4)
    monkeypatch.setattr("perfect_play.solvers.pattern_databases.pattern_file.rules_digest", lambda rules: "0" * 32)
    with pytest.raises(TableMissing, match="made by other rules than today's"):
        PatternFile(path, rules)
    os.replace(path, path_of(tmp_path, load("npuzzle/2x4")))
    with pytest.raises(TableCorrupt):
        PatternFile(path_of(tmp_path, load("npuzzle/2x4")), tiles_of("npuzzle/2x4"))
