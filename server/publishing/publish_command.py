"""`perfect-play publish`: writes the page with its answers as files, for hosts that run no programs."""

import argparse
from pathlib import Path
from typing import Any

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cli.chosen import add_parser, count, failing_as
from perfect_play.solvers.manager import PuzzleManager

LIMIT, MOST = 30_000, 1_000_000  # positions of a variant, by default and at most
CONTINUED = "What has been written is kept; the same command goes on from there."


def add_command(commands: Any) -> None:
    about = "write the page with its answers as files, for hosts that run no programs"
    added = add_parser(commands, "publish", run, about, stopped=CONTINUED)
    added.add_argument("folder", type=Path, metavar="DIR", help="a new folder, or one that this command made")
    added.add_argument(
        "--games",
        metavar="NAMES",
        help="id or id/variant, separated by commas, solved first where they have to be (default: all that is solved)",
    )
    added.add_argument(
        "--limit",
        type=_limit,
        default=LIMIT,
        help=f"positions of the largest variant with answers ({LIMIT:,}), up to {MOST:,}",
    )
    added.add_argument(
        "--pyodide",
        type=Path,
        metavar="FOLDER",
        help="answer from larger tables, too, by Python in the browser; from `npm pack pyodide`, unpacked",
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NoAnswer."""
    from perfect_play.server.publishing.published_site import Site
    from perfect_play.solvers.builder import solve_for

    site = Site(arguments.folder, manager.store.directory.parent, arguments.limit, arguments.pyodide)
    if arguments.games:
        variants = [rules for name in dict.fromkeys(arguments.games.split(",")) for rules in _find_variants(name)]
        solve_for(manager, [rules for rules in variants if site.refusal(rules) == "unsolved"])
    else:
        variants = list(filter(site.fits, registry.listed()))
    with failing_as(f"{arguments.folder} cannot be written"):
        sizes = site.write(variants)
    size = sum(path.stat().st_size for path in arguments.folder.rglob("*") if path.is_file())
    print(
        f"{len(sizes)} of {len(variants)} variants, {sum(sizes):,} positions, {size / 1e6:.1f} MB in "
        f"{arguments.folder}. Try it: python -m http.server -d {arguments.folder}"
    )
    return 0


def _limit(text: str) -> int:
    """A number of positions that a site can hold, for an option."""
    number = count(text)
    if number > MOST:
        raise argparse.ArgumentTypeError(f"{text} is more than {MOST:,}, which take a gigabyte of memory")
    return number


def _find_variants(name: str) -> list[Rules]:
    """The variants that `id` or `id/variant` names. Raises UnknownPuzzle, UnknownVariant."""
    id_, slash, variant = name.strip().partition("/")
    cls = registry.find(id_)
    return [registry.load(cls.id, each) for each in ([variant] if slash else [one.id for one in cls.variants])]
