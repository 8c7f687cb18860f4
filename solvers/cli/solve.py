"""`python -m solvers solve`: solves variants into tables, or estimates what that takes."""

import argparse
from collections.abc import Iterable
from typing import Any

from perfect_play.puzzles.base import Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.sliding import SlidingPuzzle
from perfect_play.solvers.builder import build_one, why_failed
from perfect_play.solvers.building.estimate import (
    NATIVE_POSITIONS_PER_SECOND,
    POSITIONS_PER_SECOND,
    TIERS_POSITIONS_PER_SECOND,
    estimate,
)
from perfect_play.solvers.building.reporter import reporter
from perfect_play.solvers.cli.chosen import TABLES_KEPT, abridged, add_parser, chosen_variants, count
from perfect_play.solvers.cli.terminal import print_rows
from perfect_play.solvers.cluster.cluster_launch import cluster_of
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.native.compile_client import CompileServer
from perfect_play.solvers.native.launch import goes_native
from perfect_play.solvers.native.memory import in_bytes
from perfect_play.solvers.pattern_databases.pattern_file import build_command as patterns_command
from perfect_play.solvers.reports.warnings import warnings_of
from perfect_play.solvers.result import LOST
from perfect_play.solvers.tables.reader import build_command
from perfect_play.solvers.untabled.choice import has_table, table_of


def add_command(commands: Any) -> None:
    default = "all but the large ones"
    added = add_parser(commands, "solve", run, "solve variants into tables", default, stopped=TABLES_KEPT)
    added.add_argument("--dry-run", action="store_true", help="say what would be solved, with estimates, and stop")
    added.add_argument("--force", action="store_true", help="solve again what already has a sound table")
    added.add_argument("--workers", type=count, metavar="N", help="on N processes, by Dask, instead of one")
    added.add_argument("--cluster", metavar="ADDRESS", help="by the workers of this Dask scheduler, tcp://host:8786")
    added.add_argument("--shards", type=count, metavar="N", help="share it out into N parts (two a worker)")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    cluster = cluster_of(arguments.workers, arguments.cluster, arguments.shards)
    if arguments.id is None:
        variants = manager.presolved(siblings=True)
    else:
        variants = chosen_variants(arguments)
        if arguments.variant is None:
            marked = manager.presolved(siblings=True)
            variants = [rules for rules in variants if rules in marked or table_of(rules) is None]
        for rules in variants:
            table = table_of(rules)
            if table is None and isinstance(rules, SlidingPuzzle):
                command = patterns_command(rules)
                hint = f" For its pattern databases: {command}" if command else ""
                print(f"{rules.full_id}: positions are searched.{hint}")
            elif table is None:
                print(f"{rules.full_id}: answered by {manager.solver_name(rules)}, needs no table.")
            elif table is not rules:
                print(
                    f"{rules.full_id}: its positions are in the table of another variant. To solve that: "
                    f"{build_command(table)}"
                )
        variants = [rules for rules in variants if has_table(rules)]
    if not arguments.force:
        solved = [rules for rules in variants if not manager.missing(rules)]
        variants = [rules for rules in variants if rules not in solved]
        if solved and not variants:
            print(f"Already solved: {abridged(r.full_id for r in solved)}. To solve again: --force")
    if arguments.dry_run:
        return _dry_run(manager, variants)
    failed = 0
    with reporter() as report, CompileServer() as ready:
        for rules in variants:
            try:
                meta = build_one(manager, rules, report, report.tell, ready, cluster)
                lost = isinstance(rules, Puzzle) and manager.store.probe(rules, rules.start()) == LOST
                for warning in warnings_of(rules, meta.positions, lost, meta.entries):
                    report.say(warning)
            except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
                report.say(str(why_failed(manager, rules, error, cluster)))
                failed += 1
    return 1 if failed else 0


def _print_tiers(rules: BoardGame) -> None:
    """Print the tiers in the order in which they are solved."""
    print(f"{rules.full_id}: its tiers, in the order in which they are solved:")
    tiers = reversed(rules.arrangements.tiers)
    rows = [(str(tier.name), f"{len(tier.stretches):,}", f"{tier.end - tier.first:,}") for tier in tiers]
    print_rows([("tier", "materials", "ranks"), *rows])


def _dry_run(manager: PuzzleManager, variants: Iterable[Rules]) -> int:
    rows = [("variant", "positions up to symmetry", "engine", "memory", "disk", "time")]
    for rules in variants:
        forecast = estimate(rules)
        if forecast is None:
            rows.append((rules.full_id, "?", "reference", "?", "?", "?"))
            continue
        needs = (in_bytes(forecast.memory), f"under {in_bytes(forecast.disk)}", f"{forecast.seconds:.1f} s")
        rows.append((rules.full_id, f"about {rules.variant.positions:,}", forecast.engine, *needs))
    if len(rows) == 1:
        print("There is nothing to solve.")
        return 0
    print_rows(rows)
    for rules in variants:
        if isinstance(rules, BoardGame) and rules.dense and goes_native(rules):
            _print_tiers(rules)
    print(
        f"Estimates for {POSITIONS_PER_SECOND:,} positions/s by the reference solver, {NATIVE_POSITIONS_PER_SECOND:,} "
        f"natively and {TIERS_POSITIONS_PER_SECOND:,} by tiers. Nothing was solved."
    )
    return 0
