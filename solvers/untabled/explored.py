"""Answers for games of few positions: everything that a position leads to is searched on request."""

from collections.abc import Sequence

from perfect_play.puzzles.base import Game, Position, Rules
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled.answerer import Answerer
from perfect_play.solvers.untabled.exploration import Explorer


class ExploredGames(Answerer):
    """Exact results of games that are `explored`. Threads may share it."""

    kind = Game
    name = Explorer.name

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether the game is one of them."""
        return isinstance(rules, Game) and rules.explored

    def probe(self, rules: Game, position: Position) -> Result:
        """The result of a legal position. Raises NotExplored, TooManySearches."""
        return self.explorer.result(rules, position)

    def probe_children(self, rules: Game, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, by one search. Raises NotExplored, TooManySearches."""
        return self.explorer.child_results(rules, position, children)
