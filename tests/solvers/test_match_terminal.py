"""`python -m solvers play` at a terminal: colors, interrupts, and the end of input."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from perfect_play.solvers.cli.main import main
from tests.helpers import ROOT, terminal_output


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("play")


def at_a_terminal(
    data_dir: Path, typed: bytes, *arguments: str, game: str = "tictactoe", **environment: str
) -> tuple[int, bytes]:
    r"""Play Tic-Tac-Toe, or something else, at a pseudo-terminal, typing this: (exit status, what the terminal saw).

    b"\x03" is an interrupt; a line after it wakes a prompt that was not waiting yet.
    """
    assert main(["--data-dir", str(data_dir), "solve", "tictactoe"]) == 0
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "solvers", "--data-dir", str(data_dir), "play", game, *arguments]
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**kept, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # it may be ignored in the test process
    ) as process:
        os.close(theirs)
        late = threading.Timer(60, process.kill)
        late.start()
        seen = b""
        for chunk in terminal_output(ours):
            seen += chunk
            if typed and seen.endswith(b"> "):
                first, typed = typed[:1], typed[1:]
                if first == b"\x03":
                    process.send_signal(signal.SIGINT)
                os.write(ours, {b"\x03": b"\n", b"\x04": b"\x04"}.get(first, first + b"\n"))
        late.cancel()
    os.close(ours)
    return process.returncode, seen


def test_a_terminal_sees_colors_and_ends_with_the_end_of_input(data_dir):
    code, seen = at_a_terminal(data_dir, b"5\x04")
    assert code == 0
    assert b"\x1b[33m" in seen, "yellow, for a tie"
    assert b"The computer plays" in seen
    assert b"How the value went" in seen
    assert b"Traceback" not in seen


def test_variable_no_color_is_heeded_and_an_interrupt_leaves(data_dir):
    code, seen = at_a_terminal(data_dir, b"5\x03", NO_COLOR="1")
    assert code == 130
    assert b"\x1b[3" not in seen
    assert b"How the value went" in seen
    assert b"Traceback" not in seen


def test_walk_at_a_terminal_pauses_at_each_board(data_dir):
    """A blank line twice, then one that is not: three boards from the first move on."""
    code, seen = at_a_terminal(data_dir, b"  q", "3_3", "--solution", game="towersofhanoi")
    assert code == 0
    assert seen.count(b"q to stop > ") == 3
    assert b"3. " in seen
    assert b"4. " not in seen


@pytest.mark.parametrize(
    ("arguments", "lines", "told"),
    [
        (["rubikscube", "--position", "U'"], ["R U R' U'", "U R U' R'", "U"], "Solved in 9 moves."),
        (["rubikscube", "--position", "R'"], ["R"], "Solved in 1 move."),
        (["rubikscube"], ["R U X"], "Move 3, 'X': there is no such move"),
        (["rubikscube"], ["F", "restart"], "1 move taken back."),
        (["npuzzle", "3x3", "--position", "1 2 3\n4 5 6\n7 0 8"], ["R"], "Solved in 1 move."),
        (["sokoban", "microban_2"], ["L", "restart"], "1 move taken back."),
        (["towersofhanoi", "3_3"], ["1-3 1-2 3-2 1-3 2-1 2-3 1-3"], "Solved in 7 moves."),
    ],
)
def test_lines_of_moves_and_letters_of_turns(
    arguments: list[str], lines: list[str], told: str, tmp_path: Path, monkeypatch: Any, capsys: Any
):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    options = ["--no-solve", "--no-hints"]
    assert main(["--data-dir", str(tmp_path), "play", *arguments, *options]) == 0
    assert told in capsys.readouterr().out
