"""The audit before a table is published: what a plug-in declares is held to its rules, as they are interpreted.

Solvers rely on declarations: symmetries, ranks, parents, solutions, tiers, kernels. One that is false makes a wrong
table, and one in which most entries agree with each other. So the laws are checked before a variant is solved; and
afterward results are derived again, from the rules alone, for positions that play reaches and for random entries, those
that have ended and their parents before others: where a false declaration shows first. `verify` looks at every entry.
"""

import contextlib
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import islice
from math import inf

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Game, Position, PositionError, Puzzle, Rules
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.checks import LAWS, check
from perfect_play.puzzles.gamescrafters.adapting import Adapter
from perfect_play.puzzles.laws.dependencies import never_the_same
from perfect_play.puzzles.laws.orbits import orbit, stored_alone
from perfect_play.puzzles.laws.promises import promises_of
from perfect_play.puzzles.laws.sample import LawBroken, after_moves, reachable, require
from perfect_play.puzzles.mixins import Searchable
from perfect_play.puzzles.sources import is_shipped, source_of
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.result import LOST, Result
from perfect_play.solvers.retrograde import Domain, Solution
from perfect_play.solvers.tables.derive import derive, derive_margin
from perfect_play.solvers.tables.digest import modules_of_author
from perfect_play.solvers.tables.hash_seeds import dependence_on_order

LAWFUL = 60  # positions of the sample on which the laws are checked
LAWFUL_AGAIN = 20  # likewise of a plug-in's further variants, if it is one of ours, whose tests check all of them
MAX_AUDITED = 2_000  # positions up to which all that play leads to are audited, also of plug-ins of ours
AUDIT_SECONDS = 10.0  # of processor time for all positions of those from outside
MAX_REACHED = 60  # positions, about, that random play reaches
DERIVED, MOST_DERIVED = 200, 2_000  # random entries whose results are derived again, fewer and more by their number
MOST_LOOKED_UP = 20_000  # positions that are looked up for it, in games with many moves
OF_EACH = 30  # entries that have ended, that end with the next move, and others, whose images are compared
IMAGES = 8  # of an entry's images, about how many are compared
OF_TABLES = frozenset(LAWS) - {"bad_text", "notation"}
"""The laws that tables depend on."""
OF_SEARCHES = frozenset(("purity", "text", "ending", "symmetry", "promises", "search"))
"""The laws that searches without a table depend on."""
MAX_SEARCHED = 20  # positions of the sample on which these are checked, as somebody is waiting


class FalseDeclaration(NoAnswer):
    """A plug-in declares what its rules contradict; the message names the position, the attribute and the cure."""

    def __init__(self, puzzle_id: str, sentence: str) -> None:
        super().__init__(sentence, f"python -m solvers check {puzzle_id}", "To see all that is wrong")
        self.puzzle_id = puzzle_id


class SolverResults:
    """The results of a solved variant before they are published.

    count: of entries. entries(rng, number): about this many random ones, as positions; some may have no result.
    margin(position): its margin or nimber; None if there are none.
    """

    def __init__(
        self,
        domain: Domain,
        count: int,
        entries: Callable[[random.Random, int], Iterable[Position]],
        result: Callable[[Position], Result | None],
        margin: Callable[[Position], int | None] | None = None,
    ) -> None:
        self.domain, self.count, self.entries, self.margin = domain, count, entries, margin
        self._result = result
        self._results: dict[Position, Result | None] = {}

    def result(self, position: Position) -> Result | None:
        """The result of a legal position; None if it has none."""
        if position not in self._results:
            self._results[position] = self._result(position)
        return self._results[position]

    @property
    def looked_up(self) -> int:
        """How many results have been looked up."""
        return len(self._results)


def results_of(rules: Rules, solution: Solution) -> SolverResults:
    """The results of the reference solver."""
    positions = list(solution.results)
    margins = None if solution.levels else solution.margins

    def entries(rng: random.Random, count: int) -> Iterable[Position]:
        return rng.sample(positions, min(count, len(positions)))

    margin = None if margins is None else lambda position: margins.get(rules.canonical(position))
    return SolverResults(solution.domain, len(positions), entries, partial(solution.result, rules), margin)


def require_lawful(rules: Rules) -> None:
    """Check the laws that a table depends on, once for each variant. Raises FalseDeclaration."""
    first = _FIRST.setdefault(type(rules), rules.variant.id)
    again = first != rules.variant.id and is_shipped(type(rules))
    _require(rules, LAWFUL_AGAIN if again else LAWFUL, OF_TABLES)


_FIRST: dict[type[Rules], str] = {}
"""By plug-in, the variant whose laws this process has checked on the larger sample."""


def require_searchable(rules: Rules) -> None:
    """Check the laws that searches depend on, once for each variant, and once for all custom ones of a plug-in.

    A script of a visitor obeys them as our own interpreter does. Raises FalseDeclaration.
    """
    if registry.is_fleeting(rules):
        return
    custom = rules.custom if rules.variant.custom else None
    _require(registry.load(rules.id, custom.example) if custom else rules, MAX_SEARCHED, OF_SEARCHES)


