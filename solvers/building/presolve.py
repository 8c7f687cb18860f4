"""Which variants are solved at start-up, according to the settings."""

import os

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, Rules, UnknownPuzzle, UnknownVariant
from perfect_play.puzzles.families import TRIED_FIRST
from perfect_play.solvers.native.launch import compiler_installed
from perfect_play.solvers.settings import PRESOLVE, PRESOLVE_LIMIT, BadSetting

LIMIT_OF_REFERENCE = 300_000  # most positions of a start-up variant if Numba is not installed
SMALL = 10_000
"""Most positions of a start-up variant that is not an opening one; larger ones are solved on request."""


def first_of_all() -> list[str]:
    """The full ids of the variants to solve first, in order."""
    return [f"{name}/{registry.find(name).opening()}" for name in TRIED_FIRST]


def marked(rules: Rules) -> bool:
    """Whether a variant is solved at start-up under the setting `all`: it is small, or its plug-in's opening one."""
    small = rules.variant.positions <= SMALL or rules.variant.id == rules.opening()
    return rules.variant.presolve and small


def default_presolve_limit() -> int:
    """`$UWAPI_PRESOLVE_LIMIT`, else no limit, or what the reference solver can do. Raises BadSetting."""
    text = os.environ.get(PRESOLVE_LIMIT)
    if not text:
        return 1 << 62 if compiler_installed() else LIMIT_OF_REFERENCE
    if not (text.isascii() and text.isdigit()):
        raise BadSetting(f"{PRESOLVE_LIMIT}={text!r}: expected a whole number.")
    return int(text)


def default_presolve() -> str:
    """`$UWAPI_PRESOLVE`, else all. Raises BadSetting."""
    text = os.environ.get(PRESOLVE) or "all"
    try:
        presolve_names(text)
    except ValueError as error:
        raise BadSetting(f"{PRESOLVE}={text!r}: {error}") from None
    return text


def presolve_names(text: str) -> frozenset[str] | None:
    """Parse the start-up variants from comma-separated text such as `id` or `id/variant`.

    None for `all`: those that are `marked`. Raises ValueError with a sentence.
    """
    names = [name.strip() for name in text.split(",")]
    if names == ["all"]:
        return None
    return frozenset() if names == ["none"] else frozenset(map(_presolve_name, names))


def _presolve_name(name: str) -> str:
    puzzle_id, slash, variant_id = name.partition("/")
    try:
        cls = registry.find(puzzle_id)
        if not slash:
            return cls.id
        rules = registry.load(cls.id, variant_id)
    except (UnknownPuzzle, UnknownVariant, BadCustomVariant) as error:
        raise ValueError(f"{error} Expected all, none, or ids such as npuzzle,towersofhanoi/3_3.") from None
    if rules.variant.custom:
        raise ValueError(f"{rules.full_id} is not listed. Expected a variant of: python -m solvers list {cls.id}")
    return rules.full_id
