"""Alpha-beta search to a given depth: a game's best move by evaluation, without a table.

It works for any game that has an evaluation, `Evaluated.evaluate`, which estimates how good a position is for the
player to move. Looking `limit` moves ahead, each player chooses the best move by the scores of the *leaves*, the
positions at the ends of the lines: those `limit` moves away, which are evaluated, and nearer ones where the game is
over. There, a win scores more than any evaluation, the sooner the better; a loss less, the later the better; and a tie
0. So a score of a win or a loss is proved, with its remoteness, even if other leaves are only evaluated.

The algorithm is that of S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", section 5.3 (D. E.
Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975): moves in the order of
`moves`, a line is cut off as soon as its value is *at least* as good as what the other player has elsewhere, and of
equally good moves the first is kept. So the answer is deterministic, the number of leaves included. Time O(moves **
limit) at worst, and about its square root if good moves come first; memory O(limit).
"""

from collections.abc import Callable
from dataclasses import dataclass

from perfect_play.puzzles.base import BadText, Game, Move, Position, Rules, RulesError, Value
from perfect_play.puzzles.mixins import Evaluated
from perfect_play.solvers.budget import Deadline
from perfect_play.solvers.errors import NoAnswer

MOST_AHEAD = 60
"""The greatest depth that may be requested."""

INFINITE = 1 << 60  # beyond all scores
WON = 1 << 40  # the score of a game won at the root; 1 less for every move until then
MAX_EVALUATION = WON // 2  # the greatest evaluation; greater ones are cut to this
CLOCK = 64  # nodes between looks at the clock

Evaluate = Callable[[Position], int]


class NoEvaluation(NoAnswer, RulesError):
    """These rules have no evaluation to search with; the message says so."""


class BadLimit(BadText):
    """The requested depth is out of range; the message gives the range."""


class OutOfBudget(NoAnswer):
    """A search exceeded its budget of positions or time."""


@dataclass(frozen=True)
class AlphaBetaResult:
    """The result of an alpha-beta search.

    move: the best one, the first among equals; None if the game is over. value: the score at the end of the best line,
    for the player to move at the root. leaves: positions scored. nodes: positions visited, the root and the leaves
    included. limit: the depth in moves. complete: whether every relevant line was searched to its end, so that
    a deeper search would change nothing.
    """

    move: Move | None
    value: int
    leaves: int
    nodes: int
    limit: int
    complete: bool

    @property
    def proved_value(self) -> Value | None:
        """The value of the root if it is proved, else None. Meaningful only if the search had `knows_ends`."""
        if abs(self.value) > MAX_EVALUATION:
            return Value.WIN if self.value > 0 else Value.LOSE
        return Value.TIE if self.complete else None

    @property
    def remoteness(self) -> int | None:
        """The remoteness of the root if a win or a loss is proved, else None."""
        return WON - abs(self.value) if abs(self.value) > MAX_EVALUATION else None


def evaluation_of(rules: Rules) -> Evaluate:
    """The evaluation of a game. Raises NoEvaluation."""
    if not isinstance(rules, Game):
        raise NoEvaluation(f"{rules.id} is a puzzle for one player: only games have a best move by evaluation.")
    if not isinstance(rules, Evaluated):
        raise NoEvaluation(f"{rules.id} has no evaluation to search with; ask for its positions instead.")
    return rules.evaluate


def alpha_beta(
    rules: Game,
    position: Position,
    limit: int,
    evaluate: Evaluate | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    knows_ends: bool = True,
) -> AlphaBetaResult:
    """The best move from a legal position, looking `limit` moves ahead, at least one.

    evaluate: an evaluation to use instead of the game's own, for the player to move in the given position. nodes,
    seconds: the budget; None: unlimited. knows_ends: whether ended positions are scored by who has won, instead of
    evaluated like any other. Raises NoEvaluation, BadLimit, and OutOfBudget if the budget does not suffice.
    """
    if limit < 1:
        raise BadLimit(f"A search looks at least 1 move ahead, not {limit}.")
    return _Search(rules, evaluate or evaluation_of(rules), nodes, seconds, knows_ends).from_root(position, limit)


