"""Searches of sliding tiles: heuristics on every position of small boards, IDA*, and the pattern database file."""

from __future__ import annotations

import random
import re
from functools import reduce
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest

from benchmarks.tiles import instances, walked
from perfect_play.puzzles.base import Value
from perfect_play.puzzles.sliding import SlidingPuzzle, steps_aside
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.search import PAUSED
from perfect_play.solvers.pathfinding.deepening import ida_star
from perfect_play.solvers.pathfinding.space import Budget, UnfinishedSearch
from perfect_play.solvers.pattern_databases.heuristics import Conflicts, Heuristic, Patterns
from perfect_play.solvers.pattern_databases.pattern_file import PatternFile
from perfect_play.solvers.pattern_databases.tile_loops import (
    BOUND,
    COUNT,
    COUNTS,
    DIRECTIONS,
    GAP,
    KID,
    LIMIT,
    NEXT,
    SUMS,
    deepen,
    expand,
)
from perfect_play.solvers.pattern_databases.tile_search import TileSearcher
from perfect_play.solvers.reports.best_lines import LineLimits, best_lines
from perfect_play.solvers.reports.best_move_report import best_move
from perfect_play.solvers.result import LOST, result
from perfect_play.solvers.status import State
from perfect_play.solvers.untabled.choice import has_table
from perfect_play.solvers.untabled.sliding_tiles import SearchedTiles
from tests.helpers import TILES, late, lines_by_table, load, solved
from tests.kept_tables import kept
from tests.pattern_databases import damaged, tiles_of, written

BOARDS = (("npuzzle/2x3", 3), ("npuzzle/3x2", 3), ("npuzzle/2x4", 4), ("npuzzle/3", 4))
"""Boards, and the most tiles of a pattern."""
FIFTEEN = tiles_of("npuzzle/4")
SOLVED_FIFTEEN = b"123456789abcdef-"


@pytest.fixture(scope="module")
def search() -> TileSearcher:
    return TileSearcher(kept())


def heuristics(directory: Path, rules: SlidingPuzzle, largest: int) -> tuple[Heuristic, Heuristic]:
    return Conflicts(rules.rows, rules.cols), Patterns(PatternFile(written(directory, rules, largest), rules))


def slid(heuristic: Heuristic, row: np.ndarray, board: list[int], cell: int) -> np.ndarray:
    """The search's row after sliding the tile in this cell, computed as in the search loop."""
    frames, kids = np.stack([row, 0 * row, 0 * row]), np.zeros((3, DIRECTIONS, KID), np.int64)
    frames[0, GAP] = board.index(0)
    control, cells = np.zeros(COUNTS, np.int64), np.array(board)
    count = expand(control, cells, frames[0], kids[0], -1, heuristic.tables)
    frames[0, [NEXT, COUNT]] = kids[0, :count, GAP].tolist().index(cell), count
    control[LIMIT] = 1000
    assert (deepen(0, control, frames, kids, cells, heuristic.tables), frames[1, GAP]) == (PAUSED, cell)
    frames[1, [GAP, NEXT]] = 0
    return frames[1]


# --- heuristics -----------------------------------------------------------------------------------


def test_number_of_tiles_that_step_aside_is_counted():
    cases = {(): 0, (0, 1, 2, 3): 0, (1, 0): 2, (2, 1, 0): 4, (3, 2, 1, 0): 6, (1, 2, 3, 0): 2, (1, 0, 3, 2): 4}
    assert {homes: steps_aside(homes) for homes in cases} == cases


