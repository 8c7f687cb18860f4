"""Runs the plug-ins that documents build in a separate process, so that no other test sees them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from perfect_play.puzzles.outside import SETTING
from perfect_play.solvers.settings import PRESOLVE_LIMIT
from tests.docs.markdown import Command
from tests.docs.replaying import curl_fault, is_curl, path_of, solvers_fault
from tests.docs.with_plugins import Answer
from tests.helpers import ROOT

LARGEST = "30000"
"""Positions of the largest variant that a document solves along with the rest of its plug-in."""


def ask(plugins: Path, data_dir: Path, requests: list[str]) -> list[Answer]:
    """The answers to commands `python -m solvers ...` and paths of the service, in order.

    `plugins` is a folder for plug-ins outside the repository; `~` stands for its parent.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.with_plugins", str(data_dir)],
        env={**os.environ, SETTING: str(plugins), "HOME": str(plugins.parent), PRESOLVE_LIMIT: LARGEST},
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Answer(*answer) for answer in json.loads(done.stdout)]


def faults(plugins: Path, data_dir: Path, found: list[Command]) -> list[str]:
    """The faults in the sessions of a document that builds these plug-ins."""
    requests = [path_of(command)[0] if is_curl(command) else command.line for command in found]
    wrong = []
    for command, answer in zip(found, ask(plugins, data_dir, requests), strict=True):
        if is_curl(command):
            wrong.append(curl_fault(command, answer.status, answer.headers, answer.text))
        else:
            wrong.append(solvers_fault(command, answer.text))
    return [fault for fault in wrong if fault]
