"""The variant and the position that a command is about."""

from __future__ import annotations

import argparse

from puzzles import registry
from puzzles.base import Position, Rules


def add_position(parser: argparse.ArgumentParser, what: str = "a puzzle or game") -> None:
    """Add the arguments `id`, `variant` and `position`; what: of which kind the first is."""
    parser.add_argument("id", help=f"{what}, by id or alias")
    parser.add_argument("variant", nargs="?", help="one variant of it (default: the usual one)")
    parser.add_argument("position", nargs="?", help="its text (default: the start)")


def chosen_rules(arguments: argparse.Namespace) -> Rules:
    """The named variant, by default the one its plug-in opens with. Raises UnknownPuzzle, UnknownVariant."""
    cls = registry.find(arguments.id)
    return registry.load(cls.id, arguments.variant or cls.opening())


def chosen_position(rules: Rules, arguments: argparse.Namespace) -> Position:
    """The named position, by default the start. Raises MalformedPosition, IllegalPosition."""
    return rules.start() if arguments.position is None else rules.parse(arguments.position)
