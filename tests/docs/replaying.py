"""Replays what documents show: `curl` against the application, `python -m solvers` against its `main`.

A command's input is shown as `printf '...' | python -m solvers ...`.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import sys
import time
from pathlib import Path
from unittest import mock

from flask.testing import FlaskClient

from perfect_play.solvers.cli import check
from perfect_play.solvers.cli.main import main
from tests.docs.markdown import Command, lines_match, load_elided, matches

BASE = "http://127.0.0.1:8000"
COMPILING = 60  # seconds for which an example may wait for a search that is being compiled
PIPED = re.compile(r"printf '(?P<typed>[^'%]*)' \| (?=python -m solvers)")


def is_curl(command: Command) -> bool:
    """Whether a command queries the service."""
    return command.line.startswith("curl ")


def is_solvers(command: Command) -> bool:
    """Whether a command runs the project's command line."""
    return PIPED.sub("", command.line).startswith("python -m solvers")


def sent_by(command: Command) -> str | None:
    """The body a `curl` sends with `--json`, which makes it a POST; None if there is none."""
    words = shlex.split(command.line)
    return words[words.index("--json") + 1] if "--json" in words else None


def path_of(command: Command) -> tuple[str, bool]:
    """(the path that a `curl` requests, whether it also prints the answer's headers)."""
    words = [word for word in shlex.split(command.line) if word not in ("--json", sent_by(command))]
    urls = [word for word in words[1:] if not word.startswith("-")]
    assert len(urls) == 1, f"{command.where}: expected one URL"
    assert urls[0].startswith(f"{BASE}/"), f"{command.where}: expected {BASE}/..."
    options = set("".join(word[1:] for word in words if word.startswith("-")))
    assert options <= {"s", "i"}, f"{command.where}: only -s and -i are replayed"
    return urls[0].removeprefix(BASE), "i" in options


def replay_curl(command: Command, client: FlaskClient) -> str:
    """The difference between the answer a document shows and the real one; empty if none."""
    path, sent = path_of(command)[0], sent_by(command)
    posted = {"method": "POST", "data": sent, "content_type": "application/json"}
    for _ in range(COMPILING):
        answer = client.open(path, **(posted if sent is not None else {}))
        if answer.status_code != 503 or "is being compiled" not in answer.get_data(as_text=True):
            break
        time.sleep(1)
    return curl_fault(command, answer.status, dict(answer.headers), answer.get_data(as_text=True))


def curl_fault(command: Command, status: str, headers: dict[str, str], body: str) -> str:
    """What is wrong with a document's version of this answer; empty if nothing."""
    path, with_head = path_of(command)
    shown = command.shown
    if with_head:
        head, _, shown = shown.partition("\n\n")
        fault = _head_fault(head, status, headers)
        if fault:
            return f"{command.where}: {fault}"
    elif not status.startswith("200 ") and '"status": "ok"' in shown:
        return f"{command.where}: answered {status}"
    if shown and not matches(load_elided(shown), json.loads(body)):
        return f"{command.where}: {path} answers\n{json.dumps(json.loads(body), indent=1, ensure_ascii=False)}"
    return ""


def _head_fault(shown: str, status: str, headers: dict[str, str]) -> str:
    first, *fields = shown.splitlines()
    if first != f"HTTP/1.1 {status}":
        return f"the status is {status!r}"
    for field in fields:
        name, _, value = field.partition(": ")
        if field != "..." and headers.get(name) != value:
            return f"the header {name} is {headers.get(name)!r}"
    return ""


def evened(line: str) -> str:
    """A line of output without what varies between runs: times, rates, sizes, and column widths."""
    line = re.sub(r" \([0-9,]+/s\)", "", line)
    line = re.sub(r"[0-9]+\.[0-9]+ s", "# s", line)
    line = re.sub(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]+Z", "#", line)
    line = re.sub(r"((?:dense|sparse) +[0-9]+) +[0-9,]+ +[0-9.]+", r"\1 # #", line)
    return re.sub(r" +", " ", line).strip()


def run_solvers(line: str, data_dir: Path) -> tuple[int, str]:
    """(exit status, output and errors) of a `python -m solvers ...` on a data directory."""
    printed = io.StringIO()
    piped = PIPED.match(line)
    typed = io.StringIO(piped["typed"].replace("\\n", "\n") if piped else "")
    arguments = shlex.split(PIPED.sub("", line))[3:]
    redirected = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed)
    unhurried = mock.patch.object(check, "EVERY", 3600)  # signs of life of a slow machine are in no document
    with redirected[0], redirected[1], unhurried, mock.patch.object(sys, "stdin", typed):
        try:
            status = main(["--data-dir", str(data_dir), *arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
    return status, printed.getvalue()


def solvers_fault(command: Command, printed: str) -> str:
    """The difference between the output a document shows and the real one; empty if none."""
    if command.shown and not lines_match(command.shown, printed, evened):
        return f"{command.where}: `{command.line}` prints\n{printed}"
    return ""
