"""Re-derives every stored result from its children, by the definition alone.

Nothing here knows how a table was solved: it reads the whole table, and asks the plug-in's
`primitive`, `moves` and `do_move`. For wins, losses and ties the remoteness goes down with every
step, and a draw has a draw among its children and nothing better, so what holds for every
position by itself proves the table as a whole. Memory: one dictionary entry a stored position.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from puzzles.base import Game, Position, Puzzle, Rules, Value
from solvers.layout import Meta
from solvers.result import DRAWN, LOST, Result, result
from solvers.store import Store

OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.TIE: Value.TIE, Value.DRAW: Value.DRAW}


def verify(store: Store, rules: Rules, limit: int = 20) -> list[str]:
    """What is wrong with the table of `rules`, at most `limit` sentences; empty when it is right.

    Raises TableMissing or TableCorrupt.
    """
    meta = store.check(rules)
    stored = dict(store.entries(rules))
    return list(islice(_faults(rules, meta, stored), limit))


def _faults(rules: Rules, meta: Meta, stored: dict[Position, Result]) -> Iterator[str]:
    where = rules.full_id
    if len(stored) != meta.classes:
        yield f"{where}: {len(stored)} positions are stored, meta says {meta.classes}"
    counted: dict[str, dict[str, int]] = {}
    for found in stored.values():
        row = counted.setdefault(str(found.value), {})
        remoteness = "" if found.remoteness is None else str(found.remoteness)
        row[remoteness] = row.get(remoteness, 0) + 1
    if counted != meta.class_histogram:
        yield f"{where}: the histogram in meta does not agree with the stored results"

    closure = meta.domain == "closure"
    for position, found in _claims(rules, meta, stored):
        expected = derive(rules, position, stored, LOST if closure else None)
        if expected is None:
            yield f"{where}: {rules.format(position)!r} has a child without entry"
        elif expected != found:
            yield f"{where}: {rules.format(position)!r} is stored as {found}, its children say {expected}"
    if closure:
        assert isinstance(rules, Puzzle)
        yield from _open_ends(rules, stored)
    elif rules.canonical(rules.start()) not in stored:
        yield f"{where}: the start is not in the table"


def _claims(rules: Rules, meta: Meta, stored: dict[Position, Result]) -> Iterator[tuple[Position, Result]]:
    """Every canonical position the table speaks of: stored ones, and in a dense closure also the lost."""
    if meta.domain == "closure" and rules.size:
        for number in range(rules.size):
            position = rules.unrank(number)
            if not rules.symmetric or rules.canonical(position) == position:
                yield position, stored.get(position, LOST)
    else:
        yield from stored.items()


def _open_ends(rules: Puzzle, stored: dict[Position, Result]) -> Iterator[str]:
    """Positions that can be solved and are not stored: solutions, and parents of stored ones."""
    for solution in rules.solutions() or ():
        if rules.canonical(solution) not in stored:
            yield f"{rules.full_id}: the solution {rules.format(solution)!r} is not in the table"
    for position in stored:
        for parent in rules.parents(position):
            if rules.canonical(parent) not in stored and rules.primitive(parent) is not Value.LOSE:
                yield (
                    f"{rules.full_id}: {rules.format(parent)!r} leads to {rules.format(position)!r}, "
                    "which is solved, but is itself not in the table"
                )


def derive(rules: Rules, position: Position, known: dict[Position, Result], absent: Result | None) -> Result | None:
    """The result of a position by definition, from the results of its children.

    `known` is keyed by canonical positions; `absent` is the result of one that is not there.
    None when a child has no result.
    """
    ended = rules.primitive(position)
    if ended is not None:
        puzzle_lost = ended is Value.LOSE and isinstance(rules, Puzzle)
        return LOST if puzzle_lost else result(ended, 0)
    children = rules.children(position)
    results = [known.get(rules.canonical(child), absent) for child in children]
    if isinstance(rules, Puzzle):
        return _derive_puzzle(results)
    assert isinstance(rules, Game)
    turn = rules.turn(position)
    for_mover: dict[Value, list[int]] = {value: [] for value in Value}
    for child, found in zip(children, results, strict=True):
        if found is None:
            return None
        value = found.value if rules.turn(child) == turn else OPPOSITE[found.value]
        for_mover[value].append(found.remoteness or 0)
    if for_mover[Value.WIN]:
        return result(Value.WIN, 1 + min(for_mover[Value.WIN]))
    if for_mover[Value.TIE]:
        return result(Value.TIE, 1 + min(for_mover[Value.TIE]))
    if for_mover[Value.DRAW]:
        return DRAWN
    return result(Value.LOSE, 1 + max(for_mover[Value.LOSE], default=-1))


def _derive_puzzle(results: list[Result | None]) -> Result | None:
    best: int | None = None
    for found in results:
        if found is None:
            return None
        if found.remoteness is not None and (best is None or found.remoteness < best):
            best = found.remoteness
    return LOST if best is None else result(Value.WIN, best + 1)
