"""`python -m solvers certify`: writes the certificate of a table, or makes a table of one."""

import argparse
from pathlib import Path
from typing import Any

from perfect_play.solvers.building.reporter import reporter
from perfect_play.solvers.cli.chosen import BadArguments, add_parser, add_variant, chosen_rules, count, failing_as
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.untabled.choice import table_of


def add_command(commands: Any) -> None:
    help_ = "write a table's certificate, which a program without this one can check, or make a table of one"
    added = add_parser(commands, "certify", run, help_)
    add_variant(added)
    added.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: <id>.<variant>.certificate.zip")
    added.add_argument("--accept", type=Path, metavar="FILE", help="make the table of this certificate, if it is right")
    added.add_argument("--sample", type=count, metavar="N", help="with --accept: derive N random entries again")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command. Raises RulesError, NoAnswer."""
    from perfect_play.solvers.tables.certificate import accept, certify

    rules = table_of(chosen_rules(arguments))
    if rules is None:
        raise BadArguments(f"{arguments.id} is answered without a table: there is nothing to certify.")
    if arguments.accept is None:
        path = arguments.output or Path(f"{rules.id}.{rules.variant.id}.certificate.zip")
        with failing_as(f"{path} cannot be written"):
            digest = certify(manager.store, rules, path)
        print(f"{rules.full_id}: {manager.store.meta(rules).entries:,} entries in {path}, digest {digest}")
        return 0
    if not manager.missing(rules):
        raise BadArguments(f"{rules.full_id} has a table. To replace it, remove it first: tables rm")
    with failing_as(f"{arguments.accept} cannot be made a table"), reporter() as report:
        report.begin(rules, 0)
        meta, digest = accept(manager.store, rules, arguments.accept, arguments.sample, report.tell)
    print(f"{rules.full_id}: {meta.entries:,} entries accepted, digest {digest}")
    return 0
