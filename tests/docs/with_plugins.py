"""Replays commands in a process that also knows the plug-ins of another folder.

Run: python -m tests.docs.with_plugins PLUGINS DATA, where PLUGINS has `one_player/` or `two_player/`.
Standard input is a JSON list of requests, `python -m solvers ...` or a path of the service; standard
output a JSON list of answers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import puzzles.one_player
import puzzles.two_player
from server import create_app
from tests.docs.replaying import run_solvers


class Answer(NamedTuple):
    """What a command prints, with its exit status; or what the service answers."""

    status: str
    headers: dict[str, str]
    text: str


def answers(plugins: Path, data_dir: Path, requests: list[str]) -> list[Answer]:
    """The answers to some requests, with more plug-ins than those of the project."""
    for package in (puzzles.one_player, puzzles.two_player):
        package.__path__.append(str(plugins / package.__name__.rpartition(".")[2]))
    client = create_app({"data_dir": data_dir, "build": False}).test_client()
    found = []
    for request in requests:
        if request.startswith("/"):
            answer = client.get(request)
            found.append(Answer(answer.status, dict(answer.headers), answer.get_data(as_text=True)))
        else:
            status, printed = run_solvers(request, data_dir)
            found.append(Answer(str(status), {}, printed))
    return found


if __name__ == "__main__":
    print(json.dumps(answers(Path(sys.argv[1]), Path(sys.argv[2]), json.load(sys.stdin))))
