"""Levels of draws, the pure draws of GamesmanClassic's loopy solver (R. Shi and C. Cheung, GamesCrafters, 2022).

A drawn position with a losing move is in the *fringe*, of level 0 and remoteness 0: its player has to keep to the other
moves. It is *draw-lose*, and retrograde analysis goes on among the draws: a move to a draw-lose position makes a
position *draw-win*; one whose moves that keep the draw all lead to draw-wins is draw-lose. The remaining draws with a
move to a draw-win are the fringe of the next level. Where a draw-lose position can move to another, the draws are not
pure: that other position, and every draw from which play can get there by draws alone, has no level. If the same player
can move twice in a row from a draw, no draw of the game has a level.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from perfect_play.puzzles.base import Position
from perfect_play.solvers.result import DRAWN, Result

MAX_LEVELS = 127
"""The most distinct `DrawLevel`s in a table: a byte beside each code holds the number of one."""


class DrawLevel(NamedTuple):
    """The level of a pure draw, and its remoteness from that level's fringe, odd if the player to move draw-wins."""

    level: int
    remoteness: int


def numbered(levels: Mapping[Position, DrawLevel]) -> tuple[tuple[DrawLevel, ...], dict[Position, int]]:
    """The distinct levels in ascending order, and each position's number, from 1 on; empty if more than MOST."""
    kinds = tuple(sorted(set(levels.values())))
    if len(kinds) > MAX_LEVELS:
        return (), {}
    numbers = {kind: number for number, kind in enumerate(kinds, 1)}
    return kinds, {position: numbers[level] for position, level in levels.items()}


def draw_levels(
    after: Mapping[Position, Sequence[Position]],
    same_player: Mapping[Position, Sequence[Position]],
    results: Mapping[Position, Result],
) -> dict[Position, DrawLevel]:
    """The level of every pure draw.

    after: for each position, its parents in which the other player moves; same_player: those in which the same player
    moves.
    """
    moves: dict[Position, set[Position]] = {position: set() for position, result in results.items() if result is DRAWN}
    if any(parent in moves for parents in same_player.values() for parent in parents):
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
    for position, drawn_children in moves.items():
        for child in drawn_children:
            before[child].append(position)
    unresolved = {position: len(drawn_children) for position, drawn_children in moves.items()}
    levels: dict[Position, DrawLevel] = {}
    wins: list[Position] = []
    level = 0
    while fringe:
        levels |= dict.fromkeys(fringe, DrawLevel(level, 0))
        lost, wins, remoteness = [*fringe], [], 0
        while lost:
            won = {parent for position in lost for parent in before[position] if parent not in levels}
            levels |= dict.fromkeys(won, DrawLevel(level, remoteness + 1))
            wins += won
            lost, remoteness = [], remoteness + 2
            for position in won:
                for parent in before[position]:
                    unresolved[parent] -= 1
                    if parent not in levels and unresolved[parent] == 0:
                        levels[parent] = DrawLevel(level, remoteness)
                        lost.append(parent)
        fringe = {parent for position in wins for parent in before[position] if parent not in levels}
        level += 1
    lose = {position for position, draw_level in levels.items() if draw_level.remoteness % 2 == 0}
    impure = [child for position in lose for child in moves[position] & lose]
    while impure:
        position = impure.pop()
        if levels.pop(position, None) is not None or position in moves:
            impure += [parent for parent in before[position] if parent in levels]
    return levels
