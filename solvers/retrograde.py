"""The reference solver: plain Python, slow and obvious, the oracle for every faster one.

Puzzles: breadth-first from the solutions over parents, so the level at which a position is first found is its
remoteness; a legal position that is never found cannot be solved. If a puzzle has no `parents` or no `solutions`,
everything the start reaches is found first, and the reverse graph with it. Time O(moves), memory one dictionary entry a
position (about 150-300 bytes).

Games: retrograde analysis. From the primitive positions outward, level by level of remoteness: a position with a move
to a win of its player is won at the first such level; one whose every move leads to a loss is lost at the last of these
levels. The rest ties if it can reach a tie (as soon as possible) and is drawn otherwise. If the same player moves in a
child, the child's value is not reversed. The algorithm is Ströhlein's (1970) and Thompson's (1986, "Retrograde analysis
of certain endgames", ICCA Journal 9(3)), with ties after wins and losses. Margins of games won by points are another
objective, computed in a separate pass: each player maximizes their own. So are nimbers of impartial games without a
closed form; `draw_levels.py` defines the levels of draws.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from perfect_play.puzzles.base import Game, Position, Puzzle, Rules, Value
from perfect_play.puzzles.mixins import Impartial, Scored, nimber_of
from perfect_play.solvers.bound import Bound, TooLarge
from perfect_play.solvers.budget import seconds_left
from perfect_play.solvers.draw_levels import DrawLevel, draw_levels, numbered
from perfect_play.solvers.result import DRAWN, LOST, MARGIN_LIMIT, NoMargins, Result, result

Domain = Literal["closure", "reachable", "legal"]
Progress = Callable[[int], None]
"""Called from time to time with the number of positions done."""
ResultOf = Callable[[Position], Result | None]
"""The result of a canonical position if it is already known, else None."""

STEP = 20_000
CLOCK = 64
MOVES = 8  # moves that take about as much memory as a position
SOLVING = 120  # bytes of memory for each position that are taken once all have been found


@dataclass(frozen=True)
class Limits:
    """The most positions and moves to explore; None: unlimited. The thread's time budget applies as well.

    clock: positions between looks at it, of which some take the best part of a second.
    """

    positions: int | None = None
    moves: int | None = None
    clock: int = CLOCK

    def check(self, positions: int, moves: int, expanded: int) -> None:
        """Raise TooLarge if a limit is exceeded. `expanded`: positions expanded so far, to pace looks at the clock."""
        if self.positions is not None and positions > self.positions:
            raise TooLarge(f"more than {self.positions:,} positions")
        if self.moves is not None and moves > self.moves:
            raise TooLarge(f"more than {self.moves:,} moves")
        if expanded % self.clock == 0 and not seconds_left():
            raise TooLarge("more time than there was")


@dataclass(frozen=True)
class Solution:
    """A solved variant: the result of every canonical position of its domain.

    domain: 'closure': every position that can be solved is here, any other legal one is lost; 'reachable': everything
    the start reaches is here, nothing is known of the rest; 'legal': every legal position is here. margins: the points
    by which the player to move wins, at the same positions; in an impartial game without a closed form, the nimbers
    instead; in a game with pure draws, the number of each one's level in `levels`, from 1 on, and 0 elsewhere. None in
    any other.
    """

    domain: Domain
    results: dict[Position, Result]
    margins: dict[Position, int] | None = None
    levels: Sequence[DrawLevel] = ()

    def result(self, rules: Rules, position: Position) -> Result | None:
        """The result of a legal position; None if nothing is known of it."""
        result = self.results.get(rules.canonical(position))
        return LOST if result is None and self.domain == "closure" else result


def solve(rules: Rules, progress: Progress | None = None, bound: Bound | None = None) -> Solution:
    """Solve a whole variant. Raises NoMargins, TooLarge if it exceeds its bound, and ReferenceOutgrown."""
    bound = bound or Bound(rules)
    tell = progress or (lambda count: None)
    if isinstance(rules, Puzzle) and rules.backward:
        return Solution("closure", _from_solutions(rules, tell, bound))
    firsts = rules.positions() if isinstance(rules, Game) and rules.dense else None
    graph = _explore(rules, tell, firsts=firsts, bound=bound)
    nimbers = solve_nimbers(graph) if wants_nimbers(rules) else None
    solution = _solve_forward(rules, graph, None)
    if nimbers is not None:
        solution = replace(solution, margins=nimbers)
    elif isinstance(rules, Game) and DRAWN in solution.results.values():
        results = solution.results
        levels, numbers = numbered(draw_levels(graph.after, graph.same_player, results))
        if levels:
            solution = replace(solution, margins=dict.fromkeys(results, 0) | numbers, levels=levels)
    return solution if firsts is None else replace(solution, domain="legal")


def wants_nimbers(rules: Rules) -> bool:
    """Whether nimbers are computed with the results: in an impartial game without a closed form."""
    return isinstance(rules, Impartial) and nimber_of(rules, rules.start()) is None


def solve_from(
    rules: Rules,
    position: Position,
    limits: Limits,
    result_of: ResultOf | None = None,
    margin: Callable[[Position], int | None] | None = None,
) -> Solution:
    """Solve everything a legal position leads to, without going beyond positions whose results `result_of` gives.

    margin: the margin of a known position, in a game won by points. Raises TooLarge, NoMargins.
    """
    return _solve_forward(rules, _explore(rules, lambda count: None, limits, [position], result_of), margin)


def _solve_forward(rules: Rules, graph: "_Graph", margin: Callable[[Position], int | None] | None) -> Solution:
    """The solution of a graph; consumes its counts of moves."""
    if isinstance(rules, Game):
        margins = solve_margins(rules, graph, margin) if isinstance(rules, Scored) else None
        return Solution("reachable", _solve_graph(graph), margins)
    return Solution("reachable", _solve_puzzle(graph))


def _from_solutions(rules: Puzzle, tell: Progress, bound: Bound) -> dict[Position, Result]:
    """All positions that can be solved, breadth-first back from the solutions. Raises TooLarge, ReferenceOutgrown."""
    primitive, lose = rules.primitive, Value.LOSE
    canonical = rules.canonical if rules.symmetric else None
    parents = rules.children if rules.reversible and type(rules).parents is Puzzle.parents else rules.parents_of_class
    level = result(Value.WIN, 0)
    solutions: Iterable[Position] = rules.solutions() or ()
    results = dict.fromkeys(map(canonical, solutions) if canonical else solutions, level)
    frontier: list[Position] = list(results)
    remoteness = 0
    while frontier:
        remoteness += 1
        level = result(Value.WIN, remoteness)
        next_frontier: list[Position] = []
        reported = len(results)
        for position in frontier:
            for parent in parents(position):
                if canonical:
                    parent = canonical(parent)
                if parent not in results and primitive(parent) is not lose:
                    results[parent] = level
                    next_frontier.append(parent)
            if len(results) - reported > STEP:
                reported = len(results)
                tell(reported)
                bound.check(reported, partial(next_frontier.__getitem__, -1), SOLVING * len(next_frontier))
        frontier = next_frontier
        tell(len(results))
    return results


@dataclass(frozen=True)
class _Graph:
    """The canonical positions reachable from the first ones, with their reverse edges.

    results: the results of ended positions, and of others that were known; these are not expanded. after: for each
    position, its parents in which the other player moves. same_player: its parents in which the same player moves,
    without entry if there are none. Puzzles have only `after`.
    """

    moves: dict[Position, int]  # how many distinct children, 0 for a known position
    results: dict[Position, Result]
    after: dict[Position, list[Position]]
    same_player: dict[Position, list[Position]]


def _explore(
    rules: Rules,
    tell: Progress,
    limits: Limits | None = None,
    firsts: Iterable[Position] | None = None,
    result_of: ResultOf | None = None,
    bound: Bound | None = None,
) -> _Graph:
    """Everything that the start, or other `firsts`, reach.

    Ended positions, and those whose result `result_of` gives, are not expanded.
    Raises TooLarge if the limits or the bound are exceeded, and ReferenceOutgrown.
    """
    primitive, children_of, turn = rules.primitive, rules.children, rules.turn
    canonical = rules.canonical if rules.symmetric else None
    two_players = isinstance(rules, Game)
    waiting: list[Position] = []
    graph = _Graph({}, {}, {}, {})
    moves = expanded = 0
    due = STEP

    def look() -> None:
        """Report, and look at the bound, from time to time."""
        nonlocal due
        due = len(graph.moves) + moves // MOVES + STEP
        tell(len(graph.moves))
        if bound:
            bound.check(len(graph.moves), lambda: next(reversed(graph.moves)), SOLVING * len(graph.moves))

    for first in [rules.start()] if firsts is None else firsts:
        first = rules.canonical(first)
        if first not in graph.moves:
            graph.moves[first] = 0
            graph.after[first] = []
            waiting.append(first)
            if len(graph.moves) >= due:
                look()
    while waiting:
        position = waiting.pop()
        if len(graph.moves) + moves // MOVES >= due:
            look()
        ended = primitive(position)
        given_result = result_of(position) if result_of and ended is None else None
        if ended is not None or given_result is not None:
            graph.results[position] = given_result or _terminal_result(ended, two_players)
            continue
        children = children_of(position)
        same_player: set[Position] = set()
        if two_players:
            mover = turn(position)
            same_player_children = [child for child in children if turn(child) == mover]
            same_player = set(map(canonical, same_player_children)) if canonical else set(same_player_children)
            children = [child for child in children if turn(child) != mover]
        flipped = set(map(canonical, children)) if canonical else set(children)
        graph.moves[position] = len(flipped) + len(same_player)
        moves += graph.moves[position]
        for child in flipped | same_player:
            if child not in graph.moves:
                graph.moves[child] = 0
                graph.after[child] = []
                waiting.append(child)
        for child in flipped:
            graph.after[child].append(position)
        for child in same_player:
            graph.same_player.setdefault(child, []).append(position)
        if limits:
            expanded += 1
            limits.check(len(graph.moves), moves, expanded)
    return graph


def _terminal_result(value: Value | None, two_players: bool) -> Result:
    """The result of a position at which play has ended."""
    assert value is not None
    return LOST if value is Value.LOSE and not two_players else result(value, 0)


def _solve_puzzle(graph: _Graph) -> dict[Position, Result]:
    """The result of every position of a puzzle's graph, level by level from the solved ones."""
    results = dict.fromkeys(graph.moves, LOST)
    waiting = _levels(graph, Value.WIN)
    remoteness = 0
    frontier = waiting.pop(0, [])
    while frontier or waiting:
        for position in frontier:
            results[position] = result(Value.WIN, remoteness)
        before = (parent for position in frontier for parent in graph.after[position])
        remoteness += 1
        frontier = [parent for parent in dict.fromkeys(before) if results[parent] is LOST]
        frontier += waiting.pop(remoteness, [])
    return results


