"""Worker processes that report progress as lines of JSON: how to run one, and what the worker itself calls."""

import json
import os
import subprocess
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from perfect_play.solvers.errors import reason_of
from perfect_play.solvers.locks import helper
from perfect_play.solvers.tables.audit import FalseDeclaration


def run_worker(
    module: str, *arguments: str, on_report: Callable[[dict[str, Any]], None] = lambda report: None
) -> dict[str, Any]:
    """Run a module in a process of its own until it ends; return its reports merged, the last value of each name.

    on_report: called with every report. `code` in the answer is the process's exit code. Any exception raised
    here, Ctrl-C included, ends the process too.
    """
    merged: dict[str, Any] = {}
    with helper([module, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for received in read_reports(process, on_report):
            merged |= received
    return {**merged, "code": process.returncode}


def read_reports(
    process: subprocess.Popen[bytes], on_report: Callable[[dict[str, Any]], None]
) -> Iterator[dict[str, Any]]:
    """The reports of a process as they arrive; `on_report` is called with each before it is yielded."""
    assert process.stdout is not None
    for line in process.stdout:
        received = json.loads(line)
        on_report(received)
        yield received


# --- called by the worker itself ------------------------------------------------------------------

GONE = 3
"""The exit code of a worker whose parent has ended. Ending is safe at any time: checkpoints and tables are written
whole or not at all.
"""


def report(**fields: Any) -> None:
    """Send one report to the parent process, a line of JSON on standard output; exit if the parent is gone."""
    try:
        print(json.dumps(fields), flush=True)
    except BrokenPipeError:
        os._exit(GONE)


def reporting_errors(
    function: Callable[[], None], errors: tuple[type[Exception], ...], directory: Path | None = None
) -> int:
    """Call `function`; return the exit code: 0, or 1 after reporting an `error`.

    That is one of `errors`, FalseDeclaration, OSError or MemoryError.

    directory: where the work is saved, named in the error if its disk is full.
    """
    try:
        function()
        return 0
    except OSError as error:
        report(error=reason_of(error, directory))
    except FalseDeclaration as error:
        report(error=error.sentence, false_declaration=error.puzzle_id)
    except MemoryError as error:
        report(error=str(error) or "out of memory")
    except errors as error:
        report(error=str(error))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises
        traceback.print_exc()
        report(error=f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")
    return 1


def end_with_parent(descriptor: int = 0) -> None:
    """End this process as soon as its parent ends or closes the pipe to it.

    descriptor: the reading end of that pipe; by default standard input.
    """
    threading.Thread(target=_end_with_parent, args=(descriptor,), daemon=True).start()


def _end_with_parent(descriptor: int) -> None:
    while os.read(descriptor, 4096):
        pass
    os._exit(GONE)
