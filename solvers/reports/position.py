"""The report on a position: its value and every move's, independent of any wire format.

The service's answers are based on it, and the terminal player shows it. Raises only the domain errors of `puzzles` and
`solvers`.
"""

from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from math import inf
from typing import Any, NamedTuple, Protocol

from perfect_play.puzzles.base import OPPOSITE, Game, Move, Position, Puzzle, Rules, Value
from perfect_play.puzzles.sources import is_shipped
from perfect_play.puzzles.view import Button
from perfect_play.solvers.budget import checkpoint
from perfect_play.solvers.draw_levels import DrawLevel
from perfect_play.solvers.errors import NoAnswer
from perfect_play.solvers.limiter import Limiter
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.audit import FalseDeclaration, everything, in_words
from perfect_play.solvers.tables.derive import derive_from

HOPELESS = 2_000
"""The positions after an unsolvable one that are looked at, of plug-ins from outside."""
GAME_ORDER = (Value.WIN, Value.TIE, Value.DRAW, Value.LOSE)
PUZZLE_ORDER = (Value.WIN, Value.TIE, Value.LOSE)


class Oracle(Protocol):
    """A source of results: the manager, or a search. Raises NotReady, NotCovered."""

    limiter: Limiter

    def result(self, rules: Rules, position: Position, /) -> Result:
        """The result of a legal position."""

    def margin(self, rules: Rules, position: Position, /) -> int | None:
        """The margin by which the player to move wins in a game won by points; else None."""

    def nimber(self, rules: Rules, position: Position, /) -> int | None:
        """The nimber of a position of an impartial game, if it is known; else None."""

    def draw_level(self, rules: Rules, position: Position, /) -> DrawLevel | None:
        """The level of a pure draw, if it is known; else None."""

    def child_results(self, rules: Rules, position: Position, children: Sequence[Position], /) -> list[Result]:
        """The results of a position's children, given in the order of `moves`."""


class Facts(NamedTuple):
    """What is known of one position.

    ended: play is over here, by the rules or for lack of a move. nimber: of an impartial game, by a closed form or the
    table, else None. margin: the points by which the player to move wins, in a game won by points, else None. draw: the
    level of a pure draw, else None.
    """

    position: Position
    result: Result
    ended: bool
    nimber: int | None = None
    margin: int | None = None
    draw: DrawLevel | None = None

    @property
    def value(self) -> Value:
        """The value for the player to move."""
        return self.result.value

    @property
    def remoteness(self) -> int | None:
        """Moves to the end under best play; None if there is no end, or it is unknown."""
        return self.result.remoteness


class MoveReport(NamedTuple):
    """One move: its effect, the position it leads to, and its value to the player who makes it.

    delta: by how many moves it is worse than the best move of its value (games), or by how many
    it lowers the remoteness (puzzles); 0 if that has no meaning.
    """

    move: Any
    name: str
    button: Button
    child: Facts
    value: Value
    delta: int

    @property
    def lead(self) -> int:
        """The points by which the mover then wins, if the number of moves is not known; else 0. Negative for a loss."""
        if self.child.remoteness is not None or self.child.margin is None:
            return 0
        return abs(self.child.margin) if self.value is Value.WIN else -abs(self.child.margin)

    @property
    def rank(self) -> tuple[Value, int, int]:
        """Equal for moves that are equally good."""
        return self.value, self.delta, self.lead


class PositionReport(NamedTuple):
    """A position and its moves, best first."""

    rules: Rules
    facts: Facts
    moves: tuple[MoveReport, ...]


def facts(oracle: Oracle, rules: Rules, position: Position) -> Facts:
    """What is known of a legal position. Raises NotReady, NotCovered."""
    return facts_of(oracle, rules, position, oracle.result(rules, position))


def facts_of(oracle: Oracle, rules: Rules, position: Position, result: Result) -> Facts:
    """What is known of a legal position with this result."""
    ended = result.remoteness == 0 or (result.value is Value.DRAW and rules.primitive(position) is not None)
    if isinstance(rules, Game):
        level = oracle.draw_level(rules, position) if result.value is Value.DRAW else None
        return Facts(position, result, ended, oracle.nimber(rules, position), oracle.margin(rules, position), level)
    stuck = result.value is Value.LOSE and not _can_go_on(rules, position)
    return Facts(position, result, ended or stuck)


def _can_go_on(rules: Rules, position: Position) -> bool:
    return rules.primitive(position) is None and any(True for _ in rules.moves(position))


