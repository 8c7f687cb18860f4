"""`python -m solvers export`: writes a solved table as a data set, with its card."""

import argparse
from pathlib import Path
from typing import Any

from perfect_play.solvers.cli.chosen import BadArguments, add_parser, add_variant, chosen_rules, count, failing_as
from perfect_play.solvers.machine import cores
from perfect_play.solvers.manager import PuzzleManager

FORMATS = ("parquet", "csv", "jsonl", "npz")
ENDINGS = f".{', .'.join(FORMATS[:-1])} or .{FORMATS[-1]}"
CONTINUED = "What has been read of a large table is kept; the same command goes on from there."


def add_command(commands: Any) -> None:
    about = "write a solved table as a data set, with its card"
    added = add_parser(commands, "export", run, about, stopped=CONTINUED)
    add_variant(added)
    added.add_argument("--format", choices=FORMATS, help=f"default: that of FILE's name, or {FORMATS[0]}")
    added.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: <id>.<variant>.<format>")
    added.add_argument("--columns", metavar="NAMES", help="separated by commas (default: the usual ones)")
    added.add_argument("--sample", type=count, metavar="N", help="N rows drawn at random (default: all)")
    added.add_argument("--seed", type=int, default=0, help="the same one draws the same rows (0)")
    added.add_argument("--processes", type=count, default=cores(), help="that read the table (default: one per core)")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NoAnswer."""
    from perfect_play.solvers.datasets.card import write_card
    from perfect_play.solvers.datasets.exported_files import TEXTS, arrow, write
    from perfect_play.solvers.datasets.rows import DataSet
    from perfect_play.solvers.tables.publish import sole_writer

    rules = chosen_rules(arguments)
    format_ = _format(arguments.format, arguments.output)
    columns = [name.strip() for name in arguments.columns.split(",")] if arguments.columns else ()
    data = DataSet.of(manager, rules, columns, arguments.sample, arguments.seed)
    path = arguments.output or Path(f"{data.id}.{data.variant}.{format_}")
    if not path.parent.is_dir():
        raise BadArguments(f"{path}: there is no folder {path.parent}.")
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise BadArguments(f"{path} is not a file that can be replaced. Name another one.")
    if format_ == "npz" and set(data.columns) <= set(TEXTS):
        raise BadArguments(f"npz holds no texts, so not {' or '.join(data.columns)}. Name other columns or formats.")
    if format_ == "parquet":
        arrow()
    with failing_as(f"{path} cannot be written"), sole_writer(path):
        write(path, format_, data, arguments.processes)
        card = write_card(path, format_, data)
    print(f"{data.rows:,} rows in {path}, described in {card[0].name} and {card[1].name}")
    return 0


def _format(named: str | None, output: Path | None) -> str:
    """The format that is named, or else that of the file's ending. Raises BadArguments."""
    if output is None:
        return named or FORMATS[0]
    ending = output.suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        if named is None:
            raise BadArguments(f"{output}: expected a name that ends in {ENDINGS}, or one of these as --format.")
        return named
    if named not in (None, ending):
        raise BadArguments(f"{output} is not a name of --format {named}: expected one that ends in .{named}.")
    return ending
