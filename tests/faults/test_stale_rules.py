"""Rules that change while processes run: what is solved and answered is never of two versions."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from perfect_play.puzzles.outside import SETTING
from tests.helpers import ROOT

RULES = '''"""Stones are taken; whoever takes the last one wins."""

import os
import time

from perfect_play.puzzles import Add, Board, Game, Value, Variant
from perfect_play.puzzles.outside._takes import TAKES


class Taker(Game):
    name = "Taker"
    description = "Take stones."
    instructions = "Take one or two stones. Whoever takes the last one wins."
    author = "Nobody"
    date_created = "2026"
    variants = tuple(Variant(str(n), f"{n} stones", (n,), testing=True, positions=2 * n) for n in (10, 11, 12))

    def prepare(self, stones):
        self.stones = stones

    def start(self):
        return 1, self.stones

    def moves(self, position):
        while position[1] == 5 and "WAITING" in os.environ and not os.path.exists(os.environ["WAITING"]):
            open(os.environ["WAITING"] + ".begun", "w").close()
            time.sleep(0.01)
        return [take for take in TAKES if take <= position[1]]

    def do_move(self, position, take):
        return 3 - position[0], position[1] - take

    def primitive(self, position):
        return None if position[1] else Value.LOSE

    def format(self, position):
        return f"{position[0]}_{position[1]:02}"

    def parse(self, text):
        turn, stones = text.split("_")
        return int(turn), int(stones)

    def board(self, position):
        return Board(1, self.stones, "s" * position[1] + "-" * (self.stones - position[1]))

    def from_board(self, cells, turn):
        return turn, cells.count("s")

    def button(self, position, take):
        return Add("t", take - 1)
'''
OLD, NEW = "TAKES = 1, 2\n", "TAKES = 1, 3\n"
"""Ten stones are won under the old rules and lost under the new ones. Both have as many bytes."""
ANSWERS = {OLD: "win in ", NEW: "lose in "}
CHANGED = "have changed since this process started: reload"


class Folder:
    """A folder with a plug-in, its shared module, and a data directory; and the processes that use them."""

    def __init__(self, folder: Path) -> None:
        self.shared, self.plugin, self.data = folder / "_takes.py", folder / "taker.py", folder / "data"
        self.shared.write_text(OLD)
        self.plugin.write_text(RULES)
        self.environment = {**os.environ, SETTING: str(folder), "UWAPI_PRESOLVE": "none", "FOLDER": str(folder)}

    def run(self, *command: str, fails: bool = False, **settings: str) -> str:
        """Run a Python process to its end; return its output."""
        process = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env={**self.environment, **settings},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (process.returncode != 0) == fails, process.stdout + process.stderr
        return process.stdout

    def script(self, text: str) -> str:
        """Run statements in a process that has the old rules and can `edit` them."""
        return self.run("-c", textwrap.dedent(BEGINNING) + textwrap.dedent(text))

    def probe(self) -> str:
        """What a new process answers of ten stones."""
        return self.run("-m", "solvers", "--data-dir", str(self.data), "probe", "taker", "10").splitlines()[2]

    def solve(self) -> None:
        self.run("-m", "solvers", "--data-dir", str(self.data), "solve", "taker", "10")

    @property
    def tables(self) -> list[str]:
        return sorted(path.name for path in self.data.glob("tables/*.sqlite"))


BEGINNING = f"""
    import io, os
    from pathlib import Path
    from perfect_play.puzzles import registry
    from perfect_play.solvers.builder import build_one
    from perfect_play.solvers.building.reporter import Reporter
    from perfect_play.solvers.manager import PuzzleManager
    from perfect_play.solvers.native.compile_client import CompileServer
    from perfect_play.solvers.native.launch import solve_native
    from perfect_play.solvers.tables import digest

    folder = Path(os.environ["FOLDER"])
    manager = PuzzleManager(folder / "data")
    ten, eleven = registry.load("taker", "10"), registry.load("taker", "11")
    report = Reporter(io.StringIO())

    def edit():
        (folder / "_takes.py").write_text({NEW!r})
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_rules_edited_while_the_compile_server_lives_are_solved_by_nobody_and_then_anew(folder: Folder):
    output = folder.script("""
        with CompileServer() as server:
            build_one(manager, eleven, report, report.tell, server, separate=True)
            before = server._running().pid
            edit()
            for separate in (True, False):
                try:
                    print(build_one(manager, ten, report, report.tell, server, separate=separate))
                except Exception as error:
                    print(error)
            print(manager.store.path(ten).exists())
            solve_native(manager.data_dir, ten, print, server=server, reference=True)
            print(server._running().pid != before, manager.missing(ten), digest.is_stale(ten))
    """)
    refused, again, *rest = output.splitlines()
    assert refused == again == f"the rules of taker/10 {CHANGED}"
    assert (rest[0], rest[-1]) == ("False", "True True True")
    assert ANSWERS[NEW] in folder.probe()


