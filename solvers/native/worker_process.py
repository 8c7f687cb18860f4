"""A process that computes and tells how it goes in lines of JSON: what it does, and what who started it does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from solvers.locks import helper
from solvers.settings import ROOT


def listen(module: str, *arguments: str, heard: Callable[[dict[str, Any]], None] = lambda news: None) -> dict[str, Any]:
    """Run a module in a process of its own until it ends; all it told, the last of each name.

    `heard` is called with every line. `code` in the answer is the process's exit code. Whatever is raised
    here, Ctrl-C among it, ends the process too.
    """
    command = [sys.executable, "-m", module, *arguments]
    told: dict[str, Any] = {}
    with helper(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for news in relay(process, heard):
            told |= news
    return {**told, "code": process.returncode}


def relay(process: subprocess.Popen[bytes], heard: Callable[[dict[str, Any]], None]) -> Iterator[dict[str, Any]]:
    """What a process tells, line by line, after `heard` was called with it."""
    assert process.stdout is not None
    for line in process.stdout:
        news = json.loads(line)
        heard(news)
        yield news


# --- in the process itself ------------------------------------------------------------------------


def say(**fields: Any) -> None:
    """One line to whoever started this process."""
    print(json.dumps(fields), flush=True)


def telling_errors(work: Callable[[], None], errors: tuple[type[Exception], ...]) -> int:
    """Do it: 0, or 1 after a line that tells the error, if it is one of these, of the system or of memory."""
    try:
        work()
    except OSError as error:
        say(error=error.strerror or str(error) or type(error).__name__)
        return 1
    except MemoryError as error:
        say(error=str(error) or "memory ran out")
        return 1
    except errors as error:
        say(error=str(error))
        return 1
    return 0


def end_with_parent(other: int = 0) -> None:
    """From now on this process ends when whoever started it does, or closes its standard input.

    other: the file descriptor to read instead of standard input.
    """
    threading.Thread(target=_end_with_parent, args=(other,), daemon=True).start()


def _end_with_parent(other: int) -> None:
    while os.read(other, 4096):
        pass
    os._exit(3)  # what is kept is whole, and a table is published whole or not at all
