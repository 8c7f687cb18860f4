"""The reference solver, on graphs whose results are computed here in another way.

Here every position is re-evaluated straight from the definition until nothing changes. The
solver works backward over the reverse graph and counts: nothing is shared.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from perfect_play.puzzles.base import Game, Turn, Value, Variant
from perfect_play.solvers.bound import TooLarge
from perfect_play.solvers.budget import within
from perfect_play.solvers.result import DRAWN, LOST, Result
from perfect_play.solvers.retrograde import STEP, Limits, solve, solve_from
from tests.helpers import (
    BackwardPuzzle,
    ForwardPuzzle,
    GraphGame,
    as_list,
    histograms,
    load,
    reachable,
)

WIN, LOSE, TIE, DRAW = Value.WIN, Value.LOSE, Value.TIE, Value.DRAW
TURNED = {WIN: LOSE, LOSE: WIN, TIE: TIE}


# --- by definition ------------------------------------------------------------------------------


def game_by_definition(rules: Game) -> dict[int, Result]:
    """The result of everything the start reaches, by sweeps over all positions."""
    positions = reachable(rules, stop_at_end=True)
    known: dict[int, Result] = {}
    for position in positions:
        ended = rules.primitive(position)
        if ended in (WIN, LOSE):
            known[position] = Result(ended, 0)

    def for_mover(position: int, child: int) -> Result | None:
        """A child's value for the player to move at `position`."""
        found = known.get(child)
        if found is None or rules.turn(child) == rules.turn(position):
            return found
        return Result(TURNED[found.value], found.remoteness)

    def sweep(decide) -> bool:
        new = {}
        for position in positions:
            if position not in known and rules.primitive(position) is None:
                found = decide([for_mover(position, child) for child in rules.moves(position)])
                if found is not None:
                    new[position] = found
        known.update(new)
        return bool(new)

    def win_or_lose(after: list[Result | None]) -> Result | None:
        wins = [found.remoteness for found in after if found and found.value is WIN]
        if wins:
            return Result(WIN, 1 + min(wins))
        if all(found and found.value is LOSE for found in after):
            return Result(LOSE, 1 + max(found.remoteness for found in after))
        return None

    def tie(after: list[Result | None]) -> Result | None:
        ties = [found.remoteness for found in after if found and found.value is TIE]
        return Result(TIE, 1 + min(ties)) if ties else None

    while sweep(win_or_lose):
        pass
    known |= {position: Result(TIE, 0) for position in positions if rules.primitive(position) is TIE}
    while sweep(tie):
        pass
    return {position: known.get(position, DRAWN) for position in positions}


def puzzle_by_definition(rules) -> dict[int, Result]:
    """The result of every node of the graph, by a forward search from each."""
    results = {}
    for first in rules.graph:
        seen, level, remoteness = {first}, [first], 0
        found = LOST
        while level and found is LOST:
            if any(rules.primitive(node) is WIN for node in level):
                found = Result(WIN, remoteness)
            alive = [node for node in level if rules.primitive(node) is None]
            level = [child for node in alive for child in rules.moves(node) if child not in seen]
            seen.update(level)
            remoteness += 1
        results[first] = found
    return results


# --- random graphs ------------------------------------------------------------------------------


def random_game(rng: random.Random, cyclic: bool) -> GraphGame:
    """A game on few nodes: with every value, with or without cycles, extra turns and idle motions."""
    size = rng.randint(1, 14)
    graph, ends = {}, {}
    for node in range(size):
        choices = range(size) if cyclic else range(node + 1, size)
        count = min(len(choices), rng.choice((0, 1, 1, 2, 2, 3, 4)))
        graph[node] = rng.sample(choices, count)
        if not graph[node] or rng.random() < 0.08:  # some ended positions still have moves
            ends[node] = rng.choice((WIN, LOSE, LOSE, TIE))
    alternate = rng.random() < 0.3
    turns: dict[int, Turn] = {node: 1 + (node % 2 if alternate else rng.randrange(2)) for node in range(size)}
    return GraphGame(graph, ends, turns)


