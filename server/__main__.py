"""`python -m server`: run the service under gunicorn, solving missing tables in the background."""

import argparse
import errno
import os
import signal
import socket
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from perfect_play.puzzles import outside
from perfect_play.server.config import PATH, SETTINGS, describe_settings, unknown_settings
from perfect_play.solvers import __version__
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.locks import run_command
from perfect_play.solvers.settings import DATA_DIR, KERNEL_DIR, ROOT, default_data_dir, folder_setting

SERVING = ("perfect_play/server/gunicorn.conf.py", "perfect_play.server:create_app()")
"""gunicorn's settings file, relative to the folder of the packages, and the application."""

GRANIAN = "perfect_play.server.operations.granian_service"


def main(argv: Sequence[str] | None = None, program: str = "python -m server", epilog: str = "") -> int:
    """Replace this process with gunicorn or granian, or print the settings. Exit status 2 for bad arguments, settings.

    program: the name it was called by, for its help; epilog: additional help text.
    """
    parser = argparse.ArgumentParser(
        prog=program,
        description="Serve perfect play over HTTP. Missing tables are solved in the background, requested variants\n"
        "first; each variant can be queried as soon as it is solved.",
        epilog="then try:\n  curl http://127.0.0.1:8000/puzzles/hanoi/3_3/" + epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "command", nargs="?", choices=("config",), help="print every setting and its origin instead of serving"
    )
    add_options(parser)
    arguments = parser.parse_args(argv)
    if arguments.port is not None and not 0 < arguments.port < 65536:
        parser.error(f"--port {arguments.port}: expected a number from 1 to 65535")
    if arguments.workers is not None and not 0 < arguments.workers <= 256:
        parser.error(f"--workers {arguments.workers}: expected a number from 1 to 256")
    options = _export(arguments)
    rows, faults = describe_settings(options)
    if arguments.command == "config":
        print_rows([("setting", "value", "default", "from"), *rows])
        warnings = [*unknown_settings(), *faults]
        print("\n".join(warnings), file=sys.stderr, end="\n" if warnings else "")
        return 2 if faults else 0
    if arguments.granian and find_spec("granian") is None:
        parser.error("--granian: it is not installed. To install it: pip install granian")
    if any(not fault.startswith(outside.SETTING) for fault in faults):  # it can serve without external plug-ins
        parser.error("\n".join(faults))
    host, port = (SETTINGS[name].value() or SETTINGS[name].default for name in ("UWAPI_HOST", "UWAPI_PORT"))
    os.environ |= {"UWAPI_HOST": host, "UWAPI_PORT": str(port)}
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    obstacle = _cannot_listen(host, int(port))
    if obstacle is not None:
        print(f"{address} {obstacle}", file=sys.stderr)
        return 1
    print(f"Perfect Play on http://{address}{os.environ.get(PATH, '')}/  (Ctrl-C to stop)", flush=True)
    for name in (DATA_DIR, KERNEL_DIR):
        if folder := folder_setting(name):
            os.environ[name] = str(folder.absolute())
    os.chdir(ROOT)
    if arguments.granian:
        os.execv(sys.executable, [sys.executable, "-m", GRANIAN])  # noqa: S606
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until gunicorn handles it: see operations/hooks.py
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", *SERVING])  # noqa: S606


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of serving."""
    parser.add_argument("--version", action="version", version=f"Perfect Play {__version__}")
    parser.add_argument("--host", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, help="port to listen on (8000)")
    parser.add_argument("--workers", type=int, help="number of worker processes (one per core it may use)")
    parser.add_argument("--granian", action="store_true", help="serve by granian instead of gunicorn")
    folder = f"directory of the tables ({default_data_dir({})})"
    parser.add_argument("--data-dir", type=Path, default=None, metavar="DIR", help=folder)


def _cannot_listen(host: str, port: int) -> str | None:
    """Why this address cannot be listened on, as the rest of a sentence; None if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return "is in use by another program. Choose another port: python -m server --port NUMBER"
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror  # without the address
        return f"cannot be listened on: {reason}."
    return None


def _export(arguments: argparse.Namespace) -> dict[str, str]:
    """Export the given options as environment variables; returns the option that set each variable."""
    options = {
        "UWAPI_HOST": ("--host", arguments.host),
        "UWAPI_PORT": ("--port", arguments.port),
        "UWAPI_WORKERS": ("--workers", arguments.workers),
        DATA_DIR: ("--data-dir", arguments.data_dir),
    }
    for variable, (_, value) in options.items():
        if value is not None:
            os.environ[variable] = str(value)
    return {variable: option for variable, (option, value) in options.items() if value is not None}


if __name__ == "__main__":
    run_command(main)
