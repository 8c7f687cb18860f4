"""UnsolvedPosition positions are still playable in today's protocol: moves are listed, and certain facts given."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from perfect_play.puzzles.base import Rules
from perfect_play.server import create_app
from perfect_play.solvers.budget import seconds_left, within
from perfect_play.solvers.building.builder_process import BuilderProcess
from perfect_play.solvers.limiter import SearchTooLong
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.reports.partial import SECONDS, UnsolvedPosition, report_now
from perfect_play.solvers.reports.position import position_report
from perfect_play.solvers.result import Result
from perfect_play.solvers.tables.reader import NotCovered
from perfect_play.solvers.untabled.components import TooManyConnected
from tests.helpers import exhaustive, late, load, solved

Json = dict


@pytest.fixture
def bare(tmp_path: Path) -> Flask:
    """A service that has solved nothing and never will."""
    return create_app({"data_dir": tmp_path, "build": False})


def ask(client: FlaskClient, variant: str, position: str, base: str = "universal/v1") -> Json:
    response = client.get(f"/{base}/{variant}/positions/?p={quote(position)}")
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_json()


def too_long(*asked: object) -> None:
    raise SearchTooLong("Not now.")


def values(here: Json) -> list[str]:
    return [move["moveValue"] for move in here["moves"]]


def test_moves_of_an_unsolved_position_are_unsolved(bare: Flask):
    client = bare.test_client()
    here = ask(client, "tictactoe/regular", "1_---------")
    assert (here["positionValue"], here["remoteness"]) == ("unsolved", -100)
    assert len(here["moves"]) == 9
    for move in here["moves"]:
        assert (move["positionValue"], move["moveValue"], move["remoteness"]) == ("unsolved", "unsolved", -100)
        assert move["deltaRemoteness"] == 0


@pytest.mark.parametrize("base", ["universal/v1", "puzzles"])
def test_unsolved_answer_is_not_cached(bare: Flask, client: FlaskClient, base: str):
    path = f"/{base}/npuzzle/2/positions/?p=12-3"
    unknown, known = bare.test_client().get(path), client.get(path)
    assert unknown.status_code == known.status_code == 200
    assert unknown.headers["Cache-Control"] == "no-store"
    assert "ETag" not in unknown.headers
    assert "ETag" in known.headers


def test_ended_games_and_wins_in_one_have_values_without_a_table(bare: Flask):
    client = bare.test_client()
    won = ask(client, "tictactoe/regular", "1_xx-oo----")
    assert (won["positionValue"], won["remoteness"]) == ("win", 1)
    assert values(won) == ["win", "lose", "lose", "lose", "unsolved"], "the other player wins in one move"
    assert (won["moves"][0]["position"], won["moves"][0]["remoteness"]) == ("2_xxxoo----", 0)
    over = ask(client, "tictactoe/regular", "2_xxxoo----")
    assert (over["positionValue"], over["remoteness"], over["moves"]) == ("lose", 0, [])
    last = ask(client, "tictactoe/regular", "1_xxoooxxo-")
    assert (last["positionValue"], last["remoteness"], values(last)) == ("tie", 1, ["tie"])
    by_points = ask(client, "dotsandboxes/1x1", "2_*h*v-v*-*")["moves"]
    assert [(move["moveValue"], move.get("winby")) for move in by_points] == [("win", 1)]


def test_ended_puzzles_have_values_without_a_table(bare: Flask):
    client = bare.test_client()
    near = ask(client, "npuzzle/2", "12-3")
    assert (near["positionValue"], near["remoteness"]) == ("win", 1)
    assert sorted(values(near)) == ["unsolved", "win"]
    stuck = ask(client, "pegsolitaire/star", "x-----------x")
    assert (stuck["positionValue"], stuck["remoteness"], stuck["moves"]) == ("lose", -200, [])
    for move in ask(client, "toadsandfrogspuzzle/4", "xxo-o")["moves"]:
        if move["position"] == "xxoo-":  # no animal can move
            assert (move["positionValue"], move["remoteness"], move["moveValue"]) == ("lose", -200, "lose")


def test_moves_of_unsolved_puzzles_have_the_fields_that_uwapi_reads(bare: Flask):
    """It takes a move without a remoteness for lost, and values one by its number unless told otherwise."""
    here = ask(bare.test_client(), "npuzzle/3", "8672543-1", "puzzles")
    assert (here["positionValue"], here["remoteness"]) == ("unsolved", -100)
    assert here["moves"]
    assert {(move["moveValue"], move["remoteness"]) for move in here["moves"]} == {("unsolved", -100)}
    assert bare.test_client().get("/puzzles/rubikscube/2x2x2/start/").status_code == 200


def test_errors_stay_errors(bare: Flask):
    client = bare.test_client()
    for variant, position in (
        ("npuzzle/3", "garbage"),
        ("npuzzle/3", "11-------"),
        ("tictactoe/regular", "1_xxx------"),
    ):
        assert client.get(f"/universal/v1/{variant}/positions/?p={position}").status_code == 400
    assert client.get("/puzzles/npuzzle/3/R_A_3_3_8672543-1/").status_code == 503
    assert client.get("/games/tictactoe/variants/regular/positions/R_A_3_3_---------/").status_code == 503


@pytest.mark.parametrize("error", [SearchTooLong, TooManyConnected, NotCovered])
def test_refused_result_makes_an_unsolved_answer(bare: Flask, monkeypatch: pytest.MonkeyPatch, error: type[Exception]):
    def refuse(*asked: object) -> None:
        raise error("Not now.")

    monkeypatch.setattr(PuzzleManager, "result", refuse)
    here = ask(bare.test_client(), "npuzzle/2", "-123")
    assert here["positionValue"] == "unsolved"
    assert values(here) == ["unsolved", "unsolved"]


@pytest.mark.parametrize(("child", "remoteness"), [("-132", 3), ("312-", None)])
def test_value_is_told_only_with_a_move_of_that_value(
    bare: Flask, monkeypatch: pytest.MonkeyPatch, child: str, remoteness: int | None
):
    """With a won puzzle and only one of its two moves known, the right or the wrong one."""
    table = solved("npuzzle/2")

    def told(_: PuzzleManager, rules: Rules, position: bytes) -> Result:
        if position.decode() not in ("31-2", child):
            too_long()
        return table.result(rules, position)

    monkeypatch.setattr(PuzzleManager, "result", told)
    monkeypatch.setattr(PuzzleManager, "child_results", too_long)
    here = ask(bare.test_client(), "npuzzle/2", "31-2")
    assert (here["positionValue"], here["remoteness"]) == ("win", remoteness)
    assert sorted(values(here)) == ["unsolved", "win"]


def test_position_without_a_table_wakes_the_builder(bare: Flask, monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr(BuilderProcess, "wake", lambda manager, suspects=(), requested=None: asked.append(manager))
    ask(bare.test_client(), "npuzzle/2x3", "12345-")
    assert len(asked) == 1


@pytest.mark.parametrize(
    "variant",
    [
        "npuzzle/2x3",
        exhaustive("tictactoe/misere"),
        "kalah/2x2",
        late("mutorere/regular"),
    ],
)
def test_partial_facts_equal_those_of_the_table(app: Flask, bare: Flask, variant: str):
    """For every position: facts given without a table match the table."""
    rules = load(variant)
    with_table, without = app.extensions["manager"], bare.extensions["manager"]
    todo = [rules.start()]
    seen = {*todo}
    told = 0
    for position in todo:
        whole, part = position_report(with_table, rules, position), report_now(without, rules, position)
        if not isinstance(part.facts, UnsolvedPosition):
            told += 1
            assert part.facts.value is whole.facts.value
            assert part.facts.remoteness in (whole.facts.remoteness, None)
        known = {move.move: move for move in whole.moves}
        assert {move.move for move in part.moves} == set(known)
        for move in part.moves:
            if not isinstance(move.child, UnsolvedPosition):
                assert move.child.result == known[move.move].child.result
        if part.moves:
            assert part.facts.value in {str(move.value) for move in part.moves}
        children = (
            [child for child in rules.children(position) if child not in seen]
            if part.moves and len(seen) < 2000
            else []
        )
        seen.update(children)
        todo += children
    assert told > 2


def test_an_outer_time_budget_holds_inside():
    assert seconds_left(8) == 8
    with within(2):
        assert 1.9 < seconds_left(8) <= 2
        assert seconds_left(1) == 1
        with within(5):
            assert seconds_left(8) <= 2
        with within(0):
            assert seconds_left(8) == 0
    assert seconds_left(8) == 8


@pytest.mark.parametrize("most", [late(5), exhaustive(31)])
def test_english_pegs_are_answered_in_time_along_the_best_line(bare: Flask, most: int):
    """From the start by the best moves, without its table: each answer within the time limit for searches."""
    client, position, jumps = bare.test_client(), "xxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx", 0
    while True:
        begun = time.thread_time()
        here = ask(client, "pegsolitaire/english", position)
        assert time.thread_time() - begun < SECONDS + 1, position
        assert (here["positionValue"], here["remoteness"]) == ("win", 31 - jumps)
        if jumps == most:
            break
        assert here["positionValue"] in set(values(here))
        position, jumps = here["moves"][0]["position"], jumps + 1
    assert bool(here["moves"]) == (most < 31)
