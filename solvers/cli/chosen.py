"""Shared by the commands: their arguments, the variants and the position these name, and lists of names."""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, TextIO

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Rules, RulesError
from perfect_play.puzzles.notation.position_texts import read_position
from perfect_play.puzzles.rule_files import id_of
from perfect_play.puzzles.values import PASTED
from perfect_play.solvers.errors import NoAnswer, reason_of
from perfect_play.solvers.native.launch import compiler_installed

TABLES_KEPT = (
    "Finished tables are kept. The unfinished one starts over next time, or goes on from its last checkpoint if it is "
    "solved natively."
)
CONTINUED = "What has been computed is kept; the same command goes on from there."
GAMES = "--games"
"""The option whose value may be `id/variant`."""


class BadArguments(RulesError):
    """The arguments do not fit what they name, or each other; the message says why."""


@contextmanager
def failing_as(sentence: str) -> Iterator[None]:
    """In this block, an error of the system becomes a NoAnswer, with the sentence and the reason."""
    try:
        yield
    except OSError as error:
        raise NoAnswer(f"{sentence}: {reason_of(error)}.") from error


def require_compiler(products: str) -> None:
    """Raise NoAnswer if what makes these is not installed."""
    if not compiler_installed():
        raise NoAnswer(f"{products} are made natively, and Numba is not installed.", "pip install numba", "To add it")


def add_variant(parser: argparse.ArgumentParser, noun: str = "a puzzle or game") -> None:
    """Add the arguments `id` and `variant`; noun: the kind of thing `id` names."""
    parser.add_argument("id", help=f"{noun}, by id or alias, or a file of rules")
    help_ = "one variant of it (default: the usual one); @FILE: one typed in a file, a row a line"
    parser.add_argument("variant", nargs="?", help=help_)


def add_position(parser: argparse.ArgumentParser, noun: str = "a puzzle or game") -> None:
    """Add the arguments `id`, `variant` and `position`."""
    add_variant(parser, noun)
    parser.add_argument("position", nargs="?", help="its text (default: the start)")


def variant_named(text: str | None) -> str:
    """The id of a variant, or the text of one in the file of `@FILE`. "" if none is given. Raises RulesError."""
    if not text or not text.startswith("@"):
        return text or ""
    try:
        with Path(text[1:]).open(encoding="utf-8-sig") as file:
            return file.read(PASTED + 1)
    except (OSError, ValueError) as error:
        raise RulesError(f"{text}: the file cannot be read: {error}") from None


def chosen_class(arguments: argparse.Namespace) -> type[Rules]:
    """The plug-in that is named by its id or by its file. Raises RulesError."""
    return registry.find(id_of(arguments.id))


def chosen_classes(arguments: argparse.Namespace) -> Sequence[type[Rules]]:
    """The plug-in that is named, or all plug-ins if none is. Raises RulesError."""
    return registry.all_rules() if arguments.id is None else [chosen_class(arguments)]


def chosen_rules(arguments: argparse.Namespace) -> Rules:
    """The named variant, by default the one its plug-in opens with. Raises UnknownPuzzle, UnknownVariant."""
    cls = chosen_class(arguments)
    return registry.load(cls.id, variant_named(arguments.variant) or cls.opening())


def chosen_position(rules: Rules, arguments: argparse.Namespace) -> Position:
    """The named position, by default the start. Raises MalformedPosition, IllegalPosition."""
    return rules.start() if arguments.position is None else read_position(rules, arguments.position)


def add_parser(
    commands: Any, name: str, run: object, help_: str, default: str = "", stopped: str = ""
) -> argparse.ArgumentParser:
    """Add a command.

    default: what it applies to without the arguments `id` and `variant`; if empty, it has neither. stopped: what is
    kept of its work after Ctrl-C.
    """
    description = f"{help_[0].upper()}{help_[1:]}."
    added: argparse.ArgumentParser = commands.add_parser(name, help=help_, description=description)
    added.set_defaults(run=run, stopped=stopped)
    if default:
        about = f"puzzle or game, by id or alias, or a file of rules (default: {default})"
        added.add_argument("id", nargs="?", help=about)
        added.add_argument("variant", nargs="?", help="one variant of it (default: all of them)")
    return added


def count(text: str) -> int:
    """A whole number, at least 1 and at most sys.maxsize, for an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    if number > sys.maxsize:
        raise argparse.ArgumentTypeError(f"{text} is too large: expected at most {sys.maxsize}")
    return number


def seconds(text: str) -> float:
    """A number of seconds, more than 0, for an option."""
    number = float(text)
    if not 0 < number < inf:
        raise argparse.ArgumentTypeError(f"{text}: expected a number of seconds, more than 0")
    return number


def output(text: str) -> Path:
    """A file to write, for an option; one that plainly cannot be written is refused before any work is done."""
    path = Path(text)
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a folder; expected the name of a file to write")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"{text} cannot be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written: permission denied")
    return path


def write_output(path: Path | None, text: str) -> None:
    """Write a file that an option names, or to the screen. Raises NoAnswer."""
    if path is None:
        sys.stdout.write(text)
        return
    with failing_as(f"{path} cannot be written"):
        path.write_text(text, encoding="utf-8")


def chosen_variants(arguments: argparse.Namespace) -> list[Rules]:
    """The variants that the arguments name, or all if they name none."""
    if arguments.id is None:
        return registry.listed()
    cls = chosen_class(arguments)
    if arguments.variant is not None:
        return [registry.load(cls.id, variant_named(arguments.variant))]
    return [registry.load(cls.id, variant.id) for variant in cls.variants]


def report_left_out(file: TextIO) -> bool:
    """Say which outside plug-ins are not used, and why; return whether there are any."""
    left_out = registry.left_out()
    for name, reason in left_out:
        print(f"Left out {name}: {reason}", file=file)
    return bool(left_out)


def abridged(names: Iterable[str]) -> str:
    """The first eight names, and how many more there are."""
    names = list(names)
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
