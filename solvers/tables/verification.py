"""Verifies a table: re-derives every stored result from its children, by the definition alone.

Nothing here knows how a table was solved: it reads the whole table and asks the plug-in's `primitive`, `moves` and
`do_move`. What the plug-in declares, such as symmetries and mix-ins, is held to these as well. For wins, losses and
ties the remoteness decreases with every step, and a draw has a draw among its children and nothing better, so checking
every position by itself proves the table as a whole. The same goes for the margins of a game won by points, and for
nimbers, as no position of such a game repeats. Levels of draws are not verified. Memory: the ranks and codes of a
table, or one dictionary entry per stored position of a sparse one.
"""

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from perfect_play.puzzles.base import Position, Puzzle, Rules, Value, value_by_points
from perfect_play.puzzles.laws.orbits import orbit, stored_alone
from perfect_play.puzzles.laws.promises import promises_of
from perfect_play.puzzles.laws.sample import LawBroken, after_moves
from perfect_play.puzzles.mixins import Scored
from perfect_play.solvers.result import LOST, Result, histogram_table
from perfect_play.solvers.retrograde import STEP, Progress
from perfect_play.solvers.tables.audit import everything
from perfect_play.solvers.tables.derive import UNKNOWN, derive, derive_margin
from perfect_play.solvers.tables.reader import NotCovered
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.tables.table_layout import Meta
from perfect_play.solvers.tables.unpacking import LAYOUTS

MOST_REACHED = 1_000_000  # positions that play leads to, of puzzles whose tables leave out what cannot be solved
MOST_WALKED = 1000  # entries in a sample of remotenesses modulo 3 that are walked to a solution, with their children


def verify(
    store: Store,
    rules: Rules,
    limit: int = 20,
    sample: int | None = None,
    tell: Progress | None = None,
    seed: int | None = 1,
) -> list[str]:
    """The faults of the table of `rules`, in at most `limit` sentences; empty if it is right.

    sample: check only this many random entries, the same for the same seed; the histogram is then not checked. With
    remotenesses modulo 3, MOST_WALKED of them and their children are walked to a solution; the others' two bits are
    compared with their children's. Raises TableMissing or TableCorrupt.
    """
    meta = store.check(rules)
    if sample is not None:
        if not LAYOUTS[meta.layout].coded:
            return list(islice(_sampled_modulo3(store, rules, meta, sample, tell), limit))
        return list(islice(_sampled(store, rules, meta, sample, tell, random.Random(seed)), limit))
    margins = store.margins(rules) if meta.margins else None
    place_of: Callable[[Position], int | None] = rules.rank
    decode, unrank = meta.codec.decode, rules.unrank
    if meta.layout == "dense":
        codes = store.codes(rules)

        def stored(position: Position) -> Result | None:
            number = rules.rank(position)
            return LOST if number is None else decode(codes[number])

        def claims() -> Iterable[tuple[Position, Result | None]]:
            return zip(map(unrank, range(len(codes))), map(decode, codes), strict=True)

    elif meta.layout == "modulo3":

        def stored(position: Position) -> Result | None:
            return store.probe(rules, position)

        def claims() -> Iterable[tuple[Position, Result | None]]:
            probed = ((position, store.probe(rules, position)) for position in map(unrank, range(meta.entries)))
            return ((position, None if result is LOST else result) for position, result in probed)

    elif meta.layout == "sorted":
        ranks, codes = store.ranks(rules)

        def place_of(position: Position) -> int | None:
            number = rules.rank(position)
            place = len(ranks) if number is None else bisect_left(ranks, number)
            return place if place < len(ranks) and ranks[place] == number else None

        def stored(position: Position) -> Result | None:
            place = place_of(position)
            return None if place is None else decode(codes[place])

        def claims() -> Iterable[tuple[Position, Result | None]]:
            return zip(map(unrank, ranks), map(decode, codes), strict=True)

    else:
        entries = dict(store.entries(rules))
        canonical, claims = rules.canonical, entries.items
        places = {position: place for place, position in enumerate(entries)} if meta.margins else {}

        def place_of(position: Position) -> int | None:
            return places.get(canonical(position))

        def stored(position: Position) -> Result | None:
            return entries.get(canonical(position))

    def margin(position: Position) -> int | None:
        place = place_of(position)
        return margins[place] if margins is not None and place is not None and stored(position) else None

    return list(islice(_faults(rules, meta, claims, tell, stored, margin), limit))


