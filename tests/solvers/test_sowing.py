"""Kalah with six pits: endgames by an independent search, published values of starts, files, and answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from perfect_play.puzzles.base import OPPOSITE, Value, value_by_points
from perfect_play.puzzles.two_player.kalah import Kalah
from perfect_play.server import create_app
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.proving import gain_search
from perfect_play.solvers.proving.endgame_file import SowingLoops, after, board_of, boards_up_to, path_of, read_endgames
from perfect_play.solvers.proving.gain_search import Sower
from perfect_play.solvers.proving.sowing_loops import UNKNOWN
from perfect_play.solvers.reports.best_move_report import best_move
from perfect_play.solvers.reports.partial import report_now
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.tables.reader import TableMissing
from perfect_play.solvers.tables.sealed_file import BadFile
from tests.helpers import late, load
from tests.kept_tables import kept
from tests.puzzles.test_kalah import margin

FEW = 5
"""Stones of the endgames in most tests, few enough to leave the search something to do."""

PUBLISHED = {
    (3, 5, False): 6,
    (3, 6, False): -8,
    (3, 6, True): -10,
    (2, 4, True): -12,
    (4, 2, False): 6,
    (4, 3, False): 6,
    (4, 3, True): 8,
    (5, 1, False): 0,
    (5, 2, False): 2,
    (5, 2, True): 0,
    (6, 1, False): 2,
}
"""The first player's winning margin, by (pits, stones in each, whether empty pits capture)."""


def kalah(pits: int, stones: int, alone: bool) -> Kalah:
    """A start of any size, for the search."""
    options = (pits, stones, alone)
    return Kalah(replace(Kalah.variants[0], id=f"{pits}x{stones}", options=options, positions=0))