def _levels(graph: _Graph, *values: Value) -> dict[int, list[Position]]:
    """The known positions of these values, by remoteness."""
    levels: dict[int, list[Position]] = defaultdict(list)
    for position, outcome in graph.results.items():
        if outcome.value in values and outcome.remoteness is not None:
            levels[outcome.remoteness].append(position)
    return levels


def _solve_graph(graph: _Graph) -> dict[Position, Result]:
    """The result of every position of a game's graph; consumes its counts of moves."""
    decided, ties = _levels(graph, Value.WIN, Value.LOSE), _levels(graph, Value.TIE)
    results = {position: graph.results[position] for level in decided.values() for position in level}

    unrefuted = graph.moves
    remoteness = 0
    frontier = decided.pop(0, [])
    while frontier or decided:
        remoteness += 1
        next_frontier = decided.pop(remoteness, [])
        for position in frontier:
            won = results[position].value is Value.WIN
            for parents, winning in ((graph.after[position], not won), (graph.same_player.get(position, ()), won)):
                for parent in parents:
                    if parent in results:
                        continue
                    if winning:
                        results[parent] = result(Value.WIN, remoteness)
                        next_frontier.append(parent)
                        continue
                    unrefuted[parent] -= 1
                    if not unrefuted[parent]:
                        results[parent] = result(Value.LOSE, remoteness)
                        next_frontier.append(parent)
        frontier = next_frontier

    remoteness = 0
    level = ties.pop(0, [])
    while level or ties:
        for position in level:
            results[position] = result(Value.TIE, remoteness)
        remoteness += 1
        before = (p for position in level for p in graph.after[position] + graph.same_player.get(position, []))
        level = [parent for parent in dict.fromkeys(before) if parent not in results] + ties.pop(remoteness, [])
    for position in graph.moves:
        results.setdefault(position, DRAWN)
    return results


