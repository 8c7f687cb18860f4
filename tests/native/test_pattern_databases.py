"""Natively built pattern databases: equal to the reference, built by one process at a time, and atomic."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.tiles import walked
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.locks import take_lock
from perfect_play.solvers.native import memory
from perfect_play.solvers.pattern_databases import pattern_process as patterns
from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Patterns
from perfect_play.solvers.pattern_databases.pattern_file import PatternFile, path_of, publish_patterns
from perfect_play.solvers.pattern_databases.pattern_numbering import numbering
from perfect_play.solvers.pattern_databases.pattern_process import regions
from perfect_play.solvers.pattern_databases.tile_search import TileSearcher
from tests.helpers import ROOT, solved
from tests.pattern_databases import patterns_of, tiles_of


@pytest.mark.parametrize(
    ("full_id", "largest"), [("npuzzle/2x3", 3), ("npuzzle/3x2", 3), ("npuzzle/2x4", 4), ("npuzzle/3", 4)]
)
def test_native_patterns_equal_those_of_the_reference(full_id: str, largest: int):
    rules = tiles_of(full_id)
    made = [(told, bytes(raw)) for told, raw in patterns.build(rules, largest)]
    assert made == [(told, bytes(raw)) for told, raw in patterns_of(rules, largest)]


def test_solutions_of_the_24_puzzle_by_patterns_and_by_conflicts_are_equally_long(tmp_path: Path):
    """Patterns of three tiles and linear conflicts lead to solutions of the same length."""
    rules, search = tiles_of("npuzzle/5x5"), TileSearcher(tmp_path)
    path = path_of(tmp_path, rules)
    publish_patterns(path, rules, patterns.build(rules, 3), lambda: 0.0)
    heuristics = Conflicts(5, 5), Patterns(PatternFile(path, rules))
    rng, lengths = random.Random(24), []
    for _ in range(8):
        position = walked(rules, rules.parse("123456789abcdefghijklmno-"), rng, 44)
        found = [search.begin(rules, heuristic, position).shortest() for heuristic in heuristics]
        lengths.append([len(one.line or ()) for one in found])
    assert all(one == other for one, other in lengths)
    assert max(one for one, _ in lengths) > 30


def test_pattern_of_all_tiles_counts_the_8_puzzle():
    """Eight tiles leave one place for the gap, so slides are moves, and the counts are those of the 8-puzzle."""
    ((told, _),) = patterns.build(tiles_of("npuzzle/3"), 8)
    remotenesses = [found.remoteness for found in solved("npuzzle/3").results.values()]
    assert list(told.slides) == [remotenesses.count(remoteness) for remoteness in range(32)]


def test_regions_part_the_free_cells_between_the_tiles_of_a_pattern():
    numbers = numbering(3, 3, 4)
    found = regions(numbers)
    corners = found[numbers.places(np.array([0b010101010]))[0]]
    assert corners.tolist() == [0, 255, 1, 255, 2, 255, 3, 255, 4]
    row = found[numbers.places(np.array([0b001111000]))[0]]
    assert row.tolist() == [0, 0, 0, 255, 255, 255, 255, 1, 1]


def test_command_builds_patterns_once_again_if_forced_and_checks_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    command = ["--data-dir", str(tmp_path), "patterns", "npuzzle", "3", "--largest", "4"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "npuzzle/3: 6,048 places of patterns, needs about" in out
    assert "tiles 1 to 4 take up to 15 slides, tiles 5 to 8 take up to 15 slides; " in out
    path = path_of(tmp_path / "tables", tiles_of("npuzzle/3"))
    before = path.stat().st_ino
    assert main(command) == 0
    assert "To build them again: --force" in capsys.readouterr().out
    assert path.stat().st_ino == before
    assert main([*command, "--force"]) == 0
    assert main(["--data-dir", str(tmp_path), "patterns", "npuzzle", "3", "--check"]) == 0
    assert ", sound" in capsys.readouterr().out
    assert os.listdir(tmp_path / "tables") == [path.name]


def process(data: Path) -> subprocess.Popen[str]:
    command = [
        sys.executable,
        "-m",
        "perfect_play.solvers.pattern_databases.pattern_process",
        str(data),
        "npuzzle",
        "2x6",
    ]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_killed_build_of_patterns_leaves_no_file(tmp_path: Path):
    with process(tmp_path) as building:
        assert building.stdout is not None
        while '"positions"' not in building.stdout.readline():
            pass
        building.send_signal(signal.SIGKILL)
    rules = tiles_of("npuzzle/2x6")
    assert not path_of(tmp_path / "tables", rules).exists()
    with process(tmp_path) as again:
        assert again.stdout is not None
        assert '"done": true' in again.stdout.read().splitlines()[-1]
    PatternFile(path_of(tmp_path / "tables", rules), rules).check_all()
    assert os.listdir(tmp_path / "tables") == ["npuzzle.2x6.patterns"]


@pytest.mark.parametrize(("puzzle", "variant"), [("npuzzle", "3"), ("rubikscube3", "3x3x3")])
def test_second_process_building_patterns_is_refused(
    puzzle: str, variant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    lock = take_lock(tmp_path / "cache" / f"{puzzle}.{variant}.patterns.lock")
    assert lock is not None
    try:
        assert main(["--data-dir", str(tmp_path), "patterns", puzzle, variant]) == 1
    finally:
        os.close(lock)
    assert "already being built. Nothing was changed" in capsys.readouterr().err
    assert not (tmp_path / "tables").exists()


def test_patterns_without_enough_memory_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 1 << 30)
    rules = tiles_of("npuzzle/4")
    needs = patterns.needs_of(rules, None)
    with pytest.raises(MemoryError, match=r"npuzzle/4 needs 2 GB of memory, 70\d MB more than are free"):
        patterns.build_and_publish(tmp_path, rules, needs, lambda: iter(()))
    assert not (tmp_path / "tables").exists()
