"""`python -m solvers check`: checks plug-ins against the laws, and warns of what is probably wrong."""

import argparse
import contextlib
import sys
import threading
from collections.abc import Iterator, Sized
from typing import Any

from perfect_play.puzzles import checks, registry, watch
from perfect_play.puzzles.base import Rules
from perfect_play.puzzles.laws.dependencies import unstable_option
from perfect_play.puzzles.puzzlescript.script_puzzle import ScriptPuzzle, UnlistedLevel
from perfect_play.puzzles.watch import DoesNotReturn, limited_memory, watched
from perfect_play.solvers.cli.chosen import add_parser, chosen_classes, count, report_left_out
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.warnings import warnings_of_file, warnings_of_small, warnings_of_source
from perfect_play.solvers.tables.audit import never_the_same_rules

EVERY = 5.0  # seconds


def add_command(commands: Any) -> None:
    added = add_parser(commands, "check", run, "check plug-ins against the laws (see docs/laws.md)", "all")
    added.add_argument("--samples", type=count, default=120, help="about how many positions to look at (120)")


def run(manager: PuzzleManager, arguments: argparse.Namespace) -> int:
    classes = chosen_classes(arguments)
    if arguments.variant is not None:
        variants = [(cls, arguments.variant) for cls in classes]
    else:
        variants = [(cls, variant.id) for cls in classes for variant in cls.variants]
        variants += [(cls, cls.custom.example) for cls in classes if cls.custom]
    broken, previous = 0, None
    with limited_memory(), _signs_of_life():
        for cls, variant_id in variants:
            if cls is not previous:
                previous = cls
                if sentence := never_the_same_rules(cls):
                    broken += 1
                    print(sentence)
                print("".join(f"{warning}\n" for warning in warnings_of_source(cls)), end="")
                for number, error in cls.unlisted.items() if issubclass(cls, ScriptPuzzle) else ():
                    print(UnlistedLevel(f"{cls.id}/{number}", str(error)))
            faults, warnings = _faults_and_warnings(cls, variant_id, arguments.samples)
            broken += len(faults)
            print("\n".join([*faults, *warnings]) or f"{cls.id}/{variant_id}: all laws hold", flush=True)
    laws = f"{broken} broken law{'' if broken == 1 else 's'}"
    print(f"{_variant_count(variants)} checked, {laws}." if broken else f"{_variant_count(variants)}, all lawful.")
    left_out = arguments.id is None and report_left_out(sys.stdout)
    return 1 if broken or left_out else 0


@contextlib.contextmanager
def _signs_of_life() -> Iterator[None]:
    """Where a terminal does not show each step anyway, says what is being checked, every few seconds."""
    ended = threading.Event()

    def say() -> None:
        while not ended.wait(EVERY):
            if subject := watch.current():
                print(f"checking {subject} ...", file=sys.stderr, flush=True)

    thread = threading.Thread(target=say, daemon=True)
    if not sys.stderr.isatty():
        thread.start()
    try:
        yield
    finally:
        ended.set()


def _variant_count(variants: Sized) -> str:
    return "1 variant" if len(variants) == 1 else f"{len(variants)} variants"


def _faults_and_warnings(cls: type[Rules], variant_id: str, samples: int) -> tuple[list[str], list[str]]:
    """The broken laws of a variant, and warnings. Raises UnknownVariant, BadCustomVariant."""
    try:
        with watched(f"{cls.id}/{variant_id}: making the rules", cls):
            rules = registry.load(cls.id, variant_id)
    except DoesNotReturn as error:
        return [str(error)], []
    faults = checks.check(rules, samples)
    if unstable := unstable_option(rules.variant.options):
        faults.append(f"{rules.full_id}: {unstable}")
    if faults:
        return faults, []
    try:
        with watched(f"{rules.full_id}: solving it whole", rules):
            return [], warnings_of_file(rules) + warnings_of_small(rules)
    except DoesNotReturn as error:
        return [str(error)], []
