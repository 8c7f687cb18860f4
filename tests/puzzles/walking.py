"""Graph walks over ranks by a kernel alone, and the same graph by the rules."""

from __future__ import annotations

from perfect_play.puzzles.base import ONGOING, PRIMITIVES, Rules
from perfect_play.puzzles.laws.engines import run_kernel
from tests.helpers import reachable

Graph = dict[int, tuple[int, set[int]]]
"""By rank: its end and its children, as a kernel writes them: ~rank if the same player moves again."""


def graph_by_rules(rules: Rules) -> Graph:
    """Everything the start reaches; positions that share a rank must agree."""
    found: Graph = {}
    for position in reachable(rules):
        turn = rules.turn(position)
        children = [(rules.rank(child), rules.turn(child)) for child in rules.children(position)]
        written = {number if next_turn != turn else ~number for number, next_turn in children}
        ended = PRIMITIVES[rules.primitive(position)]
        said = (ended, written if ended == ONGOING else set())
        assert found.setdefault(rules.rank(position), said) == said
    return found


def graph_by_kernel(rules: Rules) -> Graph:
    """The same from the start's rank, without using positions."""
    kernel = rules.kernel()
    assert kernel is not None
    assert kernel.primitive is not None
    found: Graph = {}
    waiting = [rules.rank(rules.start())]
    while waiting:
        number = waiting.pop()
        if number not in found:
            ended = kernel.primitive(number, [0] * 64, *kernel.constants)
            children = run_kernel(kernel.children, kernel, number) if ended == ONGOING else set()
            found[number] = (ended, children)
            waiting += [max(child, ~child) for child in children]
    return found


def layers(rules: Rules, most: int | None = None) -> list[int]:
    """The number of ranks that a reversible puzzle's kernel reaches from the solutions in 0, 1, 2, ... moves.

    Only the first `most` numbers, if given.
    """
    kernel = rules.kernel()
    assert kernel is not None
    frontier = {rules.rank(solution) for solution in rules.solutions()}
    seen, found = set(frontier), [len(frontier)]
    while frontier and len(found) != most:
        frontier = {child for number in frontier for child in run_kernel(kernel.children, kernel, number)} - seen
        seen |= frontier
        found.append(len(frontier))
    return found if found[-1] else found[:-1]
