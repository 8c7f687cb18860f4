"""Levels of draws, the pure draws of GamesmanClassic's loopy solver (R. Shi and C. Cheung, GamesCrafters, 2022).

A drawn position with a losing move is in the *fringe*, of level 0 and remoteness 0: its player has to keep to the other
moves. It is *draw-lose*, and retrograde analysis goes on among the draws: a move to a draw-lose position makes a
position *draw-win*; one whose moves that keep the draw all lead to draw-wins is draw-lose. The remaining draws with a
move to a draw-win are the fringe of the next level. Where a draw-lose position can move to another, the draws are not
pure: that other position, and every draw from which play can get there by draws alone, has no level. If the same player
can move twice in a row from a draw, no draw of the game has a level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from puzzles.base import Position
from solvers.result import DRAWN, Result

MOST = 127
"""The most distinct `DrawLevel`s in a table: a byte beside each code holds the number of one."""


class DrawLevel(NamedTuple):
    """The level of a pure draw, and its remoteness from that level's fringe, odd if the player to move draw-wins."""

    level: int
    remoteness: int


def numbered(levels: Mapping[Position, DrawLevel]) -> tuple[tuple[DrawLevel, ...], dict[Position, int]]:
    """The distinct levels in ascending order, and each position's number, from 1 on; empty if more than MOST."""
    kinds = tuple(sorted(set(levels.values())))
    if len(kinds) > MOST:
        return (), {}
    numbers = {kind: number for number, kind in enumerate(kinds, 1)}
    return kinds, {position: numbers[level] for position, level in levels.items()}


def draw_levels(
    after: Mapping[Position, Sequence[Position]],
    again: Mapping[Position, Sequence[Position]],
    results: Mapping[Position, Result],
) -> dict[Position, DrawLevel]:
    """The level of every pure draw.

    after: for each position, its parents in which the other player moves; again: those in which the same player moves.
    """
    moves: dict[Position, set[Position]] = {position: set() for position, found in results.items() if found is DRAWN}
    if any(parent in moves for parents in again.values() for parent in parents):
        return {}
    fringe = set()
    for child, parents in after.items():
        for parent in moves.keys() & set(parents):
            if child in moves:
                moves[parent].add(child)
            else:
                fringe.add(parent)
    return levels_of(moves, fringe)


def levels_of(moves: Mapping[Position, set[Position]], fringe: set[Position]) -> dict[Position, DrawLevel]:
    """The level of every pure draw. moves: the drawn children of each draw. fringe: draws with losing moves."""
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
