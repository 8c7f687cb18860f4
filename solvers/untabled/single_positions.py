"""What the searches that prove single positions share: each is searched once, and all of one question in one budget."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from perfect_play.puzzles.base import Position
from perfect_play.solvers.budget import SECONDS, within
from perfect_play.solvers.result import Result, result
from perfect_play.solvers.untabled.base import AnySearch, NativeSolver

REMEMBERED = 50_000  # results remembered


class SinglePositions(NativeSolver[AnySearch]):
    """Exact results of single positions, of which the latest are remembered. Threads may share it."""

    searches = True

    def __init__(self, data_dir: Path, seconds: float = SECONDS) -> None:
        super().__init__(data_dir)
        self.seconds = seconds
        self._results = LRUCache[tuple[str, Position], Result](REMEMBERED)

    def probe(self, rules: Any, position: Position) -> Result:
        """The result of a legal position. Raises SearchTooLong."""
        return self.probe_children(rules, position, (position,))[0]

    def probe_children(self, rules: Any, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, within one budget. Raises SearchTooLong."""
        cached = [self._at_once(rules, child) for child in children]
        if None not in cached:
            return [result for result in cached if result]
        search = self.search(rules)
        with within(self.seconds):
            return [
                result or self._remembered(rules, child, search) for result, child in zip(cached, children, strict=True)
            ]

    @abstractmethod
    def _search(self, rules: Any, position: Position, search: AnySearch) -> Result:
        """The result of a position by a search. Raises SearchTooLong."""

    def _at_once(self, rules: Any, position: Position) -> Result | None:
        """The result if no search is needed: at the end, or remembered; else None."""
        value = rules.primitive(position)
        if value is not None:
            return result(value, 0)
        with self._lock:
            return self._results.get((rules.full_id, rules.canonical(position)))

    def _remembered(self, rules: Any, position: Position, search: AnySearch) -> Result:
        answer = self._search(rules, position, search)
        with self._lock:
            self._results[rules.full_id, rules.canonical(position)] = answer
        return answer
