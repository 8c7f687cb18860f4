"""Processes and locks: whether a process is alive, helper processes, Ctrl-C, and file locks between processes."""

import contextlib
import fcntl
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

LOCK_ATTEMPTS = 25
INTERRUPTED = 130  # exit status after Ctrl-C


def alive(pid: int) -> bool:
    """Whether the process with this id is running; a zombie is not."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (OSError, IndexError):
        return True


@contextlib.contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Block SIGINT until the end of the block, and for good in processes started in it, which their parent ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_module(arguments: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start `python -m` with these arguments, deaf to Ctrl-C, in the folder of the packages, from which it imports.

    options: of `Popen`.
    """
    from perfect_play.solvers.settings import (
        ROOT,  # not at the top, where Ctrl-C during slow imports would show a traceback
    )

    environment = {name: text for name, text in options.pop("env", os.environ).items() if name != "PYTHONSAFEPATH"}
    with deaf_to_ctrl_c():
        return subprocess.Popen([sys.executable, "-m", *arguments], cwd=ROOT, env=environment, **options)  # noqa: S603


@contextlib.contextmanager
def helper(arguments: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process, as `start_module` starts it, until the end of the block. If the block raises, it is killed."""
    with start_module(arguments, **options) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def run_command(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status; after Ctrl-C, exit at once with status 130 and no traceback.

    Characters that the terminal does not have are printed as `?`. If nothing can be printed any more, say so and exit
    with status 1.
    """
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 (None: it is closed)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            status = main()
        finally:
            sys.stdout.flush()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: Ctrl-C during the exit would show a traceback
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        os._exit(0)  # whoever reads has enough
    except OSError as error:
        if _can_print():
            raise
        print(f"Standard output cannot be written: {error.strerror}.", file=sys.stderr)
        os._exit(1)  # a regular exit would try to print the rest once more
    if status == INTERRUPTED:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(status)  # a second Ctrl-C during a regular exit would show a traceback
    sys.exit(status)


def _can_print() -> bool:
    """Whether standard output takes another byte."""
    try:
        return os.write(sys.stdout.fileno(), b"\n") > 0
    except OSError:
        return False


def take_lock(path: Path) -> int | None:
    """A file descriptor that holds the lock on this file until it is closed; None if another process holds the lock.

    The lock is released when the last process that has the descriptor ends, however it ends. Raises OSError if the
    file cannot be created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(LOCK_ATTEMPTS):  # a process that only tests the lock holds it for a moment
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except BlockingIOError:
            time.sleep(0.002)
        except FileNotFoundError:
            pass  # its last holder removed it meanwhile
        os.close(descriptor)
    return None
