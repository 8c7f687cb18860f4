"""`perfect-play`: serves, or runs one of the commands of `python -m solvers`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from perfect_play.solvers.locks import run_command

PROGRAM, COMPLETION, MCP = "perfect-play", "completion", "mcp"
CONFIG = "config"  # a command of serving


def main() -> int:
    """Run the command that the arguments begin with; serve if they begin with none."""
    from perfect_play.completion import script
    from perfect_play.puzzles.base import short, suggest
    from perfect_play.solvers.cli.main import main as run_solvers
    from perfect_play.solvers.cli.main import names

    arguments = sys.argv[1:]
    commands = names()
    known_commands = [*commands, COMPLETION, MCP, CONFIG]
    if arguments and arguments[0] not in known_commands and not arguments[0].startswith("-"):
        message = (
            f"there is no command {short(arguments[0])}.{suggest(arguments[0], known_commands)} See {PROGRAM} --help."
        )
        print(f"{PROGRAM}: error: {message} With options alone, it serves.", file=sys.stderr)
        return 2
    if arguments and arguments[0] in commands:
        return run_solvers(arguments, PROGRAM)
    if arguments and arguments[0] == COMPLETION:
        about = "Print a script with which bash and zsh complete commands, ids and variants; how to use it is on top."
        ArgumentParser(f"{PROGRAM} {COMPLETION}", description=about).parse_args(arguments[1:])
        print(script(known_commands))
        return 0
    if arguments and arguments[0] == MCP:
        from perfect_play.adapters.mcp_server import main as serve_tools

        return serve_tools(arguments[1:], f"{PROGRAM} {MCP}")
    from perfect_play.server.__main__ import main as serve

    epilog = f"\n\ncommands, of which each has a --help:\n  {PROGRAM} {' | '.join(commands)}"
    epilog += f"\n\nfor bash, and for zsh after bashcompinit:\n  source <({PROGRAM} {COMPLETION})"
    epilog += f"\n\ntools for language models, answered by a running service:\n  {PROGRAM} {MCP} --help"
    return serve(arguments, PROGRAM, epilog)


def run() -> None:
    """The entry point of the installed command: ends the process with the exit status."""
    run_command(main)


if __name__ == "__main__":
    run()
