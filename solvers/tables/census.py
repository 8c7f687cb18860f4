"""Counts the positions of a solved variant as a player sees them, by value and remoteness.

A table stores one entry for all positions that are equal by symmetry; it may hold positions that no play from the start
leads to; and for a puzzle solved backward it leaves out what cannot be solved. A census corrects all three and is
kept in the table's meta. Its `meaning` says what was counted:

- `reachable`: every position that play from the start leads to, including the start;
- `component`: the same for a puzzle whose moves can all be undone, with play continuing past its solutions;
- `solvable`: every position from which the puzzle can be solved, whether or not play from the start leads there;
- `legal`: every legal position of a game, whether or not play from the start leads there: only where counting the
  others takes the native engine more than a minute;
- `classes`: the table's entries, each class of symmetric positions counted once. Used only if nothing else is known.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from perfect_play.puzzles.base import Position, Puzzle, Rules, Value
from perfect_play.solvers.result import LOST, Result, histogram_table
from perfect_play.solvers.retrograde import Domain, Solution

Meaning = Literal["reachable", "component", "solvable", "legal", "classes"]

FEW = 6  # deepest positions listed
MOST_WALKED = 700_000  # most positions of a game that are enumerated in order to count them
MOST_WALKED_OF_PUZZLES = 30_000  # likewise of a puzzle, for which there are other ways to count


@dataclass(frozen=True)
class Census:
    """The count of one variant.

    classes: the same positions, with symmetric ones counted once; None if unknown. histogram: as in `Meta`. deepest:
    texts of positions with the greatest remoteness, one per class, at most FEW; None if they must be searched for in
    the table. deepest_classes: the number of such classes.
    """

    meaning: Meaning
    positions: int
    classes: int | None
    histogram: dict[str, dict[str, int]]
    deepest: Sequence[str] | None = None
    deepest_classes: int = 0

    @property
    def maximum(self) -> int:
        """The greatest remoteness."""
        return max((int(remoteness) for row in self.histogram.values() for remoteness in row if remoteness), default=0)

    def unsolvable(self, rules: Rules) -> int | None:
        """How many of the positions cannot be solved; None for a game, or if they are not counted."""
        if not isinstance(rules, Puzzle) or self.meaning == "solvable":
            return None
        return self.histogram.get(Value.LOSE, {}).get("", 0)


def of_solution(rules: Rules, solution: Solution) -> Census:
    """The census of a variant solved by the reference solver."""
    meaning, complete = meaning_of(rules, solution.domain)
    results, canonical = solution.results, rules.canonical if rules.symmetric else lambda position: position
    if not complete:
        limit = MOST_WALKED_OF_PUZZLES if isinstance(rules, Puzzle) else MOST_WALKED
        groups = groups_from_start(rules, limit) if len(results) <= limit else None
        if groups is not None:
            counted = Counter[Position]()
            for group in groups:
                counted[canonical(group[0])] += len(group)
            counted_results = {position: results.get(position, LOST) for position in counted}
            return _census(rules, "component" if _taken_back(rules) else "reachable", counted, counted_results)
        if meaning == "classes":
            return _census(rules, meaning, Counter(dict.fromkeys(results, 1)), results)
    images = rules.images
    counted = Counter({position: len(set(images(position))) for position in results})
    return _census(rules, meaning, counted, results)


def meaning_of(rules: Rules, domain: Domain) -> tuple[Meaning, bool]:
    """The meaning of a census of all images of a table's positions, and whether exactly these are reachable."""
    if domain == "closure":
        assert isinstance(rules, Puzzle)
        alone = rules.reversible and len(set(rules.solutions() or ())) == 1
        return ("component", True) if alone else ("solvable", False)
    if domain == "legal":
        return "legal", False
    fixed = not _merely_equal(rules) and len(set(rules.images(rules.start()))) == 1
    return ("reachable", True) if fixed else ("classes", False)


def _merely_equal(rules: Rules) -> bool:
    """Whether images may share no more than their results. Where images are symmetries, the rules define `twins`."""
    return rules.symmetric and type(rules).twins is Rules.twins


