"""`python -m solvers new`: writes a plug-in and its test from the template."""

import argparse
from pathlib import Path
from typing import Any

from perfect_play.puzzles import outside
from perfect_play.solvers.cli.chosen import failing_as
from perfect_play.solvers.cli.scaffold import is_found, shell_path, write
from perfect_play.solvers.manager import PuzzleManager


def add_command(commands: Any) -> None:
    """Add `new` to the commands of `python -m solvers`."""
    added = commands.add_parser(
        "new",
        help="write a plug-in and its test from the template",
        description="Write a plug-in and its test from the template. Both pass at once: change them step by step.",
    )
    added.add_argument("id", help="its id: lower-case letters and digits, a letter first")
    kinds = added.add_mutually_exclusive_group()
    kinds.add_argument("--board", action="store_const", const="board", dest="kind", help="a game of pieces on a board")
    kinds.add_argument("--game", action="store_const", const="game", dest="kind", help="another game for two")
    added.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help=f"a folder for plug-ins outside the repository (see {outside.SETTING}; default: in the repository)",
    )
    added.set_defaults(run=_new, kind="puzzle")


def _new(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    with failing_as(f"{arguments.folder or 'The repository'} cannot be written"):
        files = write(arguments.id, arguments.kind, arguments.folder)
    print(f"Wrote {shell_path(files.plugin)} and {shell_path(files.test)}. Both pass; now change them. Try:")
    if arguments.folder is not None and not is_found(arguments.folder):
        print(f"  export {outside.SETTING}={shell_path(files.plugin.parent)}")
    print(f"  python -m solvers check {arguments.id}")
    print(f"  python -m pytest {shell_path(files.test)}")
    return 0
