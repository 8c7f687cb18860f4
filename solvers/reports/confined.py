"""Runs other people's code in a process of its own, with limits of time, memory, files and output.

Where Linux has Landlock (5.13 and later), it writes in its own folder alone, and newer ones keep it from TCP and from
signals to others. It reads whatever its caller may read, so it keeps mistakes, not malice, from doing harm.
"""

import contextlib
import ctypes
import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

SECONDS = 60.0
MEMORY = 4 << 30
FILE_BYTES = 64 << 20
OPEN_FILES = 256
MOST_READ = 10_000  # bytes of each end of the output

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
NO_NEW_PRIVILEGES = 38
WRITE_FILE, TRUNCATE = 1 << 1, 1 << 14
WRITE = 0x7FF2
"""Landlock's calls, and its rights to write, remove and make files, from linux/landlock.h."""


class Outcome(NamedTuple):
    """How a process ended: its exit status, None if it was stopped; both ends of what it printed, errors included."""

    status: int | None
    output: str


def run_confined(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] = os.environ, seconds: float = SECONDS
) -> Outcome:
    """Run a command in a folder, its home; after so many seconds, end it and its process group."""

    def limit() -> None:
        restrict_self()
        for kind, most in (
            (resource.RLIMIT_CPU, int(seconds) + 1),
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ValueError, OSError):  # a stricter limit holds already, or the system has none
                resource.setrlimit(kind, (most, most))

    home = str(folder.resolve())
    with tempfile.TemporaryFile() as output, _writing_only_in(home) as restrict_self:
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=home,
            env={**environment, "HOME": home, "TMPDIR": home},
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
        size = output.seek(0, os.SEEK_END)
        output.seek(0)
        beginning = output.read(MOST_READ)
        output.seek(max(len(beginning), size - MOST_READ))
        return Outcome(status, (beginning + output.read(MOST_READ)).decode(errors="replace"))


@contextlib.contextmanager
def _writing_only_in(folder: str) -> Iterator[Callable[[], object]]:
    """What a new process calls to write in this folder alone from then on, if the system can see to that."""
    libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
    version = libc.syscall(CREATE_RULESET, None, 0, 1) if libc else -1
    if libc is None or version < 1:
        yield lambda: None
        return
    rights = WRITE & ((1 << min(12 + version, 15)) - 1)
    count = 1 if version < 4 else 2 if version < 6 else 3  # files, TCP, signals
    handled = struct.pack("=3Q", rights, 3, 3)[: 8 * count]
    ruleset = libc.syscall(CREATE_RULESET, handled, len(handled), 0)
    try:
        for path, allowed in ((folder, rights), (os.devnull, rights & (WRITE_FILE | TRUNCATE))):
            descriptor = os.open(path, os.O_PATH)
            libc.syscall(ADD_RULE, ruleset, 1, struct.pack("=Qi", allowed, descriptor), 0)
            os.close(descriptor)
        yield lambda: (libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), libc.syscall(RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)
