"""What the searches that prove single positions share: each is searched once, and all of one question in one budget."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from perfect_play.puzzles.base import Position
from perfect_play.solvers.budget import within
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.untabled.native_solver import AnySearch, NativeSolver


class SinglePositions(NativeSolver[AnySearch, Result]):
    """Exact results of single positions, of which the latest are remembered. Threads may share it."""

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, within one budget. Raises SearchTooLong."""
        cached = [self._at_once(rules, child) for child in children]
        if None not in cached:
            return [result for result in cached if result]
        search = self.search(rules)
        with within(self.seconds):
            return [
                result or self.remember(rules, child, self._search(rules, child, search))
                for result, child in zip(cached, children, strict=True)
            ]

    @abstractmethod
    def _search(self, rules: Any, position: Position, search: AnySearch) -> Result:
        """The result of a position by a search. Raises SearchTooLong."""

    def _at_once(self, rules: Any, position: Position) -> Result | None:
        """The result if no search is needed: at the end, or remembered; else None."""
        value = rules.primitive(position)
        return self.recall(rules, position) if value is None else result(value, 0)
