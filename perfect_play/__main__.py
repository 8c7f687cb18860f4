"""`perfect-play`: serves, or runs one of the commands of `python -m solvers`."""

from __future__ import annotations

import sys

from solvers.locks import run_command

PROGRAM = "perfect-play"


def main() -> int:
    """Run the command that the arguments begin with; serve if they begin with none."""
    from server.__main__ import main as serve
    from solvers.cli.main import main as run_solvers
    from solvers.cli.main import names

    given = sys.argv[1:]
    if given and given[0] in names():
        return run_solvers(given, PROGRAM)
    commands = f"\n\ncommands, of which each has a --help:\n  {PROGRAM} {' | '.join(names())}"
    return serve(given, PROGRAM, commands)


def run() -> None:
    """The entry point of the installed command: ends the process with the exit status."""
    run_command(main)


if __name__ == "__main__":
    run()
