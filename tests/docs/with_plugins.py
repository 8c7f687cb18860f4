"""Replays commands in a separate process that also knows the plug-ins of another folder.

Run: UWAPI_PLUGINS=FOLDER python -m tests.docs.with_plugins DATA.
Standard input is a JSON list of requests, `python -m solvers ...` or a path of the service; standard
output a JSON list of answers.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from perfect_play.puzzles import registry
from perfect_play.server import create_app
from tests.docs.replaying import run_solvers


class Answer(NamedTuple):
    """A command's output and exit status, or the service's answer."""

    status: str
    headers: dict[str, str]
    text: str


def answers(data_dir: Path, requests: list[str]) -> list[Answer]:
    """The answers to some requests."""
    client = cache(lambda: create_app({"data_dir": data_dir, "build": False}).test_client())
    found = []
    for request in requests:
        if request.startswith("/"):
            answer = client().get(request)
            found.append(Answer(answer.status, dict(answer.headers), answer.get_data(as_text=True)))
        else:
            registry._by_name.cache_clear()  # as in a new process
            status, printed = run_solvers(request, data_dir)
            found.append(Answer(str(status), {}, printed))
    return found


if __name__ == "__main__":
    print(json.dumps(answers(Path(sys.argv[1]), json.load(sys.stdin))))
