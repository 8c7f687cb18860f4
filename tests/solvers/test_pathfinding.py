"""Searches for one position, checked against published numbers, the reference solver, and random graphs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from perfect_play.puzzles.base import Position, Puzzle, Value
from perfect_play.puzzles.mixins import Searchable
from perfect_play.solvers import budget
from perfect_play.solvers.cli.main import main
from perfect_play.solvers.pathfinding import space
from perfect_play.solvers.pathfinding.best_first import (
    MOST_SOLUTIONS,
    a_star,
    all_solutions,
    bidirectional,
    breadth_first,
)
from perfect_play.solvers.pathfinding.choose import SEARCHES, every_shortest, shortest
from perfect_play.solvers.pathfinding.deepening import all_shortest, ida_star, iterative_deepening
from perfect_play.solvers.pathfinding.space import Budget, CannotSearchBackward, SearchResult, UnfinishedSearch
from tests.helpers import (
    TILES,
    BackwardPuzzle,
    ForwardPuzzle,
    Graph,
    exhaustive,
    lines_by_table,
    load,
    result_of,
    solved,
    walk,
)

Search = Callable[..., SearchResult]
VARIANTS = (
    *("npuzzle/2x3", "towersofhanoi/3_4", "towersofhanoi/4_3", "pegsolitaire/triangle", "nqueens/5", "lightsout/3"),
    *("bishoppuzzle/4x5_4", "sokoban/microban_1", "solitairechess/4", "toadsandfrogspuzzle/6", "topspin/6_2"),
)


def rules_of(full_id: str) -> Puzzle:
    rules = load(full_id)
    assert isinstance(rules, Puzzle)
    return rules


def samples(full_id: str) -> list[Position]:
    """Some positions of a variant, and where random moves lead from them, many of them unsolvable."""
    rules, rng = rules_of(full_id), random.Random(full_id)
    stored = list(solved(full_id).results)
    found = []
    for position in [rules.start(), *rng.sample(stored, min(8, len(stored)))]:
        position = rng.choice(list(rules.images(position)))
        found.append(position)
        for _ in range(rng.randrange(1, 6)):
            moves = [] if rules.primitive(position) is not None else list(rules.moves(position))
            position = rules.do_move(position, rng.choice(moves)) if moves else position
        found.append(position)
    return found


@pytest.mark.parametrize("full_id", VARIANTS)
@pytest.mark.parametrize("search", [*SEARCHES.values(), shortest], ids=lambda search: search.__name__)
def test_shortest_lines_equal_the_reference_solver(search: Search, full_id: str):
    rules = rules_of(full_id)
    if search is bidirectional and not rules.backward:
        with pytest.raises(CannotSearchBackward, match="cannot be searched backward"):
            search(rules, rules.start())
        return
    for position in samples(full_id):
        known = result_of(full_id, position)
        assert known is not None
        found = search(rules, position)
        text = rules.format(position)
        if known.value is Value.LOSE:
            assert found.line is None, text
            assert found.reason.endswith(".")
        else:
            assert found.line is not None, text
            assert len(found.line) == known.remoteness, text
            assert rules.primitive(walk(rules, position, found.line)) is Value.WIN


FEW = 3000


@pytest.mark.second_ring
@pytest.mark.parametrize("informed", [True, False])
@pytest.mark.parametrize("full_id", [exhaustive(one) if one == "lightsout/3" else one for one in VARIANTS])
def test_solutions_by_search_equal_those_of_the_table(full_id: str, informed: bool):
    rules, compared = rules_of(full_id), 0
    for position in samples(full_id):
        expected = [line for line, _ in zip(lines_by_table(full_id, position), range(FEW), strict=False)]
        if len(expected) < FEW:
            assert list(all_shortest(rules, position, informed=informed).lines) == expected, rules.format(position)
            compared += 1
    assert compared


# --- published numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [exhaustive(text) if text == "8672543-1" else text for text in TILES])
def test_tiles_are_solved_in_the_published_length_and_number_of_lines(text: str):
    rules = rules_of("npuzzle/3")
    length, lines = TILES[text]
    position = rules.parse(text)
    for search in (breadth_first, a_star, ida_star, bidirectional):
        assert len(search(rules, position).line) == length
    found = list(every_shortest(rules, position).lines)
    assert {len(line) for line in found} == {length}
    assert len(set(found)) == len(found)
    assert len(found) == lines
    assert all(walk(rules, position, line) == b"12345678-" for line in found)


@pytest.mark.parametrize("text", [exhaustive(text) if TILES[text][0] > 30 else text for text in TILES])
def test_uninformed_search_has_the_same_solutions(text: str):
    rules = rules_of("npuzzle/3")
    position = rules.parse(text)
    uninformed = all_shortest(rules, position, informed=False)
    assert uninformed.first.method == "iterative deepening"
    assert set(uninformed.lines) == set(every_shortest(rules, position).lines)


def test_tiles_in_order_behind_the_gap_take_fourteen_moves():
    rules = rules_of("npuzzle/3")
    assert len(shortest(rules, rules.parse("1234-5678")).line) == 14


def test_gap_of_a_shortest_line_goes_the_expected_way():
    rules = rules_of("npuzzle/3")
    position = rules.parse("412-53786")
    ways = {-3: "up", 3: "down", -1: "left", 1: "right"}
    gap, told = 3, []
    for cell in shortest(rules, position).line:
        told.append(ways[cell - gap])
        gap = cell
    assert told == ["up", "right", "right", "down", "down"]


@pytest.mark.parametrize(("full_id", "length"), [("towersofhanoi/3_8", 255), ("towersofhanoi/4_7", 25)])
def test_towers_are_moved_in_the_published_number_of_moves(full_id: str, length: int):
    """2^n - 1, and the numbers of Frame and Stewart."""
    assert len(shortest(rules_of(full_id), rules_of(full_id).start()).line) == length


def test_klotski_takes_the_published_116_moves():
    """116 one-cell moves of blocks (M. Gardner, 1964: 81 if sliding further is free)."""
    rules = rules_of("klotski/donkey")
    found = shortest(rules, rules.start())
    assert (len(found.line), found.method) == (116, "bidirectional search")


def test_central_game_is_solved_in_31_jumps():
    rules = rules_of("pegsolitaire/english")
    line = shortest(rules, rules.start()).line
    assert len(line) == 31
    assert rules.primitive(walk(rules, rules.start(), line)) is Value.WIN


# --- what cannot be solved ------------------------------------------------------------------------


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_proof_is_the_whole_component(search: Search):
    """Half of the 720 arrangements of 2 x 3 are connected with one another."""
    rules = rules_of("npuzzle/2x3")
    found = search(rules, rules.parse("21345-"))
    assert found.line is None
    assert "360 positions" in found.reason


def test_unsolvable_position_is_refused_by_the_rules_alone():
    rules = rules_of("npuzzle/3x4")
    found = shortest(rules, rules.parse("2134567" + "89ab-"))
    assert (found.line, found.expanded, found.method) == (None, 0, "the rules")
    assert list(every_shortest(rules, rules.parse("213456789ab-")).lines) == []


# --- random graphs --------------------------------------------------------------------------------


def random_graph(rng: random.Random) -> tuple[Graph, dict[int, Value]]:
    size = rng.randrange(1, 12)
    graph = {node: rng.sample(range(size), rng.randrange(0, min(4, size + 1))) for node in range(size)}
    ends = {node: rng.choice([Value.WIN, Value.LOSE]) for node in range(size) if rng.random() < 0.2}
    return graph, ends


def distance(graph: Graph, ends: dict[int, Value], node: int) -> int | None:
    """The fewest moves to a win, by repeatedly relaxing all edges."""
    far = {end: 0 for end, value in ends.items() if value is Value.WIN}
    for _ in graph:
        for here in graph:
            nearest = min((far[child] for child in graph[here] if child in far), default=None)
            if here not in ends and nearest is not None:
                far[here] = min(nearest + 1, far.get(here, nearest + 1))
    return far.get(node)


class GuessingGraph(Searchable, ForwardPuzzle):
    """A graph with a heuristic."""


def guess(rules: GuessingGraph, graph: Graph, ends: dict[int, Value], rng: random.Random) -> None:
    """Give the rules an admissible heuristic that is far from consistent."""
    far = {node: distance(graph, ends, node) for node in graph}
    guessed = {node: rng.randrange(7 if known is None else known + 1) for node, known in far.items()}
    rules.heuristic = guessed.__getitem__  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", range(150))
def test_random_graphs_are_solved_by_every_search_in_the_fewest_moves(seed: int):
    rng = random.Random(seed)
    graph, ends = random_graph(rng)
    expected = distance(graph, ends, 0)
    forward, backward = ForwardPuzzle(graph, ends), BackwardPuzzle(graph, ends)
    searches: list[tuple[Search, Puzzle]] = [(search, forward) for search in (breadth_first, iterative_deepening)]
    searches.append((bidirectional, backward))
    guessing = GuessingGraph(graph, ends)
    guess(guessing, graph, ends, rng)
    searches += [(a_star, guessing), (ida_star, guessing)]
    for search, rules in searches:
        line = search(rules, 0).line
        assert (line if line is None else len(line)) == expected, search
        if line is not None:
            assert rules.primitive(walk(rules, 0, line)) is Value.WIN
    if expected is not None:
        for remembered in (0, 1, 3):
            assert len(ida_star(guessing, 0, remembered=remembered).line) == expected
    # All lines of that many moves, by enumeration.
    lines: list[tuple[int, ...]] = [] if expected is None else [()]
    for _ in range(expected or 0):
        lines = [
            (*line, move) for line in lines if (line or (0,))[-1] not in ends for move in graph[(line or (0,))[-1]]
        ]
    lines = [line for line in lines if ends.get((line or (0,))[-1]) is Value.WIN]
    assert list(all_shortest(guessing, 0).lines) == lines


# --- budgets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000])
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_search_stops_at_its_limit_of_positions(search: Search, nodes: int):
    rules = rules_of("npuzzle/3")
    position = rules.parse("8672543-1")
    with pytest.raises(
        UnfinishedSearch, match=f"more than {nodes:,} positions; it is proved that fewer than"
    ) as raised:
        search(rules, position, Budget(nodes=nodes))
    assert raised.value.generated <= nodes
    assert (5 if nodes == 1000 else 1) <= raised.value.bound <= 31


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_search_stops_at_its_time_limit(search: Search, monkeypatch: pytest.MonkeyPatch):
    """With a processor that spends a second between readings of its clock."""
    rules = rules_of("npuzzle/3")
    clock = count()
    monkeypatch.setattr(space, "CLOCK", 1)
    monkeypatch.setattr(budget, "time", SimpleNamespace(monotonic=lambda: 0.0, thread_time=lambda: next(clock)))
    with pytest.raises(UnfinishedSearch, match="more than 50 seconds") as raised:
        search(rules, rules.parse("8672543-1"), Budget(seconds=50))
    assert raised.value.expanded <= 51
    assert raised.value.bound <= 31


def test_search_whose_time_was_up_before_it_began_may_be_asked_for_again():
    rules = rules_of("npuzzle/3")
    with budget.within(0), pytest.raises(UnfinishedSearch) as raised:
        shortest(rules, rules.parse("8672543-1"), Budget())
    assert raised.value.passing
    with pytest.raises(UnfinishedSearch) as raised:
        shortest(rules, rules.parse("8672543-1"), Budget(nodes=10))
    assert not raised.value.passing


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_bounds_are_never_too_high(search: Search):
    """For every budget, up to the one that yields an answer."""
    rules = rules_of("towersofhanoi/4_3")
    assert len(search(rules, rules.start()).line) == 5
    bounds = []
    for nodes in range(1, 10_000):
        try:
            found = search(rules, rules.start(), Budget(nodes=nodes))
            break
        except UnfinishedSearch as stopped:
            bounds.append(stopped.bound)
    assert (len(found.line), found.generated) == (5, nodes)
    assert bounds == sorted(bounds)
    assert 1 <= bounds[0] <= bounds[-1] <= 5


def test_search_for_all_solutions_stops_at_its_budget():
    rules = rules_of("npuzzle/3")
    found = all_shortest(rules, rules.parse("8672543-1"), Budget(nodes=20_000))
    assert len(found.first.line) == 31
    with pytest.raises(UnfinishedSearch) as raised:
        list(found.lines)
    assert (raised.value.bound, raised.value.generated <= 20_000) == (31, True)


# --- symmetry, and what cannot be searched --------------------------------------------------------


@pytest.mark.parametrize("full_id", ["towersofhanoi/4_4", "nqueens/5", "pegsolitaire/triangle"])
def test_symmetry_saves_work_and_changes_nothing(full_id: str):
    rules = rules_of(full_id)
    plain = type(rules)(rules.variant)
    plain.symmetric = False
    with_symmetry, without = breadth_first(rules, rules.start()), breadth_first(plain, rules.start())
    assert len(with_symmetry.line) == len(without.line)
    assert with_symmetry.generated < without.generated


def test_a_heuristic_saves_work():
    rules = rules_of("npuzzle/3")
    position = rules.parse("8672543-1")
    assert a_star(rules, position).expanded < breadth_first(rules, position).expanded / 10


@pytest.mark.parametrize(
    ("line", "status", "part"),
    [
        ("npuzzle 3 8672543-1 --nodes 100", 1, "may not take more than 100 positions; it is proved"),
        ("nim", 2, "nim is a game for two players"),
        ("sum", 2, "sum is a game for two players"),
        ("nqueens 4 --by bidirectional", 0, "4 moves\n"),
        ("pegsolitaire triangle --by bidirectional", 0, "13 moves\n"),
        ("solitairechess 1 --by bidirectional", 2, "cannot be searched backward"),
        ("npuzzle 3 12345678- --all", 0, "none: it is solved"),
        ("npuzzle 3 412-53786 --cost", 0, "5 moves, cost 5\n"),
        ("gridnavigation zigzag --cost", 0, "18 moves, cost 18.8284\n"),
        ("gridnavigation zigzag --cost --nodes 20", 1, "it is proved that moves that cost less than"),
        ("gridnavigation s.X.g_..X.._..X..", 0, "6 positions; none is solved."),
        ("npuzzle 3 123", 2, "expected 9 characters"),
        ("pegsolitaire triangle --all", 0, "There are more lines as good as the 100 that are told."),
    ],
)
def test_command_path_tells_lines_or_why_not_and_writes_nothing(
    line: str, status: int, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--data-dir", str(tmp_path), "path", *line.split()]) == status
    assert part in "".join(capsys.readouterr())
    assert list(tmp_path.iterdir()) == []


def test_the_command_answers_by_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Once there is a table, a search runs only if requested by name."""

    def told(line: str) -> str:
        assert main(["--data-dir", str(tmp_path), *line.split()]) == 0
        return capsys.readouterr().out

    for position, part in (("432-51", "21 moves"), ("12345-", "none: it is solved"), ("21345-", "cannot be solved")):
        by_search = told(f"path npuzzle 2x3 {position} --by breadth-first")
        assert "by breadth-first search: " in by_search
        assert part in by_search or position == "432-51"
    told("solve npuzzle 2x3")
    for position in ("432-51", "12345-", "21345-"):
        by_table = told(f"path npuzzle 2x3 {position}")
        assert by_table.endswith("by table\n")
        searched = told(f"path npuzzle 2x3 {position} --by a-star").splitlines()
        assert by_table.splitlines()[1].split(".")[0] == searched[1].split(".")[0]
    rules = rules_of("npuzzle/2x3")
    lines = list(lines_by_table("npuzzle/2x3", rules.parse("51-432")))
    every = told("path npuzzle 2x3 51-432 --all").splitlines()
    assert len(every) == len(lines) + 3
    assert every[-1] == "by table"


def test_command_path_without_a_table_searches(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The whole component is explored only if the search for a line cannot answer."""
    path = ["--data-dir", str(tmp_path), "path", "lineardisks", "distinct_7_6"]
    for nodes, how in ((2_000_000, "by A*: "), (100, "by search on demand\n")):
        assert main([*path, f"--nodes={nodes}"]) == 0
        told = capsys.readouterr().out
        assert "25 moves\n" in told
        assert how in told


def test_puzzle_with_too_many_solutions_is_refused():
    class Many(ForwardPuzzle):
        reversible = True

        def solutions(self) -> Iterator[int]:
            return count()

    with pytest.raises(CannotSearchBackward, match=f"more than {MOST_SOLUTIONS:,} solutions"):
        all_solutions(Many({0: [1], 1: [0]}, {}))