def solve_margins(
    rules: Scored, graph: _Graph, margin_of: Callable[[Position], int | None] | None = None
) -> dict[Position, int]:
    """The points by which the player to move wins, at every position of a graph, if both players maximize theirs.

    A position is done when all its children are, so each move is looked at once. Raises NoMargins if play need not end,
    or a margin is too large to be stored.
    """
    open_moves = dict(graph.moves)
    ready = [position for position, moves in open_moves.items() if not moves]
    margins = {position: rules.margin(position) for position in ready}
    if margin_of is not None:
        margins_of_ends = ((position, margin_of(position)) for position in ready if rules.primitive(position) is None)
        margins.update({position: margin for position, margin in margins_of_ends if margin is not None})
    greatest = max(map(abs, margins.values()), default=0)
    if greatest > MARGIN_LIMIT:
        raise NoMargins(f"{rules.full_id} can be won by {greatest} points; at most {MARGIN_LIMIT} can be stored.")
    while ready:
        position = ready.pop()
        margin = margins[position]
        for parents, worth in ((graph.after[position], -margin), (graph.same_player.get(position, ()), margin)):
            for parent in parents:
                margins[parent] = max(worth, margins.get(parent, worth))
                open_moves[parent] -= 1
                if not open_moves[parent]:
                    ready.append(parent)
    for position, moves in open_moves.items():
        if moves:
            raise NoMargins(
                f"{rules.full_id}: play from {rules.format(position)!r} need not end, so it has no margin. "
                "Remove the mix-in `Scored`."
            )
    return margins


def solve_nimbers(graph: _Graph) -> dict[Position, int] | None:
    """The nimber of every position of a graph: the mex of its children's; None if there is none.

    There is none if a position can repeat, or if play can end in a tie (R. Sprague, 1935; P. M. Grundy, 1939). A
    position in which play has ended has 0 if it is lost, and 1 if it is won, as if a last move were left.
    """
    open_moves = dict(graph.moves)
    child_nimbers: dict[Position, set[int]] = defaultdict(set)
    nimbers: dict[Position, int] = {}
    ready = list(graph.results)
    while ready:
        position = ready.pop()
        ended = graph.results.get(position)
        if ended is not None and ended.value is Value.TIE:
            return None
        numbers = child_nimbers.pop(position, set())
        free = next(number for number in range(len(numbers) + 1) if number not in numbers)
        nimbers[position] = free if ended is None else int(ended.value is Value.WIN)
        for parent in graph.after[position] + graph.same_player.get(position, []):
            child_nimbers[parent].add(nimbers[position])
            open_moves[parent] -= 1
            if not open_moves[parent]:
                ready.append(parent)
    return nimbers if len(nimbers) == len(graph.moves) and max(nimbers.values()) <= MARGIN_LIMIT else None