@pytest.mark.parametrize(
    ("full_id", "largest"), [late(*board) if board == ("npuzzle/3", 4) else board for board in BOARDS]
)
def test_tile_heuristics_are_admissible_and_equal_slide_by_slide(full_id: str, largest: int, tmp_path: Path):
    """At most the remoteness, of the same parity, and 0 only when solved; sampled on larger boards."""
    rules = tiles_of(full_id)
    conflicts, patterns = heuristics(tmp_path, rules, largest)
    told = {}
    results = list(solved(full_id).results.items())
    results = results[:: 1 + len(results) // 5_000]
    for number, (position, found) in enumerate(results):
        board = rules.tiles(position)
        for heuristic in (conflicts, patterns):
            row = heuristic.first(board)
            least = row[BOUND]
            assert least <= found.remoteness, rules.format(position)
            assert (found.remoteness - least) % 2 == 0
            assert (least == 0) == (found.remoteness == 0)
            told[position, heuristic.name] = least
            if number % 7:
                continue
            gap = board.index(0)
            for cell in rules.moves(position):
                child = list(board)
                child[gap], child[cell] = board[cell], 0
                assert slid(heuristic, row, board, cell).tolist() == heuristic.first(child).tolist()
        assert told[position, conflicts.name] == rules.heuristic(position)
    if full_id == "npuzzle/3":
        sums = {heuristic.name: sum(told[p, heuristic.name] for p, _ in results) for heuristic in (conflicts, patterns)}
        assert sums[patterns.name] > sums[conflicts.name], "on average they tell more"


def test_patterns_also_bound_the_mirror_image_of_a_square_board(tmp_path: Path):
    rules = tiles_of("npuzzle/3")
    patterns = heuristics(tmp_path, rules, 4)[1]
    some = list(solved("npuzzle/3").results)[::1000]
    rows = [patterns.first(rules.tiles(position)) for position in some]
    assert any(row[SUMS] > row[SUMS + 1] for row in rows)
    assert any(row[SUMS] < row[SUMS + 1] for row in rows)


# --- searches -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("full_id", "largest"), BOARDS)
def test_fewest_moves_are_those_of_the_table(full_id: str, largest: int, tmp_path: Path, search: TileSearcher):
    rules = tiles_of(full_id)
    results = solved(full_id).results
    sample = random.Random(full_id).sample(list(results), 40)
    for heuristic in heuristics(tmp_path, rules, largest):
        for position in sample:
            found = search.begin(rules, heuristic, position).every_shortest()
            expected = list(lines_by_table(full_id, position))
            assert (len(found.first.line), found.first.method) == (results[position].remoteness, heuristic.name)
            assert sorted(found.lines) == sorted(expected)
            least = results[position].remoteness
            assert search.begin(rules, heuristic, position).solved_within(least)
            assert not search.begin(rules, heuristic, position).solved_within(least - 1)


@pytest.mark.parametrize("text", TILES)
def test_shortest_solutions_of_sliding_tiles_are_complete(text: str, tmp_path: Path, search: TileSearcher):
    rules = tiles_of("npuzzle/3")
    length, lines = TILES[text]
    for heuristic in heuristics(tmp_path, rules, 4):
        found = list(search.begin(rules, heuristic, rules.parse(text)).every_shortest().lines)
        assert ({len(line) for line in found}, len(set(found)), len(found)) == ({length}, lines, lines)


def test_unsolvable_tiles_are_refused_by_the_rules(search: TileSearcher):
    found = search.begin(FIFTEEN, Conflicts(4, 4), FIFTEEN.parse("123456789abcdfe-")).shortest()
    assert (found.line, found.method, found.expanded) == (None, "the rules", 0)


def test_fifteen_puzzle_is_solved_with_linear_conflicts(search: TileSearcher):
    for seed in range(12):
        position = walked(FIFTEEN, SOLVED_FIFTEEN, random.Random(seed), 30)
        line = search.begin(FIFTEEN, Conflicts(4, 4), position).shortest().line
        assert line is not None
        assert len(line) <= 30
        assert len(line) % 2 == 0
        for move in line:
            assert move in FIFTEEN.moves(position)
            position = FIFTEEN.do_move(position, move)
        assert FIFTEEN.primitive(position) is Value.WIN


@pytest.mark.parametrize("size", ["2x7", "7x2", "5x5", "1x9", "9x1", "5x7"])
def test_boards_of_other_sizes_are_solved_as_by_the_general_search(size: str, search: TileSearcher):
    """Solutions are as short as the general search says."""
    rules = tiles_of(f"npuzzle/{size}")
    for seed in range(5):
        rng, position = random.Random(seed), next(iter(rules.solutions()))
        for _ in range(25):
            position = rng.choice(rules.children(position))
        line = search.begin(rules, Conflicts(rules.rows, rules.cols), position).shortest().line
        assert len(line) == len(ida_star(rules, position).line)
        assert rules.primitive(reduce(rules.do_move, line, position)) is Value.WIN


@pytest.mark.parametrize(
    "size", ["3", "4", "5x5", "4x6", "1x5", "5x1", "2x2", "3x2", "2x9", "9x2", "3x4", "5x4", "7x7", "6x10", "2x31"]
)
def test_solution_of_sliding_tiles_is_given_at_once(size: str, search: TileSearcher):
    rules, rng = tiles_of(f"npuzzle/{size}"), random.Random(size)
    for _ in range(3):
        position = rules.unrank(rng.randrange(rules.size)) if size[0] != "1" else next(iter(rules.solutions()))
        while rng.random() < 0.99:
            position = rng.choice(rules.children(position))
        line, how = search.some_line(rules, position, 0.0)
        assert how == "row by row"
        assert rules.primitive(reduce(rules.do_move, line, position)) is Value.WIN
        for before, move in zip(accumulate(line, rules.do_move, initial=position), line, strict=False):
            assert move in rules.moves(before)
    assert search.some_line(rules, next(iter(rules.solutions())), 1.0)[0] == ()


@pytest.mark.parametrize("nodes", [1, 3, 10, 1000, 20_000])
def test_tile_search_stops_at_its_limit_of_positions(nodes: int, search: TileSearcher):
    position = FIFTEEN.parse(instances()[16][0])
    with pytest.raises(UnfinishedSearch, match=f"more than {nodes:,} positions") as raised:
        search.begin(FIFTEEN, Conflicts(4, 4), position, Budget(nodes=nodes)).shortest()
    assert raised.value.generated <= nodes
    assert FIFTEEN.heuristic(position) <= raised.value.bound <= 66


def test_published_instances_are_bounded_by_the_heuristic_and_of_its_parity():
    """Korf's hundred are solvable in 53.05 moves on average, and no heuristic exceeds that."""
    known = instances()
    assert (len({text for text, _ in known}), sum(moves for _, moves in known)) == (100, 5305)
    for text, moves in known:
        position = FIFTEEN.parse(text)
        assert FIFTEEN.unrank(FIFTEEN.rank(position)) == position
        assert FIFTEEN.heuristic(position) <= moves
        assert (moves - FIFTEEN.heuristic(position)) % 2 == 0


# --- answers --------------------------------------------------------------------------------------


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch) -> SlidingPuzzle:
    """The 8-puzzle, as if it were too large for a table."""
    rules = type(load("npuzzle/3"))(load("npuzzle/3").variant)
    assert isinstance(rules, SlidingPuzzle)
    rules.on_request = True
    return rules


