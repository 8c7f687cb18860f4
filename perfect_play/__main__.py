"""`perfect-play`: serves, or runs one of the commands of `python -m solvers`."""

import sys
from argparse import ArgumentParser

from perfect_play.solvers.locks import run_command

PROGRAM, COMPLETION, MCP = "perfect-play", "completion", "mcp"
CONFIG = "config"  # a command of serving
DATA_DIR = "--data-dir"  # an option of all commands, which may stand before them


def main() -> int:
    """Run the command that the arguments begin with; serve if they begin with none."""
    from perfect_play.puzzles.base import short, suggest
    from perfect_play.server.publishing import publish_command
    from perfect_play.solvers.cli.main import main as run_solvers
    from perfect_play.solvers.cli.main import names

    arguments = sys.argv[1:]
    further = (publish_command,)
    commands = names(further)
    known_commands = [*commands, COMPLETION, MCP, CONFIG]
    if arguments and arguments[0] not in known_commands and not arguments[0].startswith("-"):
        message = (
            f"there is no command {short(arguments[0])}.{suggest(arguments[0], known_commands)} See {PROGRAM} --help."
        )
        print(f"{PROGRAM}: error: {message} With options alone, it serves.", file=sys.stderr)
        return 2
    first = arguments[0] if arguments else ""
    after = 2 if first == DATA_DIR else 1 if first.startswith(f"{DATA_DIR}=") else 0
    if arguments[after:] and arguments[after] in commands:
        return run_solvers(arguments, PROGRAM, further)
    if arguments and arguments[0] == COMPLETION:
        print(_script(arguments))
        return 0
    if arguments and arguments[0] == MCP:
        from perfect_play.adapters.mcp_server import main as serve_tools

        return serve_tools(arguments[1:], f"{PROGRAM} {MCP}")
    from perfect_play.server.__main__ import main as serve

    epilog = f"\n\ncommands, of which each has a --help:\n  {PROGRAM} {' | '.join(commands)}"
    epilog += f"\n\ncompletion in bash, fish, zsh and other shells:\n  {PROGRAM} {COMPLETION} --help"
    epilog += f"\n\ntools for language models, answered by a running service:\n  {PROGRAM} {MCP} --help"
    return serve(arguments, PROGRAM, epilog)


def _script(arguments: list[str]) -> str:
    """What `perfect-play completion` prints."""
    from perfect_play import completion
    from perfect_play.adapters import mcp_server
    from perfect_play.server.__main__ import add_options
    from perfect_play.server.publishing import publish_command
    from perfect_play.solvers.cli.main import add_commands

    parser = ArgumentParser(PROGRAM)
    add_options(parser)
    commands = add_commands(parser, (publish_command,))
    completion.add_arguments(commands.add_parser(COMPLETION, help=completion.ABOUT))
    add_options(commands.add_parser(CONFIG, help="print every setting and its origin"))
    mcp_server.add_arguments(commands.add_parser(MCP, help="serve tools for language models"))
    return completion.script(parser, commands.choices, parser.parse_args(arguments).shell)


def run() -> None:
    """The entry point of the installed command: ends the process with the exit status."""
    run_command(main)


if __name__ == "__main__":
    run()