def position_report(oracle: Oracle, rules: Rules, position: Position) -> PositionReport:
    """The report on a legal position. Raises NotReady, NotCovered."""
    current = facts(oracle, rules, position)
    if current.ended:
        return PositionReport(rules, current, ())
    moves_here = list(rules.moves(position))
    with oracle.limiter.if_long():
        options = _move_facts(oracle, rules, position, moves_here)
    _require_consistent(rules, current, [facts for *_, facts in options])
    if isinstance(rules, Puzzle):
        if current.value is Value.LOSE and not is_shipped(type(rules)):
            with oracle.limiter.if_long():
                _require_hopeless(oracle, rules, position)
        moves = [MoveReport(*parts, *worth_in_puzzle(rules, current, parts[3])) for parts in options]
        return PositionReport(rules, current, sorted_puzzle_moves(moves))
    turn = rules.turn(position)
    worths = [child.value if rules.turn(child.position) == turn else OPPOSITE[child.value] for *_, child in options]
    return PositionReport(rules, current, sorted_game_moves(options, worths))


def known_report(oracle: Oracle, rules: Rules, position: Position) -> PositionReport | None:
    """The report on a legal position; None if its value or that of a move is not known."""
    with suppress(NoAnswer):
        return position_report(oracle, rules, position)
    return None


def _require_consistent(rules: Rules, current: Facts, children: Sequence[Facts]) -> None:
    """Raise FalseDeclaration if a position's result is not what its children imply: then something false is declared.

    Tables are audited before they are published; this holds searches to the same, and closed forms.
    """
    results = [child.result for child in children]
    expected = derive_from(rules, current.position, [child.position for child in children], results)
    if expected == current.result:
        return
    endless = {Value.DRAW, Value.LOSE} if isinstance(rules, Puzzle) else {Value.DRAW}
    comparable = all(result.remoteness is not None or result.value in endless for result in (current.result, *results))
    if comparable or expected is None or expected.value is not current.value:
        name, description = rules.format(current.position), in_words(current.result)
        sentence = f"{rules.full_id}: {name!r} came out as {description}, but its moves imply {in_words(expected)}."
        raise FalseDeclaration(rules.id, f"{sentence} So nothing is said of it.")


def _require_hopeless(oracle: Oracle, rules: Puzzle, position: Position) -> None:
    """Raise FalseDeclaration if one of the next positions that play leads to can be solved, though this one cannot.

    No audit meets a legal position that neither play from the start leads to nor `parents` list.
    """
    for child in islice(everything(rules, start=position), HOPELESS):
        checkpoint()
        value = oracle.result(rules, child).value
        if value is not Value.LOSE:
            names = rules.format(position), rules.format(child)
            raise FalseDeclaration(
                rules.id,
                f"{rules.full_id}: {names[0]!r} came out as lose, but play leads from it to {names[1]!r}, which is a "
                f"{value}. Compare `parents` and `solutions` with the rules. So nothing is said of it.",
            )


def _move_facts(
    oracle: Oracle, rules: Rules, position: Position, moves: Sequence[Move]
) -> list[tuple[Move, str, Button, Facts]]:
    """Each of these moves with its name, its button, and what is known of its child."""
    children = [rules.do_move(position, move) for move in moves]
    results = oracle.child_results(rules, position, children)
    reports = []
    for move, child, result in zip(moves, children, results, strict=True):
        checkpoint()
        name_and_button = rules.format_move(position, move), rules.button(position, move)
        reports.append((move, *name_and_button, facts_of(oracle, rules, child, result)))
    return reports


def sorted_puzzle_moves(moves: Sequence[MoveReport]) -> tuple[MoveReport, ...]:
    """A puzzle's moves, best first, equal ones in the given order; moves to unsolvable positions come last."""

    def place(move: MoveReport) -> tuple[int, float]:
        distance = move.child.remoteness
        return PUZZLE_ORDER.index(move.value), inf if distance is None else distance

    return tuple(sorted(moves, key=place))


def worth_in_puzzle(rules: Puzzle, current: Facts, child: Facts) -> tuple[Value, int]:
    """(the move's value, by how much it lowers the remoteness)."""
    before, after = current.remoteness, child.remoteness
    if before is None or after is None:
        return Value.LOSE, 0
    delta = before - after
    if delta > 0:
        return Value.WIN, delta
    if rules.reversible and delta < 0:
        return Value.LOSE, delta
    return Value.TIE, delta


def sorted_game_moves(
    options: Sequence[tuple[Any, str, Button, Facts]], worths: Sequence[Value]
) -> tuple[MoveReport, ...]:
    """A game's moves, each with its delta, best first; equal ones in the order given."""
    distances: dict[Value, list[int]] = {value: [] for value in Value}
    for (*_, child), worth in zip(options, worths, strict=True):
        if child.remoteness is not None:
            distances[worth].append(child.remoteness)

    def delta(child: Facts, worth: Value) -> int:
        if child.remoteness is None or worth is Value.DRAW:
            return 0
        if worth is Value.LOSE:
            return max(distances[worth]) - child.remoteness
        return child.remoteness - min(distances[worth])

    moves = [MoveReport(*parts, worth, delta(parts[3], worth)) for parts, worth in zip(options, worths, strict=True)]
    moves.sort(key=lambda m: (GAME_ORDER.index(m.value), m.delta, -m.lead))
    return tuple(moves)
