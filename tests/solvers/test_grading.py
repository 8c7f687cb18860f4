"""The assignment of the tutorial, graded: wrong submissions, endless programs, laws that plug-ins break."""

from __future__ import annotations

import fcntl
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from perfect_play.solvers.cli.main import main
from perfect_play.solvers.reports import confined
from perfect_play.solvers.reports.confined import run_confined
from tests.helpers import ROOT, late, load, solved
from tests.solvers.test_game_report import solved_in

HOMEWORK = """
class DominoesGame:
    def __init__(self, board):
        self.board = [list(row) for row in board]

    def moves(self, vertical):
        down, right = (1, 0) if vertical else (0, 1)
        rows, cols = len(self.board), len(self.board[0])
        for row in range(rows - down):
            for col in range(cols - right):
                if not self.board[row][col] and not self.board[row + down][col + right]:
                    yield row, col

    def perform_move(self, row, col, vertical):
        self.board[row][col] = self.board[row + vertical][col + (not vertical)] = True

    def after(self, move, vertical):
        game = DominoesGame(self.board)
        game.perform_move(*move, vertical)
        return game

    def get_best_move(self, vertical, limit):
        return self.search(vertical, vertical, limit, -99, 99)

    def search(self, root, vertical, limit, alpha, beta):
        moves = list(self.moves(vertical))
        if not limit or not moves:
            return None, len(list(self.moves(root))) - len(list(self.moves(not root))), 1
        best, value, leaves = None, None, 0
        for move in moves:
            _, score, count = self.after(move, vertical).search(root, not vertical, limit - 1, alpha, beta)
            leaves += count
            if value is None or (score > value if vertical == root else score < value):
                best, value = move, score
            if value >= beta if vertical == root else value <= alpha:
                break
            if vertical == root:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        return best, value, leaves
"""
ANSWERS = '"Do not lose" = "b3"\nTiles = ["up", "right", "right", "down", "down"]\n'
TILES_BY_A_RECORD = """"Do not lose" = "b3"\nTiles = ['[FEN "1234567-8"] 1. 8']\n"""
"""A record may begin elsewhere, so it is no answer."""


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved_in(tmp_path_factory.mktemp("grading"), "tictactoe/regular", "npuzzle/3").data_dir


@pytest.fixture
def class_room(tmp_path: Path, data_dir: Path) -> Path:
    """A folder with tables, the assignment of the tutorial without its plug-in, and a right submission."""
    (tmp_path / "tables").symlink_to(data_dir / "tables")
    page = (ROOT / "docs/tutorial/13-grade-it.md").read_text()
    assignment = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert assignment[1] == ANSWERS
    (tmp_path / "all.toml").write_text(assignment[0])
    (tmp_path / "assignment.toml").write_text(assignment[0].partition('[[task]]\nname = "My puzzle"')[0])
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "answers.toml").write_text(ANSWERS)
    (tmp_path / "submission" / "homework.py").write_text(HOMEWORK)
    return tmp_path


def grade(folder: Path, *options: str, assignment: str = "assignment.toml") -> int:
    return main(["--data-dir", str(folder), "grade", str(folder / assignment), str(folder / "submission"), *options])


