"""Answers for puzzles that ask to be searched position by position, each within a budget.

The answer is exact or none: the fewest moves, or a proof that there is no solution, by the search that suits the puzzle
best (`solvers/pathfinding/`). If it does not end within its budget, the answer says so, and only a table can help.
Results are remembered, including those along a solution; the least recently used are dropped first.
"""

import random
from collections.abc import Container, Sequence

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import Searchable, heuristic_of
from perfect_play.solvers.budget import within
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.pathfinding.choose import shortest
from perfect_play.solvers.pathfinding.space import Budget, UnfinishedSearch
from perfect_play.solvers.result import LOST, Result, result
from perfect_play.solvers.tables.reader import build_command
from perfect_play.solvers.tables.sampling import NothingToDraw, back_from, walked_back
from perfect_play.solvers.untabled.answerer import SAMPLES, Answerer
from perfect_play.solvers.untabled.result_memory import RecentFacts

NODES = 600_000  # positions generated for one position and its children together
MOST_RANKS = 1 << 34  # of a variant whose table is suggested
REMEMBERED = 50_000  # results remembered
LONGEST = 100  # the most moves undone


def _too_long(rules: Rules) -> SearchTooLong:
    unknown = (
        "Whether this position and what it leads to can be solved was not found in the time there is for one question."
    )
    table = registry.table_holder(rules)
    if table.size is None or table.size > MOST_RANKS:
        return SearchTooLong(f"{unknown} It has too many positions for a table, too.")
    return SearchTooLong(f"{unknown} A table would tell at once.", build_command(table), "To make it")


class PositionSearch(Answerer):
    """Exact results of single positions of puzzles that are `by_search`. Threads may share it."""

    kind = Puzzle
    name = "search"
    searches = True

    def __init__(self, nodes: int | None = None) -> None:
        super().__init__()
        self.nodes = nodes or NODES
        self._results = RecentFacts[Result](REMEMBERED)

    @classmethod
    def answers(cls, rules: Rules) -> bool:
        """Whether it answers for these rules."""
        return isinstance(rules, Searchable) and rules.by_search

    def probe(self, rules: Puzzle, position: Position) -> Result:
        """The result of a legal position. Raises SearchTooLong."""
        return self.probe_children(rules, position, (position,))[0]

    def probe_children(self, rules: Puzzle, position: Position, children: Sequence[Position]) -> list[Result]:
        """The results of a position's children, within one budget. Raises SearchTooLong."""
        nodes_left, results = self.nodes, []
        with within(self.seconds):
            for child in children:
                result = self._results.recall(rules, child)
                if result is None:
                    result, spent = self._search(rules, child, Budget(nodes_left))
                    nodes_left -= spent
                results.append(result)
        return results

    def _search(self, rules: Puzzle, position: Position, budget: Budget) -> tuple[Result, int]:
        """The result of a position, and how many positions were generated for it."""
        try:
            with self.limiter:
                answer = shortest(rules, position, budget)
        except UnfinishedSearch as stopped:
            raise _too_long(rules) from stopped
        if answer.line is None:
            self._results.remember(rules, position, LOST)
            return LOST, answer.generated
        answer_result = current = result(Value.WIN, len(answer.line))
        self._results.remember(rules, position, current)
        for moves_made, move in enumerate(answer.line, start=1):
            position = rules.do_move(position, move)
            current = result(Value.WIN, len(answer.line) - moves_made)
            self._results.remember(rules, position, current)
        return answer_result, answer.generated

    # --- drawing at random ----------------------------------------------------------------------

    def draw(self, rules: Puzzle, rng: random.Random) -> Position:
        """A position reached by undoing a random number of random moves from a solution."""
        return walked_back(rules, rng, rng.choice(self.usual(rules)))

    def draw_with(self, rules: Puzzle, rng: random.Random, remotenesses: Container[int]) -> Position:
        """The same with one of these remotenesses. Raises NothingToDraw, SearchTooLong."""
        usual = self.usual(rules)
        lengths = [moves for moves in range(1, LONGEST + 1) if moves in remotenesses]
        for _ in range(SAMPLES if lengths else 0):
            moves = rng.choice(lengths)
            position = walked_back(rules, rng, moves)
            if heuristic_of(rules)(position) == moves or self.probe(rules, position).remoteness in remotenesses:
                return position
        raise NothingToDraw(
            f"No position of {rules.full_id} of such a remoteness was met by taking back moves at random; "
            f"that easily leads to {usual[0]} to {usual[-1]} moves."
        )

    def _sample_remotenesses(self, rules: Puzzle, rng: random.Random) -> tuple[int, ...]:
        """The numbers of moves, from 1 on, that can be undone at random before there are none left."""
        return tuple(range(1, 1 + max(len(back_from(rules, rng, LONGEST)) for _ in range(SAMPLES))))
