"""MinedPosition positions are what they are said to be, by the reference solver; published numbers; sheets to print."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from perfect_play.puzzles.base import OPPOSITE, Position, Rules, Value
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.mining import MinedPosition, UnfitKind, mine
from perfect_play.solvers.reports.sheet import sheet_html, task_of
from tests.helpers import load, solved


def mined(folder: Path, full_id: str, kind: str, length: int = 1, seed: int = 1) -> tuple[Rules, list[MinedPosition]]:
    """The first mined positions of a variant."""
    rules, manager = load(full_id), PuzzleManager(folder)
    manager.store.write(rules, solved(full_id), 0.0)
    return rules, list(islice(mine(manager, rules, kind, length, random.Random(seed), Deadline(60.0)), 60))


def values_after(rules: Rules, position: Position) -> list[tuple[Value, int | None]]:
    """The value of each move for the player who makes it, and the remoteness after it, by the reference solver."""
    solution, turn = solved(rules.full_id), rules.turn(position)
    after = [(child, solution.result(rules, child)) for child in rules.children(position)]
    return [
        (result.value if rules.turn(child) == turn else OPPOSITE[result.value], result.remoteness)
        for child, result in after
    ]


def test_farthest_positions_of_the_towers_of_hanoi_have_one_solution(tmp_path: Path):
    """2^n positions are 2^n - 1 moves from the goal (A. M. Hinz, 1989), here two and two alike; each by one line."""
    rules, found = mined(tmp_path, "hanoi/3_4", "unique", 15)
    images = {image for item in found for image in rules.images(item.position)}
    assert len(images) == 16
    assert all(len(item.solution) == 15 for item in found)


def test_the_start_of_hexapawn_is_the_only_zugzwang(tmp_path: Path):
    """M. Gardner, 1962: whoever begins loses."""
    rules, found = mined(tmp_path, "hexapawn/3x3", "zugzwang")
    assert [rules.canonical(item.position) for item in found] == [rules.canonical(rules.start())]
    for item in found:
        assert item.result.value is Value.LOSE
        assert item.remark == "It is lost; with the other player to move it would be won."


def test_moves_mined_as_the_only_ones_are(tmp_path: Path):
    rules, found = mined(tmp_path, "tictactoe/regular", "only-move", 2)
    assert len(found) == 56
    for item in found:
        position, mover = item.position, rules.turn(item.position)
        for move in item.solution:
            value = solved(rules.full_id).result(rules, position).value
            if rules.turn(position) == mover:
                values = [after for after, _ in values_after(rules, position)]
                assert values.count(value) == 1 < len(values)
            position = rules.do_move(position, move)
        assert len(item.solution) == 3
    fewer = mined(tmp_path, "tictactoe/regular", "only-move", 3)[1]
    assert {item.position for item in fewer} < {item.position for item in found}


def test_every_trap_turns_a_win_into_a_long_loss(tmp_path: Path):
    rules, found = mined(tmp_path, "tictactoe/regular", "trap", 4)
    expected = {
        rules.canonical(position)
        for position, result in solved(rules.full_id).results.items()
        if result.value is Value.WIN
        and any(value is Value.LOSE and moves >= 4 for value, moves in values_after(rules, position))
    }
    assert {rules.canonical(item.position) for item in found} == expected
    for item in found:
        child = rules.do_move(item.position, item.solution[0])
        assert solved(rules.full_id).result(rules, child) == (found[0].result.__class__)(
            Value.WIN, len(item.solution) - 1
        )


def test_hardest_positions_come_first(tmp_path: Path):
    _, found = mined(tmp_path, "npuzzle/2x3", "hardest")
    remotenesses = [item.result.remoteness for item in found]
    assert remotenesses[0] == 21, "published"
    assert remotenesses == sorted(remotenesses, reverse=True)


def test_puzzles_have_no_traps(tmp_path: Path):
    with pytest.raises(UnfitKind, match="npuzzle is a puzzle, where there is no trap"):
        mined(tmp_path, "npuzzle/2x3", "trap")


def test_a_seed_repeats_and_sheets_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rules, found = mined(tmp_path, "tictactoe/regular", "trap", 4)
    assert mined(tmp_path, "tictactoe/regular", "trap", 4)[1] == found
    html = sheet_html(rules, found)
    assert html.count("<img ") == 7
    assert html.count("<li>") == 14
    assert task_of(rules, found[0]) in html
    sheet = tmp_path / "sheet.html"
    command = ["--data-dir", str(tmp_path), "mine", "tictactoe", "--trap", "--length", "4", "--sheet", str(sheet)]
    assert main([*command, "--count", "2"]) == 0
    assert "2 of 2 found." in capsys.readouterr().out
    assert sheet.read_text().count("<img ") == 2
    assert main([*command, "--length", "40"]) == 1


@pytest.mark.parametrize(
    "command", [["mine", "--sheet"], ["report", "--html"], ["picture", "--output"], ["grade", "a", "b", "--github"]]
)
@pytest.mark.parametrize("file", ["missing/sheet.html", "."])
def test_file_that_cannot_be_written_is_refused_before_any_work(
    command: list[str], file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    name, *others, option = command
    with pytest.raises(SystemExit) as ended:
        main([name, *(others or ["hexapawn", "3x3"]), option, str(tmp_path / file)])
    assert ended.value.code == 2
    assert str(tmp_path) in capsys.readouterr().err


def test_seconds_that_are_no_time_are_refused(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["mine", "hexapawn", "3x3", "--seconds", "nan"])
    assert ended.value.code == 2
    assert "more than 0" in capsys.readouterr().err
