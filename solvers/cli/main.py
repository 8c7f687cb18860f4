"""The command line: `python -m solvers <command>`; each command's `--help` says what it does."""

import argparse
import logging
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import RulesError, UnknownPuzzle
from perfect_play.solvers import __version__
from perfect_play.solvers.cli.chosen import GAMES, report_left_out
from perfect_play.solvers.cluster.cluster_launch import BadCluster
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.locks import INTERRUPTED
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.settings import BadSetting, default_data_dir, read_folder

COMMANDS = (
    *("list", "solve", "tables", "check", "verify", "certify", "probe", "build", "new", "play"),
    *("nimbers", "value", "best-move", "judge", "mine", "report", "grade", "generate", "path", "picture"),
    *("export", "benchmark", "patterns", "book", "endgames"),
)
"""In the order of `--help`. The module of each has `add_command`, and `run`, which returns the exit status."""
MODULES = {"list": "listing", "new": "scaffold", "report": "variant_report", "picture": "draw"}
"""By command, the module that adds it, if that has another name."""
DATA_DIR = "--data-dir"


def main(argv: Sequence[str] | None = None, program: str = "python -m solvers", further: Sequence[Any] = ()) -> int:
    """Run one command; return 0 if all is well, 1 if something was found wrong, 2 for bad arguments.

    program: the name it was called by, for its help. further: modules of commands of other packages.
    """
    arguments = _parsed(argv, program, further)
    registry.LOGGER.addHandler(logging.NullHandler())  # what is left out is reported below
    try:
        manager = PuzzleManager(arguments.data_dir)
        return int(arguments.run(manager, arguments))
    except (RulesError, registry.BrokenPlugin, BadSetting, BadCluster) as error:
        print(error, file=sys.stderr)
        if isinstance(error, UnknownPuzzle):
            report_left_out(sys.stderr)
        return 2
    except NoAnswer as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"Stopped. {getattr(arguments, 'stopped', '')}".strip(), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        return 0
    except MemoryError:
        print("Memory ran out. Finished tables are kept.", file=sys.stderr)
        return 1


def _parsed(argv: Sequence[str] | None, program: str, further: Sequence[Any] = ()) -> argparse.Namespace:
    """The arguments; an unknown option is taken for a position, if one is missing."""
    argv = _two_words(sys.argv[1:] if argv is None else argv)
    names = [name for name in argv[2 if argv[:1] == [DATA_DIR] else 0 :][:1] if name in COMMANDS]
    parser = _parser(program, () if names else further, names or COMMANDS)
    arguments, extra = parser.parse_known_args(argv)
    extra = [text for text in extra if text != "--"]
    if len(extra) == 1 and getattr(arguments, "position", "") is None:
        arguments.position = extra.pop()
    if extra:
        parser.error(f"unrecognized arguments: {' '.join(extra)}")
    return arguments


def _two_words(argv: Sequence[str]) -> list[str]:
    """The arguments, with `id/variant`, as URLs and messages have it, as `id variant`."""
    for index, text in enumerate(argv):
        name, slash, variant = text.partition("/")
        listed = index > 0 and argv[index - 1] == GAMES
        if slash and not listed and registry.exists(name) and not Path(name).is_dir():
            return [*argv[:index], name, variant, *argv[index + 1 :]]
    return list(argv)


def names(further: Sequence[Any] = ()) -> list[str]:
    """The names of all commands, in the order of `--help`."""
    return [*COMMANDS, *add_commands(argparse.ArgumentParser(), further, ()).choices]


def add_commands(parser: argparse.ArgumentParser, further: Sequence[Any] = (), names: Sequence[str] = COMMANDS) -> Any:
    """Add commands to a parser; returns what still more can be added to. Imports nothing for others, for speed."""
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    modules = (import_module(f"{__package__}.{MODULES.get(name, name.replace('-', '_'))}") for name in names)
    for command in (*modules, *further):
        command.add_command(commands)
    return commands


def _folder(text: str) -> Path:
    try:
        return read_folder(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from None


def _parser(
    program: str = "python -m solvers", further: Sequence[Any] = (), names: Sequence[str] = COMMANDS
) -> argparse.ArgumentParser:
    examples = ("list", "solve npuzzle 3", "probe hanoi 3_3 A--B--C--")
    parser = argparse.ArgumentParser(
        prog=program,
        description="Solve puzzles and games into tables, and ask, check and verify them.",
        epilog="\n  ".join(["examples:", *(f"{program} {example}" for example in examples)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Perfect Play {__version__}")
    parser.add_argument(
        DATA_DIR,
        type=_folder,
        default=None,
        metavar="DIR",
        help=f"where tables are kept, under tables/ (default: $UWAPI_DATA_DIR, else {default_data_dir({})})",
    )
    add_commands(parser, further, names)
    return parser
