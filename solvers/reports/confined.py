"""Runs other people's code in a process of its own, with limits of time, memory, files and output.

Where Linux has Landlock (5.13 and later), it writes in its own folder alone, and newer ones keep it from TCP and from
signals to others. On the processors of LEAVING, it and its children cannot leave their process group, so none outlives
it. It reads whatever its caller may read, so it keeps mistakes, not malice, from doing harm.
"""

import contextlib
import ctypes
import os
import platform
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

SECCOMP, FILTER = 22, 2
LOAD, IF_EQUAL, IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
REFUSE, ALLOW = 0x50001, 0x7FFF0000
"""Seccomp's call, the operations of its filters, from linux/bpf_common.h, and its answers: EPERM, or go on."""

LEAVING = {"x86_64": (0xC000003E, 112, 109), "aarch64": (0xC00000B7, 157, 154)}
"""Of a processor: its number in linux/audit.h, and those of the calls that leave a process group: setsid, setpgid."""


class ProcessResult(NamedTuple):
    """How a process ended: its exit status, None if it was stopped; both ends of what it printed, errors included."""

    status: int | None
    output: str


def run_confined(
    command: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] = os.environ,
    seconds: float = SECONDS,
    typed: str = "",
) -> ProcessResult:
    """Run a command in a folder, its home, with a text to read; after so many seconds, end it and its process group."""

    def limit() -> None:
        restrict_self()
        stay_in_group()
        for kind, most in (
            (resource.RLIMIT_CPU, int(seconds) + 1),
            (resource.RLIMIT_AS, MEMORY),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ValueError, OSError):  # a stricter limit holds already, or the system has none
                resource.setrlimit(kind, (most, most))

    home, stay_in_group = str(folder.resolve()), _staying_in_group()
    with tempfile.TemporaryFile() as output, _writing_only_in(home) as restrict_self:
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=home,
            env={**environment, "HOME": home, "TMPDIR": home},
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=limit,
        )
        try:
            process.communicate(typed.encode(), seconds)
            status: int | None = process.returncode
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
        return ProcessResult(status, (beginning + output.read(MOST_READ)).decode(errors="replace"))


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


def _staying_in_group() -> Callable[[], object]:
    """A function that keeps its caller, and the caller's children, in their process group, where that can be done."""
    machine = platform.machine()
    if sys.platform != "linux" or machine not in LEAVING or struct.calcsize("P") != 8:
        return lambda: None
    libc, (processor, *calls) = ctypes.CDLL(None), LEAVING[machine]
    steps = (  # operation, steps to skip if so, if not, and a number
        (LOAD, 0, 0, 4),
        (IF_EQUAL, 0, 4, processor),
        (LOAD, 0, 0, 0),
        (IF_AT_LEAST, 2, 0, 1 << 30),  # calls of x86-64 in 32 bits
        (IF_EQUAL, 1, 0, calls[0]),
        (IF_EQUAL, 0, 1, calls[1]),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("HP", len(steps), ctypes.addressof(code))
    return lambda: (libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), libc.prctl(SECCOMP, FILTER, program, code))
