"""The command line: `python -m solvers <command>`; each command's `--help` says what it does."""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from puzzles import checks, registry
from puzzles.base import Puzzle, Rules, RulesError, UnknownPuzzle, Value
from puzzles.closed_form import ClosedFormGame
from puzzles.watch import DoesNotReturn, limited_memory, watched
from solvers import __version__
from solvers.builder import EXPECTED, build_missing, build_one, why_failed
from solvers.building.reporter import reporter
from solvers.cli.best_move import add_command as add_best_move
from solvers.cli.chosen import chosen_position
from solvers.cli.new import add_command as add_new
from solvers.cli.nimbers import add_command as add_nimbers
from solvers.cli.path import add_command as add_path
from solvers.cli.patterns import add_command as add_patterns
from solvers.cli.picture import add_command as add_picture
from solvers.cli.play import add_command as add_play
from solvers.cli.terminal import print_rows
from solvers.cli.warnings import warnings_of, warnings_of_small
from solvers.cluster.launch import BadCluster, cluster_of
from solvers.errors import NoAnswer
from solvers.manager import PuzzleManager, has_table, table_of
from solvers.native.compile_client import CompileServer
from solvers.native.launch import goes_native, plan_of
from solvers.native.memory import in_bytes
from solvers.pattern_databases.file import build_command as patterns_command
from solvers.pattern_databases.file import path_of
from solvers.reports.position import Facts, position_report
from solvers.result import LOST
from solvers.settings import BadSetting, default_data_dir
from solvers.tables.reader import TableError, TableMissing, build_command
from solvers.tables.verify import verify

POSITIONS_PER_SECOND = 60_000  # of the reference solver on a typical puzzle, for estimates
BYTES_PER_POSITION = 220  # of memory while it solves
NATIVE_POSITIONS_PER_SECOND = 4_000_000
COMPILING = 4  # seconds, the first time


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return 0 if all is well, 1 if something was found wrong, 2 for bad arguments."""
    arguments = _parsed(argv)
    registry.LOGGER.addHandler(logging.NullHandler())  # what is left out is reported below
    try:
        manager = PuzzleManager(arguments.data_dir)
        return int(arguments.run(manager, arguments))
    except (RulesError, registry.BrokenPlugin, BadSetting, BadCluster) as error:
        print(error, file=sys.stderr)
        if isinstance(error, UnknownPuzzle):
            _tell_left_out(sys.stderr)
        return 2
    except NoAnswer as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt as stopped:
        print(
            str(stopped)
            or "Stopped. Finished tables are kept. The one in hand is begun anew next time, "
            "or goes on from the last level it noted, if it is solved natively.",
            file=sys.stderr,
        )
        return 130
    except BrokenPipeError:
        return 0
    except MemoryError:
        print("Memory ran out. Finished tables are kept.", file=sys.stderr)
        return 1


def _parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; an unknown option is taken for a position, if one is missing."""
    parser = _parser()
    arguments, left = parser.parse_known_args(argv)
    left = [text for text in left if text != "--"]
    if len(left) == 1 and getattr(arguments, "position", "") is None:
        arguments.position = left.pop()
    if left:
        parser.error(f"unrecognized arguments: {' '.join(left)}")
    return arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m solvers",
        description="Solve puzzles and games into tables, and ask, check and verify them.",
        epilog="examples:\n  python -m solvers list\n  python -m solvers solve npuzzle 3\n"
        "  python -m solvers probe hanoi 3_3 A--B--C--",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"Perfect Play {__version__}")
    parser.add_argument(
        "--data-dir",
        type=Path,
        default=None,
        metavar="DIR",
        help=f"where tables are kept, under tables/ (default: $UWAPI_DATA_DIR, else {default_data_dir().name}/ here)",
    )
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)

    def command(name: str, run: object, help_: str, what: str = "") -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
        added.set_defaults(run=run)
        if what:
            added.add_argument("id", nargs="?", help=f"puzzle or game, by id or alias (default: {what})")
            added.add_argument("variant", nargs="?", help="one variant of it (default: all of them)")
        return added

    command("list", _list, "list puzzles and variants, what answers for them, and their state", "all")
    solve_ = command("solve", _solve, "solve variants into tables", "all that the service solves at its start")
    solve_.add_argument("--dry-run", action="store_true", help="say what would be solved, with estimates, and stop")
    solve_.add_argument("--force", action="store_true", help="solve again what already has a sound table")
    solve_.add_argument("--workers", type=_count, metavar="N", help="on N processes, by Dask, instead of one")
    solve_.add_argument("--cluster", metavar="ADDRESS", help="by the workers of this Dask scheduler, tcp://host:8786")
    solve_.add_argument("--shards", type=_count, metavar="N", help="share it out into N parts (four a worker)")
    tables = command("tables", _tables, "list the tables there are, or remove some")
    tables.add_argument("action", nargs="?", choices=("list", "rm"), default="list")
    tables.add_argument("id", nargs="?")
    tables.add_argument("variant", nargs="?")
    check = command("check", _check, "check plug-ins against the laws (see docs/laws.md)", "all")
    check.add_argument("--samples", type=int, default=120, help="about how many positions to look at (120)")
    verify_ = command("verify", _verify, "derive every stored result anew from its children", "all tables there are")
    verify_.add_argument(
        "--sample", type=_count, metavar="N", help="look at N random entries of each table, not at all: for large ones"
    )
    probe = command("probe", _probe, "tell the value of a position and of its moves")
    probe.add_argument("id")
    probe.add_argument("variant")
    probe.add_argument("position", nargs="?", help="its text (default: the start)")
    build = command("build", _build, "check and complete the start-up tables, as the service does in the background")
    build.add_argument("--while-pid", type=int, help="end when this process is gone")
    build.add_argument(
        "--suspect", action="append", default=[], metavar="ID/VARIANT", help="check this one's checksums"
    )
    build.add_argument("--fresh", action="store_true", help="try again what failed before")
    add_new(commands)
    add_play(commands)
    add_nimbers(commands)
    add_best_move(commands)
    add_path(commands)
    add_picture(commands)
    add_patterns(commands)
    return parser