def has_numbers(meta: Meta) -> bool:
    """Whether the table has margins or nimbers."""
    return meta.margins and not meta.levels


def _reporting(claims: Iterable[Any], tell: Progress | None) -> Iterator[Any]:
    """The same claims; now and then, report how many have passed."""
    for number, claim in enumerate(claims):
        if tell is not None and number % STEP == 0:
            tell(number)
        yield claim


def _sampled(
    store: Store, rules: Rules, meta: Meta, sample: int, tell: Progress | None, rng: random.Random
) -> Iterator[str]:
    """Faults among random entries, and among positions that play leads to."""
    positions = (store.position_of(rules, rng.randrange(meta.entries)) for _ in range(sample))
    yield from entry_faults(store, rules, meta, _reporting(positions, tell))
    if meta.domain == "closure":
        yield from _faults_on_the_way(rules, islice(everything(rules), sample), partial(_probed, store, rules))


def entry_faults(store: Store, rules: Rules, meta: Meta, positions: Iterable[Position]) -> Iterator[str]:
    """Faults among the entries of these positions, each probed with its children."""
    stored = partial(_probed, store, rules)

    def margin(position: Position) -> int | None:
        try:
            return store.margin(rules, position)
        except NotCovered:
            return None

    claims = ((position, result) for position in positions if (result := stored(position)) is not None)
    yield from _contradictions(rules, meta, claims, stored, margin)


def _probed(store: Store, rules: Rules, position: Position) -> Result | None:
    try:
        return store.probe(rules, position)
    except NotCovered:
        return None


