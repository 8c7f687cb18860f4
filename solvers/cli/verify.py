"""`python -m solvers verify`: re-derives every stored result from its children."""

import argparse
import time
from typing import Any

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.building.reporter import Reporter, reporter
from perfect_play.solvers.cli.chosen import add_parser, chosen_variants, count, require_compiler
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.launch import plan_of
from perfect_play.solvers.tables.reader import TableError, TableMissing
from perfect_play.solvers.tables.verification import verify
from perfect_play.solvers.untabled.choice import has_table

LARGE = 300_000  # entries, which take a minute


def add_command(commands: Any) -> None:
    added = add_parser(
        commands, "verify", run, "derive every stored result again from its children", "all tables there are"
    )
    how = added.add_mutually_exclusive_group()
    how.add_argument(
        "--compiled",
        action="store_true",
        help="derive them by the compiled rules, and only a sample by the rules themselves: for large ones",
    )
    how.add_argument(
        "--sample", type=count, metavar="N", help="look at N random entries of each table, not at all: for large ones"
    )


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    if arguments.compiled:
        require_compiler("Compiled rules")
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
                if entries >= LARGE and not (arguments.sample or arguments.compiled):
                    report.say(
                        f"{rules.full_id}: {entries:,} entries; `--sample 100000` looks at so many of them only, and "
                        "`--compiled` derives them by the compiled rules."
                    )
                report.begin(rules, arguments.sample or entries)
                table_faults = _faults(manager, rules, arguments, report)
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
        looked = "by the compiled rules, " if arguments.compiled and plan_of(rules) is not None else looked
        right = f"{rules.full_id}: right ({looked}{time.monotonic() - begun:.1f} s)"
        print("\n".join(table_faults) if table_faults else right, flush=True)
    tables = f"{verified} table{'' if verified == 1 else 's'} verified"
    print(f"{tables}, {faults or 'no'} fault{'' if faults == 1 else 's'}.")
    return 1 if faults or not verified else 0


def _faults(manager: PuzzleManager, rules: Rules, arguments: argparse.Namespace, report: Reporter) -> list[str]:
    """The faults of a table: by the compiled rules if these are asked for and can be. Raises TableError."""
    if arguments.compiled and plan_of(rules) is not None:
        from perfect_play.solvers.native.compiled_verification import verify_compiled  # imports the compiler

        return verify_compiled(manager.store, rules, manager.data_dir, tell=report.tell)
    if arguments.compiled:
        report.say(f"{rules.full_id} has no rules that can be compiled; it is verified by those it has.")
    return verify(manager.store, rules, sample=arguments.sample, tell=report.tell)
