"""Answers for games of few positions: everything that a position leads to is searched on request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from perfect_play.puzzles.base import Position
from perfect_play.puzzles.mixins import Explored
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.base import Answerer
from perfect_play.solvers.untabled.exploration import Explorer


class ExploredGames(Answerer):
    """Exact results of games that are `Explored`. Threads may share it."""

    kind = Explored
    name = Explorer.name

    def __init__(self, explorer: Explorer) -> None:
        super().__init__()
        self.explorer = explorer

    @classmethod
    def over(cls, data_dir: Path, explorer: Explorer) -> Answerer:
        """A new one over what explores."""
        return cls(explorer)

    def probe(self, rules: Explored, position: Position) -> Result:
        """The result of a legal position. Raises NotExplored, TooManySearches."""
        return self.explorer.result(rules, position)

    def probe_children(self, rules: Explored, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, by one search. Raises NotExplored, TooManySearches."""
        return self.explorer.child_results(rules, position, children)
