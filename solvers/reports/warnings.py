"""Warnings about a solved variant: its `positions` are far off, or its start cannot be solved."""

from perfect_play.puzzles.base import Puzzle, Rules
from perfect_play.puzzles.gamescrafters.adapting import Adapter
from perfect_play.puzzles.laws.dependencies import dependencies
from perfect_play.puzzles.sources import source_of
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.result import LOST, NoMargins
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.tables.digest import modules_of_author
from perfect_play.solvers.untabled.choice import has_table

SMALL = 5_000
"""A variant that claims no more positions than this is solved whole by `check`."""
FACTOR = 10


class _TooMany(Exception):
    """There are more positions than `check` goes through."""


def warnings_of_source(cls: type[Rules]) -> list[str]:
    """Warnings about what the rules of a plug-in depend on, but the digest of its tables does not see."""
    declared = "reads" in vars(cls)
    return [
        f"warning: {cls.id}: line {line} of {name.rpartition('.')[2]}.py: {clause}."
        for name in modules_of_author(cls)
        for line, clause in dependencies(source_of(name), declared)
    ]


def warnings_of_file(rules: Rules) -> list[str]:
    """Warnings about what in a file of the GamesCrafters is wrong, and made good by its adapter."""
    faults = rules.faults() if isinstance(rules, Adapter) else ()
    return [f"warning: {rules.full_id}: {fault}." for fault in faults]


def warnings_of_small(rules: Rules) -> list[str]:
    """Warnings about a variant that is small enough to be solved on the spot; none about any other."""
    if not (rules.variant.testing and rules.variant.positions <= SMALL and not rules.file and has_table(rules)):
        return []

    def tell(count: int) -> None:
        if count > FACTOR * SMALL:
            raise _TooMany

    try:
        solution = solve(rules, tell)
    except _TooMany:
        return [_about_positions(rules, FACTOR * SMALL, "more than ")] if rules.variant.positions else []
    except NoMargins as error:
        return [f"warning: {error}"]
    except TooLarge as error:
        return [f"warning: {rules.full_id}: {error}."]
    lost = isinstance(rules, Puzzle) and solution.result(rules, rules.start()) == LOST
    return warnings_of(rules, len(solution.results), lost)


def warnings_of(rules: Rules, stored: int, lost: bool, entries: int | None = None) -> list[str]:
    """Warnings about a variant.

    stored: the positions in its table. lost: whether its start cannot be solved. entries: those of its table, if some
    may stand for no position or for several: `positions` may be near either number, or that of the symmetry classes.
    """
    low, high = sorted((stored, stored if entries is None else entries))
    low //= len(tuple(rules.images(rules.start()))) if rules.symmetric else 1
    declared = 0 if rules.file else rules.variant.positions  # of a file of rules, nobody has counted them
    warnings = (
        []
        if not declared or (low < declared * FACTOR and declared < high * FACTOR)
        else [_about_positions(rules, stored)]
    )
    if lost:
        warnings.append(
            f"warning: {rules.full_id}: its start {rules.format(rules.start())!r} cannot be solved. "
            "Correct `start` or the rules, unless that is intended."
        )
    return warnings


def _about_positions(rules: Rules, stored: int, prefix: str = "") -> str:
    return (
        f"warning: {rules.full_id}: its variant says positions={rules.variant.positions}, "
        f"but {prefix}{stored:,} are stored. "
        f"Write positions={stored}: the order of solving and the progress bar rely on it."
    )
