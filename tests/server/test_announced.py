"""What an answer has said of a move stays true where the move leads, even if nothing can be searched there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask

from perfect_play.puzzles.base import Position, Rules, Value
from perfect_play.puzzles.mixins import Scored
from perfect_play.server import create_app
from perfect_play.server.middleware import search_workers
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.pathfinding.lookahead import Lookahead
from perfect_play.solvers.reports import partial
from perfect_play.solvers.reports.partial import OpenMove, report_now
from perfect_play.solvers.result import Result
from perfect_play.solvers.untabled import result_memory
from perfect_play.solvers.untabled.result_memory import ResultMemory
from tests.helpers import load, reachable, solved

WIN_IN_THREE = "------x-o----o-ooo--o-xxx--o-xox--xoxxoxxo"
"""A position of Connect 4 on 6x7 after 22 moves, beyond the book."""

Json = dict


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """A service that has solved nothing, and has no opening book."""
    monkeypatch.setattr(
        "perfect_play.solvers.untabled.proving_search.path_of", lambda rules, data_dir: data_dir / "no.book"
    )
    return create_app({"data_dir": tmp_path, "build": False})


@contextmanager
def without_searches(app: Flask) -> Iterator[None]:
    manager: PuzzleManager = app.extensions["manager"]
    with manager.limiter.refusing(SearchTooLong("All turns to search are taken.")):
        yield


def ask(app: Flask, variant: str, position: str) -> Json:
    answer = app.test_client().get(f"/universal/v1/{variant}/positions/?p={quote(position)}")
    assert answer.status_code == 200
    return answer.get_json()


def facts(answer: Json) -> tuple[str, int]:
    return answer["positionValue"], answer["remoteness"]


def test_a_win_in_three_needs_no_search(app: Flask):
    with without_searches(app):
        answer = ask(app, "connect4/6x7", WIN_IN_THREE)
        assert facts(answer) == ("win", 3)
        best = answer["moves"][0]
        assert (best["moveValue"], *facts(best)) == ("win", "lose", 2)
        assert facts(ask(app, "connect4/6x7", best["position"])) == ("lose", 2)


@pytest.mark.second_ring
def test_value_of_a_move_is_repeated_at_the_position_it_leads_to(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """In the process that found it, and in another one of the service. Today's clients need a move with the value."""
    for module, limit in ((partial, "SECONDS"), (partial, "REPORT_SECONDS"), (search_workers, "SECONDS")):
        monkeypatch.setattr(module, limit, 60)  # the search may have to be compiled first
    other = create_app({"data_dir": tmp_path, "build": False})
    for one in (app, other):
        one.extensions["manager"].memory.share(tmp_path / "results")
        one.extensions["manager"].search_for(60)
    rules = load("connect4/6x7")
    answer = ask(app, "connect4/6x7", rules.format(quiet(rules)))
    assert len(answer["moves"]) > 2
    for move in answer["moves"]:
        assert move["positionValue"] != "unsolved"
        for one in (app, other):
            with without_searches(one):
                path = f"/api/connect4/6x7/known/?p={quote(move['position'])}"
                answer = one.test_client().get(path).get_json()["response"]
                assert (answer["positionValue"], answer["remoteness"]) == facts(move)
                today = ask(one, "connect4/6x7", move["position"])
                if facts(move)[0] in ("lose", "win"):
                    assert facts(today) == facts(move)
                assert today["positionValue"] in {reply["moveValue"] for reply in today["moves"]}


def quiet(rules: Rules) -> Position:
    """A position after 26 moves in which no end is near."""
    position = rules.parse(WIN_IN_THREE)
    ahead = Lookahead(rules, 100_000)
    waiting = [position]
    for position in waiting:
        near = ahead.result(position, 3)
        if near is None:
            return position
        waiting += [child for child in rules.children(position) if rules.primitive(child) is None]
    raise AssertionError("every line ends soon")


def test_lost_position_has_losing_moves_throughout(app: Flask):
    manager, rules = app.extensions["manager"], load("connect4/6x7")
    position = quiet(rules)
    manager.memory.put(rules, position, Result(Value.LOSE, 16))
    with without_searches(app):
        answer = ask(app, "connect4/6x7", rules.format(position))
    assert facts(answer) == ("lose", 16)
    assert {move["moveValue"] for move in answer["moves"]} == {"lose"}


