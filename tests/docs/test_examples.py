"""Every `curl` and `python -m solvers` that a document shows answers as shown."""

from __future__ import annotations

import argparse
import re
import shlex
from collections import Counter
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from perfect_play import puzzles
from perfect_play.puzzles import boards
from perfect_play.solvers.retrograde import solve
from tests.docs.markdown import Command, blocks, commands, documents, name_of
from tests.docs.replaying import is_curl, is_solvers, replay_curl
from tests.helpers import ROOT, load

BUILD_PLUGINS = re.compile(r"docs/(tutorial/|combinatorial-games\.md)")  # replayed with the plug-ins they build
COMPILED = "/api/scripts/"  # a search is compiled first
CURLS = [
    command
    for path in documents()
    if not BUILD_PLUGINS.match(name_of(path))
    for command in commands(path)
    if is_curl(command)
]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=pytest.mark.second_ring if COMPILED in command.line else (), id=command.where)
        for command in CURLS
    ],
)
def test_the_service_answers_as_shown(command: Command, client: FlaskClient):
    assert replay_curl(command, client) == ""


def test_readme_and_protocol_have_examples():
    files = Counter(command.where.partition(":")[0] for command in CURLS)
    assert files["README.md"] == 1
    assert files["docs/protocol.md"] >= 30


def test_the_game_of_the_readme_is_the_one_that_is_served():
    (block,) = blocks(ROOT / "README.md", "python")
    names = vars(puzzles) | vars(boards)
    exec(block.text, names)
    shown, served = names["PongHauKi"], load("ponghauki/regular")
    shown.id = served.id
    rules = shown(shown.variants[0])
    assert solve(rules).results == solve(served).results


def written_commands() -> Iterator[tuple[str, str]]:
    """(where, command) for every `python -m solvers ...` that a document tells the reader to type."""
    for path in documents():
        for block in (*blocks(path, "sh"), *blocks(path, "console")):
            for offset, line in enumerate(block.text.splitlines(), start=block.line + 1):
                typed = line.startswith("$ ") or block.language == "sh"
                found = re.search(r"python -m solvers\b[^#&|]*", line)
                if typed and found:
                    yield f"{path.relative_to(ROOT)}:{offset}", found[0].strip()


@pytest.mark.parametrize(("where", "command"), [pytest.param(*found, id=found[0]) for found in written_commands()])
def test_every_command_is_one_that_is_understood(where: str, command: str, monkeypatch: pytest.MonkeyPatch):
    from perfect_play.solvers.cli.main import _parser

    def fail(parser: argparse.ArgumentParser, message: str) -> None:
        raise AssertionError(f"{where}: {command}: {message}")

    monkeypatch.setattr(argparse.ArgumentParser, "error", fail)
    _parser().parse_args(shlex.split(command)[3:])


def test_console_sessions_that_show_output_of_the_project_are_replayed():
    """Every session that shows output of the project is replayed by some test."""
    for path in documents():
        for command in commands(path):
            if command.shown and not (is_curl(command) or is_solvers(command)):
                raise AssertionError(f"{command.where}: nothing replays `{command.line}`")