def test_results_of_positions_and_of_all_moves_are_those_of_the_table(eight: SlidingPuzzle, tmp_path: Path):
    direct, table = SearchedTiles(tmp_path), solved("npuzzle/3")
    written(tmp_path / "tables", eight, 4)
    assert direct.heuristic(eight)[0].name == "IDA* with pattern databases"
    for position in random.Random(1).sample(list(table.results), 60):
        children = eight.children(position)
        assert direct.probe(eight, position) == table.result(eight, position)
        assert direct.probe_children(eight, position, children) == [table.result(eight, child) for child in children]
    lost = eight.parse("21345678-")
    assert direct.probe(eight, lost) == LOST
    assert direct.probe_children(eight, lost, eight.children(lost)) == [LOST, LOST]


def test_positions_along_a_solution_need_no_further_search(
    eight: SlidingPuzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    direct, position = SearchedTiles(tmp_path), eight.parse("8672543-1")
    assert direct.probe(eight, position).remoteness == 31
    monkeypatch.setattr(direct, "shortest", None)
    for left in range(30, -1, -1):
        children = {direct.facts.recall(eight, child): child for child in eight.children(position)}
        position = children[left]
    assert position == eight.parse("12345678-")


def test_databases_are_used_when_they_come_and_left_when_they_are_damaged(eight: SlidingPuzzle, tmp_path: Path):
    direct = SearchedTiles(tmp_path)
    position = eight.parse("8672543-1")

    def how() -> str:
        assert len(found := direct.shortest(eight, position).line or ()) == 31, found
        return direct.shortest(eight, position).method

    assert how() == "IDA* with linear conflicts"
    path = written(tmp_path / "tables", eight, 4)
    assert how() == "IDA* with pattern databases"
    damaged(path, PatternFile(path, eight).pattern_parts[1].first + 3)
    assert how() == "IDA* with linear conflicts"
    with pytest.raises(
        UnfinishedSearch,
        match=r"more than 50 positions.*3\.patterns is not used: it is damaged \(the checksum of block 1 is wrong\)",
    ):
        direct.shortest(eight, position, Budget(nodes=50))
    path.unlink()
    with pytest.raises(
        UnfinishedSearch, match="With pattern databases more is found: python -m solvers patterns npuzzle 3"
    ):
        direct.shortest(eight, position, Budget(nodes=50))
    written(tmp_path / "tables", eight, 4)
    assert how() == "IDA* with pattern databases"


def test_damage_that_is_met_while_lines_are_told(eight: SlidingPuzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    direct = SearchedTiles(tmp_path)
    written(tmp_path / "tables", eight, 4)
    lines = direct.every_shortest(eight, eight.parse("8672543-1")).lines
    next(lines)
    file = direct.heuristic(eight)[0]._file  # type: ignore[attr-defined]
    file.checked[:] = bytes(len(file.checked))
    monkeypatch.setattr(file, "_sums", b"")
    with pytest.raises(UnfinishedSearch, match="is damaged") as raised:
        list(lines)
    assert raised.value.bound == 31
    assert direct.shortest(eight, eight.parse("8672543-1")).method == "IDA* with linear conflicts"


@pytest.mark.second_ring
def test_line_not_proved_shortest_is_marked(tmp_path: Path):
    manager, rules = PuzzleManager(tmp_path), tiles_of("npuzzle/5x5")
    position = rules.parse("-123456789abcdefghijklmno")
    found = best_lines(manager, rules, position, LineLimits(Budget(seconds=2.0)))
    (line,) = found.lines
    assert rules.primitive(reduce(rules.do_move, line, position)) is Value.WIN
    assert (found.value, found.remoteness, found.method, found.complete) == (Value.WIN, None, "row by row", False)
    assert re.fullmatch(
        rf"Not proved to be shortest: {len(line)} moves\. Fewer than [0-9]+ do not solve this position\. "
        r"With pattern databases more is found: python -m solvers patterns npuzzle 5x5",
        found.message,
    )
    best = best_move(manager, rules, position, depth=1, nodes=1, seconds=2.0)
    assert (best.exact, best.value, best.remoteness) == (False, Value.WIN, None)
    assert best.move in rules.moves(position)


def test_the_command_prints_how_long_a_line_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    command = ["--data-dir", str(tmp_path), "path", "npuzzle", "4"]
    assert main([*command, "123456789abc-def", "--nodes=1"]) == 0
    assert "\n3 moves\n    d, e, f\nby row by row" in capsys.readouterr().out
    assert main([*command, "5134-26789abcdef", "--nodes=1", "--seconds=2"]) == 0
    assert re.search(r"\n(\d+) moves\n.*\nNot proved to be shortest: \1 moves", capsys.readouterr().out)


@pytest.mark.parametrize("lines", [None, 5])
def test_a_line_as_long_as_its_lower_bound_is_proved_shortest(lines: int | None, tmp_path: Path):
    manager, rules = PuzzleManager(tmp_path), tiles_of(FIFTEEN.full_id)
    limits = LineLimits(Budget(nodes=1, seconds=10.0))
    proved = best_lines(manager, rules, rules.parse("123456789abc-def"), limits, lines)
    assert (proved.remoteness, proved.method, len(proved.lines)) == (3, "row by row", 1)
    assert proved.complete is (lines is None)
    assert proved.message == (lines and "There may be more lines as good: the search did not end in time.")
    unproved = best_lines(manager, rules, rules.parse("5134-26789abcdef"), limits, lines)
    assert unproved.remoteness is None
    assert unproved.message.startswith("Not proved to be shortest")


def test_variants_beyond_a_table_are_searched(tmp_path: Path):
    manager = PuzzleManager(tmp_path)
    assert not has_table(FIFTEEN)
    assert manager.status(FIFTEEN).state is State.AVAILABLE
    assert manager.solver_name(FIFTEEN) == "IDA*"
    assert has_table(load("npuzzle/3"))
    assert manager.direct(load("npuzzle/3")) is None, "its table sliding_tiles, or nothing does"
    fourteen = load("npuzzle/2x7")
    assert has_table(fourteen), "it can have one"
    assert manager.solver_name(fourteen) == "IDA*", "without it, positions are searched"
    assert manager.result(fourteen, fourteen.start()) == result(Value.WIN, 1)
    assert list(tmp_path.iterdir()) == []


def test_drawn_positions_are_solvable_distinct_and_at_the_distance_asked_for(tmp_path: Path, search: TileSearcher):
    direct = SearchedTiles(tmp_path)
    drawn = {direct.draw(FIFTEEN, random.Random(seed)) for seed in range(50)}
    assert len(drawn) == 50
    assert all(FIFTEEN.rank(position) is not None for position in drawn)
    for wanted in (1, 2, 9, 20):
        position = direct.draw_with(FIFTEEN, random.Random(wanted), range(wanted, wanted + 1))
        assert len(search.begin(FIFTEEN, Conflicts(4, 4), position).shortest().line or ()) == wanted


def test_memory_of_tile_search_is_bounded(eight: SlidingPuzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(SearchedTiles, "remembered", 5)
    direct = SearchedTiles(tmp_path)
    for position in random.Random(2).sample(list(solved("npuzzle/3").results), 20):
        direct.probe(eight, position)
    assert len(direct.facts._facts) == 5


@pytest.mark.parametrize(
    ("line", "status", "part"),
    [
        ("patterns npuzzle 3 --check", 1, "There are no pattern databases of npuzzle/3. To build them"),
        ("patterns hanoi 3_3", 2, "towersofhanoi/3_3 has no pattern databases; they are for: npuzzle, rubikscube3"),
        ("patterns rubikscube3 3x3x3 --largest 4", 2, "rubikscube3/3x3x3 has no tiles: leave out --largest 4"),
        ("patterns npuzzle 9", 2, "'9' is not a start of npuzzle"),
        ("patterns npuzzle 5x6", 2, "npuzzle/5x6 is too large: pattern databases are for boards of at most 25 cells"),
        ("solve npuzzle 5x6", 0, "npuzzle/5x6: positions are searched.\n"),
        ("path npuzzle 5x5 123456789abcdefghijkl-nom", 0, "19 moves"),
        ("solve npuzzle 4", 0, "npuzzle/4: positions are searched. For its pattern databases: python -m solvers pat"),
        ("path npuzzle 4 123456789abcdfe-", 0, "This position cannot be solved"),
        ("path npuzzle 4 12345678-abc9def", 0, "by IDA* with linear conflicts"),
        ("path npuzzle 4 c7a8f1e9d6b3542- --seconds 0.05", 0, "python -m solvers patterns npuzzle 4"),
    ],
)
def test_commands_on_sliding_tiles_say_what_can_be_done_and_write_nothing(
    line: str, status: int, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--data-dir", str(tmp_path), *line.split()]) == status
    assert part in "".join(capsys.readouterr())
    assert list(tmp_path.iterdir()) == []