def test_homework_prints_the_published_answers(class_room: Path, capsys: pytest.CaptureFixture[str]):
    """The answers of a course assignment, CMPSC 442 at Penn State: move, value, leaves."""
    scope, github = class_room / "results.json", class_room / "github.json"
    assert grade(class_room, "--gradescope", str(scope), "--github", str(github)) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "7 of 7 points"
    results = json.loads(scope.read_text())
    assert (results["score"], [test["max_score"] for test in results["tests"]]) == (7, [1, 2, 4])
    assert {test["status"] for test in results["tests"]} == {"passed"}
    result = json.loads(github.read_text())
    assert (result["version"], result["status"], result["max_score"]) == (1, "pass", 7)


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("answers.toml", ANSWERS.replace("b3", "c3"), "With c3 it is lost; before, it was a tie."),
        ("answers.toml", ANSWERS.replace('"b3"', "3"), "There is no answer in answers.toml."),
        ("answers.toml", ANSWERS.replace(', "down"]', "]"), "After 4 moves it is not solved."),
        ("answers.toml", ANSWERS.replace('["up"', '["down", "up", "up"'), "solved, in 7 moves instead of 5"),
        ("answers.toml", TILES_BY_A_RECORD, "there is no such move"),
        ("answers.toml", "= x", "answers.toml cannot be read"),
        ("homework.py", HOMEWORK.replace("leaves += count", "raise RecursionError"), "It failed: 'RecursionError"),
        ("homework.py", "print('((0, 1), 2, 6)')\nclass DominoesGame: pass", "It failed: 'TypeError"),
        late("homework.py", "while True: pass", "It did not end within 2 seconds."),
        ("homework.py", "bytearray(1 << 40)", "It failed: 'MemoryError"),
        ("homework.py", HOMEWORK.replace("leaves += count", "leaves += 1"), "It printed"),
    ],
)
def test_wrong_submissions_get_fewer_points_and_a_sentence(
    class_room: Path, file: str, text: str, sentence: str, capsys: pytest.CaptureFixture[str]
):
    (class_room / "submission" / file).write_text(text)
    if "while" in text:
        path = class_room / "assignment.toml"
        path.write_text(path.read_text().replace('kind = "prints"', 'kind = "prints"\nseconds = 2'))
    assert grade(class_room) == 1
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('kind = "keep"', 'kind = "win"', "task 1: kind 'win'; expected one of keep, only, best"),
        ('kind = "keep"', "", "task 1: it has no kind; expected one of keep"),
        ('game = "tictactoe/regular"\n', "", 'task 1: expected game = "..."'),
        ('"tictactoe/regular"', '"tictactoe/large"', "tictactoe has no variant 'large'"),
        ('kind = "keep"', 'kind = "solve"', "tictactoe is a game for two"),
        ('kind = "keep"', 'kind = "only"', "4 moves are right there, not one"),
        ("points = 2", 'points = "two"', "task 2: expected points from 0 to 1000000"),
        ("points = 2", "points = nan", "task 2: expected points from 0 to 1000000"),
        ("points = 2", "points = -1", "task 2: expected points from 0 to 1000000"),
        ("points = 4", "seconds = inf", "task 3: expected seconds from 0.1 to 3600"),
        ("print(game", "\\u0000", 'task 3: expected code = "..."'),
        ("[[task]]", "[[tasks]]", "expected tasks, each beginning with [[task]]"),
    ],
)
def test_assignments_that_make_no_sense_are_refused(
    class_room: Path, old: str, new: str, sentence: str, capsys: pytest.CaptureFixture[str]
):
    path = class_room / "assignment.toml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert grade(class_room) == 2
    assert sentence in capsys.readouterr().err


def test_other_kinds_of_answers(class_room: Path, capsys: pytest.CaptureFixture[str]):
    (class_room / "assignment.toml").write_text(
        '[[task]]\nname = "a"\nkind = "value"\ngame = "tictactoe"\nposition = "xo-------"\n'
        '[[task]]\nname = "b"\nkind = "best"\ngame = "tictactoe"\nposition = "xx-oo----"\n'
        '[[task]]\nname = "c"\nkind = "only"\ngame = "tictactoe"\nposition = "xx--o----"\n'
    )
    (class_room / "submission" / "answers.toml").write_text('a = "Win in 5"\nb = "c3"\nc = ["c3"]\n')
    assert grade(class_room) == 0
    (class_room / "submission" / "answers.toml").write_text('a = "lose"\nb = "a1"\nc = ["c3", "c3"]\n')
    assert grade(class_room) == 1
    out = capsys.readouterr().out
    assert "'lose' is not its value." in out
    assert "Expected one move, not 2." in out


