"""Legal positions unreachable from the start: answered as by a plain fixpoint over all legal positions, or refused."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from perfect_play.puzzles.base import OPPOSITE, Game, Position, PositionError, Rules, Value
from perfect_play.puzzles.mixins import Scored
from perfect_play.server import create_app
from perfect_play.server.middleware import search_workers
from perfect_play.solvers.limiter import TooManySearches
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.result import DRAWN, LOST, Result
from perfect_play.solvers.retrograde import solve
from perfect_play.solvers.status import NotReady
from perfect_play.solvers.untabled.exploration import NotExplored
from tests.helpers import ForwardPuzzle, GraphGame, exhaustive, load, reachable, solved
from tests.solvers.searching import searches

PLENTY = 600.0  # seconds: searches are bounded by positions
MOST = 1500  # positions requested per variant


def boards(rules: Rules, characters: str = "xo-") -> Iterator[Position]:
    """Every legal board of these characters, with either player to move."""
    cells = len(rules.board(rules.start()).cells)
    for board, turn in product(map("".join, product(characters, repeat=cells)), (1, 2)):
        with suppress(PositionError):
            position = rules.from_board(board, turn)
            if rules.turn(position) == turn and rules.board(position).cells == board:
                yield position


def sown(rules: Rules) -> Iterator[Position]:
    """Every legal distribution of the stones of Kalah or Mancala over pits and stores."""
    start = rules.start()[1]
    for stones, turn in product(ways(sum(start), len(start)), (1, 2)):
        with suppress(PositionError):
            yield rules.parse(rules.format((turn, stones)))


def ways(stones: int, pits: int) -> Iterator[tuple[int, ...]]:
    if pits == 1:
        yield (stones,)
    for first in range(stones + 1) if pits > 1 else ():
        yield from ((first, *rest) for rest in ways(stones - first, pits - 1))


def late(rules: Rules) -> Iterator[Position]:
    """Random boards of Othello with few empty cells, and all positions they lead to."""
    rng = random.Random(5)
    found = set()
    while len(found) < 60:
        board = ["x", "o"] * 8
        rng.shuffle(board)
        for cell in rng.sample((0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15), rng.randrange(5)):
            board[cell] = "-"
        with suppress(PositionError):
            found.add(rules.from_board("".join(board), rng.choice((1, 2))))
    yield from reachable(rules, found, stop_at_end=True)


def placed(rules: Rules) -> Iterator[Position]:
    """Some or all pieces of Solitaire Chess on random cells, and all positions they lead to."""
    rng = random.Random(5)
    found = set()
    while len(found) < 60:
        board = list(rules.board(rules.start()).cells)
        rng.shuffle(board)
        with suppress(PositionError):
            found.add(rules.from_board("".join(board), 1))
    yield from reachable(rules, found, stop_at_end=True)


def reference(rules: Rules, positions: Iterable[Position]) -> tuple[dict[Position, Result], dict[Position, int]]:
    """The results and margins of positions and of all they lead to, by definition."""
    every = reachable(rules, positions, stop_at_end=True)
    ended = {position: rules.primitive(position) for position in every}
    after = {p: [(c, rules.turn(c) == rules.turn(p)) for c in rules.children(p)] for p in every if ended[p] is None}
    results = {p: Result(value, 0) for p, value in ended.items() if value is not None}
    if not isinstance(rules, Game):
        results = {p: found for p, found in results.items() if found.value is Value.WIN}
        after = {p: [(child, True) for child, _ in children] for p, children in after.items()}
    ties = {p: found for p, found in results.items() if found.value is Value.TIE}
    results = {p: found for p, found in results.items() if p not in ties}
    remoteness = 0
    while True:
        remoteness += 1
        found = {}
        for position, children in after.items():
            if position not in results:
                told = [(results.get(child), same) for child, same in children]
                worths = [None if r is None else r.value if same else OPPOSITE[r.value] for r, same in told]
                if Value.WIN in worths:
                    found[position] = Result(Value.WIN, remoteness)
                elif isinstance(rules, Game) and set(worths) == {Value.LOSE}:
                    found[position] = Result(Value.LOSE, remoteness)
        if not found:
            break
        results.update(found)
    remoteness = 0
    while ties:
        results.update(ties)
        remoteness += 1
        ties = {
            position: Result(Value.TIE, remoteness)
            for position, children in after.items()
            if position not in results and any(child in ties for child, _ in children)
        }
    rest = DRAWN if isinstance(rules, Game) else LOST
    return {p: results.get(p, rest) for p in every}, margins(rules, after) if wins_by(rules) else {}


def wins_by(rules: Rules) -> bool:
    return isinstance(rules, Scored)


def margins(rules: Rules, after: dict[Position, list[tuple[Position, bool]]]) -> dict[Position, int]:
    assert isinstance(rules, Game)
    known: dict[Position, int] = {}

    def margin(position: Position) -> int:
        if position not in known:
            worths = [margin(child) * (1 if same else -1) for child, same in after.get(position, [])]
            known[position] = max(worths) if worths else rules.margin(position)
        return known[position]

    for position in after:
        margin(position)
    return known


LEGAL = {
    "clobber/2x2": boards,
    "clobber/2x3": boards,
    "col/2x2": boards,
    "col/2x3": boards,
    "snort/2x3": boards,
    "domineering/2x4": lambda rules: boards(rules, "x-"),
    "domineering/3x3": lambda rules: boards(rules, "x-"),
    "toadsandfrogs/3_2_2": boards,
    "hexapawn/3x3": boards,
    "dao/3x3": boards,
    "mutorere/regular": boards,
    "kalah/2x2": sown,
    "mancala/3x1": sown,
    "othello/4x4": late,
    "solitairechess/4": placed,
}


def with_table(rules: Rules, data_dir: Path) -> PuzzleManager:
    """A manager with the table of these rules and no time pressure."""
    manager = PuzzleManager(data_dir)
    manager.store.write(rules, solved(rules.full_id), 0.0)
    manager.explorer.seconds = PLENTY
    return manager


SLOW = ("hexapawn/3x3", "dao/3x3", "mutorere/regular", "solitairechess/4")
SLOW_MARKS = dict.fromkeys(SLOW, pytest.mark.exhaustive) | dict.fromkeys(SLOW[::3], pytest.mark.second_ring)


@pytest.mark.parametrize("full_id", [pytest.param(name, marks=SLOW_MARKS.get(name, ())) for name in LEGAL])
def test_every_legal_position_is_answered_as_by_the_reference(full_id: str, tmp_path: Path):
    rules, rng = load(full_id), random.Random(1)
    manager = with_table(rules, tmp_path)
    legal = sorted(LEGAL[full_id](rules), key=repr)
    expected, points = reference(rules, legal)
    searched = 0
    for position in rng.sample(legal, min(MOST, len(legal))):
        name = rules.format(position)
        assert rules.parse(name) == position
        searched += manager.answered_by(rules, position) == "exact search"
        report = position_report(manager, rules, position)
        assert report.facts.result == expected[position], name
        assert report.facts.margin == points.get(position, report.facts.margin), name
        for move in report.moves:
            assert move.child.result == expected[move.child.position], (name, move.name)
    covered = manager.store.meta(rules).domain == "legal"
    assert searched == 0 if covered else searched > 10


@pytest.mark.second_ring
@pytest.mark.parametrize("full_id", [exhaustive(name) if name in SLOW else name for name in LEGAL])
def test_every_legal_position_without_a_table_is_answered_as_by_the_reference(full_id: str, tmp_path: Path):
    rules, rng = load(full_id), random.Random(2)
    manager = PuzzleManager(tmp_path)
    manager.explorer.seconds = PLENTY
    legal = sorted(LEGAL[full_id](rules), key=repr)
    expected, points = reference(rules, legal)
    for position in rng.sample(legal, min(60, len(legal))):
        assert manager.explorer.result(rules, position) == expected[position], rules.format(position)
        if wins_by(rules) and rules.primitive(position) is None:
            assert manager.explorer.margin(rules, position) == points[position]
        with pytest.raises(NotReady):
            manager.result(rules, position)


# --- either player first ----------------------------------------------------------------------------

OUTCOMES = [
    ("domineering/2x2", "N"),
    ("domineering/2x3", "N"),
    ("domineering/3x2", "N"),
    ("domineering/2x4", "H"),
    ("domineering/4x2", "V"),
    ("domineering/4x4", "N"),
    ("domineering/5x4", "H"),
    ("col/3x3", "P"),
    ("col/2x3", "P"),
    ("snort/3x3", "N"),
    ("clobber/2x3", "P"),
    ("clobber/3x3", "N"),
    ("clobber/3x4", "P"),
    ("toadsandfrogs/2_1_2", "N"),
]
"""Winners from the empty board or the usual start: N whoever begins, P the other, V the first player, H the second.

