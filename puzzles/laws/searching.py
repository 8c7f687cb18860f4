"""What a `SearchKernel` promises: it has the moves of the rules, and leaves out only moves that lose at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puzzles.base import Position, Value
from puzzles.mixins import Provable
from puzzles.values import CHILD

Demand = Callable[[bool, str], None]
MOST_KEY = 1 << 56


def search(rules: Provable, positions: Iterable[Position], demand: Demand) -> None:
    """Compares the kernel, run as plain Python, with the rules.

    demand: raises an error with the message unless the condition holds.
    """
    kernel = rules.search_kernel()
    for position in positions:
        children = rules.children(position)
        if not children or any(rules.primitive(child) is Value.LOSE for child in children):
            continue
        name = rules.format(position)
        first, second, made = kernel.words(position)
        key = kernel.key(first, second, *kernel.constants)
        demand(0 < key < MOST_KEY, f"{name!r}: the search kernel's key is {key}")
        out = [-kernel.last, kernel.last] + [0] * (CHILD * kernel.most)
        moves = kernel.survey(first, second, *kernel.constants)
        count = kernel.expand(first, second, moves, out, *kernel.constants)
        bounds = f"{name!r}: the search kernel's bounds are {out[0]} and {out[1]}"
        demand(-kernel.last <= out[0] <= out[1] <= kernel.last, bounds)
        if out[0] == out[1]:
            continue
        low, high = out[:2]
        kernel.weigh(first, second, count, out, *kernel.constants)
        demand(low <= out[0] and out[1] <= high, f"{bounds}, after {low} and {high}")
        settled = out[0] >= out[1]
        listed = [(out[i], out[i + 1]) for i in range(2, 2 + CHILD * count, CHILD)]
        keys = [out[i] for i in range(4, 2 + CHILD * count, CHILD)]
        own = [kernel.key(*words, *kernel.constants) for words in listed]
        demand(keys == own, f"{name!r}: the keys of children are {keys}, but by themselves {own}")
        ahead = [out[i] for i in range(6, 2 + CHILD * count, CHILD)]
        alike = settled or ahead == [kernel.survey(*words, *kernel.constants) for words in listed]
        demand(alike, f"{name!r}: what is told of a child's moves is not what `survey` returns for it")
        there = {kernel.words(child)[:2]: child for child in children}
        demand(len(set(listed)) == count, f"{name!r}: the search kernel lists a child twice")
        demand(set(listed) <= there.keys(), f"{name!r}: the search kernel lists a child that the rules do not have")
        for words, child in there.items():
            told = kernel.words(child)[2]
            demand(told == made + 1, f"{name!r}: after one move, {told - made} more moves have been made")
            loses = any(rules.primitive(reply) is Value.LOSE for reply in rules.children(child))
            missing = words not in listed and not settled
            demand(not missing or loses, f"{name!r}: the search kernel leaves out a move that does not lose at once")
            demand(words not in listed or not loses or settled, f"{name!r}: the search kernel lists a losing move")