def _require(rules: Rules, positions: int, laws: frozenset[str]) -> None:
    broken = _broken(rules, positions, laws)
    if broken is not None:
        raise FalseDeclaration(rules.id, f"{broken.rstrip('.')}. So nothing is solved.")


@cache
def never_the_same_rules(cls: type[Rules]) -> str | None:
    """A sentence on what in a plug-in's modules answers differently from time to time; None if nothing does.

    An adapter sees to it that a file of the GamesCrafters draws the same numbers in every process.
    """
    if issubclass(cls, Adapter):
        return None
    for module in modules_of_author(cls):
        if sentence := never_the_same(source_of(module)):
            return f"{cls.id}: {module.rpartition('.')[2]}.py: {sentence}"
    return None


@lru_cache(maxsize=2048)
def _broken(rules: Rules, positions: int, laws: frozenset[str]) -> str | None:
    return never_the_same_rules(type(rules)) or next(iter(check(rules, positions, laws)), None)


def audit(rules: Rules, results: SolverResults) -> None:
    """Derive results again, and compare images, by the rules alone. Raises FalseDeclaration.

    Of plug-ins from outside this is done for all positions, as far as AUDIT_SECONDS reach; the tests do it for ours.
    """
    rng = random.Random(1)
    ours = is_shipped(type(rules))
    if not ours and (sentence := dependence_on_order(rules)):
        raise FalseDeclaration(rules.id, f"{sentence} So nothing is published.")
    end = time.process_time() + AUDIT_SECONDS
    position, derived = rules.start(), set[Position]()
    try:
        for position in _all_or_some_reached(rules, results, rng) if ours else everything(rules, end):
            _can_be_reached(rules, results, position)
            _derive_again(rules, results, position)
            derived.add(position)
            if not ours:
                require(rules.children(position) == after_moves(rules, position), "`children` differ from `do_move`")
                promises_of(rules, position)
        sample = list(results.entries(rng, min(MOST_DERIVED, DERIVED + results.count // 50)))
        for position in _near_the_end_first(results, sample):
            _compare_images(rules, position, rng)
            _bounds(rules, results, position)
        for position in sample:
            if position not in derived:
                _derive_again(rules, results, position)
            if results.looked_up > MOST_LOOKED_UP:
                break
        for sharer in variants_that_share(rules):
            for position in reachable(sharer, MAX_REACHED, rng) if ours else everything(sharer, end):
                _derive_shared(sharer, results, position)
        for position in () if ours else results.entries(rng, results.count):
            _derive_again(rules, results, position)
            _compare_images(rules, position, rng)
            if time.process_time() > end:
                break
    except Exception as error:  # whatever a plug-in raises
        raise _refusal(rules, position, error) from error


def variants_that_share(rules: Rules) -> Iterator[Rules]:
    """The other variants whose positions are in the table of this one, by `tabled_as`."""
    sharers = (type(rules)(variant) for variant in rules.variants if variant.id != rules.variant.id)
    return (sharer for sharer in sharers if sharer.tabled_as == rules.variant.id)


def _derive_shared(sharer: Rules, results: SolverResults, position: Position) -> None:
    """Derive the result of a position of a variant that shares the table, from what the table says of its children."""
    claimed, expected = _claimed_and_derived(sharer, results, position)
    if claimed is not None and expected != claimed:
        raise LawBroken(
            f"{sharer.format(position)!r} is {in_words(claimed)}, but by the rules of {sharer.full_id}, whose "
            f"`tabled_as` names this table, {in_words(expected)}"
        )


def _all_or_some_reached(rules: Rules, results: SolverResults, rng: random.Random) -> list[Position]:
    """The positions that play leads to if these are at most WHOLE; else those of random play."""
    images = len(set(rules.images(rules.start())))
    positions = list(islice(everything(rules), MAX_AUDITED + 1)) if results.count * images <= MAX_AUDITED else []
    return positions if 0 < len(positions) <= MAX_AUDITED else reachable(rules, MAX_REACHED, rng)


def _refusal(rules: Rules, position: Position, error: Exception) -> FalseDeclaration:
    """The refusal of rules because of an error at a position."""
    name = repr(position)
    with contextlib.suppress(Exception):
        name = repr(rules.format(position))
    reason = str(error).rstrip(".") if isinstance(error, LawBroken) else f"{type(error).__name__}: {error}"
    place = "" if name in reason else f", at {name}"
    with contextlib.suppress(Exception):
        if not isinstance(error, LawBroken) and (illegal := _illegal_after(rules, position)):
            reason, place = f"play leads from {name} to {illegal}", ""
    return FalseDeclaration(rules.id, f"{rules.full_id}: {reason}{place}. Nothing is published.")


def _illegal_after(rules: Rules, position: Position) -> str:
    """A position after a move that is not legal, and why; empty if there is none."""
    for child in after_moves(rules, position):
        try:
            rules.parse(rules.format(child))
        except PositionError as error:
            return f"{rules.format(child)!r}, which is not legal: {str(error).rstrip('.')}"
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises
            return f"{child!r}, which is no position: {type(error).__name__}: {error}"
    return ""


def everything(rules: Rules, end: float = inf, start: Position | None = None) -> Iterator[Position]:
    """The positions that play from the start leads to, until this time of the processor; or from another position.

    Where moves are taken back, play goes on after a solution.
    """
    goes_on = isinstance(rules, Puzzle) and rules.backward
    waiting = deque([rules.start() if start is None else start])
    visited = set(waiting)
    while waiting and time.process_time() < end:
        position = waiting.popleft()
        yield position
        if goes_on or rules.primitive(position) is None:
            for child in after_moves(rules, position):
                if child not in visited:
                    visited.add(child)
                    waiting.append(child)


def _near_the_end_first(results: SolverResults, sample: Iterable[Position]) -> list[Position]:
    """Up to OF_EACH of these entries that have ended, as many that end with the next move, and as many others."""
    groups: tuple[list[Position], ...] = ([], [], [])
    for position in sample:
        result = results.result(position)
        if result is not None:
            group = groups[2 if result.remoteness is None else min(2, result.remoteness)]
            if len(group) < OF_EACH:
                group.append(position)
    return [position for group in groups for position in group]


def _can_be_reached(rules: Rules, results: SolverResults, position: Position) -> None:
    """Check that a position that play leads to is legal, solved, and shares its entry only with its images."""
    name = rules.format(position)
    try:
        legal = rules.parse(name) == position
    except PositionError as error:
        raise LawBroken(f"play leads to {name!r}, but it is not legal: {error} Correct one or the other") from error
    require(legal, f"play leads to {name!r}, which `parse` reads as another position")
    stored_alone(rules, position)
    if rules.symmetric and rules.images_share_rank and rules.size is not None:
        same_rank = rules.rank(position) == rules.rank(rules.canonical(position))
        require(same_rank, f"`images_share_rank`, but {name!r} has another rank than its canonical position")
    if results.domain != "closure" and results.result(position) is None:
        raise LawBroken(f"play leads to {name!r}, which has no result. Compare {_relied_on(rules)} with the rules")


def _compare_images(rules: Rules, position: Position, rng: random.Random) -> None:
    if rules.symmetric:
        images = list(rules.images(position))
        orbit(rules, position, images, images if len(images) <= IMAGES else rng.sample(images, IMAGES))


def _derive_again(rules: Rules, results: SolverResults, position: Position) -> None:
    """Derive the result of a position, and its margin or nimber, from those of its children."""
    claimed, expected = _claimed_and_derived(rules, results, position)
    if claimed is None:
        return
    if expected != claimed:
        raise LawBroken(
            f"{rules.format(position)!r} came out as {in_words(claimed)}, but its children imply {in_words(expected)}. "
            f"Compare {_relied_on(rules)} with `moves`, `do_move` and `primitive` at this position"
        )
    if isinstance(rules, Game) and claimed.remoteness == 0 and rules.primitive(position) is None:
        raise LawBroken(f"{rules.format(position)!r} has no moves, yet `primitive` is None")
    margin = results.margin
    if margin is not None and derive_margin(rules, position, margin) != margin(position):
        name = rules.format(position)
        raise LawBroken(f"the margin or nimber of {name!r} is not what its children imply. Compare {_relied_on(rules)}")


def _claimed_and_derived(
    rules: Rules, results: SolverResults, position: Position
) -> tuple[Result | None, Result | None]:
    """The result of a position, None if it has none, and what its children imply."""
    absent = LOST if results.domain == "closure" else None
    claimed = results.result(position) or absent
    return claimed, None if claimed is None else derive(rules, position, results.result, absent)


def in_words(result: Result | None) -> str:
    """A result as a sentence names it."""
    if result is None:
        return "nothing, as one of them has no result"
    return result.value if result.remoteness is None else f"{result.value} in {result.remoteness}"


def _bounds(rules: Rules, results: SolverResults, position: Position) -> None:
    """Compare what a puzzle tells a search about a position with its result."""
    result, name = results.result(position), rules.format(position)
    if isinstance(rules, Searchable) and result is not None and result.remoteness is not None:
        bound = rules.heuristic(position)
        require(
            bound <= result.remoteness, f"{name!r} is solved in {result.remoteness} moves; `heuristic` says {bound}"
        )
        require(rules.hopeless(position) is None, f"{name!r} can be solved, yet `hopeless` says it cannot")


def _relied_on(rules: Rules) -> str:
    """What a solver of these rules relies on beside the six methods."""
    names = []
    if isinstance(rules, BoardGame):
        names += [name for name in ("tier", "list_unmoves", "unmake_move") if getattr(rules, name, None) is not None]
    elif rules.size is not None:
        names += ["rank", "kernel"] if rules.kernel() is not None else ["rank"]
    if isinstance(rules, Puzzle) and rules.backward:
        names += ["solutions", "parents or reversible"]
    if rules.symmetric:
        names.append("images or canonical")
    return ", ".join(f"`{name}`" for name in names) or "`children`"
