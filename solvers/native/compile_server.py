"""The compile server, a fork server: imports the compiler once, compiles what a solve runs, and forks for it.

A request is a line of JSON with the arguments of `process.py`. The fork's reports go to standard output, followed by
`{"code": ...}`, its exit code in the convention of `subprocess`. Closing standard input ends this process and its fork.
If the files of the rules have changed since this process imported them, it reports `{"stale": true}` instead and ends:
the next one will import them anew. `compile_client.py` is the client.

Not `multiprocessing` with its fork server: that unpickles what it is sent, imports the caller's main module again,
cannot compile before its first fork, and does not end with the process that asked for a solve.
"""

import contextlib
import json
import os
import select
import signal
import socket
import sys
import traceback
from pathlib import Path

from perfect_play.puzzles import registry
from perfect_play.solvers.native.compiler import keep_code
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.native.process import compiled, solve
from perfect_play.solvers.native.worker_process import GONE, end_with_parent, report
from perfect_play.solvers.tables.audit import require_lawful
from perfect_play.solvers.tables.digest import is_stale, rules_digest


def in_a_fork(arguments: list[str], requests: int) -> int:
    """Solve in a fork; return its exit code. If file descriptor `requests` is closed first, kill the fork and exit."""
    ours, its = socket.socketpair()  # so that each process notices when the other ends
    child = os.fork()
    if child == 0:
        code = 1
        try:
            ours.close()
            os.close(requests)
            end_with_parent(its.fileno())
            code = solve(*arguments)
        except BaseException:  # noqa: BLE001 - nobody else would report it
            traceback.print_exc()
        finally:
            os._exit(code)
    its.close()
    with ours:
        if ours.fileno() not in select.select([ours.fileno(), requests], [], [])[0]:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os._exit(GONE)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> int:
    """Serve requests until standard input is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, whose end closes standard input
    with open(0, "rb", buffering=0, closefd=False) as requests:
        while line := requests.readline():
            arguments = json.loads(line)
            data_dir, puzzle_id, variant_id, *engine = arguments
            with contextlib.suppress(Exception):  # the fork will fail the same way and report it
                rules = registry.load(puzzle_id, variant_id)
                if is_stale(rules):
                    report(stale=True)
                    return 0
                rules_digest(rules)  # so that no fork parses code that another one's rules share
                require_lawful(rules)  # before anything is compiled
                if not engine and (plan := plan_of(rules)) is not None:
                    keep_code(Path(data_dir))
                    compiled(rules, plan.engine)
            report(code=in_a_fork(arguments, requests.fileno()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
