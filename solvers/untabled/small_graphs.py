"""What the whole graph of a small game tells: nimbers by definition, and the levels of draws.

A game is explored once, from its start, when it is first asked about; what was found is kept in memory. Larger
games are left alone.

*Nimbers*: the least number from 0 on that no move leads to (R. Sprague, 1935; P. M. Grundy, 1939). A position in which
play has ended has 0 if it is lost, and 1 if it is won, as if a last move were left.

*Levels of draws*, the pure draws of GamesmanClassic's loopy solver (R. Shi and C. Cheung, GamesCrafters, 2022): in a
drawn position of the *fringe*, of level 0 and remoteness 0, some move loses; whoever avoids that has to keep to the
other moves. So it is *draw-lose*, and retrograde analysis goes on among the draws: a move to a draw-lose position makes
a position *draw-win*; one whose moves that keep the draw all lead to draw-wins is draw-lose. What is left and can move
to a draw-win is the fringe of the next level. Where a draw-lose position can move to another, the draws are not pure:
that other position, and every draw from which play can get there by draws alone, has no level.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from puzzles.base import Game, Position, Rules, Value
from puzzles.mixins import Impartial, nimber_of
from solvers.budget import uncounted
from solvers.result import NoMargins
from solvers.retrograde import Limits, TooLarge, solve_from

DRAWS, NIMBERS = 10_000, 2_000
"""Classes of positions of the largest variants of which levels of draws, and nimbers, are sought."""
LIMITS = Limits(2 * DRAWS, 8 * DRAWS)
KEPT = 16
"""Variants whose graphs are remembered."""
_ONE_AT_A_TIME = threading.Lock()

Told = TypeVar("Told")


class DrawLevel(NamedTuple):
    """The level of a pure draw, and the moves to the fringe of that level; odd if the player to move draw-wins."""

    level: int
    remoteness: int


def nimber(rules: Rules, position: Position) -> int | None:
    """The nimber of a position: by a closed form, or by the graph of a small impartial game; else None."""
    known = nimber_of(rules, position)
    return _of(_nimbers, NIMBERS, rules, position) if known is None and isinstance(rules, Impartial) else known


def draw_level(rules: Rules, position: Position) -> DrawLevel | None:
    """The level of a drawn position that the start can lead to; None if it has none, or if the game is not small."""
    return _of(_draw_levels, DRAWS, rules, position) if isinstance(rules, Game) else None


def _of(
    graph: Callable[[Rules], Mapping[Position, Told]], largest: int, rules: Rules, position: Position
) -> Told | None:
    if not 0 < rules.variant.positions <= largest:
        return None
    with _ONE_AT_A_TIME, uncounted():
        found = graph(rules)
    return found.get(rules.canonical(position))


@lru_cache(maxsize=KEPT)
def _nimbers(rules: Rules) -> dict[Position, int]:
    """The nimber of every class of positions that the start leads to; empty if a position can come up again."""
    found: dict[Position, int] = {}
    leads: dict[Position, set[Position]] = {}
    stack = [rules.canonical(rules.start())]
    while stack:
        position = stack[-1]
        if position not in found and position not in leads:
            ended = rules.primitive(position)
            if ended is Value.TIE or len(leads) > NIMBERS:
                return {}
            if ended is not None:
                found[position] = int(ended is Value.WIN)
                continue
            leads[position] = set(map(rules.canonical, rules.children(position)))
            if leads[position] & leads.keys():
                return {}
            stack += leads[position] - found.keys()
            continue
        stack.pop()
        if position not in found:
            taken = {found[child] for child in leads.pop(position)}
            found[position] = next(number for number in range(len(taken) + 1) if number not in taken)
    return found


@lru_cache(maxsize=KEPT)
def _draw_levels(rules: Rules) -> dict[Position, DrawLevel]:
    """The level of every class of pure draws that the start leads to."""
    try:
        results = solve_from(rules, rules.start(), LIMITS).results
    except (TooLarge, NoMargins):
        return {}
    moves: dict[Position, set[Position]] = {}
    fringe = set()
    for position, result in results.items():
        if result.value is not Value.DRAW:
            continue
        children = rules.children(position)
        assert isinstance(rules, Game)
        if any(rules.turn(child) == rules.turn(position) for child in children):
            return {}  # the same player moves twice
        there = set(map(rules.canonical, children))
        moves[position] = {child for child in there if results[child].value is Value.DRAW}
        if moves[position] != there:
            fringe.add(position)
    return levels_of(moves, fringe)


def levels_of(moves: Mapping[Position, set[Position]], fringe: set[Position]) -> dict[Position, DrawLevel]:
    """The level of every pure draw. moves: from each draw, those to other draws. fringe: draws with losing moves."""
    before: dict[Position, list[Position]] = {position: [] for position in moves}
    for position, there in moves.items():
        for child in there:
            before[child].append(position)
    left = {position: len(there) for position, there in moves.items()}
    found: dict[Position, DrawLevel] = {}
    wins: list[Position] = []
    level = 0
    while fringe:
        found |= dict.fromkeys(fringe, DrawLevel(level, 0))
        lost, wins, remoteness = [*fringe], [], 0
        while lost:
            won = {parent for position in lost for parent in before[position] if parent not in found}
            found |= dict.fromkeys(won, DrawLevel(level, remoteness + 1))
            wins += won
            lost, remoteness = [], remoteness + 2
            for position in won:
                for parent in before[position]:
                    left[parent] -= 1
                    if parent not in found and left[parent] == 0:
                        found[parent] = DrawLevel(level, remoteness)
                        lost.append(parent)
        fringe = {parent for position in wins for parent in before[position] if parent not in found}
        level += 1
    lose = {position for position, known in found.items() if known.remoteness % 2 == 0}
    impure = [child for position in lose for child in moves[position] & lose]
    while impure:
        position = impure.pop()
        if found.pop(position, None) is not None or position in moves:
            impure += [parent for parent in before[position] if parent in found]
    return found