@pytest.mark.parametrize("cyclic", [False, True], ids=["acyclic", "cyclic"])
def test_games_on_random_graphs_are_solved_as_by_definition(cyclic: bool):
    rng, values = random.Random(5 if cyclic else 6), Counter()
    longest = 0
    for _ in range(1500):
        rules = random_game(rng, cyclic)
        expected = game_by_definition(rules)
        assert solve(rules).results == expected, (rules.graph, rules.ends, rules.turns)
        values.update(found.value for found in expected.values())
        longest = max(longest, *(found.remoteness or 0 for found in expected.values()))
    assert min(values[WIN], values[LOSE], values[TIE]) > 500, "the graphs are worth the trouble"
    assert (values[DRAW] > 500) == cyclic
    assert longest >= 6


def test_large_random_games_are_solved_as_by_definition():
    rng = random.Random(7)
    for _ in range(3):
        graph = {node: rng.sample(range(800), rng.choice((1, 2, 3))) for node in range(800)}
        ends = {node: rng.choice((WIN, LOSE, TIE)) for node in rng.sample(range(1, 800), 80)}
        rules = GraphGame(graph, ends, {node: rng.choice((1, 2)) for node in range(800)})
        expected = game_by_definition(rules)
        assert len(expected) > 400
        assert solve(rules).results == expected


def random_puzzle(rng: random.Random, kind: type):
    """A puzzle on few nodes: with cycles, dead ends, and losses that still have moves."""
    size = rng.randint(1, 16)
    graph = {node: rng.sample(range(size), min(size, rng.choice((0, 1, 1, 2, 2, 3)))) for node in range(size)}
    ends = {node: rng.choice((WIN, LOSE)) for node in range(size) if rng.random() < 0.2}
    return kind(graph, ends)


def test_puzzles_backward_on_random_graphs_are_solved_as_by_definition():
    rng, lost, longest = random.Random(8), 0, 0
    for _ in range(1500):
        rules = random_puzzle(rng, BackwardPuzzle)
        solution, expected = solve(rules), puzzle_by_definition(rules)
        assert solution.domain == "closure"
        assert {node: solution.result(rules, node) for node in rules.graph} == expected, (rules.graph, rules.ends)
        assert LOST not in solution.results.values(), "what is lost is not stored"
        lost += sum(found == LOST for found in expected.values())
        longest = max(longest, *(found.remoteness or 0 for found in expected.values()))
    assert lost > 1000
    assert longest >= 6


def test_puzzles_forward_on_random_graphs_are_solved_as_by_definition():
    rng, unknown = random.Random(9), 0
    for _ in range(1500):
        rules = random_puzzle(rng, ForwardPuzzle)
        solution, expected = solve(rules), puzzle_by_definition(rules)
        covered = reachable(rules, stop_at_end=True)
        assert solution.domain == "reachable"
        assert solution.results == {node: expected[node] for node in covered}, (rules.graph, rules.ends)
        for node in set(rules.graph) - covered:
            assert solution.result(rules, node) is None, "what is not known is not lost"
            unknown += 1
    assert unknown > 1000


# --- small cases by hand ------------------------------------------------------------------------


def game(graph, ends, turns=None) -> dict[int, Result]:
    turns = turns or dict.fromkeys(graph, 1)
    return solve(GraphGame(graph, ends, turns)).results


def test_players_win_as_soon_and_lose_as_late_as_possible():
    # 0 -> 1 (lost at once) or 2 (lost in two); 6 can lose at once or in three
    turns: dict[int, Turn] = {0: 1, 1: 2, 2: 2, 3: 1, 4: 2}
    graph = {0: [1, 2], 1: [], 2: [3], 3: [4], 4: []}
    assert game(graph, {1: LOSE, 4: LOSE}, turns)[0] == Result(WIN, 1)
    # every move of 0 loses: after 1 the other wins at once, after 2 in three
    graph = {0: [1, 2], 1: [5], 2: [3], 3: [4], 4: [5], 5: []}
    turns = {0: 1, 1: 2, 2: 2, 3: 1, 4: 2, 5: 1}
    found = game(graph, {5: LOSE}, turns)
    assert (found[1], found[2]) == (Result(WIN, 1), Result(WIN, 3))
    assert found[0] == Result(LOSE, 4)


