"""The plug-ins that documents build, in a process of their own, so that no other test sees them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.docs.markdown import Command, load_elided, matches
from tests.docs.replaying import is_curl, path_of, solvers_fault
from tests.helpers import ROOT

REASONS = {200: "OK", 400: "BAD REQUEST", 404: "NOT FOUND", 422: "UNPROCESSABLE ENTITY", 503: "SERVICE UNAVAILABLE"}


def ask(plugins: Path, data_dir: Path, requests: list[str]) -> list[tuple[int, str]]:
    """(status, text) for commands `python -m solvers ...` and paths of the service, in order."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.with_plugins", str(plugins), str(data_dir)],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(status, text) for status, text in json.loads(done.stdout)]


def faults(plugins: Path, data_dir: Path, found: list[Command]) -> list[str]:
    """What is wrong with the sessions of a document that builds these plug-ins."""
    requests = [path_of(command)[0] if is_curl(command) else command.line for command in found]
    wrong = []
    for command, (status, text) in zip(found, ask(plugins, data_dir, requests), strict=True):
        wrong.append(_curl_fault(command, status, text) if is_curl(command) else solvers_fault(command, text))
    return [fault for fault in wrong if fault]


def _curl_fault(command: Command, status: int, text: str) -> str:
    shown = command.shown
    if path_of(command)[1]:
        head, _, shown = shown.partition("\n\n")
        if head.splitlines()[0] != f"HTTP/1.1 {status} {REASONS[status]}":
            return f"{command.where}: answered {status}"
    real: Any = json.loads(text)
    return "" if matches(load_elided(shown), real) else f"{command.where}: answered {text}"