class _Search:
    def __init__(
        self, rules: Game, evaluate: Evaluate, nodes: int | None, seconds: float | None, knows_ends: bool
    ) -> None:
        self.rules = rules
        self.evaluate = evaluate
        self.node_limit = INFINITE if nodes is None else nodes
        self.deadline = Deadline(seconds)
        self.knows_ends = knows_ends
        self.leaves = self.nodes = 0
        self.complete = True

    def from_root(self, position: Position, limit: int) -> AlphaBetaResult:
        """Search from the root, keeping track of its best move."""
        self._meet()
        if (ended := self.rules.primitive(position)) is not None:
            return AlphaBetaResult(None, self._leaf(position, ended, 0), 1, 1, limit, True)
        best, value, alpha = None, -INFINITE, -INFINITE
        for move in self.rules.moves(position):
            score = self._after(position, self.rules.do_move(position, move), 1, limit, alpha, INFINITE)
            if score > value:
                best, value = move, score
                alpha = max(alpha, value)
        return AlphaBetaResult(best, value, self.leaves, self.nodes, limit, self.complete)

    def _value(self, position: Position, depth: int, limit: int, alpha: int, beta: int) -> int:
        """The value of a position to the player to move.

        depth: its distance from the root in moves. alpha: what this player is sure of elsewhere. beta: from this value
        on, the opponent avoids the position, and the search stops.
        """
        self._meet()
        ended = self.rules.primitive(position)
        if ended is not None or depth == limit:
            self.complete = self.complete and ended is not None
            return self._leaf(position, ended, depth)
        value = -INFINITE
        for move in self.rules.moves(position):
            child = self.rules.do_move(position, move)
            value = max(value, self._after(position, child, depth + 1, limit, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value

    def _after(self, position: Position, child: Position, depth: int, limit: int, alpha: int, beta: int) -> int:
        """The value of a child to the player to move in its parent."""
        if self.rules.turn(child) == self.rules.turn(position):
            return self._value(child, depth, limit, alpha, beta)
        return -self._value(child, depth, limit, -beta, -alpha)

    def _leaf(self, position: Position, ended: Value | None, depth: int) -> int:
        self.leaves += 1
        if self.knows_ends and ended is not None:
            return {Value.WIN: WON - depth, Value.LOSE: depth - WON}.get(ended, 0)
        return max(-MAX_EVALUATION, min(MAX_EVALUATION, self.evaluate(position)))

    def _meet(self) -> None:
        self.nodes += 1
        if self.nodes > self.node_limit:
            raise OutOfBudget(f"more than {self.node_limit:,} positions")
        if self.nodes % CLOCK == 0 and self.deadline.passed:
            raise OutOfBudget("more time than was allowed")


def deepening(rules: Game, position: Position, limit: int, nodes: int, seconds: float) -> AlphaBetaResult:
    """The best move by iterative deepening: looking 1, 2, ... up to `limit` moves ahead, as far as the budget allows.

    nodes, seconds: the budget of all these searches together, except for the first, which is always made. The answer is
    that of the last complete search, its counts of leaves and nodes included; its `limit` is less than the one given if
    the budget ran out. Stops early once the value is proved. Raises NoEvaluation, BadLimit.
    """
    if not 1 <= limit <= MOST_AHEAD:
        raise BadLimit(f"A search looks 1 to {MOST_AHEAD} moves ahead, not {limit}.")
    evaluate = evaluation_of(rules)
    deadline = Deadline(seconds)
    answer = alpha_beta(rules, position, 1, evaluate)
    nodes_left = nodes - answer.nodes
    for depth in range(2, limit + 1):
        if answer.proved_value is not None:
            return AlphaBetaResult(answer.move, answer.value, answer.leaves, answer.nodes, limit, answer.complete)
        try:
            answer = alpha_beta(rules, position, depth, evaluate, nodes_left, deadline.seconds_left)
        except OutOfBudget:
            break
        nodes_left -= answer.nodes
    return answer
