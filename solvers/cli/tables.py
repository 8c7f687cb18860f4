"""`python -m solvers tables`: lists the tables there are, or removes some."""

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from perfect_play.puzzles.base import Rules
from perfect_play.solvers.cli.chosen import abridged, add_parser, chosen_variants, failing_as
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pattern_databases.pattern_file import path_of
from perfect_play.solvers.tables.reader import TableError, TableMissing
from perfect_play.solvers.untabled.choice import has_table


def add_command(commands: Any) -> None:
    added = add_parser(commands, "tables", run, "list the tables there are, or remove some")
    added.add_argument("action", nargs="?", choices=("list", "rm"), default="list")
    added.add_argument("id", nargs="?")
    added.add_argument("variant", nargs="?")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    store = manager.store
    if arguments.action == "rm":
        if arguments.id is None:
            print("Say which: python -m solvers tables rm <id> [<variant>]", file=sys.stderr)
            return 2
        with failing_as(f"{store.directory} cannot be changed"):
            removed = [name for rules in chosen_variants(arguments) for name in _removed(manager, rules)]
        print(f"Removed: {abridged(removed)}." if removed else "There was no such table.")
        return 0
    rows: list[tuple[str, ...]] = [
        ("variant", "stored", "entries", "greatest", "layout", "bits", "bytes", "bytes/position", "built")
    ]
    for rules in filter(has_table, chosen_variants(arguments)):
        try:
            meta = store.meta(rules)
        except TableMissing:
            if store.path(rules).exists():
                rows.append((rules.full_id, "made by other rules than today's", *[""] * 7))
            continue
        except TableError as error:
            rows.append((rules.full_id, str(error), *[""] * 7))
            continue
        size = store.path(rules).stat().st_size
        counts = (f"{meta.positions:,}", f"{meta.entries:,}", str(meta.maximum), meta.layout, str(meta.bits))
        rows.append((rules.full_id, *counts, f"{size:,}", f"{size / max(1, meta.positions):.2f}", meta.built))
    print_rows(rows)
    return 0


def _removed(manager: PuzzleManager, rules: Rules) -> Iterator[str]:
    """Remove a variant's table and its pattern databases; yield what there was."""
    if manager.store.remove(rules):
        yield rules.full_id
    path = path_of(manager.store.directory, rules)
    if path.exists():
        path.unlink()
        yield f"pattern databases of {rules.full_id}"
