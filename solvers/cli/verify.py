"""`python -m solvers verify`: re-derives every stored result from its children."""

from __future__ import annotations

import argparse
import time
from typing import Any

from perfect_play.solvers.building.reporter import reporter
from perfect_play.solvers.cli.chosen import add_parser, chosen_variants, count
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.tables.reader import TableError, TableMissing
from perfect_play.solvers.tables.verification import verify
from perfect_play.solvers.untabled.choice import has_table

LARGE = 1_000_000  # entries, which take minutes


def add_command(commands: Any) -> None:
    """Add the command to those of `python -m solvers`."""
    added = add_parser(
        commands, "verify", run, "derive every stored result again from its children", "all tables there are"
    )
    added.add_argument(
        "--sample", type=count, metavar="N", help="look at N random entries of each table, not at all: for large ones"
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    """Run the command."""
    named = arguments.id is not None
    faults = verified = 0
    variants = list(filter(has_table, chosen_variants(arguments)))
    if not variants:
        (solver,) = {manager.solver_name(rules) for rules in chosen_variants(arguments)}
        print(f"{arguments.id} is answered by {solver}: there is no table to verify.")
        return 0
    for rules in variants:
        begun = time.monotonic()
        try:
            with reporter() as report:
                entries = manager.store.meta(rules).entries
                if arguments.sample is None and entries >= LARGE:
                    report.say(
                        f"{rules.full_id}: {entries:,} entries; `--sample 100000` looks at so many of them only."
                    )
                report.begin(rules, arguments.sample or entries)
                table_faults = verify(manager.store, rules, sample=arguments.sample, tell=report.tell)
        except TableMissing as error:
            if named or manager.store.path(rules).exists():
                print(error)
                faults += 1
            continue
        except TableError as error:
            print(error)
            faults += 1
            continue
        verified += 1
        faults += len(table_faults)
        looked = f"{arguments.sample:,} random entries, " if arguments.sample else ""
        right = f"{rules.full_id}: right ({looked}{time.monotonic() - begun:.1f} s)"
        print("\n".join(table_faults) if table_faults else right, flush=True)
    tables = f"{verified} table{'' if verified == 1 else 's'} verified"
    print(f"{tables}, {faults or 'no'} fault{'' if faults == 1 else 's'}.")
    return 1 if faults or not verified else 0
