"""`python -m server`: serve with gunicorn, solving what is missing in the background."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import socket
import sys
from pathlib import Path

from puzzles import outside
from server.config import SETTINGS, told, unknown
from solvers import __version__
from solvers.cli.terminal import print_rows
from solvers.locks import run_command
from solvers.settings import ROOT


def main() -> int:
    """Replace this process by gunicorn, or tell the settings; 2 for bad arguments and settings."""
    parser = argparse.ArgumentParser(
        prog="python -m server",
        description="Serve perfect play over HTTP. Missing tables are solved in the background, beginning with\n"
        "what is asked for; each variant answers as soon as it is solved.",
        epilog="then try:\n  curl http://127.0.0.1:8000/puzzles/hanoi/3_3/",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "command", nargs="?", choices=("config",), help="tell every setting and where it comes from, and do not serve"
    )
    parser.add_argument("--version", action="version", version=f"Perfect Play {__version__}")
    parser.add_argument("--host", help="address (127.0.0.1)")
    parser.add_argument("--port", type=int, help="port (8000)")
    parser.add_argument("--workers", type=int, help="worker processes (one a core)")
    parser.add_argument("--data-dir", type=Path, default=None, help="where tables are kept (data/)")
    arguments = parser.parse_args()
    if arguments.port is not None and not 0 < arguments.port < 65536:
        parser.error(f"--port {arguments.port}: expected a number from 1 to 65535")
    if arguments.workers is not None and not 0 < arguments.workers <= 256:
        parser.error(f"--workers {arguments.workers}: expected a number from 1 to 256")
    options = _put_into_environment(arguments)
    rows, faults = told(options)
    if arguments.command == "config":
        print_rows([("setting", "value", "default", "from"), *rows])
        said = [*unknown(), *faults]
        print("\n".join(said), file=sys.stderr, end="\n" if said else "")
        return 2 if faults else 0
    if any(not fault.startswith(outside.SETTING) for fault in faults):  # without those plug-ins it can be served
        parser.error("\n".join(faults))
    for name in ("UWAPI_HOST", "UWAPI_PORT"):
        os.environ[name] = str(SETTINGS[name].value() or SETTINGS[name].default)
    taken = _cannot_listen(os.environ["UWAPI_HOST"], int(os.environ["UWAPI_PORT"]))
    if taken is not None:
        print(taken, file=sys.stderr)
        return 1
    print(
        f"Perfect Play on http://{os.environ['UWAPI_HOST']}:{os.environ['UWAPI_PORT']}/  (Ctrl-C to stop)", flush=True
    )
    os.chdir(ROOT)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until gunicorn can take it: see gunicorn.conf.py
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "wsgi:app"])  # noqa: S606


def _cannot_listen(host: str, port: int) -> str | None:
    """A sentence where this address cannot be listened on; None where it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host.strip("[]"), port), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"{host}:{port} is in use by another program. Choose another port: python -m server --port NUMBER"
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror  # without the address
        return f"{host}:{port} cannot be listened on: {why}."
    return None


def _put_into_environment(arguments: argparse.Namespace) -> dict[str, str]:
    """Set the variables of the options that were given; which of them belongs to which."""
    given = {
        "UWAPI_HOST": ("--host", arguments.host),
        "UWAPI_PORT": ("--port", arguments.port),
        "UWAPI_WORKERS": ("--workers", arguments.workers),
        "UWAPI_DATA_DIR": ("--data-dir", arguments.data_dir and arguments.data_dir.resolve()),
    }
    for variable, (_, value) in given.items():
        if value is not None:
            os.environ[variable] = str(value)
    return {variable: option for variable, (option, value) in given.items() if value is not None}


if __name__ == "__main__":
    run_command(main)