Domineering as published by D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik (2000). The other starts look
the same with the players exchanged, so only N or P is possible; the table says which."""


@pytest.mark.parametrize(("full_id", "outcome"), OUTCOMES)
def test_outcome_classes_of_boards_with_either_player_to_move_are_as_published(
    full_id: str, outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rules = load(full_id)
    with_table(rules, tmp_path)
    service = create_app({"data_dir": tmp_path, "build": False})
    service.extensions["manager"].explorer.seconds = PLENTY
    monkeypatch.setattr(search_workers, "SECONDS", PLENTY)
    asking = service.test_client()
    board = rules.board(rules.start())
    won = {}
    for letter, turn in (("A", 1), ("B", 2)):
        name = f"R_{letter}_{board.rows}_{board.cols}_{board.cells}"
        text = rules.format(rules.from_board(board.cells, turn))
        for asked in (name, text):
            answer = asking.get(f"/games/{rules.id}/variants/{rules.variant.id}/positions/{asked}/")
            assert answer.status_code == 200, answer.text
            told = answer.get_json()["response"]
            assert told["position"] == name
            won[letter] = told["positionValue"] == "win"
    classes = {(True, False): "V", (False, True): "H", (True, True): "N", (False, False): "P"}
    assert classes[won["A"], won["B"]] == outcome


@pytest.mark.parametrize(
    ("full_id", "usual", "other"),
    [
        ("domineering/2x2", "----", "2_----"),
        ("domineering/2x2", "x-x-", "1_x-x-"),
        ("clobber/2x2", "xoox", "2_xoox"),
        ("col/2x2", "x---", "1_x---"),
        ("snort/2x2", "o---", "1_o---"),
    ],
)
def test_images_of_a_position_share_one_text(full_id: str, usual: str, other: str):
    rules = load(full_id)
    first, second = rules.parse(usual), rules.parse(other)
    assert {rules.turn(first), rules.turn(second)} == {1, 2}
    assert rules.board(first) == rules.board(second)
    assert [rules.format(first), rules.format(second)] == [usual, other]
    with pytest.raises(PositionError, match="turn anyway"):
        rules.parse(f"{rules.turn(first)}_{usual}")


@pytest.mark.parametrize("full_id", ["clobber/3x3", "col/2x3", "snort/3x3", "domineering/3x3"])
def test_tables_answer_for_exchanged_players(full_id: str, tmp_path: Path):
    """Nothing is explored if the players have changed places."""
    rules = load(full_id)
    manager = with_table(rules, tmp_path)
    manager.explorer.nodes = 0
    for position in sorted(reachable(rules))[::7]:
        exchanged = rules.exchanged(position)
        assert rules.exchanged(exchanged) == position
        assert rules.turn(exchanged) != rules.turn(position)
        assert rules.parse(rules.format(exchanged)) == exchanged
        assert manager.result(rules, exchanged) == manager.result(rules, position)


# --- bounds -----------------------------------------------------------------------------------------


def chain(length: int) -> GraphGame:
    """A game of one line of moves that its start is not on."""
    graph = {node: [node + 1] for node in range(1, length)} | {0: [], length: []}
    return GraphGame(graph, {0: Value.LOSE, length: Value.LOSE}, {node: 1 + node % 2 for node in graph})


def test_exploration_beyond_the_budget_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rules = chain(300)
    manager = PuzzleManager(tmp_path)
    manager.store.write(rules, solve(rules), 0.0)
    manager.explorer.nodes = 250
    for node, left in ((60, 240), (51, 249)):
        assert manager.result(rules, node) == Result(Value.LOSE if left % 2 == 0 else Value.WIN, left)
    with pytest.raises(NotExplored, match=r"the start never leads to it, and to go through .* more than 250 positions"):
        manager.result(rules, 10)
    manager.explorer.nodes, manager.explorer.seconds = 10_000, 0.0
    with pytest.raises(NotExplored, match="more time than there was"):
        manager.result(rules, 10)


def test_explored_positions_are_remembered(tmp_path: Path):
    rules = chain(300)
    manager = PuzzleManager(tmp_path)
    manager.store.write(rules, solve(rules), 0.0)
    assert manager.result(rules, 100) == Result(Value.LOSE, 200)
    manager.explorer.nodes = 0
    assert manager.result(rules, 101) == Result(Value.WIN, 199)


def test_explorations_beyond_the_limit_are_refused(tmp_path: Path):
    rules = chain(300)
    manager = PuzzleManager(tmp_path, searches=1)
    manager.store.write(rules, solve(rules), 0.0)
    with searches(manager.limiter, 1):
        assert manager.result(rules, 0) == Result(Value.LOSE, 0)
        with pytest.raises(TooManySearches):
            manager.result(rules, 100)


def test_a_puzzle_meets_what_its_table_covers(tmp_path: Path):
    graph = {0: [1, 2], 1: [3], 2: [], 3: [], 4: [0, 2], 5: [4, 1], 6: [2], 7: []}
    rules = ForwardPuzzle(graph, {3: Value.WIN, 7: Value.LOSE})
    manager = PuzzleManager(tmp_path)
    manager.store.write(rules, solve(rules), 0.0)
    assert manager.result(rules, 4) == Result(Value.WIN, 3)
    assert manager.result(rules, 5) == Result(Value.WIN, 2)
    assert manager.result(rules, 6) == manager.result(rules, 7) == LOST