def test_a_player_who_moves_again_keeps_the_value():
    graph = {0: [1], 1: []}
    assert game(graph, {1: WIN}, {0: 1, 1: 1})[0] == Result(WIN, 1)
    assert game(graph, {1: WIN}, {0: 1, 1: 2})[0] == Result(LOSE, 1)
    assert game(graph, {1: LOSE}, {0: 1, 1: 1})[0] == Result(LOSE, 1)
    assert game(graph, {1: LOSE}, {0: 1, 1: 2})[0] == Result(WIN, 1)
    assert game(graph, {1: TIE}, {0: 1, 1: 1})[0] == Result(TIE, 1)


def test_endless_play_is_a_draw_better_than_a_loss_and_worse_than_a_tie():
    turns: dict[int, Turn] = {0: 1, 1: 2, 2: 1}
    assert game({0: [1], 1: [0]}, {}, turns) == {0: DRAWN, 1: DRAWN}
    assert game({0: [0]}, {}, {0: 1}) == {0: DRAWN}
    found = game({0: [1, 2], 1: [0], 2: []}, {2: TIE}, turns)
    assert found == {0: Result(TIE, 1), 1: Result(TIE, 2), 2: Result(TIE, 0)}
    # a draw is better than a loss: 0 may cycle with 1, or go to 3, where the other wins
    found = game({0: [1, 3], 1: [0], 3: [4], 4: []}, {4: LOSE}, {0: 1, 1: 2, 3: 2, 4: 1})
    assert found == {0: DRAWN, 1: DRAWN, 3: Result(WIN, 1), 4: Result(LOSE, 0)}


def test_motions_of_an_ended_game_do_not_count():
    found = game({0: [1], 1: [2], 2: []}, {1: LOSE, 2: TIE}, {0: 1, 1: 2, 2: 1})
    assert found == {0: Result(WIN, 1), 1: Result(LOSE, 0)}


def test_the_same_child_by_two_moves_counts_once():
    found = game({0: [1, 1, 1], 1: [2, 2], 2: []}, {2: LOSE}, {0: 1, 1: 2, 2: 1})
    assert found == {0: Result(LOSE, 2), 1: Result(WIN, 1), 2: Result(LOSE, 0)}


def test_a_start_that_has_ended():
    assert game({0: []}, {0: TIE}) == {0: Result(TIE, 0)}
    assert solve(ForwardPuzzle({0: [1], 1: []}, {0: WIN})).results == {0: Result(WIN, 0)}


@pytest.mark.parametrize("kind", [ForwardPuzzle, BackwardPuzzle])
def test_dead_ends_and_lost_positions_with_motions_left_are_lost(kind):
    # 3 is lost although it could move on to the solution 2; 4 has no moves
    graph = {0: [1, 3, 4], 1: [0, 2], 2: [1], 3: [2], 4: []}
    rules = kind(graph, {2: WIN, 3: LOSE})
    solution = solve(rules)
    found = [solution.result(rules, node) for node in range(5)]
    assert found == [Result(WIN, 2), Result(WIN, 1), Result(WIN, 0), LOST, LOST]


def test_a_puzzle_without_solution_is_lost():
    graph = {0: [1], 1: [0]}
    assert solve(ForwardPuzzle(graph, {})).results == {0: LOST, 1: LOST}
    solution = solve(BackwardPuzzle(graph, {}))
    assert solution.results == {}
    assert solution.result(BackwardPuzzle(graph, {}), 0) == LOST


def test_a_long_path_needs_no_recursion():
    size = 5000
    graph = {node: [node + 1] for node in range(size)} | {size: []}
    rules = ForwardPuzzle(graph, {size: WIN})
    assert solve(rules).result(rules, 0) == Result(WIN, size)
    turns: dict[int, Turn] = {node: 1 + node % 2 for node in graph}
    assert solve(GraphGame(graph, {size: LOSE}, turns)).results[0] == Result(LOSE, size)


def test_limits_on_positions_and_moves_stop_the_solver_just_beyond_them():
    graph = {0: [1, 2], 1: [3], 2: [3], 3: []}
    rules = GraphGame(graph, {3: LOSE}, {0: 1, 1: 2, 2: 2, 3: 1})
    assert len(solve_from(rules, 0, Limits(4, 4)).results) == 4
    with pytest.raises(TooLarge, match="more than 3 positions"):
        solve_from(rules, 0, Limits(3, None))
    with pytest.raises(TooLarge, match="more than 3 moves"):
        solve_from(rules, 0, Limits(None, 3))


