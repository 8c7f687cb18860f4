"""The sample of positions on which the laws of a variant are checked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from perfect_play.puzzles.base import (
    Position,
    Puzzle,
    Rules,
)
from perfect_play.puzzles.boards.game import BoardGame
from perfect_play.puzzles.watch import step

WALKS = 12  # random walks from the start, at most
LONGEST = 60  # moves in a walk, at most
FIRST, LAST = 6, 6  # positions of a longer walk that are looked at


class LawBroken(Exception):
    """A plug-in breaks a law; the message says where and how.

    law: its name, if it is another than the one that is being checked.
    """

    def __init__(self, message: str, law: str = "") -> None:
        super().__init__(message)
        self.law = law


@dataclass(frozen=True)
class Sample:
    """Positions of one variant to check the laws on: near the start, near the end, and between."""

    positions: tuple[Position, ...]

    def __iter__(self) -> Iterator[Position]:
        """Each position; the watch is notified that a step begins with it."""
        for position in self.positions:
            step(position)
            yield position

    @classmethod
    def of(cls, rules: Rules, limit: int = 120, seed: int = 20, ranks: bool = True) -> Sample:
        """Up to `limit` positions, the same ones every time. ranks: some of them by rank, where there are ranks."""
        rng = random.Random(seed)
        positions = dict.fromkeys(reachable(rules, limit // 2, rng))
        if isinstance(rules, Puzzle) and rules.backward:
            ends = list(islice(rules.solutions() or (), 2000))
            walks = 4 if len(positions) >= limit // 4 else 16
            for end in rng.sample(ends, min(len(ends), walks)):
                position = end
                for _ in range(limit // 16):
                    positions[position] = None
                    before = list(rules.parents(position))
                    if not before:
                        break
                    position = rng.choice(before)
        if ranks and rules.size and rules.dense:
            sampled = (rules.unrank(rng.randrange(rules.size)) for _ in range(limit))
            legal = [position for position in sampled if not isinstance(rules, BoardGame) or rules.occurs(position)]
            ended = [position for position in legal if rules.primitive(position) is not None]
            positions.update(dict.fromkeys((*legal[: limit // 4], *ended[: limit // 4])))
        return cls(tuple(positions)[: 2 * limit])


def after_moves(rules: Rules, position: Position) -> list[Position]:
    """The positions after each move, by `moves` and `do_move` alone: `children` may be overridden for speed."""
    return [rules.do_move(position, move) for move in rules.moves(position)]


def reachable(rules: Rules, limit: int, rng: random.Random) -> list[Position]:
    """Up to about `limit` positions that play leads to, the start first: where random play begins and where it ends."""
    positions = {rules.start(): None}
    for _ in range(WALKS):
        if len(positions) >= limit:
            break
        step()
        walk, ends = _walk(rules, rng)
        passing = walk if len(walk) <= FIRST + LAST else [*walk[:FIRST], *walk[-LAST:]]
        positions.update(dict.fromkeys((*passing, *ends)))
    return list(positions)


def _walk(rules: Rules, rng: random.Random) -> tuple[list[Position], list[Position]]:
    """A random walk from the start until play ends or LONGEST moves are made, and other ends beside its last one.

    Where moves are taken back, play goes on after a solution.
    """
    walk = [rules.start()]
    goes_on = isinstance(rules, Puzzle) and rules.backward
    while len(walk) <= LONGEST and (goes_on or rules.primitive(walk[-1]) is None):
        moves = list(rules.moves(walk[-1]))
        if not moves:
            break
        walk.append(rules.do_move(walk[-1], rng.choice(moves)))
    if len(walk) < 2 or rules.primitive(walk[-1]) is None:
        return walk, []
    return walk, [child for child in rules.children(walk[-2]) if rules.primitive(child) is not None][:LAST]


def require(holds: bool, message: str) -> None:
    """Raise LawBroken unless the law holds."""
    if not holds:
        raise LawBroken(message)