def _sampled_modulo3(store: Store, rules: Rules, meta: Meta, sample: int, tell: Progress | None) -> Iterator[str]:
    """The same in a table of remotenesses modulo 3; in order of rank, so that no block is read often."""
    rng = random.Random(1)
    numbers = sorted(rng.randrange(meta.entries) for _ in range(sample))
    yield from modulo3_faults(store, rules, _reporting(numbers, tell), -(-sample // MOST_WALKED))


def modulo3_faults(store: Store, rules: Rules, numbers: Iterable[int], step: int) -> Iterator[str]:
    """Faults among these ranks' entries; one of `step` is walked to a solution, with its children."""
    declarations = _Declarations(rules)
    for place, number in enumerate(numbers):
        position = rules.unrank(number)
        code = store.modulo3(rules, number)
        ranks = map(rules.rank, rules.children(position))
        around = {UNKNOWN if rank is None else store.modulo3(rules, rank) for rank in ranks}
        if code == UNKNOWN:
            right = around <= {UNKNOWN}
        elif rules.primitive(position) is Value.WIN:
            right = code == 0
        else:
            right = (code - 1) % 3 in around and UNKNOWN not in around
        if not right:
            yield f"{rules.full_id}: {rules.format(position)!r} is stored as {code}, its children as {sorted(around)}"
        elif place % step == 0:
            claimed = store.probe(rules, position)
            expected = derive(rules, position, lambda child: store.probe(rules, child), LOST)
            if expected != claimed:
                yield f"{rules.full_id}: {rules.format(position)!r} is {claimed}, its children say {expected}"
            yield from declarations.faults(position)


def _contradictions(
    rules: Rules,
    meta: Meta,
    claims: Iterable[tuple[Position, Result]],
    stored: Callable[[Position], Result | None],
    margin: Callable[[Position], int | None],
) -> Iterator[str]:
    """Faults of positions that are claimed to have these results."""
    absent = LOST if meta.domain == "closure" else None
    declarations = _Declarations(rules)
    for position, claimed in claims:
        expected = derive(rules, position, stored, absent)
        if expected != claimed:
            contradiction = "has a child without entry" if expected is None else f"its children say {expected}"
            yield f"{rules.full_id}: {rules.format(position)!r} is stored as {claimed}, {contradiction}"
        if has_numbers(meta):
            yield from _margin_faults(rules, position, claimed, margin)
        yield from declarations.faults(position)


def _faults(
    rules: Rules,
    meta: Meta,
    claims: Callable[[], Iterable[tuple[Position, Result | None]]],
    tell: Progress | None,
    stored: Callable[[Position], Result | None],
    margin: Callable[[Position], int | None],
) -> Iterator[str]:
    """Faults of a whole table. claims: returns every position with its stored result."""
    counted: Counter[Result] = Counter()
    by_orbit = not LAYOUTS[meta.layout].ranked and rules.symmetric
    solvable_alone = meta.domain == "closure"

    def counting() -> Iterator[tuple[Position, Result]]:
        for position, result in _reporting(claims(), tell):
            if result is not None:
                counted[result] += len(set(rules.images(position))) if by_orbit else 1
                yield position, result
            elif solvable_alone:
                yield position, LOST

    yield from _contradictions(rules, meta, counting(), stored, margin)
    yield from count_faults(rules, meta, counted)
    if not solvable_alone and stored(rules.start()) is None:
        yield f"{rules.full_id}: the start is not in the table"
    elif solvable_alone and LAYOUTS[meta.layout].indexed:
        assert isinstance(rules, Puzzle)
        yield from open_ends(rules, (position for position, _ in claims()), stored)
        yield from _faults_on_the_way(rules, islice(everything(rules), MOST_REACHED), stored)


def count_faults(rules: Rules, meta: Meta, counted: Counter[Result]) -> Iterator[str]:
    """A fault if these are not the numbers of positions in the table's metadata."""
    greatest = max((result.remoteness or 0 for result in counted), default=0)
    if (histogram_table(counted), counted.total(), greatest) != (meta.histogram, meta.positions, meta.maximum):
        yield f"{rules.full_id}: the histogram in meta does not agree with the stored results"


class _Declarations:
    """Faults of what rules declare of entries: what holds for a representative must hold for all that it represents."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._rng = random.Random(1)

    def faults(self, position: Position) -> Iterator[str]:
        """The first fault of an entry's images or mix-ins, or of what one image, drawn at random, leads to."""
        rules = self._rules
        try:
            images = list(rules.images(position)) if rules.symmetric else [position]
            if rules.symmetric:
                orbit(rules, position, images, images)
            promises_of(rules, position)
            image = self._rng.choice(images)
            if rules.primitive(image) is None:
                for child in after_moves(rules, image):
                    stored_alone(rules, child)
                    if rules.symmetric and not rules.lists_images:
                        orbit(rules, child, (), ())
        except LawBroken as error:
            yield f"{rules.full_id}: {error}"


def _margin_faults(
    rules: Rules, position: Position, claimed: Result, margin: Callable[[Position], int | None]
) -> Iterator[str]:
    """The faults of a position's margin or nimber: contradictions to its children or its value."""
    noun = "margin" if isinstance(rules, Scored) else "nimber"
    stored_number, expected = margin(position), derive_margin(rules, position, margin)
    name = f"{rules.full_id}: {rules.format(position)!r}"
    if expected is None:
        yield f"{name} has a child without {noun}"
    elif stored_number != expected:
        yield f"{name} has the {noun} {stored_number}, its children say {expected}"
    elif _value_of(rules, expected) is not claimed.value:
        yield f"{name} is stored as {claimed}, with the {noun} {expected}"


def _value_of(rules: Rules, margin: int) -> Value:
    """The value that a margin or nimber implies."""
    return value_by_points(margin) if isinstance(rules, Scored) else Value.WIN if margin else Value.LOSE


def _faults_on_the_way(
    rules: Rules, positions: Iterable[Position], stored: Callable[[Position], Result | None]
) -> Iterator[str]:
    """Positions that play leads to whose result, also if it is that of none, is not what their children say."""
    for position in positions:
        claimed, expected = stored(position) or LOST, derive(rules, position, stored, LOST)
        if claimed != expected:
            name = rules.format(position)
            yield f"{rules.full_id}: play leads to {name!r}, which is {claimed}, but its children say {expected}"


def open_ends(
    rules: Puzzle, positions: Iterable[Position], stored: Callable[[Position], Result | None]
) -> Iterator[str]:
    """Positions that can be solved but are not stored: solutions, and parents of stored ones.

    (A dense table has an entry for every legal position, so it needs no such check.)
    """
    for solution in rules.solutions() or ():
        if stored(solution) is None:
            yield f"{rules.full_id}: the solution {rules.format(solution)!r} is not in the table"
    for position in positions:
        for parent in rules.parents_of_class(position):
            if stored(parent) is None and rules.primitive(parent) is not Value.LOSE:
                yield (
                    f"{rules.full_id}: {rules.format(parent)!r} leads to {rules.format(position)!r}, "
                    "which is solved, but is itself not in the table"
                )
