"""`perfect-play completion`, as used by bash, fish and zsh."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from perfect_play.__main__ import main
from perfect_play.completion import MISSING
from perfect_play.solvers.cli.main import names
from tests.helpers import ROOT


def print_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perfect_play", "completion", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a script for each shell that is installed."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in ("bash", "fish", "zsh"):
        if shutil.which(shell):
            process = print_script(shell)
            assert process.returncode == 0, process.stderr
            (folder / shell).write_text(process.stdout)
    return folder


COMPLETED = [
    ("prob", ["probe"]),
    ("probe npuz", ["npuzzle"]),
    ("probe hano", ["hanoi"]),
    ("probe npuzzle 2x", ["2x3", "2x4", "2x5", "2x6", "2x7"]),
    ("probe hanoi 3_3", ["3_3"]),
    ("probe nosuch ", []),
    ("solve --dry-run connect4 7", ["7x6"]),
    ("solve --w", ["--workers"]),
    ("play --difficulty ", ["easy", "medium", "hard"]),
    ("config --p", ["--port"]),
    ("mcp --ht", ["--http"]),
    ("new npuz", []),
]

IN_BASH = """
source "$0"
complete -p perfect-play >/dev/null || exit
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_perfect_play
echo "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("typed", "completed"),
    [*COMPLETED, ("", [*names(), "publish", "completion", "config", "mcp"]), ("--p", ["--port"])],
)
def test_bash_completes_commands_games_and_options(scripts: Path, typed: str, completed: list[str]):
    arguments = ["perfect-play", *typed.split(" ")]
    command = ["bash", "-c", IN_BASH, str(scripts / "bash"), *arguments]
    assert subprocess.check_output(command, text=True, timeout=60).split() == completed


def test_bash_completes_files(scripts: Path):
    arguments = ["perfect-play", "picture", "nim", "1_3_5", "--output", f"{scripts}/ba"]
    command = ["bash", "-c", IN_BASH, str(scripts / "bash"), *arguments]
    assert subprocess.check_output(command, text=True, timeout=60).split() == [str(scripts / "bash")]


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed.")
@pytest.mark.parametrize(("typed", "completed"), COMPLETED)
def test_fish_completes_commands_games_and_options(scripts: Path, typed: str, completed: list[str]):
    text = 'function perfect-play; end; source $argv[1]; complete -C "perfect-play $argv[2]"'
    command = ["fish", "--no-config", "-c", text, str(scripts / "fish"), typed]
    lines = subprocess.check_output(command, text=True, timeout=60).splitlines()
    assert [line.partition("\t")[0] for line in lines] == completed


IN_ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -U compinit && compinit -u -D; eval \\"\\$(cat $1)\\""
zpty -w shell 'echo re""ady'
zpty -r shell output '*ready*'
zpty -w -n shell $2$'\t'
zpty -r shell output "*$3*"
zpty -d shell
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed.")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [("prob", "probe"), ("probe npuz", "npuzzle"), ("probe connect4 7", "7x6"), ("solve --dr", "--dry-run")],
)
def test_zsh_completes_commands_games_and_options(scripts: Path, typed: str, completed: str):
    """In a terminal: waits for what a tab adds to the typed text, in vain if nothing is completed."""
    command = ["zsh", "-f", "-c", IN_ZSH, "zsh", str(scripts / "zsh"), f"perfect-play {typed}", completed]
    subprocess.run(command, check=True, timeout=60)


def test_an_unknown_shell_is_refused_with_the_names_of_the_others():
    process = print_script("nosuch")
    assert process.returncode == 2
    assert "'bash', 'zsh', 'tcsh', 'fish'" in process.stderr


def test_completion_without_shtab_says_how_to_install_it():
    text = "import sys; sys.modules['shtab'] = None; sys.argv[1:] = ['completion']\n"
    text += "from perfect_play.__main__ import run; run()"
    process = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr == f"{MISSING}\n"
    assert "pip install 'perfect-play[completion]'" in MISSING


@pytest.mark.parametrize("before", [["--data-dir", "{}"], ["--data-dir={}"]])
def test_command_after_the_data_directory_is_run(
    before: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(
        sys, "argv", ["perfect-play", *(part.format(tmp_path) for part in before), "probe", "nim", "3_4"]
    )
    assert main() == 0
    assert "nim/3_4" in capsys.readouterr().out
