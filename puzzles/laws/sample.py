"""The sample of positions on which the laws of a variant are checked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from puzzles.base import (
    Position,
    Puzzle,
    Rules,
)
from puzzles.boards.game import BoardGame
from puzzles.watch import step


class LawBroken(Exception):
    """A plug-in breaks a law; the message says which, where and how."""


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
    def of(cls, rules: Rules, limit: int = 120, seed: int = 20) -> Sample:
        """Up to `limit` positions, the same ones every time."""
        rng = random.Random(seed)
        found: dict[Position, None] = {rules.start(): None}
        for walk in _walks(rules, rng):
            found.update(dict.fromkeys(walk))
            if len(found) >= limit // 2:
                break
        if isinstance(rules, Puzzle) and rules.backward:
            ends = list(islice(rules.solutions() or (), 2000))
            walks = 4 if len(found) >= limit // 4 else 16
            for end in rng.sample(ends, min(len(ends), walks)):
                position = end
                for _ in range(limit // 16):
                    found[position] = None
                    before = list(rules.parents(position))
                    if not before:
                        break
                    position = rng.choice(before)
        if rules.size and rules.dense:
            for _ in range(limit // 4):
                position = rules.unrank(rng.randrange(rules.size))
                if not isinstance(rules, BoardGame) or rules.occurs(position):
                    found[position] = None
        return cls(tuple(found)[: 2 * limit])


def _walks(rules: Rules, rng: random.Random) -> Iterator[list[Position]]:
    """Some random walks from the start."""
    for _ in range(12):
        step()
        position = rules.start()
        walk = [position]
        for _ in range(60):
            moves = list(rules.moves(position))
            if not moves:
                break
            position = rules.do_move(position, rng.choice(moves))
            walk.append(position)
        yield walk


def demand(holds: bool, message: str) -> None:
    """Raise LawBroken unless the law holds."""
    if not holds:
        raise LawBroken(message)