@pytest.mark.parametrize("variant", ["tictactoe/regular", "mutorere/regular", "4squaretictactoe/3x3"])
def test_moves_that_allow_a_win_in_one_are_solved(app: Flask, variant: str):
    manager, rules, table = app.extensions["manager"], load(variant), solved(variant)
    wins = 0
    with without_searches(app):
        for position in sorted(reachable(rules, stop_at_end=True), key=rules.format)[::17]:
            report = report_now(manager, rules, position)
            for move in report.moves:
                near = table.result(rules, rules.do_move(position, move.move))
                if isinstance(move, OpenMove):
                    assert near.remoteness not in (0, 1) or near.value is not Value.WIN, rules.format(position)
                else:
                    assert move.child.result.value is near.value
                    assert move.child.remoteness in (None, near.remoteness)
                    wins += near == Result(Value.WIN, 1)
    assert wins


@pytest.mark.parametrize("variant", ["tictactoe/regular", "dodgem/regular", "clobber/2x3", "npuzzle/2"])
@pytest.mark.parametrize("nodes", [0, 40, 100_000])
def test_lookahead_results_equal_the_table(variant: str, nodes: int):
    rules, table = load(variant), solved(variant)
    for position in sorted(reachable(rules, stop_at_end=True), key=rules.format)[::7]:
        expected = table.result(rules, position)
        for moves in (1, 2, 3):
            result = Lookahead(rules, nodes).result(position, moves)
            assert result in (None, expected)
            soon = expected.remoteness is not None and expected.remoteness <= (moves if nodes > 40 else 1)
            if expected.value is Value.WIN and soon and (moves == 1 or variant != "npuzzle/2"):
                assert result == expected


def test_points_are_not_guessed_from_the_first_end():
    rules = load("dotsandboxes/1x1")
    assert isinstance(rules, Scored)
    assert Lookahead(rules, 1000).result(rules.parse("2_*h*v-v*-*"), 3) is None


# --- the memory -------------------------------------------------------------------------------


@pytest.fixture
def results() -> ResultMemory:
    return ResultMemory()


@pytest.mark.parametrize(
    ("result", "margin"),
    [
        (Result(Value.WIN, 5), None),
        (Result(Value.LOSE, None), -3),
        (Result(Value.DRAW, None), None),
        (Result(Value.TIE, 0), 0),
    ],
)
def test_a_result_is_remembered_by_its_class(results: ResultMemory, result: Result, margin: int | None):
    rules = load("tictactoe/regular")
    position, image = rules.parse("x--------"), rules.parse("--x------")
    assert results.get(rules, position) is None
    results.put(rules, position, result, margin)
    assert results.get(rules, image) == (result, margin)
    assert results.get(rules, rules.start()) is None
    assert results.get(load("tictactoe/misere"), position) is None, "of other rules"


def test_processes_share_announced_results(results: ResultMemory, tmp_path: Path):
    other, rules = ResultMemory(), load("tictactoe/regular")
    for one in (results, other):
        one.share(tmp_path / "results")
    results.put(rules, rules.start(), Result(Value.TIE, 9))
    assert other.get(rules, rules.start()) == (Result(Value.TIE, 9), None)


def test_half_written_entry_of_shared_results_is_ignored(results: ResultMemory, monkeypatch: pytest.MonkeyPatch):
    rules = load("tictactoe/regular")
    results.put(rules, rules.start(), Result(Value.TIE, 9))
    _, place = result_memory._place(rules, rules.start())
    for byte in range(result_memory._ENTRY):
        results._table[place + byte] ^= 1
        assert results.get(rules, rules.start()) is None
        results._table[place + byte] ^= 1
    assert results.get(rules, rules.start()) is not None


def test_shared_results_have_a_fixed_size(results: ResultMemory, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(result_memory, "ENTRIES", 8)
    rules = load("npuzzle/3")
    positions = sorted(rules.children(rules.start()))
    for position in reachable(load("npuzzle/2")):
        results.put(load("npuzzle/2"), position, Result(Value.WIN, 1))
    results.put(rules, positions[0], Result(Value.WIN, 1))
    assert results.get(rules, positions[0]) == (Result(Value.WIN, 1), None), "the latest is there"