@pytest.mark.second_ring
def test_plug_ins_are_checked_in_a_process_of_their_own(class_room: Path, capsys: pytest.CaptureFixture[str]):
    submission = class_room / "submission"
    assert main(["new", "mypuzzle", "--folder", str(submission)]) == 0
    capsys.readouterr()
    assert grade(class_room, assignment="all.toml") == 0
    assert "8 of 8 points" in capsys.readouterr().out
    plug_in = submission / "mypuzzle.py"
    plug_in.write_text(plug_in.read_text().replace("reversible = True", "reversible = False") + "\nraise ValueError\n")
    assert grade(class_room, assignment="all.toml") == 1
    assert "0/1  My puzzle: " in capsys.readouterr().out
    plug_in.write_text("import os\nprint('1 variant, all lawful.', flush=True)\nos._exit(0)\n")
    assert grade(class_room, assignment="all.toml") == 1
    assert "0/1  My puzzle: It ended the program that checks it." in capsys.readouterr().out
    shutil.rmtree(submission / "__pycache__", ignore_errors=True)


def test_confined_process_writes_in_its_own_folder_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    program = (
        "import os, pathlib, tempfile\n"
        "tempfile.NamedTemporaryFile().write(b'1'); pathlib.Path.home().joinpath('a').write_text('1')\n"
        "os.mkdir('sub'); os.rename('a', 'sub/a'); open(os.devnull, 'w').write('1')\n"
        "for act in (lambda: open('../out', 'w'), lambda: os.remove('../kept'), lambda: open('link', 'a')):\n"
        "    try: act(); print('done')\n"
        "    except PermissionError: print('refused')\n"
    )
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "kept").touch()
    (folder / "link").symlink_to("../kept")
    assert run_confined([sys.executable, "-c", program], folder).output.split() == ["refused"] * 3
    assert (folder / "sub" / "a").read_text() == "1"
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["kept", "own"]
    assert (tmp_path / "kept").read_bytes() == b""


@pytest.mark.second_ring
@pytest.mark.parametrize("seconds", [0, 60])
def test_child_of_a_confined_process_never_outlives_it(seconds: int, tmp_path: Path):
    """It holds a lock until it ends; if it outlives the limit, it leaves a file."""
    program = (
        "import fcntl, os, pathlib, time\n"
        "lock = open('lock', 'w'); fcntl.flock(lock, fcntl.LOCK_EX); reading, writing = os.pipe()\n"
        f"if os.fork(): print(os.read(reading, 1), flush=True); time.sleep({seconds}); os._exit(0)\n"
        "for leave in (os.setsid, lambda: os.setpgid(0, 0)):\n"
        "    try: leave()\n"
        "    except PermissionError: pass\n"
        "if not os.fork(): os.write(writing, b'1'); time.sleep(20); pathlib.Path('outlived').touch()\n"
    )
    outcome = run_confined([sys.executable, "-c", program], tmp_path, seconds=5.0)
    assert outcome == (None if seconds else 0, "b'1'\n")
    with (tmp_path / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
    assert not (tmp_path / "outlived").exists()


def test_confined_process_runs_where_the_system_has_no_landlock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(confined, "CREATE_RULESET", 100_000)
    assert run_confined([sys.executable, "-c", "print(1)"], tmp_path) == (0, "1\n")
    output = run_confined([sys.executable, "-c", "print('a', 'x' * 10**6, 'b')"], tmp_path).output
    assert (output[:2], output[-2:], len(output)) == ("a ", "b\n", 20_000)


def test_confined_process_writes_no_large_files(tmp_path: Path):
    outcome = run_confined(["dd", "if=/dev/zero", "of=large", "bs=1M", "count=200"], tmp_path)
    assert outcome.status != 0
    assert (tmp_path / "large").stat().st_size <= 64 << 20


def test_reference_agrees_that_these_are_right():
    """The answers of the tutorial, by the reference solver."""
    rules = load("tictactoe/regular")
    position = rules.parse("x---o---x")
    move = next(move for move in rules.moves(position) if rules.format_move(position, move) == "b3")
    child = rules.do_move(position, move)
    result = solved(rules.full_id).result
    assert result(rules, child).value is result(rules, position).value
