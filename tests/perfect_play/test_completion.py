"""`perfect-play completion`, as used by bash and zsh."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from perfect_play.solvers.cli.main import names
from tests.helpers import ROOT


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    command = [sys.executable, "-m", "perfect_play", "completion"]
    path = tmp_path_factory.mktemp("completion") / "completion.bash"
    path.write_bytes(subprocess.check_output(command, cwd=ROOT, timeout=60))
    return path


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("", [*names(), "completion", "mcp", "config"]),
        ("prob", ["probe"]),
        ("probe npuz", ["npuzzle"]),
        ("probe hano", ["hanoi"]),
        ("probe npuzzle 2x", ["2x3", "2x4", "2x5", "2x6", "2x7"]),
        ("probe hanoi 3_3", ["3_3"]),
        ("probe nosuch ", []),
    ],
)
def test_bash_completes(script: Path, typed: str, completed: list[str]):
    words = ["perfect-play", *typed.split(" ")]
    asked = f'source "$0"; COMP_WORDS=("$@"); COMP_CWORD={len(words) - 1}; _perfect_play; echo "${{COMPREPLY[@]}}"'
    told = subprocess.check_output(["bash", "-c", asked, str(script), *words], text=True, timeout=60).split()
    assert told == completed


TYPED_IN_ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -U compinit && compinit -u -D; autoload -U +X bashcompinit && bashcompinit; source $1"
zpty -w shell 'echo re""ady'
zpty -r shell told '*ready*'
zpty -w -n shell $2$'\t'
zpty -r shell told "*$3*"
zpty -d shell
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed.")
@pytest.mark.parametrize(
    ("typed", "completed"), [("prob", "probe"), ("probe npuz", "npuzzle"), ("probe connect4 7", "7x6")]
)
def test_zsh_completes(script: Path, typed: str, completed: str):
    """In a terminal: waits for what a tab adds to the typed text, in vain if nothing is completed."""
    command = ["zsh", "-f", "-c", TYPED_IN_ZSH, "zsh", str(script), f"perfect-play {typed}", completed]
    subprocess.run(command, check=True, timeout=60)
