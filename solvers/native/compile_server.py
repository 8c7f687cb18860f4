"""The process of `compile_client.py`: imports the compiler and starts it, then forks for every solve that is asked for.

A request is a line of JSON with the arguments of `process.py`. What the fork tells goes to standard output, and at its
end `{"code": ...}`, as of `subprocess`. The end of standard input ends this process, and the fork with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from puzzles import registry
from solvers.native.intrinsics import fetch_add
from solvers.native.kernel_cache import kernels_in
from solvers.native.process import alone, solve
from solvers.native.worker_process import end_with_parent, say


def start_compiler() -> None:
    """Compile something small: what the compiler needs for the first time takes as long as a small kernel."""

    @njit(nogil=True, error_model="numpy")
    def small(numbers: Any, counts: Any) -> int:
        for index in range(len(numbers)):
            if numbers[index] >= 0:
                fetch_add(counts, numbers[index] & 1, 1)
        return len(counts)

    small(np.zeros(2, np.int64), np.zeros(2, np.int64))


def in_a_fork(arguments: list[str], requests: int) -> int:
    """Solve in a fork; its exit code. Ends with it where `requests`, a file descriptor, comes to its end before."""
    ours, its = socket.socketpair()  # each of the two sees the end of the other
    child = os.fork()
    if child == 0:
        code = 1
        try:
            ours.close()
            os.close(requests)
            end_with_parent(its.fileno())
            code = solve(*arguments)
        except BaseException:  # noqa: BLE001 - there is nobody else to tell
            traceback.print_exc()
        finally:
            os._exit(code)
    its.close()
    with ours:
        if ours.fileno() not in select.select([ours.fileno(), requests], [], [])[0]:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os._exit(3)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> int:
    """Serve requests until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started this, and ends it
    start_compiler()
    registry.all_rules()
    with open(0, "rb", buffering=0, closefd=False) as requests:
        while line := requests.readline():
            arguments = json.loads(line)
            with contextlib.suppress(OSError):  # the fork meets it again, and tells it
                alone(kernels_in(Path(arguments[0])))
            say(code=in_a_fork(arguments, requests.fileno()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
