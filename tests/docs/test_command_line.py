"""`docs/command-line.md`: it lists exactly the existing commands and options, and the sessions print what they show."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.command import _parser as benchmarks_parser
from perfect_play.solvers.cli import best_move
from perfect_play.solvers.cli.main import _parser as solvers_parser
from tests.docs.markdown import anchors, blocks, commands, lines_match
from tests.docs.replaying import evened, is_solvers, run_solvers, solvers_fault
from tests.helpers import ROOT

DOCUMENT = ROOT / "docs" / "command-line.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
DOCUMENTED = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", TEXT))


def subcommands() -> dict[str, argparse.ArgumentParser]:
    (choices,) = [
        action.choices for action in solvers_parser()._actions if isinstance(action, argparse._SubParsersAction)
    ]
    return dict(choices)


def options(parser: argparse.ArgumentParser) -> set[str]:
    nested = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    inner = {option for choices in nested for parser in choices.values() for option in options(parser)}
    return inner | {option for action in parser._actions for option in action.option_strings}


@pytest.fixture(scope="module")
def server_options() -> set[str]:
    done = subprocess.run(
        [sys.executable, "-m", "server", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=30, check=True
    )
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", done.stdout))


@pytest.mark.parametrize("name", subcommands())
def test_every_command_has_a_section(name: str):
    assert name in anchors(DOCUMENT)
    assert any(f" -m solvers {name}" in command.line for command in commands(DOCUMENT)), f"{name} has no session"


def test_every_option_is_described(server_options: set[str]):
    known = options(solvers_parser()) | options(benchmarks_parser()) | server_options
    for parser in subcommands().values():
        known |= options(parser)
    assert known - DOCUMENTED == set()
    assert DOCUMENTED - known - {"-m", "-si", "-s"} == set()


@pytest.mark.parametrize("name", subcommands())
def test_every_option_is_in_the_section_of_its_command(name: str):
    section = re.split(rf"^## {name}$", TEXT, flags=re.M)[1].split("\n## ")[0]
    for option in options(subcommands()[name]) - {"-h", "--help"}:
        assert option in section, f"{option} of {name}"


def test_the_sessions_print_what_they_show(tmp_path: Path, solved_dir: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)  # a session writes a file
    monkeypatch.setattr(best_move, "MAX_EXPLORED", 10_000)  # of a game that more would not solve
    found = [command for command in commands(DOCUMENT) if is_solvers(command)]
    assert len(found) >= 15
    build = TEXT.count("\n", 0, TEXT.index("\n## build"))
    faults = []
    for command in found:
        late = int(command.where.rpartition(":")[2]) > build
        data_dir = tmp_path / ("late" if late else "early")
        if late and not data_dir.exists():
            shutil.copytree(solved_dir, data_dir)
        faults.append(solvers_fault(command, run_solvers(command.line, data_dir)[1]))
    assert [fault for fault in faults if fault] == []


def test_the_settings_are_told_as_shown():
    (shown,) = [block.text for block in blocks(DOCUMENT, "text") if block.text.startswith("setting")]
    env = {name: value for name, value in os.environ.items() if not name.startswith("UWAPI_")} | {"GMP_PORT": "8082"}
    command = [sys.executable, "-m", "server", "config", "--host", "0.0.0.0"]
    printed = subprocess.check_output(command, cwd=ROOT, env=env, text=True)
    assert lines_match(shown, printed, evened)


def test_the_exit_statuses_are_those_told(tmp_path: Path):
    for line, status in (
        ("python -m solvers list npuzzle", 0),
        ("python -m solvers verify npuzzle 2", 1),
        ("python -m solvers probe npuzzle 2 zzzz", 2),
        ("python -m solvers probe nosuch 2", 2),
        ("python -m solvers nosuch", 2),
    ):
        assert run_solvers(line, tmp_path)[0] == status, line