def test_a_process_with_old_rules_does_not_answer_from_a_table_of_new_ones(folder: Folder):
    folder.solve()
    assert ANSWERS[OLD] in folder.probe()
    output = folder.script("""
        import subprocess, sys
        from perfect_play.server import create_app
        client = create_app({"data_dir": folder / "data", "build": False}).test_client()
        ask = lambda: client.get("/universal/v1/taker/10/positions/?p=1_10")
        first = ask()
        edit()
        second = ask()
        command = [sys.executable, "-m", "solvers", "--data-dir", str(folder / "data"), "solve", "taker", "10"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        third = ask()
        print(first.status_code, second.status_code, first.data == second.data, third.status_code)
        print(third.json["error"], third.json["command"], "Retry-After" in third.headers)
    """)
    assert output.splitlines() == [
        "200 200 True 503",
        f"The rules of taker/10 {CHANGED} the service. systemctl reload perfect-play True",
    ]
    assert ANSWERS[NEW] in folder.probe()


def test_rules_edited_during_a_solve_are_not_published_and_the_builder_starts_anew(folder: Folder):
    go = folder.data.parent / "go"
    builder = subprocess.Popen(
        [sys.executable, "-m", "solvers", "--data-dir", str(folder.data), "build"],
        cwd=ROOT,
        env={**folder.environment, "UWAPI_PRESOLVE": "taker", "WAITING": str(go)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with builder:
        while not Path(f"{go}.begun").exists():
            time.sleep(0.02)
            assert builder.poll() is None
        folder.shared.write_text(NEW)
        go.touch()
        output = builder.communicate(timeout=120)[0]
    assert f"could not be solved: the rules of taker/10 {CHANGED}. Nothing was changed." in output
    assert "starting anew" in output
    assert "failed" not in output.replace("0 failed", "")
    assert folder.tables == ["taker.10.sqlite", "taker.11.sqlite", "taker.12.sqlite"]
    assert ANSWERS[NEW] in folder.probe()


def test_the_solve_command_publishes_nothing_if_rules_are_edited_meanwhile(folder: Folder):
    go = folder.data.parent / "go"
    command = [sys.executable, "-m", "solvers", "--data-dir", str(folder.data), "solve", "taker", "10"]
    environment = {**folder.environment, "WAITING": str(go)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as solving:
        while not Path(f"{go}.begun").exists():
            time.sleep(0.02)
            assert solving.poll() is None
        folder.shared.write_text(NEW)
        go.touch()
        output = solving.communicate(timeout=120)[0]
    assert solving.returncode == 1
    assert CHANGED in output
    assert folder.tables == []


def test_compiled_files_of_other_rules_are_not_run(folder: Folder):
    """Two versions written within a second, of equal length: the times of compiled files do not tell them apart."""
    answers = []
    for text in (OLD, NEW):
        folder.shared.write_text(text)
        os.utime(folder.shared, (1e9, 1e9))
        answers.append(
            folder.script("print(digest.rules_digest(ten), list(ten.moves(ten.start())), digest.is_stale(ten))").split()
        )
    assert [answer[-1] for answer in answers] == ["False", "False"]
    assert answers[0][0] != answers[1][0]
    assert answers[0][1:] != answers[1][1:]


def test_a_changed_comment_makes_no_rules_stale(folder: Folder):
    output = folder.script("""
        for text in ("TAKES = 1, 2  # stones\\n", "TAKES = 1, 2", "TAKES = 1,\\n", "TAKES = (1\\n", None):
            if text is None:
                (folder / "_takes.py").unlink()
            else:
                (folder / "_takes.py").write_text(text)
            print(digest.is_stale(ten))
    """)
    assert output.split() == ["False", "False", "True", "True", "True"]