def test_clock_is_looked_at_as_often_as_said():
    with within(0.0):
        Limits(clock=64).check(1, 1, expanded=1)
        with pytest.raises(TooLarge, match="more time"):
            Limits(clock=1).check(1, 1, expanded=1)


def test_progress_is_told():
    told: list[int] = []
    solution = solve(load("npuzzle/2x4"), told.append)
    assert len(solution.results) > STEP
    assert told == sorted(told)
    assert told[-1] == len(solution.results)
    told.clear()
    size = 2 * STEP + 10
    rules = ForwardPuzzle({node: [node + 1] for node in range(size - 1)} | {size - 1: []}, {size - 1: WIN})
    solve(rules, told.append)
    assert [round(done / STEP) for done in told] == [1, 2]


# --- tic-tac-toe --------------------------------------------------------------------------------

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
TURNS_OF_THE_SQUARE = [
    "012345678",
    "630741852",
    "876543210",
    "258147036",
    "210543876",
    "678345012",
    "036147258",
    "852741630",
]  # rotated, mirrored


class TicTacToe(Game):
    """A position is the nine cells, row by row: x, o or -."""

    id = "tictactoe"
    name = "Tic-tac-toe"
    variants = (Variant("3", "3 x 3", testing=True),)
    misere = False

    def start(self):
        return "-" * 9

    def turn(self, position):
        return 1 if position.count("x") == position.count("o") else 2

    def moves(self, position):
        return [cell for cell in range(9) if position[cell] == "-"]

    def do_move(self, position, move):
        return position[:move] + "xo"[self.turn(position) - 1] + position[move + 1 :]

    def primitive(self, position):
        if any({position[int(cell)] for cell in line} in ({"x"}, {"o"}) for line in LINES):
            return WIN if self.misere else LOSE
        return None if "-" in position else TIE

    def format(self, position):
        return position

    def parse(self, text):
        return text


class Symmetric(TicTacToe):
    """The same with the eight symmetries of the square."""

    def images(self, position):
        return {"".join(position[int(cell)] for cell in order) for order in TURNS_OF_THE_SQUARE}


class Misere(TicTacToe):
    """Three in a row lose."""

    misere = True


def test_tic_tac_toe_has_the_known_counts():
    results = solve(TicTacToe(TicTacToe.variants[0])).results
    values = Counter(found.value for found in results.values())
    assert len(results) == 5478
    assert values == {WIN: 2836, LOSE: 1574, TIE: 1068}
    assert results["-" * 9] == Result(TIE, 9)
    wins = Counter(found.remoteness for found in results.values() if found.value is WIN)
    assert wins == {1: 2358, 3: 356, 5: 122}


def test_tic_tac_toe_with_symmetry_has_765_classes_and_the_same_results():
    rules = Symmetric(Symmetric.variants[0])
    solution, plain = solve(rules), solve(TicTacToe(TicTacToe.variants[0]))
    assert len(solution.results) == 765
    for position, found in plain.results.items():
        assert solution.result(rules, position) == found
    exact, classes = histograms(rules, solution)
    assert {value: sum(row.values()) for value, row in exact.items()} == {"win": 2836, "lose": 1574, "tie": 1068}
    assert sum(sum(row.values()) for row in classes.values()) == 765
    assert exact["win"] == {"1": 2358, "3": 356, "5": 122}


def test_misere_tic_tac_toe_ties_and_has_the_known_counts():
    results = solve(Misere(Misere.variants[0])).results
    assert Counter(found.value for found in results.values()) == {WIN: 3054, LOSE: 1444, TIE: 980}
    assert results["-" * 9].value is TIE


def test_histograms_count_draws_without_a_remoteness():
    rules = GraphGame({0: [1, 2], 1: [0], 2: []}, {2: WIN}, {0: 1, 1: 2, 2: 2})
    exact, classes = histograms(rules, solve(rules))
    assert exact == classes == {"draw": {"": 2}, "win": {"0": 1}}
    assert as_list(exact["win"]) == [1]