@cache
def sower(pits: int, alone: bool = False) -> Sower:
    """A search with only the endgames of few stones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gain_search, "IN_MEMORY", boards_up_to(pits, FEW))
        made = Sower(kalah(pits, 4, alone), kept(), entries=99_991)
    assert made.endgames.stones == FEW
    return made


def boards(rng: random.Random, pits: int, stones: int, count: int) -> Iterator[tuple[int, ...]]:
    """Random boards of `stones` stones, with some on both sides."""
    while count:
        cells = [rng.randrange(2 * pits) for _ in range(stones)]
        board = tuple(cells.count(cell) for cell in range(2 * pits))
        if any(board[:pits]) and any(board[pits:]):
            yield board
            count -= 1


def proved(made: Sower, board: tuple[int, ...], middle: int = 0) -> int:
    low, high = made.bounds(board, middle, lambda: True)
    assert low == high
    return low


@pytest.mark.second_ring
@pytest.mark.parametrize("stones", [2, 4, FEW, 7, 9])
def test_gains_are_those_of_another_search(stones: int):
    rng = random.Random(stones)
    for board in boards(rng, 6, stones, 12):
        assert proved(sower(6), board, rng.randrange(-9, 9)) == margin(board[:6], board[6:])


@pytest.mark.second_ring
@pytest.mark.parametrize("alone", [False, True])
def test_gains_follow_from_those_of_the_next_boards_by_the_rules(alone: bool):
    made = sower(6, alone)
    for board in boards(random.Random(1), 6, 10, 8):
        moves = after(made.sowing.rules, board)
        assert proved(made, board) == max(
            gain + (1 if again else -1) * proved(made, child) for gain, again, child in moves
        )
    assert made.sowing.check(made.endgames.gains) is None


@pytest.mark.parametrize(
    ("pits", "stones", "alone"), [late(*start) if start == (4, 3, True) else start for start in PUBLISHED]
)
def test_starts_of_sowing_games_have_the_published_values(pits: int, stones: int, alone: bool):
    assert proved(sower(pits, alone), (stones,) * 2 * pits) == PUBLISHED[pits, stones, alone]


def test_a_search_that_is_stopped_says_what_is_proved():
    made = sower(6)
    calls = iter(range(10**9))
    low, high = made.bounds((4,) * 12, 0, lambda: next(calls) < 3)
    assert -48 <= low < high <= 48
    assert low <= 8 <= high


def test_every_board_has_a_number_of_its_own():
    sowing = sower(3).sowing
    few = [board for board in product(range(3), repeat=6) if sum(board) <= 2]
    assert sorted(map(sowing.number, few)) == list(range(boards_up_to(3, 2)))


# --- files ----------------------------------------------------------------------------------------


def test_a_file_is_built_extended_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rules = load("kalah/6x4")
    path = path_of(tmp_path / "tables", rules)
    assert main(["--data-dir", str(tmp_path), "endgames", "kalah", "6x4", "--check"]) == 1
    assert "python -m solvers endgames kalah 6x4" in capsys.readouterr().err
    for stones in (4, 6):
        assert main(["--data-dir", str(tmp_path), "endgames", "kalah", "6x4", "--stones", str(stones)]) == 0
        assert f"{boards_up_to(6, stones):,} boards of up to {stones} stones, in" in capsys.readouterr().out
    assert main(["--data-dir", str(tmp_path), "endgames", "kalah", "6x3", "--check"]) == 0
    assert "sound" in capsys.readouterr().out
    sowing = SowingLoops(rules, tmp_path)
    stones, gains = read_endgames(path, sowing)
    assert stones == 6
    assert UNKNOWN not in gains
    expected = np.empty(len(gains), np.int8)
    sowing.fill(expected, 0, 6)
    assert (gains == expected).all()

    used = Sower(rules, tmp_path, entries=11)
    assert (used.endgames.stones, used.endgames.fault) == (6, "")
    with pytest.raises(TableMissing, match="There are no endgames"):
        read_endgames(path_of(tmp_path / "tables", load("kalah/6x4_empty")), sowing)
    raw = path.read_bytes()
    for place in (0, 9, 20, 60, len(raw) - 1):
        path.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        with pytest.raises(BadFile, match=r"kalah\.6\.endgames is not used"):
            read_endgames(path, sowing)
    path.write_bytes(raw[:-1])
    with pytest.raises(BadFile, match="is damaged"):
        read_endgames(path, sowing)
    assert "damaged" in Sower(rules, tmp_path, entries=11).endgames.fault
    path.write_bytes(raw)
    path.rename(path_of(tmp_path / "tables", load("kalah/6x4_empty")))
    with pytest.raises(BadFile, match="other rules"):
        read_endgames(
            path_of(tmp_path / "tables", load("kalah/6x4_empty")), SowingLoops(load("kalah/6x4_empty"), tmp_path)
        )


def test_endgames_overwritten_in_place_are_not_used(tmp_path: Path):
    """Under a search that has opened them before, and whose file is mapped."""
    rules, board = load("kalah/6x4"), (0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 2)
    path = path_of(tmp_path / "tables", rules)
    assert main(["--data-dir", str(tmp_path), "endgames", "kalah", "6x4", "--stones", "5"]) == 0
    searcher = Sower(rules, tmp_path, entries=11)
    gains = searcher.bounds(board, 0)
    raw = path.read_bytes()
    for changed in (bytes([raw[0]]) + bytes(byte ^ 1 for byte in raw[1:]), raw):
        with path.open("r+b") as file:
            file.write(changed)
        assert searcher.bounds(board, 0) == gains
        assert ("damaged" in searcher.endgames.fault) == (changed != raw)


def test_endgames_of_a_variant_with_a_table_are_refused(capsys: pytest.CaptureFixture[str]):
    assert main(["endgames", "kalah", "3x3"]) == 2
    assert "kalah/3x3 is not answered by a search with endgames" in capsys.readouterr().err


# --- answers --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def manager() -> PuzzleManager:
    return PuzzleManager(kept())


@pytest.mark.second_ring
def test_every_move_has_its_margin_and_the_best_comes_first(manager: PuzzleManager):
    rules = load("kalah/6x4")
    position = rules.parse("1_1,0,2,0,1,1,20_0,2,0,1,0,3,17")
    report = position_report(manager, rules, position)
    lead = 3 + margin((1, 0, 2, 0, 1, 1), (0, 2, 0, 1, 0, 3))
    assert (report.facts.value, report.facts.remoteness, report.facts.margin) == (value_by_points(lead), None, lead)
    margins = []
    for move in report.moves:
        child = move.child.position
        own, others = board_of(rules, child)[:6], board_of(rules, child)[6:]
        expected = rules.margin(child) + margin(own, others)
        assert move.child.margin == expected
        same = rules.turn(child) == rules.turn(position)
        assert move.value == (move.child.value if same else OPPOSITE[move.child.value])
        margins.append(expected if same else -expected)
    assert margins == sorted(margins, reverse=True)
    assert margins[0] == lead
    assert len(set(margins)) > 1


def test_kalah_out_of_time_is_unsolved_and_guessed():
    """With no time at all, no machine proves anything about the start."""
    rules = load("kalah/6x6")
    manager = PuzzleManager(kept())
    direct = manager.direct(rules)
    assert direct is not None
    direct.seconds = 0.0  # type: ignore[attr-defined]
    with pytest.raises(SearchTooLong, match="Nothing is proved so far"):
        manager.result(rules, rules.start())
    assert manager.margin(rules, rules.start()) is None
    report = report_now(manager, rules, rules.start())
    assert report.facts.value == "unsolved"
    assert len(report.moves) == 6
    guess = best_move(manager, rules, rules.start(), depth=2, nodes=10_000, seconds=10.0)
    assert not guess.exact
    assert guess.method == "alpha-beta"
    assert guess.move in rules.moves(rules.start())


def test_a_start_that_is_drawn_is_known(manager: PuzzleManager):
    rules = load("kalah/6x5_empty")
    position = manager.random_position(rules, random.Random(3), None)
    assert manager.result(rules, position).value in Value
    assert rules.parse(rules.format(position)) == position


def test_the_board_shows_more_stones_than_there_are_characters():
    rules = load("kalah/6x6")
    for stones in (61, 62, 70):
        position = (1, (0, 0, 0, 0, 0, 1, stones, 1, 0, 0, 0, 0, 0, 70 - stones))
        board = rules.board(position)
        assert rules.from_board(board.cells, 1) == position


@pytest.mark.second_ring
def test_the_service_tells_margins():
    client = create_app({"data_dir": kept(), "build": False}).test_client()
    answer = client.get("/universal/v1/kalah/6x4/positions/?p=1_1,0,2,0,1,1,20_0,2,0,1,0,3,17").get_json()
    assert (answer["positionValue"], answer["winby"]) == ("win", 3 + margin((1, 0, 2, 0, 1, 1), (0, 2, 0, 1, 0, 3)))
