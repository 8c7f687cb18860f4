"""Answers for sowing games of full size: each position is searched on request, down to known endgames.

Margins are exact, or the answer says what is proved so far. Remotenesses are not known.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perfect_play.puzzles.base import Rules, value_by_points
from perfect_play.puzzles.sowing import Position, SowingGame
from perfect_play.solvers.budget import seconds_left, within
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.untabled.native_solver import NativeSolver, unproved

if TYPE_CHECKING:
    from perfect_play.solvers.proving.gain_search import Sower

KINDS = 2  # of search whose transposition tables are kept
FEW = 12  # stones left in the pits of positions that are drawn

Kind = tuple[str, int, bool]
"""The kind of search a variant has: its game, its pits, and whether a last stone alone is taken."""


class KalahSearch(NativeSolver["Sower", tuple[int, int]]):
    """Exact margins of single positions of sowing games without a table. Threads may share it.

    Remembers the least and the greatest margin of a position.
    """

    kind = SowingGame
    name = "search with endgames"
    capacity = KINDS

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether there are too many positions for a table."""
        return isinstance(rules, SowingGame) and rules.size is None

    def probe_children(self, rules: SowingGame, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, within one budget. Raises SearchTooLong."""
        if any(self._at_once(rules, child) is None for child in children):
            self.search(rules)
        with within(self.seconds):
            results = [_result(rules, child, self._margins(rules, child, narrow=False)) for child in children]
            for child in children:
                self._margins(rules, child, narrow=True)
        return results

    def margin(self, rules: SowingGame, position: Position) -> int | None:
        """The margin by which the player to move wins; None if it is not known yet."""
        margins = self._at_once(rules, position)
        return margins[0] if margins and margins[0] == margins[1] else None

    def is_immediate(self, rules: SowingGame, position: Position) -> bool:
        """Whether the result is known, or no more stones are left than in the endgames."""
        sower = self.cached(rules)
        few = sower is not None and _stones_left(rules, position) <= sower.endgames.stones
        return few or self._at_once(rules, position) is not None

    def draw(self, rules: SowingGame, rng: random.Random) -> Position:
        """A position near the end of a game of random moves."""
        position = rules.start()
        while _stones_left(rules, position) > FEW:
            children = [child for child in rules.children(position) if rules.primitive(child) is None]
            if not children:
                break
            position = rng.choice(children)
        return position

    def usual(self, rules: SowingGame) -> tuple[int, ...]:
        """None, without a search."""
        return ()

    def _at_once(self, rules: SowingGame, position: Position) -> tuple[int, int] | None:
        """The least and the greatest margin, of a position that has ended or has been searched; else None."""
        if rules.primitive(position) is not None:
            return (rules.margin(position),) * 2
        return self.facts.recall(rules, position)

    def _margins(self, rules: SowingGame, position: Position, narrow: bool) -> tuple[int, int]:
        """The least and the greatest possible margin, of one sign. Raises SearchTooLong.

        narrow: whether to narrow them further while there is time.
        """
        margins = self._at_once(rules, position)
        if margins is not None and (not narrow or margins[0] == margins[1] or seconds_left() == 0):
            return margins
        from perfect_play.solvers.proving.endgame_file import board_of

        lead = rules.margin(position)
        gains = None if margins is None else (margins[0] - lead, margins[1] - lead)
        sower = self.search(rules)
        with self.limiter:
            bounds = sower.bounds(board_of(rules, position), -lead, start=gains, exact=narrow)
        low, high = bounds[0] + lead, bounds[1] + lead
        if low != high and (low <= 0 <= high):
            raise unproved(rules, position, _proved(rules, low, high), sower.endgames.fault)
        return self.facts.remember(rules, position, (low, high))

    def key(self, rules: SowingGame) -> Kind:
        """The kind of search a variant has."""
        return rules.id, rules.pits, rules.takes_alone

    def make(self, rules: SowingGame) -> Sower:
        """A new search. Imports the compiler, which takes half a second."""
        from perfect_play.solvers.proving.gain_search import Sower

        return Sower(rules, self.data_dir)


def _stones_left(rules: SowingGame, position: Position) -> int:
    stones = position[1]
    return rules.total - stones[rules.pits] - stones[-1]


def _result(rules: SowingGame, position: Position, margins: tuple[int, int]) -> Result:
    """The value of a position, and its remoteness if play has ended."""
    ended = rules.primitive(position)
    if ended is not None:
        return result(ended, 0)
    return result(value_by_points(margins[0]), None)


def _proved(rules: SowingGame, low: int, high: int) -> list[str]:
    parts = []
    if low == 0:
        parts.append("at least a tie")
    elif low > -rules.total:
        parts.append(f"no loss by more than {-low} stones")
    if high == 0:
        parts.append("at most a tie")
    elif high < rules.total:
        parts.append(f"no win by more than {high} stones")
    return parts
