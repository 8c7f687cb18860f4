"""Runs other people's code in a process of its own, with limits of time, memory, files and output.

It keeps mistakes from doing harm. Whoever wants to do harm is not stopped: the code runs with the rights of its caller.
"""

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

SECONDS = 60.0
MEMORY = 4 << 30
FILE_BYTES = 64 << 20
OPEN_FILES = 256
MOST_READ = 20_000  # characters of the output


class Outcome(NamedTuple):
    """How a process ended: its exit status, None if it was stopped, and what it printed, errors included."""

    status: int | None
    output: str


def run_confined(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] = os.environ, seconds: float = SECONDS
) -> Outcome:
    """Run a command in a folder; after so many seconds, end it and all that it has started."""

    def limit() -> None:
        for kind, most in (
            (resource.RLIMIT_CPU, int(seconds) + 1),
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ValueError, OSError):  # a stricter limit holds already, or the system has none
                resource.setrlimit(kind, (most, most))

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=limit,
        )
        try:
            status: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        return Outcome(status, output.read(MOST_READ).decode(errors="replace"))