def groups_from_start(rules: Rules, limit: int) -> Iterable[Sequence[Position]] | None:
    """Every position that play from the start leads to; None if there are more than `limit`.

    A group is the images of each other that have the same player to move. A symmetry maps moves to moves, and keeps the
    player to move either in all positions or in none. So if play leads to all of a group, it leads to all of the groups
    that follow, and one position of the group is enough to find them.
    """
    if not rules.symmetric or _merely_equal(rules):
        alone = _each_from_start(rules, limit)
        return None if alone is None else ((position,) for position in alone)
    groups: dict[Position, Sequence[Position]] = {}
    firsts: list[Position] = []
    reached_positions: set[Position] = set()
    expanded: set[Position] = set()
    waiting: list[Position] = []

    def group_of(position: Position) -> Sequence[Position]:
        group = groups.get(position)
        if group is None:
            turn = rules.turn(position)
            group = tuple({image for image in rules.images(position) if rules.turn(image) == turn})
            groups.update(dict.fromkeys(group, group))
            firsts.append(position)
        return group

    def meet(position: Position, complete: bool) -> None:
        before = len(reached_positions)
        reached_positions.update(group_of(position) if complete else rules.twins(position))
        if len(reached_positions) > before:
            waiting.append(position)

    meet(rules.start(), complete=False)
    while waiting and len(reached_positions) <= limit:
        position = waiting.pop()
        group = group_of(position)
        if group[0] not in expanded:
            if complete := reached_positions.issuperset(group):
                expanded.add(group[0])
            for child in _going_on(rules, position):
                meet(child, complete)
    if len(reached_positions) > limit:
        return None
    return ([image for image in groups[first] if image in reached_positions] for first in firsts)


def _each_from_start(rules: Rules, limit: int) -> set[Position] | None:
    """The same positions, without grouping."""
    positions = {rules.start()}
    waiting = list(positions)
    while waiting and len(positions) <= limit:
        for child in _going_on(rules, waiting.pop()):
            if child not in positions:
                positions.add(child)
                waiting.append(child)
    return None if len(positions) > limit else positions


def _going_on(rules: Rules, position: Position) -> Iterable[Position]:
    """The positions that a move leads to; play goes on past the solutions of a puzzle whose moves can be undone."""
    ended = rules.primitive(position)
    over = ended is not None and not (_taken_back(rules) and ended is Value.WIN)
    return () if over else rules.children(position)


def _taken_back(rules: Rules) -> bool:
    return isinstance(rules, Puzzle) and rules.reversible


def _census(rules: Rules, meaning: Meaning, counted: Counter[Any], results: dict[Any, Any]) -> Census:
    """The census of these classes, each with its number of positions."""
    histogram: Counter[Result] = Counter()
    greatest = max((result.remoteness or 0 for result in results.values()), default=0)
    deepest = []
    for position, times in counted.items():
        result = results[position]
        histogram[result] += times
        if result.remoteness == greatest:
            deepest.append(rules.format(position))
    few = sorted(deepest)[:FEW]
    return Census(meaning, histogram.total(), len(counted), histogram_table(histogram), few, len(deepest))


def from_histogram(meaning: Meaning, histogram: Counter[Result], classes: int | None) -> Census:
    """The census with this histogram, whose deepest positions are still to be found in the table."""
    return Census(meaning, histogram.total(), classes, histogram_table(histogram))


def fits(fields: Any) -> bool:
    """Whether these can be the fields of a census, for a table written by another program."""
    try:
        census = Census(**fields)
        counts = [count for row in census.histogram.values() for count in row.values()]
        names = [int(name) for row in census.histogram.values() for name in row if name]
    except (TypeError, ValueError, AttributeError):
        return False
    numbers = (census.positions, census.deepest_classes, *counts, *names)
    return (
        census.meaning in get_args(Meaning)
        and all(type(number) is int and 0 <= number < 1 << 63 for number in numbers)
        and (census.classes is None or type(census.classes) is int)
        and (census.deepest is None or all(isinstance(text, str) for text in census.deepest))
    )
