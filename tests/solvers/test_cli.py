"""The command line, in process and in its own terminal."""

import errno
import io
import os
import pty
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from perfect_play.puzzles import checks, registry, watch
from perfect_play.puzzles.closed_form import ClosedFormGame
from perfect_play.puzzles.linear import LinearPuzzle
from perfect_play.puzzles.on_demand import OnDemandPuzzle
from perfect_play.solvers import builder as building
from perfect_play.solvers.building.builder_process import Progress, builder_lock_is_held, take_builder_lock
from perfect_play.solvers.building.reporter import Reporter
from perfect_play.solvers.cli import check, verify
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.locks import helper
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import PRESOLVE, PRESOLVE_LIMIT
from perfect_play.solvers.status import State
from perfect_play.solvers.tables import store
from tests.helpers import ROOT, terminal_output


@pytest.fixture
def run(tmp_path, capsys):
    """Run a command on an empty data directory: (exit code, output, errors)."""

    def run_(*arguments):
        code = main(["--data-dir", str(tmp_path), *arguments])
        return code, *capsys.readouterr()

    return run_


@pytest.mark.parametrize("command", ["path", "picture", "play"])
def test_command_without_a_variant_uses_the_default_one(run, command: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(command, "towersofhanoi")[0] == 0  # solves the small table
    told = run(command, "towersofhanoi")
    assert told == run(command, "towersofhanoi", "3_3")
    assert told != run(command, "towersofhanoi", "2_1")


def test_the_data_directory_may_begin_with_the_users_own(tmp_path, capsys, monkeypatch: pytest.MonkeyPatch):
    """Shells leave `~` as it is behind `--data-dir=`."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["--data-dir=~/tables of mine", "solve", "towersofhanoi", "3_2"]) == 0
    assert [folder.name for folder in tmp_path.iterdir()] == ["tables of mine"]
    capsys.readouterr()


@pytest.mark.parametrize(
    ("text", "why"), [("", "expected the path"), ("'/x'", "quotation marks"), ("/dev/null", "is not a folder")]
)
def test_data_directory_that_is_a_file_or_quoted_is_refused(text: str, why: str, capsys):
    with pytest.raises(SystemExit):
        main(["--data-dir", text, "list"])
    assert why in capsys.readouterr().err


def test_a_variant_may_stand_behind_a_slash(run, tmp_path):
    assert run("probe", "hanoi/3_2")[0] == 1, "there is no table yet"
    assert run("solve", "--force", "towersofhanoi/3_2")[0] == 0
    told = run("probe", "hanoi/3_2")
    assert told == run("probe", "hanoi", "3_2")
    assert told[0] == 0
    assert "No puzzle or game is called 'hanoy/1_3'" in run("probe", "hanoy/1_3", "A-")[2]


@pytest.mark.second_ring
def test_a_variant_that_is_not_named_is_the_usual_one(run, monkeypatch):
    assert run("solve", "npuzzle", "3")[0] == 0
    assert run("probe", "npuzzle")[1].startswith("npuzzle/3  ")
    assert run("probe", "npuzzle")[1] == run("probe", "npuzzle", "3")[1]
    monkeypatch.setattr("sys.stdin", io.StringIO("8"))
    assert run("judge", "npuzzle", "-")[1].startswith("npuzzle/3  ")


def test_a_variant_is_read_from_a_file(run, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("**xx**\n*xxxx*\nxx-xxx\n*xxxx*\n**xx**\n")
    code, out, _ = run("path", "pegsolitaire", f"@{board}")
    assert (code, out.splitlines()[1]) == (0, "16 moves")
    assert out == run("path", "pegsolitaire", "**xx**_*xxxx*_xx-xxx_*xxxx*_**xx**")[1]
    code, _, err = run("path", "pegsolitaire", f"@{tmp_path / 'none.txt'}")
    assert code != 0
    assert "the file cannot be read" in err
    board.write_bytes(b"\xff\xfe")
    assert "the file cannot be read" in run("path", "pegsolitaire", f"@{board}")[2]


def test_list_names_every_variant_and_what_answers_for_it(run):
    code, out, _ = run("list")
    assert code == 0
    for rules in registry.listed():
        row = next(line for line in out.splitlines() if line.split()[:2] == [rules.id, rules.variant.id])
        assert ("closed form" in row) == isinstance(rules, ClosedFormGame)
        assert ("linear algebra" in row) == isinstance(rules, LinearPuzzle)
        assert ("search on demand" in row) == isinstance(rules, OnDemandPuzzle)
    assert "by `solve`" in next(line for line in out.splitlines() if line.split()[:2] == ["npuzzle", "3x4"])


def test_search_of_a_probe_ends_after_the_seconds_that_are_asked_for(run):
    code, _, err = run("probe", "rushhour", "easy", "--seconds", "0.0001")
    assert (code, "not been searched yet" in err) == (1, True)
    code, out, _ = run("probe", "rushhour", "easy", "--seconds", "30")
    assert (code, "win in 16" in out) == (0, True)


def test_solve_probe_tables_verify_and_remove(run, tmp_path):
    code, out, err = run("probe", "hanoi", "3_2")
    assert (code, err.strip()) == (
        1,
        "towersofhanoi/3_2 is not solved yet. To solve it: python -m solvers solve towersofhanoi 3_2",
    )
    line = r"towersofhanoi/3_2: 9 positions stored in \d+\.\d\d s, greatest remoteness 3\n"
    assert re.fullmatch(line, run("solve", "hanoi", "3_2")[1])
    assert "Already solved: towersofhanoi/3_2" in run("solve", "hanoi", "3_2")[1]
    assert "9 positions" in run("solve", "hanoi", "3_2", "--force")[1]
    code, out, _ = run("probe", "hanoi", "3_2")
    assert "win in 3" in out
    assert [line.split("  ")[0].strip() for line in out.splitlines()[-2:]] == ["1 → 2", "1 → 3"]
    assert "towersofhanoi/3_2  9" in run("tables")[1]
    code, out, _ = run("verify")
    assert (code, out.splitlines()[-1]) == (0, "1 table verified, no faults.")
    assert run("tables", "rm", "hanoi", "3_2")[1] == "Removed: towersofhanoi/3_2.\n"
    assert run("tables", "rm", "hanoi", "3_2")[1] == "There was no such table.\n"
    assert run("verify")[0] == 1  # nothing verified is not "all is well"
    assert not list((tmp_path / "tables").glob("*.sqlite"))


def test_verify_of_a_large_table_says_how_to_verify_a_sample(run, monkeypatch):
    monkeypatch.setattr(verify, "LARGE", 20)
    run("solve", "npuzzle", "2x2")
    assert "entries;" not in run("verify", "npuzzle", "2x2")[1]
    monkeypatch.setattr(verify, "LARGE", 10)
    assert "npuzzle/2: 12 entries; `--sample 100000` looks at so many" in run("verify", "npuzzle", "2x2")[1]
    assert "entries;" not in run("verify", "npuzzle", "2x2", "--sample", "5")[1]


@pytest.mark.exhaustive
def test_verify_compiled_says_which_rules_it_used(run):
    assert run("solve", "hanoi", "3_3")[0] == run("solve", "3spot", "4points")[0] == 0
    assert "towersofhanoi/3_3: right (by the compiled rules, " in run("verify", "hanoi", "3_3", "--compiled")[1]
    code, out, _ = run("verify", "3spot", "4points", "--compiled")
    assert code == 0
    assert "3spot/4points has no rules that can be compiled; it is verified by those it has." in out


def test_solve_without_a_variant_leaves_the_large_ones(run, tmp_path, monkeypatch):
    monkeypatch.setenv(PRESOLVE_LIMIT, "8000")
    assert run("solve", "topspin")[0] == 0
    solved = {path.name for path in (tmp_path / "tables").glob("*.sqlite")}
    small = {
        f"topspin.{name}.sqlite" for name in ("5_2", "5_3", "5_4", "6_2", "6_4", *(f"7_{knob}" for knob in range(2, 7)))
    }
    assert solved == small, "and what is above the limit"


def test_dry_run_solves_nothing(run, tmp_path):
    code, out, _ = run("solve", "rubikscube", "2x2x2", "--dry-run")
    assert code == 0
    assert "about 3,674,160" in out
    assert "Nothing was solved." in out
    assert not (tmp_path / "tables").exists()


def test_list_counts_positions_up_to_symmetry_and_solve_all_that_are_stored(run):
    """The two empty pegs of the Towers of Hanoi are alike, so 5 of the 3^2 positions are different."""
    row = run("list", "towersofhanoi", "3_2")[1].splitlines()
    assert row[0].index("positions up to symmetry") == row[1].index(" 5 ") + 1
    assert "towersofhanoi/3_2: 9 positions stored" in run("solve", "towersofhanoi", "3_2")[1]


def test_closed_forms_need_no_table(run):
    assert run("solve", "nim", "1_3_5")[1] == "nim/1_3_5: answered by closed form, needs no table.\n"
    out = run("probe", "nim", "1_3_5")[1]
    assert "win in 7, nimber 7" in out
    assert "3 from pile 3" in out.splitlines()[8], "the only winning move comes first"
    assert run("verify", "nim")[:2] == (0, "nim is answered by closed form: there is no table to verify.\n")
    reason = "remoteness not known, as it takes over 100,000 positions"
    assert f"win, {reason}, nimber" in run("probe", "kayles", "99")[1]


def test_table_that_cannot_be_removed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def refuse(tables: store.Store, rules: object) -> bool:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(store.Store, "remove", refuse)
    assert main(["--data-dir", str(tmp_path), "tables", "rm", "hanoi", "3_2"]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'tables'} cannot be changed: Read-only file system.\n"


def test_mistakes_are_answered_with_a_sentence(run):
    assert run("solve", "hanoy")[::2] == (
        2,
        "No puzzle or game is called 'hanoy'. Did you mean 'hanoi' or 'change' or 'jan'?\n",
    )
    assert "Its variants: 2_1, 3_1" in run("probe", "hanoi", "9_9")[2]
    assert "must be" in run("probe", "hopndrop", "map1", "G" + "-" * 5 + "|" + "------|" * 4 + "X(1)-----|")[2]
    assert run("probe", "kayles", "0")[0] == 2
    assert run("tables", "rm")[0] == 2


def test_check_says_what_takes_long(run, monkeypatch, capsys):
    def slow(rules, samples):
        with watch.watched(f"{rules.full_id}: law 'text'", rules):
            time.sleep(0.3)
        return []

    monkeypatch.setattr(check, "EVERY", 0.01)
    monkeypatch.setattr(checks, "check", slow)
    assert "checking nim/1_3_5: law 'text' ..." in run("check", "nim", "1_3_5")[2]


def test_dry_run_with_nothing_to_solve_prints_no_table(run):
    out = run("solve", "--dry-run", "connect4", "5x6")[1]
    assert out == "connect4/5x6: answered by proving search, needs no table.\nThere is nothing to solve.\n"


def test_value_of_another_game_names_those_that_have_values(run):
    assert "alone: clobber, col, domineering, " in "".join(run("value", "tictactoe")[1:])


def test_help_of_judge_has_an_example_that_works(run, monkeypatch, capsys):
    with pytest.raises(SystemExit):
        run("judge", "--help")
    moves, command = re.search(r"echo (.*) \| python -m solvers (.*)", capsys.readouterr().out).groups()
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{moves}\n"))
    run("solve", "tictactoe", "regular")
    assert run(*command.split())[0] == 0


@pytest.mark.second_ring
def test_check_reports_on_each_variant(run):
    code, out, _ = run("check", "nim")
    assert code == 0
    variants = [variant.id for variant in registry.find("nim").variants]
    assert len(variants) >= 5
    assert out.splitlines() == [
        *(f"nim/{variant}: all laws hold" for variant in (*variants, "1_3_5")),
        f"{len(variants) + 1} variants, all lawful.",
    ]


@pytest.mark.parametrize("command", ["list", "solve", "tables", "check", "verify", "probe", "play", "build"])
def test_every_command_has_help(command, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"usage: python -m solvers {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line", ["path npuzzle 4 --nodes 0", "check nim --samples 0", "nimbers 0.7 --heaps 0", "verify --sample 0"]
)
def test_zero_is_refused_rather_than_taken_for_the_usual_number(run, line: str, capsys):
    with pytest.raises(SystemExit):
        run(*line.split())
    assert "0 is not 1 or more" in capsys.readouterr().err


def test_number_that_no_list_can_have_is_refused(run, capsys):
    with pytest.raises(SystemExit):
        run("mine", "npuzzle", "2", "--count", "9" * 20)
    assert "is too large" in capsys.readouterr().err


def test_a_full_disk_is_told_and_changes_nothing(run, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(store, "publish", full)
    code, out, _ = run("solve", "hanoi", "3_2")
    assert code == 1
    assert "towersofhanoi/3_2 could not be solved: No space left on device" in out
    assert "Traceback" not in out


def test_a_second_builder_steps_back(run, tmp_path):
    lock = take_builder_lock(tmp_path / "tables")
    assert take_builder_lock(tmp_path / "tables") is None
    assert run("build")[1] == "Another process is building these tables.\n"
    os.close(lock)
    lock = take_builder_lock(tmp_path / "tables")
    assert lock is not None
    os.close(lock)


def test_variant_that_killed_the_solver_twice_is_skipped(tmp_path, capsys, monkeypatch):
    manager = PuzzleManager(tmp_path)
    small, deadly = registry.load("towersofhanoi", "3_1"), registry.load("towersofhanoi", "3_2")
    monkeypatch.setattr(PuzzleManager, "presolved", lambda self: [small, deadly])
    died = Progress(manager.store.directory)
    died.current = {"id": deadly.full_id, "positions": 0, "expected": 9, "seconds": 0.0}
    died.attempts = {deadly.full_id: 1}
    died.write(at_once=True)
    assert building.build_missing(manager, Reporter(), fresh=False) == 1
    assert manager.status(small).state is State.AVAILABLE
    status = manager.status(deadly)
    assert status.state is State.UNAVAILABLE
    assert "stopped 2 times" in status.detail
    assert building.build_missing(manager, Reporter(), fresh=True) == 0
    assert manager.status(deadly).state is State.AVAILABLE


@pytest.mark.second_ring
def test_a_terminal_sees_a_live_bar(tmp_path):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "solvers", "--data-dir", str(tmp_path), "build"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120", PRESOLVE: "towersofhanoi/3_3,tictactoe/regular"}
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        seen = b"".join(terminal_output(ours))
    os.close(ours)
    assert process.returncode == 0
    assert b"\x1b[?25l" in seen  # the cursor is hidden while the bar moves
    assert b"positions" in seen
    assert b"variants solved, 0 failed." in seen
    assert b"Traceback" not in seen


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has /dev/full")
@pytest.mark.parametrize("module", ["solvers", "server", "perfect_play"])
def test_output_that_cannot_be_written_is_one_sentence(module):
    arguments = ["config"] if module == "server" else ["probe", "nim", "1_3_5"]
    command = [sys.executable, "-m", module, *arguments]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "Standard output cannot be written: No space left on device.\n")


def test_a_terminal_without_a_character_shows_a_question_mark():
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "solvers", "path", "pegsolitaire", "english"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="latin-1", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 ? 16" in done.stdout


def test_processes_are_started_where_the_current_folder_is_not_searched(monkeypatch):
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with helper(["solvers", "--version"], stdout=subprocess.PIPE) as process:
        assert process.stdout.read().startswith(b"Perfect Play")


def test_a_command_imports_no_other():
    script = "import sys; from perfect_play.solvers.cli.main import main; main(['solve', 'x']); print(*sys.modules)"
    imported = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = set(imported.stdout.split())
    assert "perfect_play.solvers.cli.solve" in modules
    assert "perfect_play.solvers.cli.play" not in modules


def test_looking_at_the_builder_lock_does_not_block_a_builder(tmp_path):
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / ".builder.lock").touch()
    stop = threading.Event()

    def look():
        while not stop.is_set():
            builder_lock_is_held(tables)

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(100):
            lock = take_builder_lock(tables)
            assert lock is not None
            os.close(lock)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