def _count(text: str) -> int:
    """A whole number, at least 1, for an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def _chosen(arguments: argparse.Namespace) -> list[Rules]:
    """The variants that the arguments name, or all if they name none."""
    if arguments.id is None:
        return registry.listed()
    cls = registry.find(arguments.id)
    if arguments.variant is not None:
        return [registry.load(arguments.id, arguments.variant)]
    return [registry.load(cls.id, variant.id) for variant in cls.variants]


# --- commands ---------------------------------------------------------------------------------


def _list(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    rows = [("id", "variant", "name", "answered by", "stored positions", "state")]
    for cls in registry.all_rules():
        if arguments.id is not None and cls is not registry.find(arguments.id):
            continue
        for rules in _chosen(argparse.Namespace(id=cls.id, variant=arguments.variant)):
            expected = f"{rules.variant.positions:,}" if has_table(rules) and rules.variant.positions else ""
            state = str(manager.status(rules).state)
            if state == "unavailable" and not manager.at_start(rules):
                state = "by `solve`"
            rows.append((cls.id, rules.variant.id, rules.variant.name, manager.solver_name(rules), expected, state))
        if cls.custom is not None and arguments.variant is None:
            example = registry.load(cls.id, cls.custom.example)
            answered = manager.solver_name(example)
            rows.append((cls.id, cls.custom.example, "and any other start", answered, "", "available"))
    print_rows(rows)
    if arguments.id is None:
        _tell_left_out(sys.stdout)
    return 0


def _tell_left_out(file: TextIO) -> bool:
    """Say which outside plug-ins are not used, and why; return whether there are any."""
    left_out = registry.left_out()
    for name, why in left_out:
        print(f"Left out {name}: {why}", file=file)
    return bool(left_out)


def _solve(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    where = cluster_of(arguments.workers, arguments.cluster, arguments.shards)
    if arguments.id is None:
        chosen = manager.presolved()
    else:
        chosen = _chosen(arguments)
        if arguments.variant is None:
            chosen = [rules for rules in chosen if manager.at_start(rules) or table_of(rules) is None]
        for rules in chosen:
            table = table_of(rules)
            if not manager.remembers(rules):
                print(f"{rules.full_id}: positions are searched. For its pattern databases: {patterns_command(rules)}")
            elif table is None:
                print(f"{rules.full_id}: answered by {manager.solver_name(rules)}, needs no table.")
            elif table is not rules:
                print(
                    f"{rules.full_id}: its positions are in the table of another variant. To solve that: "
                    f"{build_command(table)}"
                )
        chosen = [rules for rules in chosen if has_table(rules)]
    if not arguments.force:
        there = [rules for rules in chosen if not manager.missing(rules)]
        chosen = [rules for rules in chosen if rules not in there]
        if there and not chosen:
            print(f"Already solved: {_some(r.full_id for r in there)}. To solve again: --force")
    if arguments.dry_run:
        return _dry_run(manager, chosen)
    failed = 0
    with reporter() as report, CompileServer() as ready:
        for rules in chosen:
            try:
                meta = build_one(manager, rules, report, report.tell, ready, where)
                lost = isinstance(rules, Puzzle) and manager.store.probe(rules, rules.start()) == LOST
                for warning in warnings_of(rules, meta.positions, lost, meta.entries):
                    report.say(warning)
            except EXPECTED as error:
                report.say(str(why_failed(manager, rules, error, where)))
                failed += 1
    return 1 if failed else 0


def _dry_run(manager: PuzzleManager, chosen: Iterable[Rules]) -> int:
    rows = [("variant", "positions", "engine", "memory", "disk", "time")]
    for rules in chosen:
        classes = rules.variant.positions
        if not classes:
            rows.append((rules.full_id, "?", "reference", "?", "?", "?"))
            continue
        plan = plan_of(rules) if goes_native(rules) else None
        ranks = rules.size if rules.size and rules.dense else 0
        disk = max(16_384, int((ranks or classes) * 1.5))
        if plan is not None:
            memory, disk = plan.memory, max(disk, plan.disk)
            seconds = COMPILING + classes / NATIVE_POSITIONS_PER_SECOND
        else:
            memory, seconds = classes * BYTES_PER_POSITION + ranks, classes / POSITIONS_PER_SECOND
        name = plan.engine if plan is not None else "reference"
        estimates = (name, in_bytes(memory), f"under {in_bytes(disk)}", f"{seconds:.1f} s")
        rows.append((rules.full_id, f"about {classes:,}", *estimates))
    print_rows(rows)
    print(
        f"Estimates for {POSITIONS_PER_SECOND:,} positions/s by the reference solver and "
        f"{NATIVE_POSITIONS_PER_SECOND:,} natively. Nothing was solved."
    )
    return 0


def _tables(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    store = manager.store
    if arguments.action == "rm":
        if arguments.id is None:
            print("Say which: python -m solvers tables rm <id> [<variant>]", file=sys.stderr)
            return 2
        removed = [what for rules in _chosen(arguments) for what in _removed(manager, rules)]
        print(f"Removed: {_some(removed)}." if removed else "There was no such table.")
        return 0
    rows: list[tuple[str, ...]] = [
        ("variant", "positions", "entries", "greatest", "layout", "bits", "bytes", "bytes/position", "built")
    ]
    for rules in filter(has_table, _chosen(arguments)):
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
        rows.append(
            (
                rules.full_id,
                f"{meta.positions:,}",
                f"{meta.entries:,}",
                str(meta.maximum),
                meta.layout,
                str(meta.bits),
                f"{size:,}",
                f"{size / max(1, meta.positions):.2f}",
                meta.built,
            )
        )
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


def _check(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    classes = registry.all_rules() if arguments.id is None else [registry.find(arguments.id)]
    if arguments.variant is not None:
        chosen = [(cls, arguments.variant) for cls in classes]
    else:
        chosen = [(cls, variant.id) for cls in classes for variant in cls.variants]
        chosen += [(cls, cls.custom.example) for cls in classes if cls.custom]
    broken = 0
    with limited_memory():
        for cls, variant_id in chosen:
            found, warnings = _checked(cls, variant_id, arguments.samples)
            broken += len(found)
            print("\n".join([*found, *warnings]) or f"{cls.id}/{variant_id}: all laws hold", flush=True)
    print(
        f"{len(chosen)} variants checked, {broken} broken laws." if broken else f"{len(chosen)} variants, all lawful."
    )
    left_out = arguments.id is None and _tell_left_out(sys.stdout)
    return 1 if broken or left_out else 0


def _checked(cls: type[Rules], variant_id: str, samples: int) -> tuple[list[str], list[str]]:
    """The broken laws of a variant, and warnings. Raises UnknownVariant, BadCustomVariant."""
    try:
        with watched(f"{cls.id}/{variant_id}: making the rules", cls):
            rules = registry.load(cls.id, variant_id)
    except DoesNotReturn as error:
        return [str(error)], []
    found = checks.check(rules, samples)
    if found:
        return found, []
    try:
        with watched(f"{rules.full_id}: solving it whole", rules):
            return [], warnings_of_small(rules)
    except DoesNotReturn as error:
        return [str(error)], []


def _verify(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    named = arguments.id is not None
    faults = verified = 0
    chosen = list(filter(has_table, _chosen(arguments)))
    if not chosen:
        (how,) = {manager.solver_name(rules) for rules in _chosen(arguments)}
        print(f"{arguments.id} is answered by {how}: there is no table to verify.")
        return 0
    for rules in chosen:
        begun = time.monotonic()
        try:
            with reporter() as report:
                report.begin(rules, arguments.sample or manager.store.meta(rules).entries)
                found = verify(manager.store, rules, sample=arguments.sample, tell=report.tell)
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
        faults += len(found)
        looked = f"{arguments.sample:,} random entries, " if arguments.sample else ""
        right = f"{rules.full_id}: right ({looked}{time.monotonic() - begun:.1f} s)"
        print("\n".join(found) if found else right, flush=True)
    print(f"{verified} tables verified, {faults or 'no'} faults.")
    return 1 if faults or not verified else 0


def _probe(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    rules = registry.load(arguments.id, arguments.variant)
    position = chosen_position(rules, arguments)
    print(f"{rules.full_id}  {rules.format(position)}")
    board = rules.board(position)
    for row in range(board.rows):
        print("   ", " ".join(board.cells[row * board.cols : (row + 1) * board.cols]))
    report = position_report(manager, rules, position)
    nimber = "" if report.facts.nimber is None else f", nimber {report.facts.nimber}"
    print(f"{_words(rules, report.facts)}{nimber}")
    if not report.facts.ended:
        rows = [(move.name, rules.format(move.child.position), _words(rules, move.child)) for move in report.moves]
        print_rows([("move", "leads to", "which is"), *rows])
    return 0


def _build(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    with reporter() as report:
        try:
            failed = build_missing(manager, report, arguments.while_pid, frozenset(arguments.suspect), arguments.fresh)
        except OSError as error:
            print(f"{manager.store.directory} cannot be written: {error.strerror}", file=sys.stderr)
            return 1
    if failed is None:
        print("Another process is building these tables.")
    return 1 if failed else 0


# --- printing ---------------------------------------------------------------------------------


def _words(rules: Rules, found: Facts) -> str:
    if found.remoteness is not None:
        points = f", by {abs(found.margin)}" if found.margin else ""
        return f"{found.value} in {found.remoteness}{points}"
    if isinstance(rules, ClosedFormGame):
        return f"{found.value}, remoteness not known"
    return "lose, it cannot be solved" if found.value is Value.LOSE else str(found.value)


def _some(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
